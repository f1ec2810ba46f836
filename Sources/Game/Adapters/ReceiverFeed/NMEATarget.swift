internal import Glibc

/// The target of NMEA sentences: `-`, `pty`, `pty:LINK` or `udp:HOST:PORT`.
package enum NMEATarget: Hashable, Sendable {
  case standardOutput
  /// A new pseudo-terminal, and the path of a link to it.
  case terminal(link: String?)
  /// A UDP datagram for each sentence, to this host and port.
  case datagrams(host: String, port: UInt16)

  /// Parses a target; `nil` if `text` is none.
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

/// Sends sentences as datagrams, one in each; delivery is not confirmed.
struct DatagramLine {
  private let socket: Descriptor

  /// Throws: when the host is not known or cannot be reached from here.
  init(to host: String, port: UInt16) throws(FeedError) {
    var hints = addrinfo()
    hints.ai_socktype = CInt(SOCK_DGRAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, String(port), &hints, &list) == 0, let first = list?.pointee else {
      throw FeedError("The host \(host) to send sentences to is not known.")
    }
    defer { freeaddrinfo(list) }
    let flags = SOCK_CLOEXEC.rawValue | SOCK_DGRAM.rawValue
    let number = Glibc.socket(first.ai_family, Int32(bitPattern: flags), 0)
    guard number >= 0 else { throw FeedError.system("There is no socket to send by", errno) }
    socket = Descriptor(number)
    socket.set(SOL_SOCKET, SO_BROADCAST, 1)
    guard connect(number, first.ai_addr, first.ai_addrlen) == 0 else {
      throw FeedError.system("\(host) cannot be reached", errno)
    }
  }

  /// Sends an epoch; a sentence that cannot be delivered is dropped.
  func send(_ sentences: [[UInt8]]) {
    for sentence in sentences {
      // A host that refused the datagram before says so instead of taking this one: once more.
      if socket.send(sentence[...]) == .gone { _ = socket.send(sentence[...]) }
    }
  }
}
