internal import HuntDomain

/// The words of an answer that tell it: without small ones, and those that many answers have.
package struct AnswerWords: Hashable, Sendable {
  /// Folded words that tell nothing of an answer: articles, prepositions, and what streets are called.
  private static let common: Set<String> = {
    let text =
      "the a an of in at on to and und et e y le la les l de du des d der die das den dem ein eine von vom zu zum zur am im "
      + "an bei el los las un una il lo gli di da del della dei delle al alla o os as do dos het van een och og "
      + "street st avenue ave boulevard blvd road rd drive dr square sq place pl lane ln strasse str weg gasse platz rue "
      + "chemin allee via viale piazza calle rua"
    return Set(text.split(separator: " ").map { FoldedText.fold(String($0)) })
  }()
  /// Letters that one of the words needs, that a word needs to be looked for at the beginning of longer ones, and that a
  /// longer one needs to be looked for at the beginning of a word: shorter ones turn up by chance.
  private static let (shortest, shortestBeginning, shortestStem) = (4, 5, 6)
  /// Words of a text among which all have to stand; farther apart they have nothing to do with each other.
  private static let reach = 12

  /// The words that are left, folded, in their order.
  let words: [String]
  /// The longest of them, without which no text tells the answer; `nil` if all are too short to be looked for.
  let key: String?

  /// Takes an answer apart.
  ///
  /// - Parameter others: more folded words that tell nothing.
  package init(_ answer: String, without others: Set<String> = []) {
    words = FoldedText.words(of: answer).filter { !Self.common.contains($0) && !others.contains($0) }
    key = words.filter { $0.count >= Self.shortest && !$0.allSatisfy(\.isNumber) }.max { $0.count < $1.count }
  }

  /// Whether a text, of which these are the folded words, says all of the words, in any order and near each other.
  package func isTold(in text: [String]) -> Bool {
    guard key != nil else { return false }
    var places = [Int](repeating: .min, count: words.count)
    for (place, said) in text.enumerated() {
      for index in words.indices where Self.says(said, words[index]) { places[index] = place }
      if places.allSatisfy({ $0 > place - Self.reach }) { return true }
    }
    return false
  }

  /// Whether one of the words begins with a long word of a text: the `Klingentor` tells the `Klingentorstraße`.
  package func isBegun(in text: [String]) -> Bool {
    words.contains { word in
      text.contains { $0.count >= Self.shortestStem && word.count > $0.count && word.hasPrefix($0) }
    }
  }

  private static func says(_ said: String, _ word: String) -> Bool {
    said == word || (word.count >= shortestBeginning && said.hasPrefix(word) && !said.allSatisfy(\.isNumber))
  }

  /// What a longer word of a text may begin with, as the name of a person in that of a street.
  static func beginnings(of said: String) -> [String] {
    guard said.count > shortestBeginning, !said.allSatisfy(\.isNumber) else { return [] }
    return (shortestBeginning..<said.count).map { String(said.prefix($0)) }
  }
}

/// Numbers that stand in a text, with what tells coordinates from other numbers.
struct NumbersInText {
  /// A number as it is written.
  struct Number {
    let value: Double
    let decimals: Int
    /// `N`, `S`, `E` or `W` before it or after it, where one of them stands alone there.
    var hemisphere: Character?
  }

  private(set) var numbers: [Number] = []

  init(_ text: String) {
    let characters = Array(text)
    var index = 0
    while index < characters.count {
      guard characters[index].isASCIIDigit else {
        index += 1
        continue
      }
      var end = index
      while end < characters.count, characters[end].isASCIIDigit || isPoint(characters, end) { end += 1 }
      append(characters, index..<end)
      index = end
    }
  }

  private mutating func append(_ characters: [Character], _ range: Range<Int>) {
    let written = String(characters[range])
    guard written.count <= 20, let value = Double(written) else { return }
    let sign = range.lowerBound > 0 && "-−".contains(characters[range.lowerBound - 1]) ? -1.0 : 1
    let decimals = written.split(separator: ".", omittingEmptySubsequences: false).dropFirst().first?.count ?? 0
    numbers.append(
      Number(value: sign * value, decimals: decimals, hemisphere: letter(characters, before: range.lowerBound)))
    if let letter = letter(characters, after: range.upperBound), numbers[numbers.count - 1].hemisphere == nil {
      numbers[numbers.count - 1].hemisphere = letter
    }
  }

  private func isPoint(_ characters: [Character], _ index: Int) -> Bool {
    characters[index] == "." && index + 1 < characters.count && characters[index + 1].isASCIIDigit
      && characters[index - 1].isASCIIDigit
  }

  private func letter(_ characters: [Character], before index: Int) -> Character? {
    guard let at = characters[..<index].lastIndex(where: { !" °-".contains($0) }), "NSEW".contains(characters[at])
    else {
      return nil
    }
    return at > 0 && characters[at - 1].isLetter ? nil : characters[at]
  }

  private func letter(_ characters: [Character], after index: Int) -> Character? {
    guard let at = characters[index...].firstIndex(where: { !" °'′".contains($0) }), "NSEW".contains(characters[at])
    else {
      return nil
    }
    // The letter of the next number is not this one's.
    let next = characters[(at + 1)...].first { $0 != " " }
    return next.map { $0.isLetter || $0.isASCIIDigit } == true ? nil : characters[at]
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isWholeNumber }
}
