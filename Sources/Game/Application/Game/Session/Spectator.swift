internal import Eye
package import Geodesy
internal import Nearby
package import Views

/// A viewer's own view of a recorded game: their choices replace the player's recorded ones.
///
/// It draws a copy of the session, so looking never changes what was recorded.
package struct Spectator: Sendable {
  /// The view; `nil` for the recorded one.
  private var view: PlayView?
  /// The viewer's map camera; `nil` for the recorded one.
  private var camera: MapCamera?
  /// Where the viewer looks in the eye; `nil` for where the player looked.
  private var gaze: Gaze?
  /// How far the viewer's radar reaches; `nil` for as far as the player's.
  private var radar: RadarRange?
  /// A page over the game.
  package private(set) var page: PageOverlay?
  /// The message that the spectator put away; it stays hidden until the game shows another one.
  private var putAway: String?
  /// The mouse gesture that moves the map.
  private var drag = DragGesture()
  /// The tiles that were read for the spectator.
  private var cache: TileCache?

  /// A spectator who sees what the player saw.
  package init() {}

  /// Whether anything is seen otherwise than the player saw it.
  package var isOwn: Bool { view != nil || camera != nil || gaze != nil || radar != nil }

  // MARK: - Looking

  /// The session as the spectator sees it at `now` on a screen of `columns` by `rows` cells, and the tiles to fetch for
  /// it.
  package mutating func look(
    at session: Session, columns: Int, rows: Int, now: Duration
  ) -> (seen: Session, tiles: [TileID]) {
    var seen = session.replacing { prepare(&$0) }
    // A size changes nothing of a game; it makes the map look where it is now.
    let effects = seen.handle(.resize(columns: columns, rows: rows), at: now)
    cache = seen.playing?.map.cache
    if camera != nil { camera = seen.playing?.map.camera }
    return (seen, effects.flatMap { if case .fetch(let tiles) = $0 { tiles } else { [TileID]() } })
  }

  private mutating func prepare(_ play: inout Play) {
    play.view = view ?? play.view
    play.map.camera = camera ?? play.map.camera
    play.eye.gaze = gaze ?? play.eye.gaze
    play.radar = radar ?? play.radar
    if let page { play.overlay = .page(page) }
    play.drag = drag
    if play.shownMessage == putAway { (play.message, play.notices) = (nil, []) } else { putAway = nil }
    // The tiles that the player asked for are not on their way to the spectator.
    play.map.cache = cache ?? play.map.cache.map { TileCache($0.facts) }
  }

  /// Takes a tile that ``look(at:columns:rows:now:)`` asked for; returns the tiles to fetch next.
  package mutating func receive(_ tile: TileID, _ outcome: TileOutcome) -> [TileID] {
    cache?.receive(tile, outcome) ?? []
  }

  // MARK: - Keys

  /// Applies a key to what is seen of a session; returns whether it means anything there.
  package mutating func press(_ key: Key, in session: Session, at now: Duration) -> Bool {
    guard let play = session.playing else { return false }
    if page != nil {
      if page?.scroll(key) != true { page = nil }
      return true
    }
    switch Self.keys.command(for: key) {
    case .open(let kind)?: page = PageOverlay(kind)
    case .asPlayed?: (view, camera, gaze, radar) = (nil, nil, nil, nil)
    case .putAway?: putAway = play.shownMessage ?? putAway
    case .look(let command)?: change(play) { play in play.look(command, at: now) }
    case nil: return false
    }
    return true
  }

  /// Applies what a mouse did over the game.
  package mutating func point(_ pointer: Pointer, in session: Session, at now: Duration) {
    guard let play = session.playing else { return }
    if case .wheel(let steps, _, _) = pointer, page != nil, steps != 0 {
      _ = page?.scroll(steps > 0 ? .up : .down)
      return
    }
    change(play) { play in play.point(pointer, at: now) }
  }

  /// Ends the scrolling of the open page at `line`.
  package mutating func end(at line: Int) { page?.end(at: line) }

  /// Keeps of a change what was chosen by it.
  private mutating func change(_ play: Play, _ body: (inout Play) -> Void) {
    var changed = play
    body(&changed)
    if changed.view != play.view { view = changed.view }
    if changed.map.camera != play.map.camera { camera = changed.map.camera }
    if changed.eye.gaze != play.eye.gaze { gaze = changed.eye.gaze }
    if changed.radar != play.radar { radar = changed.radar }
    drag = changed.drag
  }
}

/// What a key asks of a spectator.
package enum SpectatorCommand: Hashable, Sendable {
  case look(ViewCommand)
  case open(PageOverlay.Kind)
  /// Looks as the player did.
  case asPlayed
  /// Hides the message that the game shows now.
  case putAway
}

extension Spectator {
  /// The keys of a spectator; arrows to the sides go through time.
  package static let keys = KeyTable<SpectatorCommand>(
    (KeyRow.views + [
      KeyRow(
        "hjkl ↑ ↓", "move the map", KeyRow.letters.merging([.up: .up, .down: .down]) { first, _ in first }),
      KeyRow.zoom, KeyRow("f 0", "follow; the whole hunt", ["f": .follow, "0": .showHunt]),
      KeyRow("u", "turn with the player", ["u": .turnMap]), KeyRow.radar,
    ]).map { $0.map(SpectatorCommand.look) } + [
      KeyRow("Enter", "put news away", [.enter: .putAway, .escape: .putAway]),
      KeyRow("r", "look as the player did", ["r": .asPlayed]),
      KeyRow("t d", "treasures, the position", ["t": .open(.treasures), "d": .open(.position)]),
      KeyRow("B", "the leaderboard", ["B": .open(.board)]),
    ])
}
