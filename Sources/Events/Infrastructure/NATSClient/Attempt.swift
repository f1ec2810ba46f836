internal import CNATS
internal import Glibc
internal import SystemKit

/// A connection of libnats's, which one thread at a time touches.
struct Connected: @unchecked Sendable {
  let pointer: OpaquePointer
  /// The listener for its news.
  let number: UInt
  /// `HOST:PORT`.
  let server: String
  /// Bytes that the server takes in one message.
  let payloadLimit: Int

  /// Closes and frees it; blocks for half a second at most.
  func end() {
    Listeners.remove(number)
    trove_nats_destroy(pointer)
  }
}

/// One attempt to connect, on a thread of its own.
///
/// libnats waits for ever for a server that stops in the middle of a TLS handshake, and nothing can end that. So the
/// attempt is left behind when its time is over; should it come to an end after all, it cleans up behind itself.
final class Attempt: Sendable {
  private enum State {
    case running
    case done(Result<Connected, NATSError>)
    case abandoned
  }

  /// How many attempts may be left behind in one program.
  private static let abandonedLimit = 64
  private static let abandoned = Guarded(0)

  private let options: NATSOptions
  private let addresses: [String]
  private let state = Monitor(State.running)

  private init(_ options: NATSOptions, _ addresses: [String]) { (self.options, self.addresses) = (options, addresses) }

  /// Tries each server once; blocks, for twice the limit of a connection for each server at most.
  ///
  /// - Parameter hear: told what becomes of the connection, on a thread of libnats's.
  static func connect(
    _ options: NATSOptions, _ addresses: [String], hear: @escaping @Sendable (Listeners.News) -> Void
  ) throws(NATSError) -> Connected {
    guard trove_nats_load() != 0 else { throw .noLibrary }
    _ = Listeners.areSet
    guard abandoned.withLock({ $0 < abandonedLimit }) else { throw .unreachable("too many servers do not answer") }
    let attempt = Attempt(options, addresses)
    let number = Listeners.add(news: hear)
    guard SystemThread.start(stackSize: 1 << 20, blocksSignals: true, { attempt.run(number) }) else {
      Listeners.remove(number)
      throw .other("no thread to be had")
    }
    return try attempt.result(within: max(.milliseconds(1), options.connectLimit) * (2 * addresses.count))
  }

  private func result(within limit: Duration) throws(NATSError) -> Connected {
    let done = state.wait(atMost: limit) { state -> Result<Connected, NATSError>? in
      if case .done(let result) = state { result } else { nil }
    }
    if let done { return try done.get() }
    // It may have ended just now.
    let late = state.withLock { state -> Result<Connected, NATSError>? in
      if case .done(let result) = state { return result }
      state = .abandoned
      Self.abandoned.withLock { $0 += 1 }
      return nil
    }
    guard let late else { throw .unreachable("no answer in time") }
    return try late.get()
  }

  private func run(_ number: UInt) {
    let result = open(number)
    if case .failure = result { Listeners.remove(number) }
    let isWanted = state.withLock { state in
      if case .abandoned = state { return false }
      state = .done(result)
      return true
    }
    guard !isWanted else { return }
    Self.abandoned.withLock { $0 -= 1 }
    if case .success(let connection) = result { connection.end() }
  }

  private func open(_ number: UInt) -> Result<Connected, NATSError> {
    var pointer: OpaquePointer?
    var why = [CChar](repeating: 0, count: 512)
    let status = open(&pointer, number, &why)
    guard status == NATS_OK, let pointer else {
      return .failure(NATSError(status, String(why).printable.dropPlace))
    }
    var address = [CChar](repeating: 0, count: 512)
    trove_nats_address(pointer, &address, address.count)
    let limit = Int(clamping: trove_nats_max_payload(pointer))
    return .success(
      Connected(
        pointer: pointer, number: number, server: String(address).printable.dropScheme,
        payloadLimit: limit > 0 ? limit : 1 << 20))
  }

