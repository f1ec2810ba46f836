import Game
import Geodesy
import HuntDomain
import Nearby
import PlaceSamples
import Testing
import Views

/// A game whose time is driven by the test: positions come once a second.
struct PlayedWalk {
  private(set) var session: Session
  private(set) var seconds = 0.0
  private(set) var saved: [HuntEvent] = []

  init(_ hunt: Hunt, saved: [HuntEvent] = [], beeper: Bool = false, choice: SourceChoice? = nil) {
    session = Session(beeper: ProximityBeeper(isOn: beeper))
    _ = session.handle(.begin(GameSetup(hunt: hunt, source: "GPS", choice: choice, saved: saved)), at: .zero)
    self.saved = saved
  }

  @discardableResult
  mutating func handle(_ event: SessionEvent) -> [SessionEffect] {
    let effects = session.handle(event, at: .seconds(seconds))
    for case .save(let events) in effects { saved += events }
    return effects
  }

  @discardableResult
  mutating func press(_ keys: Key...) -> [SessionEffect] { keys.flatMap { handle(.key($0)) } }

  @discardableResult
  mutating func type(_ text: String) -> [SessionEffect] { text.flatMap { handle(.key(.character($0))) } }

  /// Stands so many metres north of home for some seconds.
  @discardableResult
  mutating func stand(_ metres: Double, for duration: Int = 1, accuracy: Double = 4) -> [SessionEffect] {
    (0..<duration).flatMap { _ -> [SessionEffect] in
      seconds += 1
      return handle(.location(.fix(fix(metres, at: seconds, accuracy: accuracy))))
    }
  }

  /// Lets time pass without positions.
  @discardableResult
  mutating func wait(_ duration: Double) -> [SessionEffect] {
    seconds += duration
    return handle(.tick)
  }

  /// Walks from one place to another at walking speed.
  @discardableResult
  mutating func walk(from start: Double, to end: Double) -> [SessionEffect] {
    stride(from: start, to: end, by: start < end ? 1.4 : -1.4).flatMap { stand($0) }
  }

  var screen: PlayScreen? {
    if case .play(let screen) = session.screen(at: .seconds(seconds)) { screen } else { nil }
  }
}

extension [SessionEffect] {
  var news: [SessionNews] { compactMap { if case .tell(let news) = $0 { news } else { nil } } }
  var replies: [String] { news.compactMap { if case .reply(let text) = $0 { text } else { nil } } }
  /// What was told beside positions and answers, by name.
  var words: [String] {
    news.compactMap { news in
      switch news {
      case .found(let find, _, _): "found \(find.treasure.id)"
      case .opened(let treasure): "opened \(treasure.id)"
      case .entered(let treasure): "entered \(treasure.id)"
      case .left(let treasure): "left \(treasure.id)"
      case .asked(let treasure, _): "asked \(treasure.id)"
      case .answered(let treasure, _): "answered \(treasure.id)"
      case .answeredWrongly(let treasure, let price): "wrong \(treasure.id) \(price)"
      case .claimed(let treasure, let price, _, _): "claimed \(treasure.id) \(price)"
      case .expired(let treasure): "expired \(treasure.id)"
      case .timeUp: "time up"
      case .gained(let item): "gained \(item.id)"
      case .hint(let treasure, let hint): "hint \(treasure.id) \(hint.text)"
      case .resumed: "resumed"
      case .finished: "finished"
      default: nil
      }
    }
  }
}

/// A mill that asks for a year and holds a key, a gate that wants the key, and a well that offers a choice.
func mill(_ change: (inout [Treasure], inout Hunt) -> Void = { _, _ in }) throws -> Hunt {
  var mill = Treasure(
    place: place("mill", 0), zone: .circle(radius: 20),
    hints: [Hint("Look up."), Hint("Over the door.", price: 3), Hint("Eighteen.", after: .seconds(60))], points: 10)
  mill.question = Question("Built when?", rule: .number(1823, tolerance: 0), price: 2)
  mill.arrival = "The wheel turns."
  mill.items = ["key"]
  var gate = Treasure(place: place("gate", 200), radius: 20, points: 5)
  gate.requirement = .holds("key")
  gate.visibility = .always
  var well = Treasure(place: place("well", 400), radius: 20, points: 5)
  well.question = Question("How deep?", rule: .choice(options: ["3 m", "9 m", "20 m"], right: [1]))
  var treasures = [mill, gate, well]
  var empty = try #require(Hunt(title: "Mill", order: .any, treasures: treasures))
  change(&treasures, &empty)
  var hunt = try #require(Hunt(title: "Mill", order: .any, treasures: treasures))
  hunt.items = [Item(id: "key", name: "a rusty key")]
  hunt.limit = empty.limit
  hunt.message = empty.message
  return hunt
}

extension [SessionNews] {
  var words: [String] { map(SessionEffect.tell).words }
}
