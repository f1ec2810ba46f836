internal import CNATS
internal import SystemKit

/// The thread behind a connection: it alone calls libnats, which may block, and it connects again after a loss.
///
/// libnats can connect again by itself, but it keeps its lock while it tries, so that whoever sends meanwhile waits for
/// the network; and it says nothing of why a try failed.
final class Link: Sendable {
  /// What the thread has to do.
  enum Operation {
    case publish(Outgoing)
    case subscribe(UInt)
    case unsubscribe(UInt)
    case flush(UInt64, limit: Duration)
  }

  struct Outgoing {
    let subject: String
    var reply: String?
    var headers: [NATSHeader]
    let bytes: [UInt8]
    /// The request that this message is, if it is one.
    var request: UInt64?

    var size: Int {
      bytes.count + subject.utf8.count + headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
    }
  }

  struct Work {
    var operations: [Operation] = []
    /// Bytes of the messages among them.
    var size = 0
    var isClosing = false
    var hasEnded = false
    /// Why the present connection is over.
    var loss: String?
    var attempt = 0
    var subscriptions: [UInt: Subscription] = [:]
    /// Bytes that the server takes in one message; this is a server's default.
    var payloadLimit = 1 << 20
  }

  struct Subscription: Sendable {
    let subject: String
    /// Called when no more messages come.
    let finish: @Sendable () -> Void
    /// Called when the subscription goes on over another connection.
    var restart: @Sendable () -> Void = {}
  }

  enum Ending {
    case lost(String)
    case closed
  }

  let options: NATSOptions
  let addresses: [String]
  let requests = Requests()
  let events = Events()
  let work = Monitor(Work())

  init(_ options: NATSOptions) throws(NATSError) {
    self.options = options
    addresses = try options.addresses()
  }

  static var libraryVersion: String? { trove_nats_version().map { String(cString: $0) } }

  // MARK: - From outside

  /// Puts something into the queue; never waits.
  func add(_ operation: Operation) throws(NATSError) {
    try work.withLock { work throws(NATSError) in
      guard !work.isClosing else { throw .closed }
      if case .publish(let message) = operation {
        guard message.bytes.count <= work.payloadLimit else {
          throw .tooLarge(message.bytes.count, limit: work.payloadLimit)
        }
        guard work.size + message.size <= options.outboxLimit else { throw .overflow }
        work.size += message.size
      }
      work.operations.append(operation)
    }
  }

  func add(_ subscription: Subscription, _ number: UInt) throws(NATSError) {
    try work.withLock { work throws(NATSError) in
      guard !work.isClosing else { throw .closed }
      work.subscriptions[number] = subscription
      work.operations.append(.subscribe(number))
    }
  }

  func remove(_ number: UInt) {
    Listeners.remove(number)
    work.withLock { work in
      guard work.subscriptions.removeValue(forKey: number) != nil, !work.hasEnded else { return }
      work.operations.append(.unsubscribe(number))
    }
  }

  /// Ends the connection when everything in the queue has been sent, or at once where there is no connection.
  func close() { work.withLock { $0.isClosing = true } }

  // MARK: - The thread

  /// Connects, serves and connects again, until it is closed or the server refuses the user.
  ///
  /// - Parameter started: called once, when the first connection is there or has failed.
  func run(_ started: @escaping (NATSError?) -> Void) {
    var started: ((NATSError?) -> Void)? = started
    var (refusals, isFirst) = (0, true)
    while true {
      do throws(NATSError) {
        let connection = try connect()
        (refusals, isFirst) = (0, false)
        events.tell(.connected(server: connection.server))
        started?(nil)
        started = nil
        if case .lost(let why) = serve(connection) { lose(why) } else { return finish(nil) }
      } catch {
        if case .refused = error { refusals += 1 }
        let isOver = isFirst ? !(options.keepsTrying && error.mayPass) : refusals > 1
        if isOver {
          finish(error)
          started?(error)
          return
        }
        events.tell(.disconnected(reason: error.description))
        started?(nil)
        (started, isFirst) = (nil, false)
      }
      if pause() { return finish(nil) }
    }
  }

  private func connect() throws(NATSError) -> Connected {
    let attempt = work.withLock { work in
      work.attempt += 1
      work.loss = nil
      return work.attempt
    }
    let connection = try Attempt.connect(options, addresses) { [weak self] news in self?.hear(news, attempt) }
    work.withLock { $0.payloadLimit = connection.payloadLimit }
    return connection
  }

