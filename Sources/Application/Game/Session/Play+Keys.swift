internal import Geodesy
internal import HuntDomain
internal import Nearby
internal import Views

/// What each key does.
extension Play {
  mutating func press(_ key: Key, at now: Duration) -> [SessionEffect] {
    if let page { return pressPage(key, page, at: now) }
    if switching.isOpen { return pressWhileSwitching(key, at: now) }
    if let landmarks { return pressLandmark(key, landmarks, at: now) }
    if let answering { return pressAnswer(key, answering, at: now) }
    if let action = action(for: key) { return perform(action, at: now) }
    waitsForConfirmation = nil
    if let steering = steering(for: key) { return [.steer(steering)] }
    if open(key, at: now) { return [] }
    switch key {
    case .character("m"): view = .map
    case .character("c"): view = .compass
    case .character("s"): view = .split
    case .tab: view = view.next
    case .character("+"), .character("="): map.camera.zoom(by: MapCamera.keyStep)
    case .character("-"), .character("_"): map.camera.zoom(by: -MapCamera.keyStep)
    case .character("f"): map.camera.isFollowing = true
    case .character("u") where view != .compass: switchTurning(at: now)
    case .character(".") where view != .compass: lookAtTarget(at: now)
    case .character("0") where view != .compass: lookAtHunt(at: now)
    case .character("a"): service.turn(by: -Self.turnStep, at: now)
    case .character("d"): service.turn(by: Self.turnStep, at: now)
    case .character("x") where !isSteered: service.releaseHeading(at: now)
    case .character("b"): switchBeeper()
    case .enter: if !answersNews || !openAnswer() { message = nil }
    case .escape, .character(" "): message = nil
    default: move(key, at: now)
    }
    return []
  }

  /// What a key asks of the game itself; nothing when it only moves what is seen.
  private func action(for key: Key) -> PlayAction? {
    switch key {
    case .character("q"): .quit
    case .character("i"): .hint
    case .character("C"): .claim
    case .character("n"): .nextTarget
    default: nil
    }
  }

  /// Opens what lies over the game; returns whether the key does that.
  private mutating func open(_ key: Key, at now: Duration) -> Bool {
    switch key {
    case .character("o") where !isSteered: askLandmark(at: now)
    case .character("?"): page = PageOverlay(.keys)
    case .character("g"): page = PageOverlay(.position)
    case .character("t"): page = PageOverlay(.treasures)
    case .character("w"): page = PageOverlay(.around(nil))
    case .character("p"): openListing()
    case .character("v"): switching.start()
    default: return false
    }
    return true
  }

  /// Whether Enter answers the question that is asked, rather than putting away news of something else.
  var answersNews: Bool {
    guard let question = hunting.asked?.question, !isFinished else { return false }
    return message.map { $0.hasSuffix(question.prompt) } ?? true
  }

  private mutating func switchBeeper() {
    beeper.isOn.toggle()
    message = beeper.isOn ? "Beeps come faster the nearer you are; b silences them." : "No more beeps."
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
}
