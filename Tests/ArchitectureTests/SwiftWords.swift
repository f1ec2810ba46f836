/// The words of a Swift file line by line, without comments and the text of string literals.
///
/// Code in interpolations counts. Regular expressions are not known: none in Sources contains a quote.
struct SwiftWords {
  /// A name, a keyword or a number, with the bytes beside it; 0 at the ends of a line.
  struct Word: Hashable {
    let text: String
    let before: UInt8
    let after: UInt8
  }

  struct Line {
    /// Blanks before the first character.
    let indent: Int
    let words: [Word]
  }

  let lines: [Line]

  init(_ text: String) {
    lines = Self.code(Array(text.utf8)).split(separator: Self.newline, omittingEmptySubsequences: false).map(Self.line)
  }

  private static func line(_ bytes: ArraySlice<UInt8>) -> Line {
    var words: [Word] = []
    var start = bytes.startIndex
    while start < bytes.endIndex {
      let end = bytes[start...].firstIndex { !isWord($0) } ?? bytes.endIndex
      if end > start {
        words.append(
          Word(
            text: String(decoding: bytes[start..<end], as: UTF8.self),
            before: start > bytes.startIndex ? bytes[start - 1] : 0, after: end < bytes.endIndex ? bytes[end] : 0))
      }
      start = end + 1
    }
    return Line(indent: bytes.prefix { $0 == UInt8(ascii: " ") }.count, words: words)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
      || (0x61...0x7A).contains(byte)
  }

  // MARK: - Literals and comments

  private static let (newline, quote, pound) = (UInt8(ascii: "\n"), UInt8(ascii: "\""), UInt8(ascii: "#"))

  /// What the bytes are part of: code with this many open parentheses, or a literal with these delimiters.
  private enum Part {
    case code(parentheses: Int)
    case literal(quotes: Int, pounds: Int)
  }

  /// The bytes without comments and the text of literals; the lines stay.
  private static func code(_ bytes: [UInt8]) -> [UInt8] {
    var code: [UInt8] = []
    var parts = [Part.code(parentheses: 0)]
    var next = 0
    func run(of byte: UInt8, from start: Int) -> Int { bytes[min(start, bytes.count)...].prefix { $0 == byte }.count }
    while next < bytes.count {
      let byte = bytes[next]
      switch parts[parts.count - 1] {
      case .code(let parentheses):
        let pounds = run(of: pound, from: next)
        if bytes[next...].starts(with: "//".utf8) {
          next = bytes[next...].firstIndex(of: newline) ?? bytes.count
        } else if case let quotes = run(of: quote, from: next + pounds), quotes > 0 {
          // Two quotes are an empty literal, which ends at once.
          parts.append(.literal(quotes: quotes >= 3 ? 3 : 1, pounds: pounds))
          code.append(quote)
          next += pounds + (quotes >= 3 ? 3 : 1)
        } else {
          let change = byte == UInt8(ascii: "(") ? 1 : byte == UInt8(ascii: ")") ? -1 : 0
          if parentheses + change < 0, parts.count > 1 {
            parts.removeLast()
          } else {
            parts[parts.count - 1] = .code(parentheses: parentheses + change)
          }
          code.append(byte)
          next += 1
        }
      case .literal(let quotes, let pounds):
        if byte == UInt8(ascii: "\\"), run(of: pound, from: next + 1) >= pounds {
          let escaped = next + 1 + pounds
          if escaped < bytes.count, bytes[escaped] == UInt8(ascii: "(") {
            parts.append(.code(parentheses: 0))
            code.append(UInt8(ascii: "("))
          }
          next = escaped + 1
        } else if run(of: quote, from: next) >= quotes, run(of: pound, from: next + quotes) >= pounds {
          parts.removeLast()
          code.append(quote)
          next += quotes + pounds
        } else {
          if byte == newline { code.append(byte) }
          next += 1
        }
      }
    }
    return code
  }
}