  private func hear(_ news: Listeners.News, _ attempt: Int) {
    switch news {
    case .refused(let text): events.tell(.refused(text))
    case .closed(let why):
      work.withLock { work in
        if work.attempt == attempt { work.loss = why.isEmpty ? "the server closed the connection" : why }
      }
    }
  }

  /// Waits before the next attempt; returns whether the connection was closed meanwhile.
  private func pause() -> Bool {
    let jitter = options.jitter > .zero ? options.jitter * Double.random(in: 0...1) : .zero
    return work.wait(atMost: options.pause + jitter) { $0.isClosing ? true : nil } ?? false
  }

  private func lose(_ why: String) {
    requests.failAll(.disconnected, onlySent: true)
    events.tell(.disconnected(reason: why))
  }

  private func finish(_ error: NATSError?) {
    let subscriptions = work.withLock { work in
      (work.isClosing, work.hasEnded) = (true, true)
      work.operations = []
      defer { work.subscriptions = [:] }
      return work.subscriptions
    }
    requests.failAll(.closed, onlySent: false)
    for (number, subscription) in subscriptions {
      Listeners.remove(number)
      subscription.finish()
    }
    events.end(.closed(error))
  }

  /// Does what is in the queue until the connection is over.
  private func serve(_ connection: Connected) -> Ending {
    var handles: [UInt: OpaquePointer] = [:]
    defer {
      for handle in handles.values { trove_nats_unsubscribe(handle) }
      connection.end()
    }
    // Those that were there before; what is in the queue comes later.
    for (number, subscription) in work.withLock({ $0.subscriptions }) {
      subscribe(number, connection, &handles)
      subscription.restart()
    }
    while true {
      let (operations, ending) = work.wait { Self.next(&$0) } ?? ([], .closed)
      if let ending { return ending }
      for (index, operation) in operations.enumerated() where !perform(operation, connection, &handles) {
        putBack(operations[index...])
        return .lost(work.wait(atMost: .seconds(1)) { $0.loss } ?? "the server does not take messages")
      }
    }
  }

  /// The next operations, or the end; `nil` to wait.
  private static func next(_ work: inout Work) -> ([Operation], Ending?)? {
    if let loss = work.loss { return ([], work.isClosing ? .closed : .lost(loss)) }
    if !work.operations.isEmpty {
      defer { (work.operations, work.size) = ([], 0) }
      return (work.operations, nil)
    }
    return work.isClosing ? ([], .closed) : nil
  }

  private func putBack(_ operations: ArraySlice<Operation>) {
    work.withLock { work in
      work.operations.insert(contentsOf: operations, at: 0)
      for case .publish(let message) in operations { work.size += message.size }
    }
  }

  /// Returns whether the connection still works.
  private func perform(_ operation: Operation, _ connection: Connected, _ handles: inout [UInt: OpaquePointer]) -> Bool
  {
    switch operation {
    case .publish(let message): return publish(message, connection)
    case .subscribe(let number): return subscribe(number, connection, &handles)
    case .unsubscribe(let number):
      handles.removeValue(forKey: number).map { trove_nats_unsubscribe($0) }
      return true
    case .flush(let number, let limit):
      let status = trove_nats_flush(connection.pointer, max(1, limit.milliseconds))
      let isDone = status == NATS_OK
      let answer = NATSMessage(subject: "", bytes: [])
      requests.finish(number, isDone ? .success(answer) : .failure(.timeout(after: limit)))
      return true
    }
  }

  private func publish(_ message: Outgoing, _ connection: Connected) -> Bool {
    let status = CStrings.with(message.headers.flatMap { [$0.name, $0.value] }) { lines in
      trove_nats_publish(
        connection.pointer, message.subject, message.reply, message.bytes, message.bytes.count, lines,
        message.headers.count)
    }
    guard !status.isLoss else { return false }
    if let request = message.request {
      if status == NATS_OK {
        requests.markSent(request)
      } else {
        requests.finish(request, .failure(.other(status.text)))
      }
    }
    return true
  }

  @discardableResult
  private func subscribe(_ number: UInt, _ connection: Connected, _ handles: inout [UInt: OpaquePointer]) -> Bool {
    guard handles[number] == nil, let subject = work.withLock({ $0.subscriptions[number]?.subject }) else {
      return true
    }
    var handle: OpaquePointer?
    let status = trove_nats_subscribe(&handle, connection.pointer, subject, number)
    guard !status.isLoss else { return false }
    handles[number] = handle
    return true
  }
}
