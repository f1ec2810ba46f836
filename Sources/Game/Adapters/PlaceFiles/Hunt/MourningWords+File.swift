internal import GeoFormats
package import HuntMaking

extension MourningWords {
  /// Reads a table: a CSV file with the columns `language`, `where`, and `words` with semicolons between them.
  ///
  /// Throws: if the file cannot be read, has other columns, or a `where` that is no ``Scope``.
  package init(path: String) throws(FileProblem) {
    let file: FileBytes
    do { file = try FileBytes(path: path) } catch {
      throw FileProblem(file: path, "cannot be read: \(error)", isMissing: true)
    }
    var rows = CSVReader(file)
    var words: [(scope: Scope, word: String)] = []
    do throws(FormatError) {
      guard try rows.next() == ["language", "where", "words"] else {
        throw FormatError(.tableWithoutColumns, line: 1)
      }
      while let row = try rows.next() {
        guard row.count == 3, let scope = Scope(rawValue: row[1]) else {
          throw FormatError(.tableWithoutColumns, line: rows.line)
        }
        words += row[2].split(separator: ";").map { (scope, String($0)) }
      }
    } catch { throw FileProblem(file: path, error) }
    self.init(words)
  }
}
