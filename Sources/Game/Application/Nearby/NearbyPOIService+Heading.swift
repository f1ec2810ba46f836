package import Geodesy
package import HuntDomain
package import Places

extension NearbyPOIService {
  /// The direction in which the player looks at `now`; `nil` while it is not known well enough for an arrow.
  package func direction(at now: Duration) -> Bearing? { estimator.heading(at: now)?.direction }

  /// The middle of the picture that a view ahead shows at `now`, as ``NearbySnapshot/outlook`` has it; `nil` while it
  /// shows all around.
  package func ahead(at now: Duration) -> Bearing? { outlook(at: now).ahead }

  /// What a view ahead shows at `now`.
  func outlook(at now: Duration) -> Outlook {
    var outlook = self.outlook
    let earlier = estimator.heading(at: now - Outlook.patience)?.direction
    outlook.follow(estimator.heading(at: now), at: now, wasKnown: earlier != nil)
    return outlook
  }

  /// Notes what a view ahead shows at `now`: before and after anything is heard.
  mutating func lookAhead(at now: Duration) { outlook = outlook(at: now) }

  /// Hears something about the heading.
  private mutating func hear(at now: Duration, _ news: (inout HeadingFusion) -> Void) {
    lookAhead(at: now)
    news(&estimator)
    lookAhead(at: now)
  }

  /// Takes a heading from the heading port.
  package mutating func receive(_ heading: Heading, at now: Duration) {
    hear(at: now) { $0.receive(heading, at: now) }
  }

  /// Turns the heading by `degrees`, positive to the right, as the player did by keys.
  ///
  /// Without a compass the heading turns with them; a compass keeps on turning it and counts as that much off.
  package mutating func turn(by degrees: Double, at now: Duration) {
    hear(at: now) { $0.turn(by: degrees, at: now) }
  }

  /// Returns the heading to the sensors, on the player's request.
  package mutating func releaseHeading(at now: Duration) {
    hear(at: now) { $0.release(at: now) }
  }

  /// Takes the heading of a player who faces a known place; returns whether it gives a heading.
  ///
  /// It does not if the place is no farther away than the position's error.
  @discardableResult
  package mutating func face(_ place: PointOfInterest, at now: Duration) -> Bool {
    guard let heading = snapshot(at: now).heading(facing: place) else { return false }
    receive(heading, at: now)
    return true
  }
}

extension NearbySnapshot {
  /// Metres per second that a player may walk while there is no position.
  private static var walkingPace: Double { 1.4 }

  /// The heading of a player who faces `place`; `nil` without a position, or if the position is too uncertain for a
  /// direction.
  ///
  /// The error grows with the position's age, because the player may have walked on.
  package func heading(facing place: PointOfInterest) -> Heading? {
    guard let fix = quality.fix else { return nil }
    // The bearing that the views show, so that the place lies straight ahead exactly.
    let seen = sighting(of: place.id)
    let way = fix.position.course(to: place.position)
    let error = (fix.accuracy ?? Fix.assumedAccuracy) + Self.walkingPace * (age / .seconds(1))
    guard way.distance > error else { return nil }
    let parallax = Angle.degrees(opposite: error, adjacent: way.distance)
    return Heading(
      bearing: seen?.bearing ?? way.bearing, source: .landmark,
      uncertainty: (parallax * parallax + HeadingFusion.facing * HeadingFusion.facing).squareRoot())
  }
}
