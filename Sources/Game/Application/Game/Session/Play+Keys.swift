internal import Eye
internal import Geodesy
internal import HuntDomain
internal import Nearby
internal import Views

/// Handles keys.
extension Play {
  /// Degrees that a key makes the field of view narrower, and degrees that it makes the player look up.
  private static let (widthStep, pitchStep) = (15.0, 5.0)

  /// The keys while nothing lies over the game.
  var keys: KeyTable<PlayCommand> { .play(isSteered: source.isSteered, hasOffers: switching.hasOffers) }

  mutating func press(_ key: Key, at now: Duration) -> [SessionEffect] {
    switch overlay {
    case .page(let page)?: return pressPage(key, page, at: now)
    case .switching?: return pressWhileSwitching(key, at: now)
    case .landmarks(let landmarks)?: return pressLandmark(key, landmarks, at: now)
    case .answer(let line)?: return pressAnswer(key, line, at: now)
    case nil: break
    }
    let command = keys.command(for: key)
    if case .act(let action) = command { return perform(action, at: now) }
    waitsForConfirmation = nil
    return command.map { follow($0, at: now) } ?? []
  }

  private mutating func follow(_ command: PlayCommand, at now: Duration) -> [SessionEffect] {
    switch command {
    case .act(let action): return perform(action, at: now)
    case .steer(let steering): return [.steer(steering)]
    // Without a map there is nothing to move.
    case .look(.left) where source.isSteered && !view.hasMap: return Steering(key: .left).map { [.steer($0)] } ?? []
    case .look(.right) where source.isSteered && !view.hasMap: return Steering(key: .right).map { [.steer($0)] } ?? []
    case .look(let command): look(command, at: now)
    case .open(let kind):
      aroundList.endTyping()
      page = PageOverlay(kind)
    case .listing: openListing()
    case .source:
      switching.start()
      overlay = .switching
    case .face: askLandmark(at: now)
    case .turnLeft: service.turn(by: -Self.turnStep, at: now)
    case .turnRight: service.turn(by: Self.turnStep, at: now)
    case .trustSensors: service.releaseHeading(at: now)
    case .beeper: switchBeeper()
    case .proceed: proceed(at: now)
    case .dismiss: (message, notices) = (nil, [])
    }
    return []
  }

  /// Changes what is seen, and from where.
  mutating func look(_ command: ViewCommand, at now: Duration) {
    switch command {
    case .show(let chosen): view = chosen
    case .nextView: view = view.next
    case .zoomIn: zoom(by: 1)
    case .zoomOut: zoom(by: -1)
    case .follow: if view == .eye { eye.gaze = Gaze() } else { map.camera.isFollowing = true }
    case .turnMap: if view.hasMap { switchTurning(at: now) }
    case .showTarget: if view.hasMap { lookAtTarget(at: now) } else if view == .eye { turnToTarget(at: now) }
    case .showHunt: if view.hasMap { lookAtHunt() }
    case .radarRange: if view.hasCompass { radar = radar.next }
    case .lookUp: if view == .eye { eye.gaze.turn(right: 0, up: Self.pitchStep) }
    case .lookDown: if view == .eye { eye.gaze.turn(right: 0, up: -Self.pitchStep) }
    case .left: move(columns: -1, rows: 0, at: now)
    case .right: move(columns: 1, rows: 0, at: now)
    case .up: move(columns: 0, rows: -1, at: now)
    case .down: move(columns: 0, rows: 1, at: now)
    }
  }

  /// Whether Enter answers the question that is asked, rather than putting away news of something else.
  var answersNews: Bool {
    guard let question = hunting.asked?.question, !isFinished else { return false }
    return message.map { $0.hasSuffix(question.prompt) } ?? true
  }

  /// Answers what is asked, puts news away, or else tells about what is straight ahead.
  ///
  /// What the event says is put away beside: a judge plays the game without the event, and the key has to mean the same.
  private mutating func proceed(at now: Duration) {
    notices = []
    if answersNews, openAnswer() { return }
    guard message == nil, view == .eye else { return message = nil }
    if let sight = sightAhead(at: now) { openDetails(of: sight.id, at: now) }
  }

  private mutating func switchBeeper() {
    beeper.isOn.toggle()
    message = beeper.isOn ? "Beeps come faster the nearer you are; b silences them." : "No more beeps."
  }

  private mutating func zoom(by steps: Double) {
    guard view != .eye else { return eye.gaze.widen(by: -steps * Self.widthStep) }
    map.camera = shownCamera
    map.camera.zoom(by: steps * MapCamera.keyStep)
  }

  /// Looks toward the target, wherever the player faces.
  private mutating func turnToTarget(at now: Duration) {
    guard let target = hunting.target, let sighting = service.snapshot(at: now).sighting(of: target.id) else {
      message = "There is no target that could be shown."
      return
    }
    let turn = sighting.turn ?? Bearing.north.turn(to: sighting.bearing)
    eye.gaze = Gaze(turn: turn, pitch: eye.gaze.pitch, fieldOfView: eye.gaze.fieldOfView)
  }

  /// Moves the map by steps of a key, or turns the player where there is no map.
  private mutating func move(columns: Double, rows: Double, at now: Duration) {
    if view.hasMap {
      map.camera = shownCamera
      map.pan(
        columns: columns * MapCamera.panStep.columns, rows: rows * MapCamera.panStep.rows, from: position)
    } else if columns != 0 {
      // Up and down are no turn; a turn of 0 would still take the heading from the sensors.
      service.turn(by: columns * Self.turnStep, at: now)
    }
  }
}
