internal import CNATS

/// A message that came from a server.
package struct NATSMessage: Hashable, Sendable {
  /// Header lines that are kept; which of more are is left to chance.
  static let mostHeaders = Int(TROVE_NATS_MOST_HEADERS)

  /// Where it was sent to.
  package let subject: String
  /// Where the sender waits for an answer; `nil` if nowhere.
  package let reply: String?
  /// The header lines, in no certain order.
  package let headers: [NATSHeader]
  /// The content.
  package let bytes: [UInt8]

  /// Creates a message.
  package init(subject: String, reply: String? = nil, headers: [NATSHeader] = [], bytes: [UInt8]) {
    (self.subject, self.reply, self.headers, self.bytes) = (subject, reply, headers, bytes)
  }

  /// The value of the first header line of that name, spelled in the same way.
  package subscript(name: String) -> String? { headers.first { $0.name == name }?.value }

  /// The code by which the server itself answers, as 503 or 404; `nil` for messages of users.
  ///
  /// A stored message, which has a number, is a user's, whatever lines its sender has added; with very many lines, that
  /// of the number may be missing.
  var status: Int? {
    guard bytes.isEmpty, headers.count < Self.mostHeaders, self["Nats-Sequence"] == nil else { return nil }
    return self["Status"].flatMap { Int($0) }
  }
}

/// One line of a message's head.
package struct NATSHeader: Hashable, Sendable {
  /// Case matters.
  package let name: String
  /// One line of text.
  package let value: String

  /// Creates a line; sending checks it.
  package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }

  /// Whether it can be sent: the name printable ASCII without colon or space, the value one line.
  var isValid: Bool {
    !name.isEmpty && name.utf8.allSatisfy { (33...126).contains($0) && $0 != UInt8(ascii: ":") }
      && value.utf8.allSatisfy { $0 >= 32 || $0 == 9 }
  }
}

/// The rules for subjects: words joined by dots.
///
/// libnats sends subjects as they are: one with a line break in it would be a command of its own.
package enum NATSSubject {
  /// Whether messages can be sent to a subject: at most 1000 bytes, words of anything but blanks, `*` and `>` alone.
  package static func isValid(_ subject: String) -> Bool {
    isFilter(subject) && !subject.split(separator: ".").contains { $0 == "*" || $0 == ">" }
  }

  /// Whether one can listen to a subject, in which `*` stands for one word and `>` for the rest.
  package static func isFilter(_ subject: String) -> Bool {
    let words = subject.split(separator: ".", omittingEmptySubsequences: false)
    return subject.utf8.count <= 1000
      && words.allSatisfy { word in !word.isEmpty && word.utf8.allSatisfy { $0 > 32 && $0 != 127 } }
      && !words.dropLast().contains(">")
  }

  /// Whether a text can be one word of a subject, or the name of a stream: letters, digits, `-` and `_`.
  package static func isWord(_ text: String) -> Bool {
    (1...200).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }
}
