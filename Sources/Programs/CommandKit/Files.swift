internal import ArgumentParser
internal import FoundationEssentials
package import GeoFormats
internal import Geodesy
internal import Glibc
package import HuntDomain
package import MapTiles
package import PlaceCatalog
package import PlaceFiles
package import Places
package import Simulation
internal import SystemKit
package import TraceLocation
package import Views

/// Files as the commands need them: warnings are printed, refusals are thrown.
package enum Files {
  /// The places of a file.
  package static func placeFile(_ path: String) throws(CommandFailure) -> PlaceFile {
    try orFail { () throws(FileProblem) in try PlaceFile(path: path) }.warned(path)
  }

  /// A base map; the empty one without a path.
  package static func map(_ path: String?) throws(CommandFailure) -> BaseMap {
    guard let path else { return .empty }
    return try orFail { () throws(FileProblem) in try BaseMapFile(path: path) }.warned(path).map
  }

  /// The base map that a hunt names: without it the hunt is played all the same.
  package static func map(of hunt: HuntSource) -> BaseMap {
    guard let path = hunt.map else { return .empty }
    do { return try BaseMapFile(path: path).warned(path).map } catch {
      Output.error(Diagnostic(.warning, line: error.line, "no base map: \(error.message)").text(file: error.file))
      return .empty
    }
  }

  /// Loads a map of any kind; an empty one without a path.
  package static func loadMap(_ path: String?, styles: () throws(CommandFailure) -> MapStyles) throws(CommandFailure)
    -> LoadedMap
  {
    guard let path = try path.map(mapFile) else { return LoadedMap() }
    if MapFileFormat(path: path) == .other, FileFormat(path: path) == .geoJSON || !isOrdinary(path) {
      return LoadedMap(base: try map(path))
    }
    let styles = try styles()
    let file: MapFile
    do { file = try MapFile.open(path: path, styles: styles) } catch {
      throw CommandFailure(error.description, error.isMissing ? .noSuchFile : .badData)
    }
    switch file {
    case .tiles(let tiles): return LoadedMap(tiles: tiles)
    case .geoJSON(let path): return LoadedMap(base: try map(path))
    }
  }

  /// The file of a map that is given by its path, or by the name of a region.
  ///
  /// Throws: if it is a region without a map, or could be the name of a region and neither is there.
  package static func mapFile(_ name: String) throws(CommandFailure) -> String {
    guard !isThere(name), let region = RegionName(name) else { return name }
    let catalog = try Catalog.own()
    guard catalog.has(region) else { throw Catalog.nothing(called: name) }
    return try map(of: region, in: catalog)
  }

  /// The file of a region's map; throws if it has none.
  package static func map(of region: RegionName, in catalog: PlaceCatalog) throws(CommandFailure) -> String {
    guard let map = catalog.map(of: region) else {
      throw CommandFailure("\(region): the region has no map; \(Catalog.mapAdvice)", .noSuchFile)
    }
    return map
  }

  /// The map that a hunt names: without it the hunt is played all the same.
  package static func loadMap(of hunt: HuntSource, styles: () throws(CommandFailure) -> MapStyles) -> LoadedMap {
    guard let path = hunt.map else { return LoadedMap() }
    if MapFileFormat(path: path) == .other { return LoadedMap(base: map(of: hunt)) }
    do throws(CommandFailure) {
      return try loadMap(path, styles: styles)
    } catch {
      Output.error(error.message)
      Output.error(Diagnostic(.warning, line: 1, "no base map: see above").text(file: path))
      return LoadedMap()
    }
  }

  /// A recorded walk.
  ///
  /// - Parameters:
  ///   - limit: positions that it may have, as `--max-points` says; `nil` where there is no such option.
  package static func trace(_ path: String, limit: Int?) throws(CommandFailure) -> TraceFile {
    do { return try TraceFile(path: path, limit: limit ?? TraceFile.pointLimit).warned(path) } catch {
      let way = limit == nil ? "; cut it into pieces" : "; cut it into pieces, or take more with --max-points"
      let message = error.message + (error.isTooLarge ? way : "")
      throw CommandFailure(FileProblem(file: path, line: error.line, message, isMissing: error.isMissing))
    }
  }

  /// The faults of a scenario.
  package static func faults(_ path: String) throws(CommandFailure) -> FaultScenario {
    let bytes: [UInt8]
    do { bytes = try FileBytes.contents(of: path, limit: 1 << 20) } catch {
      throw CommandFailure("\(path): \(error)", .noSuchFile)
    }
    do throws(FaultScenarioError) { return try FaultScenario(text: String(decoding: bytes, as: UTF8.self)) } catch {
      throw CommandFailure("\(path):\(error)", .badData)
    }
  }

  /// A hunt.
  package static func hunt(_ path: String) throws(CommandFailure) -> HuntSource {
    if let place = CoordinateText.read(path), !isThere(path) {
      throw CommandFailure(
        "\(path) is a position and no hunt: `trove play geo:\(place.latitude),\(place.longitude)` leads there, "
          + "`trove play HUNT --from steer:\(path)` begins there, and "
          + "`trove nearby --at \(path) --places FILE` and `trove map FILE --at \(path)` show what is around.",
        .usage)
    }
    if let other = noHunt(path) { throw CommandFailure(other) }
    return try orFail { () throws(FileProblem) in try HuntSource(path: path) }.warned(path)
  }

  /// The problem with a hunt's path that leads to a map of tiles, an extract or a region: which command takes it; `nil`
  /// for all others.
  package static func noHunt(_ path: String) -> FileProblem? {
    let quoted = SafeText.clean(path)
    switch MapFileFormat(path: path) {
    case .archive, .tile, .folder:
      return FileProblem(file: path, "a map, no hunt: `trove map \(quoted)` shows it", isOther: true)
    case .extract:
      return FileProblem(
        file: path, "an extract of OpenStreetMap, no hunt: `trove import \(quoted)` makes a region of it",
        isOther: true)
    case .other:
      guard !isThere(path), let region = RegionName(path), (try? Catalog.own())?.has(region) == true else { return nil }
      return FileProblem(
        file: path, "a region, no hunt: `trove play --here --in \(region)` makes a hunt there and plays it",
        isOther: true)
    }
  }

  /// Whether a path leads to an ordinary file, which can be read without waiting.
  package static func isOrdinary(_ path: String) -> Bool {
    var status = stat()
    return stat(StandardInput.path(path), &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether a path leads to a folder.
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(StandardInput.path(path), &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether there is anything at a path.
  package static func isThere(_ path: String) -> Bool {
    var status = stat()
    return stat(StandardInput.path(path), &status) == 0
  }

  /// Bytes of an ordinary file; 0 of what is none.
  package static func size(_ path: String) -> Int {
    var status = stat()
    return stat(StandardInput.path(path), &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : 0
  }

  /// Whether two paths lead to one file that is there.
  package static func areSame(_ one: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    return stat(StandardInput.path(one), &first) == 0 && stat(StandardInput.path(other), &second) == 0
      && first.st_dev == second.st_dev
      && first.st_ino == second.st_ino
  }

  private static func orFail<Value>(_ read: () throws(FileProblem) -> Value) throws(CommandFailure) -> Value {
    do { return try read() } catch { throw CommandFailure(error) }
  }
}

/// A map that is open: read as a whole, or a file of tiles, or neither.
package struct LoadedMap {
  /// What was read as a whole.
  package let base: BaseMap
  /// The file of tiles.
  package let tiles: (any MapTiles)?

  /// Creates a map, by default the empty one.
  package init(base: BaseMap = .empty, tiles: (any MapTiles)? = nil) { (self.base, self.tiles) = (base, tiles) }

  /// Whether there is nothing to be drawn.
  package var isEmpty: Bool { tiles == nil && base == .empty }
}

/// Something read from a file that may have warnings.
private protocol Warned {
  var warnings: [Diagnostic] { get }
}

extension Warned {
  func warned(_ path: String) -> Self {
    for warning in warnings { Output.error(warning.text(file: path)) }
    return self
  }
}

extension PlaceFile: Warned {}
extension BaseMapFile: Warned {}
extension HuntSource: Warned {}
extension TraceFile: Warned {}

/// A hunt from a file of any format, and what else the file holds.
package struct HuntSource {
  /// The hunt.
  package let hunt: Hunt
  /// The base map and the recorded walk that belong to the hunt, as paths.
  package let map, trace: String?
  /// Places beside the treasures.
  package let places: [PointOfInterest]
  /// What is wrong in the file and did not keep it from being read.
  package let warnings: [Diagnostic]

  /// Reads the hunt at `path`: GeoJSON, the waypoints of GPX, or a `.loc` file.
  package init(path: String) throws(FileProblem) {
    // A pipe can be read only once, so its format cannot be detected: it has to be GeoJSON.
    switch Files.isOrdinary(path) ? FileFormat(path: path) : .geoJSON {
    case .geoJSON: self.init(try HuntFile(path: path))
    case let format where format.holds(.caches): self.init(try CacheFile(path: path))
    case .foreign(let format):
      throw FileProblem(
        file: path, "\(format): \(format.advice(path) ?? "hunts are \(FileFormat.list(of: .hunt)) files")")
    default: throw FileProblem(file: path, "a recording of a receiver is no hunt; play it with --from")
    }
  }

  private init(_ file: HuntFile) {
    (hunt, map, trace, places, warnings) = (file.hunt, file.map, file.trace, [], file.warnings)
  }

  private init(_ file: CacheFile) {
    (hunt, map, trace, places, warnings) = (file.hunt, nil, file.trace, file.places, file.warnings)
  }
}

// MARK: - Hunts that are made

extension Files {
  /// Reads a hunt to be changed, which may have no stage yet.
  package static func draft(_ path: String) throws(CommandFailure) -> HuntDocument {
    guard !FileBytes.isPacked(path) else {
      throw CommandFailure(FileProblem(file: path, "is packed, and what is changed is plain GeoJSON; unpack it first"))
    }
    guard !isOrdinary(path) || !FileFormat(path: path).holds(.caches) else {
      let listed = FileFormat.list(of: .caches, "and")
      throw CommandFailure(
        FileProblem(file: path, "\(listed) files are played and listed, not changed; what is changed is GeoJSON"))
    }
    do { return try HuntDocument(path: path) } catch { throw CommandFailure(error) }
  }

  /// The path at which a hunt that the program makes is kept among the player's data; its folder is made.
  package static func madeHunt(_ id: String) throws(CommandFailure) -> String {
    guard let folder = Environment.folders.data.map({ $0 + "/hunts" }) else {
      throw CommandFailure("There is no home to keep the hunt in; set HOME or XDG_DATA_HOME.", .cannotCreate)
    }
    do { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) } catch {
      throw CommandFailure("\(SafeText.clean(folder)): cannot be made.", .cannotCreate)
    }
    return "\(folder)/\(id)-hunt.geojson"
  }

  /// Writes a hunt.
  package static func write(_ document: HuntDocument, to path: String) throws(CommandFailure) {
    do { try document.write(to: path) } catch { throw CommandFailure(error.description, .cannotCreate) }
  }
}
