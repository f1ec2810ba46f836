package import EventDomain
package import HuntDomain
package import Sealing

/// Cuts a session, while it is played, into signed pieces that prove its finds to an event.
///
/// Each piece names the one before it, so that none can be left out, moved or replaced. What the rules do not need is
/// not in them: see ``ProofNeeds``.
package struct ProofTail: Sendable {
  /// What is to be done with what proves some events.
  package enum Step: Hashable, Sendable {
    /// They need no proof, or a piece has it already.
    case nothing
    /// The draft of a piece is kept until the next piece is cut: they go with it.
    case keep(draft: String)
    /// The piece is sent, so that the referee answers.
    case claim(piece: String)
  }

  /// Bytes from which on a piece is cut, also if it proves nothing yet: a quarter of what a claim may have.
  private static let enough = Claim.largest / 4

  private let event: EventID
  private let sitting: String
  private let key: SigningKey
  private let needs = ProofNeeds(keepsHunt: false)
  private var lines: [UInt8]
  private var number = 0
  private var previous: String?

  /// The tail of a session that begins.
  ///
  /// - Parameters:
  ///   - sitting: tells this session from the player's others; any text, such as a random number.
  ///   - key: the player's.
  package init(_ event: EventID, sitting: String, header: SessionLogHeader, signedBy key: SigningKey) {
    (self.event, self.sitting, self.key) = (event, sitting, key)
    lines = needs.line(of: header)
  }

  /// Takes the next moment of the session.
  package mutating func note(_ moment: TimedLogEntry) { lines += needs.line(of: moment) }

  /// Whether the next piece is to be cut, whatever it proves.
  package var isFull: Bool { lines.count > Self.enough }

  /// Proves events of the moments that were noted, before they are saved.
  package mutating func prove(_ events: [HuntEvent]) -> Step {
    if events.contains(where: \.isClaimed) { return cut().map(Step.claim) ?? .nothing }
    return events.contains(where: \.isProven) ? draft().map(Step.keep) ?? .nothing : .nothing
  }

  /// Makes the next piece, of everything since the last one; `nil` if there is nothing new.
  package mutating func cut() -> String? {
    guard let piece = draft() else { return nil }
    lines = []
    number += 1
    previous = Checksum.text(Array(piece.utf8))
    return piece
  }

  /// The next piece as it would be if nothing more came; `nil` if there is nothing new.
  package func draft() -> String? {
    guard !lines.isEmpty else { return nil }
    let head = PieceLine(event: event.text, sitting: sitting, number: number + 1, previous: previous)
    guard var piece = RecordJSON.line(of: head) else { return nil }
    piece += lines
    guard let signature = RecordJSON.line(of: SignatureLine(key: key.known, Base64.text(key.sign(piece)))) else {
      return nil
    }
    piece += signature
    return String(decoding: piece, as: UTF8.self)
  }
}

/// The first line of a piece.
struct PieceLine: Codable {
  /// The word by which a piece is known.
  static let word = "claim"
  /// The format that is written, and the only one that is read.
  static let format = 1

  var trove: String
  var format: Int
  var event, sitting: String
  /// Its place among the pieces of the sitting, from 1.
  var number: Int
  /// The checksum of the piece before; `nil` for the first.
  var previous: String?

  init(event: String, sitting: String, number: Int, previous: String?) {
    (trove, format) = (Self.word, Self.format)
    (self.event, self.sitting, self.number, self.previous) = (event, sitting, number, previous)
  }
}

/// The last line of a piece.
struct SignatureLine: Codable {
  var key, signature: String

  init(key: PublicKey, _ signature: String) { (self.key, self.signature) = (key.text, signature) }
}
