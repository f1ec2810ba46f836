import Game
import Geodesy
import HuntDomain
import Numbers
import PlaceSamples
import Places
import Testing
import Views

/// A receiver, one by its address, a recording by its path, and a walker that one drives.
let alternatives: [Offers.Source] = [
  .init(.gpsd(""), title: "GPS", detail: "here"),
  .init(.gpsd(""), title: "GPS elsewhere", detail: "there", question: .gpsd),
  .init(.trace(""), title: "Recording", detail: "a file", question: .trace),
  .init(.steer(from: nil), title: "Steer", detail: "by hand"),
]

extension SwitchFlow {
  /// Types a whole text.
  fileprivate mutating func type(_ text: String) { for character in text { _ = type(.character(character)) } }
}

@Suite("The flow to another source")
struct SwitchFlowTests {
  private func started() -> SwitchFlow {
    var flow = SwitchFlow(alternatives)
    flow.start()
    return flow
  }

  @Test("a source without a question ends the flow at once")
  func direct() {
    var flow = started()
    flow.move(by: 3)
    #expect(flow.next() == .ends(.steer(from: nil)))
    #expect(flow.log == ["start", "choose 4", "next", "end"])
    #expect(!flow.isOpen)
  }

  @Test("a source with a question asks it, and only its own")
  func question() {
    var flow = started()
    flow.move(by: 2)
    #expect(flow.next() == .stays)
    #expect(flow.question?.question == .trace && flow.items.isEmpty)
    // An empty answer, or blanks, is none.
    #expect(flow.next() == .stays)
    flow.type("  ")
    #expect(flow.next() == .stays)
    flow.type("my walk.gpx ")
    #expect(flow.next() == .ends(.trace("my walk.gpx")))
    #expect(flow.log == ["start", "choose 3", "next", "type my walk.gpx", "next", "end"])
    flow.start()
    flow.move(by: -1)
    _ = flow.next()
    #expect(flow.question?.question == .gpsd && flow.question?.line.answer == "")
    flow.type("phone:2947")
    #expect(flow.next() == .ends(.gpsd("phone:2947")))
  }

  @Test("back and forth again finds the choice and the answer as they were")
  func choicesStay() {
    var flow = started()
    flow.move(by: 2)
    _ = flow.next()
    flow.type("a.gpx")
    #expect(flow.back() == .stays)
    #expect(flow.step == .source && flow.selection == 2)
    #expect(flow.next() == .stays)
    #expect(flow.question?.line.answer == "a.gpx")
    #expect(flow.back() == .stays)
    #expect(flow.back() == .leaves)
    flow.start()
    #expect(flow.log == ["start"] && flow.selection == 2)
    _ = flow.next()
    #expect(flow.next() == .ends(.trace("a.gpx")))
  }

  @Test("the end and the leaving are reported once, and nothing happens before a start")
  func once() {
    var flow = SwitchFlow(alternatives)
    #expect(flow.next() == .stays)
    #expect(flow.back() == .stays)
    #expect(flow.log == [])
    flow.move(by: 1)
    let isKnown = flow.type(.character("x"))
    #expect(flow.selection == 0 && !isKnown)
    flow.start()
    #expect(flow.next() == .ends(.gpsd("")))
    #expect(flow.next() == .stays)
    #expect(flow.back() == .stays)
    flow.start()
    #expect(flow.back() == .leaves)
    #expect(flow.back() == .stays)
    #expect(flow.next() == .stays)
    #expect(flow.log == ["start", "back"])
  }

  @Test("the ends of the list hold, and without offers there is no flow", arguments: [Int.min, -7, 7, Int.max])
  func ends(steps: Int) {
    var flow = started()
    flow.move(by: steps)
    #expect(flow.selection == (steps < 0 ? 0 : 3))
    var empty = SwitchFlow([])
    empty.start()
    empty.move(by: steps)
    #expect(!empty.isOpen && !empty.hasOffers)
    #expect(empty.next() == .stays)
  }

  @Test("the log, played again, leads to the same choice by the same way", arguments: 1...200 as ClosedRange<UInt64>)
  func replay(seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    var (flow, outcomes) = (started(), [SwitchFlow.Outcome]())
    for _ in 0..<Int.random(in: 0...20, using: &chance) {
      switch Int.random(in: 0..<4, using: &chance) {
      case 0: outcomes.append(flow.back())
      case 1: flow.move(by: Int.random(in: -2...2, using: &chance))
      case 2: flow.type("ab")
      default: outcomes.append(flow.next())
      }
    }
    #expect(outcomes.count { $0 != .stays } <= 1)
    var (again, ends) = (started(), [SwitchFlow.Outcome]())
    for word in flow.log {
      switch word.split(separator: " ").first {
      case "next": ends.append(again.next())
      case "back": ends.append(again.back())
      case "choose": again.move(by: (Int(word.dropFirst(7)) ?? 0) - 1 - again.selection)
      case "type":
        while again.question?.line.before.isEmpty == false { _ = again.type(.backspace) }
        again.type(String(word.dropFirst(5)))
      default: break
      }
    }
    #expect(again.log == flow.log && again.step == flow.step && again.selection == flow.selection)
    #expect(ends.filter { $0 != .stays } == outcomes.filter { $0 != .stays })
  }
}

@Suite("A line being typed")
struct LineEditorTests {
  private func line(_ keys: [Key]) -> LineEditor {
    var line = LineEditor()
    for key in keys {
      let isKnown = line.press(key)
      #expect(isKnown)
    }
    return line
  }

  private func typed(_ text: String, _ keys: Key...) -> LineEditor { line(text.map { .character($0) } + keys) }

