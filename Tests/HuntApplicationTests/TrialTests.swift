import Game
import Geodesy
import HuntDomain
import Nearby
import Numbers
import PlaceSamples
import Places
import Simulation
import Testing
import Trials
import Views

@Suite("A trial of a hunt")
struct TrialTests {
  @Test("is the same on 1, 2 and 8 threads, and in every build")
  func determinism() async {
    let trial = Tried.trial(Tried.hunt(.any), .canyon)
    var digests: Set<UInt64> = []
    for threads in [1, 2, 8] { digests.insert(await trial.run(threads: threads).digest) }
    #expect(digests == [6_764_345_564_925_422_343])
    let other = await Tried.trial(Tried.hunt(.any), .canyon, seed: 2).run(threads: 2)
    #expect(!digests.contains(other.digest))
  }

  @Test("lets as many players choose an option as is said, and the others any other right one")
  func shares() async throws {
    var fork = Tried.treasure("fork", 0, 0)
    fork.question = Question(
      "Where to?", rule: .choice(options: ["left", "right", "back", "nowhere"], right: [0, 1, 2]))
    let branches = ["left", "right", "back"].enumerated().map { index, name in
      var branch = Tried.treasure(name, 100, Double(index) * 150 - 150)
      branch.requirement = .answered("fork", choice: index)
      return branch
    }
    var hunt = try #require(Hunt(title: "Tried", order: .any, treasures: [fork] + branches))
    hunt.goal = .atLeast(1, branches.map { .found($0.id) })
    let tried = hunt
    func opened(_ shares: [String]) async -> [Int] {
      let trial = Trial(
        tried, players: 400, seed: 3, strategy: .greedy, patience: 600, shares: shares.compactMap(ChoiceShare.init)
      ) { SimulatedReceiver(.none, seed: $0) }
      let result = await trial.run(threads: 2)
      return (1...3).map { stage in result.records.count { $0.stages[stage].opened != nil } }
    }
    let usual = await opened([])
    #expect(usual.allSatisfy { (95...172).contains($0) }, "\(usual)")
    let said = await opened(["fork=2:70%"])
    #expect((250...310).contains(said[1]) && (30...90).contains(said[0]) && (30...90).contains(said[2]), "\(said)")
    let sure = await opened(["fork=1:0%", "fork=3:0%"])
    // Those who never answer, and claim it, come to the first branch.
    #expect(sure[0] < 10 && sure[1] > 380 && sure[2] == 0, "\(sure)")
    for text in ["fork", "fork=0:30%", "fork=2:30", "fork=2:130%", "fork=x:3%", "=:"] {
      #expect(ChoiceShare(text) == nil)
    }
    func problem(_ texts: String...) -> String? {
      ChoiceShare.problem(with: texts.compactMap(ChoiceShare.init), in: tried)
    }
    #expect(problem("fork=2:70%", "fork=1:30%") == nil)
    #expect(problem("fork=5:1%")?.contains("4 options") == true && problem("left=1:1%")?.contains("no stage") == true)
    #expect(problem("fork=2:70%", "fork=1:40%")?.contains("more than 100 %") == true)
  }

  @Test("of a choice in which no option is wrong nobody gives a wrong answer, which would be the first one")
  func openChoice() async throws {
    var fork = Tried.treasure("fork", 0, 0)
    fork.question = Question("Where to?", rule: .choice(options: ["left", "right"], right: [0, 1]))
    var (left, right) = (Tried.treasure("left", 100, 0), Tried.treasure("right", 0, 100))
    (left.requirement, right.requirement) = (.answered("fork", choice: 0), .answered("fork", choice: 1))
    var hunt = try #require(Hunt(title: "Tried", order: .any, treasures: [fork, left, right]))
    hunt.goal = .atLeast(1, [.found("left"), .found("right")])
    let tried = hunt
    for (shares, part) in [([], 200), (["fork=2:30%"], 120)] as [([String], Int)] {
      let trial = Trial(
        tried, players: 400, seed: 3, strategy: .greedy, patience: 600, shares: shares.compactMap(ChoiceShare.init)
      ) { SimulatedReceiver(.none, seed: $0) }
      let result = await trial.run(threads: 2)
      let chosen = result.records.count { $0.stages[2].opened != nil }
      // Three standard deviations.
      #expect((part - 30...part + 30).contains(chosen), "\(chosen) for \(part)")
    }
  }

