internal import CMicroHTTP
internal import Glibc
internal import SystemKit

/// A page that a web server gives to everybody.
package struct WebPage: Hashable, Sendable {
  /// From the slash on, as `/map.svg`.
  package var path: String
  /// What it is, as `text/html; charset=utf-8`.
  package var type: String
  /// How long a browser may keep it: the header `Cache-Control`.
  package var caching: String
  /// The page itself.
  package var bytes: [UInt8]

  /// Creates a page; by default browsers ask for it each time.
  package init(_ path: String, type: String, caching: String = "no-store", bytes: [UInt8]) {
    (self.path, self.type, self.caching, self.bytes) = (path, type, caching, bytes)
  }

  /// Creates a page from a text, with the character set in its type.
  package init(_ path: String, type: String, text: String) {
    self.init(path, type: "\(type); charset=utf-8", bytes: Array(text.utf8))
  }
}

/// What strangers can take of a web server.
package struct VisitorLimits: Hashable, Sendable {
  /// Connections at a time.
  package var connections = 512
  /// Connections at a time from one address, behind which there may be many.
  package var connectionsPerAddress = 64
  /// Connections of these that read the stream; fewer, so that pages can be had all the same.
  package var streams = 384
  /// How long a request may take from its first byte, or from the beginning of the connection.
  package var asking = Duration.seconds(10)
  /// How long an answer or a message may take until it is read.
  package var sending = Duration.seconds(30)
  /// How often connections are looked at.
  package var look = Duration.seconds(1)

  /// Limits for some hundred readers.
  package init() {}
}

/// Why there is no web server, fit to print.
package enum WebServerError: Error, Hashable, CustomStringConvertible {
  /// The port is used by another program.
  case inUse(port: UInt16)
  /// Something else; in the system's words.
  case other(String)

  package var description: String {
    switch self {
    case .inUse(let port): "port \(port) is used by another program; take another one"
    case .other(let why): why
    }
  }
}

