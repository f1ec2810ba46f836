/// Why something was not to be had from a NATS server.
///
/// Texts of the server's are cut to 200 characters of printable ASCII.
package enum NATSError: Error, Hashable {
  /// libnats is not installed, or too old.
  case noLibrary
  /// This is not the address of a server, `HOST:PORT`.
  case badAddress(String)
  /// This is not a subject to send to, or to listen to.
  case badSubject(String)
  /// This is not the name of a header line, or its value has more than one line.
  case badHeader(String)
  /// No server takes connections, and why.
  case unreachable(String)
  /// No secure connection came about: a certificate that is not trusted, or a server without TLS.
  case notSecure(String)
  /// The server does not let this user in; its words, as `Authorization Violation`.
  case refused(String)
  /// The connection was lost after a request had been sent: its outcome is unknown.
  case disconnected
  /// No answer came in time: the outcome is unknown.
  case timeout(after: Duration)
  /// Nobody answers requests on this subject.
  case noResponders(String)
  /// A message of so many bytes, and the most that the server takes.
  case tooLarge(Int, limit: Int)
  /// More than ``NATSOptions/outboxLimit`` bytes wait for a connection.
  case overflow
  /// The connection was closed on this side.
  case closed
  /// The caller no longer wants it.
  case cancelled
  /// Something else, in libnats's words.
  case other(String)
}

extension NATSError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noLibrary: "libnats is not installed: install the package libnats3.4"
    case .badAddress(let text): "not an address of a server (HOST:PORT): \(text.printable)"
    case .badSubject(let text): "not a subject: \(text.printable)"
    case .badHeader(let text): "not a header line: \(text.printable)"
    case .unreachable(let why): "no server takes connections: \(why)"
    case .notSecure(let why): "no secure connection to the server: \(why)"
    case .refused(let why): "the server does not let this user in: \(why)"
    case .disconnected: "the connection was lost before the answer came"
    case .timeout(let time): "no answer within \(time)"
    case .noResponders(let subject): "nobody answers on \(subject.printable)"
    case .tooLarge(let size, let limit): "a message of \(size) bytes; the server takes \(limit)"
    case .overflow: "too many messages wait for a connection"
    case .closed: "the connection is closed"
    case .cancelled: "cancelled"
    case .other(let text): text
    }
  }
}

extension String {
  /// At most 200 characters, without those that are not printable ASCII.
  var printable: String {
    String(String.UnicodeScalarView(unicodeScalars.lazy.filter { (" "..."~").contains($0) }.prefix(200)))
  }
}
