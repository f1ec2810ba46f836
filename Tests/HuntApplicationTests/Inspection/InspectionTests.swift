import Geodesy
import HuntDomain
import HuntInspection
import Places
import Testing

@Suite("An inspection of a hunt")
struct InspectionTests {
  @Test(
    "finds a planted defect, and nothing else",
    arguments: Planted.references + Planted.reachability + Planted.questions + Planted.zones + Planted.hidden
      + Planted.times + Planted.formulas + Planted.spoilers + Planted.names)
  func plantedDefect(_ planted: Planted) {
    let findings = Inspection(planted.hunt, now: hour(0)).findings
    #expect(findings.map(\.code) == [planted.code], "\(findings.map(\.text))")
    #expect(findings.first?.severity == planted.severity)
    #expect(findings.first?.treasure == planted.treasure)
  }

  @Test("finds nothing in a sound hunt", arguments: Sound.all)
  func soundHunt(_ sound: Sound) {
    let findings = Inspection(sound.hunt, now: hour(0)).findings
    #expect(findings.isEmpty, "\(findings.map { "\($0.code): \($0.text)" })")
  }

  @Test("says what is wrong and what to do in a sentence that fits two lines")
  func sentences() {
    let all =
      Planted.references + Planted.reachability + Planted.questions + Planted.zones + Planted.hidden
      + Planted.times
    for finding in all.flatMap({ Inspection($0.hunt, now: hour(0)).findings }) {
      #expect(finding.text.count < 220 && !finding.text.contains("Optional"), "\(finding.text)")
    }
  }

  @Test("without the civil time does not know what is past")
  func noTime() {
    let past = park { $0.window = window(-48, -24) }
    #expect(Inspection(past).findings.isEmpty)
    #expect(Inspection(past, now: hour(0)).findings.map(\.code) == [.pastWindow])
  }

  @Test("puts the hunt first, then its treasures in their order")
  func order() {
    let hunt = park(whole: Whole { $0.author = "" }) { $0.zone = .circle(radius: 5) }
    var worse = park(changing: "alder", whole: Whole { $0.author = "" }) { $0.zone = .circle(radius: 0) }
    worse.goal = .found("oak")
    #expect(Inspection(hunt).findings.map(\.treasure) == [nil, "cedar"])
    #expect(Inspection(worse).findings.map(\.treasure) == [nil, nil, "alder"])
  }

  @Test("says how far something hidden is from what leads to it, way by way, and after which option nothing reveals it")
  func leading() {
    func text(_ hunt: Hunt) -> String? { Inspection(hunt, now: hour(0)).findings.first?.text }
    let far = trees([tree("alder", 0), tree("birch", 2500) { Planted.hide(&$0, .near(metres: 25)) }])
    #expect(text(far)?.contains("within 25 m, and “The Alder”, which leads to it, is 2485 m away") == true)
    // The cedar is 100 m away and the birch 200 m, less their radii of 15 m.
    let way = fork(goal: .found("dogwood")) { Planted.hide(&$0, .near(metres: 120)) }
    #expect(text(way)?.contains("“Birch Corner”, which leads to it, is 185 m away") == true)
    let revealed = fork(goal: .found("dogwood")) { Planted.hide(&$0, .revealed(.answered("alder", choice: 0))) }
    #expect(text(revealed)?.hasPrefix("after option 2 (“right”) of “The Alder” nothing reveals it") == true)
    let short = fork(goal: .atLeast(2, ["birch", "cedar", "dogwood"].map { .found($0) })) { $0.limit = .seconds(100) }
    #expect(text(short)?.hasPrefix("it opens 170 m away after “Birch Corner” and is gone after 100 s") == true)
  }

  @Test(
    "sees all words of an answer that are its own, near each other, and no part of them",
    arguments: [
      ("Avenue Princesse Grace", "Grace was a princesse", true),
      ("Avenue Princesse Grace", "the avenue of Grace", false),
      ("Jardin Japonais", "La fontaine japonaise du jardin", true), ("Jardin Japonais", "Fontaine Japonaise", false),
      ("the street", "a street, the first of all", false), ("12 apostles", "twelve apostles", false),
      ("Anno 99", "in 99, anno domini", true), ("No 7", "7 times no", false),
      ("red door", "red \(String(repeating: "and so on ", count: 5))door", false),
    ])
  func ownWords(answer: String, text: String, isTold: Bool) {
    #expect(AnswerWords(answer).isTold(in: FoldedText.words(of: text)) == isTold)
  }

  @Test("names the option after which nothing wins")
  func deadEnd() {
    let inspection = Inspection(fork(goal: .found("birch")))
    #expect(inspection.isWinnable && inspection.isExact)
    #expect(inspection.deadEnds == [Inspection.Option(treasure: "alder", option: 1)])
    #expect(inspection.findings[0].text.contains("option 2 (“right”)"))
  }
}

