internal import GeoFormats
internal import Geodesy
internal import VectorTiles

/// The metadata of a map, completed from its tiles where it is missing.
struct TileDescription {
  var name: String?
  var attribution = ""
  var zooms: ClosedRange<Int>
  var bounds: BoundingBox
  var centre: Coordinate?
  var startZoom: Double?
  /// The layers of its tiles; empty if the metadata lists none.
  var layers: Set<String> = []
  /// Tiles that are there for certain; only files of a folder are known so.
  var known: [TileID] = []

  /// The most characters of an attribution: all that a footer has room for.
  private static let attributionLimit = 200
  /// The most layers that are read.
  private static let layerLimit = 1000

  /// The bounds of the Web Mercator square.
  private static let world = BoundingBox(
    southWest: MercatorPoint(x: 0, y: 1).coordinate,
    northEast: Coordinate(clampingLatitude: MercatorPoint.highestLatitude, wrappingLongitude: 180))

  /// An archive.
  init(_ facts: TileArchiveFacts, metadata: [UInt8]?) {
    zooms = facts.zooms
    bounds = facts.bounds ?? Self.world
    centre = facts.centre.flatMap { [bounds] in bounds.contains($0) ? $0 : nil }
    // Tools that set no start zoom write 0.
    startZoom = facts.centreZoom.flatMap { $0 > 0 ? Double($0) : nil }
    read(metadata)
    if let name = facts.name { self.name = Self.plain(name, limit: SafeText.nameLimit) }
    if let credit = facts.attribution { attribution = Self.plain(credit, limit: Self.attributionLimit) ?? "" }
  }

  /// Files of a folder.
  init(_ folder: TileFolder) {
    known = folder.paths.keys.sorted { ($0.zoom, $0.x, $0.y) < ($1.zoom, $1.x, $1.y) }
    zooms = (known.first?.zoom ?? 0)...(known.last?.zoom ?? 0)
    bounds = Self.box(around: known.filter { [zooms] in $0.zoom == zooms.upperBound }) ?? Self.world
    read(folder.metadata)
  }

  /// The box around tiles of one zoom; as all of them count from the west, it never crosses the antimeridian.
  private static func box(around tiles: [TileID]) -> BoundingBox? {
    guard let side = tiles.first?.side, let west = tiles.map(\.x).min(), let east = tiles.map(\.x).max(),
      let north = tiles.map(\.y).min(), let south = tiles.map(\.y).max()
    else { return nil }
    let southWest = MercatorPoint(x: Double(west) * side, y: Double(south + 1) * side)
    let northEast = MercatorPoint(x: Double(east + 1) * side, y: Double(north) * side)
    return BoundingBox(
      southWest: southWest.coordinate,
      // The east end of the world is not its west end.
      northEast: Coordinate(
        clampingLatitude: northEast.coordinate.latitude, wrappingLongitude: min(northEast.x * 360 - 180, 180)))
  }

  /// Reads the metadata that tools write as JSON; invalid members are ignored.
  private mutating func read(_ metadata: [UInt8]?) {
    guard let metadata, let root = try? JSONDocument(metadata).root, root.isObject else { return }
    name = root["name"]?.rawString.flatMap { Self.plain($0, limit: SafeText.nameLimit) }
    attribution = root["attribution"]?.rawString.flatMap { Self.plain($0, limit: Self.attributionLimit) } ?? ""
    // Folders have the text of an MBTiles row: JSON within JSON.
    let inner = root["json"]?.rawString.flatMap { try? JSONDocument($0).root }
    for list in [root["vector_layers"], inner?["vector_layers"], root["tilestats"]?["layers"]] where layers.isEmpty {
      for layer in list.map({ Array($0.elements.prefix(Self.layerLimit)) }) ?? [] {
        if let id = (layer["id"] ?? layer["layer"])?.rawString { layers.insert(id) }
      }
    }
  }

  /// Converts text that may be HTML to one printable line; `nil` if nothing is left of it.
  private static func plain(_ text: String, limit: Int) -> String? {
    let line = PlainHTML.paragraphs(text).joined(separator: " ")
    return line.isEmpty ? nil : SafeText.clean(line, limit: limit)
  }
}
