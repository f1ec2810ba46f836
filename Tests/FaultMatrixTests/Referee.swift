import Game
import Geodesy
import HuntDomain
import Places

/// Sees everything of an outing, the truth too, and says what must not be.
struct Referee {
  /// What does not hold, and where.
  struct Violation: CustomStringConvertible {
    let invariant: Invariant
    let second: Int
    let words: String

    var description: String { "\(invariant.rawValue): after \(second) s \(words)" }
  }

  private var protest = Protest()

  /// All of it, in order.
  var violations: [Violation] { protest.violations }

  private let hunt: Hunt
  private let grounds: [String: ZoneGround]
  /// Where the player was at each second.
  private var truth: [Coordinate] = [Ground.start]
  private var reports: [Report] = []
  private var found: [String] = []
  private var wrongAnswers = 0
  private var saved: [HuntEvent] = []
  private var firstFix: Int?
  private var lastFix: Int?
  private var believed: Int?
  private var isSearching = false
  private var timeLeft: Int?

  /// What came of the receiver, and how wrong it was.
  private struct Report {
    let time: Duration
    let error: Double
  }

  init(_ hunt: Hunt) {
    self.hunt = hunt
    let zones = hunt.treasures.map { ($0.id, ZoneGround($0.zone, at: $0.place.position)) }
    grounds = Dictionary(uniqueKeysWithValues: zones)
  }

  /// What the player goes for.
  var next: Treasure? { hunt.treasures.first { !found.contains($0.id) } }

  /// Metres inside a zone, in truth; negative outside.
  func depth(in treasure: Treasure) -> Double { depth(in: treasure.id, at: truth.count - 1) }

  private func depth(in id: String, at second: Int) -> Double {
    let there = truth[max(0, min(truth.count - 1, second))]
    return grounds[id]?.depth(of: there) ?? -.infinity
  }

  // MARK: - What is true, and what the receiver says of it

  mutating func stands(at position: Coordinate, _ second: Int) { truth.append(position) }

  mutating func isTold(_ fix: Fix, at second: Int) {
    (lastFix, isSearching) = (second, false)
    // Said twice of one moment it is said once.
    guard reports.last?.time != fix.time else { return }
    let there = truth[min(truth.count - 1, Int(fix.time.components.seconds))]
    reports.append(Report(time: fix.time, error: there.distance(to: fix.position)))
  }

  mutating func isToldNothing() { isSearching = true }

  /// Metres by which three reports in a row erred lately: what no game can see through.
  private var lie: Double {
    let errors = reports.suffix(Self.memory).map(\.error)
    guard errors.count >= 3 else { return errors.max() ?? 0 }
    return (2..<errors.count).map { min(errors[$0], errors[$0 - 1], errors[$0 - 2]) }.max() ?? 0
  }

  /// Reports that an average may be made of; in a flood they are of few seconds.
  private static let memory = 1500

  // MARK: - What the game does

  mutating func hears(_ effects: [SessionEffect], at second: Int) {
    for effect in effects {
      switch effect {
      case .save(let events): save(events, second)
      case .tell(let news): hears(news, second)
      default: break
      }
    }
  }

  private mutating func hears(_ news: SessionNews, _ second: Int) {
    switch news {
    case .fix:
      believed = second
      firstFix = firstFix ?? second
    case .entered(let treasure): enters(treasure.id, second)
    case .answeredWrongly: wrongAnswers += 1
    case .found(let find, let count, _):
      let id = find.treasure.id
      protest.expect(!found.contains(id), .pointsOnce, second, "\(id) is found again")
      found.append(id)
      protest.expect(count == found.count, .noLostFind, second, "\(count) are told to be found, not \(found.count)")
      protest.expect(find.time <= .seconds(second), .timeIsTime, second, "\(id) is found at \(find.time)")
      replay(second)
    case .expired(let treasure): protest.expect(false, .noLostFind, second, "\(treasure.id) is gone")
    case .timeUp: protest.expect(false, .noLostFind, second, "the hunt is over")
    default: break
    }
  }

  /// Metres that the game takes as gone who walks in, a second's way, and how much an error changes in three reports.
  private static let slack = 5.3 + Hunter.pace + 2

