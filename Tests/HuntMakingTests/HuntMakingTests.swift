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

@Suite("Hunts that are made")
struct HuntMakingTests {
  @Test("have stages on public ways, far enough apart, and a walk as long as it was wished", arguments: 1...12)
  func walk(seed: UInt64) throws {
    let town = Town(seed: seed)
    var wish = HuntWish(from: Town.middle, length: 3000)
    wish.seed = seed
    let plan = try town.plan(wish)
    #expect(abs(plan.length - 3000) <= 300 && plan.places.count == 8 && plan.wish == wish && plan.fillers == 0)
    let network = try #require(WayNetwork(town.plan, around: Town.middle))
    for (index, place) in plan.places.enumerated() {
      #expect(try #require(network.nearest(to: place)).distance < 0.5)
      #expect(place.distance(to: Town.middle) >= 60)
      for other in plan.places[..<index] { #expect(place.distance(to: other) >= 60) }
    }
    // As long as the ways between its stages.
    let corners = [Town.middle] + plan.places + [Town.middle]
    let walked = zip(corners, corners.dropFirst()).reduce(0) { $0 + network.route(from: $1.0, to: $1.1).length }
    #expect(abs(walked - plan.length) < 20, "\(walked) and \(plan.length)")
  }

  @Test(
    "give an inspection nothing to say, in every language and at every level, and a bot wins them",
    arguments: ["en", "de"], HuntWish.Level.allCases)
  func inspection(language: String, level: HuntWish.Level) throws {
    for seed in 1...8 as ClosedRange<UInt64> {
      var wish = HuntWish(from: Town.middle, to: seed % 2 == 0 ? Town.place(500, 400) : nil, length: 2600)
      (wish.seed, wish.level) = (seed, level)
      let hunt = try Town(seed: seed).hunt(wish, language)
      #expect(Inspection(hunt).findings.isEmpty, "\(seed): \(Inspection(hunt).findings)")
      for treasure in hunt.treasures {
        #expect(treasure.place.name.count <= 40 && treasure.hints.count >= 2)
        for hint in treasure.hints { #expect(hint.text.count <= 90 && !hint.text.contains("{"), "\(hint.text)") }
        #expect(treasure.message.map { $0.count <= 140 && !$0.contains("{") } ?? false)
      }
      #expect(Set(hunt.treasures.compactMap { $0.hints.first?.text }).count == hunt.treasures.count)
      var bot = HuntBot(hunt, seed: seed, noise: 3)
      bot.play()
      #expect(bot.progress.isWon)
    }
  }

  @Test("are the same for the same seed, and others for other seeds")
  func seeds() throws {
    let town = Town(seed: 5)
    func hunt(_ seed: UInt64) throws -> Hunt {
      var wish = HuntWish(from: Town.middle, length: 3000)
      wish.seed = seed
      return try town.hunt(wish)
    }
    #expect(try hunt(3) == hunt(3))
    let places = try (1...8 as ClosedRange<UInt64>).map { Set(try hunt($0).treasures.map(\.place.position)) }
    #expect(Set(places).count >= 6)
  }

  @Test("say the same wherever along a street the player stood, if they lead to the same stages")
  func start() throws {
    let wishes = [0.0, 0.25, 0.5].map { HuntWish(from: Town.place(10 + $0, $0), length: 3000) }
    let alike = try (1...30 as ClosedRange<UInt64>).map { Town(seed: $0) }.first { town in
      Set(try wishes.map { try town.hunt($0).treasures.map(\.place.position) }).count == 1
    }
    let town = try #require(alike)
    let hunts = try wishes.map { try town.hunt($0) }
    #expect(hunts[0] == hunts[1] && hunts[0] == hunts[2])
    let ids = try [0.0, 0.5].map {
      try town.plan(HuntWish(from: Town.place(10 + $0, $0), length: 3000)).id(in: "monaco")
    }
    #expect(ids[0] == ids[1] && ids[0].hasPrefix("monaco-1-"), "\(ids)")
    #expect(try town.plan(HuntWish(from: Town.place(10, 0), length: 2000)).id(in: "monaco") != ids[0])
  }

  @Test("as wished give nothing to remark")
  func asWished() throws {
    let wish = HuntWish(from: Town.middle, length: 3000)
    #expect(try Town(seed: 1).plan(wish).remarks(for: wish, from: wish.start) == [])
  }

  @Test("that cannot be made say why, and where there is more")
  func refused() {
    let there = Town.middle.offset(by: 1000, toward: .north)
    func sentence(_ error: HuntMakingError) -> String { error.sentence(from: Town.middle) }
    #expect(sentence(.noWays).hasPrefix("There are no ways to walk on within 1 km of \(Town.middle)"))
    #expect(sentence(.noWayToEnd) == "There is no way on foot from the start to the place of --to.")
    let advice = "Ask for another place."
    let words = "\(there)".replacing(", ", with: ",")
    #expect(
      [0, 1, 2, 7].map { sentence(.tooFew($0, nearest: nil)) } == [
        "Not enough for a hunt: nothing to see within 2 km. \(advice)",
        "Not enough for a hunt: one sight within 2 km. \(advice)",
        "Not enough for a hunt: 2 sights within 2 km. \(advice)",
        "Not enough for a hunt: 7 sights within 2 km, but no three that one can walk between. \(advice)",
      ])
    #expect(sentence(.tooFew(1, nearest: there)).hasSuffix("There is a hunt 1.0 km to the N: --at \(words)"))
  }

  @Test(
    "never lead to what is private, gone, inside or out of place",
    arguments: [
      ["access": "private"], ["access": "customers"], ["disused": "yes"], ["construction": "yes"], ["level": "2"],
      ["level": "-1"], ["indoor": "yes"], ["location": "underground"], ["layer": "-1"], ["memorial": "stolperstein"],
      ["memorial:type": "stolperstein"],
      ["military": "yes"], ["landuse": "cemetery"], ["garden:type": "residential"], ["end_date": "2009"],
    ])
  func exclusions(tags: [String: String]) throws {
    var town = Town(seed: 2, sights: 30)
    for number in 0..<20 {
      // More important than all others.
      let sight = [
        "historic": "castle", "name": "Verboten \(number)", "wikipedia": "x", "wikidata": "W\(number)", "heritage": "1",
      ]
      town.add(sight.merging(tags) { $1 }, (Double(number - 10) * 60, 8))
    }
    let hunt = try town.hunt(HuntWish(from: Town.middle, length: 3000))
    #expect(hunt.treasures.allSatisfy { $0.message?.contains("Verboten") == false })
  }

  @Test("keep off steps where that is wished")
  func steps() throws {
    var town = Town(seed: 4)
    // The best sight of all, on a hill that only steps lead to.
    town.add(Way(.steps, [Town.place(50, 0), Town.place(50, 40)]))
    town.add(["historic": "castle", "name": "Burg", "wikipedia": "x", "wikidata": "Q", "heritage": "1"], (50, 42))
    town.add(Way(.street, [Town.place(50, 0), Town.place(0, 0)]))
    var wish = HuntWish(from: Town.place(-300, -300), length: 3000)
    #expect(try town.hunt(wish).treasures.contains { $0.message?.contains("Burg") == true })
    wish.avoidsSteps = true
    #expect(try !town.hunt(wish).treasures.contains { $0.message?.contains("Burg") == true })
  }

  @Test("are mostly about their theme")
  func theme() throws {
    var wish = HuntWish(from: Town.middle, length: 3000)
    wish.theme = .art
    let names = try Town(seed: 6).hunt(wish).treasures.map(\.place.name)
    let art = names.filter { name in
      ["A statue", "A museum", "A theatre", "A fountain"].contains { name.hasPrefix($0) }
    }
    #expect(art.count >= 6, "\(names)")
  }

  @Test("become shorter where there is little, use what is everywhere, and are refused where there is nothing")
  func thin() throws {
    var town = Town()
    #expect(throws: HuntMakingError.tooFew(0, nearest: nil)) {
      try town.plan(HuntWish(from: Town.middle, length: 3000))
    }
    for number in 0..<6 {
      town.add(["tourism": "museum", "name": "Museum \(number)"], (Double(number) * 90 + 3300, 3008))
    }
    // Another town, from which no way leads here.
    let steps = (0..<12).map { Double($0) * 80 }
    for line in steps {
      town.add(Way(.street, steps.map { Town.place(2900 + $0, 2620 + line) }))
      town.add(Way(.street, steps.map { Town.place(2900 + line, 2620 + $0) }))
    }
    let problem = #expect(throws: HuntMakingError.self) { try town.plan(HuntWish(from: Town.middle, length: 3000)) }
    guard case .tooFew(0, let nearest?) = problem else { Issue.record("\(String(describing: problem))"); return }
    #expect(nearest.distance(to: Town.place(3300, 3008)) < 600)
    town.add(["tourism": "museum", "name": "Nah", "wikidata": "Q1"], (208, 100))
    town.add(["amenity": "fountain", "name": "Brunnen", "wikidata": "Q2"], (-200, 208))
    for number in 0..<4 { town.add(["amenity": "bench"], (Double(number) * 200 - 300, -308)) }
    let wish = HuntWish(from: Town.middle, length: 3000)
    let plan = try town.plan(wish)
    let remarks = plan.remarks(for: wish, from: wish.start)
    #expect(remarks[0].hasPrefix("With what there is to see here, the hunt "))
    #expect(remarks[0].contains("\(plan.places.count) stages instead of \(wish.count)"))
    #expect(remarks[0].contains(" long instead of 3.0 km") == (plan.length < 2700))
    #expect(remarks.contains { $0.hasPrefix("\(plan.fillers) of the stages are no sights") })
    #expect(
      plan.fillers <= 3 && plan.places.count >= 3 && abs(plan.length - plan.wish.length) <= 0.1 * plan.wish.length)
  }

  @Test("become longer where nothing so short leads to three sights")
  func longer() throws {
    var town = Town()
    for (number, place) in [(-300.0, 8.0), (0, 308), (300, 8)].enumerated() {
      town.add(["tourism": "museum", "name": "Museum \(number)", "wikidata": "Q\(number)"], place)
    }
    let wish = HuntWish(from: Town.middle, length: 500)
    let plan = try town.plan(wish)
    #expect(plan.places.count == 3 && (1000...2200).contains(plan.length))
    let remark = try #require(plan.remarks(for: wish, from: wish.start).first)
    #expect(remark.contains("km long instead of 500 m"), "\(remark)")
  }

  @Test("come out where a village has few ways, which are none of the large network beside it")
  func village() throws {
    var town = Town()
    // Beyond a gap of 150 m: 900 m of ways.
    for line in [0.0, 150, 300] {
      town.add(
        Way(.street, [Town.place(850 + line, -150), Town.place(850 + line, 150)], name: "Dorfgasse \(Int(line))"))
    }
    town.add(Way(.street, [850.0, 1000, 1150].map { Town.place($0, -150) }, name: "Unterdorf"))
    for (number, place) in [(855.0, 100.0), (1005, 0), (1155, 100)].enumerated() {
      town.add(["tourism": "museum", "name": "Museum \(number)", "wikidata": "Q\(number)"], place)
    }
    let plan = try town.plan(HuntWish(from: Town.place(1000, -150), length: 3000))
    #expect(plan.places.count >= 3 && plan.places.allSatisfy { $0.distance(to: Town.place(1000, 0)) < 300 })
  }

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

  @Test("count memorials and places of the dead as one kind, of which a third at most are stages")
  func memorials() throws {
    var town = Town()
    for number in 0..<18 {
      let kinds = [
        ["historic": "memorial", "name": "Denkmal \(number)"],
        ["historic": "memorial", "name": "Opfer von \(number)"], ["tourism": "museum", "name": "Haus \(number)"],
      ]
      var tags = kinds[number % 3]
      tags["wikidata"] = "Q\(number)"
      town.add(tags, (Double(number % 6 - 3) * 150 + 50, Double(number / 6 - 1) * 200 + 8))
    }
    for seed in 1...6 as ClosedRange<UInt64> {
      var wish = HuntWish(from: Town.middle, length: 2500, count: 6)
      wish.seed = seed
      let names = try town.hunt(wish).treasures.map(\.place.name)
      #expect(names.count { $0.contains("memorial") } <= 2, "\(names)")
    }
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

  @Test("are rather elsewhere than half of one kind")
  func monotony() throws {
    var town = Town(isNamed: false)
    for number in 0..<6 {
      let tags = number % 3 == 0 ? ["man_made": "tower"] : ["tourism": "museum"]
      let place = (Double(number % 3) * 150 - 142, Double(number / 3) * 200 - 192)
      town.add(tags.merging(["name": "Ding \(number)", "wikidata": "Q\(number)"]) { $1 }, place)
    }
    for (number, tags) in [["amenity": "theatre"], ["amenity": "fountain"], ["tourism": "viewpoint"]].enumerated() {
      let place = (Double(number) * 150 + 400, Double(number % 2) * 200 - 592)
      town.add(tags.merging(["name": "Sache \(number)", "wikidata": "S\(number)"]) { $1 }, place)
    }
    for seed in 1...6 as ClosedRange<UInt64> {
      var wish = HuntWish(from: Town.middle, length: 1000, count: 3)
      wish.seed = seed
      let names = try town.hunt(wish).treasures.map { $0.place.name.split(separator: ",")[0] }
      #expect(Set(names).count == names.count, "\(names)")
    }
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

  @Test(
    "have zones as large as receivers err where houses hide the sky", arguments: [ErrorPreset.openSky, .wood, .canyon])
  func zones(surroundings: ErrorPreset) throws {
    let hunt = try Town(seed: 3).hunt(HuntWish(from: Town.middle, length: 3000), in: surroundings)
    #expect(hunt.treasures.allSatisfy { $0.zone == .circle(radius: OpenSky.radius(in: surroundings)) })
  }

  @Test("have names that tell alike stages apart by what is known, and numbers only where nothing is")
  func names() throws {
    func names(_ language: String, _ more: [[String: String]]) throws -> [String] {
      var town = Town()
      for (number, tags) in more.enumerated() {
        let base = ["tourism": "artwork", "artwork_type": "statue", "name": "Werk \(number)", "wikidata": "Q\(number)"]
        town.add(
          base.merging(tags) { $1 }.filter { !$0.value.isEmpty },
          (Double(number % 2) * 500 - 250, Double(number / 2) * 400 - 192))
      }
      for number in 0..<4 {
        town.add(
          ["tourism": "museum", "name": "Haus \(number)", "wikidata": "M\(number)"],
          (Double(number / 2) * 700 - 342, Double(number % 2) * 700 - 350))
      }
      var wish = HuntWish(from: Town.place(20, 0), length: 3000, count: more.count + 4)
      // So that several of the stages may be statues.
      wish.theme = .art
      return try town.hunt(wish, language).treasures.map(\.place.name).filter {
        !$0.contains("useum") && !$0.contains("corner") && !$0.contains("ecke")
      }.sorted()
    }
    let long = "Straße der Vereinten Nationen und Völker"
    let alike = [[String: String]](repeating: ["addr:street": long], count: 4)
    let known = [["artist_name": "Ada Muster"], ["start_date": "1931"], ["material": "bronze"]].map {
      $0.merging(["addr:street": long]) { $1 }
    }
    let english = try names("en", known)
    #expect(
      english.count > 1
        && Set(english).isSubset(of: ["A statue by Ada Muster", "A statue made of bronze", "A statue of 1931"]),
      "\(english)")
    let german = try names("de", known)
    #expect(
      german.count > 1
        && Set(german).isSubset(of: ["Eine Statue aus Bronze", "Eine Statue von 1931", "Eine Statue von Ada Muster"]),
      "\(german)")
    let sides = try names("en", alike)
    #expect(sides.allSatisfy { !$0.contains { $0.isNumber } } && Set(sides).count == sides.count, "\(sides)")
    let church = ["amenity": "place_of_worship", "religion": "christian", "tourism": "", "artwork_type": ""]
    let churches = ["catholic", "lutheran"].map {
      church.merging(["denomination": $0, "addr:street": long]) { $1 }
    }
    let sorts = try names("en", churches)
    #expect(!sorts.isEmpty && Set(sorts).isSubset(of: ["A Catholic church", "A Lutheran church"]), "\(sorts)")
  }

  @Test("have no hint with a price that says only what the name, the screen or a hint before says")
  func prices() throws {
    for seed in 1...12 as ClosedRange<UInt64> {
      var wish = HuntWish(from: Town.middle, length: 2600)
      wish.seed = seed
      let hunt = try Town(seed: seed).hunt(wish)
      for treasure in hunt.treasures {
        let message = treasure.message ?? ""
        let own = message.firstRange(of: "Sache ").map { message[$0.upperBound...].prefix { $0.isUppercase } } ?? "-"
        let news = [
          "Sache \(own)", "Allee", "Querstraße", "Ada Muster", "Ole Beispiel", "bronze", "1931", "1750", "1930s",
          "18th", "beside",
          "by the", "at the", "near the",
        ]
        for hint in treasure.hints where hint.price > 0 {
          let isNew = news.contains { hint.text.contains($0) && !treasure.place.name.contains($0) }
          #expect(isNew, "\(hint.text) of \(treasure.place.name)")
        }
      }
      // On the map of a hard hunt there is nothing: the way has its price.
      wish.level = .hard
      #expect(try Town(seed: seed).hunt(wish).treasures.contains { $0.hints.contains { $0.price > 0 } })
    }
  }

  @Test("are named after the town, which addresses say where the map has only its quarter")
  func town() throws {
    func name(_ more: (inout Town) -> Void) throws -> String? {
      var town = Town()
      town.add(["place": "suburb", "name": "Altstadt"], (300, 0))
      more(&town)
      let words = try MourningWords(path: SharedFiles.package.appending(path: "Maps/mourning-words.csv").path)
      return HuntMaker(places: town.places, mourning: words).town(at: Town.middle)
    }
    #expect(try name { _ in } == "Altstadt")
    #expect(try name { $0.add(["amenity": "cafe", "addr:city": "Heidelberg"], (100, 50)) } == "Heidelberg")
    #expect(try name { $0.add(["place": "town", "name": "Weinheim"], (2000, 50)) } == "Weinheim")
  }

  @Test("say how high a house is only where it is tall", arguments: [("9", false), ("260 m", true)])
  func height(text: String, isSaid: Bool) throws {
    var town = Town()
    for number in 0..<8 {
      town.add(
        ["tourism": "attraction", "name": "Laden \(number)", "wikidata": "Q\(number)", "height": text],
        (Double(number % 4 - 2) * 250 + 50, Double(number / 4) * 500 - 242))
    }
    let messages = try town.hunt(HuntWish(from: Town.middle, length: 2500, count: 6)).treasures.compactMap(\.message)
    #expect(messages.contains { $0.contains("Laden") } && messages.contains { $0.contains("m high") } == isSaid)
  }

  @Test("say long names whole, and leave out notes in parentheses and attractions without a name")
  func longNames() throws {
    var town = Town()
    let long = "Museum der Geschichte und der Kultur des Landes an der Moldau"
    for number in 0..<8 {
      let name = number % 2 == 1 ? "\(long) \(number)" : "Haus \(number) (ehemals Amt)"
      town.add(
        ["tourism": "museum", "name": name, "wikidata": "Q\(number)"],
        (Double(number % 4 - 2) * 250 + 50, Double(number / 4) * 500 - 242))
      town.add(
        ["tourism": "attraction", "wikidata": "A\(number)"], (Double(number % 4 - 2) * 250, Double(number) * 60 - 202))
    }
    var wish = HuntWish(from: Town.middle, length: 2500, count: 6)
    wish.theme = .art
    let treasures = try town.hunt(wish).treasures
    let messages = treasures.compactMap(\.message)
    #expect(messages.contains { $0.contains(long) }, "\(messages)")
    #expect(!messages.contains { $0.contains("ehemals") } && !treasures.contains { $0.place.name.contains("sight") })
  }

  @Test("say after a find after whom it is named, and the title of an article that says more than the name")
  func namesakes() throws {
    var town = Town()
    for number in 0..<8 {
      let articles = ["en:Great fire", "en:", "fr:Incendie", "http://en.wikipedia.org/wiki/Fire"]
      let tags = [
        "leisure": "park", "name": "Park \(number)", "wikidata": "Q\(number)", "name:etymology": "Ada Muster",
        "wikipedia": articles[number % 4] == "en:" ? "en:Park \(number)" : articles[number % 4],
      ]
      town.add(tags, (Double(number % 4 - 2) * 250 + 50, Double(number / 4) * 500 - 242))
      town.add(
        ["tourism": "museum", "name": "Haus \(number)"], (Double(number % 4 - 2) * 250, Double(number) * 60 - 202))
    }
    let messages = try (1...8 as ClosedRange<UInt64>).flatMap { seed -> [String] in
      var wish = HuntWish(from: Town.middle, length: 2500, count: 6)
      (wish.seed, wish.theme) = (seed, .nature)
      return try town.hunt(wish).treasures.compactMap(\.message).filter { $0.contains("Park") }
    }
    #expect(!messages.isEmpty && messages.allSatisfy { $0.contains("Ada Muster") }, "\(messages)")
    #expect(messages.contains { $0.contains("“Great fire”") })
    #expect(!messages.contains { ["“Park", "Incendie", "wikipedia.org"].contains(where: $0.contains) }, "\(messages)")
  }
}
