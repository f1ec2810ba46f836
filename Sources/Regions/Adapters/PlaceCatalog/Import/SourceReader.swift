internal import Database
internal import GeoFormats
internal import Places

/// Reads one file of any format, and hands its places over.
struct SourceReader {
  let source: RegionSource
  /// The path of the file.
  let path: String
  /// The prefix of the keys of places whose ids are unique only within this file.
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
    case .csv: try readCSV(report)
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

  /// The error thrown on cancellation.
  var cancelled: CatalogProblem {
    CatalogProblem(.cancelled, "The import of \(source.path) was cancelled. Nothing was changed.")
  }

  /// Creates the error for a source that cannot be read, at `line` if given.
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
  /// Translates a database error during staging.
  init(writing error: DatabaseError) {
    let what = error.cause == .full ? "The disk is full" : "What was read cannot be kept: \(error)"
    self.init(error.cause == .full ? .diskFull : .other, "\(what). Nothing was changed.")
  }
}
