import Editor
import Game
import Geodesy
import HuntDomain
import Nearby
import Numbers
import PlaceSamples
import Places
import Testing
import Views

/// An author at their editor: a real one, its events at one time, and the file that its effects make.
struct Author {
  private(set) var editor: Authoring
  private(set) var effects: [AuthoringEffect] = []
  /// What would be in the file after every save.
  private(set) var written: [Int: Draft]
  private(set) var saved: Draft?
  private(set) var now = Duration.zero
  /// Why nothing can be written; nothing while it can.
  var disk: String?
  /// Whether the disk takes its time: then a test gives its answers.
  var isDiskSlow = false

  init(_ draft: Draft = Draft(title: "My Hunt"), source: SourceChoice = .gpsd("")) {
    editor = Authoring(AuthoringStart(draft: draft, source: source))
    written = [0: draft]
    self.do(.resize(columns: 80, rows: 24))
  }

  mutating func `do`(_ event: AuthoringEvent) {
    effects = editor.handle(event, at: now)
    for case .save(let revision) in effects { write(revision) }
  }

  private mutating func write(_ revision: Revision) {
    if let base = revision.base, let change = revision.change {
      written[revision.number] = written[base]?.applying(change)
    }
    if isDiskSlow { return }
    if let disk {
      _ = editor.handle(.cannotSave(disk), at: now)
    } else {
      saved = written[revision.number]
      _ = editor.handle(.saved, at: now)
    }
  }

  mutating func press(_ keys: Key...) { for key in keys { self.do(.key(key)) } }

  mutating func type(_ text: String) { for character in text { self.do(.key(.character(character))) } }

  /// One fix a second, trembling by a metre around a place, for so long.
  mutating func stand(_ metres: Double, toward degrees: Double = 90, seconds: Int = 1, accuracy: Double? = 4) {
    let spot = home.offset(by: metres, toward: Bearing(degrees: degrees))
    // Time enough to walk there.
    now += .seconds(60)
    for second in 0..<seconds {
      now += .seconds(1)
      let position = spot.offset(by: seconds > 1 ? 1 : 0, toward: Bearing(degrees: Double(second) * 90))
      self.do(.location(.fix(Fix(position: position, time: now, accuracy: accuracy, speed: 0))))
    }
  }

  /// One fix a second, two metres around home, of a receiver that reports this speed to the north.
  mutating func tremble(seconds: Int, speed: Double) {
    for second in 0..<seconds {
      now += .seconds(1)
      let position = home.offset(by: 2, toward: Bearing(degrees: Double(second) * 90))
      self.do(.location(.fix(Fix(position: position, time: now, accuracy: 20, speed: speed, course: .north))))
    }
  }

  /// Walks to a place in steps of a metre.
  mutating func walk(from start: Double, to end: Double, toward degrees: Double = 90) {
    for metre in stride(from: start, through: end, by: end > start ? 1 : -1) {
      now += .seconds(1)
      let position = home.offset(by: metre, toward: Bearing(degrees: degrees))
      self.do(.location(.fix(Fix(position: position, time: now, accuracy: 4, speed: 1))))
    }
  }

  /// Drops a stage where they stand.
  mutating func drop(_ name: String) {
    press(.character("n"), .enter)
    type(name)
    press(.enter)
  }

  var screen: AuthoringScreen? { if case .editor(let screen) = editor.view(at: now) { screen } else { nil } }
}

@Suite("Making a hunt on foot")
struct AuthoringTests {
  @Test("an author who says that they stand waits for an average, though the receiver reports that they walk")
  func noisySpeed() {
    var author = Author()
    author.tremble(seconds: 60, speed: 0.9)
    author.press(.character("n"))
    #expect(author.screen?.lines.last?.left.contains("you move") == true)
    author.tremble(seconds: 31, speed: 0.9)
    #expect(author.screen?.lines.last?.left.hasPrefix("Averaging 30 s") == true)
    // The next stage needs the author's word again.
    author.press(.escape)
    author.tremble(seconds: 2, speed: 0.9)
    author.press(.character("n"))
    #expect(author.screen?.lines.last?.left.contains("you move") == true)
  }

