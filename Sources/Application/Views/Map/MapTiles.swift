package import Geodesy

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
