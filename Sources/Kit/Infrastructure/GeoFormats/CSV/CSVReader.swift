/// The rows of a table of comma-separated values, one after the other (RFC 4180).
///
/// Fields may also be separated by semicolons or tabs, whichever the first line has most of, as spreadsheets of many
/// countries write them. A field in quotes may contain separators, line endings, and quotes written twice. Empty lines
/// are passed over.
package struct CSVReader<Source: ByteSource>: ~Copyable {
  /// Fields of a row that are kept.
  package static var fieldLimit: Int { 1000 }
  /// Bytes that a row may have.
  package static var rowLimit: Int { 1 << 20 }

  /// The line in which the latest row begins, from 1.
  package private(set) var line = 1
  /// The byte between fields; `nil` before the first row.
  package private(set) var separator: UInt8?

  private var lines: LineReader<Source>

  /// Reads rows from `source`.
  package init(_ source: Source) { lines = LineReader(source, limit: Self.rowLimit) }

  /// The fields of the next row; `nil` at the end.
  ///
  /// Throws: if the file cannot be read, it is not UTF-8, or a row is longer than ``rowLimit`` or has an opening quote without an end.
  package mutating func next() throws(FormatError) -> [String]? {
    var row = Row()
    repeat {
      guard try nextLine() else {
        guard row.isOpen else { return nil }
        throw FormatError(.openQuote, line: line)
      }
      if lines.isTooLong || row.size + lines.line.count > Self.rowLimit {
        throw FormatError(.tooLongRow(limit: Self.rowLimit), line: row.isOpen ? line : lines.number)
      }
      let text = lines.number == 1 && lines.line.starts(with: Self.mark) ? lines.line[3...] : lines.line[...]
      if !row.isOpen {
        if text.allSatisfy({ $0 == 0x20 }) { continue }
        line = lines.number
      }
      let separator = separator ?? Self.separator(in: text)
      self.separator = separator
      row.take(text, separator: separator)
    } while row.isOpen || row.fields.isEmpty
    var texts: [String] = []
    for field in row.fields {
      guard let text = String(validating: field, as: UTF8.self) else { throw FormatError(.tableNotUTF8, line: line) }
      texts.append(text)
    }
    return texts
  }

  private mutating func nextLine() throws(FormatError) -> Bool {
    do { return try lines.next() } catch { throw FormatError(error, line: lines.number) }
  }

  /// The byte order mark of UTF-8.
  private static var mark: [UInt8] { [0xEF, 0xBB, 0xBF] }

  /// The separator that a line has most of outside of quotes; a comma if none.
  private static func separator(in line: ArraySlice<UInt8>) -> UInt8 {
    var (counts, isQuoted) = ([UInt8: Int](), false)
    for byte in line {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if !isQuoted { counts[byte, default: 0] += 1 }
    }
    let candidates = [",", ";", "\t"].compactMap { (text: Character) in text.asciiValue }
    // The first of several with the same number: the order of the list.
    return candidates.enumerated().max { one, other in
      (counts[one.element, default: 0], -one.offset) < (counts[other.element, default: 0], -other.offset)
    }?.element ?? UInt8(ascii: ",")
  }

  /// A row in the making.
  private struct Row {
    private(set) var fields: [[UInt8]] = []
    /// The line has ended inside of quotes: the row goes on with the next one.
    private(set) var isOpen = false
    private(set) var size = 0
    private var field: [UInt8] = []

    mutating func take(_ line: ArraySlice<UInt8>, separator: UInt8) {
      size += line.count + 1
      if isOpen { field.append(0x0A) }
      let quote = UInt8(ascii: "\"")
      var index = line.startIndex
      while index < line.endIndex {
        let byte = line[index]
        index += 1
        if isOpen {
          guard byte == quote else {
            field.append(byte)
            continue
          }
          if index < line.endIndex, line[index] == quote {
            field.append(quote)
            index += 1
          } else {
            isOpen = false
          }
        } else if byte == separator {
          finish()
        } else if byte == quote, field.allSatisfy({ $0 == 0x20 }) {
          (isOpen, field) = (true, [])
        } else {
          // Also a quote in the middle of a field, which programs write without the quotes around it.
          field.append(byte)
        }
      }
      if !isOpen { finish() }
    }

    private mutating func finish() {
      if fields.count < CSVReader.fieldLimit { fields.append(field) }
      field = []
    }
  }
}
