internal import GeoFormats
package import HuntMaking

/// The table of sentences for made hunts: a CSV file with the columns `use`, `kind`, and one for each language.
package struct HuntTextsFile: Sendable {
  /// The columns before those of the languages.
  private static let first = ["use", "kind"]

  /// The languages in the order of their columns.
  package let languages: [String]
  private let lines: [String: [HuntTexts.Line]]

  /// Reads a table; a cell that is empty is a line that the language does not have.
  package init(path: String) throws(FileProblem) {
    let file: FileBytes
    do { file = try FileBytes(path: path) } catch {
      throw FileProblem(file: path, "cannot be read: \(error)", isMissing: true)
    }
    var rows = CSVReader(file)
    do throws(FormatError) {
      guard let header = try rows.next(), Array(header.prefix(2)) == Self.first, header.count > 2 else {
        throw FormatError(.tableWithoutColumns, line: 1)
      }
      languages = Array(header.dropFirst(2))
      var lines: [String: [HuntTexts.Line]] = [:]
      while let row = try rows.next() {
        guard row.count >= 2 else { continue }
        for (language, text) in zip(languages, row.dropFirst(2)) where !text.isEmpty {
          lines[language, default: []].append(HuntTexts.Line(use: row[0], kind: row[1], text: SafeText.clean(text)))
        }
      }
      self.lines = lines
    } catch { throw FileProblem(file: path, error) }
  }

  /// All lines of a language.
  package func all(in language: String) -> [HuntTexts.Line] { lines[language] ?? [] }

  /// The sentences in the first of some languages that the table has; in its first language if it has none of them.
  package func texts(in wanted: [String]) -> HuntTexts {
    let language = wanted.first(where: languages.contains) ?? languages[0]
    return HuntTexts(language: language, lines[language] ?? [])
  }
}
