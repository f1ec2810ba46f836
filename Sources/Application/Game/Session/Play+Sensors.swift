internal import Geodesy
internal import HuntDomain
internal import Nearby
internal import Places
internal import Views

/// Handles sensor reports and passing time.
extension Play {
  /// Time played at `now`, over all sittings; never less than the time of the last fix or event.
  func played(at now: Duration) -> Duration {
    max(latestPlayed, earlier + max(latestFix, now - start))
  }

  /// Civil time at a time played; `nil` until a receiver has reported it.
  func utc(at played: Duration) -> Timestamp? { civil.utc(at: played) }

  mutating func receive(_ update: LocationUpdate, at now: Duration) -> [SessionEffect] {
    var update = update
    if case .fix(var fix) = update {
      fix.time += sourceStart
      latestFix = max(latestFix, fix.time)
      hear(isSimulated: fix.accuracySource == .simulation)
      update = .fix(fix)
    }
    let verdict = service.receive(update, at: now)
    switch (update, verdict) {
    case (.searching(let satellites), _):
      losePosition()
      return [.tell(.searching(satellitesInView: satellites))]
    case (.lost(let reason), _):
      losePosition()
      return [.tell(.lost(reason: reason))]
    case (.fix, .held(let held)): return [.tell(.held(held))]
    case (.fix, .believed(_, let fix)): return believe(fix, at: now)
    case (.fix, nil): return []
    }
  }

  /// Notes whether the source is simulated.
  ///
  /// A change resets the civil clock: simulated time says nothing about real time.
  private mutating func hear(isSimulated: Bool) {
    if self.isSimulated != isSimulated { civil = CivilClock() }
    self.isSimulated = isSimulated
  }

  private mutating func believe(_ fix: Fix, at now: Duration) -> [SessionEffect] {
    hunting.position = fix.position
    speed = fix.speed
    map.note(fix)
    let before = hunting.progress
    var counted = fix
    // Whatever clock a source goes by, the time of a hunt never goes back.
    latestPlayed = max(latestPlayed, earlier + fix.time)
    // A fix that corrects the one before keeps its time, also if the game has gone on since.
    if let believed, believed.source == fix.time {
      counted.time = believed.played
    } else {
      counted.time = latestPlayed
      believed = (fix.time, latestPlayed)
    }
    if !isFinished { race.note(fix.position, at: latestPlayed) }
    if let utc = fix.utc {
      civil.receive(utc, at: latestPlayed)
      // A date that nothing bears out neither opens anything nor ends it.
      counted.utc = civil.utc(at: latestPlayed)
    }
    hunting.progress.isDateSure = civil.isSure
    let events = isFinished ? [] : hunting.progress.receive(counted)
    return turn(events, since: before, telling: [.fix(fix)], at: now) + approach(at: now) + beep(at: now)
      + askForPlaces(at: now)
  }

  /// Time has passed: limits run out, windows open, and beeps are due.
  mutating func pass(at now: Duration) -> [SessionEffect] {
    guard !isFinished else { return [] }
    let before = hunting.progress
    latestPlayed = played(at: now)
    let civil = utc(at: latestPlayed)
    if civil != nil { hunting.progress.isDateSure = self.civil.isSure }
    var events = hunting.progress.pass(to: latestPlayed, utc: civil)
    events += hunting.progress.remember(at: latestPlayed, utc: civil, every: Self.longestUnsaid)
    return turn(events, since: before, at: now) + beep(at: now)
  }

  /// The player leaves: the time played up to now is saved, so that limits go on where they stood.
  mutating func leave(at now: Duration) -> [SessionEffect] {
    latestPlayed = played(at: end ?? now)
    let events = hunting.progress.remember(at: latestPlayed, utc: utc(at: latestPlayed))
    return save(events)
  }

  /// Notes that the position is unknown for now.
  mutating func losePosition() {
    // The first fix after that corrects nothing, whatever time its source gives it.
    believed = nil
    hunting.progress.losePosition()
  }

  // MARK: - On the way

  /// The alerts at two distances.
  private mutating func approach(at now: Duration) -> [SessionEffect] {
    guard !isFinished, let position, let target = hunting.target else { return [] }
    let distance = position.distance(to: target.place.position)
    guard let crossed = alerts.crossed(to: target.id, distance: distance) else { return [] }
    // News that are still being read say more.
    if message == nil { message = "\(Wording.distance(crossed)) to \(target.place.name)." }
    return [.sound(.chime)]
  }

  private mutating func beep(at now: Duration) -> [SessionEffect] {
    guard beeper.isOn else { return [] }
    let nearby = service.snapshot(at: now)
    let target = isFinished || !nearby.quality.isLive ? nil : hunting.target
    let seen = target.flatMap { nearby.sighting(of: $0.id) }
    return beeper.beeps(at: now, distance: seen?.distance, turn: seen?.turn) ? [.beep] : []
  }
}
