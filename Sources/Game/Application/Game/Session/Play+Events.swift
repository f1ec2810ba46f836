internal import HuntDomain
internal import Places
internal import Views

/// Turns the hunt's events into effects for the player: first save, then sound, then text.
extension Play {
  /// The effects of events that progress made since `before`, with news that came with them.
  mutating func turn(
    _ events: [HuntEvent], since before: HuntProgress, telling first: [SessionNews] = [], at now: Duration
  ) -> [SessionEffect] {
    let asked = hunting.asked(in: before)?.id
    var news = events.isEmpty ? [] : tell(events, since: before)
    if !events.isEmpty { news += askAgain(since: asked, told: news) }
    if events.isEmpty { showNewPlaces(at: now) } else { showPlaces(at: now) }
    var effects = save(events)
    effects += sounds(of: events).map(SessionEffect.sound)
    effects += (first + news + obstacleNews()).map(SessionEffect.tell)
    closeAnswer()
    if hunting.progress.isCompleted { effects += finish(at: now) }
    return effects
  }

  /// Saves events, if there are any.
  ///
  /// Dates from a simulation are left out, because they are not real.
  ///
  /// If the hunt has time windows, simulated dates are saved too: a resumed game needs the date before the first fix.
  func save(_ events: [HuntEvent]) -> [SessionEffect] {
    guard !events.isEmpty else { return [] }
    return [.save(source.isSimulated && !hasWindows ? events.map { HuntEvent($0.kind, time: $0.time) } : events)]
  }

  private var hasWindows: Bool {
    let hunt = hunting.progress.hunt
    return hunt.window != nil || hunt.treasures.contains { $0.window != nil }
  }

  /// Tells the player how far the saved game had come; empty for a new game.
  mutating func resume(at now: Duration) -> [SessionEffect] {
    let progress = hunting.progress
    guard time.earlier > .zero || !progress.finds.isEmpty else { return [] }
    let (found, total) = (progress.finds.count, progress.hunt.count)
    message =
      "Welcome back: \(found) of \(total) found, \(Wording.points(progress.points)), "
      + "\(Wording.clock(time.earlier)) played."
    let asked = hunting.asked.flatMap { treasure in treasure.question.map { SessionNews.asked(treasure, $0) } }
    let back = SessionNews.resumed(found: found, of: total, points: progress.points, time: time.earlier)
    let news = [back, asked].compactMap(\.self)
    return news.map(SessionEffect.tell) + (progress.isCompleted ? finish(at: now) : [])
  }

  /// Ends the game: won, out of time, or out of positions.
  ///
  /// It has an effect only once.
  mutating func finish(at now: Duration) -> [SessionEffect] {
    guard !isFinished else { return [] }
    time.end = now
    let progress = hunting.progress
    if !progress.isCompleted {
      message = "The \(source.label) has ended. Press q to leave."
    } else if progress.isWon, let words = progress.hunt.message {
      message = [message, words].compactMap(\.self).joined(separator: " ")
    }
    return [
      .tell(
        .finished(
          found: progress.finds.count, of: progress.hunt.count, points: progress.points,
          time: time.played(at: now), isWon: progress.isWon))
    ]
  }

  // MARK: - Sounds

  /// Each sound once, however many things happened at once.
  private func sounds(of events: [HuntEvent]) -> [Sound] {
    var sounds: [Sound] = []
    for sound in events.compactMap({ sound(of: $0.kind) }) where sound != .none && !sounds.contains(sound) {
      sounds.append(sound)
    }
    return sounds
  }

  private func sound(of kind: HuntEvent.Kind) -> Sound? {
    switch kind {
    case .found(let id, _), .claimed(let id): hunting.progress.hunt.treasure(id)?.sound
    case .entered(let id): hunting.progress.hunt.treasure(id)?.question == nil ? nil : .chime
    case .expired, .timeUp: .alarm
    default: nil
    }
  }

  // MARK: - News

  /// News of events, and the message that they leave on the screen.
  private mutating func tell(_ events: [HuntEvent], since before: HuntProgress) -> [SessionNews] {
    var (news, words) = ([SessionNews](), [String]())
    var count = before.finds.count
    let isOver = events.contains { $0.kind == .timeUp }
    for event in events {
      let told = self.news(of: event, since: before, count: &count)
      for case .asked(let treasure, _) in told { hunting.hear(treasure.id) }
      news += told
      // When the whole hunt is over, do not report the expiry of single treasures.
      if case .expired = event.kind, isOver { continue }
      words += told.flatMap(self.words)
    }
    if !words.isEmpty { message = words.joined(separator: " ") }
    return news
  }

