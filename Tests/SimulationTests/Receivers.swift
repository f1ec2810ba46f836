import Geodesy
import HuntDomain
import Simulation

let station = Coordinate(latitude: 48.1374, longitude: 11.5755)!

extension ErrorModel {
  /// Nothing but a drift: as many satellites as ever count for nothing, and nothing jumps.
  static func drifting(_ deviation: Double, correlationTime: Double, noise: Double = 0) -> ErrorModel {
    ErrorModel(
      drift: Drift(deviation: deviation, correlationTime: correlationTime), noise: noise,
      sky: Sky(above: 12, lifetime: 16_000, openness: 0.9, shadeTime: 60, geometry: 0),
      accuracy: Accuracy(ratio: 1, spread: 0, correlationTime: 60, lag: 0),
      velocity: Velocity(deviation: 0.1, correlationTime: 2))
  }
}

/// Where a fix lies, seen from the true place: metres east and north.
func error(_ fix: Fix, from plane: TangentPlane) -> TangentPlane.Point {
  plane.point(of: fix.position) ?? .init(east: .nan, north: .nan)
}

extension TangentPlane.Point {
  /// Metres from the origin.
  var length: Double { (east * east + north * north).squareRoot() }
}

extension SimulatedReceiver {
  /// What is said of somebody who stands at the station, at 0 and after each of the steps.
  mutating func observeStanding(steps: some Sequence<Duration>, altitude: Double? = nil) -> [Observation] {
    var time = Duration.zero
    var observations = [observe(Truth(position: station, altitude: altitude, time: time))]
    for step in steps {
      time += step
      observations.append(observe(Truth(position: station, altitude: altitude, time: time)))
    }
    return observations
  }

  /// The same with steps of one length.
  mutating func observeStanding(count: Int, every step: Duration, altitude: Double? = nil) -> [Observation] {
    observeStanding(steps: repeatElement(step, count: count - 1), altitude: altitude)
  }
}

extension ErrorPreset {
  /// Those in which something goes wrong.
  static var erring: [ErrorPreset] { allCases.filter { $0 != .none } }
}