  @Test("a stage is dropped where one stands, named, and saved at once")
  func drop() throws {
    var author = Author()
    author.stand(0, seconds: 30)
    author.press(.character("n"))
    let words = try #require(author.screen?.lines.last?.left)
    #expect(words.hasPrefix("Averaging 2") && words.contains("±") && words.hasSuffix("good"))
    author.press(.enter)
    #expect(author.screen?.box?.input?.prompt == "What is this place called?")
    #expect(author.saved == nil)
    author.type("The Well")
    author.press(.enter)
    let stage = try #require(author.saved?.treasures.first)
    #expect(stage.id == "the-well" && stage.place.name == "The Well")
    #expect(stage.place.position.distance(to: home) < 1)
    #expect(stage.zone == .circle(radius: 10))
    #expect(author.saved == author.editor.draft)
    #expect(author.screen?.saved == "saved")
  }

  @Test("the radius is twice the error circle, 10 m at least", arguments: [(2.0, 10.0), (5, 10), (8.2, 17), (30, 60)])
  func radius(accuracy: Double, radius: Double) {
    var author = Author()
    author.stand(0, accuracy: accuracy)
    author.drop("Here")
    #expect(author.saved?.treasures.first?.zone == .circle(radius: radius))
  }

  @Test("a source that says nothing of errors is no exact one")
  func unknownAccuracy() {
    var receiver = Author()
    for second in [1, 2] { receiver.stand(0, seconds: second, accuracy: nil) }
    receiver.drop("A")
    #expect(receiver.saved?.treasures.first?.zone == .circle(radius: 24))
  }

  @Test("without a position nothing can be dropped, and it is said; a lost sensor is no position")
  func noPosition() {
    var author = Author()
    author.press(.character("n"), .enter)
    #expect(author.screen?.message?.contains("no position") == true && author.screen?.box == nil)
    author.stand(0)
    author.do(.location(.lost(reason: "unplugged")))
    author.press(.enter, .enter)
    #expect(author.screen?.message?.contains("no position") == true && author.screen?.box == nil)
    author.stand(0)
    author.press(.enter, .enter)
    #expect(author.screen?.box != nil)
  }

  @Test("an author who comes walking is told to stand, and one who stands in a large circle to wait")
  func verdicts() {
    var author = Author()
    author.press(.character("n"))
    #expect(author.screen?.lines.last?.left == "No position now: wait")
    author.walk(from: 0, to: 1)
    #expect(author.screen?.lines.last?.left.hasSuffix("stand still") == true)
    author.stand(3, seconds: 20, accuracy: 30)
    #expect(author.screen?.lines.last?.left.hasSuffix("wait") == true)
  }

  @Test("stages follow the chosen one, and go earlier and later")
  func order() {
    var author = Author()
    for (metres, name) in [(0.0, "A"), (50, "B"), (100, "C")] {
      author.stand(metres)
      author.drop(name)
    }
    func names() -> [String]? { author.saved?.treasures.map(\.place.name) }
    #expect(names() == ["A", "B", "C"])
    author.press(.enter, .character("<"))
    #expect(names() == ["A", "C", "B"])
    author.press(.backTab)
    #expect(author.screen?.stages.first(where: \.isSelected)?.name == "A")
    author.press(.character("<"))
    #expect(names() == ["A", "C", "B"])
    author.press(.character(">"), .character(">"), .character(">"))
    #expect(names() == ["C", "B", "A"])
    author.press(.tab)
    author.stand(20)
    author.drop("D")
    #expect(names() == ["C", "D", "B", "A"])
  }

  @Test("hint, message, question and points are typed; empty lines take them away")
  func typing() {
    var author = Author()
    author.stand(0)
    author.drop("A")
    func stage() -> Treasure? { author.saved?.treasures.first }
    author.press(.character("h"))
    author.type("Under the tree.")
    author.press(.enter)
    #expect(stage()?.hints == [Hint("Under the tree.")])
    author.press(.character("m"))
    author.type("Well done.")
    author.press(.enter)
    #expect(stage()?.message == "Well done.")
    edit(&author, "Question", "How many steps?")
    #expect(author.screen?.box?.input?.prompt.hasPrefix("The answer") == true)
    author.press(.enter)
    #expect(author.screen?.message == "A question needs an answer; Esc gives up.")
    author.type("42")
    author.press(.enter, .escape)
    #expect(stage()?.question == Question("How many steps?", rule: .number(42, tolerance: 0)))
    edit(&author, "Points", "lots")
    #expect(author.screen?.message == "Points are 0 to 1000000.")
    author.press(.control("u"))
    author.type("25")
    author.press(.enter, .escape)
    #expect(stage()?.points == 25)
    edit(&author, "Another hint", "Look up.")
    author.press(.escape)
    #expect(stage()?.hints == [Hint("Under the tree."), Hint("Look up.")])
    author.press(.character("h"), .control("u"), .enter)
    #expect(stage()?.hints == [Hint("Look up.")])
    edit(&author, "Question", "")
    author.press(.escape)
    #expect(stage()?.question == nil)
  }

