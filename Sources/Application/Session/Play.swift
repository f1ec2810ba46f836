internal import Geodesy
internal import HuntDomain

/// The hunt being played: what the sensors say goes to the one service, and from there to both views.
struct Play: Sendable {
  /// Degrees that one key press turns the player.
  static let turnStep = 15.0

  private let source: String
  private let ordinary: [PointOfInterest]
  private let start: Duration
  private var service = NearbyPOIService()
  private var map: MapUseCase
  private let compass = CompassUseCase()
  private var hunting: Hunting
  private var view: PlayView
  /// What happened last, until the player puts it away or the next thing happens.
  private var message: String?
  private var showsHelp = false
  private var position: Coordinate?
  /// When the game was over.
  private var end: Duration?

  init(_ game: Game, view: PlayView, camera: MapCamera, at now: Duration) {
    source = game.source
    let treasures = Set(game.hunt.treasures.map(\.id))
    ordinary = game.places.map { place in
      guard treasures.contains(place.id) else { return place }
      return PointOfInterest(id: "place:\(place.id)", name: place.name, position: place.position, kind: place.kind)
    }
    hunting = Hunting(game.hunt)
    map = MapUseCase(base: game.map, camera: camera)
    self.view = view
    start = now
    showPlaces(at: now)
  }

  /// Whether everything is found or the source is at its end.
  var isFinished: Bool { end != nil }

  mutating func handle(_ event: SessionEvent, at now: Duration) -> [SessionEffect] {
    switch event {
    case .location(let update): return receive(update, at: now)
    case .heading(let heading):
      service.receive(heading, at: now)
      return []
    case .locationEnded: return finish(at: now)
    case .key(let key): return press(key, at: now)
    default: return []
    }
  }

  // MARK: - The sensors

  private mutating func receive(_ update: LocationUpdate, at now: Duration) -> [SessionEffect] {
    service.receive(update, at: now)
    switch update {
    case .searching(let satellites): return [.tell(.searching(satellitesInView: satellites))]
    case .lost(let reason): return [.tell(.lost(reason: reason))]
    case .fix(let fix):
      position = fix.position
      map.note(fix)
      return [.tell(.fix(fix))] + find(hunting.apply(fix), at: now)
    }
  }

  private mutating func find(_ finds: [Find], at now: Duration) -> [SessionEffect] {
    guard !finds.isEmpty else { return [] }
    showPlaces(at: now)
    message = finds.flatMap { ["Found: \($0.treasure.place.name)!", $0.treasure.message].compactMap(\.self) }
      .joined(separator: " ")
    let before = hunting.progress.finds.count - finds.count
    let total = hunting.progress.hunt.treasures.count
    let news = finds.enumerated().map { index, find in
      SessionEffect.tell(.found(find, count: before + index + 1, of: total))
    }
    return [.bell] + news + (hunting.progress.isCompleted ? finish(at: now) : [])
  }

  private mutating func finish(at now: Duration) -> [SessionEffect] {
    guard !isFinished else { return [] }
    end = now
    let progress = hunting.progress
    if !progress.isCompleted { message = "The \(source) has ended. Press q to leave." }
    return [
      .tell(
        .finished(
          found: progress.finds.count, of: progress.hunt.treasures.count, points: progress.points, time: now - start))
    ]
  }

  private mutating func showPlaces(at now: Duration) {
    let visible = hunting.visible
    service.receive(visible + ordinary, pinned: Set(visible.map(\.id)), at: now)
  }

  // MARK: - The keys

  private mutating func press(_ key: Key, at now: Duration) -> [SessionEffect] {
    if showsHelp {
      showsHelp = false
      return key == .character("q") ? [.quit] : []
    }
    switch key {
    case .character("q"): return [.quit]
    case .character("?"): showsHelp = true
    case .character("m"): view = .map
    case .character("c"): view = .compass
    case .character("s"): view = .split
    case .tab: view = view.next
    case .character("+"), .character("="): map.camera.zoom(by: 0.5)
    case .character("-"), .character("_"): map.camera.zoom(by: -0.5)
    case .character("f"): map.camera.isFollowing = true
    case .character("a"): service.turn(by: -Self.turnStep, at: now)
    case .character("d"): service.turn(by: Self.turnStep, at: now)
    case .character("x"): service.releaseHeading()
    case .character("i"): return hint(at: now)
    case .enter, .escape, .character(" "): message = nil
    default: move(key, at: now)
    }
    return []
  }

