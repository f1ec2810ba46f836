internal import SystemKit

/// Reads a stream in order, without gap and without repetition, over losses of the connection and restarts of the server.
///
/// The server has a cursor for it (a consumer), which it may forget; then a new one begins behind the last message
/// that was seen. While a cluster without a leader cannot make one, messages are asked for one by one, from any copy
/// of a stream with ``StreamConfiguration/allowsDirect``. Each delivery is numbered, so a missing one is noticed. At
/// most ``batch`` messages wait here at a time: a slow reader slows down nobody else.
///
/// The user needs the right to make consumers of this stream: whoever has it may read the whole stream.
package actor StreamReader {
  /// How many messages are asked for at a time.
  private static let batch = 1000
  /// How long the server waits with an answer, and how often it shows meanwhile that it is there.
  private static let (patience, heartbeat) = (Duration.seconds(30), Duration.milliseconds(500))
  /// After this the cursor is taken for lost: a server that has forgotten it does not say so.
  private static let silence = Duration.milliseconds(1500)
  /// How long making a cursor may take, and after how long without one it is tried again.
  private static let (making, pause) = (Duration.seconds(1), Duration.seconds(2))
  /// How long the server remembers a cursor that nobody asks for anything.
  private static let memory = Duration.seconds(60)

  private struct Cursor {
    let name: String
    /// The number of the first request for its messages: to earlier ones the server answers that their cursor is gone.
    let firstPull: UInt64
    /// The number of the last delivery.
    var delivered: UInt64 = 0
    /// How many messages have been asked for and have not come.
    var credit = 0
  }

  private let streams: JetStream
  private let stream: String
  private let filter: String?
  private let inbox: String
  private let arrivals = Arrivals()
  private let unsubscribe: @Sendable () -> Void

  private var cursor: Cursor?
  /// No cursor is asked for before.
  private var trying = ContinuousClock.now
  private var ready: [StoredMessage] = []
  private var pulls: UInt64 = 0
  private var heard = ContinuousClock.now
  /// The number of the last message that has come, or behind which reading began.
  private var last: UInt64
  /// Whether the server sends what is in the stream: without that, no message does not mean that there is none.
  package var hasCursor: Bool { cursor != nil }
  /// How many messages of the stream were left when the last one that has come was sent; `nil` before the first.
  package private(set) var pending: UInt64?

  init(_ streams: JetStream, stream: String, filter: String?, after: UInt64) throws(JetStreamError) {
    (self.streams, self.stream, self.filter, last) = (streams, stream, filter, after)
    inbox = streams.connection.newInbox()
    let arrivals = arrivals
    do throws(NATSError) {
      unsubscribe = try streams.connection.subscribe(
        "\(inbox).*", finish: { arrivals.end() }, restart: { arrivals.restart() }, hear: { arrivals.add($0) })
    } catch {
      throw JetStreamError(error)
    }
  }

  deinit {
    if let cursor { Self.forget(cursor.name, of: stream, streams.connection) }
    unsubscribe()
  }

  /// The next messages, in order; empty if none comes within `waiting`.
  ///
  /// Rides over lost connections and absent leaders, for as long as `waiting`.
  /// Throws: ``JetStreamError/refused(code:_:)`` if the stream is gone or the user may not read it,
  /// ``JetStreamError/connection(_:)`` when the connection is closed or the task cancelled.
  package func next(
    atMost limit: Int = 1000, waiting: Duration = .seconds(1)
  ) async throws(JetStreamError) -> [StoredMessage] {
    let end = ContinuousClock.now + waiting
    if heard + Self.memory - Self.silence < .now { drop() }
    // While nobody reads, the server has nothing to say.
    heard = .now
    while true {
      sort(try arrivals.take())
      if !ready.isEmpty {
        let batch = Array(ready.prefix(max(1, limit)))
        ready.removeFirst(batch.count)
        pull()
        return batch
      }
      if Task.isCancelled { throw .connection(.cancelled) }
      let now = ContinuousClock.now
      guard now < end else { return [] }
      if cursor != nil, now - heard > Self.silence { drop() }
      if cursor == nil {
        if now < trying, filter == nil {
          if let message = try await single(until: end) { return [message] }
          continue
        }
        guard try await begin(until: min(end, now + Self.making)) else {
          trying = .now + Self.pause
          continue
        }
      }
      pull()
      await arrivals.wait(until: min(end, heard + Self.silence + .milliseconds(1)))
    }
  }

  // MARK: - The cursor

  /// Makes a cursor behind the last message; returns whether there is one.
  private func begin(until end: ContinuousClock.Instant) async throws(JetStreamError) -> Bool {
    let name = "trove-\(NATSConnection.unique())"
    let start = last &+ 1
    let config = StreamRequest.Consumer.Config(
      name: name, optStartSeq: max(1, start), filterSubject: filter,
      inactiveThreshold: Self.memory.nanoseconds)
    let body = NATSJSON.bytes(StreamRequest.Consumer(streamName: stream, config: config))
    let place = "CONSUMER.CREATE.\(stream).\(name)" + (filter.map { ".\($0)" } ?? "")
    do throws(JetStreamError) {
      let limit = min(streams.timeout, max(.milliseconds(1), end - .now))
      try StreamReply.check(try await streams.ask(place, body, timeout: limit))
    } catch {
      // Perhaps it was made, and only the answer is missing.
      if case .refused = error {} else { Self.forget(name, of: stream, streams.connection) }
      guard error.mayPass else { throw error }
      try? await Task.sleep(for: min(.milliseconds(100), max(.zero, end - .now)))
      return false
    }
    // Another call may have come first.
    guard cursor == nil, last &+ 1 == start else {
      Self.forget(name, of: stream, streams.connection)
      return cursor != nil
    }
    (cursor, heard) = (Cursor(name: name, firstPull: pulls + 1), .now)
    return true
  }

  /// The next message, without a cursor; `nil` if there is none now.
  private func single(until end: ContinuousClock.Instant) async throws(JetStreamError) -> StoredMessage? {
    let before = last
    var streams = streams
    streams.timeout = min(Self.making, max(.milliseconds(1), end - .now))
    do throws(JetStreamError) {
      let message = try await streams.directMessage(before &+ 1, in: stream)
      // Another call may have come first.
      guard cursor == nil, last == before else { return nil }
      if let message, message.sequence == before &+ 1 {
        (last, pending) = (message.sequence, nil)
        return message
      }
    } catch {
      // Of a message whose sender has added lines of the server's names, only a cursor tells the truth.
      if case .badReply = error {} else if !error.mayPass { throw error }
    }
    try? await Task.sleep(for: min(.milliseconds(50), max(.zero, end - .now)))
    return nil
  }

  /// Asks for more messages when half of them have come.
  private func pull() {
    guard let cursor, cursor.credit + ready.count <= Self.batch / 2 else { return }
    let count = Self.batch - cursor.credit - ready.count
    let body = NATSJSON.bytes(
      StreamRequest.Next(
        batch: count, expires: Self.patience.nanoseconds, idleHeartbeat: Self.heartbeat.nanoseconds))
    pulls += 1
    let place = "$JS.API.CONSUMER.MSG.NEXT.\(stream).\(cursor.name)"
    guard (try? streams.connection.publish(place, body, reply: "\(inbox).\(pulls)")) != nil else { return drop() }
    self.cursor?.credit += count
  }

  private func drop() {
    if let cursor { Self.forget(cursor.name, of: stream, streams.connection) }
    cursor = nil
  }

  private static func forget(_ name: String, of stream: String, _ connection: NATSConnection) {
    try? connection.publish("$JS.API.CONSUMER.DELETE.\(stream).\(name)", [])
  }

  // MARK: - What comes

  private func sort(_ items: [Arrivals.Item]) {
    if !items.isEmpty { heard = .now }
    for item in items {
      switch item {
      // What was sent meanwhile has gone nowhere.
      case .restart: drop()
      case .message(let message):
        if let delivery = message.reply.flatMap({ Delivery($0) }) {
          take(message, delivery)
        } else if let status = message.status {
          take(status, message)
        }
      }
    }
  }

  private func take(_ message: NATSMessage, _ delivery: Delivery) {
    guard let cursor, delivery.consumer == cursor.name else { return }
    guard delivery.count == cursor.delivered + 1, delivery.sequence > last else { return drop() }
    self.cursor?.delivered = delivery.count
    self.cursor?.credit -= 1
    (last, pending) = (delivery.sequence, delivery.pending)
    ready.append(
      StoredMessage(
        subject: message.subject, sequence: delivery.sequence, time: delivery.time, headers: message.headers,
        bytes: message.bytes))
  }

  private func take(_ status: Int, _ message: NATSMessage) {
    let pull = message.subject.split(separator: ".").last.flatMap { UInt64($0) } ?? 0
    guard pull >= cursor?.firstPull ?? 0 else { return }
    switch status {
    // The server shows that it is there.
    case 100: return
    // Its patience is over; what it did not send has to be asked for again.
    case 408, 404:
      let left = message["Nats-Pending-Messages"].flatMap { Int($0) }
      if let credit = cursor?.credit { cursor?.credit = max(0, credit - min(credit, max(0, left ?? credit))) }
    // The cursor is gone, or its leader has changed.
    default: drop()
    }
  }
}

