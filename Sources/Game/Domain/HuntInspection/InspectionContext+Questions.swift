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
}