/// A web server with a few pages and one stream of server-sent events, for readers who may be hostile.
///
/// The stream has channels. Each reader gets the newest message of each channel, and each new one as fast as they read:
/// whoever is slow misses some, and the server keeps nothing for them.
///
/// ```swift
/// let server = try WebServer(
///   [WebPage("/", type: "text/html", text: "<p>Hello")], stream: "/events", at: .init(address: "127.0.0.1", port: 8080))
/// server.publish("event: score\ndata: 3\n\n", on: 0)
/// ```
package final class WebServer: Sendable {
  /// Where it listens, and how.
  package struct Listening: Sendable {
    /// The address of this computer, a number of IPv4; `nil` for all of them.
    package var address: String?
    /// The port; 0 for one that is free.
    package var port: UInt16
    /// The names by which browsers may ask for its pages, beside numbers; whoever asks by another name gets nothing.
    ///
    /// A stranger's page whose name leads to this computer could read them otherwise (DNS rebinding).
    package var names: [String]
    /// Certificate and key for HTTPS, PEM; `nil` for HTTP.
    package var identity: (certificate: String, key: String)?

    /// Creates a place to listen at.
    package init(
      address: String?, port: UInt16, names: [String] = ["localhost"],
      identity: (certificate: String, key: String)? = nil
    ) {
      (self.address, self.port, self.names, self.identity) = (address, port, names, identity)
    }
  }

  /// The port that it listens at.
  package let port: UInt16
  private let running: Guarded<Running?>
  private let looking: Task<Void, Never>

  /// The server in C, which is called by one thread at a time.
  private struct Running: @unchecked Sendable {
    let server: OpaquePointer
  }

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - stream: the path of the stream.
  ///   - headers: the headers of each answer.
  package init(
    _ pages: [WebPage], stream: String, headers: [(name: String, value: String)] = [], at place: Listening,
    limits: VisitorLimits = VisitorLimits()
  ) throws(WebServerError) {
    var error = CInt(0)
    guard let server = Self.start(pages, stream, headers, place, limits, &error) else {
      switch error {
      case EADDRINUSE: throw .inUse(port: place.port)
      case EPROTO: throw .other("the web server cannot be started; its certificate may be damaged")
      default: throw .other("the web server cannot listen at port \(place.port): \(SystemError(code: error))")
      }
    }
    port = trove_http_port(server)
    let running = Guarded<Running?>(Running(server: server))
    self.running = running
    looking = Task {
      while !Task.isCancelled {
        try? await Task.sleep(for: limits.look)
        running.withLock { if let server = $0?.server { trove_http_tick(server) } }
      }
    }
  }

  deinit { stop() }

  /// Sends a message to all who read the stream, and to all who come later until the next one of its channel.
  ///
  /// - Parameter channel: from 0, below 8.
  package func publish(_ message: String, on channel: Int) {
    running.withLock { running in
      guard let server = running?.server else { return }
      let bytes = Array(message.utf8)
      trove_http_publish(server, UInt32(clamping: channel), bytes, bytes.count)
    }
  }

  /// How many connections there are, and how many of them read the stream.
  package var counts: (connections: Int, streams: Int) {
    running.withLock { running in
      var (connections, streams) = (UInt32(0), UInt32(0))
      if let server = running?.server { trove_http_count(server, &connections, &streams) }
      return (Int(connections), Int(streams))
    }
  }

  /// Ends all connections and the server.
  package func stop() {
    looking.cancel()
    let last = running.withLock { running in
      defer { running = nil }
      return running
    }
    if let last { trove_http_stop(last.server) }
  }

  private static func start(
    _ pages: [WebPage], _ stream: String, _ headers: [(name: String, value: String)], _ place: Listening,
    _ limits: VisitorLimits, _ error: inout CInt
  ) -> OpaquePointer? {
    let texts = CTexts()
    // What it points to is copied by the call.
    defer { texts.free() }
    var options = trove_http_options()
    options.address = place.address.flatMap(texts.add)
    options.port = place.port
    options.certificate = (place.identity?.certificate).flatMap(texts.add)
    options.key = (place.identity?.key).flatMap(texts.add)
    options.stream = texts.add(stream)
    (options.connections, options.streams) = (UInt32(clamping: limits.connections), UInt32(clamping: limits.streams))
    options.connections_per_address = UInt32(clamping: limits.connectionsPerAddress)
    options.asking_ms = UInt32(clamping: Int(limits.asking / .milliseconds(1)))
    options.sending_ms = UInt32(clamping: Int(limits.sending / .milliseconds(1)))
    let all = pages.map { page in
      trove_http_page(
        path: texts.add(page.path), type: texts.add(page.type), caching: texts.add(page.caching),
        bytes: texts.add(page.bytes), size: page.bytes.count)
    }
    let words = headers.flatMap { [texts.add($0.name), texts.add($0.value)] }.map { UnsafePointer($0) }
    let names = place.names.map { UnsafePointer(texts.add($0)) }
    return all.withUnsafeBufferPointer { all in
      words.withUnsafeBufferPointer { words in
        names.withUnsafeBufferPointer { names in
          (options.pages, options.page_count) = (all.baseAddress, all.count)
          (options.headers, options.header_count) = (words.baseAddress, words.count / 2)
          (options.names, options.name_count) = (names.baseAddress, names.count)
          return trove_http_start(&options, &error)
        }
      }
    }
  }
}

/// Texts for a call to C, all freed together.
private final class CTexts {
  private var pointers: [UnsafeMutableRawPointer] = []

  func add(_ bytes: [UInt8]) -> UnsafePointer<CChar>? {
    guard let copy = malloc(bytes.count + 1) else { return nil }
    bytes.withUnsafeBytes { if let base = $0.baseAddress { memcpy(copy, base, bytes.count) } }
    copy.storeBytes(of: 0, toByteOffset: bytes.count, as: UInt8.self)
    pointers.append(copy)
    return UnsafePointer(copy.assumingMemoryBound(to: CChar.self))
  }

  func add(_ text: String) -> UnsafePointer<CChar>? { add(Array(text.utf8)) }

  func free() { for pointer in pointers { Glibc.free(pointer) } }
}
