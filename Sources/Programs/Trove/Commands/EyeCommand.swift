import ArgumentParser
import CommandKit
import Eye
import GeoFormats
import Geodesy
import HuntDomain
import MapTiles
import Nearby
import Numbers
import Places
import PlainUI
import TerminalUI
import TextCanvas
import Views

/// `trove eye`: one frame of the street in front of the player.
struct EyeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "eye", abstract: "Draws what you would see from where you stand, once, to standard output.",
    discussion: """
      Examples:
      trove eye --at 48.4105,15.6103 --in krems --heading 90
      trove eye --at 48.4105,15.6103 --in krems --svg view.svg

      --map gives the houses; where it does not say how high they are, that is estimated. Without a map you see the \
      horizon and signs. Without --heading it is a full circle around north. With --time sun and moon stand where they \
      are then, and by night it is dark.

      On a terminal of 256 or more colours --color always draws walls, streets and sky; else there are outlines.

      With --json one object a line for each place, those most worth a look from there first: id, name, kind, bearing_deg, \
      elevation_deg (from the camera, 4 m above the ground), distance_m, and hidden_by, what is in the way, or null. \
      Before them a line about the picture itself.

      Exit codes: 64 wrong usage, 65 bad data, 66 no such file, 73 the picture cannot be made.
      """)

  @OptionGroup var frame: FrameOptions

  @Option(
    help: "The map: PMTiles, MBTiles, GeoJSON, a folder of tiles, one tile, or the name of an imported region.",
    completion: .file())
  var map: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("How far you look up, in degrees; down is negative.", valueName: "deg"))
  var pitch = 0.0

  @Option(help: ArgumentHelp("Degrees from the left edge to the right one, from 30 to 360.", valueName: "deg"))
  var fov = EyeCamera.usualFieldOfView

  @Option(help: ArgumentHelp("When you look, as 2026-05-01T10:00:00Z; without it, it is day.", valueName: "time"))
  var time: String?

  @Option(
    help: ArgumentHelp(
      "The id of the place you are looking for (see --json): it has a beacon, and dashes lead there.", valueName: "id"))
  var target: String?

  @Option(
    help: """
      What the picture is made of: sextants (for fonts of Unicode 13), quadrants, halves, braille or ascii; by default what \
      the colours and the locale allow.
      """)
  var glyphs: EyeGlyphs?

  @Option(
    help: """
      The colours of walls: dark, light, safe for the colour-blind; by default as in maps, by the variable TROVE_STYLE or \
      the ground of the terminal.
      """)
  var style: EyePalette?

  @Option(help: "Colours: auto, always or never. There are colours only with always.")
  var color = TerminalCapability.ColourChoice.auto

  @Option(
    help: ArgumentHelp("Write an SVG picture to this file instead, in colours.", valueName: "file"), completion: .file()
  )
  var svg: String?

  @Flag(help: "Say what is seen, one JSON object a line.")
  var json = false

  func validate() throws {
    _ = try frame.standpoint()
    _ = try moment()
    guard EyeCamera.pitches.contains(pitch) else { throw ValidationError("--pitch goes from -35 to 45.") }
    guard EyeCamera.fieldsOfView.contains(fov) else { throw ValidationError("--fov goes from 30 to 360.") }
    guard !(frame.ascii && glyphs ?? .ascii != .ascii) else {
      throw ValidationError("--ascii and --glyphs \(glyphs?.rawValue ?? "") do not go together.")
    }
    guard !(json && svg != nil) else { throw ValidationError("--json and --svg do not go together.") }
  }

  private func moment() throws -> Timestamp? {
    try time.map { try Timestamp(option: "--time", $0) }
  }

  func run() async throws {
    let file = try svg.map { try OutputFile($0, named: "--svg", reading: [map] + frame.places) }
    let screen = try await screen()
    if json { return Output.write(JSONLines.lines(for: screen).map { $0 + "\n" }.joined()) }
    let kind = glyphs ?? usualGlyphs
    if kind.needsColours, svg == nil, frame.capability(colour: color).colours <= .sixteen {
      throw CommandFailure(
        "--glyphs \(kind.rawValue) needs --color always, and a terminal of 256 or more colours.", .usage)
    }
    var signs = EyeSigns()
    guard let svg, let file else {
      let capability = frame.capability(colour: color)
      let style = self.style?.rawValue ?? MapStyling(nil).wanted
      let usual = (look: style == "light" ? MapLook.standardLight : .standard, name: style)
      let texts = (try? MapStyling(style).lookOnce(for: capability)) ?? usual
      let look = EyeLook(kind, colours: capability.colours, palette: EyePalette(style: texts.name))
      return frame.write(colour: color, table: texts.look.table) { canvas, _ in
        drawEye(screen, on: &canvas, look: look, signs: &signs)
      }
    }
    var canvas = Canvas(width: frame.frame.columns, height: frame.frame.rows)
    drawEye(
      screen, on: &canvas, look: EyeLook(kind, palette: style ?? EyePalette(style: MapStyling(nil).wanted)),
      signs: &signs)
    let bytes = try AnimatedSVG(title: "Trove: what lies ahead").bytes(of: canvas)
    try file.write(bytes)
    Output.write("\(svg): \(bytes.count / 1000) kB.\n")
  }

  /// Colours are needed for all but outlines and letters.
  private var usualGlyphs: EyeGlyphs {
    if svg != nil { return frame.ascii ? .ascii : .sextants }
    let capability = frame.capability(colour: color)
    return EyeGlyphs(capability.glyphs, colours: capability.colours, hasSextants: capability.hasSextants)
  }

  private func screen() async throws -> EyeScreen {
    let standpoint = try frame.standpoint()
    let map = try frame.home.map(map)
    let loaded = try Files.loadMap(map) { () throws(CommandFailure) in try MapStyling(nil).styles() }
    let geometries = await loaded.geometries(around: standpoint, named: map)
    let nearby = try await frame.nearby(at: standpoint, target: target, on: geometries)
    if let target, nearby.sighting(of: target) == nil {
      throw CommandFailure("--target \(target): there is no place with that id.", .usage)
    }
    if let map, geometries.isEmpty { Output.error("\(map): there is nothing on it within 400 m of there.") }
    var route: [Coordinate] = []
    if let goal = target.flatMap(nearby.sighting)?.place.position {
      route = await StreetRoutes(loaded.base, loaded.tiles).line(from: standpoint, to: goal)
    }
    var eye = EyeUseCase()
    eye.look(
      around: nearby.quality.fix, geometries: geometries,
      isSeaCharted: loaded.base.isSeaCharted && loaded.tiles == nil, route: route)
    let screen = eye.screen(
      for: nearby, attribution: loaded.tiles?.facts.attribution ?? loaded.base.attribution,
      roles: target.map { [$0: .target] } ?? [:], time: try moment(), gaze: Gaze(pitch: pitch, fieldOfView: fov),
      columns: frame.frame.columns, rows: max(1, frame.frame.rows - eyeTapeRows))
    guard let screen else { throw CommandFailure("There is nothing to be seen from there.", .badData) }
    return screen
  }
}

extension EyeGlyphs: ExpressibleByArgument {}
extension EyePalette: ExpressibleByArgument {}
