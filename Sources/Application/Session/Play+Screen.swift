internal import Geodesy
internal import HuntDomain

/// What the player sees.
extension Play {
  func screen(columns: Int, rows: Int, at now: Duration) -> PlayScreen {
    let nearby = service.snapshot(at: now)
    let target = hunting.progress.target(from: position)
    let roles = hunting.roles(target: target)
    let layout = PlayLayout(view, columns: columns, rows: rows)
    return PlayScreen(
      gps: Wording.quality(nearby, source: source), longerGPS: Wording.longerQualities(nearby, source: source),
      isStale: !nearby.quality.isLive,
      clock: Wording.clock((end ?? now) - start), view: view, layout: layout,
      map: layout.map.map {
        map.screen(for: nearby, source: source, roles: roles, columns: $0.columns, rows: $0.rows)
      },
      compass: layout.compass.map { _ in
        compass.screen(for: nearby, source: source, roles: roles, target: target?.id)
      },
      hunt: hunting.screen(for: nearby), message: message, footer: footer,
      help: showsHelp ? help : nil,
      details: detailsScroll.map {
        DetailsScreen(rows: Wording.details(nearby, source: source, notation: notation), scrolled: $0)
      },
      switching: switching.screen, landmarks: landmarks?.screen(for: nearby))
  }

  func way(at now: Duration) -> (compass: CompassScreen, distance: Double?) {
    let nearby = service.snapshot(at: now)
    let target = hunting.progress.target(from: position)?.id
    let screen = compass.screen(
      for: nearby, source: source, roles: hunting.roles(target: nil), target: target)
    return (screen, target.flatMap { nearby.sighting(of: $0) }?.distance)
  }

  private var footer: [KeyHelp] {
    if detailsScroll != nil { return Self.detailKeys }
    if switching.isOpen { return switching.footer }
    if landmarks != nil { return Self.landmarkKeys }
    let follow = view != .compass && !map.camera.isFollowing ? [KeyHelp("f", "follow")] : []
    let others = PlayView.allCases.filter { $0 != view }.map { KeyHelp(String($0.rawValue.prefix(1)), $0.rawValue) }
    let source = switching.hasOffers ? [KeyHelp("v", "source")] : []
    let first = [KeyHelp("?", "help"), KeyHelp("q", "quit")]
    if isSteered { return first + steeringKeys + source + others + follow + [KeyHelp("i", "hint")] }
    let moves = view == .compass ? [KeyHelp("←→", "turn")] : [KeyHelp("←↑↓→", "move"), KeyHelp("+-", "zoom")]
    return first + others + follow + [KeyHelp("i", "hint")] + source + moves
      + [KeyHelp("o", "I face"), KeyHelp("g", "position")]
  }

  /// How the walker is driven, and how fast it goes.
  private var steeringKeys: [KeyHelp] {
    [KeyHelp("←→", "turn"), KeyHelp("↑↓", speed.map(Wording.speed) ?? "speed"), KeyHelp("Space", "stop")]
  }

  private static let detailKeys = [KeyHelp("Esc", "back"), KeyHelp("↑↓", "more"), KeyHelp("q", "quit")]

  private static let landmarkKeys = [
    KeyHelp("Enter", "I face it"), KeyHelp("Esc", "back"), KeyHelp("1-9 ↑↓", "choose"),
  ]

  /// The help page.
  private var help: [KeyHelp] {
    let views = [KeyHelp("m c s", "map, compass, both"), KeyHelp("Tab", "the next view")]
    let zoom = [KeyHelp("+ -", "zoom"), KeyHelp("f", "follow me again")]
    let hint = [KeyHelp("i", "a hint for this treasure")]
    let source = switching.hasOffers ? [KeyHelp("v", "another source of positions")] : []
    let rest = [
      KeyHelp("g", "the position in detail"), KeyHelp("Enter", "put the message away"),
      KeyHelp("Ctrl-L", "draw the screen anew"),
      KeyHelp("Ctrl-Z", "to the shell; fg brings you back"), KeyHelp("q", "quit"),
    ]
    guard isSteered else {
      let move = [KeyHelp("arrows hjkl", "move the map; turn in the compass view")]
      return views + move + zoom + Self.turning + hint + source + rest
    }
    return views + Self.driving + zoom + hint + source + rest
  }

  private static let turning = [
    KeyHelp("a d", "I turned left, right (15°)"), KeyHelp("o", "I am facing a place: choose which"),
    KeyHelp("x", "trust the compass and my course again"),
  ]

  private static let driving = [
    KeyHelp("← →", "steer left, right (15°)"), KeyHelp("a d", "steer a little (5°)"),
    KeyHelp("↑ ↓", "faster, slower"), KeyHelp("Space", "stop"), KeyHelp("hjkl", "move the map"),
  ]
}