  private mutating func enters(_ id: String, _ second: Int) {
    let then = reports.last.map { Int($0.time.components.seconds) } ?? second
    let (outside, lie) = (-depth(in: id, at: then), lie)
    protest.expect(
      outside <= lie + Self.slack, .noFalseFind, second,
      "\(id) is entered \(Int(outside)) m outside of its zone, with reports that err by \(Int(lie)) m")
  }

  private mutating func save(_ events: [HuntEvent], _ second: Int) {
    for event in events {
      protest.expect(
        event.time >= saved.last?.time ?? .zero, .timeIsTime, second, "\(event.kind) is saved for \(event.time)")
      protest.expect(event.time <= .seconds(second), .timeIsTime, second, "\(event.kind) is saved for \(event.time)")
      let read = EventRow(event).event
      protest.expect(read == event, .savedIsReplayed, second, "\(event) is read as \(String(describing: read))")
      saved.append(event)
    }
  }

  // MARK: - What the player sees

  mutating func sees(_ screen: PlayScreen, at second: Int) {
    let isOpen = screen.gps.contains("searching") || screen.gps.contains("lost")
    let age = second - (lastFix ?? 0)
    let says = "the screen says “\(screen.gps)”"
    if lastFix == nil || isSearching {
      protest.expect(isOpen && screen.isStale, .staleIsShown, second, says)
    } else if age >= 5 {
      protest.expect(
        (isOpen || screen.gps.contains("\(age) s old") || screen.gps.contains(" old")), .staleIsShown, second, says)
    } else if believed == second {
      protest.expect(!isOpen && !screen.isStale && !screen.gps.contains("old"), .staleIsShown, second, says)
    } else if lastFix == second {
      protest.expect(screen.hunt.trouble != nil, .staleIsShown, second, "\(says), and not what is wrong")
    }
    countsPoints(screen.hunt, second)
    watchesTime(screen.hunt, second)
  }

  private mutating func countsPoints(_ screen: HuntScreen, _ second: Int) {
    let won = found.compactMap { hunt.treasure($0)?.points }.reduce(0, +)
    let points = won - 2 * wrongAnswers
    protest.expect(
      screen.points == "\(points) of \(hunt.totalPoints) points", .pointsOnce, second,
      "the screen says \(screen.points), not \(points)")
    protest.expect(
      screen.found == "\(found.count) of \(hunt.count)", .noLostFind, second,
      "\(screen.found) are found on the screen, not \(found.count)")
  }

  private mutating func watchesTime(_ screen: HuntScreen, _ second: Int) {
    guard let words = screen.timeLeft?.split(separator: " ").first else { return }
    let left = words.split(separator: ":").reduce(0) { $0 * 60 + (Int($1) ?? 0) }
    let passed = firstFix.map { second - $0 } ?? 0
    let rest = Int(Ground.limit.components.seconds) - passed
    protest.expect(left <= timeLeft ?? left, .timeIsTime, second, "\(words) is left, more than before")
    protest.expect(abs(left - rest) <= 1, .timeIsTime, second, "\(words) is left, and should be \(rest) s")
    timeLeft = left
  }

  // MARK: - The end

  mutating func end(isWon: Bool, at second: Int) {
    let rest = next?.id ?? "nothing"
    protest.expect(isWon, .noLostFind, second, "\(rest) is not found")
    replay(second)
  }

  /// The power fails now: what is saved goes on where the player was.
  private mutating func replay(_ second: Int) {
    let progress = HuntProgress(hunt, replaying: saved)
    let ids = progress.finds.map(\.treasure.id)
    protest.expect(ids == found, .savedIsReplayed, second, "\(ids) are found again, not \(found)")
    var session = Session(view: .compass)
    _ = session.handle(.begin(GameSetup(hunt: hunt, source: "GPS", saved: saved)), at: .zero)
    guard case .play(let screen) = session.screen(at: .zero) else { return }
    let won = found.compactMap { hunt.treasure($0)?.points }.reduce(0, +) - 2 * wrongAnswers
    protest.expect(
      screen.hunt.points == "\(won) of \(hunt.totalPoints) points", .savedIsReplayed, second,
      "a resumed game says \(screen.hunt.points), not \(won)")
  }
}

/// What must not be, collected.
private struct Protest {
  private(set) var violations: [Referee.Violation] = []

  mutating func expect(
    _ holds: Bool, _ invariant: Invariant, _ second: Int, _ words: @autoclosure () -> String
  ) {
    guard !holds else { return }
    violations.append(.init(invariant: invariant, second: second, words: words()))
  }
}
