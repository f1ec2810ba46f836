internal import Geodesy
internal import HuntDomain
internal import Nearby
internal import Places
internal import Views

/// Handles sensor reports and passing time.
extension Play {
  /// Time played at `now`, over all sittings; never less than the time of the last fix or event.
  func played(at now: Duration) -> Duration { time.played(at: now) }

  mutating func receive(_ update: LocationUpdate, at now: Duration) -> [SessionEffect] {
    var update = update
    if case .fix(var fix) = update {
      fix.time += source.start
      time.note(fixAt: fix.time)
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
    case (.receiver(let receiver), _): return follow(receiver)
    case (.fix, .held(let held)): return [.tell(.held(held))]
    case (.fix, .believed(_, let fix)): return believe(fix, at: now)
    case (.fix, nil): return []
    }
  }

  /// Notes whether the source is simulated.
  ///
  /// A change resets the civil clock: simulated time says nothing about real time.
  private mutating func hear(isSimulated: Bool) {
    if source.isSimulated != isSimulated { time.civil = CivilClock() }
    source.isSimulated = isSimulated
  }

  /// Tells which receiver of several is followed, when that is news.
  private mutating func follow(_ receiver: FollowedReceiver) -> [SessionEffect] {
    guard receiver.name != source.receiver, !receiver.others.isEmpty else { return [] }
    source.receiver = receiver.name
    return show(.follows(receiver))
  }

  /// What there is to say about a position that is believed.
  private mutating func remarks(on fix: Fix, at now: Duration) -> [SessionEffect] {
    var effects: [SessionEffect] = []
    // The views show this one for as long as it lasts.
    let isPlaceholder = fix.position.isNullIsland && service.snapshot(at: now).isPlaceholder
    if isPlaceholder, !source.isPlaceholder { effects.append(.tell(.remark(.nullIsland))) }
    source.isPlaceholder = isPlaceholder
    if let utc = fix.utc, utc.isBeforeReceivers, !source.isSimulated, !source.hasOldDate {
      source.hasOldDate = true
      effects += show(.oldDate(utc))
    }
    return effects
  }

  private mutating func show(_ remark: ReceiverRemark) -> [SessionEffect] {
    // News that are still being read say more.
    if message == nil { message = Wording.remark(remark) }
    return [.tell(.remark(remark))]
  }

  private mutating func believe(_ fix: Fix, at now: Duration) -> [SessionEffect] {
    hunting.position = fix.position
    source.speed = fix.speed
    map.note(fix)
    let before = hunting.progress
    var counted = fix
    time.pass(toFixAt: fix.time)
    counted.time = time.latest
    if !isFinished { race.note(fix.position, at: time.latest) }
    if let utc = fix.utc {
      time.civil.receive(utc, at: time.latest)
      // A date that nothing bears out neither opens anything nor ends it.
      counted.utc = time.utc
    }
    hunting.progress.isDateSure = time.civil.isSure
    let events = isFinished ? [] : hunting.progress.receive(counted)
    return turn(events, since: before, telling: [.fix(fix)], at: now) + remarks(on: fix, at: now) + approach(at: now)
      + beep(at: now) + askForPlaces(at: now)
  }

  /// Time has passed: limits run out, windows open, and beeps are due.
  mutating func pass(at now: Duration) -> [SessionEffect] {
    guard !isFinished else { return [] }
    let before = hunting.progress
    let played = time.pass(to: now)
    let utc = time.utc
    if utc != nil { hunting.progress.isDateSure = time.civil.isSure }
    var events = hunting.progress.pass(to: played, utc: utc)
    events += hunting.progress.remember(at: played, utc: utc, every: Self.longestUnsaid)
    return turn(events, since: before, at: now) + beep(at: now)
  }

  /// The player leaves: the time played up to now is saved, so that limits go on where they stood.
  mutating func leave(at now: Duration) -> [SessionEffect] {
    let played = time.pass(to: time.end ?? now)
    return save(hunting.progress.remember(at: played, utc: time.utc))
  }

  /// Notes that the position is unknown for now.
  mutating func losePosition() {
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
