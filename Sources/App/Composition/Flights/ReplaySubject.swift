import FlightRecords
import GeoFormats
import Geodesy
import HuntApplication
import HuntDomain
import PlaceFiles
import TraceLocation

/// What can be looked at again: a recorded session, or a walk that somebody recorded with whatever they had.
struct ReplaySubject {
  let recording: Recording
  /// What the recording happened to.
  let session: Session
  let tiles: (any MapTiles)?
  /// The style of the map, where the player had asked for one.
  let style: String?

  /// A session, on the map that it was played on.
  init(_ flight: OpenFlight) {
    recording = Recording(
      flight.record.moments.lazy.compactMap { moment in
        flight.sessionEvent(moment.entry).map { SessionMoment($0, at: moment.time) }
      })
    let header = flight.record.header
    session = Session(view: PlayView(rawValue: header.view) ?? .split, geiger: Geiger(isOn: header.hasGeiger))
    tiles = flight.tiles
    style = flight.record.header.style
  }

  /// A trace, over a hunt and a map.
  ///
  /// Throws: an exit code, after it has been said why.
  init(trace path: String, hunt huntPath: String?, map mapPath: String?, ghosts: [Ghost], styling: MapStyling) throws {
    let file: TraceFile
    do { file = try TraceFile(path: path) } catch {
      throw Failure.say(FileProblem(file: path, line: error.line, error.message, isMissing: error.isMissing))
    }
    for warning in file.warnings { Output.error(warning.text(file: path)) }
    let name = SafeText.clean(path.split(separator: "/").last.map(String.init) ?? path, limit: SafeText.nameLimit)
    let source = try huntPath.map { try Files.hunt($0) }
    guard let hunt = source?.hunt ?? Hunt(along: file.trace.segments.joined().map(\.position), name: name) else {
      throw Failure.say("\(path):1: error: no position to walk along", Failure.badData)
    }
    let map =
      try mapPath.map { try Files.openMap($0, styles: styling.styles) }
      ?? source.map { Files.openMap(of: $0, styles: styling.styles) } ?? OpenMap()
    let game = Game(
      hunt: hunt, map: map.base, tiles: map.tiles?.facts, places: source?.places ?? [], source: "trace",
      units: LengthUnits(environment: Environment.variables), ghosts: ghosts)
    recording = Recording([SessionMoment(.begin(game), at: .zero)] + TraceMoments(file.trace))
    session = Session()
    tiles = map.tiles
    style = nil
  }
}

extension OpenFlight {
  /// What happened to the session at a moment, tiles left out; a command that was typed is the action that it means.
  fileprivate func sessionEvent(_ entry: FlightEntry) -> SessionEvent? {
    switch entry {
    case .event(let event): event
    case .begin: .begin(game)
    case .command(let line): if case .action(let action) = PlayWords(line).order { .action(action) } else { nil }
    case .tile, .shown: nil
    }
  }
}
