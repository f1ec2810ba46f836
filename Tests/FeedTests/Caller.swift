import Foundation
import ProcessTesting
import SystemKit

/// A client of gpsd's protocol that does what the test says, on a socket that waits.
final class Caller: Sendable {
  private let socket: CInt
  private let half = Guarded<[UInt8]>([])

  /// Calls a port of this machine; with a small window the client soon takes no more.
  init(_ port: UInt16, hasSmallWindow: Bool = false) throws {
    socket = newSocket(SOCK_STREAM)
    if hasSmallWindow {
      var size: CInt = 4096
      setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<CInt>.size))
    }
    var patience = timeval(tv_sec: 30, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var address = loopback(port)
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { throw POSIXError(.ECONNREFUSED) }
  }

  deinit { close(socket) }

  /// Sends bytes; whether they arrive is the other side's business.
  func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// Wants reports from now on.
  func watch() { send("?WATCH={\"enable\":true,\"json\":true};\n") }

  /// The next line; nothing when the server hangs up, or says nothing for half a minute.
  func line() -> String? {
    half.withLock { half in
      while true {
        if let end = half.firstIndex(of: 0x0A) {
          defer { half.removeFirst(end + 1) }
          return String(decoding: half[..<end], as: UTF8.self)
        }
        var buffer = [UInt8](repeating: 0, count: 16384)
        let count = recv(socket, &buffer, buffer.count, 0)
        guard count > 0 else { return nil }
        half += buffer[..<count]
      }
    }
  }

  /// The next line of a class, those before it skipped.
  func line(of kind: String) -> String? {
    while let line = line() {
      if line.contains("\"class\":\"\(kind)\"") { return line }
    }
    return nil
  }

  /// Hangs up without a word, as one who is killed.
  func reset() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(socket, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    shutdown(socket, Int32(SHUT_RDWR))
  }
}

/// Waits until something is so; whether it is within a minute.
func comes(_ isSo: () -> Bool) async -> Bool {
  for _ in 0..<6000 {
    if isSo() { return true }
    if (try? await Task.sleep(for: .milliseconds(10))) == nil { return false }
  }
  return false
}

/// Runs something that waits on a thread of its own, so that it does not hold up the tests beside it.
func waiting<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: body()) }
  }
}
