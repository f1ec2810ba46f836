import Glibc

/// Ports of this computer that nobody uses now.
enum FreePorts {
  /// The first of some ports in a row; `nil` if none are found.
  static func first(of count: UInt16 = 1, _ type: __socket_type = SOCK_STREAM) -> UInt16? {
    for _ in 0..<50 {
      guard let first = bound(0, type) else { return nil }
      defer { close(first.socket) }
      guard first.port <= .max - count else { continue }
      let others = (1..<max(1, count)).map { bound(first.port + $0, type) }
      for other in others { if let other { close(other.socket) } }
      if !others.contains(where: { $0 == nil }) { return first.port }
    }
    return nil
  }

  /// A port of the loopback address.
  static func loopback(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  private static func bound(_ port: UInt16, _ type: __socket_type) -> (socket: Int32, port: UInt16)? {
    let descriptor = socket(AF_INET, Int32(type.rawValue), 0)
    var (address, size) = (loopback(port), socklen_t(MemoryLayout<sockaddr_in>.size))
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 ? getsockname(descriptor, $0, &size) : -1
      }
    }
    guard status == 0 else {
      close(descriptor)
      return nil
    }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }
}
