internal import HuntDomain
internal import Places
internal import Views

/// Remarks on a trial for the author, as sentences.
enum TrialRemarks {
  /// Part of all players that is worth a sentence: one in a hundred.
  private static let worthSaying = 0.01
  /// Part of all finds, or of all visits, from which on false or missed ones are too many: one in twenty.
  private static let tooMany = 0.05

  /// Part of the errors at a stage that the radius of its zone should reach.
  private static let coveredErrors = 0.9
  /// Metres to which an advised radius is rounded up.
  private static let radiusStep = 5

  /// At most one remark for each stage, the most important first, and what the trial could not try.
  static func remarks(on result: TrialResult) -> [TrialScreen.Remark] {
    let stages = result.hunt.treasures.indices.compactMap { index in
      worst(index, of: result).map { (index: index, problem: $0) }
    }
    let sorted = stages.sorted { one, other in
      let (first, second) = (one.problem, other.problem)
      if first.isWarning != second.isWarning { return first.isWarning }
      return first.part == second.part ? one.index < other.index : first.part > second.part
    }
    var remarks = sorted.map { TrialScreen.Remark(weight: $1.isWarning ? .warning : .note, text: $1.text) }
    if remarks.isEmpty && !result.times.isEmpty {
      let tried = result.hunt.sealedTreasures > 0 ? " that was tried" : ""
      remarks.append(.init(weight: .good, text: "No stage\(tried) loses players, and none misleads them."))
    }
    if result.times.isEmpty { remarks.insert(.init(weight: .warning, text: "Nobody comes through."), at: 0) }
    return remarks + limits(of: result.hunt, result)
  }

  // MARK: - Stages

  /// What is wrong with a stage.
  private struct Problem {
    var isWarning = false
    /// The part of the players or of their visits that it harms; 0 if it harmed nobody yet.
    let part: Double
    let text: String
  }

  /// The most important problem of a stage: lost players, then closed and falsely opened zones, then the rest.
  private static func worst(_ index: Int, of result: TrialResult) -> Problem? {
    let (sum, count) = (result.stage(index), result.records.count)
    let name = "Stage \(index + 1) “\(result.hunt.treasures[index].place.name)”"
    let advice = advice(index, result).map { ": \($0)." } ?? "."
    func help(_ words: String) -> String { advice == "." ? ": \(words)." : advice }
    if let problem = hidden(index, of: result, name) ?? astray(sum, name) { return problem }
    if let part = part(sum.lost, of: count, from: worthSaying) {
      let isAsking = advice == "." && result.hunt.treasures[index].question != nil
      let why = isAsking ? ", who do not find the answer or the place." : advice
      return Problem(isWarning: true, part: part, text: "\(name) loses \(sum.lost) of \(count)\(why)")
    }
    let missed = part(sum.missed, of: sum.visits, over: tooMany)
    let falsely = part(sum.enteredFalsely, of: sum.entered, over: tooMany)
    if let missed, missed >= falsely ?? 0 {
      let who = "\(sum.missed) of \(sum.visits) who stand inside for \(TrialRun.dwell) s and more"
      return Problem(isWarning: missed > 0.5, part: missed, text: "\(name) stays shut to \(who)\(help(waiting))")
    }
    if let falsely {
      let afar =
        "\(sum.enteredFalselyFromAfar == 0 ? "none" : "\(sum.enteredFalselyFromAfar)") by more than "
        + Wording.distance(TrialRun.far)
      let who = "\(sum.enteredFalsely) of \(sum.entered) who are not there (\(afar))"
      return Problem(part: falsely, text: "\(name) opens to \(who)\(help(asking(index, result)))")
    }
    if let part = part(sum.claimed, of: sum.found, over: tooMany) {
      return Problem(part: part, text: "\(name) is claimed and not found by \(sum.claimed) of \(sum.found)\(advice)")
    }
    return advice == "." ? nil : Problem(part: 0, text: name + advice)
  }

  /// A stage that no screen shows from afar, to which no hint leads, and which players do not come upon.
  private static func hidden(_ index: Int, of result: TrialResult, _ name: String) -> Problem? {
    let treasure = result.hunt.treasures[index]
    let way: String
    switch treasure.visibility {
    case .always, .whenOpen: return nil
    case .near(let metres): way = "is on the screen only within \(Wording.distance(metres))"
    case .revealed: way = "is not on the screen before something else happens"
    }
    let opened = result.records.count { $0.stages[index].opened != nil }
    let never = result.records.count { $0.stages[index].opened != nil && $0.stages[index].found == nil }
    guard treasure.hints.isEmpty, let part = part(never, of: opened, from: worthSaying) else { return nil }
    let text = "\(name) \(way), and \(never) of \(opened) who look for it never find it: give it a hint."
    return Problem(isWarning: true, part: part, text: text)
  }

