import Geodesy
import HuntDomain
import PlaceSamples
import Places
import Testing

@Suite("What names must not tell")
struct SecretsTests {
  private func named(_ name: String, _ metres: Double, kind: String? = "castle") -> PointOfInterest {
    PointOfInterest(
      id: name, name: name, position: home.offset(by: metres, toward: .north), kind: kind,
      tags: PlaceTags([(key: "historic", value: "castle"), (key: "name", value: name), (key: "wikidata", value: "Q1")]))
  }

  private func stage(_ name: String, _ question: Question? = nil, radius: Double = 20) -> Treasure {
    var treasure = Treasure(place: PointOfInterest(id: "s1", name: name, position: home), radius: radius)
    treasure.question = question
    return treasure
  }

  private func secrets(_ treasure: Treasure, isVisible: Bool = true) throws -> Secrets {
    let hunt = try #require(Hunt(title: "Town", treasures: [treasure]))
    return Secrets(HuntProgress(hunt), visible: isVisible ? [treasure] : [])
  }

  @Test(
    "a name says only of which kind a stage is, or it does not",
    arguments: [
      ("A castle, Hoher Markt", true), ("Eine Burg", true), ("An old site", true), ("Stage 3", true),
      ("Station 12", true), ("Gozzoburg", false), ("Anna's Mill", false), ("Stage Door", false), ("Treasure 3", false),
    ])
  func nameless(name: String, isNameless: Bool) { #expect(stage(name).isNameless == isNameless) }

  @Test("what stands at a stage without a name has none either, and its tags do not tell; farther places keep theirs")
  func thing() throws {
    let secrets = try secrets(stage("A castle, Hoher Markt"))
    for metres in [0.0, 30, 59] {
      let shown = secrets.shown(named("Gozzoburg", metres))
      #expect(shown.name == "castle" && shown.id == "Gozzoburg" && shown.kind == "castle")
      #expect(shown.tags.pairs.map(\.key) == ["historic"])
    }
    #expect(secrets.shown(named("Dominican Church", 90)).name == "Dominican Church")
  }

  @Test("around a stage with a name only an open question takes names away, in its zone")
  func question() throws {
    let plain = try secrets(stage("Town Square"))
    #expect(plain.isEmpty && plain.shown(named("Gozzoburg", 5)).name == "Gozzoburg")
    let asking = try secrets(stage("Town Square", Question("What is behind you?", rule: .text(["the castle"]))))
    #expect(asking.shown(named("Gozzoburg", 30)).name == "castle")
    #expect(asking.shown(named("Gozzoburg", 50)).name == "Gozzoburg")
  }

  @Test(
    "a name that is the answer or contains it is kept, as words in any spelling",
    arguments: [
      ("Gozzoburg", true), ("Café Gozzoburg", true), ("GÓZZOBURG", true), ("Gozzoburger", false), ("Burg", false),
    ])
  func answer(name: String, isKept: Bool) throws {
    let secrets = try secrets(
      stage("Town Square", Question("Which castle?", rule: .text(["Gozzoburg"]))), isVisible: false)
    #expect((secrets.shown(named(name, 400)).name == "castle") == isKept)
    #expect(secrets.shown(named(name, 1500)).name == name, "far away nobody asks for it")
  }

  @Test("numbers and right options are answers; short ones only alone, and all of a choice that leads on are none")
  func kinds() throws {
    func isKept(_ name: String, _ rule: Question.Rule) throws -> Bool {
      try secrets(stage("Square", Question("?", rule: rule)), isVisible: false).shown(named(name, 300)).name == "castle"
    }
    #expect(try isKept("Pillar of 1714", .number(1714, tolerance: 0)))
    #expect(try !isKept("Gate 4", .number(4, tolerance: 0)) && isKept("4", .number(4, tolerance: 0)))
    let options = ["Red Tower", "Blue Tower"]
    #expect(try isKept("Red Tower", .choice(options: options, right: [0])))
    #expect(try !isKept("Blue Tower", .choice(options: options, right: [0])))
    #expect(try !isKept("Red Tower", .choice(options: options, right: [0, 1])))
    #expect(try isKept("三井本館ビル", .text(["三井本館"])))
  }

  @Test("the place that a stage is by its id has no name, wherever its map puts it")
  func id() throws {
    var treasure = stage("A castle")
    treasure.place = PointOfInterest(id: "Gozzoburg", name: "A castle", position: home)
    #expect(try secrets(treasure).shown(named("Gozzoburg", 900)).name == "castle")
  }

  @Test("when a stage is done names are shown again, and so they are when the hunt is over")
  func done() throws {
    let treasure = stage("A castle", Question("Which?", rule: .text(["Gozzoburg"])))
    let other = Treasure(
      place: PointOfInterest(id: "s2", name: "Far Mill", position: home.offset(by: 3000, toward: .north)), radius: 20)
    let hunt = try #require(Hunt(title: "Town", treasures: [treasure, other]))
    var progress = HuntProgress(hunt)
    #expect(Secrets(progress, visible: progress.open).shown(named("Gozzoburg", 10)).name == "castle")
    for second in 0...30 { _ = progress.receive(fix(0, at: Double(second), accuracy: 5)) }
    #expect(Secrets(progress, visible: progress.open).shown(named("Gozzoburg", 10)).name == "castle", "it asks")
    _ = progress.answer("gozzoburg", to: "s1", at: .seconds(31))
    #expect(progress.state(of: "s1").isDone)
    #expect(Secrets(progress, visible: progress.open).shown(named("Gozzoburg", 10)).name == "Gozzoburg")
  }

  @Test("around a stage that is not seen no names are missing")
  func unseen() throws {
    #expect(try secrets(stage("A castle"), isVisible: false).shown(named("Gozzoburg", 5)).name == "Gozzoburg")
  }
}
