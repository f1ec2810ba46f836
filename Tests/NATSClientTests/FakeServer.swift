import Foundation
import ProcessTesting
import SystemKit

/// A server that says what it is told to, whatever it hears.
final class FakeServer: Sendable {
  let port: UInt16
  private let listener: CInt
  private let callers = Guarded([CInt]())

  /// - Parameters:
  ///   - greeting: sent to each caller at once.
  ///   - answer: sent when the caller has asked for a sign of life (`PING`), as part of connecting.
  init(greeting: String, answer: String = "") throws {
    listener = try boundSocket(SOCK_STREAM)
    listen(listener, 16)
    port = localPort(listener)
    let (listener, callers) = (listener, callers)
    Thread.detachNewThread {
      while true {
        let caller = nextCaller(of: listener)
        guard caller >= 0 else { return }
        callers.withLock { $0.append(caller) }
        Thread.detachNewThread { Self.serve(caller, greeting, answer) }
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
    for caller in callers.withLock({ $0 }) { close(caller) }
  }

  var address: String { "127.0.0.1:\(port)" }

  /// How many have called.
  var count: Int { callers.withLock { $0.count } }

  private static func serve(_ caller: CInt, _ greeting: String, _ answer: String) {
    send(greeting, to: caller)
    var heard: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !answer.isEmpty, !String(decoding: heard, as: UTF8.self).contains("PING") {
      let count = read(caller, &buffer, buffer.count)
      guard count > 0 else { return }
      heard += buffer.prefix(count)
    }
    send(answer, to: caller)
  }

  private static func send(_ text: String, to caller: CInt) {
    let bytes = Array(text.utf8)
    _ = Glibc.send(caller, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }
}
