internal import Glibc

/// A socket that waits for clients.
struct Listener {
  let socket: Descriptor
  let port: UInt16

  /// Listens on one address, or on IPv4 and IPv6 of this machine where none is named.
  ///
  /// Port 0 lets the system choose. A machine without IPv6 is served by IPv4 alone.
  ///
  /// Throws: ``FeedError`` with a sentence that says what is in the way.
  static func open(on host: String?, port: UInt16) throws(FeedError) -> [Listener] {
    if let host { return [try Listener(on: host, port: port)] }
    let first = try Listener(on: "127.0.0.1", port: port)
    do { return [first, try Listener(on: "::1", port: first.port)] } catch {
      // A port that the system chose is free on the one and may be taken on the other: no loss.
      if port != 0, errno == EADDRINUSE { throw error }
      return [first]
    }
  }

  private init(on host: String, port: UInt16) throws(FeedError) {
    var hints = addrinfo()
    hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_PASSIVE
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, String(port), &hints, &list) == 0, let first = list?.pointee else {
      throw FeedError("The address \(host) to listen on is not known.")
    }
    defer { freeaddrinfo(list) }
    let flags = SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue | SOCK_STREAM.rawValue
    let number = Glibc.socket(first.ai_family, Int32(bitPattern: flags), Int32(IPPROTO_TCP))
    guard number >= 0 else { throw FeedError.system("There is no socket to listen on", errno) }
    socket = Descriptor(number)
    // After a restart the port is free at once; a daemon that still listens is in the way all the same.
    socket.set(SOL_SOCKET, SO_REUSEADDR, 1)
    if first.ai_family == AF_INET6 { socket.set(CInt(IPPROTO_IPV6), IPV6_V6ONLY, host == "::" ? 0 : 1) }
    guard bind(number, first.ai_addr, first.ai_addrlen) == 0, listen(number, 128) == 0 else {
      throw Self.failure(errno, host, port)
    }
    self.port = Self.port(of: number)
  }

  /// Accepts the next waiting client; `nil` if there is none, or the process is out of descriptors.
  func accept() -> Descriptor? {
    let number = Glibc.accept(socket.number, nil, nil)
    guard number >= 0 else { return nil }
    _ = fcntl(number, F_SETFL, O_NONBLOCK)
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    return Descriptor(number)
  }

  private static func failure(_ number: CInt, _ host: String, _ port: UInt16) -> FeedError {
    defer { errno = number }
    switch number {
    case EADDRINUSE:
      return FeedError(
        "Port \(port) is in use on \(host): another gpsd, or another feed, listens there. Choose another port.")
    case EACCES: return FeedError("Port \(port) is not yours to listen on; choose one from 1024 on.")
    case EADDRNOTAVAIL: return FeedError("\(host) is no address of this machine.")
    default: return FeedError.system("Port \(port) of \(host) cannot be listened on", number)
    }
  }

  private static func port(of number: CInt) -> UInt16 {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &storage) {
      _ = $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(number, $0, &size) }
      // The port has the same place in an address of IPv4 and of IPv6.
      return $0.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { UInt16(bigEndian: $0.pointee.sin_port) }
    }
  }
}
