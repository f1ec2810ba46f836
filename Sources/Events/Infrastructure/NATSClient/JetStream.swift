/// Streams: messages that a server keeps, numbered, in order.
///
/// A value over a connection; every function is one request and one answer.
///
/// ```swift
/// let streams = JetStream(nats)
/// try await streams.createOrUpdate(StreamConfiguration(name: "FINDS", subjects: ["find.*"]))
/// let number = try await streams.publish("find.oak", bytes, expecting: .lastOfSubject(0))  // only the first one
/// ```
///
/// All throw ``JetStreamError``; after ``JetStreamError/timeout`` a message may have been stored or not.
package struct JetStream: Sendable {
  /// What must be so for a message to be stored.
  package enum Expectation: Hashable, Sendable {
    /// The newest message of the same subject has this number; 0 for none.
    case lastOfSubject(UInt64)
    /// The newest message of the stream has this number; 0 for none.
    case lastOfStream(UInt64)

    fileprivate var header: NATSHeader {
      switch self {
      case .lastOfSubject(let number): NATSHeader("Nats-Expected-Last-Subject-Sequence", "\(number)")
      case .lastOfStream(let number): NATSHeader("Nats-Expected-Last-Sequence", "\(number)")
      }
    }
  }

  /// The connection that is used.
  package let connection: NATSConnection
  /// How long an answer may take.
  package var timeout: Duration
  /// How often a question is sent again that may be asked twice: a stream without a leader does not answer.
  private static let again = Duration.milliseconds(500)

  /// - Parameter timeout: how long an answer may take; a cluster needs up to 9 s to choose a new leader.
  package init(_ connection: NATSConnection, timeout: Duration = .seconds(5)) {
    (self.connection, self.timeout) = (connection, timeout)
  }

  // MARK: - Streams

  /// Creates a stream, or changes it into what is wanted.
  package func createOrUpdate(_ wanted: StreamConfiguration) async throws(JetStreamError) {
    let body = NATSJSON.bytes(wanted)
    let name = try Self.word(wanted.name)
    do throws(JetStreamError) {
      _ = try StreamReply.info(try await ask("STREAM.CREATE.\(name)", body))
    } catch {
      // There is one with another configuration.
      guard case .refused(10058, _) = error else { throw error }
      _ = try StreamReply.info(try await ask("STREAM.UPDATE.\(name)", body))
    }
  }

  /// What the server says of a stream; `nil` if there is none of that name.
  package func info(_ name: String) async throws(JetStreamError) -> StreamInfo? {
    let answer = try await ask("STREAM.INFO.\(try Self.word(name))", [])
    do throws(JetStreamError) {
      return try StreamReply.info(answer)
    } catch {
      if case .refused(JetStreamError.noStream, _) = error { return nil }
      throw error
    }
  }

  /// Deletes all messages of a stream; returns whether there was such a stream.
  package func purge(_ name: String) async throws(JetStreamError) -> Bool {
    let answer = try await ask("STREAM.PURGE.\(try Self.word(name))", [])
    do throws(JetStreamError) {
      try StreamReply.check(answer)
      return true
    } catch {
      if case .refused(JetStreamError.noStream, _) = error { return false }
      throw error
    }
  }

  // MARK: - Messages

  /// Stores a message in the stream that keeps its subject; returns its number there.
  ///
  /// - Parameter expecting: what must be so; otherwise nothing is stored, and ``JetStreamError/wrongLastSequence(_:)`` or
  ///   ``JetStreamError/inFlight`` is thrown.
  package func publish(
    _ subject: String, _ bytes: [UInt8], headers: [NATSHeader] = [], expecting: Expectation? = nil
  ) async throws(JetStreamError) -> UInt64 {
    let headers = headers + (expecting.map { [$0.header] } ?? [])
    return try StreamReply.sequence(try await request(subject, bytes, headers).bytes)
  }

  /// Sends a message to a stream without asking for an acknowledgement; returns before it has left.
  package func send(_ subject: String, _ bytes: [UInt8], expecting: Expectation) throws(JetStreamError) {
    do throws(NATSError) { try connection.publish(subject, bytes, headers: [expecting.header]) } catch {
      throw JetStreamError(error)
    }
  }

  /// The newest message of a subject, from the leader, which nobody is ahead of; `nil` if there is none.
  package func lastMessage(of subject: String, in stream: String) async throws(JetStreamError) -> StoredMessage? {
    let body = NATSJSON.bytes(StreamRequest.Message(lastBySubj: subject))
    return try StreamReply.message(try await ask("STREAM.MSG.GET.\(try Self.word(stream))", body))
  }

  /// The message of a number, from the leader; `nil` if there is none, or no longer.
  package func message(_ sequence: UInt64, in stream: String) async throws(JetStreamError) -> StoredMessage? {
    let body = NATSJSON.bytes(StreamRequest.Message(seq: sequence))
    return try StreamReply.message(try await ask("STREAM.MSG.GET.\(try Self.word(stream))", body))
  }

  /// The newest message of a subject, from any copy of a stream with ``StreamConfiguration/allowsDirect``.
  ///
  /// A user needs the right to publish to `$JS.API.DIRECT.GET.STREAM.SUBJECT` only, for this subject and no other.
  /// A stream that allows no direct reads does not answer: ``JetStreamError/timeout``.
  package func directLastMessage(of subject: String, in stream: String) async throws(JetStreamError) -> StoredMessage? {
    guard NATSSubject.isValid(subject) else { throw .connection(.badSubject(subject)) }
    let place = "$JS.API.DIRECT.GET.\(try Self.word(stream)).\(subject)"
    return try StreamReply.direct(try await request(place, [], [], again: Self.again))
  }

  /// The message of a number, from any copy of a stream with ``StreamConfiguration/allowsDirect``; `nil` if there is
  /// none, no longer, or not yet in this copy.
  ///
  /// It needs no leader, neither of the stream nor of the cluster.
  package func directMessage(_ sequence: UInt64, in stream: String) async throws(JetStreamError) -> StoredMessage? {
    let body = NATSJSON.bytes(StreamRequest.Message(seq: sequence))
    let place = "$JS.API.DIRECT.GET.\(try Self.word(stream))"
    return try StreamReply.direct(try await request(place, body, [], again: Self.again))
  }

  // MARK: - Reading

  /// Reads a stream in order, from the message behind number `after` on.
  ///
  /// - Parameter filter: a subject, perhaps with `*` and `>`, to read only its messages.
  package func reader(
    of stream: String, filter: String? = nil, after: UInt64 = 0
  ) throws(JetStreamError) -> StreamReader {
    if let filter, !NATSSubject.isFilter(filter) { throw .connection(.badSubject(filter)) }
    return try StreamReader(self, stream: try Self.word(stream), filter: filter, after: after)
  }

  // MARK: - Parts

  /// The answer to a request of JetStream's own, each of which may be sent twice.
  func ask(_ what: String, _ body: [UInt8], timeout: Duration? = nil) async throws(JetStreamError) -> [UInt8] {
    try await request("$JS.API.\(what)", body, [], timeout: timeout, again: Self.again).bytes
  }

  private func request(
    _ subject: String, _ bytes: [UInt8], _ headers: [NATSHeader], timeout: Duration? = nil, again: Duration? = nil
  ) async throws(JetStreamError) -> NATSMessage {
    do throws(NATSError) {
      return try await connection.request(
        subject, bytes, headers: headers, timeout: timeout ?? self.timeout, again: again)
    } catch {
      throw JetStreamError(error)
    }
  }

  private static func word(_ name: String) throws(JetStreamError) -> String {
    guard NATSSubject.isWord(name) else { throw .connection(.badSubject(name)) }
    return name
  }
}
