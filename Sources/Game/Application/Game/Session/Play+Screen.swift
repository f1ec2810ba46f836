internal import Eye
internal import Geodesy
internal import HuntDomain
internal import Nearby
internal import Places
internal import Views

/// Builds the screen of the game.
extension Play {
  func screen(columns: Int, rows: Int, at now: Duration) -> PlayScreen {
    let nearby = service.snapshot(at: now)
    let layout = PlayLayout(view, columns: columns, rows: rows)
    let others = mates.places(at: now)
    let (seen, roles) = (
      nearby.with(others.map(\.place)), hunting.roles.merging(others.map { ($0.place.id, $0.role) }) { $1 }
    )
    let eye = eyeScreen(seen, roles, layout, at: now)
    var map = map
    map.camera = shownCamera
    return PlayScreen(
      gps: Wording.quality(nearby, source: source.label),
      longerGPS: Wording.longerQualities(nearby, source: source.label),
      isStale: !nearby.quality.isLive,
      clock: Wording.clock((time.end ?? now) - time.start), view: view, layout: layout,
      map: layout.map.map {
        map.screen(
          for: seen, source: source.label, roles: roles, zones: hunting.open,
          unmeasured: position == nil ? hunting.visible.map(\.place) + others.map(\.place) : [],
          ghosts: race.places(at: played(at: time.end ?? now)),
          route: nearby.quality.isLive ? position.map(route.rest) ?? [] : [], secrets: secrets, columns: $0.columns,
          rows: $0.rows)
      },
      compass: layout.compass.map { _ in
        compass.screen(
          for: seen, source: source.label, roles: roles, target: hunting.target?.id, radar: radar)
      },
      eye: eye,
      hunt: huntScreen(nearby, at: now),
      notSaved: notSaved.map { "not saved yet: \($0)" } ?? rehearsal.map { _ in "rehearsal, not saved" },
      message: shownMessage, messageKey: messageKey,
      footer: footer(ahead: view == .eye ? eye?.sightAhead : nil, at: now), overlay: overlayScreen(nearby, at: now))
  }

  private func overlayScreen(_ nearby: NearbySnapshot, at now: Duration) -> OverlayScreen? {
    switch overlay {
    case .page(let page)?: .page(screen(of: page, nearby, at: now))
    case .switching?: switching.screen.map(OverlayScreen.switching)
    case .landmarks(let landmarks)?: .landmarks(landmarks.screen(for: nearby))
    case .answer(let line)?: .answer(line.screen)
    case nil: nil
    }
  }

  /// The lines about the hunt: a question that is read over the views is not repeated below them.
  private func huntScreen(_ nearby: NearbySnapshot, at now: Duration) -> HuntScreen {
    var screen = hunting.screen(for: nearby, at: played(at: now))
    screen.places = Wording.state(of: places.pool, at: now)
    screen.race = race.sentence(finds: hunting.progress.finds.map(\.time), at: played(at: time.end ?? now))
    if let asked = screen.obstacle, asked == (answering?.question ?? hunting.asked?.question)?.prompt,
      answering != nil || message?.hasSuffix(asked) == true
    {
      screen.obstacle = nil
    }
    return screen
  }

  func way(at now: Duration) -> (compass: CompassScreen, distance: Double?) {
    let nearby = service.snapshot(at: now)
    let target = hunting.target?.id
    let screen = compass.screen(
      for: nearby, source: source.label, roles: hunting.roles, target: target)
    return (screen, target.flatMap { nearby.sighting(of: $0) }?.distance)
  }

  /// The key help for the message.
  private var messageKey: KeyHelp {
    guard let waiting = waitsForConfirmation, message == waiting.words else {
      return KeyHelp("Enter", answersNews ? "answer" : "go on")
    }
    return waiting.key
  }

  /// - Parameter ahead: what Enter tells about.
  private func footer(ahead: EyeScreen.Sight?, at now: Duration) -> [KeyHelp] {
    switch overlay {
    case .page(let page)?: return page.footer
    case .switching?: return switching.footer
    case .landmarks?: return Self.landmarkKeys
    case .answer(let line)?: return line.footer
    case nil: break
    }
    let keys = keys
    let follow = view.hasMap && !map.camera.isFollowing ? keys.footer(.look(.follow)) : []
    let others = keys.footers(PlayView.allCases.filter { $0 != view }.map { .look(.show($0)) })
    let sources = keys.footer(.source)
    let answer =
      hunting.asked != nil && !isFinished
      ? keys.footer(.proceed) : ahead.map { keys.footer(.proceed, $0.name.prefix(16) + "?") } ?? []
    let isOffered =
      hunting.target.flatMap {
        hunting.progress.claimPrice(of: $0.id, at: played(at: now))
      } != nil
    let claim = isOffered && !isFinished ? keys.footer(.act(.claim)) : []
    // What is left out would be taken for what is not there.
    let only = places.category.map { keys.footer(.open(.around(nil)), "only \($0.word)") } ?? []
    let first = keys.footers([.open(.keys), .act(.quit)]) + only + answer + claim
    let hunt = keys.footers([.act(.hint), .open(.treasures)]) + (board == nil ? [] : keys.footer(.open(.board)))
    if source.isSteered {
      let driving = KeyTable.steering.drivingFooter(speed: source.speed.map(Wording.speed))
      return first + driving + sources + others + follow + hunt
    }
    let moves = keys.footers(view.hasMap ? [.look(.up), .look(.zoomIn)] : [.look(.left)])
    return first + others + follow + hunt + sources + moves + keys.footers([.face, .open(.position)])
  }

  private static let landmarkKeys =
    KeyTable.list().footer(.choose, "I face it") + KeyTable.list().footer(.back) + [KeyHelp("1-9 ↑↓", "choose")]
}
