/// Reads formulas: one character after the other, and never more than ``Formula/deepest`` brackets deep.
struct FormulaParser {
  private(set) var names: Set<String> = []
  private let characters: [Character]
  private var index = 0
  private var depth = 0

  init(_ text: String) throws(FormulaError) {
    characters = Array(text)
    guard characters.count <= Formula.longest else {
      throw FormulaError(
        description: "the formula has \(characters.count) characters; \(Formula.longest) are the most")
    }
  }

  /// The whole text.
  mutating func formula() throws(FormulaError) -> FormulaTerm {
    let term = try sum()
    guard let extra = next else { return term }
    throw error(extra == ")" ? "there is a bracket too many" : "“\(extra)” is not expected here")
  }

  private mutating func sum() throws(FormulaError) -> FormulaTerm {
    var term = try product()
    while let sign = next, sign == "+" || sign == "-" || sign == "−" {
      index += 1
      term = .both(term, sign == "+" ? .add : .subtract, try product())
    }
    return term
  }

  private mutating func product() throws(FormulaError) -> FormulaTerm {
    var term = try factor()
    while let sign = next, let operation = Self.operations[sign] {
      index += 1
      term = .both(term, operation, try factor())
    }
    return term
  }

  private static let operations: [Character: FormulaTerm.Operation] = [
    "*": .multiply, "×": .multiply, "·": .multiply, "/": .divide, ":": .divide, "%": .remainder,
  ]

  private mutating func factor() throws(FormulaError) -> FormulaTerm {
    guard let first = next else { throw error("a number, a name or a bracket is missing") }
    switch first {
    case "-", "−": return .minus(try nested { (parser) throws(FormulaError) in try parser.factor() })
    case "(": return try bracket()
    case _ where Self.isDigit(first) || first == ".": return try number()
    case _ where Self.isLetter(first): return try name()
    default: throw error("“\(first)” is not expected here")
    }
  }

  /// Takes the present character, and what follows one step deeper.
  private mutating func nested(
    _ rest: (inout FormulaParser) throws(FormulaError) -> FormulaTerm
  ) throws(FormulaError) -> FormulaTerm {
    guard depth < Formula.deepest else { throw error("there are more than \(Formula.deepest) brackets in each other") }
    index += 1
    depth += 1
    let term = try rest(&self)
    depth -= 1
    return term
  }

  private mutating func bracket() throws(FormulaError) -> FormulaTerm {
    let begin = index
    return try nested { (parser) throws(FormulaError) in
      let term = try parser.sum()
      guard parser.next == ")" else { throw parser.error("the bracket of column \(begin + 1) is not closed") }
      parser.index += 1
      return term
    }
  }

  private mutating func number() throws(FormulaError) -> FormulaTerm {
    let begin = index
    while index < characters.count, Self.isDigit(characters[index]) || characters[index] == "." { index += 1 }
    let text = String(characters[begin..<index])
    let isWhole = text != "." && text.count { $0 == "." } <= 1
    guard isWhole, let number = Double(padded(text)), number <= Formula.greatest else {
      index = begin
      throw error("“\(text)” is no number")
    }
    return .number(number)
  }

  private func padded(_ text: String) -> String {
    (text.hasPrefix(".") ? "0" : "") + text + (text.hasSuffix(".") ? "0" : "")
  }

  private mutating func name() throws(FormulaError) -> FormulaTerm {
    let begin = index
    while index < characters.count,
      Self.isLetter(characters[index]) || Self.isDigit(characters[index]) || characters[index] == "_"
    {
      index += 1
    }
    let name = String(characters[begin..<index])
    guard next == "(" else {
      names.insert(name)
      return .answer(name)
    }
    guard let function = FormulaTerm.Function(rawValue: name) else {
      index = begin
      let known = FormulaTerm.Function.allCases.map(\.rawValue).joined(separator: ", ")
      throw error("there is no function “\(name)”, only \(known)")
    }
    return .function(function, try bracket())
  }

  /// The present character that is no white space.
  private var next: Character? {
    mutating get {
      while index < characters.count, characters[index].isWhitespace { index += 1 }
      return index < characters.count ? characters[index] : nil
    }
  }

  private func error(_ sentence: String) -> FormulaError {
    FormulaError(description: "column \(index + 1): \(sentence)")
  }

  private static func isDigit(_ character: Character) -> Bool {
    character.asciiValue.map { (48...57).contains($0) } ?? false
  }

  private static func isLetter(_ character: Character) -> Bool {
    character.asciiValue.map { (97...122).contains($0 | 0x20) } ?? false
  }
}
