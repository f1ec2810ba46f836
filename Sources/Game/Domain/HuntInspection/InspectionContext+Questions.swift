internal import HuntDomain

extension InspectionContext {
  /// Finds questions that cannot be answered, or that cost more than they are worth.
  func questions() -> [HuntFinding] {
    treasures.flatMap { treasure -> [HuntFinding] in
      guard let question = treasure.question else { return [] }
      return prompt(question, treasure) + rule(question.rule, treasure.id)
    }
  }

  private func prompt(_ question: Question, _ treasure: Treasure) -> [HuntFinding] {
    var findings: [HuntFinding] = []
    if FoldedText.words(of: question.prompt).isEmpty {
      findings.append(HuntFinding(.warning, .noPrompt, treasure.id, "its question has no text: say what is asked"))
    }
    if question.price > treasure.points, hunt.totalPoints > 0 {
      let text = "a wrong answer costs \(question.price), and it is worth \(treasure.points): take a lower price"
      findings.append(HuntFinding(.warning, .dearAnswer, treasure.id, text))
    }
    return findings
  }

  private func rule(_ rule: Question.Rule, _ id: String) -> [HuntFinding] {
    switch rule {
    case .text(let answers):
      if answers.isEmpty {
        return [HuntFinding(.error, .noAnswer, id, "its question has no right answer: give one at least")]
      }
      guard answers.contains(where: { FoldedText.fold($0).isEmpty }) else { return [] }
      let text = "one of its answers is empty, and nobody can give it: write it, or drop it"
      return [HuntFinding(.error, .emptyAnswer, id, text)]
    case .number(let number, let tolerance):
      if number.isFinite, tolerance >= 0, tolerance.isFinite { return [] }
      let text = "its answer is no number with a tolerance of 0 or more, so nothing counts: correct it"
      return [HuntFinding(.error, .badNumber, id, text)]
    case .choice(let options, let right): return choice(options, right, id)
    // A sealed answer cannot be inspected.
    case .sealed: return []
    }
  }

  private func choice(_ options: [String], _ right: Set<Int>, _ id: String) -> [HuntFinding] {
    if options.count < 2 {
      return [
        HuntFinding(.error, .fewOptions, id, "its question has fewer than two options: give more, or ask for a text")
      ]
    }
    var findings: [HuntFinding] = []
    if Set(options.map { FoldedText.fold($0) }).count < options.count {
      findings.append(HuntFinding(.warning, .sameOption, id, "two options read the same: make them differ"))
    }
    if right.isEmpty {
      findings.append(
        HuntFinding(.error, .noRightOption, id, "none of its options is right, so it is never found: say which is"))
    } else if let strange = right.filter({ !options.indices.contains($0) }).min() {
      let text =
        "option \(strange == .max ? strange : strange + 1) is said to be right, and there are \(options.count): correct it"
      findings.append(HuntFinding(.error, .noSuchOption, id, text))
    }
    return findings
  }

  // MARK: - Hints

  /// Finds hints that are not worth their price, or that come too late.
  func hints() -> [HuntFinding] {
    treasures.flatMap { treasure -> [HuntFinding] in
      guard !treasure.hints.isEmpty else { return [] }
      return dear(treasure) + late(treasure) + order(treasure) + empty(treasure)
    }
  }

  private func dear(_ treasure: Treasure) -> [HuntFinding] {
    let price = treasure.hints.reduce(0) { $0 + $1.price }
    guard price > treasure.points, hunt.totalPoints > 0 else { return [] }
    let text = "its hints cost \(price) together, and it is worth \(treasure.points): take lower prices"
    return [HuntFinding(.warning, .dearHint, treasure.id, text)]
  }

  private func late(_ treasure: Treasure) -> [HuntFinding] {
    let limit = [treasure.limit, hunt.limit].compactMap(\.self).filter { $0 > .zero }.min()
    guard let limit, let late = treasure.hints.firstIndex(where: { $0.after >= limit }) else { return [] }
    let text =
      "hint \(late + 1) comes after \(treasure.hints[late].after.wholeSeconds) s, when the time (\(limit.wholeSeconds) s) is up: let it come earlier"
    return [HuntFinding(.warning, .lateHint, treasure.id, text)]
  }

  private func order(_ treasure: Treasure) -> [HuntFinding] {
    let waits = treasure.hints.map(\.after)
    guard let early = waits.indices.dropFirst().first(where: { waits[$0] < waits[$0 - 1] }) else { return [] }
    let text = "hint \(early + 1) could be read before hint \(early), but hints are read in order: put it first"
    return [HuntFinding(.warning, .hintOrder, treasure.id, text)]
  }

  private func empty(_ treasure: Treasure) -> [HuntFinding] {
    guard let empty = treasure.hints.firstIndex(where: { FoldedText.words(of: $0.text).isEmpty }) else { return [] }
    return [HuntFinding(.warning, .emptyHint, treasure.id, "hint \(empty + 1) says nothing: write it, or drop it")]
  }
}

extension Duration {
  /// Whole seconds, rounded down.
  var wholeSeconds: Int64 { components.seconds }
}
