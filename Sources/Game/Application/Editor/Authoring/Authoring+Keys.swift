internal import Game
internal import Geodesy
internal import HuntDomain
internal import Nearby
internal import Places
internal import Views

/// Handles keys.
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
    guard let command = keys.command(for: key) else {
      if case .browse = mode { message = nil }
      if case .outlining = mode { message = nil }
      return []
    }
    switch command {
    case .steer(let steering): return [.steer(steering)]
    case .help: page = PageOverlay(.keys)
    case .zoom(let steps): map.camera.zoom(by: steps)
    case .follow: map.camera.isFollowing = true
    case .pan(let columns, let rows):
      map.pan(
        columns: columns * MapCamera.panStep.columns, rows: rows * MapCamera.panStep.rows,
        from: service.snapshot(at: .zero).position)
    default:
      switch mode {
      case .standing(let purpose): return stand(command, for: purpose, at: now)
      case .outlining(let id, let outline): return walk(command, outline, of: id, at: now)
      default: return browse(key, command, at: now)
      }
    }
    return []
  }

  /// The keys of what the author is doing.
  var keys: KeyTable<EditorCommand> {
    switch mode {
    case .standing: .standing(isSteered: source.isSteered)
    case .outlining: .outlining(isSteered: source.isSteered)
    default: .browsing(isSteered: source.isSteered)
    }
  }

  private mutating func browse(_ key: Key, _ command: EditorCommand, at now: Duration) -> [AuthoringEffect] {
    if key == .enter, message != nil {
      message = nil
      return []
    }
    message = nil
    switch command {
    case .quit: return leave()
    case .newStage: mode = .standing(.newStage)
    case .title: mode = .typing(Typing(.title, text: draft.title))
    case .undo: return goBack(history.undo(), "Undone.", at: now)
    case .redo: return goBack(history.redo(), "Done again.", at: now)
    case .save: if isUnsaved { return write(history.unchanged) }
    case .preview: return startPreview(at: now)
    case .nextStage: choose(by: 1)
    case .previousStage: choose(by: -1)
    default: return changeStage(command, at: now)
    }
    return []
  }

  /// Applies a command to the chosen stage.
  private mutating func changeStage(_ command: EditorCommand, at now: Duration) -> [AuthoringEffect] {
    guard let treasure = selectedTreasure, let index = draft.index(of: treasure.id) else {
      message = Self.noStage
      return []
    }
    switch command {
    case .edit: mode = .editing(treasure.id, row: 0)
    case .hint: start(.hint(0), of: treasure)
    case .message: start(.message, of: treasure)
    case .outline:
      mode = .outlining(treasure.id, Outline())
      showPlaces(at: now)
    case .earlier: return change(.move(id: treasure.id, to: index - 1), at: now)
    case .later: return change(.move(id: treasure.id, to: index + 1), at: now)
    case .remove: return remove(treasure, at: now)
    default: break
    }
    return []
  }

  static let noStage = "No stage yet: n drops one here."

  private mutating func remove(_ treasure: Treasure, at now: Duration) -> [AuthoringEffect] {
    let effects = change(.remove(id: treasure.id), at: now)
    let needing = draft.treasures.filter { $0.requirement?.names.contains(.treasure(treasure.id)) == true }.map(
      \.place.name)
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

  private mutating func stand(
    _ command: EditorCommand, for purpose: StandingPurpose, at now: Duration
  ) -> [AuthoringEffect] {
    switch command {
    case .take where message != nil: message = nil
    case .take: return take(for: purpose, at: now)
    case .giveUp:
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
