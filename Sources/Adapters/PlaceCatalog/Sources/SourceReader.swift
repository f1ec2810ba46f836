internal import Database
internal import GeoFormats
internal import HuntDomain

/// Reads one file of any format, and hands its places over.
struct SourceReader {
  let source: RegionSource
  /// Where the file is.
  let path: String
  /// What begins the keys of places that are nobody's but this file's.
  let prefix: String
  let selection: PlaceSelection
  let staging: PlaceStaging
  /// Complaints about the file, as sentences; sanitised.
  private(set) var warnings: [String] = []

  init(source: RegionSource, path: String, prefix: String, selection: PlaceSelection, staging: PlaceStaging) {
    (self.source, self.path, self.prefix, self.selection) = (source, path, prefix, selection)
    self.staging = staging
  }

  /// Places between two reports.
  private static let stride = 2048

  /// Reads the file to its end; `report` is told which share of it is done, and returns false to cancel.
  mutating func read(_ report: (Double) -> Bool) throws(CatalogProblem) {
    switch source.format {
    case .osm: try readOSM(report)
    case .geoJSON: try readGeoJSON(report)
    case .overpass: try readOverpass(report)
    case .gpx: try readGPX(report)
    case .loc: try readLoc(report)
    case .geoPackage: try readGeoPackage(report)
    }
  }

  // MARK: - For the readers

  /// Takes a place, when it was asked for.
  ///
  /// - Parameter isListed: Whether its file is a list of places, of which all are meant.
  func take(_ record: PlaceRecord, isListed: Bool) throws(CatalogProblem) {
    guard isListed ? selection.takesListed(record.tags) : selection.takes(record.tags) else { return }
    var record = record
    if record.kind == nil, record.tags.category == nil { record.kind = selection.kind(of: record.tags) }
    do throws(DatabaseError) { try staging.add(record) } catch {
      throw CatalogProblem(writing: error)
    }
  }

  /// Tells every now and then how far it is.
  func tell(_ number: Int, of count: Int, _ report: (Double) -> Bool) throws(CatalogProblem) {
    guard number.isMultiple(of: Self.stride) else { return }
    if !report(Double(number) / Double(max(1, count))) { throw cancelled }
  }

  /// Bytes of a file of JSON: it is kept in memory, with 24 bytes for each value.
  private static let largestJSON: Int64 = 32 << 20

  /// Refuses a file of JSON that would take too much memory.
  func checkSize() throws(CatalogProblem) {
    guard source.size > Self.largestJSON else { return }
    throw refused(
      "larger than \(Self.largestJSON >> 20) MiB; split it, or make a GeoPackage of it, for which there is no limit")
  }

  /// What ends the work when it is cancelled.
  var cancelled: CatalogProblem {
    CatalogProblem(.cancelled, "The import of \(source.path) was cancelled. Nothing was changed.")
  }

  /// What is wrong with the file, at a line of it.
  func refused(line: Int? = nil, _ message: String) -> CatalogProblem {
    let place = line.map { ":\($0)" } ?? ""
    return CatalogProblem(.badSource, PlaceText.clean("\(source.path)\(place): \(message)"))
  }

  /// Notes complaints.
  mutating func warn(_ log: DiagnosticLog) { warnings += log.summary.map { $0.text(file: source.path) } }

  /// Notes one complaint.
  mutating func warn(_ text: String) {
    switch warnings.count {
    case ..<Self.mostWarnings: warnings.append(PlaceText.clean("\(source.path): warning: \(text)"))
    case Self.mostWarnings: warnings.append("\(source.path): warning: and more of the kind")
    default: break
    }
  }
  private static let mostWarnings = 100
}

extension CatalogProblem {
  /// What a database said while places were gathered.
  init(writing error: DatabaseError) {
    let what = error.cause == .full ? "The disk is full" : "What was read cannot be kept: \(error)"
    self.init(error.cause == .full ? .diskFull : .other, "\(what). Nothing was changed.")
  }
}

/// The formats that places are imported from.
package enum SourceFormat: String, CaseIterable, Hashable, Sendable {
  /// OpenStreetMap's own, packed (PBF) or as XML.
  case osm
  case geoJSON = "GeoJSON"
  case overpass = "Overpass"
  case gpx = "GPX"
  case loc
  case geoPackage = "GeoPackage"

  /// Bytes of a file that are looked at.
  private static let lookahead = 4096

  /// The format of the file at `path`, by how it begins, or else by its name.
  ///
  /// Throws: where it cannot be read, or is of no format that has places.
  init(path: String) throws(CatalogProblem) {
    let bytes: [UInt8]
    do { bytes = try FileBytes.beginning(of: path, count: Self.lookahead) } catch {
      throw CatalogProblem(.missing, "\(PlaceText.clean(path)) cannot be read: \(error).")
    }
    guard !bytes.isEmpty else { throw CatalogProblem(.badSource, "\(PlaceText.clean(path)) is empty.") }
    guard let format = Self(beginning: bytes) ?? Self(name: path.lowercased()) else {
      throw CatalogProblem(
        .badSource,
        "\(PlaceText.clean(path)) is of no format with places: give OpenStreetMap's PBF or XML, GeoJSON, GPX, "
          + "GeoPackage, or the JSON of Overpass.")
    }
    self = format
  }

  private init?(beginning bytes: [UInt8]) {
    let white: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]
    let text = bytes.drop { white.contains($0) }
    if bytes.starts(with: "SQLite format 3".utf8) {
      self = .geoPackage
    } else if bytes.prefix(64).firstRange(of: Array("OSMHeader".utf8)) != nil {
      self = .osm
    } else if text.first == UInt8(ascii: "{") {
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
    } else if name.hasSuffix(".geojson") {
      self = .geoJSON
    } else {
      return nil
    }
  }
}