/// A hunt in which there is nothing to find fault with.
struct Sound: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let hunt: Hunt

  static let all = [
    Sound(testDescription: "in a row", hunt: park()),
    Sound(testDescription: "in any order", hunt: park(.any)),
    Sound(testDescription: "a single treasure", hunt: trees([tree("alder", 0)])),
    Sound(
      testDescription: "three of four", hunt: park(.any, goal: .atLeast(3, park().treasures.map { .found($0.id) }))),
    Sound(testDescription: "a fork without a goal", hunt: fork(goal: nil)),
    Sound(testDescription: "both ways of a fork lead to the goal", hunt: fork(goal: .found("dogwood"))),
    Sound(
      testDescription: "zones that overlap on different ways",
      hunt: trees([
        tree("alder", 0) { $0.question = way },
        tree("birch", 100) { $0.requirement = .answered("alder", choice: 0) },
        tree("cedar", 110) { $0.requirement = .answered("alder", choice: 1) },
      ]) { $0.goal = .atLeast(1, [.found("birch"), .found("cedar")]) }),
    Sound(
      testDescription: "two questions on one spot, one after the other",
      hunt: trees([tree("alder", 0) { $0.question = way }, tree("birch", 5) { $0.question = riddle }])),
    Sound(
      testDescription: "a circle in the hole of an area",
      hunt: trees(
        [
          tree("alder", 0, radius: 12),
          tree("birch", 0, 40) { $0.zone = area([box(0, 0, 120, 120), box(0, 0, 50, 50)]) },
        ], .any)),
    Sound(
      testDescription: "a key that is found before the door",
      hunt: park(changing: "dogwood", whole: Whole { $0.items = [Item(id: "key", name: "Key")] }) {
        $0.requirement = .holds("key")
      }.with("birch") { $0.items = ["key"] }),
    Sound(
      testDescription: "a paid hint for a question on the map, and one that names what is hidden",
      hunt: park {
        ($0.visibility, $0.question) = (.always, riddle)
        $0.hints = [Hint("Look up."), Hint("Once it was a bird.", price: 2)]
      }.with("dogwood") {
        $0.visibility = .near(metres: 120)
        $0.hints = [Hint("Up the hill."), Hint("The dogwood steps.", price: 2)]
      }),
    Sound(
      testDescription: "a paid hint for a prize on the map, and one that says another place",
      hunt: park {
        ($0.visibility, $0.prize) = (.always, "A jar of honey")
        $0.hints = [Hint("Look behind the bakery, under a bench."), Hint("Look at the square.", price: 2)]
      }),
    Sound(
      testDescription: "hints that cost, and wait",
      hunt: park(whole: Whole { $0.limit = .seconds(3600) }) {
        $0.hints = [
          Hint("Look up."), Hint("Higher.", price: 3, after: .seconds(60)),
          Hint("It was Ludwig Sckell.", price: 5, after: .seconds(90)),
        ]
        $0.question = Question("Who planted it?", rule: riddle.rule, price: 2)
      }),
    Sound(
      testDescription: "a treasure with a limit, that may be missed",
      hunt: park(.any, goal: .atLeast(3, park().treasures.map { .found($0.id) })) {
        $0.requirement = .found("birch")
        $0.limit = .seconds(120)
      }),
    Sound(
      testDescription: "times that fit",
      hunt: park(whole: Whole { $0.window = window(9, 18) }) { $0.window = window(10, 12) }),
    Sound(
      testDescription: "hidden, and told by the message that leads there",
      hunt: park(changing: "cedar") { $0.visibility = .revealed(.found("birch")) }
        .with("birch") { $0.message = "Now to the Cedar Gate." }),
    Sound(
      testDescription: "hidden, and seen from the one before",
      hunt: park { Planted.hide(&$0, .near(metres: 90)) }),
    Sound(
      testDescription: "hidden, and told by the message of the one before",
      hunt: park { Planted.hide(&$0, .near(metres: 30)) }.with("birch") { $0.message = "Now to the Cedar Gate." }),
    Sound(
      testDescription: "hidden, and seen from the last of those that it needs",
      hunt: park(changing: "dogwood") {
        Planted.hide(&$0, .near(metres: 90))
        $0.requirement = .all([.found("birch"), .found("cedar")])
      }),
    Sound(
      testDescription: "hidden, and revealed on both ways of a fork",
      hunt: fork(goal: .found("dogwood")) {
        Planted.hide(&$0, .revealed(.atLeast(1, [.answered("alder", choice: 0), .found("cedar")])))
      }),
    Sound(
      testDescription: "hidden where players begin, wherever that is",
      hunt: park(changing: "alder") { Planted.hide(&$0, .near(metres: 30)) }),
    Sound(
      testDescription: "across the antimeridian",
      hunt: trees(
        [-0.001, 0, 0.001].enumerated().map { index, east in
          Treasure(
            place: PointOfInterest(
              id: "stage-\(index)", name: "Stage \(index)",
              position: Coordinate(clampingLatitude: 0, wrappingLongitude: 180 + east)),
            radius: 15)
        })),
    Sound(testDescription: "places that come of answers", hunt: Planted.soundPlaces[0]),
    Sound(
      testDescription: "with letters of the world",
      hunt: trees([
        tree("mühle", 0),
        tree("井戸", 100) { $0.place = PointOfInterest(id: "井戸", name: "井戸", position: spot(100)) },
      ])),
  ]
}

extension Hunt {
  /// The hunt with a time limit, in seconds.
  func limited(to seconds: Int) -> Hunt {
    var hunt = self
    hunt.limit = .seconds(seconds)
    return hunt
  }

  /// The hunt with one treasure changed.
  func with(_ id: String, _ change: (inout Treasure) -> Void) -> Hunt {
    let changed = treasures.map { treasure in
      var treasure = treasure
      if treasure.id == id { change(&treasure) }
      return treasure
    }
    var hunt = Hunt(
      title: title, id: id, summary: summary, author: author, licence: licence, order: order, treasures: changed)!
    (hunt.goal, hunt.items, hunt.limit, hunt.window) = (goal, items, limit, self.window)
    return hunt
  }
}
