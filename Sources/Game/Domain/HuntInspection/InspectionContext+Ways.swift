internal import Geodesy
internal import HuntDomain
internal import Places

/// How far stages lie from what leads to them: from those after whose finding they open, way by way.
extension InspectionContext {
  /// Options times treasures that are looked at, one way after the other; of larger hunts only the rest is told.
  private static let mostWays = 4_000_000

  /// The treasures at one of which the player stands when a treasure opens: of a fork one for each way to it.
  ///
  /// Empty where it is open from the beginning, and where nothing is known of a place.
  func openers(of index: Int) -> [Int] {
    Set(last(of: logic.conditions[index])).sorted().filter { isReached($0) && places[$0] != nil }
  }

  /// The treasures of which one may be the last to be found before a condition holds.
  private func last(of condition: HuntLogic.Condition) -> [Int] {
    switch condition {
    case .never: return []
    case .found(let index), .answered(let index, _): return [index]
    case .all(let parts):
      // What has to be found before another part is never the last.
      let ends = parts.map { last(of: $0) }
      return parts.indices.flatMap { part in
        ends[part].filter { end in
          !parts.indices.contains { $0 != part && !ends[$0].contains(end) && needs.isNeeded(end, for: parts[$0]) }
        }
      }
    case .atLeast(1, let parts):
      // What has to be found after another part comes when the condition holds already.
      return parts.flatMap { last(of: $0) }.filter { end in
        !parts.contains { part in
          guard case .found(let first) = part else { return false }
          return first != end && needs.isNeeded(first, for: end)
        }
      }
    case .atLeast(_, let parts): return parts.flatMap { last(of: $0) }
    }
  }

  // MARK: - What no screen shows

  /// Finds hidden treasures that players do not see from where they stand when these open, and to which no hint leads.
  func unseen() -> [HuntFinding] {
    treasures.indices.filter { isReached($0) && treasures[$0].hints.isEmpty }.compactMap { index in
      switch treasures[index].visibility {
      case .always, .whenOpen: nil
      case .near(let metres): far(index, seenWithin: metres)
      case .revealed: unrevealed(index)
      }
    }
  }

  private func far(_ index: Int, seenWithin reach: Double) -> HuntFinding? {
    guard let place = places[index] else { return nil }
    func away(_ other: Int) -> Double { grounds[other].point.chord(to: Geocentric(place)) - grounds[other].reach }
    let openers = openers(of: index).filter { !isTold(index, at: $0) }
    let leading = openers.max { away($0) < away($1) } ?? nearestShown(to: index, away)
    guard let leading, away(leading) > reach else { return nil }
    let text =
      "it is on the screen only within \(metres(reach)), and \(name(leading)), which leads to it, is "
      + "\(metres(away(leading))) away: players can only walk about; give it a hint that says where"
    return HuntFinding(.warning, .unseen, treasures[index].id, text)
  }

  /// The nearest treasure that is shown from the beginning, as what leads to one that is open then; `nil` if one of them
  /// tells the way, or there is none: nobody knows where players begin.
  private func nearestShown(to index: Int, _ away: (Int) -> Double) -> Int? {
    guard logic.conditions[index].mentioned.isEmpty else { return nil }
    let shown = treasures.indices.filter { other in
      guard other != index, places[other] != nil, logic.conditions[other].mentioned.isEmpty else { return false }
      switch treasures[other].visibility {
      case .always, .whenOpen: return true
      case .near, .revealed: return false
      }
    }
    return shown.contains { isTold(index, at: $0) } ? nil : shown.min { away($0) < away($1) }
  }

  /// Whether what players read at a treasure names another one, or says its coordinates.
  private func isTold(_ index: Int, at opener: Int) -> Bool {
    let name = FoldedText.words(of: treasures[index].place.name)
    return [treasures[opener].message, treasures[opener].arrival].compactMap(\.self).contains { text in
      let words = FoldedText.words(of: text)
      return !name.isEmpty && words.indices.contains { words[$0...].starts(with: name) }
        || NumbersInText(text).places.contains { grounds[index].point.chord(to: Geocentric($0)) < Self.givesAway }
    }
  }

  /// Finds a treasure that something reveals on some ways only.
  private func unrevealed(_ index: Int) -> HuntFinding? {
    guard let revelation = logic.revelations[index], !revelation.isBroken,
      logic.holds(revelation, search.reached), logic.holds(revelation, logic.reach(without: index)),
      let step = hidingOption(of: index, revelation)
    else { return nil }
    let text =
      "after \(option(step)) of \(name(step.treasure)) nothing reveals it before it is found: reveal it on this way too, "
      + "or give it a hint that says where"
    return HuntFinding(.warning, .unseen, treasures[index].id, text)
  }

  /// An option after which the treasure can be found, and nothing reveals it.
  private func hidingOption(of index: Int, _ revelation: HuntLogic.Condition) -> ChoiceSearch.Step? {
    steps.first { step in
      let options = [step.treasure: Set([step.option])]
      let found = logic.reach(under: options, without: index)
      return logic.holds(logic.conditions[index], found, options) && !logic.holds(revelation, found, options)
    }
  }

  // MARK: - Ways

  /// The options that part the ways, in the order of the hunt; none where there are too many to look at each.
  var steps: [ChoiceSearch.Step] {
    let steps = logic.choices.sorted { $0.key < $1.key }.flatMap { treasure, options in
      isReached(treasure) ? options.sorted().map { ChoiceSearch.Step(treasure: treasure, option: $0) } : []
    }
    return steps.count * treasures.count <= Self.mostWays ? steps : []
  }

  /// What nobody can do without who has chosen an option, and what each treasure requires then; `nil` if nothing wins
  /// after it.
  func needed(after step: ChoiceSearch.Step) -> (members: [Bool], requirements: [HuntLogic.Condition])? {
    let option = [step.treasure: Set([step.option])]
    let requirements = logic.requirements.map { $0.after(step) }
    guard hunt.goal != nil else {
      let elsewhere = logic.choices.mapValues { _ in Set([-1]) }
      return (logic.reach(under: elsewhere.merging(option) { $1 }), requirements)
    }
    let reached = logic.reach(under: option)
    guard logic.holds(logic.goal, reached, option) else { return nil }
    let needed = Needs(requirements).needed(for: logic.goal.after(step))
    return (zip(needed, reached).map { $0 && $1 }, requirements)
  }

  /// An option in a sentence: `option 2 (“right”)`.
  func option(_ step: ChoiceSearch.Step) -> String {
    guard case .choice(let options, _)? = treasures[step.treasure].question?.rule else {
      return "option \(step.option + 1)"
    }
    return "option \(step.option + 1) (\(quoted(options[step.option])))"
  }
}

extension HuntLogic.Condition {
  /// The condition for who has chosen an option: what wants another one of this question never holds.
  fileprivate func after(_ step: ChoiceSearch.Step) -> Self {
    switch self {
    case .answered(step.treasure, let option?): option == step.option ? self : .never
    case .never, .found, .answered: self
    case .all(let parts): .all(parts.map { $0.after(step) })
    case .atLeast(let count, let parts):
      .atLeast(
        count,
        parts.map { $0.after(step) }.filter { if case .never = $0 { false } else { true } })
    }
  }
}
