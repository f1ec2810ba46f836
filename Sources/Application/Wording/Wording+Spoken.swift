package import HuntDomain

/// Sentences that lead a player who only hears or reads them: why not yet, what is asked, what can be typed.
extension Wording {
  // MARK: - Why not yet

  /// Why a treasure does not open yet, and what helps; `naming` gives the names of treasures and items by their ids.
  package static func obstacle(_ obstacle: Obstacle, naming: (String) -> String) -> String {
    switch obstacle {
    case .distance(let metres): "\(distance(metres)) to go."
    case .accuracy(let metres, let accuracy): doubtfulEntry(metres, accuracy)
    case .dwell(let fixes): "You seem to be there: stay where you are for \(fixes) more fix\(fixes == 1 ? "" : "es")."
    case .noPosition: "There is no position now: wait for one, or move into the open."
    case .requirement(let requirement): "First \(orders(requirement, naming, depth: 0))."
    case .window(let window): opening(window)
    case .question: "Its question waits for your answer."
    }
  }

  private static func doubtfulEntry(_ metres: Double, _ accuracy: Double) -> String {
    let place = metres > 0 ? "\(distance(metres)) to go" : "You may be there"
    return "\(place), your GPS is good to \(distance(accuracy)): wait for a better fix or move into the open."
  }

  /// Requirements within requirements that a sentence goes into.
  private static let deepest = 3
  /// Parts that a list names.
  private static let longest = 4

  private static func orders(_ requirement: Requirement, _ naming: (String) -> String, depth: Int) -> String {
    guard depth < deepest else { return "do what is asked elsewhere" }
    switch requirement {
    case .found(let id): return "find \(naming(id))"
    case .answered(let id, _): return "answer the question at \(naming(id))"
    case .holds(let id): return "get \(naming(id))"
    case .all(let all): return joined(all.map { orders($0, naming, depth: depth + 1) }, "and")
    case .atLeast(let count, let some):
      let parts = some.map { orders($0, naming, depth: depth + 1) }
      if count >= parts.count { return joined(parts, "and") }
      return count <= 1 ? joined(parts, "or") : "do \(count) of these: \(joined(parts, "or"))"
    }
  }

  private static func joined(_ parts: [String], _ word: String) -> String {
    guard let last = parts.last, parts.count > 1 else { return parts.first ?? "wait" }
    if parts.count > longest {
      return "\(parts.prefix(longest - 1).joined(separator: ", ")) \(word) \(parts.count - longest + 1) more"
    }
    return "\(parts.dropLast().joined(separator: ", ")) \(word) \(last)"
  }

  private static func opening(_ window: TimeWindow) -> String {
    switch (window.from, window.to) {
    case (let from?, let to?): "It can be found between \(from) and \(to)."
    case (let from?, nil): "It can be found from \(from) on."
    case (nil, let to?): "It could be found until \(to)."
    case (nil, nil): "It cannot be found now."
    }
  }

  // MARK: - Questions, hints, prices

  /// A question with its options numbered, and how to answer it.
  package static func question(_ question: Question) -> String {
    let how =
      switch question.rule {
      case .text: "type a and your words"
      case .number: "type a and a number"
      case .choice(let options, _):
        options.enumerated().map { "\($0 + 1) \($1)" }.joined(separator: ", ") + "; type a and a number"
      }
    let price = question.price > 0 ? "; a wrong answer costs \(pointWords(question.price))" : ""
    return "\(question.prompt) Answer: \(how)\(price)."
  }

  /// What the first hint of a treasure costs, and when it can be read; nothing where there is none.
  package static func hintOffer(_ treasure: Treasure) -> String? {
    guard let hint = treasure.hints.first else { return nil }
    let price = hint.price > 0 ? "a hint costs \(pointWords(hint.price))" : "a hint is free"
    return hint.after > .zero ? "\(price) after \(age(hint.after))" : price
  }

  /// `1 point`, `2 points`.
  package static func pointWords(_ points: Int) -> String { "\(points) point\(points == 1 ? "" : "s")" }

  // MARK: - What can be typed

  /// The commands of a game in lines.
  package static func commands(isSteered: Bool) -> String {
    let steering =
      isSteered
      ? "left or right and degrees to turn, face to turn to the treasure, go, stop, faster, slower, "
      : "left or right and degrees when you have turned, "
    return "Type a and an answer, hint, claim when you are there and the receiver does not say so, "
      + "next for another treasure, where, status, \(steering)help, quit."
  }

  /// What a steered walker does now.
  package static func steered(_ steering: Steering) -> String {
    switch steering {
    case .turn(let degrees):
      degrees == 0 ? "You look straight ahead." : "You turn \(degrees > 0 ? "right" : "left") \(size(degrees))°."
    case .faster: "You go faster."
    case .slower: "You go slower."
    case .go: "You walk."
    case .halt: "You stand still."
    }
  }

  private static func size(_ degrees: Double) -> Int { Int(min(360, degrees.isFinite ? abs(degrees) : 0).rounded()) }
}
