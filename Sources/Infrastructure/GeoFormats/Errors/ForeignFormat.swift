/// A format that no reader of this module takes, told apart so that an error can say what to do instead.
package enum ForeignFormat: Hashable, Sendable, CustomStringConvertible {
  /// An answer of Overpass, in JSON.
  case overpass
  /// An extract of OpenStreetMap, packed or as XML.
  case openStreetMap
  case geoPackage
  /// Comma-separated values.
  case table
  /// An unknown format.
  case unknown

  /// Recognises a format by a file's name, if its bytes do not tell.
  init(name: String) {
    if [".osm", ".pbf", ".osm.gz", ".osm.bz2"].contains(where: name.hasSuffix) {
      self = .openStreetMap
    } else if name.hasSuffix(".gpkg") {
      self = .geoPackage
    } else {
      self = [".csv", ".tsv"].contains(where: name.hasSuffix) ? .table : .unknown
    }
  }

  /// Whether `trove import` takes the places of such files.
  package var isImported: Bool { [.overpass, .openStreetMap, .geoPackage].contains(self) }

  /// Names the format, and says that it cannot be read: the beginning of a sentence.
  package var description: String {
    switch self {
    case .overpass: "an answer of Overpass is not read here"
    case .openStreetMap: "an extract of OpenStreetMap is not read here"
    case .geoPackage: "a GeoPackage is not read here"
    case .table: "a table (CSV) is not read"
    case .unknown: "it is in none of the formats that are read"
    }
  }

  /// Whether the beginning of an object of JSON is an answer of Overpass, which says what made it, or its elements,
  /// before anything else; GeoJSON has a type.
  package static func isOverpass(_ text: ArraySlice<UInt8>) -> Bool {
    let start = String(decoding: text.prefix(1024), as: UTF8.self)
    return !start.contains("\"Feature") && (start.contains("\"osm3s\"") || start.contains("\"elements\""))
  }
}
