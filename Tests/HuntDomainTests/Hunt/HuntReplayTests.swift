import Geodesy
import HuntDomain
import Numbers
import Places
import Testing

/// Random hunts, played at random.
@Suite("Replay of a hunt")
struct HuntReplayTests {
  @Test("the events of any game make the same progress again, at every point", arguments: 1...60 as ClosedRange<UInt64>)
  func replay(seed: UInt64) throws {
    var chance = SeededGenerator(seed: seed)
    let hunt = try randomHunt(&chance)
    var progress = HuntProgress(hunt)
    var events: [HuntEvent] = []
    var time = Duration.zero
    for _ in 0..<250 {
      time += .milliseconds(Int64.random(in: -500...20_000, using: &chance))
      let new = happen(to: &progress, at: time, &chance)
      events += new
      guard !new.isEmpty else { continue }
      // Later than anything that has happened: what only the clock knows is said anew.
      expectEqual(HuntProgress(hunt, replaying: events), progress, at: time + .seconds(60))
    }
    #expect(zip(events, events.dropFirst()).allSatisfy { $0.time <= $1.time })
    #expect(Set(progress.finds.map(\.treasure.id)).count == progress.finds.count)
  }

  @Test("a good part of those games is won, and a good part of all events happens in them")
  func playable() throws {
    var kinds: Set<String> = []
    var wins = 0
    for seed in 1...60 as ClosedRange<UInt64> {
      var chance = SeededGenerator(seed: seed)
      var progress = HuntProgress(try randomHunt(&chance))
      var time = Duration.zero
      for _ in 0..<250 {
        time += .milliseconds(Int64.random(in: 0...5000, using: &chance))
        for event in happen(to: &progress, at: time, &chance) {
          kinds.insert(String("\(event.kind)".prefix { $0 != "(" }))
        }
      }
      wins += progress.isWon ? 1 : 0
    }
    #expect(kinds.count == 13, "\(kinds)")
    #expect(wins >= 5)
  }

  @Test("events that do not fit, are damaged, or come twice change nothing that they should not, and break nothing")
  func damaged() throws {
    var chance = SeededGenerator(seed: 4)
    for _ in 0..<300 {
      let hunt = try randomHunt(&chance)
      let ids = hunt.treasures.map(\.id) + ["nobody", ""]
      let events = (0..<60).map { _ in foreign(ids.randomElement(using: &chance) ?? "", &chance) }
      var progress = HuntProgress(hunt, replaying: events)
      #expect(Set(progress.finds.map(\.treasure.id)).count == progress.finds.count)
      #expect(progress.items.count == Set(progress.items.map(\.id)).count)
      expectEqual(HuntProgress(hunt, replaying: events), progress, at: .zero)
      for _ in 0..<20 {
        _ = happen(to: &progress, at: .seconds(Int64.random(in: .min ... .max, using: &chance)), &chance)
      }
    }
  }

  @Test("the time played that is remembered counts for limits after a replay, and nothing is remembered too often")
  func remembered() throws {
    let hunt = try hunt(.any, [treasure("a", north: 500)]) { $0.limit = .seconds(600) }
    var game = Played(hunt)
    #expect(game.progress.remember(at: .seconds(5)) == [])
    game.stand(north: 0, for: 1)
    game.wait(300)
    #expect(game.progress.remember(at: game.time, every: .seconds(302)) == [])
    let event = game.progress.remember(at: game.time, every: .seconds(300))
    #expect(event.map(\.kind) == [.played])
    #expect(game.progress.remember(at: game.time) == [])
    let again = HuntProgress(hunt, replaying: game.events + event)
    #expect(again.timeLeft(for: nil, at: .zero) == .seconds(600) - game.time)
    #expect(game.wait(300) == [.timeUp])
    #expect(game.progress.remember(at: .seconds(5000)) == [])
  }

