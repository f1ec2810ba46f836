import EventDomain
import Events
import HuntDomain
import Refereeing
import Testing

@Suite("The referee")
struct RefereeTests {
  private func referee(_ plan: EventPlan = Event.plan()) -> Referee { Referee(plan) { _ in ScriptedJudge() } }

  /// The standings and what the players read, of claims in this order.
  private func judged(
    _ claims: [(Player, String)], by plan: EventPlan = Event.plan()
  ) -> (standings: Standings, texts: [String]) {
    var (referee, texts, numbers) = (referee(plan), [String](), [PlayerID: Int]())
    for (index, (player, piece)) in claims.enumerated() {
      numbers[player.id, default: 0] += 1
      let claim = Event.claim(player, numbers[player.id] ?? 0, at: (index + 1) * 100, piece)
      for case .answer(let ruling) in referee.handle(claim, of: player) { texts.append(ruling.text) }
    }
    return (referee.standings, texts)
  }

  @Test("records what is proven, once, and says who was first")
  func records() {
    let (standings, texts) = judged([(Event.ann, "gate 10"), (Event.cem, "gate 10;mill 5"), (Event.ann, "gate 10")])
    #expect(
      texts == [
        "Gate counts: you are the first.", "Gate counts. Mill counts: you are the first.", "Gate counts already.",
      ])
    #expect(standings.rows.map(\.player) == ["Cem", "Ann"])
    #expect(standings.rows.map(\.points) == [15, 10])
  }

  @Test("does not believe a piece that is not proven, and goes on with the next")
  func forged() {
    let (standings, texts) = judged([(Event.ann, "!"), (Event.ann, "gate 10")])
    #expect(
      texts == ["This part of your session is not believed: it is a forgery.", "Gate counts: you are the first."])
    #expect(standings.finds.count == 1)
  }

  @Test("does not count what is too fast, simulated, too early or too late, and says why")
  func refuses() {
    let strict = Event.plan {
      $0.admitsSimulated = false
      $0.opens = Event.time(150)
      $0.ends = Event.time(450)
    }
    let (standings, texts) = judged(
      [
        (Event.ann, "gate 1"), (Event.ann, "gate 1 speed=12"), (Event.ann, "gate 1 simulated"),
        (Event.ann, "gate 1 span=4000"), (Event.ann, "mill 1"),
      ], by: strict)
    #expect(
      texts == [
        "Gate does not count: you start at \(Event.time(150)).",
        "Gate does not count: you moved at 12.0 m/s, and 7.0 m/s is believed at most.",
        "Gate does not count: its positions are simulated.",
        "Gate counts: you are the first.",
        "Mill does not count: the event ended at \(Event.time(450)).",
      ])
    #expect(standings.finds.map(\.treasure) == ["gate"])
  }

  @Test("does not count what took longer than there was time since the player joined, unless it is simulated")
  func tooLong() {
    let ann = Player(Event.ann.id, name: "Ann", joined: Event.time(1000))
    let claims = [
      "gate 1 span=400", "gate 1 span=400 simulated", "mill 1 span=200", "oak 1 span=420 utc=900", "elm 1 span=561",
    ]
    var (referee, texts) = (referee(), [String]())
    for (index, piece) in claims.enumerated() {
      let claim = Event.claim(ann, index + 1, at: 1100 + index * 100, piece)
      for case .answer(let ruling) in referee.handle(claim, of: ann) { texts.append(ruling.text) }
    }
    let tooLong = "does not count: you played longer than there was time since you joined."
    #expect(
      texts == [
        "Gate \(tooLong)", "Gate counts: you are the first.", "Mill counts: you are the first.",
        "Oak counts: you are the first.", "Elm \(tooLong)",
      ])
    // The first claim is not older than the pass either.
    var other = self.referee()
    _ = other.handle(Event.claim(ann, 1, at: 1100, "gate 1 utc=900"), of: ann)
    #expect(other.standings.finds.map(\.found) == [Event.time(1000)])
  }

  @Test("a clock that is wrong by an hour gives no advantage", arguments: [-3600, 3600])
  func wrongClock(error: Int) {
    let plan = Event.plan { $0.grace = .seconds(7200) }
    // Cem was first; Ann had sent a claim at 200, and says that she found it an hour before or after.
    let (standings, _) = judged(
      [(Event.cem, "gate 1 prize utc=90"), (Event.ann, "mill 1"), (Event.ann, "gate 1 prize utc=\(300 + error)")],
      by: plan)
    #expect(standings.prizes.map(\.find.player) == ["Cem"])
    #expect(standings.finds.last?.found == (error < 0 ? Event.time(200) : Event.time(300)))
  }

  @Test("a prize goes to the first in the ledger, or within a grace to the first by the proof")
  func prizes() {
    let claims = [(Event.cem, "gate 1 prize utc=90"), (Event.ann, "gate 1 prize utc=50")]
    #expect(judged(claims).standings.prizes.map(\.find.player) == ["Cem"])
    let grace = Event.plan { $0.grace = .seconds(120) }
    let (standings, texts) = judged(claims, by: grace)
    #expect(standings.prizes.map(\.find.player) == ["Ann"])
    #expect(texts.first?.contains("unless somebody offline was faster, until \(Event.time(220))") == true)
    let short = Event.plan { $0.grace = .seconds(60) }
    #expect(judged(claims, by: short).standings.prizes.map(\.find.player) == ["Cem"])
  }

  @Test("of a team whoever finds a treasure first gets its points for all")
  func teams() {
    let plan = Event.plan { $0.scoring = .teams }
    let (standings, _) = judged(
      [(Event.ann, "gate 10"), (Event.ben, "gate 8;mill 3"), (Event.cem, "gate 12")], by: plan)
    #expect(standings.rows.map(\.team) == ["Foxes", nil])
    #expect(standings.rows.map(\.player) == [nil, "Cem"])
    #expect(standings.rows.map(\.points) == [13, 12])
    #expect(standings.rows.map(\.found) == [2, 1])
  }

  @Test("equals have the same rank, and the earlier last find decides between equal points and finds")
  func ranks() {
    let (standings, _) = judged([(Event.ann, "gate 5"), (Event.ben, "mill 5"), (Event.cem, "oak 5")])
    #expect(standings.rows.map(\.player) == ["Ann", "Ben", "Cem"])
    #expect(standings.rows.map(\.rank) == [1, 2, 3])
    var referee = referee()
    for player in Event.all { _ = referee.handle(Event.claim(player, 1, at: 100, "gate 5"), of: player) }
    #expect(referee.standings.rows.map(\.rank) == [1, 1, 1])
  }

  @Test("a wave starts when it starts, and its players are ranked by the time since then")
  func waves() {
    let plan = Event.plan { $0.starts = [Event.time(0), Event.time(600)] }
    var referee = referee(plan)
    let (first, second) = (
      Player(Event.ann.id, name: "Ann", wave: 1), Player(Event.ben.id, name: "Ben", wave: 2)
    )
    func take(_ player: Player, _ number: Int, at time: Int) -> [String] {
      referee.handle(Event.claim(player, number, at: time, "gate 5"), of: player).compactMap {
        if case .answer(let ruling) = $0 { ruling.text } else { nil }
      }
    }
    #expect(take(second, 1, at: 300) == ["Gate does not count: you start at \(Event.time(600))."])
    #expect(take(first, 1, at: 500) == ["Gate counts: you are the first."])
    #expect(take(second, 2, at: 900) == ["Gate counts."])
    #expect(referee.standings.rows.map(\.player) == ["Ben", "Ann"])
  }

  @Test("a find is the same when it is read back from the ledger, whatever the time played", arguments: [1, -1, 1e15])
  func wholeMilliseconds(factor: Double) {
    let find = LedgerFind(
      claim: ClaimID(Event.ann.id, 1), treasure: "gate", name: "Gate", team: nil, player: "Ann", points: 1,
      played: .seconds(15.201_564_577 * factor), found: Event.time(1), received: Event.time(1), prize: nil, wins: false,
      isSimulated: false)
    #expect(find.played == .milliseconds(Int64(min(15_201 * factor, 9e15))))
  }

  @Test("who does not take part any more is told so, and nothing counts")
  func removed() {
    var referee = referee()
    let effects = referee.handle(Event.claim(Event.ann, 1, at: 1, "gate 1"), of: nil)
    #expect(
      effects == [
        .answer(
          Ruling(ClaimID(Event.ann.id, 1), sequence: 1, refusal: "You do not take part in this event any more."))
      ])
  }
}
