internal import CNATS
internal import SystemKit

/// Who hears what libnats calls back, by number.
///
/// libnats may call late, on a thread of its own, when the connection here is long gone. So it holds no pointer to
/// anything of ours: it says a number, and a number that is no longer in this table is nobody's.
enum Listeners {
  /// What becomes of a connection.
  enum News {
    case closed(String)
    case refused(String)
  }

  private enum Listener {
    case messages(@Sendable (NATSMessage) -> Void)
    case news(@Sendable (News) -> Void)
  }

  private struct Table {
    var last: UInt = 0
    var listeners: [UInt: Listener] = [:]

    mutating func add(_ listener: Listener) -> UInt {
      last += 1
      listeners[last] = listener
      return last
    }
  }

  private static let table = Guarded(Table())

  static func add(messages hear: @escaping @Sendable (NATSMessage) -> Void) -> UInt {
    table.withLock { $0.add(.messages(hear)) }
  }

  static func add(news hear: @escaping @Sendable (News) -> Void) -> UInt { table.withLock { $0.add(.news(hear)) } }

  static func remove(_ number: UInt) { table.withLock { _ = $0.listeners.removeValue(forKey: number) } }

  /// Tells libnats's shim whom to call; once is enough.
  static let areSet: Void = trove_nats_listen(
    trove_nats_listener(
      on_message: { number, message in
        guard let message, case .messages(let hear) = listener(number) else { return }
        hear(NATSMessage(message.pointee))
      },
      on_closed: { number, why in
        guard case .news(let hear) = listener(number) else { return }
        hear(.closed(why.map { String(cString: $0).printable } ?? ""))
      },
      on_error: { number, _, text in
        guard case .news(let hear) = listener(number) else { return }
        hear(.refused(text.map { String(cString: $0).printable } ?? ""))
      }))

  private static func listener(_ number: UInt) -> Listener? { table.withLock { $0.listeners[number] } }
}

extension NATSMessage {
  /// Copies what libnats lends.
  fileprivate init(_ message: trove_nats_message) {
    self.init(
      subject: message.subject.map { String(cString: $0) } ?? "",
      reply: message.reply.map { String(cString: $0) },
      headers: (0..<message.header_count).compactMap { index in
        guard let name = message.headers[2 * index], let value = message.headers[2 * index + 1] else { return nil }
        return NATSHeader(String(cString: name), String(cString: value))
      },
      bytes: Array(UnsafeRawBufferPointer(start: message.bytes, count: message.size)))
  }
}
