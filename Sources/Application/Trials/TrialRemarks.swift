internal import HuntDomain
internal import Places
internal import Views

/// Remarks on a trial for the author, as sentences.
enum TrialRemarks {
  /// Part of all players that is worth a sentence: one in a hundred.
  private static let worthSaying = 0.01
  /// Part of all finds, or of all visits, from which on false or missed ones are too many: one in twenty.
  private static let tooMany = 0.05

  static func remarks(on result: TrialResult) -> [TrialScreen.Remark] {
    let hunt = result.hunt
    var remarks = hunt.treasures.indices.flatMap { stage($0, of: result) }
    if remarks.isEmpty && !result.times.isEmpty {
      remarks.append(.init(weight: .good, text: "No stage loses players, and none misleads them."))
    }
    if result.times.isEmpty { remarks.insert(.init(weight: .warning, text: "Nobody comes through."), at: 0) }
    return remarks + limits(of: hunt, result)
  }

  /// `Stage 3 “The well”`.
  private static func name(_ index: Int, _ hunt: Hunt) -> String {
    "Stage \(index + 1) “\(hunt.treasures[index].place.name)”"
  }

  private static func stage(_ index: Int, of result: TrialResult) -> [TrialScreen.Remark] {
    let (sum, count) = (result.stage(index), result.records.count)
    let small = smallness(index, result)
    let name = name(index, result.hunt)
    var remarks: [TrialScreen.Remark] = []
    if sum.lost > 0, Double(sum.lost) >= worthSaying * Double(count) {
      let why =
        small.map { ": \($0)" }
        ?? (result.hunt.treasures[index].question == nil ? "" : ", who do not find the answer or the place")
      remarks.append(.init(weight: .warning, text: "\(name) loses \(sum.lost) of \(count)\(why)."))
    } else if let small {
      remarks.append(.init(weight: .note, text: "\(name): \(small)."))
    }
    if sum.entered > 0, Double(sum.enteredFalsely) > tooMany * Double(sum.entered) {
      let afar =
        "\(sum.enteredFromAfar == 0 ? "none" : "\(sum.enteredFromAfar)") by more than \(Wording.distance(TrialRun.far))"
      let text = "\(name) opens to \(sum.enteredFalsely) of \(sum.entered) who are not there, \(afar)."
      remarks.append(.init(weight: .note, text: text))
    }
    if sum.visits > 0, Double(sum.missed) > tooMany * Double(sum.visits) {
      let text =
        "\(name) stays shut to \(sum.missed) of \(sum.visits) who stand inside for \(TrialRun.dwell) s and more."
      remarks.append(.init(weight: sum.missed * 2 > sum.visits ? .warning : .note, text: text))
    }
    if sum.found > 0, Double(sum.claimed) > tooMany * Double(sum.found) {
      let text = "\(name) is claimed and not found by \(sum.claimed) of \(sum.found)."
      remarks.append(.init(weight: .note, text: text))
    }
    return remarks
  }

  /// Why a zone is too small, where it is.
  private static func smallness(_ index: Int, _ result: TrialResult) -> String? {
    guard let error = result.errors[index].quantile(0.95) else { return nil }
    let treasure = result.hunt.treasures[index]
    let ground = ZoneGround(treasure.zone, at: treasure.place.position)
    guard ground.deepest > 0, ground.deepest < Double(error) else { return nil }
    let what =
      if case .circle = treasure.zone { "its radius of" } else { "its zone, at its widest a circle with a radius of" }
    return "\(what) \(Wording.distance(ground.deepest)) is smaller than the error of the receiver there "
      + "(95 % within \(error) m)"
  }

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
      let text = "Stages open at certain times, and the players' receivers say that it is 1 January 2026."
      remarks.append(.init(weight: .note, text: text))
    }
    return remarks
  }
}
