import Foundation
import Geodesy
import HuntDomain
import HuntInspection
import HuntMaking
import HuntTesting
import PlaceFiles
import Places
import ProcessTesting
import Simulation
import Streets
import Testing

@Suite("Questions of hunts that are made")
struct HuntQuestionTests {
  @Test("ask for a street only at a junction within 30 m, and take every real street that meets there")
  func streets() throws {
    func asked(_ metres: Double, _ more: (inout Town) -> Void) throws -> [Question] {
      var town = Town()
      for number in 0..<12 {
        // Beside a junction of the grid, whose streets are 100 m from each other, so many metres from it.
        let (east, north) = (Double(number % 4 - 2) * 200, Double(number / 4 - 1) * 200)
        town.add(["tourism": "museum", "name": "Haus \(number)", "wikidata": "Q\(number)"], (east + metres, north + 6))
      }
      more(&town)
      return try (1...6 as ClosedRange<UInt64>).flatMap { seed -> [Question] in
        var wish = HuntWish(from: Town.place(-50, -50), length: 2500, count: 6)
        wish.seed = seed
        return try town.hunt(wish).treasures.filter { !$0.place.name.hasPrefix("A street corner") }.compactMap(
          \.question
        )
        .filter { $0.prompt.contains("meets") }
      }
    }
    let near = try asked(10) { _ in }
    #expect(!near.isEmpty)
    #expect(try asked(45) { _ in }.isEmpty)
    // A third street and a lane with a sign at every junction are as good answers, and a footpath is none.
    let all = try asked(10) { town in
      for column in -7...7 {
        for row in -7...7 {
          let (x, y) = (Double(column) * 100, Double(row) * 100)
          town.add(Way(.street, [Town.place(x, y), Town.place(x + 30, y + 40)], name: "Sternweg"))
          town.add(Way(.service, [Town.place(x, y), Town.place(x + 30, y - 40)], name: "Hofgang"))
          town.add(Way(.footway, [Town.place(x, y), Town.place(x - 30, y + 40)], name: "Trampelpfad"))
        }
      }
    }
    #expect(!all.isEmpty)
    for question in all {
      let own = question.prompt.contains("Sternweg")
      #expect(own || question.check("Sternweg") != .wrong)
      #expect(question.check("Hofgang") != .wrong && !question.prompt.contains("Hofgang"))
      #expect(question.check("Trampelpfad") == .wrong && !question.prompt.contains("Trampelpfad"))
    }
  }

