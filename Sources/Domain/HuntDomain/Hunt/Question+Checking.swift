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
