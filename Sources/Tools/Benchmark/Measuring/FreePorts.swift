import Glibc

/// Ports of this computer that nobody uses now.
enum FreePorts {
  /// The first of some ports in a row; `nil` if none are found.
  ///
  /// They lie below those that the system gives to clients, from 32768 on: thousands of connections that have just ended
  /// leave no nine free ones in a row there.
  static func first(of count: UInt16 = 1, _ type: __socket_type = SOCK_STREAM) -> UInt16? {
    for _ in 0..<50 {
      let first = UInt16.random(in: 10_000..<32_000)
      let bounds = (0..<count).map { bound(first + $0, type) }
      for socket in bounds { if let socket { close(socket) } }
      if !bounds.contains(where: { $0 == nil }) { return first }
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

  /// A socket at a port; `nil` if it is taken.
  private static func bound(_ port: UInt16, _ type: __socket_type) -> Int32? {
    let descriptor = socket(AF_INET, Int32(type.rawValue), 0)
    var address = loopback(port)
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else {
      close(descriptor)
      return nil
    }
    return descriptor
  }
}
