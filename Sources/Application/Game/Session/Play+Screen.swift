internal import Geodesy
internal import HuntDomain
internal import Nearby
internal import Views

/// What the player sees.
extension Play {
  func screen(columns: Int, rows: Int, at now: Duration) -> PlayScreen {
    let nearby = service.snapshot(at: now)
    let target = hunting.target(from: position)
    let roles = hunting.roles(target: target, from: position)
    let layout = PlayLayout(view, columns: columns, rows: rows)
    return PlayScreen(
      gps: Wording.quality(nearby, source: source), longerGPS: Wording.longerQualities(nearby, source: source),
      isStale: !nearby.quality.isLive,
      clock: Wording.clock((end ?? now) - start), view: view, layout: layout,
      map: layout.map.map {
        map.screen(
          for: nearby, source: source, roles: roles, zones: hunting.zones(from: position),
          ghosts: race.places(at: played(at: end ?? now)), columns: $0.columns, rows: $0.rows)
      },
      compass: layout.compass.map { _ in
        compass.screen(for: nearby, source: source, roles: roles, target: target?.id)
      },
      hunt: huntScreen(nearby, at: now),
      notSaved: notSaved.map { "not saved yet: \($0)" } ?? rehearsal.map { _ in "rehearsal, not saved" },
      message: message, messageKey: messageKey,
      footer: footer(at: now), page: pageScreen(nearby, at: now), switching: switching.screen,
      landmarks: landmarks?.screen(for: nearby), answering: answering?.screen)
  }

  /// The lines about the hunt: a question that is read over the views is not repeated below them.
  private func huntScreen(_ nearby: NearbySnapshot, at now: Duration) -> HuntScreen {
    var screen = hunting.screen(for: nearby, at: played(at: now))
    screen.race = race.sentence(finds: hunting.progress.finds.map(\.time), at: played(at: end ?? now))
    if let asked = screen.obstacle, asked == (answering?.question ?? hunting.asked?.question)?.prompt,
      answering != nil || message?.hasSuffix(asked) == true
    {
      screen.obstacle = nil
    }
    return screen
  }

  func way(at now: Duration) -> (compass: CompassScreen, distance: Double?) {
    let nearby = service.snapshot(at: now)
    let target = hunting.target(from: position)?.id
    let screen = compass.screen(
      for: nearby, source: source, roles: hunting.roles(target: nil, from: position), target: target)
    return (screen, target.flatMap { nearby.sighting(of: $0) }?.distance)
  }

  /// What to press for what the message says.
  private var messageKey: KeyHelp {
    guard let waiting = waitsForConfirmation, message == waiting.words else {
      return KeyHelp("Enter", answersNews ? "answer" : "go on")
    }
    return waiting.key
  }

  private func footer(at now: Duration) -> [KeyHelp] {
    if let page { return page.footer }
    if switching.isOpen { return switching.footer }
    if landmarks != nil { return Self.landmarkKeys }
    if let answering { return answering.footer }
    let follow = view != .compass && !map.camera.isFollowing ? [KeyHelp("f", "follow")] : []
    let others = PlayView.allCases.filter { $0 != view }.map { KeyHelp(String($0.rawValue.prefix(1)), $0.rawValue) }
    let source = switching.hasOffers ? [KeyHelp("v", "source")] : []
    let answer = hunting.asked != nil && !isFinished ? [KeyHelp("Enter", "answer")] : []
    let isOffered =
      hunting.target(from: position).flatMap {
        hunting.progress.claimPrice(of: $0.id, at: played(at: now))
      } != nil
    let claim = isOffered && !isFinished ? [KeyHelp("C", "claim")] : []
    // What is left out would be taken for what is not there.
    let only = category.map { [KeyHelp("w", "only \($0.word)")] } ?? []
    let first = [KeyHelp("?", "help"), KeyHelp("q", "quit")] + only + answer + claim
    let hunt = [KeyHelp("i", "hint"), KeyHelp("t", "treasures")]
    if isSteered { return first + steeringKeys + source + others + follow + hunt }
    let moves = view == .compass ? [KeyHelp("←→", "turn")] : [KeyHelp("←↑↓→", "move"), KeyHelp("+-", "zoom")]
    return first + others + follow + hunt + source + moves + [KeyHelp("o", "I face"), KeyHelp("g", "position")]
  }

  /// How the walker is driven, and how fast it goes.
  private var steeringKeys: [KeyHelp] {
    [KeyHelp("←→", "turn"), KeyHelp("↑↓", speed.map(Wording.speed) ?? "speed"), KeyHelp("Space", "stop")]
  }

  private static let landmarkKeys = [
    KeyHelp("Enter", "I face it"), KeyHelp("Esc", "back"), KeyHelp("1-9 ↑↓", "choose"),
  ]

  /// Every key, for the page of the keys.
  var help: [KeyHelp] {
    let views = [KeyHelp("m c s", "map, compass, both"), KeyHelp("Tab", "the next view")]
    let move = [KeyHelp("arrows hjkl", "move the map; in the compass turn")]
    let zoom = [
      KeyHelp("+ -", "zoom"), KeyHelp("f", "follow me again"), KeyHelp(".", "look at the target"),
      KeyHelp("0", "look at the whole hunt"), KeyHelp("u", "up is where I look, or north again"),
      KeyHelp("mouse", "wheel zooms, drag moves the map"),
    ]
    let source = switching.hasOffers ? [KeyHelp("v", "another source of positions")] : []
    return views + (isSteered ? Self.driving : move) + zoom + (isSteered ? [] : Self.turning) + Self.playing + source
      + Self.general
  }

  private static let playing = [
    KeyHelp("Enter", "answer; put news away"), KeyHelp("i", "the next hint"),
    KeyHelp("C", "I found it: claim it, at a price"), KeyHelp("n", "another target"),
    KeyHelp("t", "all treasures, things, time"), KeyHelp("p", "the page of this cache"),
    KeyHelp("w", "what is around; ← → choose a kind"),
    KeyHelp("b", "beeps that lead to the target"),
  ]

  private static let general = [
    KeyHelp("g", "the position in detail"), KeyHelp("Ctrl-L", "draw the screen anew"),
    KeyHelp("Ctrl-Z", "to the shell; fg comes back"), KeyHelp("q", "quit"),
  ]

  private static let turning = [
    KeyHelp("a d", "I turned left, right (15°)"), KeyHelp("o", "I face a place: choose which"),
    KeyHelp("x", "trust compass and course again"),
  ]

  private static let driving = [
    KeyHelp("← →", "steer left, right (15°)"), KeyHelp("a d", "steer a little (5°)"),
    KeyHelp("↑ ↓", "faster, slower"), KeyHelp("Space", "stop"), KeyHelp("hjkl", "move the map"),
  ]
}
