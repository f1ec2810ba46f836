internal import Database
internal import GeoFormats

/// The formats that places are imported from.
package enum SourceFormat: String, CaseIterable, Hashable, Sendable {
  /// OpenStreetMap's own, packed (PBF) or as XML.
  case osm
  case geoJSON = "GeoJSON"
  case overpass = "Overpass"
  case gpx = "GPX"
  case loc
  case geoPackage = "GeoPackage"
  /// Comma-separated values, with the names of the columns in the first row.
  case csv = "CSV"

  /// Bytes of a file that are looked at.
  private static let lookahead = 4096

  /// The format of the file at `path`, by how it begins, or else by its name.
  ///
  /// Throws: where it cannot be read, or is of no format that has places.
  init(path: String) throws(CatalogProblem) {
    let bytes: [UInt8]
    do { bytes = try FileBytes.beginning(of: path, count: Self.lookahead) } catch {
      guard !error.isContent else { throw CatalogProblem(.badSource, "\(PlaceText.clean(path)): \(error)") }
      throw CatalogProblem(.missing, "\(PlaceText.clean(path)) cannot be read: \(error).")
    }
    guard !bytes.isEmpty else { throw CatalogProblem(.badSource, "\(PlaceText.clean(path)) is empty.") }
    guard let format = Self.format(bytes, path.lowercased()) else {
      if let other = ForeignFormat(beginning: bytes), let advice = other.advice(path) {
        throw CatalogProblem(.badSource, PlaceText.clean("\(path): \(other): \(advice)"))
      }
      throw CatalogProblem(
        .badSource,
        "\(PlaceText.clean(path)) is of no format with places: give OpenStreetMap's PBF or XML, GeoJSON, GPX, .loc, "
          + "CSV, GeoPackage, or the JSON of Overpass.")
    }
    guard format != .geoPackage || !FileBytes.isPacked(path) else {
      throw CatalogProblem(.badSource, "\(PlaceText.clean(path)) is a packed GeoPackage; unpack it first.")
    }
    self = format
  }

  private static func format(_ bytes: [UInt8], _ name: String) -> Self? {
    if let format = Self(beginning: bytes) { return format }
    // What is known to be something else is not what it is called.
    return ForeignFormat(beginning: bytes) == nil ? Self(name: name) : nil
  }

  private init?(beginning bytes: [UInt8]) {
    // Behind a record separator a sequence of GeoJSON goes on.
    let white: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0x1E, 0xEF, 0xBB, 0xBF]
    let text = bytes.drop { white.contains($0) }
    if bytes.starts(with: "SQLite format 3".utf8) {
      self = .geoPackage
    } else if bytes.prefix(64).firstRange(of: Array("OSMHeader".utf8)) != nil {
      self = .osm
    } else if text.first == UInt8(ascii: "{"), ForeignFormat(beginning: text) != .serverMessage {
      self = ForeignFormat.isOverpass(text) ? .overpass : .geoJSON
    } else if text.first == UInt8(ascii: "<"), let format = Self(root: text) {
      self = format
    } else {
      return nil
    }
  }

  /// By the first element of XML.
  private init?(root text: ArraySlice<UInt8>) {
    let names: [(String, SourceFormat)] = [("osmChange", .osm), ("osm", .osm), ("gpx", .gpx), ("loc", .loc)]
    for (name, format) in names where text.firstRange(of: Array("<\(name)".utf8)) != nil {
      self = format
      return
    }
    return nil
  }

  private init?(name: String) {
    let osm = [".pbf", ".osm", ".osm.gz", ".osm.bz2"]
    if osm.contains(where: name.hasSuffix) {
      self = .osm
    } else if name.hasSuffix(".gpx") {
      self = .gpx
    } else if [".geojson", ".geojsonl", ".geojsons", ".ndjson"].contains(where: name.hasSuffix) {
      self = .geoJSON
    } else if name.hasSuffix(".csv") || name.hasSuffix(".tsv") {
      self = .csv
    } else {
      return nil
    }
  }
}
