/// What a stream keeps.
package struct StreamConfiguration: Hashable, Sendable {
  /// Where the messages lie.
  package enum Storage: String, Hashable, Sendable, Codable {
    /// On disk.
    case file
    /// In memory, until the server ends.
    case memory
  }

  /// What gives way when a stream is full.
  package enum Discard: String, Hashable, Sendable, Codable {
    /// The oldest messages.
    case old
    /// The new message is refused.
    case new
  }

  /// Letters, digits, `-` and `_`.
  package var name: String
  /// What is kept; no two streams of an account may keep the same.
  package var subjects: [String]
  /// Where it is kept.
  package var storage = Storage.file
  /// How many servers of a cluster keep a copy, 1 to 5.
  package var replicas = 1
  /// The newest messages of each subject that stay; `nil` for all.
  package var maxMessagesPerSubject: Int?
  /// How long messages stay; `nil` for ever.
  package var maxAge: Duration?
  /// Bytes of all messages; `nil` for no limit.
  package var maxBytes: Int?
  /// What gives way when there is a limit.
  package var discard = Discard.old
  /// Whether a new message is refused, too, where its subject has ``maxMessagesPerSubject``; needs `discard` `.new`.
  package var discardsNewPerSubject = false
  /// Whether single messages can never be deleted; cannot be taken back.
  package var deniesDelete = false
  /// Whether the stream can never be emptied; cannot be taken back.
  package var deniesPurge = false
  /// Whether a publisher hears that its message is stored.
  ///
  /// The server answers wherever the publisher says, also on subjects that the publisher may not use.
  package var acknowledges = true
  /// Whether any copy may answer ``JetStream/directLastMessage(of:in:)`` and ``JetStream/directMessage(_:in:)``; one
  /// that is behind knows older messages only.
  package var allowsDirect = false
  /// How long the server remembers `Nats-Msg-Id` headers; `nil` for the server's two minutes.
  package var duplicateWindow: Duration?

  /// The usual configuration.
  package init(name: String, subjects: [String]) { (self.name, self.subjects) = (name, subjects) }
}

/// What a server says of a stream.
package struct StreamInfo: Hashable, Sendable {
  /// What it keeps; defaults of the server filled in.
  package let configuration: StreamConfiguration
  /// When it was created, in the server's words (RFC 3339); another value means another stream of the same name.
  package let created: String
  /// How many messages there are.
  package let messages: UInt64
  /// Bytes of all messages.
  package let bytes: UInt64
  /// The number of the oldest message; 0 or the next one where there is none.
  package let firstSequence: UInt64
  /// The number of the newest message, also if it has been removed.
  package let lastSequence: UInt64
  /// The server that leads it, by name; `nil` outside of clusters, or without a leader.
  package let leader: String?
}

/// A message that a stream keeps.
package struct StoredMessage: Hashable, Sendable {
  /// Where it was sent to.
  package let subject: String
  /// Its number in the stream, from 1.
  package let sequence: UInt64
  /// When the server stored it, in nanoseconds since 1970.
  package let time: Int64
  /// The header lines that the sender set.
  package let headers: [NATSHeader]
  /// The content.
  package let bytes: [UInt8]

  /// Creates a stored message.
  package init(subject: String, sequence: UInt64, time: Int64, headers: [NATSHeader] = [], bytes: [UInt8]) {
    (self.subject, self.sequence, self.time) = (subject, sequence, time)
    (self.headers, self.bytes) = (headers, bytes)
  }

  /// The value of the first header line of that name, spelled in the same way.
  package subscript(name: String) -> String? { headers.first { $0.name == name }?.value }
}
