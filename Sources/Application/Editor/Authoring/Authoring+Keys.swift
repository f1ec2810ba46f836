internal import Game
internal import Geodesy
internal import HuntDomain
internal import Nearby
internal import Views

/// What each key does.
extension Authoring {
  mutating func press(_ key: Key, at now: Duration) -> [AuthoringEffect] {
    if case .preview = mode { return pressInPreview(key, at: now) }
    if case .typing(let typing) = mode { return type(key, typing, at: now) }
    if page != nil {
      if page?.scroll(key) == true { return [] }
      page = nil
      return key == .character("q") ? leave() : []
    }
    if case .editing(let id, let row) = mode { return edit(key, id, row: row, at: now) }
    // Whoever steers goes on while they wait or walk an outline.
    if source.isSteered, let steering = Steering(key: key) { return [.steer(steering)] }
    if key == .character("?") {
      page = PageOverlay(.keys)
      return []
    }
    if look(key) { return [] }
    switch mode {
    case .standing(let purpose): return stand(key, for: purpose, at: now)
    case .outlining(let id, let outline): return walk(key, outline, of: id, at: now)
    default: return browse(key, at: now)
    }
  }

  /// Moves the map; returns whether the key is for that.
  private mutating func look(_ key: Key) -> Bool {
    switch key {
    case .character("+"), .character("="): map.camera.zoom(by: 0.5)
    case .character("-"), .character("_"): map.camera.zoom(by: -0.5)
    case .character("f"): map.camera.isFollowing = true
    case .left: pan(-8, 0)
    case .right: pan(8, 0)
    case .up: pan(0, -4)
    case .down: pan(0, 4)
    default: return false
    }
    return true
  }

  private mutating func pan(_ columns: Double, _ rows: Double) {
    map.pan(columns: columns, rows: rows, from: service.snapshot(at: .zero).position)
  }

  private mutating func browse(_ key: Key, at now: Duration) -> [AuthoringEffect] {
    if key == .enter, message != nil {
      message = nil
      return []
    }
    message = nil
    switch key {
    case .character("q"): return leave()
    case .character("n"): mode = .standing(.newStage)
    case .character("t"): mode = .typing(Typing(.title, text: draft.title))
    case .character("u"): return goBack(history.undo(), "Undone.", at: now)
    case .character("r"): return goBack(history.redo(), "Done again.", at: now)
    case .character("s"): if isUnsaved { return [.save(history.unchanged)] }
    case .character("p"): return startPreview(at: now)
    case .tab, .character("j"): choose(by: 1)
    case .backTab, .character("k"): choose(by: -1)
    default: return changeStage(key, at: now)
    }
    return []
  }

  /// Keys for the chosen stage.
  private mutating func changeStage(_ key: Key, at now: Duration) -> [AuthoringEffect] {
    guard let treasure = selectedTreasure, let index = draft.index(of: treasure.id) else {
      if "ehmzx<>".contains(where: { key == .character($0) }) { message = Self.noStage }
      return []
    }
    switch key {
    case .character("e"), .enter: mode = .editing(treasure.id, row: 0)
    case .character("h"): start(.hint(0), of: treasure)
    case .character("m"): start(.message, of: treasure)
    case .character("z"):
      mode = .outlining(treasure.id, Outline())
      showPlaces(at: now)
    case .character("<"), .character(","): return change(.move(id: treasure.id, to: index - 1), at: now)
    case .character(">"), .character("."): return change(.move(id: treasure.id, to: index + 1), at: now)
    case .character("x"): return remove(treasure, at: now)
    default: break
    }
    return []
  }

  static let noStage = "No stage yet: n drops one here."

  private mutating func remove(_ treasure: Treasure, at now: Duration) -> [AuthoringEffect] {
    let effects = change(.remove(id: treasure.id), at: now)
    let needing = draft.treasures.filter { $0.requirement?.names(treasure.id) == true }.map(\.place.name)
    message = "\(treasure.place.name) is removed; u brings it back."
    if !needing.isEmpty { message? += " It is needed to open \(needing.joined(separator: ", "))." }
    return effects
  }

  private mutating func goBack(_ revision: Revision?, _ words: String, at now: Duration) -> [AuthoringEffect] {
    message = revision == nil ? "There is nothing more of that." : words
    return save(revision, at: now)
  }

  private mutating func choose(by steps: Int) {
    let stages = draft.treasures
    guard !stages.isEmpty else { return message = Self.noStage }
    let index = selected.flatMap(draft.index) ?? 0
    selected = stages[(index + steps + stages.count) % stages.count].id
  }

  mutating func leave() -> [AuthoringEffect] {
    guard let unsaved, !isWarned else { return [.quit] }
    isWarned = true
    message = "The last changes are not saved: \(unsaved) Press s to try again, or q to leave without them."
    return []
  }

  // MARK: - Standing

  private mutating func stand(_ key: Key, for purpose: StandingPurpose, at now: Duration) -> [AuthoringEffect] {
    switch key {
    case .enter where message != nil: message = nil
    case .enter: return take(for: purpose, at: now)
    case .escape, .backspace, .character("q"):
      mode = .browse
      message = nil
    default: break
    }
    return []
  }

  private mutating func take(for purpose: StandingPurpose, at now: Duration) -> [AuthoringEffect] {
    let standing = standing(at: now)
    guard let fix = standing.fix else {
      message = "There is no position to take: wait until there is one, or Esc."
      return []
    }
    message = nil
    switch purpose {
    case .newStage:
      mode = .typing(Typing(.newName(fix.position, radius: standing.suggestedRadius), text: ""))
      return []
    case .place(let id):
      mode = .browse
      guard let index = draft.index(of: id) else { return [] }
      var treasure = draft.treasures[index]
      treasure.place = PointOfInterest(
        id: id, name: treasure.place.name, position: fix.position, kind: treasure.place.kind)
      return change(.replace(treasure), at: now)
    }
  }
}

extension DraftHistory {
  /// The present state, to be saved again.
  fileprivate var unchanged: Revision { Revision(number: state.number, base: nil, change: nil) }
}

extension Requirement {
  /// Whether it speaks of a treasure.
  fileprivate func names(_ id: String) -> Bool {
    switch self {
    case .found(let other), .answered(let other, _): other == id
    case .holds: false
    case .all(let some), .atLeast(_, let some): some.contains { $0.names(id) }
    }
  }
}
