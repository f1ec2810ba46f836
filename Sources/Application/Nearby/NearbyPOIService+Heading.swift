package import Geodesy
package import HuntDomain

extension NearbyPOIService {
  /// The direction in which the player looks at `now`; `nil` while it is not known well enough for an arrow.
  package func direction(at now: Duration) -> Bearing? { estimator.heading(at: now)?.direction }

  /// The heading port said something.
  package mutating func receive(_ heading: Heading, at now: Duration) { estimator.receive(heading, at: now) }

  /// The player turned by `degrees`, positive to the right.
  ///
  /// Without a compass the heading turns with them; a compass keeps on turning it and counts as that much off.
  package mutating func turn(by degrees: Double, at now: Duration) { estimator.turn(by: degrees, at: now) }

  /// The player gave the heading back to the sensors.
  package mutating func releaseHeading(at now: Duration) { estimator.release(at: now) }

  /// The player faces a place that they know; returns whether that says anything about where they look.
  ///
  /// From a place that is no further away than the position may be wrong by now, it does not.
  @discardableResult
  package mutating func face(_ place: PointOfInterest, at now: Duration) -> Bool {
    guard let heading = snapshot(at: now).heading(facing: place) else { return false }
    estimator.receive(heading, at: now)
    return true
  }
}

extension NearbySnapshot {
  /// Metres per second of somebody who walks on while there is no position.
  private static var walkingPace: Double { 1.4 }

  /// Where someone looks who faces `place` from where the player is believed to be; nothing without a position, or
  /// when that may be any direction.
  ///
  /// From an old position they may have walked on: it errs by as much as that.
  package func heading(facing place: PointOfInterest) -> Heading? {
    guard let fix = quality.fix else { return nil }
    let way = fix.position.course(to: place.position)
    let error = (fix.accuracy ?? Fix.assumedAccuracy) + Self.walkingPace * (age / .seconds(1))
    guard way.distance > error else { return nil }
    let parallax = Angle.degrees(opposite: error, adjacent: way.distance)
    return Heading(
      bearing: way.bearing, source: .landmark,
      uncertainty: (parallax * parallax + HeadingFusion.facing * HeadingFusion.facing).squareRoot())
  }
}
