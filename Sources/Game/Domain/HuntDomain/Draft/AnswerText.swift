/// How an author writes what counts as an answer, on one line.
///
/// `42` and `42 ± 2` (or `42 +- 2`) are numbers, `oak | oak tree` are words that all count, and where one of them has
/// a star, as in `red | *blue | green`, the player chooses and the starred ones are right.
package enum AnswerText {
  /// Options or words that one line may hold.
  static let most = 50

  /// Parses a typed line into a question's rule; `nil` if the line holds no answer.
  package static func rule(_ line: String) -> Question.Rule? {
    let words = line.split(separator: "|").map(trimmed).filter { !$0.isEmpty && $0 != "*" }
    guard let first = words.first, words.count <= most else { return nil }
    if words.count == 1, let number = number(first) { return number }
    guard words.contains(where: { $0.hasPrefix("*") }) else { return .text(words) }
    guard words.count >= 2 else { return nil }
    let right = words.indices.filter { words[$0].hasPrefix("*") }
    let options = words.map { $0.hasPrefix("*") ? trimmed($0.dropFirst()) : $0 }
    return .choice(options: options, right: Set(right))
  }

  /// The line for a rule.
  package static func line(_ rule: Question.Rule) -> String {
    switch rule {
    case .text(let words): words.joined(separator: " | ")
    case .number(let number, let tolerance):
      tolerance > 0 ? "\(plain(number)) ± \(plain(tolerance))" : plain(number)
    case .choice(let options, let right):
      options.enumerated().map { (right.contains($0.offset) ? "*" : "") + $0.element }.joined(separator: " | ")
    case .sealed: "sealed"
    }
  }

  private static func number(_ word: String) -> Question.Rule? {
    let parts = word.replacing("+-", with: "±").split(separator: "±", omittingEmptySubsequences: false).map(trimmed)
    guard (1...2).contains(parts.count), let value = finite(parts[0]) else { return nil }
    guard parts.count == 2 else { return .number(value, tolerance: 0) }
    guard let tolerance = finite(parts[1]), tolerance >= 0 else { return nil }
    return .number(value, tolerance: tolerance)
  }

  private static func finite(_ text: String) -> Double? {
    guard let first = text.utf8.first, "+-.0123456789".utf8.contains(first) else { return nil }
    return Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  private static func plain(_ number: Double) -> String { Int(exactly: number).map { "\($0)" } ?? "\(number)" }

  private static func trimmed(_ text: some StringProtocol) -> String {
    let start = text.drop { $0 == " " }
    return String(start.prefix(start.count - start.reversed().prefix { $0 == " " }.count))
  }
}
