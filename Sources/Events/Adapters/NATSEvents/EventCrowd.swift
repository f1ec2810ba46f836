package import EventDomain
package import Events
internal import NATSCrowd
package import Sealing

/// Thousands of simulated players of an event, each with a connection of their own; one thread serves them all.
///
/// Belongs to one thread, which should block signals.
package final class EventCrowd {
  /// What a player hears, or what becomes of the player's connection.
  package enum News {
    /// The player can send and hear.
    case up
    /// The connection is gone, and why.
    case down(String)
    /// The position of another player of the crowd has come, so long after it was sent; `nil` for an old one.
    case position(of: Int, delay: Duration?)
    /// What the referee says to a claim.
    case ruling(Ruling)
  }

  /// The newest positions of a player that may be under way.
  private struct Sent {
    var messages: [(bytes: [UInt8], time: ContinuousClock.Instant)] = []
    static let most = 8
  }

  private let crowd: NATSCrowd
  private let subjects: EventSubjects
  private let passes: [EventPass]
  private let indices: [String: Int]
  private var sent: [Sent]

  /// A crowd of players who are not connected.
  ///
  /// - Parameters:
  ///   - passes: one for each player, of the same event; at least one.
  ///   - keys: the players' keys, in the same order.
  package init(_ passes: [EventPass], keys: [SigningKey]) throws(EventTrouble) {
    guard let first = passes.first, passes.count == keys.count else { throw .refused("the crowd has no players") }
    do throws(NATSCrowd.Trouble) {
      crowd = try NATSCrowd(servers: first.servers, certificate: first.certificate)
    } catch { throw .refused("\(error)") }
    (self.passes, subjects) = (passes, EventSubjects(first.plan.id))
    indices = Dictionary(passes.indices.map { (passes[$0].player.id.text, $0) }) { first, _ in first }
    sent = Array(repeating: Sent(), count: passes.count)
    for (pass, key) in zip(passes, keys) {
      let rights = subjects.rights(of: pass.player, sharesAll: first.plan.positions.areShared)
      _ = crowd.add(.init(token: pass.token, subjects: rights.subscribes) { key.sign($0) })
    }
  }

  /// How many connections the process may have.
  package static func mostPlayers() -> Int { NATSCrowd.raiseFileLimit() - 100 }

  /// Whether a player can send.
  package func isUp(_ index: Int) -> Bool { crowd.isUp(index) }

  /// Begins to connect a player.
  package func connect(_ index: Int) { crowd.connect(index) }

  /// Cuts a player's connection as a killed program does.
  package func cut(_ index: Int) { crowd.cut(index) }

  /// Lets nothing of a player's through until then.
  package func hold(_ index: Int, until time: ContinuousClock.Instant) { crowd.hold(index, until: time) }

  /// Says where a player is.
  package func publish(_ index: Int, _ position: PlayerPosition, at now: ContinuousClock.Instant) {
    let bytes = EventWire.bytes(PositionMessage(position))
    sent[index].messages = (sent[index].messages + [(bytes, now)]).suffix(Sent.most)
    let player = passes[index].player
    crowd.publish(index, subjects.position(of: player.id, in: player.team), bytes)
  }

  /// Sends a claim, which the event keeps once however often it is sent.
  package func submit(_ index: Int, _ claim: Claim) {
    crowd.publish(
      index, subjects.claim(claim.id), Array(claim.piece.utf8), header: "Nats-Expected-Last-Subject-Sequence: 0")
  }

  /// Asks what the referee says to a claim of a player's.
  package func ask(_ index: Int, ruling number: Int) {
    let id = passes[index].player.id.text
    crowd.publish(
      index, subjects.questions(of: id), EventWire.bytes(EventQuestion(ruling: number)),
      reply: "\(EventSubjects.inbox(of: id)).\(number)")
  }

  /// Waits for at most a time, and tells what has happened.
  package func wait(atMost time: Duration, _ hear: (Int, News) -> Void) {
    crowd.wait(atMost: time) { index, event in
      switch event {
      case .up: hear(index, .up)
      case .down(let why): hear(index, .down(why))
      case .message(let subscription, let subject, let bytes):
        let start = subject.lastIndex(of: UInt8(ascii: ".")).map { $0 + 1 } ?? subject.startIndex
        let word = String(decoding: subject[start...], as: UTF8.self)
        if subscription == 0 {
          if let ruling = ruling(index, word, bytes) { hear(index, .ruling(ruling)) }
        } else if subscription == 1, let other = indices[word] {
          hear(index, .position(of: other, delay: delay(of: bytes, from: other)))
        }
      }
    }
  }

  private func ruling(_ index: Int, _ word: String, _ bytes: ArraySlice<UInt8>) -> Ruling? {
    guard let number = Int(word) else { return nil }
    let bytes = Array(bytes)
    // Told, or the answer to a question.
    let message = EventWire.read(RulingMessage.self, bytes) ?? EventWire.read(EventAnswer.self, bytes)?.ruling
    return message?.ruling(on: ClaimID(passes[index].player.id, number))
  }

  private func delay(of bytes: ArraySlice<UInt8>, from other: Int) -> Duration? {
    guard let found = sent[other].messages.last(where: { $0.bytes.elementsEqual(bytes) }) else { return nil }
    return ContinuousClock.now - found.time
  }
}
