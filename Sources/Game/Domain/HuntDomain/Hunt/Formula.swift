/// An expression over answers: `A * 10 + 5`.
///
/// Numbers, names of answers, `+ - * / %`, brackets, and functions:
///
/// - `digits(A)`: the sum of the digits; `root(A)`: the sum of the digits until it has one digit;
/// - `letters(A)`: the sum of the letters of a text, A = 1 ... Z = 26; `len(A)`: how many letters and digits it has;
/// - `abs(A)` and `floor(A)`.
///
/// `%` is the remainder of a division that rounds down, so `-90 % 360` is 270. A choice counts as its number from 1.
package struct Formula: Hashable, Sendable {
  /// Characters of the longest formula.
  package static let longest = 500
  /// Brackets within each other at most.
  package static let deepest = 32
  /// The greatest absolute value; results beyond it would not be exact, and count as none.
  static let greatest = 1e15

  /// As the author wrote it.
  package let text: String
  /// The names of the answers that it needs.
  package let names: Set<String>
  private let term: FormulaTerm

  /// Reads an expression.
  ///
  /// Throws: ``FormulaError`` if the text is not a formula.
  package init(_ text: String) throws(FormulaError) {
    var parser = try FormulaParser(text)
    term = try parser.formula()
    names = parser.names
    self.text = text
  }

  /// The value, or nothing while an answer is missing or is no number where one is needed, or where the result is none:
  /// after a division by zero, or beyond what can be counted exactly.
  package func value(of answers: [String: Answer]) -> Double? { term.value(answers) }
}

/// Why a text is not a formula, as a sentence.
package struct FormulaError: Error, Hashable, CustomStringConvertible {
  package let description: String

  /// Creates the error from a sentence.
  package init(description: String) { self.description = description }
}

/// One part of a formula.
indirect enum FormulaTerm: Hashable, Sendable {
  enum Operation: Hashable, Sendable {
    case add, subtract, multiply, divide, remainder
  }

  enum Function: String, Hashable, Sendable, CaseIterable {
    case digits, root, letters, len, abs, floor
  }

  case number(Double)
  case answer(String)
  case minus(FormulaTerm)
  case both(FormulaTerm, Operation, FormulaTerm)
  case function(Function, FormulaTerm)

  func value(_ answers: [String: Answer]) -> Double? {
    let value =
      switch self {
      case .number(let number): number as Double?
      case .answer(let name): answers[name].flatMap(\.number)
      case .minus(let term): term.value(answers).map { -$0 }
      case .both(let left, let operation, let right): operation.value(left.value(answers), right.value(answers))
      case .function(let function, let term): function.value(term.word(answers), term.value(answers))
      }
    guard let value, abs(value) <= Formula.greatest else { return nil }
    return value
  }

  /// The text of an answer that stands alone.
  private func word(_ answers: [String: Answer]) -> String? {
    guard case .answer(let name) = self, case .text(let text) = answers[name] else { return nil }
    return text
  }
}

extension FormulaTerm.Operation {
  fileprivate func value(_ left: Double?, _ right: Double?) -> Double? {
    guard let left, let right else { return nil }
    return switch self {
    case .add: left + right
    case .subtract: left - right
    case .multiply: left * right
    case .divide: right == 0 ? nil : left / right
    case .remainder: right == 0 ? nil : left - right * (left / right).rounded(.down)
    }
  }
}

extension FormulaTerm.Function {
  /// - Parameters:
  ///   - word: the argument in the brackets, if it is a single text.
  ///   - number: the argument in the brackets as a number.
  fileprivate func value(_ word: String?, _ number: Double?) -> Double? {
    switch self {
    case .abs: number.map { Swift.abs($0) }
    case .floor: number.map { $0.rounded(.down) }
    case .letters: word.map { Double(Self.letters($0)) }
    case .len: (word ?? number.map(Self.whole)).map { Double($0.count) }
    case .digits: (word ?? number.map(Self.whole)).map { Double(Self.digits($0)) }
    case .root: (word ?? number.map(Self.whole)).map { Double(Self.root(Self.digits($0))) }
    }
  }

  /// The integer digits of a number, without the sign; values in formulas never overflow here.
  private static func whole(_ number: Double) -> String { String(Int64(Swift.abs(number))) }

  private static func digits(_ text: String) -> Int {
    text.utf8.reduce(0) { $0 + ((48...57).contains($1) ? Int($1) - 48 : 0) }
  }

  private static func root(_ sum: Int) -> Int { sum == 0 ? 0 : 1 + (sum - 1) % 9 }

  private static func letters(_ text: String) -> Int {
    FoldedText.fold(text).utf8.reduce(0) { $0 + ((97...122).contains($1) ? Int($1) - 96 : 0) }
  }
}

extension Answer {
  /// What the answer counts as: of a text its number, of a choice its place from 1.
  fileprivate var number: Double? {
    switch self {
    case .number(let number): number
    case .choice(let choice): (0...1_000_000).contains(choice) ? Double(choice + 1) : nil
    case .text(let text): text.utf8.allSatisfy { (48...57).contains($0) } ? Double(text) : nil
    }
  }
}
