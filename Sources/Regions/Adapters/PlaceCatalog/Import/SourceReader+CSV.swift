internal import GeoFormats
internal import Geodesy
internal import HuntDomain

extension SourceReader {
  /// The rows of a table, each of them a place; its columns are found by their names.
  mutating func readCSV(_ report: (Double) -> Bool) throws(CatalogProblem) {
    try checkSize()
    let file: FileBytes
    do { file = try FileBytes(path: path) } catch { throw refused("cannot be read: \(error)") }
    var rows = CSVReader(file)
    var (log, ids, number) = (DiagnosticLog(), UniqueKeys(), 0)
    var problem: CatalogProblem?
    do throws(FormatError) {
      guard let header = try rows.next() else { throw FormatError(.tableWithoutColumns, line: 1) }
      guard let columns = TableColumns(header) else { throw FormatError(.tableWithoutColumns, line: rows.line) }
      let takesCommas = rows.separator != UInt8(ascii: ",")
      while let row = try rows.next() {
        number += 1
        do throws(CatalogProblem) {
          try tell(number, of: .max, report)
          if let position = columns.position(in: row, takesCommas: takesCommas) {
            try take(PlaceRecord(row, columns, at: position, number: number, prefix: prefix, &ids), isListed: true)
          } else {
            log.add(.warning, line: rows.line, "no place: its latitude and longitude are no degrees")
          }
        } catch {
          problem = error
          break
        }
      }
    } catch { throw refused(line: error.line, error.message) }
    if let problem { throw problem }
    warn(log)
  }
}

/// Which columns of a table say what, by the names in its first row.
struct TableColumns {
  private let latitude, longitude: Int
  /// The columns of name, id and kind; `nil` for those that the table does not have.
  let name, id, kind: Int?
  /// All others with their names.
  let others: [(index: Int, name: String)]

  /// What people and programs call them, in small letters; of several that are there the first of the list counts.
  private static let latitudes = [
    "lat", "latitude", "latitude_deg", "y", "breitengrad", "breite", "latitud", "latitudine",
  ]
  private static let longitudes = [
    "lon", "lng", "long", "longitude", "longitude_deg", "x", "längengrad", "länge", "longitud", "longitudine",
  ]
  private static let names = ["name", "title", "label", "bezeichnung", "nom", "nombre", "nome"]
  private static let ids = ["id", "code", "ref"]
  private static let kinds = ["kind", "type", "category", "art", "typ", "tipo"]

  /// `nil` without columns for a position.
  init?(_ header: [String]) {
    let words = header.map { SafeText.clean($0, limit: SafeText.nameLimit) }
    let small = words.map { $0.lowercased() }
    func find(_ choices: [String]) -> Int? { choices.lazy.compactMap { small.firstIndex(of: $0) }.first }
    guard let latitude = find(Self.latitudes), let longitude = find(Self.longitudes) else { return nil }
    (self.latitude, self.longitude) = (latitude, longitude)
    (name, id, kind) = (find(Self.names), find(Self.ids), find(Self.kinds))
    let known = Set([latitude, longitude, name, id, kind].compactMap(\.self))
    others = words.enumerated().filter { !known.contains($0.offset) && !$0.element.isEmpty }
      .map { (index: $0.offset, name: $0.element) }
  }

  /// Where the place of a row lies; `nil` if it has no valid position.
  ///
  /// - Parameter takesCommas: whether `48,85` is a number.
  func position(in row: [String], takesCommas: Bool) -> Coordinate? {
    func number(_ column: Int) -> Double? {
      guard column < row.count else { return nil }
      let text = row[column].filter { !$0.isWhitespace }
      return DecimalNumber.read(takesCommas ? text.replacing(",", with: ".") : text)
    }
    guard let latitude = number(latitude), let longitude = number(longitude) else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }
}

extension PlaceRecord {
  /// A place from the row of a table; columns that are no name, id or kind are its tags.
  fileprivate init(
    _ row: [String], _ columns: TableColumns, at position: Coordinate, number: Int, prefix: String,
    _ ids: inout UniqueKeys
  ) {
    func text(_ column: Int?) -> String? {
      guard let column, column < row.count else { return nil }
      let text = SafeText.clean(row[column], limit: SafeText.nameLimit)
      return text.isEmpty ? nil : text
    }
    let id = text(columns.id)
    self.init(
      key: ids.unique("\(prefix):\(id ?? "\(number)")"), position: position, name: text(columns.name) ?? id,
      kind: text(columns.kind))
    tags = PlaceText.tags(
      columns.others.lazy.filter { $0.index < row.count && !row[$0.index].allSatisfy(\.isWhitespace) }
        .map { (key: $0.name, value: row[$0.index]) })
  }
}
