import EventDomain
import Events
import HuntDomain
import Numbers

/// Believes what a piece says, such as `gate 10`, unless it says `!`.
///
/// Behind it may stand `utc=`, `speed=`, `span=`, `prize`, `simulated`; between two finds stands a semicolon.
struct ScriptedJudge: ProofJudge {
  func take(_ piece: String) throws(ProofProblem) -> [ProvenFind] {
    guard piece != "!" else { throw ProofProblem("it is a forgery") }
    return piece.split(separator: ";").map { find in
      let words = find.split(separator: " ").map(String.init)
      func value(_ name: String) -> Int? {
        words.first { $0.hasPrefix(name + "=") }.flatMap { Int($0.dropFirst(name.count + 1)) }
      }
      return ProvenFind(
        treasure: words[0], name: words[0].prefix(1).uppercased() + words[0].dropFirst(), points: Int(words[1]) ?? 0,
        played: .seconds(value("played") ?? 60), utc: value("utc").map(Event.time), span: .seconds(value("span") ?? 0),
        speed: Double(value("speed") ?? 1), prize: words.contains("prize") ? "a pen" : nil,
        isSimulated: words.contains("simulated"))
    }
  }
}

/// An event with Ann and Ben in the team of the foxes, and Cem alone.
enum Event {
  static let ann = Player(PlayerID("AAAAAAAAAAAAAAAA")!, name: "Ann", team: "Foxes")
  static let ben = Player(PlayerID("BBBBBBBBBBBBBBBB")!, name: "Ben", team: "Foxes")
  static let cem = Player(PlayerID("CCCCCCCCCCCCCCCC")!, name: "Cem")
  static let all = [ann, ben, cem]

  /// So many seconds after the event was made.
  static func time(_ seconds: Int) -> Timestamp { Timestamp(milliseconds: 1_700_000_000_000 + Int64(seconds) * 1000) }

  static func plan(_ change: (inout EventPlan) -> Void = { _ in }) -> EventPlan {
    var plan = EventPlan(id: EventID(chance: 1), name: "Spring", hunt: "Old Town", maxSpeed: 7)
    change(&plan)
    return plan
  }

  static func claim(_ player: Player, _ number: Int, at seconds: Int, _ piece: String) -> ReceivedClaim {
    ReceivedClaim(Claim(ClaimID(player.id, number), piece: piece), sequence: seconds, time: time(seconds))
  }
}