  private func open(_ pointer: inout OpaquePointer?, _ number: UInt, _ why: inout [CChar]) -> natsStatus {
    let signer = options.credentials.map { Signer($0.sign) }
    return withExtendedLifetime(signer) {
      CStrings.with(addresses) { servers in
        CStrings.with([options.name, options.certificates, options.credentials?.token]) { texts in
          var wanted = trove_nats_options()
          (wanted.servers, wanted.server_count) = (servers, CInt(addresses.count))
          (wanted.name, wanted.certificates, wanted.token) = (texts?[0], texts?[1], texts?[2])
          (wanted.connect_ms, wanted.write_ms) = (max(1, options.connectLimit.milliseconds), 5000)
          (wanted.ping_ms, wanted.pings_out) = (max(1, options.pingInterval.milliseconds), 2)
          wanted.number = number
          wanted.sign = { Signer.sign($0, $1, $2) }
          wanted.signer = signer.map { Unmanaged.passUnretained($0).toOpaque() }
          return trove_nats_connect(&pointer, &wanted, &why, why.count)
        }
      }
    }
  }
}

/// The user's signature as an object, which a C pointer can carry.
private final class Signer {
  private let run: @Sendable ([UInt8]) -> [UInt8]

  init(_ run: @escaping @Sendable ([UInt8]) -> [UInt8]) { self.run = run }

  static func sign(
    _ text: UnsafePointer<CChar>?, _ signature: UnsafeMutablePointer<UInt8>?, _ signer: UnsafeMutableRawPointer?
  ) -> CInt {
    guard let text, let signature, let signer else { return 0 }
    let nonce = Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
    let made = Unmanaged<Signer>.fromOpaque(signer).takeUnretainedValue().run(nonce)
    guard made.count == 64 else { return 0 }
    signature.update(from: made, count: 64)
    return 1
  }
}

/// Texts as C has them.
enum CStrings {
  /// Calls `body` with an array of texts, which ends with them.
  static func with<Result>(
    _ texts: [String?], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
  ) -> Result {
    var copies = texts.map { $0.flatMap { UnsafePointer(strdup($0)) } }
    defer { for copy in copies { free(UnsafeMutablePointer(mutating: copy)) } }
    return copies.withUnsafeMutableBufferPointer { body(UnsafePointer($0.baseAddress)) }
  }
}

extension natsStatus {
  /// Whether the connection is over, or must be ended.
  var isLoss: Bool {
    switch self {
    case NATS_CONNECTION_CLOSED, NATS_CONNECTION_DISCONNECTED, NATS_STALE_CONNECTION, NATS_IO_ERROR, NATS_SSL_ERROR,
      NATS_TIMEOUT, NATS_NOT_YET_CONNECTED, NATS_DRAINING:
      true
    default: false
    }
  }

  /// libnats's words for it.
  var text: String { String(cString: trove_nats_text(self)).printable }
}

extension NATSError {
  /// Translates why a connection did not come about.
  fileprivate init(_ status: natsStatus, _ why: String) {
    let words = why.lowercased()
    let isAboutUser = words.contains("authorization") || words.contains("authentication")
    self =
      switch status {
      case NATS_CONNECTION_AUTH_FAILED: .refused(why)
      case NATS_SSL_ERROR, NATS_SECURE_CONNECTION_WANTED, NATS_SECURE_CONNECTION_REQUIRED: .notSecure(why)
      case NATS_ERR where isAboutUser && !words.contains("timeout"): .refused(why)
      case NATS_INVALID_ARG, NATS_NO_MEMORY, NATS_NOT_INITIALIZED: .other(why)
      default: .unreachable(why)
      }
  }

  /// Whether another attempt may have another outcome.
  var mayPass: Bool {
    switch self {
    case .unreachable: true
    default: false
    }
  }
}

extension Duration {
  /// Whole milliseconds, at most a day.
  var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    return min(max(seconds, -86_400), 86_400) * 1000 + attoseconds / 1_000_000_000_000_000
  }
}

extension String {
  /// The text up to the first NUL.
  fileprivate init(_ text: [CChar]) {
    self.init(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// A text of libnats's without the place in its source, `(conn.c:2088): `.
  fileprivate var dropPlace: String {
    guard hasPrefix("("), let end = firstRange(of: "): ") else { return self }
    return String(self[end.upperBound...])
  }

  /// An address without `nats://` or `tls://`.
  fileprivate var dropScheme: String {
    guard let end = firstRange(of: "://") else { return self }
    return String(self[end.upperBound...])
  }
}
