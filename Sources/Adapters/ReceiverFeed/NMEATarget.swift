/// Where sentences go: `-`, `pty`, `pty:LINK` or `udp:HOST:PORT`.
package enum NMEATarget: Hashable, Sendable {
  case standardOutput
  /// A new pseudo-terminal, and the path of a link to it.
  case terminal(link: String?)
  case datagrams(host: String, port: UInt16)

  /// Reads a target; nothing when it is none.
  package init?(_ text: String) {
    if text == "-" {
      self = .standardOutput
    } else if text == "pty" {
      self = .terminal(link: nil)
    } else if text.hasPrefix("pty:"), text.count > 4 {
      self = .terminal(link: String(text.dropFirst(4)))
    } else if text.hasPrefix("udp:") {
      guard let target = Self.datagrams(text.dropFirst(4)) else { return nil }
      self = target
    } else {
      return nil
    }
  }

  /// `HOST:PORT`, an IPv6 address in brackets; without a host this machine.
  private static func datagrams(_ text: Substring) -> NMEATarget? {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]), port > 0 else {
      return nil
    }
    var host = text[..<colon]
    if host.first == "[", host.last == "]" {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      return nil
    }
    return .datagrams(host: host.isEmpty ? "127.0.0.1" : String(host), port: port)
  }
}
