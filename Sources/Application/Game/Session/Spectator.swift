package import Geodesy
internal import Nearby
package import Views

/// How somebody looks at a recorded game: what they choose themselves replaces what the player chose then.
///
/// It draws a copy of the session, so looking never changes what was recorded.
package struct Spectator: Sendable {
  /// The view; `nil` for the recorded one.
  private var view: PlayView?
  /// From where the map is seen; `nil` for the recorded place.
  private var camera: MapCamera?
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
  package var isOwn: Bool { view != nil || camera != nil }

  // MARK: - Looking

  /// The session as the spectator sees it at `now` on a screen of `columns` by `rows` cells, and the tiles to fetch for it.
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
    play.page = page ?? play.page
    play.drag = drag
    if play.message == putAway { play.message = nil } else { putAway = nil }
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
    if let opened = Self.page(for: key) {
      page = PageOverlay(opened)
      return true
    }
    switch key {
    case .character("r"): (view, camera) = (nil, nil)
    // Nobody did it in a trace, and the map lies below.
    case .enter, .escape: putAway = play.message ?? putAway
    default: return change(play) { play in Self.press(key, in: &play, at: now) }
    }
    return true
  }

  private static func page(for key: Key) -> PageOverlay.Kind? {
    switch key {
    case .character("t"): .treasures
    case .character("d"): .position
    default: nil
    }
  }

  private static func press(_ key: Key, in play: inout Play, at now: Duration) -> Bool {
    switch key {
    case .character("m"): play.view = .map
    case .character("c"): play.view = .compass
    case .character("s"): play.view = .split
    case .tab: play.view = play.view.next
    case .character("+"), .character("="): play.map.camera.zoom(by: MapCamera.keyStep)
    case .character("-"), .character("_"): play.map.camera.zoom(by: -MapCamera.keyStep)
    case .character("f"): play.map.camera.isFollowing = true
    case .character("u"): play.switchTurning(at: now)
    case .character("0"): play.lookAtHunt(at: now)
    case .character("h"): play.map.pan(columns: -8, rows: 0, from: play.position)
    case .character("l"): play.map.pan(columns: 8, rows: 0, from: play.position)
    case .up, .character("k"): play.map.pan(columns: 0, rows: -4, from: play.position)
    case .down, .character("j"): play.map.pan(columns: 0, rows: 4, from: play.position)
    default: return false
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
    _ = change(play) { play in
      play.point(pointer, at: now)
      return true
    }
  }

  /// Ends the scrolling of the open page at `line`.
  package mutating func end(at line: Int) { page?.end(at: line) }

  /// Keeps of a change what was chosen by it.
  private mutating func change(_ play: Play, _ body: (inout Play) -> Bool) -> Bool {
    var changed = play
    guard body(&changed) else { return false }
    if changed.view != play.view { view = changed.view }
    if changed.map.camera != play.map.camera { camera = changed.map.camera }
    drag = changed.drag
    return true
  }
}
