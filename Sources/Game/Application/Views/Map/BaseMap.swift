package import Geodesy

/// What lies under the game as a whole: a map that is there from the beginning, and not tile by tile.
package struct BaseMap: Hashable, Sendable {
  /// A line or an area by its places.
  package struct Shape: Hashable, Sendable {
    /// What the line or area is drawn as.
    package let kind: GroundKind
    /// The name to write beside it; `nil` for none.
    package let name: String?
    /// For an area its rings, the outer first; for a line one row of places.
    package let parts: [[Coordinate]]
    /// Whether ``parts`` are rings of an area.
    package let isArea: Bool

    /// Creates a shape; `nil` for a line of one place or an area without a ring of three.
    package init?(kind: GroundKind, name: String? = nil, parts: [[Coordinate]], isArea: Bool) {
      let fewest = isArea ? 3 : 2
      let kept = parts.filter { $0.count >= fewest }
      guard !kept.isEmpty else { return nil }
      (self.kind, self.name, self.parts, self.isArea) = (kind, name, kept, isArea)
    }
  }

  /// From the bottom up.
  package let geometries: [MapGeometry]
  /// Whose data it is, for the footer.
  package let attribution: String
  /// Whether the map says where land is; only then the rest is sea.
  package let isSeaCharted: Bool

  /// A map without anything on it.
  package static let empty = BaseMap(geometries: [], attribution: "", isSeaCharted: false)

  /// Creates a map of finished sheets.
  package init(geometries: [MapGeometry], attribution: String, isSeaCharted: Bool) {
    (self.geometries, self.attribution, self.isSeaCharted) = (geometries, attribution, isSeaCharted)
  }

  /// Creates a map of one sheet; shapes are put into the order of drawing, those of one kind as they are listed.
  package init(shapes: [Shape], attribution: String) {
    self.init(
      geometries: Self.geometry(shapes).map { [$0] } ?? [], attribution: attribution,
      isSeaCharted: shapes.contains { $0.kind == .land && $0.isArea })
  }

  /// The map with shapes drawn on top of all that it shows.
  package func under(_ shapes: [Shape]) -> BaseMap {
    guard let geometry = Self.geometry(shapes) else { return self }
    return BaseMap(geometries: geometries + [geometry], attribution: attribution, isSeaCharted: isSeaCharted)
  }

  private static func geometry(_ shapes: [Shape]) -> MapGeometry? {
    guard let box = BoundingBox(around: shapes.lazy.flatMap(\.parts).joined()) else { return nil }
    var builder = MapGeometry.Builder(around: box)
    for shape in shapes { builder.add(shape.kind, isArea: shape.isArea, name: shape.name, rings: shape.parts) }
    return builder.build()
  }

  /// The box around all sheets; `nil` if there is nothing on them.
  package var bounds: BoundingBox? {
    let drawn = geometries.filter { !$0.isEmpty }
    let edges = drawn.map { ($0.place($0.box.left, $0.box.top), $0.place($0.box.right, $0.box.bottom)) }
    guard let west = edges.map(\.0.x).min(), let north = edges.map(\.0.y).min(), let east = edges.map(\.1.x).max(),
      let south = edges.map(\.1.y).max()
    else { return nil }
    let isWorld = east - west >= 1
    let southWest = MercatorPoint(x: isWorld ? 0 : west, y: south).coordinate
    let northEast = MercatorPoint(x: isWorld ? 1 : east, y: north).coordinate
    return BoundingBox(southWest: southWest, northEast: northEast)
  }
}

extension MapGeometry {
  fileprivate func place(_ x: Int32, _ y: Int32) -> MercatorPoint {
    MercatorPoint(x: origin.x + Double(x) * unit, y: origin.y + Double(y) * unit)
  }
}

/// Port: the map's ground, tile by tile.
package protocol MapTiles: Sendable {
  /// The facts that the file gives about itself.
  var facts: TileSetFacts { get }

  /// Reads one tile; whatever is wrong with it is an outcome, never an end.
  func tile(_ id: TileID) async -> TileOutcome
}

/// The outcome of a request for a tile.
package enum TileOutcome: Hashable, Sendable {
  /// The tile as it is drawn.
  case geometry(MapGeometry)
  /// The file has no such tile: nothing is drawn, or what the tile above it has.
  case missing
  /// The tile cannot be read; why, as text for the player.
  case broken(String)
}

/// The facts that a tile file gives about itself.
package struct TileSetFacts: Hashable, Sendable {
  /// Its name; `nil` if it has none.
  package var name: String?
  /// The zooms of which there are tiles.
  package var zooms: ClosedRange<Int>
  /// The area that the tiles cover.
  package var bounds: BoundingBox
  /// The centre that its maker suggests for the first view.
  package var centre: Coordinate
  /// At which zoom of a web map they would; `nil` if they do not say.
  package var startZoom: Double?
  /// Whose data it is, for the footer; plain text.
  package var attribution: String
  /// Which style table names its layers: `protomaps`, `openmaptiles`, `mapbox-streets`.
  package var schema: String

  /// Creates the facts.
  package init(
    name: String? = nil, zooms: ClosedRange<Int>, bounds: BoundingBox, centre: Coordinate? = nil,
    startZoom: Double? = nil, attribution: String = "", schema: String = ""
  ) {
    self.name = name
    self.zooms = zooms
    self.bounds = bounds
    self.centre = centre ?? bounds.centre
    self.startZoom = startZoom
    self.attribution = attribution
    self.schema = schema
  }
}
