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

  @Test(
    "have zones as large as receivers err where houses hide the sky", arguments: [ErrorPreset.openSky, .wood, .canyon])
  func zones(surroundings: ErrorPreset) throws {
    let hunt = try Town(seed: 3).hunt(HuntWish(from: Town.middle, length: 3000), in: surroundings)
    #expect(hunt.treasures.allSatisfy { $0.zone == .circle(radius: OpenSky.radius(in: surroundings)) })
  }
}
