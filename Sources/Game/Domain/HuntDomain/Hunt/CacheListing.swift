package import Numbers

/// What a geocaching listing says about a treasure beside its place.
package struct CacheListing: Hashable, Sendable {
  /// One entry of the log book.
  package struct Log: Hashable, Sendable {
    /// When the log was written; `nil` if the file does not say, or not as a date.
    package var date: Timestamp?
    /// The kind of entry in the listing's words, such as `Found it`; `Note` if the file does not say.
    package var kind: String
    /// The finder's name in the listing; `somebody` if the file does not say.
    package var finder: String
    /// What the finder wrote, as plain text; may be empty.
    package var text: String

    /// Creates an entry; texts are printable.
    package init(date: Timestamp?, kind: String, finder: String, text: String) {
      (self.date, self.kind, self.finder, self.text) = (date, kind, finder, text)
    }
  }

  /// `GC7FA4`.
  package var code: String
  /// Who hid the treasure, by their name in the listing; `nil` if the file does not say.
  package var owner: String?
  /// `Traditional Cache`.
  package var type: String?
  /// `Micro`, `Regular`.
  package var size: String?
  /// 1 to 5, in halves.
  package var difficulty: Double?
  /// 1 to 5, in halves.
  package var terrain: Double?
  /// Plain text, paragraphs apart.
  package var description: [String] = []
  /// ROT13 until the player asks.
  package var encodedHint: String?
  /// Newest first.
  package var logs: [Log] = []

  /// A listing of which only the code is known.
  package init(code: String) { self.code = code }
}

/// The cipher of geocaching hints: every Latin letter moves by half the alphabet, so that reading takes a decision.
///
/// ```swift
/// ROT13.turned("Under the oak [in German: Eiche]")  // "Haqre gur bnx [in German: Eiche]"
/// ```
package enum ROT13 {
  /// The text encoded, or decoded: doing it twice changes nothing.
  ///
  /// What stands in square brackets is not encoded, as listings have it.
  package static func turned(_ text: String) -> String {
    var isPlain = false
    var turned = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "[": isPlain = true
      case "]": isPlain = false
      default: break
      }
      turned.append(isPlain ? scalar : moved(scalar))
    }
    return String(turned)
  }

  private static func moved(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar {
    case "a"..."m", "A"..."M": Unicode.Scalar(UInt8(ascii: scalar) + 13)
    case "n"..."z", "N"..."Z": Unicode.Scalar(UInt8(ascii: scalar) - 13)
    default: scalar
    }
  }
}
