/// Why JetStream did not do something.
package enum JetStreamError: Error, Hashable {
  /// Somebody else has written since: the last sequence at the server, where it says so.
  case wrongLastSequence(UInt64?)
  /// Another message for the same place is being stored: nothing is decided, try again.
  case inFlight
  /// Nobody answers: no JetStream, or no stream that keeps this subject.
  case noResponders
  /// No answer in time, or the connection was lost meanwhile: the outcome is unknown.
  case timeout
  /// The server cannot do it now, as without a leader; its words.
  case unavailable(String)
  /// The server refused; its code, as 10059 for a stream that does not exist, and its words.
  case refused(code: Int, String)
  /// What came is no answer of JetStream's.
  case badReply(String)
  /// The request did not leave.
  case connection(NATSError)

  /// The server's code for a stream that does not exist.
  package static let noStream = 10059

  /// Whether the same request may have another outcome a little later.
  package var mayPass: Bool {
    switch self {
    case .inFlight, .noResponders, .timeout, .unavailable, .connection(.overflow): true
    case .wrongLastSequence, .refused, .badReply, .connection: false
    }
  }

  init(_ error: NATSError) {
    self =
      switch error {
      case .noResponders: .noResponders
      case .timeout, .disconnected: .timeout
      default: .connection(error)
      }
  }
}

extension JetStreamError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .wrongLastSequence(let last?): "somebody else has written; the last message is number \(last)"
    case .wrongLastSequence(nil): "somebody else has written"
    case .inFlight: "somebody else is writing"
    case .noResponders: "no stream answers"
    case .timeout: "the stream did not answer in time"
    case .unavailable(let text): "the stream is not available: \(text)"
    case .refused(let code, let text): "the stream refused: \(text) (\(code))"
    case .badReply(let text): "not an answer of a stream: \(text)"
    case .connection(let error): error.description
    }
  }
}
