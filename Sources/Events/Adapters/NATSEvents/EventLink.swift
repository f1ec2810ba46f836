package import EventDomain
internal import Sealing

/// What an invitation is: where the event is, what proves that it is the right one, and a pass to ask for a pass.
///
/// As text it is a link, `trove://join?...`, all of which is printable ASCII without blanks.
package struct EventLink: Hashable, Sendable {
  /// Characters that a link may have.
  private static let longest = 8192
  private static let start = "trove://join?"

  /// The event.
  package let event: EventID
  /// The addresses of its servers, `HOST:PORT`; at least one.
  package let servers: [String]
  /// The servers' certificate, PEM.
  package let certificate: String
  /// Names the invitation.
  package let invitation: String
  /// The token with which whoever has the link may ask for a pass.
  package let token: String

  /// Creates a link.
  package init(event: EventID, servers: [String], certificate: String, invitation: String, token: String) {
    (self.event, self.servers, self.certificate) = (event, servers, certificate)
    (self.invitation, self.token) = (invitation, token)
  }

  /// The link.
  package var text: String {
    let body = certificate.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined()
    let words = [
      "e=\(event)", "s=\(servers.joined(separator: ","))", "i=\(invitation)", "c=\(Self.urlSafe(body))", "t=\(token)",
    ]
    return Self.start + words.joined(separator: "&")
  }

  /// Reads a link; `nil` for another text.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.longest, text.hasPrefix(Self.start) else { return nil }
    let pairs = text.dropFirst(Self.start.count).split(separator: "&").compactMap { word -> (String, String)? in
      let parts = word.split(separator: "=", maxSplits: 1)
      return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
    }
    let values = Dictionary(pairs) { first, _ in first }
    guard let event = values["e"].flatMap({ EventID($0) }), let servers = values["s"]?.split(separator: ","),
      !servers.isEmpty, servers.allSatisfy({ Self.isAddress($0) }), let invitation = values["i"],
      Self.isWord(invitation), let token = values["t"], token.utf8.allSatisfy(Self.isTokenLetter),
      let body = values["c"].map(Self.padded), Base64.bytes(body) != nil
    else { return nil }
    self.init(
      event: event, servers: servers.map(String.init), certificate: Self.pem(body), invitation: invitation,
      token: token)
  }

  private static func isAddress(_ text: Substring) -> Bool {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let port = Int(parts[1]), (1...65535).contains(port) else { return false }
    return !parts[0].isEmpty
      && parts[0].utf8.allSatisfy { isLetter($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
  }

  private static func isWord(_ text: String) -> Bool {
    (1...40).contains(text.utf8.count) && text.utf8.allSatisfy(isLetter)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  private static func isTokenLetter(_ byte: UInt8) -> Bool { isLetter(byte) || "-_.".utf8.contains(byte) }

  private static func urlSafe(_ base64: String) -> String {
    base64.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  private static func padded(_ text: String) -> String {
    let base64 = text.replacing("-", with: "+").replacing("_", with: "/")
    return base64 + String(repeating: "=", count: (4 - base64.count % 4) % 4)
  }

  private static func pem(_ body: String) -> String {
    var lines = ["-----BEGIN CERTIFICATE-----"]
    var rest = body[...]
    while !rest.isEmpty {
      lines.append(String(rest.prefix(64)))
      rest = rest.dropFirst(64)
    }
    return (lines + ["-----END CERTIFICATE-----", ""]).joined(separator: "\n")
  }
}
