internal import HuntDomain
internal import Numbers

extension InspectionContext {
  /// Finds time windows that leave no time to play.
  func windows() -> [HuntFinding] {
    let own = treasures.flatMap { window($0.window, of: $0.id, "its") }
    return window(hunt.window, of: nil, "the hunt's") + own + apart()
  }

  private func window(_ window: TimeWindow?, of id: String?, _ whose: String) -> [HuntFinding] {
    guard let window, let to = window.to else { return [] }
    if window.isInverted {
      return [HuntFinding(.error, .invertedWindow, id, "\(whose) time ends before it begins: exchange from and to")]
    }
    guard let now, to <= now else { return [] }
    return [HuntFinding(.warning, .pastWindow, id, "\(whose) time was over on \(to): give a later one")]
  }

  /// Windows that leave no time for what has to happen in them.
  private func apart() -> [HuntFinding] {
    let timed = treasures.indices.filter { treasures[$0].window.map { !$0.isInverted } ?? false }
    return timed.compactMap { index in
      guard let window = treasures[index].window, isReached(index) else { return nil }
      if let whole = hunt.window, !whole.isInverted, window.isBefore(whole) || whole.isBefore(window) {
        return found(index, "its time lies outside the hunt's: let them meet")
      }
      let before = timed.filter { $0 != index && needs.isNeeded($0, for: index) }
      if let late = before.first(where: { treasures[$0].window.map { window.isBefore($0) } ?? false }) {
        return found(
          index, "its time ends before that of \(name(late)) begins, which has to be found first: let them meet")
      }
      return tooFarToWalk(index, window, before) ?? tooFarApart(index, window, timed)
    }
  }

  /// A treasure that has to be found first, from which nobody walks in time even at the beginning of its window.
  private func tooFarToWalk(_ index: Int, _ window: TimeWindow, _ before: [Int]) -> HuntFinding? {
    guard let to = window.to, places[index] != nil else { return nil }
    for other in before {
      guard let from = treasures[other].window?.from, places[other] != nil else { continue }
      let way = grounds[other].gap(to: grounds[index])
      guard from.advanced(by: .seconds(way / Inspection.walkingSpeed)) >= to else { continue }
      return found(
        index,
        "its time ends before anybody can come from \(name(other)), which has to be found first and lies "
          + "\(metres(way)) away, \(walk(way)) on foot: give it more time")
    }
    return nil
  }

  private func tooFarApart(_ index: Int, _ window: TimeWindow, _ timed: [Int]) -> HuntFinding? {
    guard let limit = hunt.limit, limit > .zero, mandatory[index], let from = window.from else { return nil }
    let early = timed.first { other in
      guard mandatory[other], let to = treasures[other].window?.to else { return false }
      return to.advanced(by: limit) <= from
    }
    return early.map { early in
      found(index, "its time begins more than the hunt's limit after that of \(name(early)) ends: bring them together")
    }
  }

  private func found(_ index: Int, _ text: String) -> HuntFinding {
    HuntFinding(.error, .windowsApart, treasures[index].id, text)
  }
}

extension TimeWindow {
  /// Whether it ends before it begins.
  fileprivate var isInverted: Bool {
    guard let from, let to else { return false }
    return from >= to
  }

  /// Whether the window ends before the other one begins.
  fileprivate func isBefore(_ other: TimeWindow) -> Bool {
    guard let to, let from = other.from else { return false }
    return to <= from
  }
}
