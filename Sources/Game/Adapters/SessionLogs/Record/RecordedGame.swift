package import Game
package import Geodesy
package import HuntDomain
package import Places
package import Views

/// The setup of a game, as recorded: small files with their contents, the others by path.
package struct RecordedGame: Hashable, Sendable {
  /// A file that the game was made of.
  package struct File: Hashable, Sendable {
    /// The path from which the file was read when the game began.
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

  /// The hunt's file.
  package let hunt: File
  /// The map: a base map or a tile file; `nil` for none.
  package let map: File?
  /// The ghosts that were raced against.
  package let ghosts: [File]
  /// Places beside the treasures, as they were loaded before the game.
  package let places: [PointOfInterest]
  /// The attributions to show with ``places``, one line each.
  package let placesAttribution: [String]
  /// Whether sources were asked for more places on the way.
  package let asksForPlaces: Bool
  /// The sensor's name in the line about it: `GPS`, `trace`, `walker`.
  package let source: String
  /// The source itself; `nil` where it does not matter which one it was.
  package let choice: SourceChoice?
  /// The sources that the player could change to.
  package let alternatives: [Offers.Source]
  /// The events of the saved game that was taken up; empty for a new game.
  package let saved: [HuntEvent]
  /// How positions were written for the player.
  package let notation: CoordinateNotation
  /// The units of distances for the player.
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
