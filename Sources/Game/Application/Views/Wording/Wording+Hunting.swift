package import HuntDomain
internal import Numbers
internal import Places

/// Texts about the hunt.
extension Wording {
  // MARK: - Why not yet

  /// Why a treasure is not found yet, and what helps: its question in its own words.
  package static func obstacle(_ obstacle: Obstacle, to treasure: Treasure, in hunt: Hunt) -> String {
    if case .question = obstacle, let question = treasure.question { return question.prompt }
    return Wording.obstacle(obstacle) { name(of: $0, in: hunt) }
  }

  /// Why a treasure is not found yet, and what helps; `naming` gives the names of treasures and items by their ids.
  ///
  /// As in `18 m to its zone; your GPS is good to 25 m: wait for a better fix or move into the open`.
  package static func obstacle(_ obstacle: Obstacle, naming: (String) -> String) -> String {
    switch obstacle {
    case .distance(let metres): "\(distance(metres)) to its zone."
    case .accuracy(let metres, let accuracy) where metres > 0:
      "\(distance(metres)) to its zone; your GPS is good to \(distance(accuracy)): "
        + "wait for a better fix or move into the open."
    case .accuracy(_, let accuracy):
      "Perhaps you are there; your GPS is good to \(distance(accuracy)): go on to the middle, or wait."
    case .dwell(let fixes): "In place: hold still for \(dwell(fixes))."
    case .noPosition: "There is no position now."
    case .requirement(let requirement): "First \(words(requirement, naming, depth: 0))."
    case .window(let window): Wording.window(window)
    case .question: "A question waits for the answer."
    }
  }

  /// Few fixes as such; more of them as time, in whole tens of seconds, as a source may send several a second.
  private static func dwell(_ fixes: Int) -> String {
    guard fixes > 3 else { return "\(count(fixes)) more fix\(fixes == 1 ? "" : "es")" }
    return "about \((fixes / 10 + (fixes % 10 == 0 ? 0 : 1)) * 10) s"
  }

  /// No sentence has more parts in parts.
  private static let deepest = 3

  private static func words(_ requirement: Requirement, _ naming: (String) -> String, depth: Int) -> String {
    guard depth < deepest else { return "do more" }
    switch requirement {
    case .found(let id): return "find \(naming(id))"
    case .answered(let id, let choice):
      return "\(choice == nil ? "answer" : "choose rightly") at \(naming(id))"
    case .holds(let id): return "take \(naming(id))"
    case .all(let all): return list(all.map { words($0, naming, depth: depth + 1) }, "and")
    case .atLeast(let least, let some):
      let parts = some.map { words($0, naming, depth: depth + 1) }
      if least >= parts.count { return list(parts, "and") }
      return least == 1 ? list(parts, "or") : "do \(count(least)) of these: \(list(parts, "or"))"
    }
  }

  private static func name(of id: String, in hunt: Hunt) -> String {
    hunt.treasure(id)?.place.name ?? hunt.items.first { $0.id == id }?.name ?? "something"
  }

  /// At most four parts, the last one joined by a word: `a, b and c`.
  private static func list(_ parts: [String], _ last: String) -> String {
    guard parts.count > 1 else { return parts.first ?? "nothing" }
    if parts.count > 4 { return "\(parts.prefix(3).joined(separator: ", ")) \(last) \(parts.count - 3) more" }
    return "\(parts.dropLast().joined(separator: ", ")) \(last) \(parts[parts.count - 1])"
  }

  /// Small numbers as words: `two`, `12`.
  private static func count(_ number: Int) -> String {
    let words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
    return words.indices.contains(number) ? words[number] : "\(number)"
  }

  /// A whole number with commas between thousands: `1,204`.
  package static func grouped(_ number: Int) -> String {
    var (digits, groups) = (Substring(String(number.magnitude)), [Substring]())
    while digits.count > 3 {
      groups.insert(digits.suffix(3), at: 0)
      digits.removeLast(3)
    }
    return (number < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
  }

  /// The sentence that says when something can be found.
  ///
  /// As in `It can be found from 2026-05-01 09:30 until 2026-05-01 18:00 UTC`.
  package static func window(_ window: TimeWindow) -> String {
    switch (window.from, window.to) {
    case (let from?, let to?): "It can be found from \(moment(from)) until \(moment(to)) UTC."
    case (let from?, nil): "It can be found from \(moment(from)) UTC on."
    case (nil, let to?): "It could be found until \(moment(to)) UTC."
    case (nil, nil): "It cannot be found now."
    }
  }

  /// Date and time of day to the minute.
  private static func moment(_ time: Timestamp) -> String {
    // `2026-05-01T09:30:00Z`: what stands before the seconds.
    let parts = time.description.split(separator: "T", maxSplits: 1)
    return "\(parts[0]) \(parts.last?.prefix(5) ?? "")"
  }

  // MARK: - States, points, things

  /// A state in a word or two.
  package static func state(_ state: TreasureState) -> String {
    switch state {
    case .locked: "locked"
    case .open: "open"
    case .entered: "you are there"
    case .found: "found"
    case .claimed: "claimed"
    case .expired: "time is up"
    }
  }

  /// `1 point`, `5 points`.
  package static func points(_ points: Int) -> String { "\(points) point\(abs(points) == 1 ? "" : "s")" }

  /// An answer in its own words, as far as they are known: a text as the author wrote it, a choice by its option.
  package static func answer(_ answer: Answer, to question: Question?) -> String {
    switch answer {
    case .text(let text):
      // As the author writes it: what is compared has neither blanks nor capitals.
      guard case .text(let words) = question?.rule else { return text }
      return words.first { FoldedText.fold($0) == text } ?? text
    case .number(let number):
      return number.magnitude < 1e15 && number == number.rounded() ? "\(Int64(number))" : "\(number)"
    case .choice(let index):
      guard case .choice(let options, _) = question?.rule, options.indices.contains(index) else {
        return "\(index + 1)"
      }
      return options[index]
    }
  }
}
