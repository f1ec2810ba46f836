internal import Glibc
internal import SystemKit

/// The version of a server.
package struct NATSVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The three numbers of `2.9.10`.
  package let major, minor, patch: Int

  /// Creates a version.
  package init(_ major: Int, _ minor: Int, _ patch: Int) {
    (self.major, self.minor, self.patch) = (major, minor, patch)
  }

  /// Reads `2.9.10`, or `2.12.0-RC.1` as 2.12.0; `nil` if the text begins with no three numbers.
  package init?(_ text: String) {
    let numbers = text.prefix(100).split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
      .map { part in Int(part.prefix { $0.isASCII && $0.isNumber }) }
    guard numbers.count == 3, let major = numbers[0], let minor = numbers[1], let patch = numbers[2] else { return nil }
    self.init(major, minor, patch)
  }

  package var description: String { "\(major).\(minor).\(patch)" }

  package static func < (one: NATSVersion, other: NATSVersion) -> Bool {
    (one.major, one.minor, one.patch) < (other.major, other.minor, other.patch)
  }
}

/// What a server says first, before it knows who connects.
enum ServerGreeting {
  /// Bytes of a greeting at most, and how long it may take.
  private static let (sizeLimit, timeLimit) = (64 << 10, 3)

  /// The version in a greeting, `INFO {"version":"2.9.10",…}`; `nil` if there is none.
  static func version(in line: [UInt8]) -> NATSVersion? {
    struct Info: Decodable { let version: String }
    guard line.starts(with: "INFO ".utf8),
      let info = NATSJSON.decode(Info.self, Array(line.dropFirst(5)))
    else { return nil }
    return NATSVersion(info.version)
  }

  /// Connects to `HOST:PORT`, on a thread of its own, and reads the greeting.
  static func version(of server: String) async throws(NATSError) -> NATSVersion? {
    let line = await withCheckedContinuation { (continuation: CheckedContinuation<[UInt8]?, Never>) in
      let hasStarted = SystemThread.start(stackSize: 1 << 20, blocksSignals: true) {
        continuation.resume(returning: read(server))
      }
      if !hasStarted { continuation.resume(returning: nil) }
    }
    guard let line else { throw .unreachable(server.printable) }
    return version(in: line)
  }

  private static func read(_ server: String) -> [UInt8]? {
    guard let colon = server.lastIndex(of: ":") else { return nil }
    let host = server[..<colon].filter { $0 != "[" && $0 != "]" }
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, String(server[server.index(after: colon)...]), &hints, &found) == 0 else { return nil }
    defer { freeaddrinfo(found) }
    for address in sequence(first: found, next: { $0?.pointee.ai_next }) {
      guard let address else { break }
      if let line = read(address.pointee) { return line }
    }
    return nil
  }

  private static func read(_ address: addrinfo) -> [UInt8]? {
    let descriptor = socket(address.ai_family, address.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), address.ai_protocol)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var limit = timeval(tv_sec: timeLimit, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
    guard connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 else { return nil }
    var line: [UInt8] = []
    while line.count < sizeLimit, let bytes = try? SystemIO.some(descriptor), !bytes.isEmpty {
      line += bytes
      if let end = line.firstIndex(of: UInt8(ascii: "\r")) { return Array(line[..<end]) }
    }
    return nil
  }
}

extension SystemIO {
  fileprivate static func some(_ descriptor: CInt) throws(SystemError) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = try read(descriptor, into: &buffer)
    return Array(buffer.prefix(count))
  }
}
