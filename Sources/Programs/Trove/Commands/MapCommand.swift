import ArgumentParser
import CommandKit
import Geodesy
import Glibc
import Nearby
import PlaceCatalog
import TerminalUI
import Viewer
import Views

/// `trove map`: a map to look about on, or one frame of it.
struct MapCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "map", abstract: "Shows a map: to look about on, on a terminal; elsewhere once, to standard output.",
    discussion: """
      Examples:
      trove map florence.pmtiles
      trove map krems --at 48.4105,15.6103 --size 80x24

      A file of vector tiles (PMTiles, MBTiles, a folder of .mvt, one tile) or of GeoJSON is opened with its name, as \
      in `trove map florence.pmtiles`. On a terminal arrow keys and the mouse move it, + and - and the wheel zoom, ? \
      names all keys. With --size, --places or --heading, or without a terminal, it is drawn once.

      Without a file, --at says where you stand, and what lies around you is drawn once.

      Exit codes: 64 wrong usage, 65 bad data, 66 no such file, 69 the terminal cannot be used.
      """)

  @Argument(
    help: "The map: PMTiles, MBTiles, GeoJSON, a folder of tiles, one tile, or the name of an imported region.",
    completion: .file(extensions: ["pmtiles", "mbtiles", "geojson", "mvt"]))
  var file: String?

  @OptionGroup var frame: FrameOptions

  @Option(
    help: ArgumentHelp(
      "How near: 1 the whole Earth, 21 a doorstep; each step halves the scale, as on web maps.", valueName: "z"))
  var zoom: Double?

  @Option(help: "The same as the file, for a map around --at.", completion: .file())
  var map: String?

  @Option(help: MapStyling.help, completion: MapStyling.completion, transform: MapStyling.read)
  var style: String?

  @Option(help: "Colours: auto, always or never. A frame that is drawn once has colours only with always.")
  var color = TerminalCapability.ColourChoice.auto

  func validate() throws {
    guard zoom.map(MapCamera.zooms.contains) ?? true else { throw ValidationError("--zoom goes from 1 to 21.") }
    guard file == nil || map == nil else { throw ValidationError("A file and --map do not go together.") }
    guard file != nil || frame.at != nil || frame.home.region != nil else {
      throw ValidationError("Missing expected argument '--at <lat,lon>', or a map file.")
    }
  }

  func run() async throws {
    let styling = MapStyling(style)
    let map = try Files.loadMap(file ?? map ?? regionOrFile(), styles: styling.styles)
    if isMapAlone, isInteractive {
      try await ViewingPlayer.look(
        at: browsing(map), map.tiles, on: FullScreen(styling, colour: color, isASCII: frame.ascii), .browsing)
    } else {
      try await drawOnce(map, styling)
    }
  }

  /// What `--in` names: a region, or else a file, as the map's argument does the other way round.
  private func regionOrFile() throws(CommandFailure) -> String? {
    guard let region = frame.home.region else { return nil }
    let catalog = try Catalog.own()
    guard catalog.has(region) else { return region.text }
    // Around a position there are places to show, also without a map.
    return isMapAlone ? try Files.map(of: region, in: catalog) : try frame.home.map(nil)
  }

  /// Whether the map is looked at, and not a player on it.
  private var isMapAlone: Bool { file != nil || frame.at == nil }

  /// Whether the user can pan the map: on a terminal, and without options that ask for one picture.
  private var isInteractive: Bool {
    frame.size == nil && frame.heading == nil && frame.places.isEmpty && Environment.wantsTerminal
  }

  private func browsing(_ map: LoadedMap) -> Browsing {
    Browsing(
      base: map.base, tiles: map.tiles?.facts, at: frame.at, zoom: zoom,
      units: LengthUnits(environment: Environment.variables), notation: frame.coordinates.notation)
  }

  private func drawOnce(_ map: LoadedMap, _ styling: MapStyling) async throws {
    let look = try styling.lookOnce(for: frame.capability(colour: color)).look
    let screen = try await screen(of: map)
    frame.write(colour: color, table: look.table) { canvas, glyphs in
      drawMap(screen, on: &canvas, glyphs: glyphs, look: look)
    }
  }

  /// Builds the screen for one picture: the map alone, or with the player and the places nearby.
  private func screen(of map: LoadedMap) async throws -> MapScreen {
    let (columns, rows) = frame.frame
    if isMapAlone, frame.heading == nil, frame.places.isEmpty { return await screen(alone: browsing(map), map.tiles) }
    let standpoint = try frame.standpoint()
    var useCase = MapUseCase(
      base: map.base, tiles: map.tiles?.facts, camera: MapCamera(zoom: zoom ?? 16.5),
      units: LengthUnits(environment: Environment.variables))
    let wanted = useCase.look(around: standpoint, columns: columns, rows: rows)
    await map.tiles?.readAll(wanted) { useCase.receive($0, $1) }
    let nearby = try await frame.nearby(
      at: standpoint, on: map.base.geometries + (useCase.cache?.allGeometries ?? []))
    return useCase.screen(for: nearby, source: "GPS", columns: columns, rows: rows)
  }

  private func screen(alone browsing: Browsing, _ tiles: (any MapTiles)?) async -> MapScreen {
    var browsing = browsing
    func wanted(_ effects: [ViewingEffect]) -> [TileID] {
      effects.flatMap { if case .fetch(let tiles) = $0 { tiles } else { [TileID]() } }
    }
    // The last row of a screen is not the map's.
    let first = wanted(browsing.handle(.resize(columns: frame.frame.columns, rows: frame.frame.rows + 1)))
    await tiles?.readAll(first) { wanted(browsing.handle(.tile($0, $1))) }
    return browsing.screen.map
  }
}

/// `trove compass`: one frame of the compass.
struct CompassCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compass", abstract: "Draws what lies ahead of you, once, to standard output.",
    discussion: """
      Examples:
      trove compass --at 48.4105,15.6103 --in krems --heading 90

      Exit codes: 64 wrong usage, 65 bad data, 66 no such file.
      """)

  @OptionGroup var frame: FrameOptions

  @Option(help: ArgumentHelp("The id of the place you are looking for; without it, the nearest.", valueName: "id"))
  var target: String?

  func validate() throws { _ = try frame.standpoint() }

  func run() async throws {
    let standpoint = try frame.standpoint()
    let nearby = try await frame.nearby(at: standpoint, target: target, on: try await outlines(around: standpoint))
    if let target, nearby.sighting(of: target) == nil {
      throw CommandFailure("--target \(target): there is no place with that id.", .usage)
    }
    let goal = target ?? nearby.sightings.first?.id
    let roles = goal.map { [$0: PlaceRole.target] } ?? [:]
    let screen = CompassUseCase().screen(for: nearby, source: "GPS", roles: roles, target: goal)
    frame.write { canvas, glyphs in drawCompass(screen, on: &canvas, glyphs: glyphs) }
  }

  /// The sheets of the region's map, which tell what is part of what; empty if it has none that can be read.
  private func outlines(around place: Coordinate) async throws(CommandFailure) -> [MapGeometry] {
    guard let region = frame.home.region, let map = try Catalog.own(with: region).map(of: region) else { return [] }
    let loaded = try? Files.loadMap(map) { () throws(CommandFailure) in try MapStyling(nil).styles() }
    return await loaded?.geometries(around: place, named: map) ?? []
  }
}
