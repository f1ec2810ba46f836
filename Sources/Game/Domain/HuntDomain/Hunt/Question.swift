/// A question that is asked inside a zone.
package struct Question: Hashable, Sendable {
  /// What counts as an answer.
  package enum Rule: Hashable, Sendable {
    /// One of these words or sentences; case, accents, white space and punctuation do not count. Not empty.
    case text([String])
    /// A number, not farther from this one than the tolerance, which is not negative.
    case number(Double, tolerance: Double)
    /// One of these; `right` are the ones that count, by their place from 0. All of them where the choice only decides
    /// how the hunt goes on. At least two options.
    case choice(options: [String], right: Set<Int>)
    /// An encrypted answer: the hunt file does not reveal it.
    case sealed(SealedAnswer)
  }

  /// What the player is asked, as printable text.
  package var prompt: String
  /// What counts as an answer, and as the right one.
  package var rule: Rule
  /// The name under which formulas know the answer: a letter and then letters, digits or `_`.
  package var name: String?
  /// Points that a wrong answer costs, in `0 ... 1,000,000`.
  package var price: Int

  /// Creates a question.
  package init(_ prompt: String, rule: Rule, name: String? = nil, price: Int = 0) {
    self.prompt = prompt
    self.rule = rule
    self.name = name
    self.price = min(1_000_000, max(0, price))
  }
}

/// What a player answered, made comparable.
package enum Answer: Hashable, Sendable {
  /// Folded text, as ``Question/Rule/text(_:)`` compares it.
  case text(String)
  /// A finite number.
  case number(Double)
  /// The option, counted from 0.
  case choice(Int)
}

extension Question {
  /// The result of checking an answer.
  package enum Check: Hashable, Sendable {
    /// A right answer, or a choice, made comparable.
    case right(Answer)
    /// The sealed answer, which opens more of the hunt.
    case opens(AnswerKey)
    case wrong
    /// The answer is empty.
    case nothing
  }

  /// Characters of an answer that are read; the rest is not.
  package static let longest = 500

  /// Judges what a player typed.
  ///
  /// Texts are compared folded (``FoldedText``), with ä as a and as ae. Where a number can be read in two ways
  /// (``NumberReading``), the right one counts. A choice is named by its text, its number from 1, or its letter.
  package func check(_ typed: String) -> Check {
    let text = String(typed.unicodeScalars.prefix(Self.longest))
    let folded = FoldedText.fold(text)
    guard !folded.isEmpty else { return .nothing }
    switch rule {
    case .text(let words):
      // Formulas count the letters of the answer as the author wrote it, whichever way it was typed.
      let match = words.first { FoldedText.fold($0) == folded || FoldedText.fold($0, umlauts: .asTwo) == folded }
      return match.map { .right(.text(FoldedText.fold($0))) } ?? .wrong
    case .number(let number, let tolerance):
      let reading = NumberReading.all(of: text).first { Self.isEqual($0, number, tolerance: tolerance) }
      return reading.map { .right(.number($0)) } ?? .wrong
    case .choice(_, let right):
      guard let choice = option(text), right.contains(choice) else { return .wrong }
      return .right(.choice(choice))
    case .sealed(let sealed): return sealed.key(for: text).map { .opens($0) } ?? .wrong
    }
  }

  /// A right answer, to show when the player gives up; `nil` if there is none or it is sealed.
  package var solution: Answer? {
    switch rule {
    case .text(let words): words.first.map { .text(FoldedText.fold($0)) }
    case .number(let number, _): .number(number)
    case .choice(let options, let right): right.filter(options.indices.contains).min().map { .choice($0) }
    case .sealed: nil
    }
  }

  /// Whether an answer, for example from a saved game, has a form that this question allows.
  func allows(_ answer: Answer) -> Bool {
    switch (rule, answer) {
    case (.text, .text): true
    case (.number, .number(let number)): number.isFinite
    case (.choice(let options, _), .choice(let choice)): options.indices.contains(choice)
    default: false
    }
  }

  /// Whether an answer is right.
  func accepts(_ answer: Answer) -> Bool {
    switch (rule, answer) {
    case (.choice(let options, let right), .choice(let choice)):
      options.indices.contains(choice) && right.contains(choice)
    case (.number(let number, let tolerance), .number(let said)): Self.isEqual(said, number, tolerance: tolerance)
    case (.text(let words), .text(let said)): words.contains { FoldedText.fold($0) == said }
    default: false
    }
  }

