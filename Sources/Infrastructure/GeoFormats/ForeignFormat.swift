/// A format that no reader of this module takes, told apart so that an error can say what to do instead.
package enum ForeignFormat: Hashable, Sendable, CustomStringConvertible {
  /// An answer of Overpass, in JSON.
  case overpass
  /// OpenStreetMap's XML.
  case openStreetMap
  /// Comma-separated values.
  case table
  /// Nothing that is known.
  case unknown

  /// What it is, and that it is not read: the beginning of a sentence.
  package var description: String {
    switch self {
    case .overpass: "an answer of Overpass is not read here"
    case .openStreetMap: "OpenStreetMap's XML is not read here"
    case .table: "a table (CSV) is not read"
    case .unknown: "it is in none of the formats that are read"
    }
  }

  /// Whether an object of JSON begins as Overpass's answers do: with a version and a generator, or with its elements.
  static func isOverpass(_ text: ArraySlice<UInt8>) -> Bool {
    let start = String(decoding: text.prefix(1024), as: UTF8.self)
    return !start.contains("\"Feature") && (start.contains("\"osm3s\"") || start.contains("\"elements\""))
  }
}
