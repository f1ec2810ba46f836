/// What a stream keeps.
package struct StreamConfiguration: Hashable, Sendable {
  /// Where the messages lie.
  package enum Storage: String, Hashable, Sendable, Encodable {
    /// On disk.
    case file
    /// In memory, until the server ends.
    case memory
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
  /// Whether the oldest messages of a subject stay and new ones are refused, where it has ``maxMessagesPerSubject``.
  package var keepsFirst = false
  /// Whether messages can never be deleted, neither one nor all; cannot be taken back.
  package var isLasting = false
  /// Whether a publisher hears that its message is stored.
  ///
  /// The server answers wherever the publisher says, also on subjects that the publisher may not use.
  package var acknowledges = true
  /// Whether any copy may answer ``JetStream/directLastMessage(of:in:)`` and ``JetStream/directMessage(_:in:)``; one
  /// that is behind knows older messages only.
  package var allowsDirect = false

  /// The usual configuration.
  package init(name: String, subjects: [String]) { (self.name, self.subjects) = (name, subjects) }
}

extension StreamConfiguration: Encodable {
  /// As JetStream has it; times are nanoseconds, and -1 is no limit.
  private struct Wire: Encodable {
    let name: String
    let subjects: [String]
    let storage: Storage
    let retention = "limits", discard: String
    let numReplicas, maxMsgsPerSubject: Int
    let maxAge: Int64
    let maxBytes = -1, maxMsgs = -1, maxConsumers = -1
    let discardNewPerSubject, denyDelete, denyPurge, noAck, allowDirect: Bool
  }

  /// Writes what JetStream reads.
  package func encode(to encoder: any Encoder) throws {
    try Wire(
      name: name, subjects: subjects, storage: storage, discard: keepsFirst ? "new" : "old", numReplicas: replicas,
      maxMsgsPerSubject: maxMessagesPerSubject ?? -1, maxAge: maxAge?.nanoseconds ?? 0,
      discardNewPerSubject: keepsFirst, denyDelete: isLasting, denyPurge: isLasting, noAck: !acknowledges,
      allowDirect: allowsDirect
    ).encode(to: encoder)
  }
}

/// What a server says of a stream.
package struct StreamInfo: Hashable, Sendable {
  /// How many messages there are.
  package let messages: UInt64
  /// The number of the newest message, also if it has been removed.
  package let lastSequence: UInt64
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
