import ArgumentParser
import CommandKit
import GPSDLocation
import Game
import HuntDomain
import Nearby
import PlaceFiles
import Places
import SessionLogs
import Trials
import Views
import WalkerLocation

/// A game that can begin.
struct LoadedGame {
  let game: GameSetup
  let sensors: Sensors
  let file: HuntSource
  /// The paths of the hunt and of the map; the latter may be missing.
  let huntPath: String
  let mapPath: String?
  /// The paths of the ghosts.
  let ghostPaths: [String]
  let saving: GameSaving
  /// The source of the map's tiles; `nil` if the map is read as a whole.
  let tiles: (any MapTiles)?
  /// Services that are asked for places on the way.
  let services: [any PointOfInterestSource]
  /// How to play the sources that the player may switch to.
  let sensorOptions: Sensors.Options
  /// Where the walker is sent, and who sends them; `nil` for a game without a walkthrough.
  let walkthrough: (steps: Walkthrough, guide: WalkerGuide)?
}

/// The composition root: reads like the hexagon.
///
/// Sensors and places on one side, the session in the middle, the
/// terminal or the lines on the other.
struct Composition {
  var options: PlayOptions
  let huntPath: String?
  /// The part of the game in an event; `nil` for a game without one.
  let part: EventPart?
  let installation = Installation.find(environment: Environment.variables)

  init(_ options: PlayOptions, hunt: String?, part: EventPart? = nil) {
    self.options = options
    huntPath = hunt
    self.part = part
  }

  /// The sensor source and the hunt that the command line gives; `nil` if the player has to be asked.
  ///
  /// Without a hunt a recording or a walker plays the bundled one; a player with a real receiver chooses one nearby.
  var chosen: (source: SourceChoice, huntPath: String)? {
    guard let answers, case .ends(let source, let path, _) = OnboardingFlow.answered(answers).outcome else {
      return nil
    }
    return (source, path)
  }

  /// The answers of the command line; `nil` if it does not answer every question.
  private var answers: OnboardingFlow.Answers? {
    if let huntPath { return .init(source: options.from?.choice ?? .gpsd(""), huntPath: huntPath) }
    guard let source = options.from?.choice, !source.isLive, let demo = installation?.demoHunt else { return nil }
    return .init(source: source, huntPath: demo)
  }

  /// The hunts and sources that the player can choose from.
  var offers: Offers {
    let bundled = installation?.hunts(saved: SavedGames.unfinished()) ?? []
    let here = HuntHere.offer(options.home.region)
    return Offers(
      sources: Offers.sources(
        askedFor: options.from?.choice, hasReceiver: GPSDAddress.local.isAnswered(within: .milliseconds(300))),
      // What needs a file first is no hunt to begin with.
      hunts: here.origin == .extract ? bundled + [here] : [here] + bundled, notation: options.coordinates.notation)
  }

  /// Reads the files and opens the sensors of a game.
  ///
  /// - Parameter sitting: the saved game that is asked for; `nil` to follow the command line.
  func open(_ source: SourceChoice, huntPath: String, sitting: Sitting? = nil) async throws(CommandFailure)
    -> LoadedGame
  {
    if let here = HuntHere(path: huntPath) { return try await open(source, here, sitting: sitting) }
    if let link = try PlaceLink.read(huntPath) {
      return try await open(source, huntPath: try link.make(), sitting: sitting)
    }
    let file = try Files.hunt(huntPath)
    let saving = GameSaving(
      file.hunt, path: huntPath, source: source, options: options.saving, sitting: sitting,
      folder: part.map { SaveFolder($0.folder + "/saves") })
    let ownMap = try options.home.map(options.map.map(Files.mapFile))
    let map =
      ownMap == nil
      ? Files.loadMap(of: file, styles: styling.styles) : try Files.loadMap(ownMap, styles: styling.styles)
    var sensorOptions = sensorOptions
    sensorOptions.ground = try await StreetGround.open(
      options.ways, in: options.home.region, around: file.hunt, on: source.isLive && options.asLines ? nil : map,
      styling: styling)
    let walkthrough = try options.script.map { path throws(CommandFailure) in
      (steps: try Walkthrough(path: path, for: file.hunt), guide: WalkerGuide())
    }
    sensorOptions.guide = walkthrough.map { ($0.guide, $0.steps.start) }
    let sensors = try Sensors.open(
      source, hunt: file, at: Standpoint(in: file.hunt, after: saving.saved), options: sensorOptions)
    let centre = file.hunt.treasures[0].place.position
    let (services, local) = try placeSources()
    let known = await KnownPlaces(of: local, near: centre, within: Self.surroundings)
    let ghosts = try options.ghost.map(SessionFolder.find)
    let game = GameSetup(
      hunt: file.hunt, map: map.base, tiles: map.tiles?.facts,
      places: try known.places() + file.places, placesAttribution: known.pool.attribution,
      asksForPlaces: !services.isEmpty, source: sensors.label, choice: source,
      alternatives: options.asLines
        ? []
        : Offers.alternatives(
          askedFor: options.from?.choice, hasRecordedWalk: file.trace != nil, hasPhone: part != nil),
      saved: saving.saved, notation: options.coordinates.notation,
      units: LengthUnits(environment: Environment.variables), ghosts: try ghosts.map(GhostFile.open))
    return LoadedGame(
      game: game, sensors: sensors, file: file, huntPath: huntPath,
      mapPath: map.isEmpty ? nil : ownMap ?? file.map,
      ghostPaths: ghosts, saving: saving, tiles: map.tiles,
      services: services, sensorOptions: sensorOptions, walkthrough: walkthrough)
  }

  /// Metres around a hunt from which places are shown; all of a file's are.
  private static let surroundings = 20_000.0

  /// Opens the sources of places: those to ask on the way, and those that are complete from the start.
  private func placeSources() throws(CommandFailure) -> (
    services: [any PointOfInterestSource], local: [any PointOfInterestSource]
  ) {
    let services = try options.places.filter(PlaceSources.isAddress).map(PlaceSources.open)
    return (services, try options.home.places(options.places.filter { !PlaceSources.isAddress($0) }))
  }

  /// The style of the map.
  var styling: MapStyling { MapStyling(options.style, installation: installation) }

  /// The recorder of the walk, when the player wants one.
  func recorder() throws(CommandFailure) -> TrackRecorder? {
    do throws(TrackNotRecorded) {
      return try options.record.map { path throws(TrackNotRecorded) in try TrackRecorder(path: path, name: "Trove") }
    } catch {
      throw CommandFailure(error.description, error.isOtherFile ? .badData : .outputFailed)
    }
  }

  /// The options of the sensors; recordings are played in real time unless the options give another speed.
  var sensorOptions: Sensors.Options {
    .init(
      speed: (options.speed ?? SpeedArgument(factor: 1)).factor, walkingPace: options.pace,
      troubles: options.receivers.troubles, pointLimit: options.recording.maxPoints, phone: part?.phone
    )
  }
}
