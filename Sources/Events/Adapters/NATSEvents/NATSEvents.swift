package import EventDomain
package import Events
internal import HuntDomain
package import NATSClient
internal import SystemKit

/// An event on NATS: everything that the ports say, in messages and streams.
///
/// What the connection's user may not do is refused by the server.
package enum NATSEvents {
  /// The ports of an event, as seen by its organiser and its referee.
  ///
  /// - Parameter spread: over how long those who were cut off together ask what they have missed.
  package static func event(
    _ event: EventID, over connection: NATSConnection, spread: Duration = .seconds(5)
  ) -> EventPlace {
    let subjects = EventSubjects(event)
    return place(NATSEvent(subjects, connection, player: nil, seen: subjects.allPositions, spread: spread))
  }

  /// The ports of an event, as seen by a player.
  package static func event(
    _ plan: EventPlan, of player: Player, over connection: NATSConnection
  ) -> EventPlace {
    let subjects = EventSubjects(plan.id)
    let seen = subjects.positions(seenBy: player, sharesAll: plan.positions.areShared)
    return place(NATSEvent(subjects, connection, player: player, seen: seen))
  }

  /// Makes the streams of an event, or changes them.
  ///
  /// - Parameter replicas: on how many servers each message is kept.
  package static func prepare(
    _ plan: EventPlan, over connection: NATSConnection, replicas: Int = 1
  ) async throws(EventTrouble) {
    let streams = JetStream(connection)
    for stream in EventSubjects(plan.id).streams(replicas: replicas, retention: plan.positions.retention) {
      do throws(JetStreamError) { try await streams.createOrUpdate(stream) } catch { throw EventTrouble(error) }
    }
  }

  private static func place(_ event: NATSEvent) -> EventPlace {
    EventPlace(claims: event, ledger: event, positions: event, board: event, roster: event)
  }
}

/// An event as one user sees it.
final class NATSEvent: Sendable {
  let subjects: EventSubjects
  let connection: NATSConnection
  let streams: JetStream
  /// The player who this is; `nil` for the organiser.
  let player: Player?
  /// The positions that the user may see.
  let seen: String
  /// Over how long those who were cut off together ask what they have missed.
  let spread: Duration
  /// The rulings that the referee has told and the stream does not have yet; as a player, those that were told.
  let told = Guarded<[ClaimID: Ruling]>([:])
  /// The player's newest position, and when it came; it is told again after a reconnect.
  let lastPosition = Guarded<(position: PlayerPosition, time: ContinuousClock.Instant)?>(nil)
  /// The readers of the claims and of the ledger, and behind which message each is.
  private let readers = Guarded<[String: (after: UInt64, reader: StreamReader)]>([:])

  init(
    _ subjects: EventSubjects, _ connection: NATSConnection, player: Player?, seen: String,
    spread: Duration = .seconds(5)
  ) {
    (self.subjects, self.connection, self.player) = (subjects, connection, player)
    (self.seen, self.spread) = (seen, spread)
    streams = JetStream(connection, timeout: Self.limit)
  }

  /// How long one answer of a stream may take: asked again soon, a cluster is used as soon as it has a leader.
  private static let limit = Duration.seconds(2)

  /// Does something with streams, and says what went wrong in the words of an event.
  func ask<Answer: Sendable>(
    _ body: (JetStream) async throws(JetStreamError) -> Answer
  ) async throws(EventTrouble) -> Answer {
    do throws(JetStreamError) { return try await body(streams) } catch { throw EventTrouble(error) }
  }

  /// The messages of a stream after a number, as soon as there is any; goes on with the reader that stands there.
  func next(
    of stream: String, after sequence: Int, atMost count: Int, waiting time: Duration
  ) async throws(EventTrouble) -> [StoredMessage] {
    let after = UInt64(max(0, sequence))
    // Without a wait it is what is there: whether that is all, the stream says.
    if time == .zero, try await last(of: stream) <= after { return [] }
    let kept = readers.withLock { $0.removeValue(forKey: stream) }
    let reader: StreamReader
    if let kept, kept.after == after {
      reader = kept.reader
    } else {
      do throws(JetStreamError) { reader = try streams.reader(of: stream, after: after) } catch {
        throw EventTrouble(error)
      }
    }
    let messages = try await ask { _ throws(JetStreamError) in
      var messages = try await reader.next(atMost: count, waiting: max(time, Self.patience))
      // They come one by one; the server has said how many there are.
      while !messages.isEmpty, messages.count < count, await reader.pending ?? 0 > 0 {
        messages += try await reader.next(atMost: count - messages.count, waiting: Self.patience)
      }
      return messages
    }
    if time == .zero, messages.isEmpty { throw .unreachable("the stream did not answer in time") }
    let last = messages.last?.sequence ?? after
    readers.withLock { $0[stream] = (last, reader) }
    return messages
  }

  /// How long a stream may take that has something.
  static let patience = Duration.seconds(5)

  private func last(of stream: String) async throws(EventTrouble) -> UInt64 {
    let info = try await ask { streams throws(JetStreamError) in try await streams.info(stream) }
    guard let info else { throw .refused("the event is not prepared") }
    return info.lastSequence
  }

  /// All messages of a stream with a filter that are there now, in order.
  ///
  /// - Parameter isFleeting: whether a message may be replaced while it is waited for, and then does not come.
  func all(
    of stream: String, filter: String, before end: Int = .max, isFleeting: Bool = false
  ) async throws(EventTrouble) -> [StoredMessage] {
    try await ask { streams throws(JetStreamError) in
      let reader = try streams.reader(of: stream, filter: filter)
      var all: [StoredMessage] = []
      while true {
        let batch = try await reader.next(
          atMost: 1000, waiting: all.isEmpty || isFleeting ? Self.shortly : Self.patience)
        all += batch.filter { $0.sequence < UInt64(clamping: end) }
        let isOver = batch.last.map { $0.sequence >= UInt64(clamping: end) } ?? true
        if batch.isEmpty, await !reader.hasCursor { throw .timeout }
        if await reader.pending ?? 0 == 0 || isOver { return all }
      }
    }
  }

  /// How long a reader waits for the first message of many, of which there may be none.
  private static let shortly = Duration.milliseconds(300)
}

extension EventTrouble {
  init(_ error: JetStreamError) {
    self =
      switch error {
      case .wrongLastSequence: .conflict
      case .inFlight, .noResponders, .timeout, .unavailable: .unreachable("\(error)")
      case .connection(.overflow), .connection(.closed), .connection(.cancelled), .connection(.unreachable):
        .unreachable("\(error)")
      case .refused, .connection: .refused("\(error)")
      case .badReply: .damaged("\(error)")
      }
  }
}
