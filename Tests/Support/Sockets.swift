package import Foundation

/// An address on this machine.
package func loopback(_ port: UInt16) -> sockaddr_in {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  return address
}

/// A port that nobody uses now.
package func freePort(_ type: __socket_type) throws -> UInt16 {
  let descriptor = try boundSocket(type)
  defer { close(descriptor) }
  return localPort(descriptor)
}

/// A socket on a port of this machine that the kernel chose.
package func boundSocket(_ type: __socket_type) throws -> CInt {
  let descriptor = socket(AF_INET, Int32(type.rawValue), 0)
  var address = loopback(0)
  let status = withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
  guard status == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
  return descriptor
}

/// The port of a bound socket.
package func localPort(_ descriptor: CInt) -> UInt16 {
  var address = sockaddr_in()
  var size = socklen_t(MemoryLayout<sockaddr_in>.size)
  _ = withUnsafeMutablePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
  }
  return UInt16(bigEndian: address.sin_port)
}
