import Foundation
import ProcessTesting
import SpectatorPage

/// A connection to a server of this machine, as a stranger makes it.
final class Visitor: Sendable {
  private let socket: CInt

  /// Connects.
  init(_ server: WebServer) throws {
    socket = newSocket(SOCK_STREAM)
    var address = loopback(server.port)
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else {
      Glibc.close(socket)
      throw TimedOut("a connection")
    }
    // A server that says nothing must not hold up the tests for ever.
    var patience = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { Glibc.close(socket) }

  /// Sends a text; returns whether the server still takes it.
  @discardableResult func send(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
  }

  /// Asks for a page.
  func ask(_ path: String, method: String = "GET", host: String? = "localhost", _ lines: [String] = []) {
    send(
      (["\(method) \(path) HTTP/1.1"] + (host.map { ["Host: \($0)"] } ?? []) + lines + ["", ""]).joined(
        separator: "\r\n"))
  }

  /// Reads until the text has what is looked for, or the connection ends; a thread of its own waits.
  func read(until end: String? = nil) async throws -> String {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        var text = Data()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let wanted = end.map { Data($0.utf8) }
        // What is looked for may lie across two pieces.
        var seen = 0
        while wanted.map({ text.range(of: $0, in: max(0, seen - $0.count)..<text.count) == nil }) ?? true {
          seen = text.count
          let count = recv(self.socket, &buffer, buffer.count, 0)
          if count < 0, errno == EAGAIN { return continuation.resume(throwing: TimedOut(end ?? "the end")) }
          if count <= 0 { break }
          text += buffer.prefix(count)
        }
        continuation.resume(returning: String(decoding: text, as: UTF8.self))
      }
    }
  }

  /// The whole answer to one question.
  static func answer(of server: WebServer, _ path: String, method: String = "GET", _ lines: [String] = [])
    async throws -> String
  {
    let visitor = try Visitor(server)
    visitor.ask(path, method: method, lines + ["Connection: close"])
    return try await visitor.read()
  }
}

/// Waits until something is so, for a minute.
func wait(_ what: String, until isSo: () -> Bool) async throws {
  let end = ContinuousClock.now + .seconds(60)
  while !isSo() {
    guard ContinuousClock.now < end else { throw TimedOut(what) }
    try await Task.sleep(for: .milliseconds(5))
  }
}
