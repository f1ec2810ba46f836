import ArgumentParser
import HuntApplication
import TerminalUI

/// `trove map`: one frame of the map.
struct MapCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "map", abstract: "Draws the map around a place, once, to standard output.",
    discussion: "Exit codes: 64 wrong usage, 65 bad data, 66 no such file.")

  @OptionGroup var frame: FrameOptions

  @Option(
    help: ArgumentHelp(
      "How near: 1 the whole Earth, 21 a doorstep; each step halves the scale, as on web maps.", valueName: "z"))
  var zoom = 16.5

  @Option(help: "A base map: GeoJSON with lines and areas.", completion: .file(extensions: ["geojson"]))
  var map: String?

  func validate() throws {
    guard MapCamera.zooms.contains(zoom) else { throw ValidationError("--zoom goes from 1 to 21.") }
  }

  func run() async throws {
    let useCase = MapUseCase(base: try Files.map(map), camera: MapCamera(zoom: zoom))
    let (columns, rows) = frame.frame
    let screen = useCase.screen(for: try await frame.nearby(), source: "GPS", columns: columns, rows: rows)
    frame.write { canvas, glyphs in drawMap(screen, on: &canvas, glyphs: glyphs) }
  }
}

/// `trove compass`: one frame of the compass.
struct CompassCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compass", abstract: "Draws what lies ahead of you, once, to standard output.",
    discussion: "Exit codes: 64 wrong usage, 65 bad data, 66 no such file.")

  @OptionGroup var frame: FrameOptions

  @Option(help: ArgumentHelp("The id of the place you are looking for; without it, the nearest.", valueName: "id"))
  var target: String?

  func run() async throws {
    let nearby = try await frame.nearby()
    if let target, nearby.sighting(of: target) == nil {
      throw Failure.say("--target \(target): there is no place with that id.", ExitCode(64))
    }
    let goal = target ?? nearby.sightings.first?.id
    let roles = goal.map { [$0: MapScreen.Role.target] } ?? [:]
    let screen = CompassUseCase().screen(for: nearby, source: "GPS", roles: roles, target: goal)
    frame.write { canvas, glyphs in drawCompass(screen, on: &canvas, glyphs: glyphs) }
  }
}
