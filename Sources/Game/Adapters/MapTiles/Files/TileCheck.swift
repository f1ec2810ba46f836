package import GeoFormats
internal import Geodesy
internal import VectorTiles

/// Checks a file of tiles: how many features load, and everything there is to complain about.
///
/// Lines of complaints are bytes: of the tile, as it is when inflated.
package struct TileCheck: Hashable, Sendable {
  /// The number of features that load, of all tiles together; `nil` if the file is refused as a whole.
  package let loaded: Int?
  /// The complaints, in the order of the tiles; bounded in number, with one that counts the rest.
  package let diagnostics: [Diagnostic]

  /// Tiles that are asked for in one archive.
  private static let tileLimit = 2_000_000

  /// Places in an archive whose tiles are remembered, so that a tile that stands for many is read once.
  private static let memory = 100_000

  /// Checks the file or folder at `path` by reading all of it.
  ///
  /// - Parameter isOverdue: whether it has taken long enough; asked before each tile, and then the rest is not read.
  package init(path: String, isOverdue: () -> Bool = { false }) {
    guard MapFileFormat(path: path) != .extract else {
      loaded = nil
      diagnostics = [Diagnostic(.error, line: 0, "an extract of OpenStreetMap and no vector tile")]
      return
    }
    do throws(MapFileProblem) {
      let source = try TileSource.open(path)
      if case .folder(let folder) = source, folder.paths.count == 1, PathKind(path) == .file {
        (loaded, diagnostics) = Self.single(source, folder.paths.keys.first)
      } else {
        (loaded, diagnostics) = Self.all(source, isOverdue)
      }
    } catch {
      (loaded, diagnostics) = (nil, [Diagnostic(.error, line: error.line, error.message)])
    }
  }

  /// Checks a single tile, which is refused as a whole for any error.
  private static func single(_ source: TileSource, _ id: TileID?) -> (Int?, [Diagnostic]) {
    do {
      let bytes = try id.flatMap { (id) throws(TileTrouble) in try source.tile(id) } ?? []
      let tile = try VectorTile(compressed: bytes)
      var log = DiagnosticLog()
      note(tile.warnings, of: "", in: &log)
      return (tile.featureCount, log.summary)
    } catch let error as VectorTileError {
      return (nil, [Diagnostic(.error, line: error.offset, "\(error.problem)")])
    } catch {
      return (nil, [Diagnostic(.error, line: 0, (error as? TileTrouble)?.text ?? "\(error)")])
    }
  }

  /// Many tiles, of which a broken one costs itself.
  private static func all(_ source: TileSource, _ isOverdue: () -> Bool) -> (Int?, [Diagnostic]) {
    var log = DiagnosticLog()
    var (count, tiles) = (0, 0)
    /// Features by where their tile lies; of a broken tile none.
    var known: [UInt64: Int?] = [:]
    let description = source.description()
    let ids = description.known.isEmpty ? TileRange(description, limit: tileLimit) : TileRange(description.known)
    if case .archive(let archive) = source {
      if archive.facts.isCut { log.add(.warning, line: 0, "it is shorter than it says: some of its tiles are missing") }
      if (try? archive.metadata()) == nil { log.add(.warning, line: 0, "its metadata are missing or cannot be read") }
    }
    for id in ids {
      guard !isOverdue() else {
        log.add(
          .warning, line: 0, "the time is over: tile \(id) and those behind it were not checked; --wait takes longer")
        break
      }
      var place: UInt64?
      do {
        place = try source.offset(of: id)
        if let features = place.flatMap({ known[$0] }) {
          count += features ?? 0
          continue
        }
        if let place, known.count < memory { known[place] = .some(nil) }
        guard let bytes = try source.tile(id) else { continue }
        let tile = try VectorTile(compressed: bytes)
        if let place, known[place] != nil { known[place] = tile.featureCount }
        count += tile.featureCount
        tiles += 1
        note(tile.warnings, of: "tile \(id): ", in: &log)
      } catch let error as VectorTileError {
        log.add(.warning, line: error.offset, "tile \(id): \(error.problem); tile left out")
      } catch {
        log.add(.warning, line: 0, "tile \(id): \((error as? TileTrouble)?.text ?? "\(error)"); tile left out")
      }
    }
    if let last = ids.lastZoom, last < description.zooms.upperBound {
      log.add(
        .warning, line: 0, "only zooms up to \(last) were checked: the deeper ones have too many places for tiles")
    }
    guard tiles > 0 else {
      log.add(.error, line: 0, "no tile of it can be read")
      return (nil, log.summary)
    }
    return (count, log.summary)
  }

  private static func note(_ warnings: VectorTileWarnings, of tile: String, in log: inout DiagnosticLog) {
    for warning in warnings.entries { log.add(.warning, line: warning.offset, "\(tile)\(warning.problem)") }
    guard warnings.omitted > 0 else { return }
    log.add(.warning, line: warnings.entries.last?.offset ?? 0, "\(tile)and \(warnings.omitted) more warnings")
  }
}

/// The tiles that a map may have: known ones, or all places of its zooms within its bounds, shallow ones first.
struct TileRange: Sequence {
  private let known: [TileID]
  private let zooms: [(zoom: Int, columns: [ClosedRange<Int>], rows: ClosedRange<Int>)]

  /// Tiles that are known.
  init(_ known: [TileID]) {
    self.known = known
    zooms = []
  }

  /// Lists all tiles within the bounds; zooms that would make them more than `limit` are left out.
  init(_ description: TileDescription, limit: Int) {
    known = []
    let box = description.bounds
    var zooms: [(zoom: Int, columns: [ClosedRange<Int>], rows: ClosedRange<Int>)] = []
    var count = 0
    for zoom in description.zooms {
      let side = Double(1 << zoom)
      func index(_ value: Double) -> Int { Int(Swift.max(0, Swift.min(side - 1, (value * side).rounded(.down)))) }
      func column(_ longitude: Double) -> Int { index((longitude + 180) / 360) }
      func row(_ latitude: Double) -> Int {
        index(MercatorPoint(Coordinate(clampingLatitude: latitude, wrappingLongitude: 0)).y)
      }
      let (west, east) = (column(box.west), column(box.east))
      let last = (1 << zoom) - 1
      let columns = box.west <= box.east ? [west...Swift.max(west, east)] : [west...last, 0...east]
      let rows = row(box.north)...Swift.max(row(box.north), row(box.south))
      let (wide, overflow) = columns.reduce(0) { $0 + $1.count }.multipliedReportingOverflow(by: rows.count)
      guard !overflow, wide <= limit - count else { break }
      count += wide
      zooms.append((zoom, columns, rows))
    }
    self.zooms = zooms
  }

  /// The deepest zoom that is checked completely; `nil` if the tiles are listed by name, or not even the first zoom is
  /// complete.
  var lastZoom: Int? { known.isEmpty ? zooms.last?.zoom : nil }

  func makeIterator() -> AnyIterator<TileID> {
    guard known.isEmpty else { return AnyIterator(known.makeIterator()) }
    let places = zooms.lazy.flatMap { zoom, columns, rows in
      columns.lazy.flatMap { columns in
        columns.lazy.flatMap { x in rows.lazy.compactMap { y in TileID(zoom: zoom, x: x, y: y) } }
      }
    }
    return AnyIterator(places.makeIterator())
  }
}
