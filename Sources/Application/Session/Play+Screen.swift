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
      gps: Wording.quality(nearby, source: source), isStale: !nearby.quality.isLive,
      clock: Wording.clock((end ?? now) - start), view: view, layout: layout,
      map: layout.map.map {
        map.screen(for: nearby, source: source, roles: roles, columns: $0.columns, rows: $0.rows)
      },
      compass: layout.compass.map { _ in
        compass.screen(for: nearby, source: source, roles: roles, target: target?.id)
      },
      hunt: hunting.screen(for: nearby), message: message, footer: landmarks == nil ? footer : Self.landmarkKeys,
      help: showsHelp ? Self.help : nil, landmarks: landmarks?.screen(for: nearby))
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
      + [KeyHelp("o", "I face")]
  }

  private static let landmarkKeys = [
    KeyHelp("Enter", "I face it"), KeyHelp("Esc", "back"), KeyHelp("1-9 ↑↓", "choose"),
  ]

  /// The help page.
  static let help = [
    KeyHelp("m c s", "map, compass, both"), KeyHelp("Tab", "the next view"),
    KeyHelp("arrows hjkl", "move the map; turn in the compass view"), KeyHelp("+ -", "zoom"),
    KeyHelp("f", "follow me again"), KeyHelp("a d", "I turned left, right (15°)"),
    KeyHelp("o", "I am facing a place: choose which"),
    KeyHelp("x", "trust the compass and my course again"), KeyHelp("i", "a hint for this treasure"),
    KeyHelp("Enter", "put the message away"), KeyHelp("Ctrl-L", "draw the screen anew"),
    KeyHelp("Ctrl-Z", "to the shell; fg brings you back"), KeyHelp("q", "quit"),
  ]
}
