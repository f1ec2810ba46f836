import GeoFormats
import Geodesy
import HuntDomain
import Numbers
import Places
import Sealing
import Testing

@testable import PlaceFiles

/// Sealed hunts beside the hunts that they were made of.
@Suite("Sealed hunts")
struct SealedHuntTests {
  /// The least that the library allows: these tests guess thousands of times.
  static let cheap = SealingCost(passes: 1, memory: 8 << 10)!

  private func sealed(_ hunt: Hunt, seed: UInt64 = 1) throws -> HuntSealing {
    var chance = SeededGenerator(seed: seed)
    return try HuntSealing(Array(HuntDocument(hunt).text.utf8), name: "hunt", cost: Self.cheap) { count in
      (0..<count).map { _ in UInt8(truncatingIfNeeded: chance.next()) }
    }
  }

  private func opened(_ sealing: HuntSealing) throws -> HuntFile {
    try HuntFile(Array(sealing.text.utf8), path: "sealed")
  }

  // MARK: - What can be read

  @Test("nothing of a stage behind an answer can be read, nor any answer, and what is before it all can")
  func nothingReadable() throws {
    var (hunts, hidden) = (0, 0)
    for seed in 1...120 as ClosedRange<UInt64> {
      var samples = SealableHunts(seed: seed)
      let hunt = samples.hunt()
      guard let sealing = try? sealed(hunt) else { continue }
      hunts += 1
      hidden += sealing.hidden.count
      let text = sealing.text
      for treasure in hunt.treasures {
        let isHidden = sealing.hidden.contains(treasure.id)
        // Every text of these hunts has a number of its own.
        for word in [treasure.place.name, treasure.hints[0].text, treasure.question?.prompt].compactMap(\.self) {
          #expect(text.contains(word) == !isHidden, "\(seed): \(word)")
        }
        let asks = treasure.question?.sealable != nil
        // A program finds a number by counting, and the author is told.
        let counts = if case .number(_, tolerance: 0)? = treasure.question?.rule { true } else { false }
        #expect(sealing.countable.contains(treasure.id) == counts, "\(seed): \(treasure.id)")
        #expect(text.contains(try #require(treasure.message)) == !(isHidden || asks), "\(seed)")
        guard asks, case .text(let words)? = treasure.question?.rule else { continue }
        for word in words { #expect(!text.contains(word), "\(seed): \(word)") }
      }
      let file = try opened(sealing)
      #expect(file.hunt.count == hunt.treasures.count && file.warnings == [])
      #expect(file.hunt.treasures.map(\.id) == hunt.treasures.map(\.id).filter { !sealing.hidden.contains($0) })
    }
    #expect(hunts > 60 && hidden > 120, "\(hunts) \(hidden)")
  }

  @Test("what an answer opens is what nobody finds without it, as many games show", arguments: [3, 8] as [UInt64])
  func complete(seed: UInt64) throws {
    for offset in 0..<20 as Range<UInt64> {
      var samples = SealableHunts(seed: seed * 100 + offset)
      let hunt = samples.hunt()
      guard let plan = try? SealPlan(hunt) else { continue }
      for (lock, asked) in plan.locks.enumerated() {
        var found: Set<String> = []
        for game in 0..<6 as Range<UInt64> {
          var pair = TwinGame(hunt, nil, seed: game)
          pair.play(avoiding: asked)
          found.formUnion(pair.found)
        }
        for treasure in hunt.treasures where plan.locks(before: treasure.id).contains(lock) {
          #expect(!found.contains(treasure.id), "\(seed) \(offset): \(treasure.id) was found without \(asked)")
        }
      }
    }
  }

  // MARK: - Playing

  @Test("a sealed hunt is played like the hunt that it was made of, event for event")
  func twins() throws {
    var (games, unsealed, wins) = (0, 0, 0)
    for seed in 1...120 as ClosedRange<UInt64> {
      var samples = SealableHunts(seed: seed)
      // With the positions that a file has.
      let hunt = try #require(HuntDocument(samples.hunt()).hunt().hunt)
      guard let sealing = try? sealed(hunt) else { continue }
      var pair = TwinGame(hunt, try opened(sealing).hunt, seed: seed)
      pair.play()
      #expect(pair.difference == nil, "\(seed): \(pair.difference ?? "")")
      games += 1
      unsealed += pair.unsealed
      wins += pair.isWon ? 1 : 0
      // Another sitting, from the file and the events alone.
      let again = HuntProgress(try opened(sealing).hunt, replaying: pair.sealedEvents)
      #expect(again.finds.map(\.treasure) == pair.sealed?.finds.map(\.treasure) && again.points == pair.sealed?.points)
      #expect(again.hunt.treasures == pair.sealed?.hunt.treasures && again.answers == pair.sealed?.answers)
    }
    #expect(games > 60 && unsealed > 100 && wins > 20, "\(games) \(unsealed) \(wins)")
  }

  @Test("events of a sealed game hold keys, and no answer")
  func keys() throws {
    let hunt = try riddle()
    var pair = TwinGame(hunt, try opened(sealed(hunt)).hunt, seed: 1)
    pair.play()
    let text = "\(pair.sealedEvents.map(\.kind))"
    #expect(text.contains("unsealed") && !text.contains("heron") && !text.contains("answered("))
    #expect(pair.sealed?.answers["gate"] == .text("heron"))
  }

  @Test("an answer is right in every spelling in which it is right unsealed, and wrong answers are the same wrong")
  func spellings() throws {
    let hunt = try riddle(words: ["Grüner Weg", "The heron"])
    let sealed = try #require(try opened(sealed(hunt)).hunt.treasure("gate")?.question)
    let plain = try #require(hunt.treasure("gate")?.question)
    for typed in ["gruner weg", "GRÜNER-WEG", "gruener weg", "grüner  weg!", "the heron", "THE HERON.", "theheron"] {
      guard case .right = plain.check(typed), case .opens(let key) = sealed.check(typed) else {
        Issue.record("\(typed)")
        continue
      }
      #expect(key.word == (typed.lowercased().hasPrefix("g") ? 0 : 1))
    }
    for typed in ["", " ", "heron", "gruner", "weg", "42", "the heronn", String(repeating: "a", count: 1000)] {
      #expect(sealed.check(typed) == (plain.check(typed) == .nothing ? .nothing : .wrong), "\(typed)")
    }
  }

  @Test("a number is right in every way of writing it")
  func numbers() throws {
    var hunt = try riddle()
    hunt = try #require(replaced(hunt, Question("How many?", rule: .number(1234.5, tolerance: 0))))
    let sealed = try #require(try opened(sealed(hunt)).hunt.treasure("gate")?.question)
    for typed in ["1234.5", "1234,5", "1,234.5", "1.234,50", " 1 234.5 "] {
      guard case .opens = sealed.check(typed) else {
        Issue.record("\(typed)")
        continue
      }
    }
    for typed in ["1234", "-1234.5", "1234.51", "x"] { #expect(sealed.check(typed) == .wrong, "\(typed)") }
  }

  @Test("who stands before a sealed answer without a good fix is let in for nothing, and only the answer helps inside")
  func claims() throws {
    let hunt = try opened(sealed(riddle())).hunt
    var progress = HuntProgress(hunt)
    let place = try #require(hunt.treasure("gate")).place.position
    // Near, with a circle that says nothing.
    for second in 0..<200 {
      let position = place.offset(by: 20, toward: Bearing(degrees: 0))
      _ = progress.receive(Fix(position: position, time: .seconds(second), accuracy: 60))
    }
    #expect(progress.claimPrice(of: "gate", at: .seconds(200)) == 0)
    #expect(progress.claim("gate", at: .seconds(200)).map(\.kind) == [.entered("gate")])
    #expect(progress.asking.first?.id == "gate" && progress.points == 0)
    for second in 201..<210 { _ = progress.answer("no idea", to: "gate", at: .seconds(second)) }
    #expect(progress.claimPrice(of: "gate", at: .seconds(5000)) == nil)
    let events = progress.answer("heron", to: "gate", at: .seconds(5000))
    #expect(events.contains { if case .found("gate", _) = $0.kind { true } else { false } })
    #expect(progress.finds.map(\.treasure.id) == ["gate"] && progress.hunt.treasures.count == 3)
  }

  @Test("a game of the hunt before it was sealed, or of another sealing, goes on where the question can be asked again")
  func otherSealings() throws {
    let hunt = try riddle()
    var pair = TwinGame(hunt, try opened(sealed(hunt, seed: 1)).hunt, seed: 1)
    pair.play()
    let another = try opened(sealed(hunt, seed: 2)).hunt
    for events in [pair.sealedEvents, pair.plainEvents] {
      var progress = HuntProgress(another, replaying: events.filter { $0.kind != .won })
      #expect(progress.finds.isEmpty && !progress.isCompleted && progress.asking.first?.id == "gate")
      #expect(progress.answer("heron", to: "gate", at: .seconds(9000)).contains { $0.kind == .opened("well") })
    }
  }

  // MARK: - What cannot be sealed, and damage

  @Test("what a file says that no hunt needs is left out of what can be read, and so is what shows the way")
  func extras() throws {
    let question = #"{"prompt":"Which bird?","text":"heron","solution":"heron!"}"#
    let listing = #"{"code":"GC1","encoded_hint":"Uvag","description":["SPOIL1"]}"#
    let text = """
      {"type":"FeatureCollection","bbox":[0,0,7,7],"SPOIL2":1,"trove":{"type":"hunt","items":[],"id":"x","title":"SPOIL3"},
      "trove":{"type":"hunt","title":"T","id":"t","trace":"SPOIL4.gpx","SPOIL5":{"well":1},"message":"SPOIL6"},"features":[
      {"type":"Feature","SPOIL7":0,"properties":{"id":"gate","question":\(question),"SPOIL8":"x","listing":\(listing)},
      "geometry":{"type":"Point","coordinates":[1,1]}},
      {"type":"Feature","properties":{"name":"SPOIL9"},"geometry":{"type":"LineString","coordinates":[[1,1],[2,2]]}},
      {"type":"Feature","properties":{"id":"well","name":"SPOIL10"},"geometry":{"type":"Point","coordinates":[2,2]}},
      {"type":"Feature","properties":{"id":"well","name":"SPOIL11"},"geometry":{"type":"Point","coordinates":[3,3]}}]}
      """
    let sealing = try HuntSealing(Array(text.utf8), name: "hunt", cost: Self.cheap) { [UInt8](1...UInt8($0)) }
    #expect(!sealing.text.contains("SPOIL") && !sealing.text.contains("heron"), "\(sealing.text)")
    let hunt = try HuntFile(Array(sealing.text.utf8), path: "sealed").hunt
    guard case .opens(let key)? = hunt.treasure("gate")?.question?.check("heron") else {
      Issue.record("does not open")
      return
    }
    let progress = HuntProgress(hunt, replaying: [HuntEvent(.unsealed("gate", key), time: .zero)])
    #expect(progress.hunt.treasure("well")?.place.name == "SPOIL10" && progress.hunt.message == "SPOIL6")
    #expect(progress.hunt.treasure("gate")?.listing?.code == "GC1" && progress.hunt.id == "t")
  }

  @Test("stages to which several answers lead are named, and a hunt is refused whose answer may be gone")
  func several() throws {
    var treasures = try riddle().treasures
    treasures[1].question = Question("And now?", rule: .text(["owl"]))
    treasures[1].requirement = .all([])
    treasures[2].requirement = .atLeast(1, [.answered("gate", choice: nil), .answered("well", choice: nil)])
    let either = try sealed(#require(Hunt(title: "Riddle", treasures: treasures)))
    #expect(either.open == ["oak"] && either.hidden == [] && either.text.contains("The oak"))
    treasures = try riddle().treasures
    treasures[0].question?.name = "A"
    treasures[0].limit = .seconds(60)
    treasures[1].requirement = .all([])
    treasures[1].projection = .offset(from: nil, bearing: try Formula("len(A)"), distance: try Formula("10"))
    treasures[2].requirement = .all([])
    let gone = try #require(Hunt(title: "Riddle", treasures: treasures))
    let problem = try #require(throws: FileProblem.self) { try sealed(gone) }
    #expect(problem.description.contains("“gate” can be gone before it is answered, and “well”"))
  }

  @Test("a hunt is refused whose open part would name what is sealed, that has nothing to seal, or is sealed already")
  func refusals() throws {
    func message(_ hunt: Hunt) throws -> String {
      try #require(throws: FileProblem.self) { try sealed(hunt) }.description
    }
    let plain = try #require(replaced(riddle(), nil))
    #expect(try message(plain).contains("hunt:1: error: nothing to seal"))
    let choice = Question("?", rule: .choice(options: ["a", "b"], right: [0]))
    #expect(try message(#require(replaced(riddle(), choice))).contains("nothing to seal"))
    var treasures = try riddle().treasures
    treasures[0].requirement = .found("oak")
    #expect(try message(#require(Hunt(title: "Riddle", treasures: treasures))).contains("nobody can find “gate”"))
    treasures = try riddle().treasures
    treasures[1].requirement = .answered("gate", choice: nil)
    var named = try #require(Hunt(title: "Riddle", order: .any, treasures: treasures))
    named.goal = .atLeast(1, [.found("well"), .found("oak")])
    #expect(try message(named).contains("the goal can be reached without “well”"))
    let sealing = try sealed(riddle())
    let again = try #require(throws: FileProblem.self) {
      try HuntSealing(Array(sealing.text.utf8), name: "hunt", cost: Self.cheap) { [UInt8](repeating: 1, count: $0) }
    }
    #expect(again.description.contains("this hunt is sealed: change the file that it was sealed from"))
  }

  @Test("a sealed hunt with a letter changed is the same hunt, refused, or never opens; nothing else happens")
  func damage() throws {
    let sealing = try sealed(riddle())
    let bytes = Array(sealing.text.utf8)
    var chance = SeededGenerator(seed: 5)
    var (refused, shut, open) = (0, 0, 0)
    for _ in 0..<600 {
      var changed = bytes
      let index = Int.random(in: bytes.indices, using: &chance)
      changed[index] = Array("AZaz09+/=\"{}[],:x ".utf8).randomElement(using: &chance) ?? 0
      guard let file = try? HuntFile(changed, path: "changed") else {
        refused += 1
        continue
      }
      guard let question = file.hunt.treasure("gate")?.question else { continue }
      switch question.check("heron") {
      case .opens(let key):
        open += 1
        var progress = HuntProgress(file.hunt)
        progress.apply(HuntEvent(.unsealed("gate", key), time: .zero))
        #expect(progress.answers["gate"] == .text("heron"))
      // Not of the file, but of how it is asked: whatever else has changed would have been noticed.
      default: shut += 1
      }
    }
    #expect(refused > 400 && shut < 10 && open > 0, "\(refused) \(shut) \(open)")
  }

  @Test("keys that fit nothing open nothing")
  func foreignKeys() throws {
    let hunt = try opened(sealed(riddle())).hunt
    for key in [[], [1], [UInt8](repeating: 0, count: 32), [UInt8](repeating: 255, count: 4096)] {
      for id in ["gate", "oak", "nobody"] {
        var progress = HuntProgress(hunt)
        progress.apply(HuntEvent(.unsealed(id, AnswerKey(key, word: .max)), time: .zero))
        #expect(progress == HuntProgress(hunt, replaying: [HuntEvent(.played, time: .zero)]))
      }
    }
  }

  // MARK: - Hunts

  /// A gate that asks, between an oak and a well.
  private func riddle(words: [String] = ["heron"]) throws -> Hunt {
    func treasure(_ id: String, _ north: Double, _ question: Question? = nil) -> Treasure {
      let place = Coordinate(latitude: 10, longitude: 20)!.offset(by: north, toward: Bearing(degrees: 0))
      var treasure = Treasure(
        place: PointOfInterest(id: id, name: "The \(id)", position: place), radius: 10, hint: "Look up.")
      treasure.question = question
      treasure.message = "Well done at \(id)."
      return treasure
    }
    let question = Question("Which bird?", rule: .text(words))
    return try #require(
      Hunt(title: "Riddle", treasures: [treasure("gate", 0, question), treasure("well", 200), treasure("oak", 400)]))
  }

  private func replaced(_ hunt: Hunt, _ question: Question?) -> Hunt? {
    var treasures = hunt.treasures
    treasures[0].question = question
    return Hunt(title: hunt.title, treasures: treasures)
  }
}
