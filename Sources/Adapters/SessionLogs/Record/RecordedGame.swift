package import Game
package import Geodesy
package import HuntDomain
package import Places
package import Views

/// The setup of a game, as recorded: small files with their contents, the others by path.
package struct RecordedGame: Hashable, Sendable {
  /// A file that the game was made of.
  package struct File: Hashable, Sendable {
    package let path: String
    /// Its contents when the game began; `nil` if the file was too large to include.
    package let text: String?
    /// The ``FileSum`` of a file that is not included; `nil` in older records.
    package let sum: String?

    /// The size in bytes up to which a file is included.
    package static let largest = 1 << 20

    /// Creates a file; a text larger than ``largest`` is left out.
    package init(path: String, text: String?, sum: String? = nil) {
      self.path = path
      self.text = text.flatMap { $0.utf8.count <= Self.largest ? $0 : nil }
      self.sum = sum
    }

    /// The last part of its path, by which it can be told to others.
    package var name: String { path.split(separator: "/").last.map(String.init) ?? "file" }
  }

  package let hunt: File
  /// The map: a base map or a tile file; `nil` for none.
  package let map: File?
  /// The ghosts that were raced against.
  package let ghosts: [File]
  package let places: [PointOfInterest]
  package let placesAttribution: [String]
  package let asksForPlaces: Bool
  package let source: String
  package let choice: SourceChoice?
  package let alternatives: [Offers.Source]
  package let saved: [HuntEvent]
  package let notation: CoordinateNotation
  package let units: LengthUnits

  /// Records the setup of a game made from these files.
  package init(_ game: GameSetup, hunt: File, map: File?, ghosts: [File] = []) {
    self.init(
      hunt: hunt, map: map, ghosts: ghosts, places: game.places, placesAttribution: game.placesAttribution,
      asksForPlaces: game.asksForPlaces, source: game.source, choice: game.choice, alternatives: game.alternatives,
      saved: game.saved, notation: game.notation, units: game.units)
  }

  init(
    hunt: File, map: File?, ghosts: [File], places: [PointOfInterest], placesAttribution: [String], asksForPlaces: Bool,
    source: String,
    choice: SourceChoice?, alternatives: [Offers.Source], saved: [HuntEvent], notation: CoordinateNotation,
    units: LengthUnits
  ) {
    (self.hunt, self.map, self.ghosts) = (hunt, map, ghosts)
    (self.places, self.placesAttribution, self.asksForPlaces) = (places, placesAttribution, asksForPlaces)
    (self.source, self.choice, self.alternatives) = (source, choice, alternatives)
    (self.saved, self.notation, self.units) = (saved, notation, units)
  }

  /// The game again, of files that were read again.
  package func game(hunt: Hunt, map: BaseMap, tiles: TileSetFacts?, ghosts: [Ghost] = []) -> GameSetup {
    GameSetup(
      hunt: hunt, map: map, tiles: tiles, places: places, placesAttribution: placesAttribution,
      asksForPlaces: asksForPlaces, source: source, choice: choice, alternatives: alternatives, saved: saved,
      notation: notation, units: units, ghosts: ghosts)
  }
}
