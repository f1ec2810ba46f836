import CommandKit
import Game
import GeoFormats
import Geodesy
import HuntDomain
import PlaceFiles
import SessionLogs
import TraceLocation
import Viewer
import Views

/// A recording to watch: a recorded session, or a walk recorded with any receiver.
struct ReplaySubject {
  let recording: Recording
  /// The session that the recording is replayed on.
  let session: Session
  let tiles: (any MapTiles)?
  /// The style of the map, where the player had asked for one.
  let style: String?

  /// A session, on the map that it was played on.
  init(_ loaded: LoadedSession) {
    recording = Recording(loaded.record.events(of: loaded.game))
    let header = loaded.record.header
    session = Session(
      view: PlayView(rawValue: header.view) ?? .split, hasScene: header.hasScene,
      beeper: ProximityBeeper(isOn: header.hasBeeper))
    tiles = loaded.tiles
    style = loaded.record.header.style
  }

  /// A trace, over a hunt and a map.
  init(
    trace path: String, limit: Int, hunt huntPath: String?, map mapPath: String?, ghosts: [Ghost], styling: MapStyling
  ) throws(CommandFailure) {
    let file = try Files.trace(path, limit: limit)
    let name = SafeText.clean(path.split(separator: "/").last.map(String.init) ?? path, limit: SafeText.nameLimit)
    let source = try huntPath.map(Files.hunt)
    guard let hunt = source?.hunt ?? Hunt(along: file.trace.segments.joined().map(\.position), name: name) else {
      throw CommandFailure("\(path):1: error: no position to walk along", .badData)
    }
    let map =
      try mapPath.map { path throws(CommandFailure) in try Files.loadMap(path, styles: styling.styles) }
      ?? source.map { Files.loadMap(of: $0, styles: styling.styles) } ?? LoadedMap()
    let game = GameSetup(
      hunt: hunt, map: map.base, tiles: map.tiles?.facts, places: source?.places ?? [], source: "trace",
      units: LengthUnits(environment: Environment.variables), ghosts: ghosts)
    recording = Recording([SessionMoment(.begin(game), at: .zero)] + TraceMoments(file.trace))
    session = Session()
    tiles = map.tiles
    style = nil
  }
}
