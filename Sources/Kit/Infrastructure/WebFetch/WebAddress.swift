/// An address of the web, http or https: pure printable ASCII, without user, password or fragment.
///
/// Strict where programs disagree: an address that one reads as one host and another as a second does not exist here.
///
/// ```swift
/// try WebAddress("HTTPS://Places.example/pois?name=Café#top").text  // "https://places.example/pois?name=Caf%C3%A9"
/// ```
package struct WebAddress: Hashable, Sendable {
  /// Bytes of an address; longer ones are refused.
  package static let sizeLimit = 8192

  /// Whether it is `https`.
  package let isSecure: Bool
  /// In small letters; an IPv6 address in its brackets.
  package let host: String
  /// The port; `nil` for the scheme's default.
  package let port: Int?
  /// Begins with a slash.
  package let path: String
  /// The text after the question mark; `nil` without one.
  package let query: String?

  /// Reads an address.
  ///
  /// Throws: ``WebError/badAddress(_:)``; its text never holds a password.
  package init(_ text: String) throws(WebError) {
    guard text.utf8.count <= Self.sizeLimit else { throw .badAddress("it is longer than \(Self.sizeLimit) bytes") }
    let (scheme, rest) = try Self.scheme(of: text)
    let authority = rest.prefix { !"/?#".contains($0) }
    let behind = rest[authority.endIndex...].prefix { $0 != "#" }
    let (host, port) = try Self.host(of: authority)
    let path = behind.prefix { $0 != "?" }
    let query = path.endIndex < behind.endIndex ? behind[behind.index(after: path.endIndex)...] : nil
    self.init(
      isSecure: scheme == "https", host: host, port: port == (scheme == "https" ? 443 : 80) ? nil : port,
      path: path.isEmpty ? "/" : Self.escaped(path), query: query.map(Self.escaped))
  }

  private init(isSecure: Bool, host: String, port: Int?, path: String, query: String?) {
    (self.isSecure, self.host, self.port, self.path, self.query) = (isSecure, host, port, path, query)
  }

  /// Whether a text means to be an address of the web, well-formed or not.
  package static func isMeant(by text: String) -> Bool {
    let text = text.prefix(8).lowercased()
    return text.hasPrefix("http://") || text.hasPrefix("https://")
  }

  /// Scheme, host and port: what a server is.
  package var origin: String { "\(isSecure ? "https" : "http")://\(place)" }

  /// Host and, where it is not the usual one, port: `places.example:8080`.
  package var place: String { host + (port.map { ":\($0)" } ?? "") }

  /// The whole address.
  package var text: String { origin + path + (query.map { "?\($0)" } ?? "") }
}

// MARK: - Others made of it

extension WebAddress {
  /// The absolute address of a link on this page (RFC 3986, section 5, but without removing dot segments).
  ///
  /// Throws: ``WebError/badAddress(_:)``, also for other schemes.
  package func resolving(_ link: String) throws(WebError) -> WebAddress {
    if link.hasPrefix("//") { return try WebAddress((isSecure ? "https:" : "http:") + link) }
    if link.hasPrefix("/") { return try WebAddress(origin + link) }
    if link.hasPrefix("?") { return try WebAddress(origin + path + link) }
    let scheme = link.prefix { !":/?#".contains($0) }
    if link[scheme.endIndex...].hasPrefix(":") { return try WebAddress(link) }
    if link.isEmpty || link.hasPrefix("#") { return self }
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
    return try WebAddress(origin + folder + link)
  }

  /// Returns this address with another path; without its query if `keepsQuery` is false.
  package func at(path: String, keepsQuery: Bool = true) -> WebAddress {
    WebAddress(
      isSecure: isSecure, host: host, port: port, path: path.hasPrefix("/") ? Self.escaped(path) : "/",
      query: keepsQuery ? query : nil)
  }

  /// Returns this address with `parameters` in its query; they replace those of the same name.
  package func setting(_ parameters: [(name: String, value: String)]) -> WebAddress {
    let names = Set(parameters.map(\.name))
    let kept = (query ?? "").split(separator: "&").filter { !names.contains(String($0.prefix { $0 != "=" })) }
    let added = parameters.map { "\($0.name)=\(Self.encoded($0.value))"[...] }
    return WebAddress(
      isSecure: isSecure, host: host, port: port, path: path, query: (kept + added).joined(separator: "&"))
  }

  /// A text as the value of a parameter: all but letters, digits and `-._~,:` escaped.
  package static func encoded(_ value: String) -> String {
    percent(value.utf8) { byte in isUnreserved(byte) || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":") }
  }
}

// MARK: - Reading

extension WebAddress {
  private static func scheme(of text: String) throws(WebError) -> (String, Substring) {
    guard let end = text.firstRange(of: "://") else {
      throw .badAddress("it does not begin with http:// or https://")
    }
    let scheme = text[..<end.lowerBound].lowercased()
    guard scheme == "http" || scheme == "https" else {
      throw .badAddress("it does not begin with http:// or https://")
    }
    return (scheme, text[end.upperBound...])
  }

  private static func host(of authority: Substring) throws(WebError) -> (String, Int?) {
    guard !authority.contains("@") else {
      throw .badAddress("it has a user or password; leave out what stands before the @")
    }
    var host = authority
    var port: Int?
    if let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") {
      let digits = authority[authority.index(after: colon)...]
      guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits),
        (1...65_535).contains(number)
      else { throw .badAddress("its port is no number from 1 to 65535") }
      (host, port) = (authority[..<colon], number)
    }
    guard !host.isEmpty else { throw .badAddress("it names no host") }
    guard host.utf8.count <= 255, isHost(host) else {
      throw .badAddress("its host has other signs than letters, digits, dots and hyphens")
    }
    return (host.lowercased(), port)
  }

  private static func isHost(_ host: Substring) -> Bool {
    if host.hasPrefix("["), host.hasSuffix("]") {
      let inside = host.dropFirst().dropLast().utf8
      return !inside.isEmpty && inside.allSatisfy { isHexDigit($0) || ":.".utf8.contains($0) }
    }
    return host.utf8.allSatisfy { isLetterOrDigit($0) || [0x2D, 0x2E, 0x5F].contains($0) }
  }

  /// Percent-escapes the characters that an address may not contain; existing escapes are kept.
  private static func escaped(_ part: some StringProtocol) -> String {
    percent(part.utf8) { byte in (0x21...0x7E).contains(byte) && !"\"<>\\^`{|}".utf8.contains(byte) }
  }

  private static func percent(_ bytes: some Sequence<UInt8>, keeps: (UInt8) -> Bool) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var text: [UInt8] = []
    for byte in bytes {
      if keeps(byte) { text.append(byte) } else { text += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }
  private static func isUnreserved(_ byte: UInt8) -> Bool { isLetterOrDigit(byte) || "-._~".utf8.contains(byte) }
  private static func isHexDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
  }
}
