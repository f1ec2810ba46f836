internal import Geodesy
internal import HuntDomain
internal import Numbers
package import Simulation
internal import Streets

/// How a rule fares with simulated players who go where the game sends them, until it lets them in.
///
/// In contrast to a ``ZoneTrial`` the errors of the receiver lead the player: a player who is shown a place beside the
/// zone goes there.
package struct ZoneVisits: Sendable {
  /// Seconds that a player looks for the zone at most.
  private static let longest = 3600
  /// Seconds inside that are a visit.
  private static let visit = 10
  /// Metres outside of the zone that no player takes for being there.
  private static let far = 10.0

  /// Players that looked for the zone.
  package private(set) var players = 0
  /// Players who were let in.
  package private(set) var opened = 0
  /// Players of ``opened`` who were outside then, and from ``ZoneScore/grace`` seconds before until as many after.
  package private(set) var falsely = 0
  /// Players of ``opened`` who were more than ten metres outside.
  package private(set) var fromAfar = 0
  /// Stays inside of at least ten seconds, and those in which the zone did not open.
  package private(set) var visits = 0
  /// Stays of ``visits`` in which the zone did not open.
  package private(set) var missed = 0
  /// Seconds until the players were let in.
  private var times: [Int] = []

  /// Simulates `players` visits to a circular zone.
  ///
  /// - Parameters:
  ///   - preset: their receivers.
  ///   - radius: metres.
  package init(_ rule: ZoneRule, _ preset: ErrorPreset, radius: Double, players: Int) {
    for seed in 0..<UInt64(max(0, players)) { play(rule, preset, radius, seed) }
  }

  /// The quantile of the seconds until players were let in; `part` 0.5 is the median.
  package func time(_ part: Double) -> Int? {
    let sorted = times.sorted()
    return sorted.isEmpty ? nil : sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
  }

  private mutating func play(_ rule: ZoneRule, _ preset: ErrorPreset, _ radius: Double, _ seed: UInt64) {
    players += 1
    var chance = SeededGenerator(seed: seed &* 7919)
    let place = Coordinate(clampingLatitude: 48, wrappingLongitude: 11)
    let ground = ZoneGround(.circle(radius: radius), at: place)
    let strategy = Strategy.drawn(using: chance.uniform())
    var receiver = SimulatedReceiver(preset, seed: chance.next())
    let start = place.offset(by: 60, toward: Bearing(degrees: chance.uniform() * 360))
    let profile = PlayerProfile(strategy, patience: 1800, using: &chance)
    var player = SimulatedPlayer(profile, at: start, on: .open, seed: chance.next())
    var judge = ZoneJudge(rule, ground)
    var (since, lastInside): (Int?, Int?)
    for second in 1...Self.longest {
      let truth = player.walk()
      let depth = ground.depth(of: truth.position)
      if depth >= 0 {
        (since, lastInside) = (since ?? second, second)
      } else if let from = since {
        leave(after: second - from)
        since = nil
      }
      let fix: Fix? = if case .fix(let fix) = receiver.observe(truth) { fix } else { nil }
      if judge.isInside(after: fix) {
        if depth >= 0 { visits += 1 }
        let wasInside = lastInside.map { second - $0 <= ZoneScore.grace } ?? false
        enter(at: second, depth, isThere: wasInside || player.comes(into: ground, within: ZoneScore.grace))
        return
      }
      guard player.looks else { continue }
      guard let shown = judge.shown else {
        _ = player.lookInVain()
        continue
      }
      let way = shown.position.course(to: place)
      let sight = PlayerView.Sight(id: "zone", place: place, distance: way.distance, bearing: way.bearing)
      let view = PlayerView(sights: [sight], first: "zone", circle: shown.accuracy ?? Fix.assumedAccuracy, asked: nil)
      if case .giveUp? = player.look(at: view) { break }
    }
    if let since { leave(after: player.now - since) }
  }

  private mutating func enter(at second: Int, _ depth: Double, isThere: Bool) {
    opened += 1
    times.append(second)
    if !isThere { falsely += 1 }
    if depth < -Self.far { fromAfar += 1 }
  }

  /// Ends a visit in which the zone did not open.
  private mutating func leave(after seconds: Int) {
    guard seconds >= Self.visit else { return }
    (visits, missed) = (visits + 1, missed + 1)
  }
}