  /// Arrows move the map, or the eyes where there is no map.
  private mutating func move(_ key: Key, at now: Duration) {
    let (columns, rows): (Double, Double) =
      switch key {
      case .left, .character("h"): (-8, 0)
      case .right, .character("l"): (8, 0)
      case .up, .character("k"): (0, -4)
      case .down, .character("j"): (0, 4)
      default: (0, 0)
      }
    if view != .compass, columns != 0 || rows != 0 {
      map.pan(columns: columns, rows: rows, from: position)
    } else if columns != 0 {
      // Up and down are no turn; a turn of 0 would still take the heading from the sensors.
      service.turn(by: columns > 0 ? Self.turnStep : -Self.turnStep, at: now)
    }
  }

  private mutating func hint(at now: Duration) -> [SessionEffect] {
    guard let target = hunting.progress.target(from: position) else { return [] }
    guard let text = hunting.readHint(of: target) else {
      message = "There is no hint for \(target.place.name)."
      return []
    }
    return [.tell(.hint(target, text: text))]
  }

  // MARK: - The screen

  func screen(columns: Int, rows: Int, at now: Duration) -> PlayScreen {
    let nearby = service.snapshot(at: now)
    let target = hunting.progress.target(from: position)
    let roles = hunting.roles(target: target)
    let layout = PlayLayout(view, columns: columns, rows: rows)
    return PlayScreen(
      gps: Wording.quality(nearby, source: source), isStale: !nearby.quality.isLive,
      clock: Wording.clock((end ?? now) - start), view: view, layout: layout,
      map: layout.map.map {
        map.screen(for: nearby, source: source, roles: roles, columns: $0.columns, rows: $0.rows)
      },
      compass: layout.compass.map { _ in
        compass.screen(for: nearby, source: source, roles: roles, target: target?.id)
      },
      hunt: hunting.screen(for: nearby), message: message, footer: footer,
      help: showsHelp ? Self.help : nil)
  }

  func way(at now: Duration) -> (compass: CompassScreen, distance: Double?) {
    let nearby = service.snapshot(at: now)
    let target = hunting.progress.target(from: position)?.id
    let screen = compass.screen(
      for: nearby, source: source, roles: hunting.roles(target: nil), target: target)
    return (screen, target.flatMap { nearby.sighting(of: $0) }?.distance)
  }

  private var footer: [KeyHelp] {
    let moves = view == .compass ? [KeyHelp("←→", "turn")] : [KeyHelp("←↑↓→", "move"), KeyHelp("+-", "zoom")]
    let follow = view != .compass && !map.camera.isFollowing ? [KeyHelp("f", "follow")] : []
    let others = PlayView.allCases.filter { $0 != view }.map { KeyHelp(String($0.rawValue.prefix(1)), $0.rawValue) }
    return [KeyHelp("?", "help"), KeyHelp("q", "quit")] + others + follow + [KeyHelp("i", "hint")] + moves
  }

  /// The help page.
  static let help = [
    KeyHelp("m c s", "map, compass, both"), KeyHelp("Tab", "the next view"),
    KeyHelp("arrows hjkl", "move the map; turn in the compass view"), KeyHelp("+ -", "zoom"),
    KeyHelp("f", "follow me again"), KeyHelp("a d", "I turned left, right (15°)"),
    KeyHelp("x", "trust the compass and my course again"), KeyHelp("i", "a hint for this treasure"),
    KeyHelp("Enter", "put the message away"), KeyHelp("Ctrl-L", "draw the screen anew"),
    KeyHelp("Ctrl-Z", "to the shell; fg brings you back"), KeyHelp("q", "quit"),
  ]
}

extension PlayView {
  /// The view after this one, round and round.
  fileprivate var next: PlayView {
    switch self {
    case .map: .compass
    case .compass: .split
    case .split: .map
    }
  }
}
