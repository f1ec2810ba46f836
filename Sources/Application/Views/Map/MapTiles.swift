package import Geodesy

/// Where the map's ground comes from, a tile at a time.
package protocol MapTiles: Sendable {
  /// What the file says of itself.
  var facts: TileSetFacts { get }

  /// Reads one tile; whatever is wrong with it is an outcome, never an end.
  func tile(_ id: TileID) async -> TileOutcome
}

/// What came of asking for a tile.
package enum TileOutcome: Hashable, Sendable {
  case geometry(MapGeometry)
  /// The file has no such tile: nothing is drawn, or what the tile above it has.
  case missing
  /// The tile cannot be read; why, as text for the player.
  case broken(String)
}

/// What a file of tiles says of itself.
package struct TileSetFacts: Hashable, Sendable {
  /// Its name, or nothing.
  package var name: String?
  /// The zooms of which there are tiles.
  package var zooms: ClosedRange<Int>
  /// Where there are tiles.
  package var bounds: BoundingBox
  /// Where its maker would begin to look.
  package var centre: Coordinate
  /// At which zoom of a web map they would; nothing where they do not say.
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
