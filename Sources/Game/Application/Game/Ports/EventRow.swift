package import HuntDomain
internal import Numbers

/// An event as it is kept: one row of plain values, in a saved game as in a recording.
package struct EventRow: Hashable, Sendable, Codable {
  /// `found`, `readHint`: the event's own word.
  package var kind: String
  /// The treasure's id.
  package var treasure: String?
  /// An answer in words; the key of a sealed one in hexadecimal digits.
  package var word: String?
  /// Metres, or an answer that is a number.
  package var amount: Double?
  /// A hint, the option of an answer, or the word of a sealed one, counted from 0.
  package var whole: Int64?
  /// Time played: whole seconds, and what is left of them in 10⁻¹⁸ s.
  package var seconds: Int64
  /// What is left of the seconds, in 10⁻¹⁸ s; has the sign of ``seconds``.
  package var attoseconds: Int64
  /// Milliseconds since 1970.
  package var utc: Int64?

  /// Creates a row from values, which need not be those of an event.
  package init(
    kind: String, treasure: String?, word: String?, amount: Double?, whole: Int64?, seconds: Int64, attoseconds: Int64,
    utc: Int64?
  ) {
    (self.kind, self.treasure, self.word, self.amount, self.whole) = (kind, treasure, word, amount, whole)
    (self.seconds, self.attoseconds, self.utc) = (seconds, attoseconds, utc)
  }

  /// The row of an event.
  package init(_ event: HuntEvent) {
    (seconds, attoseconds) = event.time.components
    utc = (event.utc?.milliseconds).flatMap { Self.moments.contains($0) ? $0 : nil }
    switch event.kind {
    case .began: kind = "began"
    case .played: kind = "played"
    case .won: kind = "won"
    case .timeUp: kind = "timeUp"
    case .opened(let id): (kind, treasure) = ("opened", id)
    case .entered(let id): (kind, treasure) = ("entered", id)
    case .left(let id): (kind, treasure) = ("left", id)
    case .answeredWrongly(let id): (kind, treasure) = ("answeredWrongly", id)
    case .claimed(let id): (kind, treasure) = ("claimed", id)
    case .expired(let id): (kind, treasure) = ("expired", id)
    case .found(let id, let distance): (kind, treasure, amount) = ("found", id, distance)
    case .readHint(let id, let index): (kind, treasure, whole) = ("readHint", id, Int64(index))
    case .answered(let id, let answer):
      (kind, treasure) = ("answered", id)
      switch answer {
      case .text(let text): word = text
      case .number(let number): amount = number
      case .choice(let index): whole = Int64(index)
      }
    case .unsealed(let id, let key):
      (kind, treasure, word, whole) = ("unsealed", id, Self.hex(key.bytes), Int64(key.word))
    }
  }

  /// The event of a row; `nil` for a row that no event makes.
  package var event: HuntEvent? {
    guard let time, let moment, let what else { return nil }
    return HuntEvent(what, time: time, utc: moment)
  }

  /// A hundred years: longer than any game, and far from where durations overflow.
  private static let longest: Int64 = 100 * 366 * 86_400
  /// The years 1 to 9999, in milliseconds since 1970.
  package static let moments: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999
  /// Hints and options that a treasure may have.
  private static let indices: ClosedRange<Int64> = 0...9999

  private var time: Duration? {
    guard (0...Self.longest).contains(seconds), (0..<1_000_000_000_000_000_000).contains(attoseconds) else {
      return nil
    }
    return Duration(secondsComponent: seconds, attosecondsComponent: attoseconds)
  }

  /// The moment, which may be missing; `nil` if there is a wrong one.
  private var moment: Timestamp?? {
    guard let utc else { return .some(nil) }
    return Self.moments.contains(utc) ? .some(Timestamp(milliseconds: utc)) : .none
  }

  private var what: HuntEvent.Kind? {
    guard let treasure else {
      switch kind {
      case "began": return .began
      case "played": return .played
      case "won": return .won
      case "timeUp": return .timeUp
      default: return nil
      }
    }
    switch kind {
    case "opened": return .opened(treasure)
    case "entered": return .entered(treasure)
    case "left": return .left(treasure)
    case "answeredWrongly": return .answeredWrongly(treasure)
    case "claimed": return .claimed(treasure)
    case "expired": return .expired(treasure)
    case "found": return amount.flatMap { $0.isFinite && $0 >= 0 ? .found(treasure, distance: $0) : nil }
    case "readHint": return index.map { .readHint(treasure, $0) }
    case "answered": return answer.map { .answered(treasure, $0) }
    case "unsealed": return key.map { .unsealed(treasure, $0) }
    default: return nil
    }
  }

  private var index: Int? { whole.flatMap { Self.indices.contains($0) ? Int($0) : nil } }

  private var key: AnswerKey? {
    guard let index, let bytes = word.flatMap(Self.bytes) else { return nil }
    return AnswerKey(bytes, word: index)
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  /// The bytes of a key in hexadecimal digits; `nil` if the text is not valid hexadecimal.
  private static func bytes(_ hex: String) -> [UInt8]? {
    let digits = hex.utf8.prefix(1024).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count == hex.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  private var answer: Answer? {
    switch (word, amount, whole) {
    case (let word?, nil, nil): .text(word)
    case (nil, let amount?, nil): amount.isFinite ? .number(amount) : nil
    case (nil, nil, _?): index.map { .choice($0) }
    default: nil
    }
  }
}