  @Test("finds what no screen shows only by wandering, or by a hint, and tells the author")
  func hidden() async throws {
    func tried(_ metres: Double, _ visibility: Visibility, hints: [Hint]) async throws -> (
      found: Int, remarks: [String]
    ) {
      var far = Tried.treasure("cave", metres, 0)
      (far.visibility, far.hints) = (visibility, hints)
      let hunt = try #require(Hunt(title: "Tried", treasures: [Tried.treasure("oak", 0, 0), far]))
      let result = await Tried.trial(hunt, .none, players: 50, strategy: .greedy).run(threads: 2)
      return (result.stage(1).found, TrialScreen(result, surroundings: "none").remarks.map(\.text))
    }
    let later = Visibility.revealed(.found("cave"))
    let alone = try await tried(2500, .near(metres: 25), hints: [])
    #expect(alone.found == 0)
    #expect(
      alone.remarks.contains {
        $0
          == "Stage 2 “The cave” is on the screen only within 25 m, and 50 of 50 who look for it never find it: give it a hint."
      }, "\(alone.remarks)")
    let unrevealed = try await tried(400, later, hints: [])
    #expect(unrevealed.found < 10 && unrevealed.remarks.contains { $0.contains("before something else happens") })
    // Who has been told where it is goes there, and many come upon it who have to be close by only.
    let told = try await tried(800, .near(metres: 25), hints: [Hint("In the cave.")])
    let near = try await tried(120, .near(metres: 100), hints: [])
    #expect(told.found == 50 && near.found > 25, "\(told) \(near)")
  }

  @Test(
    "knows the place that is computed from an answer only when it is given, and is led astray by one that counts and is wrong"
  )
  func projected() async throws {
    var tower = Tried.treasure("tower", 0, 0)
    tower.question = Question("How many windows?", rule: .number(14, tolerance: 1), name: "W")
    var vault = Tried.treasure("vault", 100, 0)
    vault.question = Question("Who?", rule: .text(["Ada", "Lady Lovelace"]))
    vault.projection = .offset(from: "tower", bearing: try Formula("90"), distance: try Formula("W * 40"))
    let hunt = try #require(Hunt(title: "Tried", treasures: [tower, vault]))
    let trial = Tried.trial(hunt, .none, players: 120, strategy: .ordered)
    let result = await trial.run(threads: 2)
    var (off, said, found) = (0, Set<Double>(), 0)
    for player in 0..<120 {
      let events = trial.moments(of: player).flatMap(\.events)
      let opened = events.firstIndex(where: { $0.kind == .opened("vault") })
      let answers = events.indices.compactMap { index -> (Int, Double)? in
        guard case .answered("tower", .number(let number)) = events[index].kind else { return nil }
        return (index, number)
      }
      guard let opened else { continue }
      let (index, number) = try #require(answers.first)
      #expect(index < opened)
      said.insert(number)
      guard number != 14 else { continue }
      off += 1
      // A name cannot be read from 40 m away; the answers are right, also those that come with a claim.
      let isAnswered = events.contains { if case .answered("vault", _) = $0.kind { true } else { false } }
      if isAnswered, !events.contains(where: { $0.kind == .claimed("vault") }) { found += 1 }
    }
    #expect(said == [13, 14, 15] && (25...55).contains(off), "\(off) of \(said)")
    #expect(result.stage(1).astray == off && found == 0)
    let remarks = TrialScreen(result, surroundings: "none").remarks.map(\.text)
    #expect(
      remarks.contains {
        $0.hasPrefix("Stage 2 “The vault” is looked for in a wrong place by \(off) of ")
      }, "\(remarks)")
    // Rounded in the formula it is one place.
    vault.projection = .offset(from: "tower", bearing: try Formula("90"), distance: try Formula("floor(W / 10) * 500"))
    let round = try #require(Hunt(title: "Tried", treasures: [tower, vault]))
    let better = await Tried.trial(round, .none, players: 40, strategy: .ordered).run(threads: 2)
    #expect(better.stage(1).astray == 0 && better.stage(1).reached > 30)
  }

  @Test("goes by the date: a stage with a window is found by nobody before, and by all within it")
  func dates() async throws {
    var tree = Tried.treasure("tree", 200, 0)
    // 24 December 2026, 16:00 UTC.
    let from = Timestamp(milliseconds: 1_798_128_000_000)
    tree.window = TimeWindow(from: from, to: from.advanced(by: .seconds(4 * 3600)))
    let hunt = try #require(Hunt(title: "Tried", treasures: [Tried.treasure("oak", 0, 0), tree]))
    func found(at start: Timestamp?) async -> (found: Int, first: Int) {
      let trial = Trial(hunt, players: 20, seed: 1, strategy: .ordered, patience: 600) {
        var receiver = SimulatedReceiver(.none, seed: $0)
        receiver.start = start
        return receiver
      }
      let result = await trial.run(threads: 2)
      return (result.stage(1).found, result.records.compactMap { $0.stages[1].opened }.min() ?? 0)
    }
    #expect(await found(at: nil).found == 0)
    let early = await found(at: from.advanced(by: .seconds(-900)))
    #expect(early.found == 20 && early.first >= 900, "\(early)")
    #expect(await found(at: from.advanced(by: .seconds(3600))).found == 20)
    #expect(await found(at: from.advanced(by: .seconds(5 * 3600))).found == 0)
  }

  @Test("finds what lies far behind a question, as it does what opens by itself", arguments: [0, 1])
  func behindQuestion(asking: Int) async throws {
    var treasures = [Tried.treasure("oak", 0, 0), Tried.treasure("mill", 320, 0), Tried.treasure("well", 800, 250)]
    treasures[asking].question = Question("How old?", rule: .number(12, tolerance: 0))
    let hunt = try #require(Hunt(title: "Tried", treasures: treasures))
    let result = await Tried.trial(hunt, .none, strategy: .greedy).run(threads: 2)
    let stages = (0..<3).map { result.stage($0) }
    #expect(stages.map(\.found) == [24, 24, 24] && stages.map(\.missed) == [0, 0, 0], "\(stages)")
  }

  @Test(
    "judges as a session does: the same fixes give the same events",
    arguments: [ErrorPreset.none, .openSky, .canyon, .wood, .indoors], [Hunt.Order.sequence, .any])
  func session(preset: ErrorPreset, order: Hunt.Order) {
    let trial = Tried.trial(Tried.hunt(order, radius: 12), preset)
    for player in 0..<6 {
      let moments = trial.moments(of: player)
      var session = Session()
      _ = session.handle(.begin(GameSetup(hunt: trial.hunt, source: "GPS")), at: .zero)
      for moment in moments {
        // What players do goes through menus and questions; up to there nothing but the fixes decides.
        guard case .report(let observation) = moment.input else { break }
        var effects: [SessionEffect]
        switch observation {
        case .fix(let fix): effects = session.handle(.location(.fix(fix)), at: moment.time)
        case .nothing(let satellites):
          effects = session.handle(.location(.searching(satellitesInView: satellites)), at: moment.time)
          effects += session.handle(.tick, at: moment.time)
        }
        #expect(effects.saved == moment.events.map(Judged.init), "player \(player) at \(moment.time)")
      }
      #expect(!moments.isEmpty)
    }
  }

  @Test(
    "judges as the whole rules do, with answers, hints and claims, and without any short cut",
    arguments: [ErrorPreset.none, .canyon, .indoors, .coldStart])
  func rules(preset: ErrorPreset) {
    var hunt = Tried.hunt(.any, radius: 8)
    hunt.limit = .seconds(2400)
    let trial = Tried.trial(hunt, preset)
    var kinds = 0
    for player in 0..<12 {
      var service = NearbyPOIService()
      var progress = HuntProgress(hunt)
      for moment in trial.moments(of: player) {
        let expected: [HuntEvent]
        switch moment.input {
        case .report(.fix(let fix)):
          guard case .believed(_, let shown) = service.receive(.fix(fix), at: moment.time) else {
            expected = progress.pass(to: moment.time, utc: nil)
            break
          }
          expected = progress.receive(shown)
        case .report(.nothing(let satellites)):
          service.receive(.searching(satellitesInView: satellites), at: moment.time)
          progress.losePosition()
          expected = progress.pass(to: moment.time, utc: nil)
        case .answer(let words, let id): expected = progress.answer(words, to: id, at: moment.time)
        case .hint(let id): expected = progress.readHint(of: id, at: moment.time)
        case .claim(let id): expected = progress.claim(id, at: moment.time)
        }
        #expect(expected.map(Judged.init) == moment.events.map(Judged.init), "player \(player) at \(moment.time)")
        kinds += expected.count
      }
    }
    #expect(kinds > 50)
  }

  @Test("without errors everybody who does not lose their way finishes, and nothing is found falsely or missed")
  func perfect() async {
    let result = await Tried.trial(Tried.hunt(.sequence), .none, strategy: .ordered).run(threads: 2)
    #expect(result.total.enteredFalsely == 0)
    #expect(result.total.missed == 0)
    #expect(result.times.count * 10 >= result.records.count * 9)
    #expect(result.times.allSatisfy { $0 > 400 })
  }

  @Test(
    "in a canyon small zones open to players who are not there; one remark for each stage says which radius to take")
  func canyon() async throws {
    let hunt = Tried.hunt(.any, radius: 8)
    let small = await Tried.trial(hunt, .canyon, players: 60).run(threads: 2)
    #expect(small.total.enteredFalsely > 0)
    let remarks = TrialScreen(small, surroundings: "canyon").remarks
    let texts = remarks.map(\.text)
    #expect(texts.count == hunt.treasures.count)
    var radius = 0.0
    for index in hunt.treasures.indices {
      let mine = texts.filter { $0.hasPrefix("Stage \(index + 1) ") }
      #expect(mine.count == 1)
      let advice = try #require(mine.first?.firstMatch(of: /take radius_m (\d+); its radius of 8 m is smaller than/))
      radius = max(radius, try #require(Double(advice.1)))
    }
    // What is advised has been tried: a radius that few miss, and that opens to no more who are not there.
    let trial = Tried.trial(hunt, .canyon, players: 60)
    var measured = small
    measured.radii = await trial.measuredRadii(for: small, threads: 2)
    #expect(measured.radii.count == hunt.treasures.count)
    let again = await trial.measuredRadii(for: small, threads: 1)
    #expect(again == measured.radii)
    for (index, radius) in measured.radii {
      guard let metres = radius.radius else { continue }
      let sum = small.stage(index)
      #expect(radius.missed < 0.05 && metres >= 20 && metres <= 60, "\(radius)")
      #expect(radius.falsely <= Double(sum.enteredFalsely) / Double(max(1, sum.entered)), "\(radius)")
    }
    #expect(measured.radii.values.contains { $0.radius != nil }, "\(measured.radii)")
    let told = TrialScreen(measured, surroundings: "canyon").remarks.map(\.text).joined(separator: " ")
    let advice = told.matches(of: /take radius_m \d+: then ([\d.]+) % of the visits are missed \(now [\d.]+ %\)/)
    #expect(!advice.isEmpty && advice.allSatisfy { (Double($0.1) ?? 5) < 5 }, "\(told)")
    // After the advice is taken, the report says what helps against the rest; no part is larger than its whole.
    let taken = Tried.trial(hunt.with(radii: measured.radii.compactMapValues(\.radius)), .canyon, players: 60)
    let after = TrialScreen(await taken.run(threads: 2), surroundings: "canyon").remarks.map(\.text)
    let before = TrialScreen(measured, surroundings: "canyon").remarks.map(\.text)
    let open = (after + before).filter { $0.contains("opens to") }
    #expect(!open.isEmpty)
    for text in open {
      let counts = text.firstMatch(of: /opens to (\d+) of \d+ who are not there \((\d+|none) by/)
      #expect((counts.flatMap { Int($0.2) } ?? 0) <= (counts.flatMap { Int($0.1) } ?? -1), "\(text)")
      let helps = [
        "ask something that can be read only there", "its question keeps out who is not there", "take radius_m",
      ]
      #expect(helps.contains(where: text.contains), "\(text)")
    }
    // Warnings come first.
    #expect(remarks.map(\.weight) == remarks.map(\.weight).sorted { $0 == .warning && $1 != .warning })
    // The advice helps.
    let large = await Tried.trial(Tried.hunt(.any, radius: radius), .canyon, players: 60).run(threads: 2)
    #expect(large.total.missed * 5 < small.total.missed, "\(large.total) after \(small.total)")
    #expect(large.total.enteredFalsely * 2 < small.total.enteredFalsely, "\(large.total) after \(small.total)")
  }

  @Test("a find is false for who is not inside within ten seconds, and from afar for who is more than ten metres away")
  func falseFinds() async {
    let trial = Tried.trial(Tried.hunt(.any, radius: 10), .canyon, players: 60)
    let result = await trial.run(threads: 2)
    let zones = trial.hunt.treasures.map { ($0.place.id, ZoneGround($0.zone, at: $0.place.position)) }
    let grounds = Dictionary(uniqueKeysWithValues: zones)
    var (entered, atOnce, before, afar) = (0, 0, 0, 0)
    for player in 0..<60 {
      let moments = trial.moments(of: player)
      for (index, moment) in moments.enumerated() {
        for case .entered(let id) in moment.events.map(\.kind) {
          guard let ground = grounds[id] else { continue }
          entered += 1
          let depth = ground.depth(of: moment.truth)
          if depth < -10 { afar += 1 }
          guard depth < 0 else { continue }
          atOnce += 1
          let recent = moments[...index].reversed().prefix { moment.time - $0.time <= .seconds(10) }
          if recent.allSatisfy({ ground.depth(of: $0.truth) < 0 }) { before += 1 }
        }
      }
    }
    let total = result.total
    #expect(total.entered == entered && total.enteredFromAfar == afar && afar > 0)
    // Some of those who were not inside before come in within the next ten seconds.
    #expect(total.enteredFalsely > 0 && total.enteredFalsely < before && before < atOnce)
  }

  @Test("fixes that are held stop no time: limits run out at the second in which they do in a game")
  func heldFixes() async {
    var hunt = Tried.hunt(.any, radius: 12)
    hunt.limit = .seconds(300)
    guard var model = ErrorPreset.canyon.model else { return }
    model.multipath = .init(interval: 2, duration: 2, size: 4000, spread: 3000)
    let trial = Trial(hunt, players: 1, seed: 5) { [model] in SimulatedReceiver(model: model, seed: $0) }
    var (ends, held) = (0, 0)
    for player in 0..<40 {
      let moments = trial.moments(of: player)
      var filter = PositionFilter()
      var isHeld: [Duration: Bool] = [:]
      for moment in moments {
        guard case .report(.fix(let fix)) = moment.input else { continue }
        if case .held = filter.receive(fix) { isHeld[moment.time] = true }
      }
      guard let end = moments.last, end.events.contains(where: { $0.kind == .timeUp }) else { continue }
      let began = moments.flatMap(\.events).first { $0.kind == .began }?.time
      #expect(end.time == (began ?? .zero) + .seconds(300), "player \(player)")
      ends += 1
      held += isHeld[end.time] == true ? 1 : 0
    }
    #expect(ends > 20 && held > 3, "\(ends) ends, \(held) of them while a fix was held")
  }

  @Test("of several right options each is chosen by somebody, so that every branch is tried")
  func branches() async {
    var fork = Tried.treasure("fork", 0, 0)
    fork.question = Question("Left or right?", rule: .choice(options: ["left", "right", "back"], right: [0, 1]))
    var (left, right) = (Tried.treasure("left", 120, 0), Tried.treasure("right", 0, 120))
    left.requirement = .answered("fork", choice: 0)
    right.requirement = .answered("fork", choice: 1)
    guard var hunt = Hunt(title: "Fork", order: .any, treasures: [fork, left, right]) else {
      Issue.record("no hunt")
      return
    }
    hunt.goal = .atLeast(1, [.found("left"), .found("right")])
    let result = await Tried.trial(hunt, .none, players: 40).run(threads: 2)
    #expect(result.stage(1).found > 8 && result.stage(2).found > 8)
  }

  @Test("a hunt that nobody comes through is not praised")
  func nobody() async {
    var hunt = Tried.hunt(.any)
    hunt.window = TimeWindow(from: Timestamp(milliseconds: 4_000_000_000_000), to: nil)
    let remarks = TrialScreen(await Tried.trial(hunt, .none, players: 4).run(threads: 2), surroundings: "none").remarks
    #expect(remarks.first?.text == "Nobody comes through." && remarks.first?.weight == .warning)
    #expect(!remarks.contains { $0.text.hasPrefix("No stage loses") })
  }

  @Test("who waits at a seal is not said to finish")
  func seals() async {
    var well = Tried.treasure("well", 100, 0)
    well.question = Question("Who?", rule: .sealed(SealedAnswer(.text, seal: [1], lock: NoKey())))
    guard let hunt = Hunt(title: "Sealed", treasures: [Tried.treasure("oak", 0, 0), well]) else {
      Issue.record("no hunt")
      return
    }
    let result = await Tried.trial(hunt, .none, players: 10, strategy: .ordered).run(threads: 2)
    let summary = TrialScreen(result, surroundings: "none").summary
    #expect(result.records.contains { $0.end == .atSeal })
    #expect(summary.first?.contains("come to a seal (") == true && summary.allSatisfy { !$0.contains("finish") })
  }

  @Test("stages behind a seal, which nobody tried, are not praised")
  func behindSeals() async {
    var hunt = Tried.hunt(.sequence)
    let praise = "No stage loses players, and none misleads them."
    let open = TrialScreen(await Tried.trial(hunt, .none, strategy: .ordered).run(threads: 2), surroundings: "none")
    #expect(open.remarks.contains { $0.text == praise })
    hunt.sealedTreasures = 8
    let sealed = TrialScreen(await Tried.trial(hunt, .none, strategy: .ordered).run(threads: 2), surroundings: "none")
    #expect(!sealed.remarks.contains { $0.text == praise })
  }

  @Test("counts each second of each player once on the map, as far as it reaches")
  func heat() async {
    let result = await Tried.trial(Tried.hunt(.sequence), .none, strategy: .ordered).run(threads: 2)
    let seconds = result.heat.seconds.reduce(0) { $0 + Int($1) }
    #expect(seconds <= result.playerSeconds)
    #expect(seconds * 10 > result.playerSeconds * 8)
    #expect(HeatScreen(result).levels.contains(4))
  }

  @Test("the map shows all stages, and the most time where the players stood")
  func heatMap() async throws {
    let hunt = Tried.hunt(.sequence)
    let result = await Tried.trial(hunt, .none, strategy: .ordered).run(threads: 2)
    for columns in [20, 80, 300] {
      let screen = HeatMap(result, columns: columns).screen
      #expect(screen.columns == columns && screen.heat.count == screen.columns * screen.rows)
      #expect(screen.marks.count == hunt.treasures.count)
      #expect(
        screen.marks.allSatisfy {
          (0..<Double(columns)).contains($0.at.x) && (0..<Double(screen.rows)).contains($0.at.y)
        })
      guard columns >= 80 else { continue }
      // Nobody stands still but in zones: the hottest cell lies in one.
      let hottest = try #require(screen.heat.firstIndex(of: 4))
      let (row, column) = hottest.quotientAndRemainder(dividingBy: columns)
      let nearest = screen.marks.map { max(abs($0.at.x - Double(column) - 0.5), 2 * abs($0.at.y - Double(row) - 0.5)) }
        .min()
      let reach = screen.zones.compactMap { if case .circle(_, let radius) = $0 { radius } else { nil } }.max() ?? 0
      #expect(try #require(nearest) <= reach + 2, "\(columns)")
    }
  }

  @Test("percentiles count those who never finish")
  func percentiles() async {
    let result = await Tried.trial(Tried.hunt(.any, radius: 8), .indoors).run(threads: 2)
    #expect(result.time(of: 1) == nil || result.times.count == result.records.count)
    if let first = result.times.first { #expect(result.time(of: 0.01) == first) }
  }
}

/// A lock that no answer opens.
private struct NoKey: AnswerLock {
  func key(for forms: [String]) -> AnswerKey? { nil }
  func hunt(openedBy key: AnswerKey) -> Hunt? { nil }
}

/// An event without the date that a simulation made up.
private struct Judged: Hashable {
  let kind: HuntEvent.Kind
  let time: Duration

  init(_ event: HuntEvent) { (kind, time) = (event.kind, event.time) }
}

extension [SessionEffect] {
  /// What was saved, beside that time has passed.
  fileprivate var saved: [Judged] {
    flatMap { effect -> [Judged] in
      guard case .save(let events) = effect else { return [] }
      return events.filter { $0.kind != .played }.map(Judged.init)
    }
  }
}