  /// Opens everything about the stage, chooses a row, and replaces what it says.
  private func edit(_ author: inout Author, _ row: String, _ text: String) {
    author.press(.escape, .character("e"))
    while let box = author.screen?.box, let chosen = box.items.firstIndex(where: \.isSelected),
      !box.items[chosen].title.hasPrefix("\(row):"), chosen < box.items.count - 1
    {
      author.press(.down)
    }
    author.press(.enter, .control("u"))
    author.type(text)
    author.press(.enter)
  }

  @Test("a zone is walked corner by corner; a crossing is refused with a sentence, and the place goes inside")
  func outline() throws {
    var author = Author()
    author.stand(0)
    author.drop("A")
    author.press(.character("z"))
    for (metres, degrees) in [(40.0, 45.0), (80, 90), (60, 120)] {
      author.stand(metres, toward: degrees)
      author.press(.character("c"))
    }
    #expect(author.screen?.lines.first?.left == "Outline of A: 3 corners")
    author.stand(90, toward: 60)
    author.press(.character("c"))
    #expect(author.screen?.message?.contains("would cross the outline between corners 1 and 2") == true)
    author.press(.enter)
    #expect(author.screen?.message == nil && author.saved?.treasures.first?.zone == .circle(radius: 10))
    author.press(.enter)
    let stage = try #require(author.saved?.treasures.first)
    guard case .polygon(let rings) = stage.zone else { return #expect(Bool(false), "no outline") }
    #expect(rings.count == 1 && rings[0].count == 3)
    #expect(stage.place.position.distance(to: home) > 10)
    #expect(author.screen?.message?.contains("Its place lay outside") == true)
    author.press(.character("u"))
    #expect(author.saved?.treasures.first?.zone == .circle(radius: 10))
    #expect(author.saved?.treasures.first.map { $0.place.position.distance(to: home) < 0.01 } == true)
  }

  @Test("an outline that is given up changes nothing")
  func outlineGivenUp() {
    var author = Author()
    author.stand(0)
    author.drop("A")
    let before = author.saved
    author.press(.character("z"), .character("c"), .character("w"), .backspace, .enter)
    #expect(author.screen?.message?.contains("three corners at least") == true)
    author.press(.enter, .escape)
    #expect(author.saved == before && author.screen?.lines.first?.left.hasPrefix("1 of 1: A") == true)
  }

  @Test("a change is called saved when the disk has answered for all of them, not before")
  func saving() {
    var author = Author()
    author.stand(0)
    author.drop("A")
    author.isDiskSlow = true
    author.press(.character("x"))
    #expect(author.screen?.saved == "saving")
    author.press(.enter, .character("u"))
    author.do(.saved)
    #expect(author.screen?.saved == "saving")
    author.do(.cannotSave("the disk is full."))
    #expect(author.screen?.saved == "NOT SAVED")
    author.press(.character("s"))
    author.do(.saved)
    #expect(author.screen?.saved == "saved")
  }

  @Test("what cannot be saved is said, work goes on, and leaving asks once")
  func notSaved() {
    var author = Author()
    author.stand(0)
    author.disk = "the disk is full."
    author.drop("A")
    #expect(author.screen?.saved == "NOT SAVED")
    #expect(author.editor.draft.treasures.count == 1)
    author.press(.control("c"))
    #expect(
      author.screen?.message
        == "The last changes are not saved: the disk is full. Press s to try again, or q to leave without them.")
    #expect(author.effects == [])
    author.press(.character("q"))
    #expect(author.effects == [.quit])
    author.disk = nil
    author.press(.character("s"))
    #expect(author.saved == author.editor.draft && author.screen?.saved == "saved")
    author.press(.character("q"))
    #expect(author.effects == [.quit])
  }

