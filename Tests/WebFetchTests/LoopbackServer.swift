import Foundation
import ProcessTesting
import SystemKit

/// A server on this machine that reads one request of a connection, replies with bytes, and closes or keeps silent.
final class LoopbackServer: Sendable {
  struct Reply: Sendable {
    var bytes: [UInt8]
    /// The connection stays open.
    var hangs = false

    init(_ text: String, hangs: Bool = false) { (bytes, self.hangs) = (Array(text.utf8), hangs) }
  }

  let port: UInt16
  /// The requests, heads and bodies.
  let asked = Guarded<[String]>([])
  private let socket: CInt
  private let open = Guarded<[CInt]>([])

  init(_ reply: @escaping @Sendable (String) -> Reply) throws {
    socket = try boundSocket(SOCK_STREAM)
    port = localPort(socket)
    listen(socket, 16)
    let (socket, asked, open) = (socket, asked, open)
    Thread.detachNewThread {
      while true {
        let connection = nextCaller(of: socket)
        // Closed by whoever waits for connections: else the next server would have the same number, and both its guests.
        guard connection >= 0 else { return _ = close(socket) }
        let request = Self.request(connection)
        asked.withLock { $0.append(request) }
        let answer = reply(request)
        _ = answer.bytes.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
        if answer.hangs { open.withLock { $0.append(connection) } } else { close(connection) }
      }
    }
  }

  deinit {
    shutdown(socket, CInt(SHUT_RDWR))
    open.withLock { $0.forEach { close($0) } }
  }

  private static func request(_ connection: CInt) -> String {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(connection, &chunk, chunk.count, 0)
      guard count > 0 else { break }
      bytes += chunk[..<count]
      // Who begins with TLS waits for an answer to that.
      if bytes.first == 0x16 { break }
      let text = String(decoding: bytes, as: UTF8.self)
      guard let end = text.range(of: "\r\n\r\n") else { continue }
      let length = text.lowercased().range(of: "content-length: ").map { text[$0.upperBound...].prefix { $0.isNumber } }
      if text[end.upperBound...].utf8.count >= length.flatMap({ Int($0) }) ?? 0 { break }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
