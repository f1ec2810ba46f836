internal import Geodesy
internal import HuntDomain

/// What each key does.
extension Play {
  mutating func press(_ key: Key, at now: Duration) -> [SessionEffect] {
    if showsHelp {
      showsHelp = false
      return key == .character("q") ? [.quit] : []
    }
    if let scroll = detailsScroll { return read(key, from: scroll) }
    if switching.isOpen { return pressWhileSwitching(key, at: now) }
    if let landmarks { return pressLandmark(key, landmarks, at: now) }
    if let steering = steering(for: key) { return [.steer(steering)] }
    switch key {
    case .character("q"): return [.quit]
    case .character("o") where !isSteered: askLandmark(at: now)
    case .character("?"): showsHelp = true
    case .character("g"): detailsScroll = 0
    case .character("m"): view = .map
    case .character("c"): view = .compass
    case .character("s"): view = .split
    case .tab: view = view.next
    case .character("+"), .character("="): map.camera.zoom(by: 0.5)
    case .character("-"), .character("_"): map.camera.zoom(by: -0.5)
    case .character("f"): map.camera.isFollowing = true
    case .character("a"): service.turn(by: -Self.turnStep, at: now)
    case .character("d"): service.turn(by: Self.turnStep, at: now)
    case .character("x") where !isSteered: service.releaseHeading(at: now)
    case .character("i"): return hint(at: now)
    case .character("v"): switching.start()
    case .enter, .escape, .character(" "): message = nil
    default: move(key, at: now)
    }
    return []
  }

  /// Scrolls the page about the position, or puts it away.
  private mutating func read(_ key: Key, from line: Int) -> [SessionEffect] {
    let lines = (0...Self.longestDetails)
    switch key {
    case .character("q"): return [.quit]
    case .up, .character("k"): detailsScroll = lines.clamp(line - 1)
    case .down, .character("j"): detailsScroll = lines.clamp(line + 1)
    case .pageUp: detailsScroll = lines.clamp(line - 4)
    case .pageDown, .character(" "): detailsScroll = lines.clamp(line + 4)
    default: detailsScroll = nil
    }
    return []
  }

  /// Lines of the page about the position in the narrowest window.
  private static let longestDetails = 40

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
    let events = hunting.progress.readHint(of: target.id, at: now - start)
    guard let hint = hunting.progress.readHints(of: target.id).last else {
      message = "There is no hint for \(target.place.name)."
      return []
    }
    return saving(events) + [.tell(.hint(target, hint))]
  }
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