  @Test("removing says what needs the stage, and undo brings it back with all it held")
  func remove() throws {
    var (a, b) = (Treasure(place: place("a", 0), radius: 10, hint: "x"), Treasure(place: place("b", 50), radius: 10))
    a.arrival = "Hello"
    b.requirement = .all([.found("a")])
    var author = Author(Draft(try #require(Hunt(title: "T", treasures: [a, b]))))
    author.press(.character("x"))
    #expect(author.saved?.treasures == [b])
    #expect(author.screen?.message == "A is removed; u brings it back. It is needed to open B.")
    author.press(.enter, .character("u"))
    #expect(author.saved?.treasures == [a, b])
    author.press(.character("r"))
    #expect(author.saved?.treasures == [b])
  }

  @Test("a stage moves to where its author stands")
  func move() {
    var author = Author()
    author.stand(0)
    author.drop("A")
    author.stand(70)
    author.press(.character("e"), .down, .enter)
    #expect(author.screen?.lines.first?.left == "Stand still; Enter moves A here.")
    author.press(.enter)
    #expect(author.saved?.treasures.first?.place.position.distance(to: home).rounded() == 70)
    #expect(author.saved?.treasures.first?.id == "a")
  }

  @Test("the preview plays the draft with a steered walker, and comes back with q, and with Esc")
  func preview() throws {
    var author = Author()
    author.press(.character("p"))
    #expect(author.screen?.message == "No stage yet: n drops one here.")
    author.stand(0)
    author.drop("A")
    for way in [Key.character("q"), .escape] {
      author.press(.character("p"))
      guard case .preview(let standpoint) = try #require(author.effects.first) else { return #expect(Bool(false)) }
      #expect(standpoint.position.map { $0.distance(to: home) < 0.01 } == true && standpoint.hunt.treasures.count == 1)
      author.press(.up)
      #expect(author.effects == [.steerPreview(.faster)])
      for time in 0..<30 {
        let position = home.offset(by: 3, toward: .north)
        author.do(.preview(.location(.fix(Fix(position: position, time: .seconds(time), accuracy: 2)))))
      }
      let view = author.editor.view(at: author.now)
      guard case .preview(.play(let screen), _) = view else { return #expect(Bool(false)) }
      #expect(screen.hunt.found.hasPrefix("1 of 1"))
      // The first Esc puts the message away.
      if way == .escape { author.press(.escape) }
      author.press(way)
      #expect(author.effects == [.endPreview])
      #expect(author.screen != nil && author.editor.draft == author.saved)
    }
  }

  @Test("the author's own sensor goes on during the preview, and a preview that cannot be had is said")
  func previewApart() {
    var author = Author()
    author.stand(0)
    author.drop("A")
    author.press(.character("p"))
    author.stand(60)
    author.do(.preview(.cannotBegin("no walker")))
    #expect(author.screen?.message == "No preview: no walker")
    author.drop("B")
    author.press(.enter)
    author.drop("B")
    #expect(author.saved?.treasures.last?.place.position.distance(to: home).rounded() == 60)
  }

  @Test("whoever steers steers while they wait and walk an outline, and types while they type")
  func steering() {
    var author = Author(source: .steer(from: home))
    author.press(.up)
    #expect(author.effects == [.steer(.faster)])
    author.stand(0)
    author.press(.character("n"), .left)
    #expect(author.effects == [.steer(.turn(degrees: -15))])
    author.press(.enter, .character("a"), .character(" "), .left, .character("d"), .enter)
    #expect(author.saved?.treasures.first?.place.name == "ad")
  }

  @Test(
    "no sequence of keys and fixes breaks the editor, and the file is always the draft",
    arguments: 1...40 as ClosedRange<UInt64>)
  func anything(seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    let keys: [Key] =
      "nehmzxurpstqcwjk<>+-f?* A1|".map { .character($0) } + [
        .enter, .enter, .enter, .escape, .backspace, .tab, .backTab, .up, .down, .left, .right, .home,
      ]
    var author = Author(source: seed.isMultiple(of: 2) ? .gpsd("") : .steer(from: home))
    for _ in 0..<150 {
      switch Int.random(in: 0..<8, using: &chance) {
      case 0: author.stand(.random(in: 0...80, using: &chance), toward: .random(in: 0..<360, using: &chance))
      case 1: author.do(.location(.lost(reason: "gone")))
      case 2: author.do(.tick)
      default: author.press(keys.randomElement(using: &chance) ?? .enter)
      }
      _ = author.editor.view(at: author.now)
      if let saved = author.saved { #expect(saved == author.editor.draft) }
    }
  }
}