  private func news(of event: HuntEvent, since before: HuntProgress, count: inout Int) -> [SessionNews] {
    let progress = hunting.progress
    let total = progress.hunt.count
    func treasure(_ id: String) -> Treasure? { progress.hunt.treasure(id).map { progress.resolved($0) } }
    switch event.kind {
    case .began, .played: return []
    case .opened(let id): return opened(id).map { [.opened($0)] } ?? []
    case .entered(let id):
      guard let treasure = treasure(id) else { return [] }
      let question = progress.state(of: id) == .entered ? treasure.question : nil
      return [.entered(treasure)] + (question.map { [.asked(treasure, $0)] } ?? [])
    case .left(let id): return treasure(id).map { [.left($0)] } ?? []
    case .answered(let id, let answer): return treasure(id).map { [.answered($0, answer)] } ?? []
    case .unsealed(let id, _):
      guard let treasure = treasure(id), let answer = progress.answers[id] else { return [] }
      return [.answered(treasure, answer), .unsealed(progress.hunt)]
    case .answeredWrongly(let id):
      return treasure(id).map { [.answeredWrongly($0, price: $0.question?.price ?? 0)] } ?? []
    case .found(let id, _):
      guard let find = progress.finds.first(where: { $0.treasure.id == id }) else { return [] }
      count += 1
      return [.found(find, count: count, of: total)] + gains(find.treasure, since: before)
    case .claimed(let id):
      guard let treasure = treasure(id) else { return [] }
      count += 1
      let price = before.claimPrice(of: id, at: event.time) ?? 0
      return [.claimed(treasure, price: price, count: count, of: total)] + gains(treasure, since: before)
    case .expired(let id): return treasure(id).map { [.expired($0)] } ?? []
    case .readHint(let id, let index):
      guard let treasure = treasure(id), treasure.hints.indices.contains(index) else { return [] }
      return [.hint(treasure, treasure.hints[index])]
    case .won: return []
    case .timeUp: return [.timeUp]
    }
  }

  /// A treasure that has opened; `nil` if it is hidden from the player.
  private func opened(_ id: String) -> Treasure? {
    hunting.visible.first { $0.id == id }
  }

  private func gains(_ treasure: Treasure, since before: HuntProgress) -> [SessionNews] {
    hunting.progress.items.filter { treasure.items.contains($0.id) && !before.items.contains($0) }
      .map(SessionNews.gained)
  }

  /// The lines that a piece of news leaves on the screen until the player dismisses them.
  private func words(of news: SessionNews) -> [String] {
    switch news {
    case .found(let find, _, _):
      ["Found: \(find.treasure.place.name)!", find.treasure.message].compactMap(\.self)
    case .claimed(let treasure, let price, _, _):
      ["Claimed: \(treasure.place.name), for \(Wording.points(price)).", treasure.message].compactMap(\.self)
    case .gained(let item): ["You take: \(item.name)."]
    case .entered(let treasure):
      [isDone(treasure) ? nil : "You are at \(treasure.place.name).", treasure.arrival].compactMap(\.self)
    case .asked(_, let question): [question.prompt]
    case .left(let treasure): ["You have left \(treasure.place.name)."]
    case .answered(let treasure, let answer):
      ["“\(Wording.answer(answer, to: treasure.question))” is the answer."]
    case .expired(let treasure): ["Time is up for \(treasure.place.name)."]
    // The line about the target says why.
    case .timeUp: ["The hunt is over. Press q to leave."]
    default: []
    }
  }

  /// Whether a treasure is done: one found on entering needs no message that the player is there.
  private func isDone(_ treasure: Treasure) -> Bool { hunting.progress.state(of: treasure.id).isDone }

  /// The question that an answer is for from now on, when it is another one and was asked before.
  private mutating func askAgain(since last: String?, told: [SessionNews]) -> [SessionNews] {
    guard let asked = hunting.asked, asked.id != last, let question = asked.question,
      !told.contains(.asked(asked, question))
    else { return [] }
    hunting.hear(asked.id)
    message = [message, question.prompt].compactMap(\.self).joined(separator: " ")
    return [.asked(asked, question)]
  }

  /// Why the target is not found yet, when that is news.
  private mutating func obstacleNews() -> [SessionNews] {
    guard !isFinished, !hunting.progress.isCompleted, position != nil,
      let treasure = hunting.subject
    else { return [] }
    let obstacle = hunting.progress.obstacle(to: treasure.id)
    guard obstacles.isNews(obstacle, of: treasure.id), let obstacle else { return [] }
    return [.obstacle(treasure, obstacle)]
  }
}