  @Test("who was inside when the game was saved is inside when it goes on, and leaves as others do")
  func insideAfterReplay() throws {
    let asking = treasure("a") { $0.question = Question("Who?", rule: .text(["Ada"])) }
    let hunt = try hunt(.any, [asking])
    var game = Played(hunt)
    game.stand(north: 0)
    var answered = HuntProgress(hunt, replaying: game.events)
    #expect(answered.asking.first?.id == "a")
    #expect(answered.answer("Ada", to: "a", at: game.time).count == 3)
    var gone = HuntProgress(hunt, replaying: game.events)
    let events = (0..<20).flatMap { second in
      gone.receive(Fix(position: at(500), time: game.time + .seconds(second), accuracy: 4)).map(\.kind)
    }
    #expect(events == [.left("a")])
  }

  // MARK: - Chance

  private func expectEqual(_ one: HuntProgress, _ other: HuntProgress, at time: Duration) {
    #expect(one.finds == other.finds && one.points == other.points && one.items == other.items)
    #expect(one.answers == other.answers && one.isWon == other.isWon && one.isTimeUp == other.isTimeUp)
    #expect(one.asking == other.asking && one.open == other.open)
    for treasure in one.hunt.treasures {
      let id = treasure.id
      #expect(one.state(of: id) == other.state(of: id))
      #expect(one.readHints(of: id) == other.readHints(of: id))
      #expect(one.nextHint(of: id, at: time)?.wait == other.nextHint(of: id, at: time)?.wait)
      #expect(one.timeLeft(for: id, at: time) == other.timeLeft(for: id, at: time))
      #expect(one.resolved(treasure) == other.resolved(treasure))
    }
    #expect(one.timeLeft(for: nil, at: time) == other.timeLeft(for: nil, at: time))
  }

  private func happen(
    to progress: inout HuntProgress, at time: Duration, _ chance: inout SeededGenerator
  ) -> [HuntEvent] {
    let ids = progress.hunt.treasures.map(\.id) + ["nobody"]
    let id = progress.asking.first?.id ?? ids.randomElement(using: &chance) ?? ""
    let utc = chance.uniform() < 0.5 ? Timestamp(milliseconds: Int64(chance.uniform() * 3_000_000)) : nil
    switch chance.uniform() {
    case ..<0.55:
      // Some seconds at a place, mostly a treasure that is open.
      let goal = chance.uniform() < 0.7 ? progress.open.randomElement(using: &chance)?.place.position : nil
      let place = (goal ?? at(chance.uniform() * 300)).offset(
        by: chance.uniform() * 8, toward: Bearing(degrees: chance.uniform() * 360))
      return (0..<12).flatMap { second in
        progress.receive(Fix(position: place, time: time + .seconds(second), utc: utc, accuracy: 4))
      }
    case ..<0.6: return progress.pass(to: time, utc: utc)
    case ..<0.61: return progress.remember(at: time, utc: utc)
    case ..<0.62:
      progress.losePosition()
      return []
    case ..<0.7: return progress.readHint(of: ids.randomElement(using: &chance) ?? "", at: time)
    case ..<0.78: return progress.claim(id, at: time)
    default:
      return progress.answer(["ada", "3", "2", "1", "x", ""].randomElement(using: &chance) ?? "", to: id, at: time)
    }
  }

  private func foreign(_ id: String, _ chance: inout SeededGenerator) -> HuntEvent {
    let kinds: [HuntEvent.Kind] = [
      .began, .played, .opened(id), .entered(id), .left(id),
      .answered(id, .choice(.random(in: .min ... .max, using: &chance))),
      .answered(id, .text("1")), .answered(id, .number(.nan)), .answered(id, .number(1e300)), .answeredWrongly(id),
      .found(id, distance: .nan), .found(id, distance: -1), .claimed(id), .expired(id),
      .readHint(id, .random(in: .min ... .max, using: &chance)), .readHint(id, 0), .won, .timeUp,
    ]
    return HuntEvent(
      kinds.randomElement(using: &chance) ?? .began, time: .seconds(Int64.random(in: .min ... .max, using: &chance)),
      utc: [nil, Timestamp(milliseconds: .min), Timestamp(milliseconds: .max)].randomElement(using: &chance) ?? nil)
  }

