import Game
import Geodesy
import HuntDomain
import Nearby
import Numbers
import PlaceSamples
import Places
import Viewer
import Views

/// Recordings of games that nobody played, the same for the same seed.
struct RecordedPlay {
  private var chance: SeededGenerator
  private var now = Duration.zero
  private var position = home
  private var goal = home
  private let hunt: Hunt
  private(set) var moments: [SessionMoment] = []

  /// A game of so many moments: a walk from treasure to treasure, on which somebody presses keys and sensors fail.
  init(seed: UInt64, count: Int) throws {
    chance = SeededGenerator(seed: seed)
    hunt = try mill { treasures, hunt in
      treasures += (0..<4).map { index in
        var treasure = Treasure(
          place: place("t\(index)", 60 + 70 * Double(index), toward: 80 + 40 * Double(index)), radius: 15)
        treasure.visibility = index == 2 ? .near(metres: 80) : .always
        return treasure
      }
      hunt.limit = .seconds(3000)
    }
    moments.append(SessionMoment(.resize(columns: 90, rows: 30), at: now))
    moments.append(SessionMoment(.begin(GameSetup(hunt: hunt, source: "GPS")), at: now))
    while moments.count < count { goOn() }
  }

  var recording: Recording { Recording(moments) }

  private mutating func goOn() {
    // Several things may happen at one time.
    if chance.uniform() < 0.9 { now += .milliseconds(Int.random(in: 1...2000, using: &chance)) }
    moments.append(SessionMoment(event(), at: now))
  }

  private mutating func event() -> SessionEvent {
    switch Int.random(in: 0..<40, using: &chance) {
    case 0: .location(.lost(reason: "gone"))
    case 1: .location(.searching(satellitesInView: 3))
    case 2, 3, 4: .heading(heading(chance.uniform() * 360))
    case 5, 6: .tick
    case 7...11: .key(key())
    case 12: .action(.answer(["1823", "1", "2", "no"].randomElement(using: &chance) ?? ""))
    case 13: .resize(columns: .random(in: 0...120, using: &chance), rows: .random(in: 0...40, using: &chance))
    case 14: .pointer(.wheel(steps: 1, column: .random(in: 0...80, using: &chance), row: 5))
    case 15: .pageEnds(at: 3)
    default: .location(.fix(walk()))
    }
  }

  private mutating func key() -> Key {
    let keys: [Key] = [
      .character("m"), .character("c"), .character("s"), .character("+"), .character("-"), .character("i"),
      .character("C"), .character("n"), .character("?"), .character("t"), .character("b"), .enter, .escape, .left,
      .up, .tab, .character("f"),
    ]
    return keys.randomElement(using: &chance) ?? .escape
  }

  private mutating func walk() -> Fix {
    if position.distance(to: goal) < 5 || chance.uniform() < 0.01 {
      goal = hunt.treasures.randomElement(using: &chance)?.place.position ?? home
    }
    let course = Bearing(degrees: position.bearing(to: goal).degrees + chance.uniform() * 40 - 20)
    position = position.offset(by: 4, toward: course)
    return Fix(
      position: position, time: now, accuracy: 4, altitude: chance.uniform() < 0.8 ? 500 + chance.uniform() * 90 : nil,
      speed: 4, course: course)
  }
}

/// A walk of a fix a second to the north, past treasures every so many metres, and nothing else.
func straightRecording(
  seconds: Int, treasures: [Double] = [20, 60], altitude: (Int) -> Double? = { 500 + Double($0) },
  gaps: [Int: Double] = [:]
) throws -> Recording {
  let hunt = Hunt(
    title: "Straight", order: .any, treasures: treasures.map { Treasure(place: place("t\(Int($0))", $0), radius: 10) })
  guard let hunt else { return Recording([]) }
  var time = 0.0
  var moments = [SessionMoment(.begin(GameSetup(hunt: hunt, source: "trace")), at: .zero)]
  for second in 0..<seconds {
    time += second == 0 ? 0 : gaps[second] ?? 1
    var fix = fix(Double(second), at: time)
    fix.altitude = altitude(second)
    moments.append(SessionMoment(.location(.fix(fix)), at: .seconds(time)))
  }
  return Recording(moments)
}
