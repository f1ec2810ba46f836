import HuntDomain
import Numbers
import Testing

@Suite("Formulas")
struct FormulaTests {
  private let answers: [String: Answer] = [
    "A": .number(7), "B": .number(-2.5), "C": .choice(2), "N": .text("adanaught"), "Y": .text("1823"),
    "Z1_x": .number(0),
  ]

  @Test(
    "are worked out as at school",
    arguments: [
      ("1 + 2 * 3", 7.0), ("(1 + 2) * 3", 9), ("10 - 4 - 3", 3), ("100 / 10 / 2", 5), ("-A + 1", -6), ("--A", 7),
      ("2 * -3", -6), ("A * 10 + 5", 75), ("B * 2", -5), ("C", 3), ("17 % 5", 2), ("-90 % 360", 270), ("8 × 2 : 4", 4),
      ("1.5 + .5", 2), ("Y - 1800", 23), ("digits(Y)", 14), ("root(Y)", 5), ("digits(1999)", 28), ("root(0)", 0),
      ("letters(N)", 77), ("len(N)", 9), ("len(Y)", 4), ("len(120)", 3), ("abs(B)", 2.5), ("floor(B)", -3),
      ("48 + (A * 100 + digits(Y)) / 60000", 48 + 714.0 / 60000), ("Z1_x", 0), (" ( ( A ) ) ", 7),
    ] as [(String, Double)])
  func values(text: String, value: Double) throws {
    let result = try #require(try Formula(text).value(of: answers))
    #expect(abs(result - value) < 1e-12)
  }

  @Test(
    "have no value where an answer is missing, is no number, or leads nowhere",
    arguments: [
      "X + 1", "N + 1", "letters(A)", "A / 0", "A % 0", "1 / (A - 7)", "999999999999999 * 10", "A / Z1_x", "letters(7)",
    ])
  func nothing(text: String) throws { #expect(try Formula(text).value(of: answers) == nil) }

  @Test("tell what answers they need")
  func names() throws {
    #expect(try Formula("A + digits(B2) * (c_d - A)").names == ["A", "B2", "c_d"])
    #expect(try Formula("12").names == [])
    #expect(try Formula("A + 1").value(of: ["A": .number(2)]) == 3)
  }

  @Test(
    "say where they are wrong",
    arguments: [
      ("", "column 1: a number, a name or a bracket is missing"),
      ("1 +", "column 4: a number, a name or a bracket is missing"), ("A B", "column 3: “B” is not expected here"),
      ("(1 + 2", "column 7: the bracket of column 1 is not closed"), ("1)", "column 2: there is a bracket too many"),
      ("1.2.3", "column 1: “1.2.3” is no number"), ("3 $ 4", "column 3: “$” is not expected here"),
      ("2A", "column 2: “A” is not expected here"), ("1e5", "column 2: “e5” is not expected here"),
      ("sin(A)", "column 1: there is no function “sin”, only digits, root, letters, len, abs, floor"),
      ("9999999999999999", "column 1: “9999999999999999” is no number"), ("* 3", "column 1: “*” is not expected here"),
    ])
  func errors(text: String, sentence: String) {
    let error = #expect(throws: FormulaError.self) { try Formula(text) }
    // Of a name only the first letter is shown.
    #expect(error?.description == sentence.replacing("“e5”", with: "“e”"))
  }

  @Test("are neither too long nor too deep")
  func limits() {
    let deep = String(repeating: "(", count: 33) + "1" + String(repeating: ")", count: 33)
    #expect(throws: FormulaError.self) { try Formula(deep) }
    #expect(throws: Never.self) { try Formula(String(deep.dropFirst().dropLast())) }
    #expect(throws: FormulaError.self) { try Formula(String(repeating: "-", count: 40) + "1") }
    #expect(throws: FormulaError.self) { try Formula("1" + String(repeating: "+1", count: 250)) }
    #expect(throws: Never.self) { try Formula("1" + String(repeating: "+1", count: 249)) }
  }

  @Test("agree with a naive evaluator, and no text breaks them")
  func random() throws {
    var chance = SeededGenerator(seed: 21)
    for _ in 0..<2000 {
      let (text, value) = expression(&chance, depth: 0)
      let result = try Formula(text).value(of: ["A": .number(7), "B": .number(-2.5)])
      guard let value, abs(value) < 1e12 else { continue }
      #expect(result.map { abs($0 - value) <= 1e-9 * max(1, abs(value)) } ?? false, "\(text) = \(value)")
    }
    let signs = Array("0123456789.+-*/%() AbN_digits(root(é$“")
    for _ in 0..<3000 {
      let text = String((0..<Int(chance.uniform() * 20)).compactMap { _ in signs.randomElement(using: &chance) })
      _ = try? Formula(text).value(of: answers)
    }
  }

  /// A random expression, fully in brackets so that nobody has to know what binds closer, and its value.
  private func expression(_ chance: inout SeededGenerator, depth: Int) -> (text: String, value: Double?) {
    guard depth < 5, chance.uniform() < 0.8 else {
      let number = Double(Int(chance.uniform() * 2000)) / 4
      return [("A", 7.0), ("B", -2.5), ("\(number)", number)].randomElement(using: &chance) ?? ("A", 7)
    }
    let (left, right) = (expression(&chance, depth: depth + 1), expression(&chance, depth: depth + 1))
    func both(_ make: (Double, Double) -> Double?) -> Double? {
      left.value.flatMap { one in right.value.flatMap { make(one, $0) } }
    }
    switch Int(chance.uniform() * 6) {
    case 0: return ("(\(left.text) + \(right.text))", both { $0 + $1 })
    case 1: return ("(\(left.text)-\(right.text))", both { $0 - $1 })
    case 2: return ("(\(left.text) * \(right.text))", both { $0 * $1 })
    case 3: return ("(\(left.text)/\(right.text))", both { $1 == 0 ? nil : $0 / $1 })
    case 4: return ("abs(\(left.text))", left.value.map { abs($0) })
    default: return ("(-\(left.text))", left.value.map { -$0 })
    }
  }
}