  @Test(
    "ask whom a statue shows only where that is a person",
    arguments: [
      ("Ada Lovelace", true), ("Ludwig van Beethoven", true), ("Jean-Paul Sartre", true), ("Simón Bolívar", true),
      ("Le manteau de la conscience", false), ("The Thinker", false), ("Die vier Jahreszeiten", false),
      ("Neptunbrunnen", false), ("Monument of the Unknown", false), ("Figure 7 B", false),
    ])
  func persons(name: String, isPerson: Bool) throws {
    var town = Town()
    for number in 0..<8 {
      town.add(
        ["tourism": "artwork", "artwork_type": "statue", "name": name, "wikidata": "Q\(number)"],
        (Double(number % 4 - 2) * 250 + 50, Double(number / 4) * 500 - 242))
      town.add(
        ["tourism": "museum", "name": "Haus \(number)"], (Double(number % 4 - 2) * 250, Double(number) * 60 - 202))
    }
    let prompts = try (1...8 as ClosedRange<UInt64>).flatMap { seed -> [String] in
      var wish = HuntWish(from: Town.middle, length: 2500, count: 6)
      (wish.seed, wish.level) = (seed, .hard)
      return try town.hunt(wish).treasures.compactMap { $0.question?.prompt }
    }
    #expect(
      prompts.contains { $0.contains("Whom") || $0.contains("whom") || $0.hasPrefix("Who") } == isPerson, "\(prompts)")
  }

  @Test("do not ask for a street that bears the name of what a hint before calls by it")
  func streetOfThing() throws {
    var town = Town()
    for number in 0..<12 {
      let (east, north) = (Double(number % 4 - 2) * 200, Double(number / 4 - 1) * 200)
      if number == 5 { town.add(["historic": "city_gate", "name": "Klingentor"], (east - 10, north + 6)) }
      town.add(["tourism": "museum", "name": "Haus \(number)", "wikidata": "M\(number)"], (east + 90, north + 6))
    }
    for column in -7...7 {
      for row in -7...7 {
        let (x, y) = (Double(column) * 100, Double(row) * 100)
        town.add(Way(.street, [Town.place(x, y), Town.place(x + 30, y + 40)], name: "Klingentorstraße"))
      }
    }
    let hunts = try (1...16 as ClosedRange<UInt64>).map { seed -> Hunt in
      var wish = HuntWish(from: Town.place(-50, -50), length: 2500, count: 6)
      wish.seed = seed
      return try town.hunt(wish)
    }
    var asked = 0
    for hunt in hunts {
      for (index, treasure) in hunt.treasures.enumerated()
      where treasure.question.map({ $0.check("Klingentorstraße") != .wrong }) ?? false {
        asked += 1
        let before = hunt.treasures[...index].flatMap { $0.hints.map(\.text) }
        #expect(!before.contains { $0.contains("Klingentor") }, "\(before)")
      }
    }
    #expect(asked > 0)
  }

  @Test("do not ask for a street whose word is in a name before, but for words that many streets have")
  func word() throws {
    var town = Town()
    for column in -7...7 {
      for row in -7...7 {
        let (x, y) = (Double(column) * 100, Double(row) * 100)
        town.add(Way(.street, [Town.place(x, y), Town.place(x + 30, y + 40)], name: "Alte Lindauer Gasse"))
      }
    }
    for number in 0..<12 {
      let (east, north) = (Double(number % 4 - 2) * 200, Double(number / 4 - 1) * 200)
      let name = number == 5 ? "Palais Lindauer" : "Haus \(number) in der Gasse"
      town.add(["tourism": "museum", "name": name, "wikidata": "M\(number)"], (east + 90, north + 6))
      town.add(Way(.street, [Town.place(800, Double(number)), Town.place(900, 0)], name: "Alte \(number)er Gasse"))
    }
    var asked = 0
    for seed in 1...16 as ClosedRange<UInt64> {
      var wish = HuntWish(from: Town.place(-50, -50), length: 2500, count: 6)
      wish.seed = seed
      let treasures = try town.hunt(wish).treasures
      for (index, treasure) in treasures.enumerated()
      where treasure.question.map({ $0.check("Alte Lindauer Gasse") != .wrong }) ?? false {
        asked += 1
        #expect(!treasures[..<index].contains { $0.message?.contains("Lindauer") ?? false })
      }
    }
    #expect(asked > 0)
  }

  @Test(
    "do not ask for a name that a text before says without the word for what the thing is",
    arguments: [("Fontaine Japonaise", "Jardin Japonais"), ("Villa Princesse Grace", "Parc Princesse Grace")])
  func wordOfName(thing: String, park: String) throws {
    var town = Town()
    for number in 0..<12 {
      let (east, north) = (Double(number % 4 - 2) * 200 + 90, Double(number / 4 - 1) * 200 + 6)
      let kind = number % 3
      let tags = [
        ["amenity": "fountain", "name": thing], ["leisure": "park", "name": park],
        ["tourism": "museum", "name": "Haus \(number)"],
      ]
      town.add(tags[kind].merging(["wikidata": "Q\(number)"]) { one, _ in one }, (east, north))
    }
    var asked = 0
    for seed in 1...24 as ClosedRange<UInt64> {
      var wish = HuntWish(from: Town.place(-50, -50), length: 2500, count: 6)
      wish.seed = seed
      let treasures = try town.hunt(wish).treasures
      for (index, treasure) in treasures.enumerated()
      where treasure.question.map({ $0.check(park) != .wrong }) ?? false {
        asked += 1
        let before = treasures[..<index].flatMap { $0.hints.map(\.text) + [$0.message ?? ""] }
        #expect(!before.contains { $0.contains(thing) }, "\(before)")
      }
    }
    #expect(asked > 0)
  }

  @Test("have a free hint at every stage, also where all lines about it say the answer")
  func neutralHints() throws {
    // What the lines about parks and directions say, as the whole of an answer or the beginning of a word of it.
    let name = "Pavements Anywheres Addresser Sandwichesque Seasonsong"
    let names = [
      "name": name, "addr:street": name, "alt_name": "Shoes are in", "short_name": "town that grows",
      "int_name": "Some",
    ]
    let kinds = [["amenity": "fountain"], ["tourism": "viewpoint"], ["man_made": "tower"], ["leisure": "park"]]
    var town = Town()
    for number in 0..<16 {
      var tags = kinds[number % 4].merging(["name": "Ding \(number)", "wikidata": "Q\(number)"]) { $1 }
      if number % 4 == 3 { tags.merge(names) { $1 } }
      let row = number / 4
      town.add(tags, (Double((number + row) % 4 - 2) * 200 + 90, Double(row - 2) * 200 + 6))
    }
    var parks = 0
    for seed in 1...16 as ClosedRange<UInt64> {
      var wish = HuntWish(from: Town.place(-50, -50), length: 2500, count: 6)
      wish.seed = seed
      let treasures = try town.hunt(wish).treasures
      for treasure in treasures { #expect(treasure.hints.first?.price == 0, "\(treasure)") }
      if treasures[0].place.name.hasPrefix("A park") { parks += 1 }
    }
    #expect(parks > 0)
  }

  @Test("do not name a stage by a street that says whom they ask for")
  func streetOfPerson() throws {
    var town = Town()
    for number in 0..<8 {
      town.add(
        [
          "tourism": "artwork", "artwork_type": "statue", "name": "Elias Lönnrot \(Array("ABCDEFGH")[number]).",
          "alt_name": "Lönnrot", "wikidata": "Q\(number)", "addr:street": number % 2 == 0 ? "Lönnrotinkatu" : "Bahnweg",
        ],
        (Double(number % 4 - 2) * 250 + 50, Double(number / 4) * 500 - 242))
    }
    let treasures = try (1...6 as ClosedRange<UInt64>).flatMap { seed -> [Treasure] in
      var wish = HuntWish(from: Town.middle, length: 2500, count: 6)
      (wish.seed, wish.theme) = (seed, .art)
      return try town.hunt(wish).treasures
    }
    let asked = treasures.filter { $0.question?.check("Lönnrot") == .right(.text("lonnrot")) }
    #expect(!asked.isEmpty)
    for treasure in asked {
      #expect(!treasure.place.name.contains("Lönnrot") && !treasure.hints.contains { $0.text.contains("Lönnrot") })
    }
  }

  @Test("ask for a word or a year of an inscription only where the tag repeats it")
  func inscriptions() throws {
    func questions(_ inscription: String) throws -> [Question] {
      var town = Town()
      // What stands on one is said when it is found: on all others there are other words.
      let inscriptions = [1: inscription, 5: inscription.contains("1887") ? "Anno 1907" : inscription]
      for number in 0..<8 {
        var tags = ["tourism": "artwork", "name": "Werk \(number)", "wikidata": "Q\(number)"]
        tags["inscription"] = inscriptions[number]
        town.add(tags, (Double(number % 4 - 2) * 250 + 50, Double(number / 4) * 500 - 242))
      }
      return try (1...4 as ClosedRange<UInt64>).flatMap { seed -> [Question] in
        var wish = HuntWish(from: Town.middle, length: 2500, count: 6)
        (wish.level, wish.seed) = (.hard, seed)
        return try town.hunt(wish).treasures.compactMap(\.question)
      }
    }
    let asked = try questions("Wer hier trinkt, denkt an morgen | 1887")
    let gap = try #require(asked.first { $0.prompt.contains("___") })
    guard case .text(let words) = gap.rule, let word = words.first else { Issue.record("\(gap)"); return }
    #expect(gap.prompt.replacing("___", with: word).contains("Wer hier trinkt, denkt an morgen"))
    #expect(asked.contains { $0.check("1907") != .wrong || $0.check("1887") != .wrong })
    for text in ["Memorial of a poet who lived here in 1887", "Relief by X (Base, front: 1887)", "One two"] {
      #expect(try questions(text).allSatisfy { !$0.prompt.contains("___") && $0.check("1887") == .wrong })
    }
  }
}
