internal import Glibc

extension EventFolder.Address {
  /// Ports from one server to the next: for players, for phones, and for the other servers.
  private static let ports = 3

  /// The port for players of a server, from 0; the next one is for phones, and the one after for the other servers.
  func port(ofNode node: Int) -> Int { port + node * Self.ports }

  /// The first port that another program listens on, of those that so many servers need; `nil` if none is taken.
  package func takenPort(nodes: Int = 1) -> Int? {
    (0..<nodes).flatMap { node in (0..<(nodes == 1 ? 2 : Self.ports)).map { port(ofNode: node) + $0 } }.first(
      where: isTaken)
  }

  /// Whether somebody listens on a port of this computer; what cannot be found out is not taken.
  private func isTaken(_ port: Int) -> Bool {
    guard let number = UInt16(exactly: port) else { return false }
    let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard file >= 0 else { return false }
    defer { close(file) }
    // As the server does: connections of an earlier one that are not quite over do not matter.
    var yes: Int32 = 1
    setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = number.bigEndian
    place.sin_addr.s_addr = (isOpen ? UInt32(0) : 0x7F00_0001).bigEndian
    let isBound = withUnsafePointer(to: place) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
    return (isBound != 0 || listen(file, 1) != 0) && errno == EADDRINUSE
  }
}
