import Game
import Geodesy
import Numbers
import PlaceSamples
import Testing
import Views

/// Sources that ask, and hunts that were played before.
private let asking = Offers(
  sources: [
    .init(.gpsd("localhost"), title: "GPS", detail: "a receiver"),
    .init(.huntTrace, title: "Trace", detail: "a recording"),
    .init(.gpsd(""), title: "GPS elsewhere", detail: "a receiver", question: .gpsd),
    .init(.trace(""), title: "Recording", detail: "a file", question: .trace),
    .init(.steer(from: nil), title: "Steer", detail: "by hand", question: .place),
  ],
  hunts: [
    .init(path: "a", title: "A", detail: "", hasTrace: false, saved: "2 of 5 found"),
    .init(path: "b", title: "B", detail: "", hasTrace: true),
    .init(path: "c", title: "C", detail: "", hasTrace: true, saved: "1 of 3 found"),
  ])

extension OnboardingFlow {
  fileprivate mutating func type(_ text: String) { for character in text { _ = type(.character(character)) } }

  /// One move of somebody who presses any key.
  fileprivate mutating func stumble(_ chance: inout SeededGenerator) -> Outcome {
    switch Int.random(in: 0..<6, using: &chance) {
    case 0: return back()
    case 1: move(by: Int.random(in: -2...2, using: &chance))
    case 2: type(["1", ",", "x", " "].randomElement(using: &chance) ?? "1")
    case 3: _ = type(.backspace)
    default: return next()
    }
    return .stays
  }
}

@Suite("The log of the onboarding")
struct OnboardingReplayTests {
  @Test("leads, walked again, to the same state by the same way", arguments: 0..<300)
  func replay(seed: Int) {
    var chance = SeededGenerator(seed: UInt64(seed))
    var flow = OnboardingFlow(asking)
    for _ in 0..<Int.random(in: 0...60, using: &chance) {
      _ = flow.stumble(&chance)
      #expect(OnboardingFlow(asking, replaying: flow.log) == flow, "\(flow.log)")
    }
  }

  @Test("tells the end once, until the player comes back from it", arguments: 0..<100)
  func endsOnce(seed: Int) {
    var chance = SeededGenerator(seed: UInt64(seed))
    var flow = OnboardingFlow(asking)
    var ends = 0
    for _ in 0..<200 where ends == 0 {
      if case .ends = flow.stumble(&chance) { ends += 1 }
    }
    guard ends == 1 else { return }
    let ended = flow
    for _ in 0..<5 { #expect(flow.next() == .stays) }
    flow.move(by: 1)
    #expect(flow.log == ended.log)
    #expect(flow.back() == .stays)
    #expect(flow.step == ended.step && flow.selection == ended.selection)
    guard case .ends = flow.next() else {
      Issue.record("it does not end again")
      return
    }
  }

  @Test("goes back over every step and forth again to the same end, with every answer as it was")
  func restores() {
    var flow = OnboardingFlow(asking)
    flow.move(by: 3)
    #expect(flow.next() == .stays)
    #expect(flow.question?.question == .trace)
    #expect(flow.next() == .stays)
    flow.type("my walk.gpx")
    #expect(flow.next() == .stays)
    #expect(flow.listening == .trace("my walk.gpx"))
    flow.move(by: 2)
    #expect(flow.next() == .stays)
    #expect(flow.step == .saved && flow.items.map(\.title) == ["Go on", "Begin anew"])
    #expect(flow.items[0].detail == "1 of 3 found")
    flow.move(by: 1)
    for _ in 0..<2 { _ = flow.back() }
    #expect(flow.question?.line.text == "my walk.gpx")
    #expect(flow.back() == .stays)
    #expect(flow.selection == 3)
    #expect(flow.back() == .leaves)
    let outcomes = (0..<4).map { _ in flow.next() }
    #expect(outcomes.last == .ends(.trace("my walk.gpx"), huntPath: "c", .anew))
  }

  @Test("an answer that is no place is not taken, and says why; none at all is the beginning of the hunt")
  func place() {
    var flow = OnboardingFlow(asking)
    flow.move(by: 9)
    _ = flow.next()
    flow.type("Berlin")
    #expect(flow.next() == .stays)
    #expect(flow.problem?.isEmpty == false)
    for wrong in ["91,0", "1", "1,2,3", "nan,1", "1,,"] {
      for _ in 0..<10 { _ = flow.type(.backspace) }
      flow.type(wrong)
      #expect(flow.next() == .stays)
    }
    for _ in 0..<10 { _ = flow.type(.backspace) }
    #expect(flow.problem == nil)
    var other = flow
    #expect(other.next() == .stays)
    #expect(other.step == .hunt && other.listening == .steer(from: nil))
    flow.type("52.52, 13.4")
    #expect(flow.next() == .stays)
    #expect(flow.listening == .steer(from: Coordinate(latitude: 52.52, longitude: 13.4)))
  }

  @Test(
    "flags that answer everything end it at once, without a screen",
    arguments: [SourceChoice.gpsd("host:1"), .trace("a.gpx"), .huntTrace, .walker(seed: 9), .steer(from: nil)])
  func flags(source: SourceChoice) {
    for beginning in [OnboardingFlow.Beginning.resume, .anew] {
      let (flow, outcome) = OnboardingFlow.answered(
        .init(source: source, huntPath: "a", beginning: beginning), offers: asking)
      #expect(outcome == .ends(source, huntPath: "a", beginning))
      #expect(flow.isOver && flow.log.first == "start" && flow.log.last == "end")
      #expect(
        OnboardingFlow.answered(.init(source: source, huntPath: "elsewhere.geojson")).outcome
          == .ends(source, huntPath: "elsewhere.geojson", .resume))
    }
  }
}
