/// An expression over answers: `A * 10 + 5`.
///
/// Numbers, names of answers, `+ - * / %`, brackets.
package struct Formula: Hashable, Sendable {
  /// As the author wrote it.
  package let text: String
  /// The names of the answers that it needs.
  package let names: Set<String>

  /// Reads an expression.
  ///
  /// Throws: ``FormulaError`` when it is none.
  package init(_ text: String) throws(FormulaError) {
    guard let number = Double(text), number.isFinite else { throw FormulaError(description: "“\(text)” is no formula") }
    self.text = text
    names = []
  }

  /// The value, or nothing while an answer is missing or is no number, or where the result is none.
  package func value(_ numbers: [String: Double]) -> Double? { Double(text) }
}

/// Why a text is no formula, as a sentence.
package struct FormulaError: Error, Hashable, CustomStringConvertible {
  package let description: String

  /// Creates the error from a sentence.
  package init(description: String) { self.description = description }
}
