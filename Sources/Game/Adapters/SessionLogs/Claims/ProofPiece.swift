internal import EventDomain
internal import Events
internal import Sealing

/// A piece of a session as read, whose signature is that of its key.
struct ProofPiece {
  /// The event that it was made for.
  let event: String
  /// Tells the session from others of the player.
  let sitting: String
  /// Its place among the pieces of the sitting, from 1.
  let number: Int
  /// The checksum of the piece before.
  let previous: String?
  /// How the session is played; only in the first piece.
  let header: SessionLogHeader?
  /// What happened, in order.
  let moments: [TimedLogEntry]
  /// Whoever signed it.
  let key: PublicKey
  /// Its own checksum.
  let sum: String

  init(_ text: String) throws(ProofProblem) {
    let bytes = Array(text.utf8)
    guard bytes.count <= Claim.largest else { throw ProofProblem("it is larger than \(Claim.largest >> 10) KiB") }
    guard bytes.last == 0x0A, let firstEnd = bytes.firstIndex(of: 0x0A),
      let lastStart = bytes.dropLast().lastIndex(of: 0x0A).map({ $0 + 1 }), lastStart > firstEnd,
      let head = RecordJSON.value(PieceLine.self, bytes[..<firstEnd]), head.trove == PieceLine.word
    else { throw ProofProblem("it is no piece of a session") }
    guard head.format == PieceLine.format else { throw ProofProblem("another version of Trove made it") }
    guard let last = RecordJSON.value(SignatureLine.self, bytes[lastStart...]), let key = PublicKey(text: last.key),
      let signature = Base64.bytes(last.signature), key.hasSigned(Array(bytes[..<lastStart]), signature)
    else { throw ProofProblem("the signature does not fit") }
    (event, sitting, number, previous, self.key) = (head.event, head.sitting, head.number, head.previous, key)
    sum = Checksum.text(bytes)
    let body = bytes[(firstEnd + 1)..<lastStart]
    do throws(SessionLogError) {
      if head.number == 1 {
        let log = try GameRecord(body).last
        (header, moments) = (log.header, log.moments)
      } else {
        (header, moments) = (nil, try SessionLog.moments(body))
      }
    } catch {
      throw ProofProblem("line \(error.line + 1): \(error)")
    }
  }
}