  private static func isEqual(_ said: Double, _ number: Double, tolerance: Double) -> Bool {
    // Decimals are no binary numbers: 0.1 more or less than 0.2 is within 0.1.
    let tolerance = max(0, tolerance.isFinite ? tolerance : 0)
    return abs(said - number) <= tolerance + 4 * max(number.ulp, tolerance.ulp)
  }

  /// The option, counted from 0, that a typed answer names: by its text, or else by its number from 1 or its letter;
  /// `nil` if it names none, or there is no choice.
  package func option(_ typed: String) -> Int? {
    guard case .choice(let options, _) = rule else { return nil }
    let text = String(typed.unicodeScalars.prefix(Self.longest))
    let folded = FoldedText.fold(text)
    // Word for word first: “C” and “C++” are the same when folded, and a text may be a number.
    if let exact = options.firstIndex(of: text) { return exact }
    if let named = options.firstIndex(where: { FoldedText.fold($0) == folded }) { return named }
    if let number = Int(folded) { return (1...max(1, options.count)).contains(number) ? number - 1 : nil }
    guard folded.utf8.count == 1, let letter = folded.utf8.first, (97...122).contains(letter) else { return nil }
    return options.indices.contains(Int(letter) - 97) ? Int(letter) - 97 : nil
  }
}

/// The numbers that a text may mean.
///
/// Digits, a sign before them, comma or point before the decimals, and white space, apostrophes, commas or points
/// between thousands; no exponent. One comma or point before exactly three digits may be either (`1,823`): then there
/// are two readings.
package enum NumberReading {
  /// Digits beyond which a text is no answer: whole numbers are exact up to here.
  static let mostDigits = 15

  /// Every number that the text may mean, the likelier first; empty if it is not a number.
  package static func all(of text: String) -> [Double] {
    var rest = text.unicodeScalars.filter { !$0.properties.isWhitespace && !"'’_".unicodeScalars.contains($0) }[...]
    let sign = rest.first.map { "-−".unicodeScalars.contains($0) } == true ? -1.0 : 1
    if let first = rest.first, "-−+".unicodeScalars.contains(first) { rest.removeFirst() }
    guard let (groups, separators) = split(rest) else { return [] }
    let digits = groups.reduce(0) { $0 + $1.count }
    guard (1...mostDigits).contains(digits) else { return [] }
    return readings(groups, separators).map { sign * $0 }
  }

  /// The digits between the commas and points, in ASCII.
  private static func split(_ text: Substring.UnicodeScalarView) -> (groups: [String], separators: [Unicode.Scalar])? {
    var groups = [""]
    var separators: [Unicode.Scalar] = []
    for scalar in text {
      if scalar == "," || scalar == "." || scalar == "٫" {
        separators.append(scalar == "٫" ? "." : scalar)
        groups.append("")
      } else if scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue {
        groups[groups.count - 1] += String(Int(value))
      } else {
        return nil
      }
    }
    return (groups, separators)
  }

  private static func readings(_ groups: [String], _ separators: [Unicode.Scalar]) -> [Double] {
    let whole = number(groups.joined())
    guard let last = separators.last else { return [whole].compactMap(\.self) }
    let decimal = number(groups.dropLast().joined() + "." + (groups.last ?? ""))
    let areThousands = groups.dropFirst().allSatisfy { $0.count == 3 } && (1...3).contains(groups[0].count)
    if separators.count == 1 { return [decimal, areThousands ? whole : nil].compactMap(\.self) }
    if Set(separators).count == 1 { return areThousands ? [whole].compactMap(\.self) : [] }
    // Two kinds: the last one stands before the decimals, the others between thousands.
    let areGrouped = groups.dropFirst().dropLast().allSatisfy { $0.count == 3 } && (1...3).contains(groups[0].count)
    guard areGrouped, separators.count(where: { $0 == last }) == 1 else { return [] }
    return [decimal].compactMap(\.self)
  }

  private static func number(_ text: String) -> Double? {
    let text = text.hasPrefix(".") ? "0" + text : text
    return Double(text.hasSuffix(".") ? text + "0" : text)
  }
}