  @Test("characters go in where the cursor is, and out before it")
  func editing() {
    #expect(typed("ac", .left, .character("b")).before == "ab")
    #expect(typed("abc", .home, .character("x")).answer == "xabc")
    #expect(typed("abc", .home, .end, .backspace).answer == "ab")
    #expect(typed("abc", .left, .backspace).answer == "ac")
    #expect(typed("abc", .home, .backspace, .left).answer == "abc")
    #expect(typed("abc", .right, .right).before == "abc")
    #expect(typed("abc", .control("a")).after == "abc")
    #expect(typed("日本", .left).after == "本")
  }

  @Test("Ctrl-U clears to the left, Ctrl-W takes the last name of a path, and blanks around an answer do not count")
  func words() {
    #expect(typed("a b c", .left, .control("u")).answer == "c")
    #expect(typed("/tmp/walk.gpx", .control("w")).answer == "/tmp/")
    #expect(typed("/tmp/walk.gpx", .control("w"), .control("w")).answer == "/")
    #expect(typed("x", .control("w"), .control("w")).answer == "")
    #expect(typed("  a b  ").answer == "a b" && typed("   ").answer == "")
  }

  @Test("a line has an end, and keys that mean nothing to it are told")
  func limits() {
    var line = typed(String(repeating: "x", count: LineEditor.limit + 50))
    #expect(line.answer.count == LineEditor.limit)
    for key in [.enter, .escape, .up, .down, .tab, .pageUp, .control("x")] as [Key] {
      let isKnown = line.press(key)
      #expect(!isKnown)
    }
  }
}

@Suite("The sources to choose from")
struct OffersTests {
  /// The choices of the kinds whose order is looked at; others may be among them.
  private static func choices(_ sources: [Offers.Source]) -> [SourceChoice] {
    sources.map(\.choice).filter { [.gpsd, .ownTracks, .huntTrace, .trace, .walker, .steer].contains($0.kind) }
  }

  @Test("are those that need nothing and those that ask, and only the receiver that was named")
  func beginning() {
    #expect(
      Self.choices(Offers.sources(askedFor: nil, hasReceiver: true)) == [
        .gpsd(""), .huntTrace, .walker(seed: 1), .steer(from: nil), .gpsd(""), .trace(""),
      ])
    let all = Offers.sources(askedFor: nil, hasReceiver: true)
    #expect(Offers.sources(askedFor: .walker(seed: 3), hasReceiver: true) == all)
    let named = Offers.sources(askedFor: .gpsd("pi:2947"), hasReceiver: false)
    #expect(named.map(\.choice) == [.gpsd("pi:2947")])
    #expect(named.first?.detail == "through gpsd at pi:2947")
    #expect(
      Offers.sources(askedFor: .gpsd(""), hasReceiver: false).first?.detail == "through gpsd at localhost")
  }

  @Test("begin with a walker where no gpsd answers, and all say what happens at questions")
  func withoutReceiver() {
    let sources = Offers.sources(askedFor: nil, hasReceiver: false)
    #expect(
      Self.choices(sources) == [
        .walker(seed: 1), .huntTrace, .steer(from: nil), .gpsd(""), .trace(""), .gpsd(""),
      ])
    #expect(sources.allSatisfy { $0.detail.contains("question") || $0.detail.contains("you answer") })
  }

  @Test("during the game begin with the receiver that was named, and have the recorded walk only if there is one")
  func meanwhile() {
    let sources = Offers.alternatives(askedFor: .gpsd("pi"), hasRecordedWalk: true)
    #expect(sources.first?.choice == .gpsd("pi"))
    #expect(sources.contains { $0.choice == .huntTrace })
    #expect(
      Self.choices(Offers.alternatives(askedFor: .gpsd(""), hasRecordedWalk: false)) == [
        .gpsd(""), .gpsd(""), .trace(""), .walker(seed: 1), .steer(from: nil),
      ])
    #expect(
      Self.choices(Offers.alternatives(askedFor: nil, hasRecordedWalk: true, hasPhone: true)) == [
        .gpsd(""), .gpsd(""), .ownTracks, .huntTrace, .trace(""), .walker(seed: 1), .steer(from: nil),
      ])
  }
}

@Suite("Where a simulated player goes on")
struct StandpointTests {
  private let hunt = Hunt(
    title: "T",
    treasures: ["a", "b"].enumerated().map { index, id in
      Treasure(
        place: PointOfInterest(
          id: id, name: id, position: Coordinate(clampingLatitude: 48, wrappingLongitude: 11 + Double(index) / 100)),
        radius: 15)
    })

  @Test("are the treasures that are left, and nothing in a game that is new or over")
  func left() throws {
    let hunt = try #require(hunt)
    #expect(Standpoint(in: hunt, after: []) == nil)
    let found = HuntEvent(.found("a", distance: 2), time: .seconds(60))
    #expect(Standpoint(in: hunt, after: [found])?.hunt.treasures.map(\.id) == ["b"])
    #expect(Standpoint(in: hunt, after: [found, HuntEvent(.found("b", distance: 2), time: .seconds(90))]) == nil)
  }

  @Test("is where the player stands, unless they would walk for hours")
  func near() throws {
    let hunt = try #require(hunt)
    let start = hunt.treasures[0].place.position
    for (metres, begins) in [(0.0, true), (1900, true), (2100, false)] {
      let here = start.offset(by: metres, toward: Bearing(degrees: 200))
      #expect(Standpoint(position: here, looking: nil, hunt: hunt).walkStart == (begins ? here : nil))
    }
  }
}
