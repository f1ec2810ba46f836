import HuntDomain
import HuntInspection
import Numbers
import PlaceSamples
import Testing

@Suite("What an inspection says of the ways through a hunt")
struct WaysTests {
  @Test("is what playing in every order with every choice says, for 1000 hunts of chance", arguments: 0..<10)
  func bruteForce(_ part: UInt64) {
    var counts = (lost: 0, dead: 0, unreachable: 0)
    for seed in part * 100..<(part + 1) * 100 {
      var chance = SeededGenerator(seed: seed)
      let hunt = ChanceHunt(&chance).hunt
      let truth = EveryWay(hunt)
      let inspection = Inspection(hunt)
      #expect(inspection.isExact)
      #expect(inspection.isWinnable == truth.isWinnable, "seed \(seed)")
      #expect(inspection.unreachable == truth.unreachable, "seed \(seed)")
      #expect(inspection.deadEnds == truth.deadEnds, "seed \(seed)")
      let isSound = truth.isWinnable && truth.deadEnds.isEmpty
      let hasError = inspection.findings.contains { $0.severity == .error }
      #expect(isSound || hasError, "seed \(seed): \(inspection.findings.map(\.text))")
      counts.lost += truth.isWinnable ? 0 : 1
      counts.dead += truth.deadEnds.isEmpty ? 0 : 1
      counts.unreachable += truth.unreachable.isEmpty ? 0 : 1
    }
    // Chance has to bring forth all kinds, or nothing is compared.
    #expect(counts.lost > 0 && counts.dead > 0 && counts.unreachable > 5 && counts.lost < 95, "\(counts)")
  }

  @Test("stays a sound bound where there are too many forks to try them all")
  func bound() {
    let forks = (0..<40).map { index in
      tree("fork-\(index)", Double(index) * 100) { $0.question = way }
    }
    let good = trees(
      forks + [
        tree("alder", 5000) {
          $0.requirement = .all(
            (0..<40).map { .atLeast(1, [.answered("fork-\($0)", choice: 0), .answered("fork-\($0)", choice: 1)]) })
        }
      ])
    let bad = trees(forks + [tree("alder", 5000) { $0.requirement = .answered("fork-7", choice: 1) }]) {
      $0.goal = .found("alder")
    }
    #expect(!Inspection(good).isExact && Inspection(good).findings.isEmpty)
    #expect(Inspection(bad).findings.map(\.code) == [.deadEnd])
    #expect(Inspection(bad).deadEnds == [Inspection.Option(treasure: "fork-7", option: 0)])
  }

  @Test("does not depend on how deep requirements wait for each other")
  func long() {
    let row = (0..<600).map { tree("stage-\($0)", Double($0) * 50, radius: 15) }
    #expect(Inspection(trees(row)).findings.isEmpty)
    let circle = trees(row).with("stage-0") { $0.requirement = .found("stage-599") }
    #expect(Inspection(circle).findings.map(\.code) == [.requirementCycle])
  }
}

/// A small hunt of chance: up to five treasures, some that ask, requirements of all kinds.
private struct ChanceHunt {
  let hunt: Hunt

  init(_ chance: inout SeededGenerator) {
    let count = Int.random(in: 1...5, using: &chance)
    let treasures = (0..<count).map { index in
      tree("t\(index)", Double(index) * 100) { treasure in
        if Int.random(in: 0..<5, using: &chance) < 2 { treasure.question = Self.question(&chance) }
        if Int.random(in: 0..<3, using: &chance) == 0 { treasure.items = ["key"] }
        if Int.random(in: 0..<3, using: &chance) > 0 {
          treasure.requirement = Self.requirement(below: max(1, index), of: count, depth: 2, &chance)
        }
      }
    }
    let order: Hunt.Order = Bool.random(using: &chance) ? .any : .sequence
    let goal =
      Int.random(in: 0..<4, using: &chance) == 0 ? nil : Self.requirement(below: count, of: count, depth: 2, &chance)
    hunt = trees(treasures, order) {
      $0.items = [Item(id: "key", name: "Key")]
      $0.goal = goal
    }
  }