  private func randomHunt(_ chance: inout SeededGenerator) throws -> Hunt {
    let count = Int.random(in: 1...8, using: &chance)
    let treasures = try (0..<count).map { try randomTreasure($0, of: count, &chance) }
    return try hunt(chance.uniform() < 0.5 ? .any : .sequence, treasures) { hunt in
      hunt.items = (0..<3).map { Item(id: "i\($0)", name: "Item \($0)") }
      if chance.uniform() < 0.3 { hunt.goal = requirement(count, &chance) }
      if chance.uniform() < 0.2 { hunt.limit = .seconds(600) }
      if chance.uniform() < 0.1 { hunt.window = window(&chance) }
    }
  }

  private func randomTreasure(_ index: Int, of count: Int, _ chance: inout SeededGenerator) throws -> Treasure {
    let places = try [
      Projection.offset(from: "t0", bearing: Formula("A * 90"), distance: Formula("(B + 1) * 10")),
      .offset(from: "t\(count - 1)", bearing: Formula("A"), distance: Formula("20 / (A - 2)")),
      .coordinates(latitude: Formula("48 + A / 1000"), longitude: Formula("11")),
    ]
    return treasure("t\(index)", north: chance.uniform() * 300, radius: 5 + chance.uniform() * 25, points: index) {
      $0.hints = (0..<Int(chance.uniform() * 3)).map { Hint("hint", price: $0, after: .seconds($0 * 20)) }
      if chance.uniform() < 0.4 { $0.question = question(&chance) }
      if chance.uniform() < 0.4 { $0.requirement = requirement(count, &chance) }
      if chance.uniform() < 0.2 { $0.limit = .seconds(Int(60 + chance.uniform() * 600)) }
      if chance.uniform() < 0.2 { $0.window = window(&chance) }
      if chance.uniform() < 0.4 { $0.items = ["i\(Int(chance.uniform() * 4))"] }
      if chance.uniform() < 0.3 { $0.projection = places.randomElement(using: &chance) }
    }
  }

  private func question(_ chance: inout SeededGenerator) -> Question {
    let rules: [Question.Rule] = [
      .text(["Ada", "Naught"]), .number(3, tolerance: 0.5), .choice(options: ["x", "y", "z"], right: [0, 1, 2]),
      .choice(options: ["x", "y"], right: [1]),
    ]
    return Question(
      "?", rule: rules.randomElement(using: &chance) ?? rules[0],
      name: ["A", "B", nil].randomElement(using: &chance) ?? nil,
      price: 2)
  }

  private func window(_ chance: inout SeededGenerator) -> TimeWindow {
    TimeWindow(
      from: chance.uniform() < 0.7 ? Timestamp(milliseconds: Int64(chance.uniform() * 1_000_000)) : nil,
      to: chance.uniform() < 0.5 ? Timestamp(milliseconds: Int64(2_000_000 + chance.uniform() * 1_000_000)) : nil)
  }

  private func requirement(_ count: Int, _ chance: inout SeededGenerator, depth: Int = 0) -> Requirement {
    let id = "t\(Int.random(in: 0...count, using: &chance))"
    switch Int.random(in: 0..<(depth < 2 ? 7 : 4), using: &chance) {
    case 0, 1: return .found(id)
    case 2: return .answered(id, choice: chance.uniform() < 0.5 ? Int(chance.uniform() * 4) : nil)
    case 3: return .holds("i\(Int(chance.uniform() * 4))")
    case 4: return .all((0..<2).map { _ in requirement(count, &chance, depth: depth + 1) })
    default:
      return .atLeast(
        Int(chance.uniform() * 3), (0..<3).map { _ in requirement(count, &chance, depth: depth + 1) })
    }
  }
}
