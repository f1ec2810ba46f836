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
