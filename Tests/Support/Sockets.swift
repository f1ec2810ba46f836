package import Foundation
internal import SystemKit

/// An address on this machine.
package func loopback(_ port: UInt16) -> sockaddr_in {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  return address
}

/// A port that nobody uses now, and that the kernel and other tests give to nobody meanwhile.
///
/// The kernel's own choice would not do: a program binds its port a moment later, and until then any connection of the
/// tests that run beside this one may get the same.
package func freePort(_ type: __socket_type) throws -> UInt16 {
  for _ in portsForPrograms {
    let port = nextPort.withLock { next in
      next = next + 1 < portsForPrograms.upperBound ? next + 1 : portsForPrograms.lowerBound
      return next
    }
    guard let descriptor = try? boundSocket(type, port: port) else { continue }
    close(descriptor)
    return port
  }
  throw POSIXError(.EADDRNOTAVAIL)
}

/// The first of two ports, one after the other, that are as free as those of ``freePort(_:)``.
package func freePortPair() throws -> UInt16 {
  for _ in 0..<1000 {
    let first = try freePort(SOCK_STREAM)
    // Another test may have been given the next one.
    if try freePort(SOCK_STREAM) == first + 1 { return first }
  }
  throw POSIXError(.EADDRNOTAVAIL)
}

/// Below the ports that Linux hands out by itself (`ip_local_port_range` begins at 32768).
private let portsForPrograms: Range<UInt16> = 20_000..<32_000
/// Two runs of the tests at a time begin in different places.
private let nextPort = Guarded(UInt16.random(in: portsForPrograms))

/// A socket that no program inherits which another test starts meanwhile: closed here, it would stay open there.
package func newSocket(_ type: __socket_type, _ flags: __socket_type = __socket_type(0)) -> CInt {
  socket(AF_INET, Int32(type.rawValue | flags.rawValue | SOCK_CLOEXEC.rawValue), 0)
}

/// The next caller of a listening socket, which no program inherits; negative once nobody will come.
package func nextCaller(of listener: CInt) -> CInt {
  let caller = accept(listener, nil, nil)
  if caller >= 0 { _ = fcntl(caller, F_SETFD, FD_CLOEXEC) }
  return caller
}

/// A socket on a port of this machine; 0 is one that the kernel chooses.
package func boundSocket(_ type: __socket_type, port: UInt16 = 0) throws -> CInt {
  let descriptor = newSocket(type)
  var address = loopback(port)
  let status = withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
  guard status == 0 else {
    close(descriptor)
    throw POSIXError(.EADDRNOTAVAIL)
  }
  return descriptor
}

/// Whether somebody takes connections on a port of this machine.
package func takesConnections(_ port: UInt16) -> Bool {
  let descriptor = newSocket(SOCK_STREAM)
  defer { close(descriptor) }
  var address = loopback(port)
  return withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
    }
  }
}

/// Waits until nobody takes connections on a port: a killed program may do so for a moment longer.
///
/// Throws: after ten seconds.
package func waitUntilFree(_ port: UInt16) async throws {
  let limit = ContinuousClock.now + .seconds(10)
  while takesConnections(port) {
    guard ContinuousClock.now < limit else { throw TimedOut("the end of the program at port \(port)") }
    try await Task.sleep(for: .milliseconds(2))
  }
}

/// What a test waited for and did not see.
package struct TimedOut: Error, CustomStringConvertible {
  package let description: String

  package init(_ awaited: String) { description = "waited in vain: \(awaited)" }
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
