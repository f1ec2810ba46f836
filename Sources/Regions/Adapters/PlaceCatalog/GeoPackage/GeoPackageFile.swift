internal import Database
internal import GeoFormats
internal import Geodesy
internal import SystemKit

/// A GeoPackage (OGC 12-128r18), opened to be read: its tables of features.
///
/// The file may come from anywhere: names of it are quoted, what it makes of a statement is bounded, and only tables
/// are read that are nothing but tables. Only longitude and latitude on WGS84 (EPSG:4326) are understood.
struct GeoPackageFile {
  /// One table of features.
  struct Layer {
    let name: String
    let geometry: String
    /// The columns besides the geometry.
    let columns: [String]
    /// The number of its reference system in this file.
    let system: Int64
    let count: Int
  }

  /// A feature: its number in its table, its geometry's bytes, and its columns with something in them.
  struct Feature {
    let number: Int64
    let geometry: [UInt8]?
    let values: [(key: String, value: String)]
  }

  let layers: [Layer]
  private let connection: Connection

  /// Why a file was refused.
  enum Problem: Error {
    case database(DatabaseError)
    case refused(String)
  }

  /// Bytes of a value: a geometry of two million corners.
  private static let largestValue = 32 << 20
  /// Bytes of a column's text that count: more than a place keeps of it.
  private static let largestText = 8 << 10
  private static let mostLayers = 200
  private static let mostColumns = 200
  /// Features that are read with one statement, and the bytes after which no more are.
  private static let batch = 1000
  private static let batchBytes = 4 << 20

  /// Opens the file at `path`.
  init(path: String) throws(Problem) {
    do throws(DatabaseError) {
      connection = try Connection(reading: StandardInput.path(path), largestValue: Self.largestValue, from: .anywhere)
    } catch { throw .database(error) }
    layers = try Self.layers(of: connection)
  }

  private static func layers(of connection: Connection) throws(Problem) -> [Layer] {
    let rows: [[DatabaseValue]]
    do throws(DatabaseError) {
      rows = try connection.rows(
        """
        SELECT g.table_name, g.column_name, g.srs_id, s.organization, s.organization_coordsys_id, t.sql \
        FROM gpkg_geometry_columns g JOIN gpkg_contents c ON c.table_name = g.table_name \
        LEFT JOIN gpkg_spatial_ref_sys s ON s.srs_id = g.srs_id \
        LEFT JOIN sqlite_schema t ON t.name = g.table_name AND t.type = 'table' \
        WHERE c.data_type = 'features' ORDER BY g.table_name
        """, limit: mostLayers)
    } catch {
      guard error.cause == .other else { throw .database(error) }
      throw .refused(error.refusal ?? "it is an SQLite database and no GeoPackage")
    }
    var layers: [Layer] = []
    for row in rows { layers.append(try layer(row, of: connection)) }
    return layers
  }

  private static func layer(_ row: [DatabaseValue], of connection: Connection) throws(Problem) -> Layer {
    guard let name = row[0].text, let geometry = row[1].text, let system = row[2].integer else {
      throw .refused("its list of layers is damaged")
    }
    let shown = PlaceText.clean(name, limit: 60)
    guard row[3].text?.uppercased() == "EPSG", row[4].integer == 4326 else {
      throw .refused(
        "the layer \(shown) is not in longitude and latitude (EPSG:4326); change that first, with ogr2ogr -t_srs EPSG:4326"
      )
    }
    guard let sql = row[5].text, sql.uppercased().hasPrefix("CREATE TABLE") else {
      throw .refused("the layer \(shown) is no ordinary table")
    }
    do throws(DatabaseError) {
      let found = try connection.rows("SELECT name FROM pragma_table_info(?)", [.text(name)], limit: mostColumns)
      let columns = found.compactMap { $0[0].text }.filter { $0.lowercased() != geometry.lowercased() }
      let count = try connection.number("SELECT count(*) FROM \(quoted(name))") ?? 0
      return Layer(name: name, geometry: geometry, columns: columns, system: system, count: Int(clamping: count))
    } catch { throw .database(error) }
  }

  /// Quotes the name of a table or column for SQL.
  private static func quoted(_ name: String) -> String {
    "\"" + name.unicodeScalars.reduce(into: "") { $0 += $1 == "\"" ? "\"\"" : String($1) } + "\""
  }

  /// The next features of a layer behind the one of a number; none at the end.
  func features(of layer: Layer, after number: Int64) throws(Problem) -> [Feature] {
    let columns = ([layer.geometry] + layer.columns).map(Self.quoted).joined(separator: ", ")
    do throws(DatabaseError) {
      let rows = try connection.prepare(
        "SELECT rowid, \(columns) FROM \(Self.quoted(layer.name)) WHERE rowid > ? ORDER BY rowid LIMIT \(Self.batch)")
      try rows.bind(number, at: 1)
      var features: [Feature] = []
      var bytes = 0
      while bytes < Self.batchBytes, try rows.step() {
        let values = layer.columns.enumerated().compactMap { index, name in
          rows.text(index + 2, limit: Self.largestText).map { (key: name, value: $0) }
        }
        let feature = Feature(number: rows.integer(0), geometry: rows.bytes(1), values: values)
        bytes += values.reduce(feature.geometry?.count ?? 0) { $0 + $1.value.utf8.count }
        features.append(feature)
      }
      return features
    } catch { throw .database(error) }
  }
}
