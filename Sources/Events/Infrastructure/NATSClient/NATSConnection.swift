internal import SystemKit

/// A connection to a NATS server, which is made again whenever it is lost, for ever.
///
/// ```swift
/// let nats = try await NATSConnection.connect(NATSOptions(servers: ["127.0.0.1:4222"]))
/// let messages = try nats.subscribe("greetings.>")
/// try nats.publish("greetings.world", Array("hello".utf8))
/// for await message in messages { … }
/// ```
///
/// Nothing here blocks a thread: a thread of the connection's own talks to libnats. What is sent without a connection
/// waits for the next one; subscriptions go on after a loss, but what was sent to them meanwhile is not theirs.
/// The connection ends when nobody holds it.
package final class NATSConnection: Sendable {
  /// What becomes of a connection.
  package enum Event: Hashable, Sendable {
    /// There is a connection to this server, `HOST:PORT`.
    case connected(server: String)
    /// There is none; another attempt follows. Why, in printable words.
    case disconnected(reason: String)
    /// The server did not do what was asked, as `Permissions Violation for Publish to "a"`; the connection stays.
    case refused(String)
    /// It is over; with the error for which, or `nil` after ``NATSConnection/close()``. The last event.
    case closed(NATSError?)
  }

  /// The subject below which answers to this connection come; a name that no other connection has.
  package let inbox: String
  private let inboxPrefix: String
  private let link: Link

  private init(_ link: Link, inbox: String) {
    (self.link, self.inbox, inboxPrefix) = (link, inbox, link.options.inboxPrefix)
  }

  deinit { link.close() }

  /// libnats's version, `nil` if it is missing; loads it.
  package static var libraryVersion: String? { Link.libraryVersion }

  /// Connects to one of the servers.
  ///
  /// With ``NATSOptions/keepsTrying`` it returns without a connection where no server is to be reached, and goes on
  /// trying. A user who is refused later, twice in a row, ends the connection: see ``events()``.
  ///
  /// Throws: ``NATSError/noLibrary``, ``NATSError/badAddress(_:)``, ``NATSError/badSubject(_:)`` for the inbox,
  /// ``NATSError/unreachable(_:)``, ``NATSError/notSecure(_:)``, ``NATSError/refused(_:)``.
  package static func connect(_ options: NATSOptions) async throws(NATSError) -> NATSConnection {
    let inbox = "\(options.inboxPrefix).\(Self.unique())"
    guard NATSSubject.isValid(inbox) else { throw .badSubject(options.inboxPrefix) }
    let link = try Link(options)
    let connection = NATSConnection(link, inbox: inbox)
    let requests = link.requests
    try link.add(
      Link.Subscription(subject: "\(inbox).*", finish: {}), Listeners.add(messages: { requests.take($0) }))
    let error = await withCheckedContinuation { (continuation: CheckedContinuation<NATSError?, Never>) in
      // Signals are for the player's threads; one about a closed connection would end the program.
      let hasStarted = SystemThread.start(stackSize: 1 << 20, blocksSignals: true) {
        link.run { continuation.resume(returning: $0) }
      }
      if !hasStarted { continuation.resume(returning: .other("no thread to be had")) }
    }
    if let error { throw error }
    return connection
  }

  // MARK: - Messages

  /// Sends a message; returns before it has left.
  ///
  /// - Parameters:
  ///   - reply: where an answer is expected, if one is.
  ///
  /// Throws: ``NATSError/badSubject(_:)``, ``NATSError/badHeader(_:)``, ``NATSError/tooLarge(_:limit:)``,
  /// ``NATSError/overflow``, ``NATSError/closed``.
  package func publish(
    _ subject: String, _ bytes: [UInt8], headers: [NATSHeader] = [], reply: String? = nil
  ) throws(NATSError) {
    if let reply, !NATSSubject.isValid(reply) { throw .badSubject(reply) }
    try link.add(.publish(Self.outgoing(subject, bytes, headers, reply: reply)))
  }

  /// Sends a message and waits for one answer.
  ///
  /// - Parameter pause: after which it is sent again, for as long as there is no answer; `nil` for never. Only for what
  ///   may be done twice: a server that is cut off takes messages and passes none on.
  ///
  /// Throws: as ``publish(_:_:headers:reply:)``, and ``NATSError/noResponders(_:)`` at once where nobody listens,
  /// ``NATSError/timeout(after:)``, ``NATSError/disconnected``, ``NATSError/cancelled`` with its task.
  package func request(
    _ subject: String, _ bytes: [UInt8], headers: [NATSHeader] = [], timeout: Duration = .seconds(5),
    again pause: Duration? = nil
  ) async throws(NATSError) -> NATSMessage {
    var message = try Self.outgoing(subject, bytes, headers, reply: nil)
    let number = link.requests.next()
    (message.reply, message.request) = ("\(inbox).\(number)", number)
    let again = pause.map { Requests.Again(after: $0) { [link, message] in try? link.add(.publish(message)) } }
    return try await answer(number, subject: subject, limit: timeout, again: again, to: .publish(message))
  }

  /// Waits until the server has seen everything that was sent before.
  ///
  /// Throws: ``NATSError/timeout(after:)``, ``NATSError/closed``, ``NATSError/cancelled``.
  package func flush(timeout: Duration = .seconds(5)) async throws(NATSError) {
    let number = link.requests.next()
    _ = try await answer(number, subject: "", limit: timeout, to: .flush(number, limit: timeout))
  }

  /// Listens to a subject, in which `*` stands for one word and `>` for the rest.
  ///
  /// Finishes: when the connection is closed. It is ended by its reader's end or cancellation.
  /// A subject that the user may not listen to gives no messages, and ``Event/refused(_:)``.
  ///
  /// - Parameter buffering: what becomes of messages that come faster than they are read.
  ///
  /// Throws: ``NATSError/badSubject(_:)``, ``NATSError/closed``.
  package func subscribe(
    _ subject: String,
    buffering: AsyncStream<NATSMessage>.Continuation.BufferingPolicy = .bufferingNewest(4096)
  ) throws(NATSError) -> AsyncStream<NATSMessage> {
    let (stream, continuation) = AsyncStream.makeStream(of: NATSMessage.self, bufferingPolicy: buffering)
    let ending = try subscribe(subject, finish: { continuation.finish() }) { continuation.yield($0) }
    continuation.onTermination = { _ in ending() }
    return stream
  }

  /// What comes of listening: a message, or the word that messages may have been missed.
  package enum Heard: Sendable {
    case message(NATSMessage)
    /// The connection is another one than before, or the first.
    case restarted
  }

  /// Listens to subjects as ``subscribe(_:buffering:)`` does, and tells between which messages some may be missing.
  ///
  /// Throws: ``NATSError/badSubject(_:)``, ``NATSError/closed``.
  package func listen(
    _ subjects: [String],
    buffering: AsyncStream<Heard>.Continuation.BufferingPolicy = .bufferingNewest(4096)
  ) throws(NATSError) -> AsyncStream<Heard> {
    let (stream, continuation) = AsyncStream.makeStream(of: Heard.self, bufferingPolicy: buffering)
    let endings = try subjects.map { subject throws(NATSError) in
      try subscribe(
        subject, finish: { continuation.finish() }, restart: { continuation.yield(.restarted) },
        hear: { continuation.yield(.message($0)) })
    }
    continuation.onTermination = { _ in for end in endings { end() } }
    return stream
  }

  /// Listens to a subject by a closure, which is called on a thread of libnats's and must not wait.
  ///
  /// Returns what ends the subscription.
  func subscribe(
    _ subject: String, finish: @escaping @Sendable () -> Void, restart: @escaping @Sendable () -> Void = {},
    hear: @escaping @Sendable (NATSMessage) -> Void
  ) throws(NATSError) -> @Sendable () -> Void {
    guard NATSSubject.isFilter(subject) else { throw .badSubject(subject) }
    let number = Listeners.add(messages: hear)
    do throws(NATSError) {
      try link.add(Link.Subscription(subject: subject, finish: finish, restart: restart), number)
    } catch {
      Listeners.remove(number)
      throw error
    }
    return { [link] in link.remove(number) }
  }

  // MARK: - State

  /// The present state, and everything that becomes of the connection from now on.
  ///
  /// The first stream begins with what was refused before, as the subscription for answers.
  /// Finishes: after ``Event/closed(_:)``. Whoever reads too slowly gets the newest 64.
  package func events() -> AsyncStream<Event> { link.events.stream() }

  /// The server that there is a connection to, `HOST:PORT`; `nil` without one.
  package var server: String? {
    if case .connected(let server) = link.events.state { server } else { nil }
  }

  /// Sends what waits, if there is a connection, and ends it; returns when it has ended, after three seconds at most.
  package func close() async {
    let events = events()
    link.close()
    let wait = Task { for await _ in events {} }
    let alarm = Task {
      try? await Task.sleep(for: .seconds(3))
      wait.cancel()
    }
    await wait.value
    alarm.cancel()
  }

  // MARK: - Parts

  private func answer(
    _ number: UInt64, subject: String, limit: Duration, again: Requests.Again? = nil, to operation: Link.Operation
  ) async throws(NATSError) -> NATSMessage {
    let requests = link.requests
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Requests.Answer, Never>) in
        requests.add(number, continuation, subject: subject, limit: limit, again: again)
        // Cancelled before there was something to cancel.
        if Task.isCancelled { return requests.finish(number, .failure(.cancelled)) }
        do throws(NATSError) { try link.add(operation) } catch { requests.finish(number, .failure(error)) }
      }
    } onCancel: {
      requests.finish(number, .failure(.cancelled))
    }
    return try result.get()
  }

  private static func outgoing(
    _ subject: String, _ bytes: [UInt8], _ headers: [NATSHeader], reply: String?
  ) throws(NATSError) -> Link.Outgoing {
    // The request for a cursor of JetStream's has the filter of the cursor in its subject.
    let mayHaveFilter = subject.hasPrefix("$JS.API.CONSUMER.CREATE.")
    guard mayHaveFilter ? NATSSubject.isFilter(subject) : NATSSubject.isValid(subject) else {
      throw .badSubject(subject)
    }
    for header in headers where !header.isValid { throw .badHeader(header.name) }
    return Link.Outgoing(subject: subject, reply: reply, headers: headers, bytes: bytes)
  }

  /// A new subject that this client may listen to, and nobody sends to by chance.
  func newInbox() -> String { "\(inboxPrefix).\(Self.unique())" }

  /// Twelve letters and digits that are nobody else's.
  static func unique() -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
    return String((0..<12).compactMap { _ in letters.randomElement() })
  }
}
