internal import Glibc

/// An open file or socket that is closed with its last owner.
final class Descriptor: Sendable {
  let number: CInt

  /// Takes over an open descriptor.
  init(_ number: CInt) { self.number = number }

  deinit { close(number) }

  /// The result of an attempt to write.
  enum Outcome: Hashable {
    /// The number of bytes written, possibly 0.
    case taken(Int)
    case gone
  }

  /// Sends as much as the socket takes at once; never raises SIGPIPE.
  func send(_ bytes: ArraySlice<UInt8>) -> Outcome {
    let count = bytes.withUnsafeBytes {
      Glibc.send(number, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
    }
    return Self.outcome(count)
  }

  /// Writes as much as a file that does not block takes at once.
  func write(_ bytes: ArraySlice<UInt8>) -> Outcome {
    Self.outcome(bytes.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) })
  }

  /// Reads the available bytes; `nil` at the end.
  func read(into buffer: inout [UInt8]) -> ArraySlice<UInt8>? {
    let count = Glibc.read(number, &buffer, buffer.count)
    if count > 0 { return buffer[..<count] }
    return count < 0 && [EAGAIN, EINTR].contains(errno) ? [] : nil
  }

  /// Sets a whole number as a socket's option; what a system does not have does not matter.
  func set(_ level: CInt, _ name: CInt, _ value: CInt) {
    var value = value
    setsockopt(number, level, name, &value, socklen_t(MemoryLayout<CInt>.size))
  }

  private static func outcome(_ count: Int) -> Outcome {
    if count >= 0 { return .taken(count) }
    return [EAGAIN, EINTR].contains(errno) ? .taken(0) : .gone
  }
}

/// Why a walk cannot be served as a receiver, as a sentence for the player.
package struct FeedError: Error, Hashable, CustomStringConvertible {
  package let description: String

  /// Creates an error from a finished sentence.
  package init(_ description: String) { self.description = description }

  /// Creates an error from the failed action and the system's message for `number`.
  static func system(_ what: String, _ number: CInt) -> FeedError {
    FeedError("\(what) (\(String(cString: strerror(number)).lowercased())).")
  }
}