  /// A stage whose place comes out wrong of answers that count.
  private static func astray(_ sum: StageSum, _ name: String) -> Problem? {
    guard let part = part(sum.astray, of: sum.reached, from: worthSaying) else { return nil }
    let text =
      "\(name) is looked for in a wrong place by \(sum.astray) of \(sum.reached), whose answers count and lead out of its "
      + "zone: take a tolerance of 0 and one spelling, or round in the formula."
    return Problem(isWarning: true, part: part, text: text)
  }

  /// `some` as a part of `all`, where that is at least `least`, or more than `most`.
  private static func part(_ some: Int, of all: Int, from least: Double = 0, over most: Double = 0) -> Double? {
    guard some > 0, all > 0 else { return nil }
    let part = Double(some) / Double(all)
    return part >= least && part > most ? part : nil
  }

  /// The radius that a circle needs to be larger than the errors there, in metres; `nil` if it is, or no circle.
  static func advisedRadius(_ index: Int, _ result: TrialResult) -> Double? {
    guard case .circle(let radius) = result.hunt.treasures[index].zone,
      let error = result.errors[index].quantile(coveredErrors), radius < Double(error)
    else { return nil }
    return Double((error + radiusStep - 1) / radiusStep * radiusStep)
  }

  /// What helps where the receivers keep a zone shut to players who are there: in a minute any place inside is enough.
  private static let waiting = "say in its hint or text on arrival to stand still there for a minute, which opens it"

  /// What helps where the receivers take players for inside who are not.
  private static func asking(_ index: Int, _ result: TrialResult) -> String {
    result.hunt.treasures[index].question == nil
      ? "ask something that can be read only there" : "its question keeps out who is not there"
  }

  /// What to give to a zone that is smaller than the errors there; `nil` if it is large enough.
  private static func advice(_ index: Int, _ result: TrialResult) -> String? {
    guard let error = result.errors[index].quantile(coveredErrors) else { return nil }
    let treasure = result.hunt.treasures[index]
    let ground = ZoneGround(treasure.zone, at: treasure.place.position)
    guard ground.deepest > 0, ground.deepest < Double(error) else { return nil }
    let part = Int((coveredErrors * 100).rounded())
    let why = "is smaller than the error of the receiver there (\(part) % within \(error) m)"
    guard let advised = advisedRadius(index, result) else {
      let radius = (error + radiusStep - 1) / radiusStep * radiusStep
      return "draw it so wide that a circle of \(radius) m fits in; its widest one, of "
        + "\(Wording.distance(ground.deepest)), \(why)"
    }
    guard let measured = result.radii[index] else {
      return "take radius_m \(Int(advised)); its radius of \(Wording.distance(ground.deepest)) \(why)"
    }
    let sum = result.stage(index)
    let then =
      "\(percent(measured.missed)) of the visits are missed (now \(percent(sum.missed, of: sum.visits))) and "
      + "\(percent(measured.falsely)) of the finds false (now \(percent(sum.enteredFalsely, of: sum.entered)))"
    // Fewer false finds than now may still be too many.
    let ask = measured.falsely > tooMany ? "; \(asking(index, result))" : ""
    guard let radius = measured.radius else {
      return "no radius helps; with \(Wording.distance(Trial.largestRadius)) \(then)"
        + (measured.missed > tooMany ? "; \(waiting)" : "") + ask
    }
    return "take radius_m \(Int(radius)): then \(then)\(ask); the errors there are larger than its radius now "
      + "(\(part) % within \(error) m)"
  }

  /// A share with one decimal, rounded so that less than 5 % never reads as 5 %.
  private static func percent(_ part: Double) -> String { "\((part * 1000).rounded(.down) / 10) %" }

  private static func percent(_ some: Int, of all: Int) -> String { percent(all > 0 ? Double(some) / Double(all) : 0) }

  /// The remarks on what the trial could not try.
  private static func limits(of hunt: Hunt, _ result: TrialResult) -> [TrialScreen.Remark] {
    var remarks: [TrialScreen.Remark] = []
    let sealed = hunt.treasures.count { $0.question?.isSealed == true }
    if sealed > 0 || hunt.sealedTreasures > 0 {
      let behind = hunt.sealedTreasures > 0 ? "the \(hunt.sealedTreasures) stages behind them are" : "what they hide is"
      let text = "Nobody but a player can know the answers to sealed questions: \(behind) not tried."
      remarks.append(.init(weight: .note, text: text))
    }
    if hunt.window != nil || hunt.treasures.contains(where: { $0.window != nil }) {
      let text =
        "Stages open at certain times, and all players begin at \(result.startTime); --start-time says another time."
      remarks.append(.init(weight: .note, text: text))
    }
    return remarks
  }
}
