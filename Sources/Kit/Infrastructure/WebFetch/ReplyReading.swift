/// What has come of a reply so far, within its limits.
///
/// libcurl is told to stop by a count other than the one it offered.
struct ReplyReading {
  /// Why the rest of a reply is not wanted.
  enum Fault: Hashable {
    case bodyTooLarge, headTooLarge, contradiction, packing
    /// It redirects to what is no address of the web, or to another host.
    case badRedirect
    case otherHost(String)

    func error(_ place: String, _ limits: WebLimits) -> WebError {
      switch self {
      case .bodyTooLarge: .tooLarge(place, limit: limits.size)
      case .headTooLarge: .headTooLarge(place)
      case .contradiction, .packing: .badReply(place)
      case .badRedirect: .badRedirect(place)
      case .otherHost(let host): .otherHost(place, host)
      }
    }
  }

  private let limits: WebLimits
  /// What was asked for; redirects stay on its host.
  private let address: WebAddress
  private var isRedirect = false
  private(set) var headers: [WebHeader] = []
  private(set) var body: [UInt8] = []
  private(set) var fault: Fault?
  private var headBytes = 0

  init(_ address: WebAddress, limits: WebLimits) { (self.address, self.limits) = (address, limits) }

  /// Whether anything has come.
  var hasBegun: Bool { headBytes > 0 }

  // MARK: - Heads

  /// Takes a line of a head.
  mutating func takeHead(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
    guard let bytes, count > 0 else { return count }
    // Of all heads: a reply may have many, each of which says that another one follows.
    headBytes += count
    guard headBytes <= limits.heads else { return refuse(.headTooLarge) }
    let line = UnsafeRawBufferPointer(start: bytes, count: count)
    if line.starts(with: "HTTP/".utf8) {
      headers = []
      body = []
      // After the version, a blank: 301, 302, 303, 307, 308.
      isRedirect = line.drop { $0 != 0x20 }.dropFirst().first == UInt8(ascii: "3")
      return count
    }
    guard let header = Self.header(line) else { return count }
    if let fault = check(header) { return refuse(fault) }
    headers.append(header)
    return count
  }

  private static func header(_ line: UnsafeRawBufferPointer) -> WebHeader? {
    let line = String(decoding: line, as: UTF8.self)
    guard let colon = line.firstIndex(of: ":") else { return nil }
    func trimmed(_ text: Substring) -> String {
      let start = text.drop { $0.isWhitespace || $0.isNewline }
      return String(start.reversed().drop { $0.isWhitespace || $0.isNewline }.reversed())
    }
    return WebHeader(trimmed(line[..<colon]), trimmed(line[line.index(after: colon)...]))
  }

  /// Two lengths that differ, and packings that were not asked for: one within the other, or with a window so large
  /// that unpacking takes all memory.
  private func check(_ header: WebHeader) -> Fault? {
    switch header.name {
    case "content-length":
      headers.contains { $0.name == header.name && $0.value != header.value } ? .contradiction : nil
    case "content-encoding":
      Self.packings.contains(header.value.lowercased()) && !headers.contains { $0.name == header.name } ? nil : .packing
    case "location" where isRedirect: redirect(to: header.value)
    default: nil
    }
  }

  /// Why a redirect is refused; `nil` if it stays on the same host.
  ///
  /// The user agreed to one host, not to others, and least of all to hosts that only this computer can reach.
  private func redirect(to link: String) -> Fault? {
    guard let target = try? address.resolving(link) else { return .badRedirect }
    return target.host == address.host ? nil : .otherHost(target.host)
  }

  private static let packings: Set = ["identity", "gzip", "x-gzip", "deflate"]

  // MARK: - Bodies

  /// Takes a piece of the body.
  mutating func takeBody(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
    guard let bytes, count > 0 else { return count }
    guard count <= limits.size - body.count else { return refuse(.bodyTooLarge) }
    reserve(body.count + count)
    body.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
    return count
  }

  /// Grows by halves and never beyond the limit.
  private mutating func reserve(_ count: Int) {
    guard count > body.capacity else { return }
    body.reserveCapacity(min(limits.size, max(count, 64 << 10, body.capacity + body.capacity / 2)))
  }

  private mutating func refuse(_ fault: Fault) -> Int {
    self.fault = fault
    body = []
    return 0
  }
}
