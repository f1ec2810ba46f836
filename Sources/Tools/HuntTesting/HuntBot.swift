internal import Geodesy
package import HuntDomain
internal import Numbers
internal import Places

/// A player who knows all answers: walks a hunt from treasure to treasure, in virtual time, the same way for one seed.
///
/// It goes straight ahead at walking speed, hears a receiver that errs, takes ways at forks by chance, now and then
/// gives a wrong answer or reads a hint first, and claims what the receiver will not believe.
package struct HuntBot {
  /// Metres per second.
  private static let speed = 1.4
  /// Metres of an error circle that even a quiet receiver claims.
  private static let bestAccuracy = 3.0
  /// The part of an error that is left a second later.
  private static let persistence = 0.9
  /// Metres from the target beyond which a fix comes every ``stride`` only, so that long ways cost little.
  private static let far = 150.0
  private static let stride = 10

  /// How far the player has come: what replaying ``events`` gives.
  package private(set) var progress: HuntProgress
  /// All events of the game.
  package private(set) var events: [HuntEvent] = []
  /// Seconds played.
  package private(set) var seconds = 0
  /// Metres walked.
  package private(set) var metres = 0.0

  private var position: Coordinate
  private var chance: SeededGenerator
  /// The receiver's error now, metres east and north.
  private var error = (east: 0.0, north: 0.0)
  /// Metres of the receiver's errors, one deviation of an axis.
  private let noise: Double

  /// A player at the start of a hunt, where the first treasure is listed.
  package init(_ hunt: Hunt, seed: UInt64, noise: Double) {
    progress = HuntProgress(hunt)
    position = hunt.treasures[0].place.position.offset(by: 60, toward: Bearing(degrees: Double(seed % 36) * 10))
    chance = SeededGenerator(seed: seed)
    self.noise = noise
  }

  /// Plays to the end, or until the time is up that the bot takes for a hunt.
  package mutating func play(within limit: Duration = .seconds(12 * 3600)) {
    while !progress.isCompleted, Duration.seconds(seconds) < limit { step() }
  }

  private var time: Duration { .seconds(seconds) }

  private mutating func step() {
    let target = progress.target(from: position)?.place.position ?? position
    let distance = position.distance(to: target)
    let pause = distance > Self.far ? Self.stride : 1
    let way = min(distance, Self.speed * Double(pause))
    if way > 0 { position = position.offset(by: way, toward: position.bearing(to: target)) }
    metres += way
    seconds += pause
    happened(progress.pass(to: time, utc: nil))
    happened(progress.receive(fix()))
    act()
  }

  private mutating func fix() -> Fix {
    let fresh = (1 - Self.persistence * Self.persistence).squareRoot() * noise
    error.east = error.east * Self.persistence + chance.bell() * fresh
    error.north = error.north * Self.persistence + chance.bell() * fresh
    let heard = TangentPlane(at: position).coordinate(at: .init(east: error.east, north: error.north))
    return Fix(
      position: heard, time: time, accuracy: max(Self.bestAccuracy, noise * Fix.circleDeviations),
      accuracySource: .simulation)
  }

  /// Acts as a player who has looked at the screen.
  private mutating func act() {
    guard let target = progress.target(from: position), !progress.isCompleted else { return }
    if chance.uniform() < 0.002 { happened(progress.readHint(of: target.id, at: time)) }
    if let asked = progress.asking.first, let question = asked.question {
      if chance.uniform() < 0.2 { happened(progress.answer("no idea", to: asked.id, at: time)) }
      happened(progress.answer(answer(to: question), to: asked.id, at: time))
    } else if position.distance(to: target.place.position) < 1, progress.claimPrice(of: target.id, at: time) != nil {
      happened(progress.claim(target.id, at: time))
    }
  }

  private mutating func answer(to question: Question) -> String {
    switch question.rule {
    case .text(let words): return words.first ?? ""
    case .number(let number, _): return Int(exactly: number).map(String.init) ?? "\(number)"
    case .choice(_, let right):
      let right = right.sorted()
      return right.isEmpty ? "" : String(right[Int(chance.next() % UInt64(right.count))] + 1)
    case .sealed: return ""
    }
  }

  private mutating func happened(_ new: [HuntEvent]) { events += new }
}