/// What has come for a reader, and the readers that wait for it.
private final class Arrivals: Sendable {
  enum Item {
    case message(NATSMessage)
    /// There is another connection.
    case restart
  }

  private struct Table {
    var items: [Item] = []
    var hasEnded = false
    var last = 0
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  }

  private let table = Guarded(Table())

  func add(_ message: NATSMessage) { change { $0.items.append(.message(message)) } }

  func restart() { change { $0.items.append(.restart) } }

  func end() { change { $0.hasEnded = true } }

  /// What has come since the last time.
  func take() throws(JetStreamError) -> [Item] {
    let (items, hasEnded) = table.withLock { table in
      defer { table.items = [] }
      return (table.items, table.hasEnded)
    }
    if items.isEmpty && hasEnded { throw .connection(.closed) }
    return items
  }

  /// Waits until something has come, the time is over, or the task is cancelled.
  func wait(until end: ContinuousClock.Instant) async {
    let number = table.withLock { table in
      table.last += 1
      return table.last
    }
    let alarm = Task {
      try? await Task.sleep(until: end, clock: .continuous)
      wake(number)
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = table.withLock { table in
          guard table.items.isEmpty, !table.hasEnded, !Task.isCancelled, ContinuousClock.now < end else { return true }
          table.waiting[number] = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      wake(number)
    }
    alarm.cancel()
  }

  private func wake(_ number: Int) { table.withLock { $0.waiting.removeValue(forKey: number) }?.resume() }

  private func change(_ body: (inout Table) -> Void) {
    let waiting = table.withLock { table in
      body(&table)
      defer { table.waiting = [:] }
      return Array(table.waiting.values)
    }
    for continuation in waiting { continuation.resume() }
  }
}
