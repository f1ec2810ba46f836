internal import HuntDomain

/// A text as its words: small letters and digits, punctuation and white space left out.
struct Words: Hashable {
  let words: [String]

  init(_ text: String) {
    words = text.split { !($0.isLetter || $0.isNumber) }.map { FoldedText.fold(String($0)) }
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