  private static func question(_ chance: inout SeededGenerator) -> Question {
    if Int.random(in: 0..<4, using: &chance) == 0 { return riddle }
    let right = (0..<3).filter { _ in Int.random(in: 0..<4, using: &chance) > 0 }
    return Question("Which?", rule: .choice(options: ["one", "two", "three"], right: Set(right)))
  }

  /// Mostly of treasures before it, so that not every hunt is hopeless.
  private static func requirement(
    below index: Int, of count: Int, depth: Int, _ chance: inout SeededGenerator
  ) -> Requirement {
    let other = Int.random(in: 0..<8, using: &chance) == 0 ? count : index
    let id = "t\(Int.random(in: 0..<other, using: &chance))"
    switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &chance) {
    case 0, 1: return .found(id)
    case 2, 3: return .answered(id, choice: Int.random(in: 0..<3, using: &chance))
    case 4: return .answered(id, choice: nil)
    case 5: return .holds("key")
    case 6: return .all((0..<2).map { _ in requirement(below: index, of: count, depth: depth - 1, &chance) })
    default:
      let parts = (0..<3).map { _ in requirement(below: index, of: count, depth: depth - 1, &chance) }
      return .atLeast(Int.random(in: 0...3, using: &chance), parts)
    }
  }
}

/// The ground truth: a hunt played in every order with every right answer.
private struct EveryWay {
  private struct State: Hashable {
    var found: Set<Int> = []
    var options: [Int: Int] = [:]
  }

  private let hunt: Hunt
  private var wins: [State: Bool] = [:]
  private var seen: Set<Int> = []
  private(set) var deadEnds: Set<Inspection.Option> = []

  init(_ hunt: Hunt) {
    self.hunt = hunt
    _ = play(State())
  }

  var isWinnable: Bool { wins[State()] ?? false }

  var unreachable: Set<String> {
    Set(hunt.treasures.indices.filter { !seen.contains($0) }.map { hunt.treasures[$0].id })
  }

  private mutating func play(_ state: State) -> Bool {
    if let known = wins[state] { return known }
    seen.formUnion(state.found)
    var children: [(Int, Int?, Bool)] = []
    for index in hunt.treasures.indices where !state.found.contains(index) {
      guard hunt.requirement(of: hunt.treasures[index]).map({ holds($0, state) }) ?? true else { continue }
      for option in options(of: index) {
        var next = state
        next.found.insert(index)
        next.options[index] = option
        children.append((index, option, play(next)))
      }
    }
    // Without a goal the hunt is won when something is found and nothing is left.
    let isWon = hunt.goal.map { holds($0, state) } ?? (!state.found.isEmpty && children.isEmpty)
    let result = isWon || children.contains { $0.2 }
    if result && !isWon {
      for case (let index, let option?, false) in children {
        deadEnds.insert(Inspection.Option(treasure: hunt.treasures[index].id, option: option))
      }
    }
    wins[state] = result
    return result
  }

  /// The ways to be done with a treasure; nothing stands for one without a choice.
  private func options(of index: Int) -> [Int?] {
    guard case .choice(_, let right)? = hunt.treasures[index].question?.rule else { return [nil] }
    return right.sorted()
  }

  /// Whether the game says so, after these finds and answers.
  private func holds(_ requirement: Requirement, _ state: State) -> Bool {
    let events = state.found.flatMap { index -> [HuntEvent] in
      let treasure = hunt.treasures[index]
      let answer = state.options[index].map { Answer.choice($0) } ?? .text("right")
      let answered = treasure.question == nil ? [] : [HuntEvent.Kind.answered(treasure.id, answer)]
      return (answered + [.found(treasure.id, distance: 0)]).map { HuntEvent($0, time: .zero) }
    }
    return HuntProgress(hunt, replaying: events).isMet(requirement)
  }
}
