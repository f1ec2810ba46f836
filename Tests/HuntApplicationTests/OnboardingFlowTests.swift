import Game
import Geodesy
import HuntDomain
import Testing
import Views

/// Three sources and three hunts, of which two have a trace.
let offers = Offers(
  sources: [
    .init(.gpsd("localhost"), title: "GPS", detail: "a receiver"),
    .init(.huntTrace, title: "Trace", detail: "a recording"),
    .init(.walker(seed: 7), title: "Walker", detail: "a simulated player"),
  ],
  hunts: [
    .init(path: "a.gpx", title: "A", detail: "", hasTrace: false),
    .init(path: "b.gpx", title: "B", detail: "", hasTrace: true),
    .init(path: "c.gpx", title: "C", detail: "", hasTrace: true),
  ])

@Suite("The onboarding flow")
struct OnboardingFlowTests {
  @Test("next walks through the steps to the end, and says what is wanted")
  func forward() {
    var flow = OnboardingFlow(offers)
    #expect(flow.isLive)
    #expect(flow.next() == .listens(.gpsd("localhost")))
    #expect(flow.step == .fix)
    #expect(flow.items.isEmpty)
    #expect(flow.next() == .stays)
    #expect(flow.items.map(\.title) == ["A", "B", "C"])
    flow.move(by: 1)
    #expect(flow.next() == .ends(.gpsd("localhost"), huntPath: "b.gpx"))
    #expect(flow.log == ["start", "next", "next", "choose 2", "next", "end"])
  }

  @Test("a hunt of an extract asks for its file, and goes on with what is typed")
  func extract() {
    let offers = Offers(
      sources: offers.sources,
      hunts: [.init(path: "extract:", title: "Own town", detail: "", hasTrace: false, origin: .extract)] + offers.hunts)
    var flow = OnboardingFlow(offers)
    for _ in 0..<3 { _ = flow.next() }
    #expect(flow.step == .extract && flow.question?.question == .extract && flow.items.isEmpty)
    #expect(flow.next() == .stays)
    for character in "~/a b.pbf" { _ = flow.type(.character(character)) }
    #expect(flow.back() == .stays && flow.step == .hunt)
    #expect(flow.next() == .stays && flow.question?.line.text == "~/a b.pbf")
    #expect(flow.next() == .ends(.gpsd("localhost"), huntPath: "extract:~/a b.pbf"))
    #expect(flow.back() == .stays && flow.step == .extract)
    let again = OnboardingFlow(offers, replaying: flow.log)
    #expect(again.step == .extract && again.question?.line.text == "~/a b.pbf" && again.log == flow.log)
  }

  @Test("back walks back, and leaves from the first step")
  func backward() {
    var flow = OnboardingFlow(offers)
    _ = flow.next()
    _ = flow.next()
    #expect(flow.back() == .stays)
    #expect(flow.step == .fix)
    #expect(flow.back() == .stopsListening)
    #expect(flow.step == .source)
    #expect(flow.back() == .leaves)
    #expect(flow.log == ["start", "next", "next", "back", "back", "back"])
  }

  @Test("only a receiver has a fix to check: all others lead to the hunts at once, and back", arguments: [1, 2])
  func withoutFix(source: Int) {
    var flow = OnboardingFlow(offers)
    flow.move(by: source)
    #expect(flow.next() == .stays)
    #expect(flow.step == .hunt && flow.listening == offers.sources[source].choice)
    #expect(flow.back() == .stays)
    #expect(flow.step == .source && flow.selection == source)
  }

  @Test("back and forth again finds every choice as it was")
  func choicesStay() {
    var flow = OnboardingFlow(offers)
    flow.move(by: 2)
    _ = flow.next()
    flow.move(by: 2)
    _ = flow.back()
    #expect(flow.step == .source && flow.selection == 2)
    #expect(flow.next() == .stays)
    #expect(flow.step == .hunt && flow.selection == 2)
    #expect(flow.next() == .ends(.walker(seed: 7), huntPath: "c.gpx"))
  }

  @Test("the recording of a hunt is offered for hunts that have one, and the chosen hunt stays chosen")
  func traces() {
    var flow = OnboardingFlow(offers)
    flow.move(by: 1)
    _ = flow.next()
    #expect(flow.items.map(\.title) == ["B", "C"])
    flow.move(by: 1)
    _ = flow.back()
    flow.move(by: 1)
    _ = flow.next()
    #expect(flow.items[flow.selection].title == "C")
    // A hunt without a trace is not in the other list: the first one is chosen instead.
    flow.move(by: -9)
    _ = flow.back()
    flow.move(by: -1)
    _ = flow.next()
    #expect(flow.next() == .ends(.huntTrace, huntPath: "b.gpx"))
  }

  @Test("the ends of a list hold", arguments: [Int.min, -5, -1, 5, Int.max])
  func ends(steps: Int) {
    var flow = OnboardingFlow(offers)
    flow.move(by: steps)
    #expect(flow.selection == (steps < 0 ? 0 : 2))
    flow.move(by: steps)
    #expect(flow.selection == (steps < 0 ? 0 : 2))
  }

  @Test("without sources or hunts nothing ends")
  func nothingOffered() {
    var empty = OnboardingFlow(Offers(sources: [], hunts: []))
    empty.move(by: 1)
    #expect(empty.next() == .stays)
    #expect(empty.step == .source)
    var huntless = OnboardingFlow(Offers(sources: offers.sources, hunts: []))
    _ = huntless.next()
    _ = huntless.next()
    #expect(huntless.next() == .stays)
    #expect(huntless.step == .hunt)
  }
}
