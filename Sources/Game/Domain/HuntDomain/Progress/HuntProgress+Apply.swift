internal import Places

/// Applies events to the progress, without any decisions.
extension HuntProgress {
  /// Applies one event; an event that does not fit the hunt changes nothing.
  package mutating func apply(_ event: HuntEvent) {
    clock = max(clock, Self.bounded(event.time))
    remembered = clock
    eventCount += 1
    utc = event.utc ?? utc
    switch event.kind {
    case .began: beganAt = beganAt ?? clock
    case .played: break
    case .opened(let id): note(id, .open, from: [.locked]) { $0.openedAt[id] = $0.clock }
    case .entered(let id): note(id, .entered, from: [.locked, .open]) { $0.enteredAt[id] = $0.clock }
    case .left(let id): note(id, .open, from: [.entered]) { $0.enteredAt[id] = nil }
    case .answered(let id, let answer): note(answer, to: id)
    case .unsealed(let id, let key): open(id, with: key)
    case .answeredWrongly(let id):
      guard let question = hunt.treasure(id)?.question else { return }
      wrongAnswers[id, default: 0] += 1
      points -= question.price
    case .found(let id, let distance):
      note(find: id, .found, distance: distance.isFinite ? distance : nil, at: event)
    case .claimed(let id): note(find: id, .claimed, distance: nil, at: event)
    case .expired(let id): note(id, .expired, from: [.locked, .open, .entered]) { _ in }
    case .readHint(let id, let index):
      guard let treasure = hunt.treasure(id), treasure.hints.indices.contains(index),
        hintsRead[id, default: []].insert(index).inserted
      else { return }
      points -= treasure.hints[index].price
    case .won: isWon = true
    case .timeUp: isTimeUp = true
    }
  }

  /// Changes the state of a treasure, if its present state allows it.
  private mutating func note(
    _ id: String, _ state: TreasureState, from allowed: [TreasureState], _ change: (inout HuntProgress) -> Void
  ) {
    guard hunt.treasure(id) != nil, allowed.contains(states[id] ?? .locked) else { return }
    states[id] = state
    change(&self)
  }

  /// Opens a sealed answer: what it hid, and the answer itself, becomes part of the hunt.
  private mutating func open(_ id: String, with key: AnswerKey) {
    if case .sealed(let sealed) = hunt.treasure(id)?.question?.rule {
      guard let opened = sealed.hunt(openedBy: key) else { return }
      hunt = opened
    }
    if let answer = hunt.treasure(id)?.question?.answer(of: key) { note(answer, to: id) }
  }

  private mutating func note(_ answer: Answer, to id: String) {
    guard let question = hunt.treasure(id)?.question, answers[id] == nil, question.allows(answer) else { return }
    let watched = watches.keys.compactMap { hunt.treasure($0) }
      .filter { $0.projection != nil && states[$0.id] != .entered }
    let places = watched.map { resolved($0).place.position }
    answers[id] = answer
    // A zone that was watched at another place starts over at its true place.
    for (treasure, place) in zip(watched, places) where resolved(treasure).place.position != place {
      watches[treasure.id] = nil
      nearby[treasure.id] = nil
    }
  }

  private mutating func note(find id: String, _ state: TreasureState, distance: Double?, at event: HuntEvent) {
    guard let treasure = hunt.treasure(id), !(states[id] ?? .locked).isDone,
      // Found in another sealing of this hunt, whose key opens nothing here: done, it would never be asked again.
      treasure.question?.isSealed != true
    else { return }
    states[id] = state
    points += treasure.points - (state == .claimed ? Self.claimPrice(of: treasure) : 0)
    finds.append(Find(treasure: treasure, time: clock, utc: event.utc, distance: distance))
    for item in treasure.items.compactMap({ hunt.item($0) }) where !items.contains(item) { items.append(item) }
  }
}
