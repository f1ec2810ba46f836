internal import Geodesy
internal import HuntDomain
internal import Nearby
internal import Views

/// Switches to another source during the game, and handles the keys that steer a walker.
extension Play {
  /// The state from which a simulated player takes over the game.
  func standpoint(at now: Duration) -> Standpoint {
    let progress = hunting.progress
    return Standpoint(
      position: position, looking: service.snapshot(at: now).heading?.bearing,
      hunt: Hunt(
        title: progress.hunt.title, order: progress.hunt.order, treasures: progress.hidden.map { progress.resolved($0) }
      )
        ?? progress.hunt,
      utc: time.civil.utc(at: played(at: now)))
  }

  /// A key while the flow is open: all of them are the flow's.
  mutating func pressWhileSwitching(_ key: Key, at now: Duration) -> [SessionEffect] {
    defer { if !switching.isOpen { overlay = nil } }
    if switching.type(key) { return [] }
    switch key {
    case .enter: return follow(switching.next(), at: now)
    case .escape: return follow(switching.back(), at: now)
    default: break
    }
    guard switching.step == .source else { return [] }
    switch KeyTable.list(openedBy: "v").command(for: key) {
    case .quit?: return [.quit]
    case .up?: switching.move(by: -1)
    case .down?: switching.move(by: 1)
    case .choose?: return follow(switching.next(), at: now)
    case .back?: return follow(switching.back(), at: now)
    case nil: break
    }
    return []
  }

  private func follow(_ outcome: SwitchFlow.Outcome, at now: Duration) -> [SessionEffect] {
    switch outcome {
    case .stays, .leaves: []
    case .ends(let choice): [.changeSource(choice, at: standpoint(at: now))]
    }
  }

  /// The new source is open, and the old one no longer reports.
  mutating func sourceChanged(to choice: SourceChoice, at now: Duration) {
    (source.label, source.isSteered) = (choice.label, choice.isSteered)
    // A source counts from its own beginning; the game goes on.
    source.start = time.elapsed(at: now)
    (source.receiver, source.isPlaceholder, source.hasOldDate) = (nil, false, false)
    // Nor is one source's date a reason to doubt the other's.
    time.civil = CivilClock()
    // The position is unknown until the new source reports, and the way to its first fix is no course.
    service.changeSource(at: now)
    losePosition()
    hunting.progress.changeSource()
    // Steering gives the heading from now on.
    if source.isSteered { service.releaseHeading(at: now) }
    message =
      source.isSteered
      ? "You steer: arrows turn and go, Space stops." : "Positions come from the \(source.label) now."
  }

  /// The source has nothing more to say: the end of the game, or the time to choose another one.
  mutating func endSource(at now: Duration) -> [SessionEffect] {
    guard switching.hasOffers, !isFinished else { return finish(at: now) }
    // What was the last position grows old from here on, and no fix is waited for.
    losePosition()
    service.receive(.lost(reason: "the \(source.label) has ended; v takes another source"), at: now)
    message = "The \(source.label) has ended. Press v for another source, q to leave."
    return []
  }
}
