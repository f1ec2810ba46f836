internal import Glibc

/// The address of a gpsd, and optionally one of its receivers.
///
/// Written `[host[:port[:device]]]`, as every gps tool takes it: fields may be empty, an IPv6 address stands in
/// brackets, and a lone path is a device of the gpsd on this machine. Written as a URL, `gpsd://host[:port][/device]`,
/// as other programs take it, the host comes first and the path is the device; the word `gpsd:` may be left out:
///
/// ```swift
/// try GPSDAddress(parsing: "example.org")        // example.org:2947
/// try GPSDAddress(parsing: "[::1]:2948")         // [::1]:2948
/// try GPSDAddress(parsing: "localhost::/dev/ttyS1")
/// try GPSDAddress(parsing: "/dev/ttyUSB0")       // that receiver, on localhost:2947
/// try GPSDAddress(parsing: "//example.org/dev/ttyUSB0")
/// ```
package struct GPSDAddress: Hashable, Sendable {
  /// A name or a numeric address, without brackets; never empty, printable.
  package let host: String
  /// A number in `1 ... 65535`, or the name of a service.
  package let port: String
  /// The path of one receiver as gpsd names it; `nil` means all of them.
  package let device: String?

  /// The gpsd of this machine.
  package static let local = GPSDAddress(host: "localhost", port: "2947", device: nil)

  private init(host: String, port: String, device: String?) {
    self.host = host
    self.port = port
    self.device = device
  }

  /// Reads `[host[:port[:device]]]` or `[gpsd:]//host[:port][/device]`; the empty text is ``local``.
  ///
  /// Throws: ``GPSDAddressError`` with a sentence that says what to write instead.
  package init(parsing text: String) throws(GPSDAddressError) {
    let fields = try Self.fields(of: text)
    host = fields.host.isEmpty ? Self.local.host : String(fields.host)
    port = fields.port.isEmpty ? Self.local.port : String(fields.port)
    device = fields.device.isEmpty ? nil : String(fields.device)
    try check(text)
  }
}

extension GPSDAddress: CustomStringConvertible {
  /// `localhost:2947`, `[::1]:2947`: the daemon, without the device.
  package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

/// The error for a text that is no address of a gpsd; its description says what to write instead.
package struct GPSDAddressError: Error, Hashable, CustomStringConvertible {
  /// The kinds of error.
  package enum Problem: Hashable, Sendable {
    /// It holds a space or a control character.
    case unprintable
    case tooLong(limit: Int)
    /// The bracket of an IPv6 address is not closed.
    case openBracket
    /// The part that is no host name.
    case host(String)
    /// The part that is neither a number from 1 to 65535 nor a service of this computer.
    case port(String)
    /// The part that is no path of a device.
    case device(String)
  }
  /// The address as it was written.
  package let text: String
  /// What is wrong with it.
  package let problem: Problem

  package var description: String {
    switch problem {
    case .unprintable: "the address of gpsd holds a space or a control character"
    case .tooLong(let limit): "the address of gpsd is longer than \(limit) characters"
    case .openBracket: "\(text): the bracket of the IPv6 address is not closed; write [::1]:2947"
    case .host(let host): "\(text): \(host) is no host name; write host:port, for example localhost:2947"
    case .port(let port): "\(text): \(port) is no port; write a number from 1 to 65535, for example localhost:2947"
    case .device(let device):
      "\(text): \(device) is no device; write its path, as localhost:2947:/dev/ttyUSB0, "
        + "and an IPv6 address in brackets, as [::1]:2947"
    }
  }
}

// MARK: - Reading

extension GPSDAddress {
  private typealias Fields = (host: Substring, port: Substring, device: Substring)

  /// Longest text; gpsd's own limit for a device is 127 bytes and DNS' for a name 253.
  private static let longest = 400

  /// Cuts the text as `gpsd_source_spec` of the gps tools does.
  private static func fields(of text: String) throws(GPSDAddressError) -> Fields {
    guard text.utf8.count <= longest else {
      throw GPSDAddressError(text: "", problem: .tooLong(limit: longest))
    }
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw GPSDAddressError(text: "", problem: .unprintable)
    }
    let scheme = "gpsd://"
    guard !text.hasPrefix(scheme), !text.hasPrefix("//") else {
      let address = text.dropFirst(text.hasPrefix(scheme) ? scheme.count : 2)
      let path = address.firstIndex(of: "/") ?? address.endIndex
      let fields = try self.fields(of: String(address[..<path]))
      guard fields.device.isEmpty else { throw GPSDAddressError(text: text, problem: .device(String(fields.device))) }
      // A last slash alone names no device.
      return (fields.host, fields.port, address[path...] == "/" ? "" : address[path...])
    }
    var host = text.prefix { $0 != ":" }
    if text.first == "[" {
      guard let bracket = text.firstIndex(of: "]") else { throw GPSDAddressError(text: text, problem: .openBracket) }
      host = text[...bracket]
    }
    let rest = text[host.endIndex...]
    if rest.isEmpty, host.contains("/") { return ("", "", host) }
    guard rest.isEmpty || rest.first == ":" else {
      throw GPSDAddressError(text: text, problem: .host(String(host + rest)))
    }
    let port = rest.dropFirst().prefix { $0 != ":" }
    let device = text[port.endIndex...].dropFirst()
    return (host.first == "[" ? host.dropFirst().dropLast() : host, port, rest.isEmpty ? "" : device)
  }

  private func check(_ text: String) throws(GPSDAddressError) {
    // A host never holds a slash, a quote or the like: it is shown to the player and given to the resolver.
    let isHost = host.utf8.allSatisfy { Self.isWordCharacter($0) || ".:%".utf8.contains($0) }
    guard isHost, host.utf8.first != UInt8(ascii: "-") else {
      throw GPSDAddressError(text: text, problem: .host(host))
    }
    let isNumber = port.utf8.allSatisfy { (0x30...0x39).contains($0) }
    let isPort = isNumber ? (1...65_535).contains(Int(port) ?? 0) : Self.isService(port)
    guard isPort else { throw GPSDAddressError(text: text, problem: .port(port)) }
    // Every name that gpsd gives a receiver holds a slash (`/dev/ttyS0`, `udp://*:5000`); `::1` without brackets
    // would otherwise be device 1 on localhost.
    if let device, !device.contains("/") || device.utf8.count > 127 {
      throw GPSDAddressError(text: text, problem: .device(device))
    }
  }

  /// Whether this computer knows the port of a service; that of gpsd is known without asking.
  private static func isService(_ name: String) -> Bool {
    guard name != "gpsd" else { return true }
    guard name.utf8.allSatisfy(isWordCharacter) else { return false }
    var (hints, found) = (addrinfo(), UnsafeMutablePointer<addrinfo>?.none)
    (hints.ai_socktype, hints.ai_flags) = (Int32(SOCK_STREAM.rawValue), AI_PASSIVE)
    defer { freeaddrinfo(found) }
    return getaddrinfo(nil, name, &hints, &found) == 0
  }

  private static func isWordCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }
}

// MARK: - Asking

extension GPSDAddress {
  /// The line that makes gpsd send its reports as JSON, of ``device`` only where there is one.
  package var watchCommand: String {
    guard let device else { return "?WATCH={\"enable\":true,\"json\":true};\n" }
    // Printable and without spaces since it was read; these two would still end the JSON string.
    let name = device.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined()
    return "?WATCH={\"enable\":true,\"json\":true,\"device\":\"\(name)\"};\n"
  }
}
