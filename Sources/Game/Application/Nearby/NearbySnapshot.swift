package import Geodesy
package import HuntDomain
package import Places

/// A place as seen from where the player stands.
package struct Sighting: Hashable, Sendable, Identifiable {
  /// The place that is seen.
  package let place: PointOfInterest
  /// Metres along the geodesic, to a tenth of a millimetre; never negative.
  package let distance: Double
  /// The direction in which the place lies.
  package let bearing: Bearing
  /// Degrees to turn from the heading to face the place, positive to the right, in `-180 ..< 180`; `nil` without a
  /// heading that is precise enough for an arrow.
  package let turn: Double?

  package var id: String { place.id }

  /// A place as it is seen.
  package init(place: PointOfInterest, distance: Double, bearing: Bearing, turn: Double?) {
    (self.place, self.distance, self.bearing, self.turn) = (place, distance, bearing, turn)
  }
}

/// What the sensor says now, and how good the position is that the player sees.
package enum LocationQuality: Hashable, Sendable {
  /// The sensor has not reported yet.
  case starting
  /// The last report is a position.
  case live(Fix)
  /// The sensor works and has no position; the last one, where there was one.
  case searching(satellitesInView: Int?, last: Fix?)
  /// There is no sensor; why, and the last position, where there was one.
  case lost(reason: String, last: Fix?)

  /// The last known position, however old.
  package var fix: Fix? {
    switch self {
    case .starting: nil
    case .live(let fix): fix
    case .searching(_, let last), .lost(_, let last): last
    }
  }

  /// Whether the position is the sensor's present one.
  package var isLive: Bool {
    if case .live = self { true } else { false }
  }
}

/// One moment of the game: where the player is, where they look, and what lies around them.
///
/// The map and the compass are two drawings of this one value, so they never disagree.
package struct NearbySnapshot: Hashable, Sendable {
  /// The last fix that was not believed at once.
  package struct Held: Hashable, Sendable {
    /// The fix, and why it was held.
    package let fix: HeldFix
    /// Time since it came; never negative.
    package let age: Duration
    /// It still waits for others; no fix was believed since.
    package let isWaiting: Bool
  }

  /// Whether there is a position, and where; if there is none, why.
  package let quality: LocationQuality
  /// Time since the last position, or since the start while there was none; never negative.
  package let age: Duration
  /// Where the player looks, and how sure that is; `nil` while nothing says it.
  package let heading: Heading?
  /// Every place within the service's reach, nearest first; places at one distance in the order of their ids.
  package let sightings: [Sighting]
  /// Time since the places were loaded; `nil` before the first answer.
  package let placesAge: Duration?
  /// The last fix that was held, however long ago; nothing while all were believed.
  package let held: Held?
  /// Time since whoever says the heading has spoken; nothing without a heading.
  package let headingAge: Duration?
  /// Degrees that magnetic north lies east of true north here; nothing where that is not known.
  package let declination: Double?
  /// The receiver that the position comes from, where the source has several.
  package let receiver: FollowedReceiver?
  /// What a view ahead shows.
  package let outlook: Outlook

  /// One moment, of which whatever is left out is not known.
  package init(
    quality: LocationQuality, age: Duration, heading: Heading?, sightings: [Sighting], placesAge: Duration?,
    held: Held? = nil, headingAge: Duration? = nil, declination: Double? = nil,
    receiver: FollowedReceiver? = nil, outlook: Outlook? = nil
  ) {
    (self.quality, self.age, self.heading) = (quality, age, heading)
    (self.sightings, self.placesAge) = (sightings, placesAge)
    (self.held, self.headingAge, self.declination, self.receiver) = (held, headingAge, declination, receiver)
    var first = Outlook()
    first.follow(heading, at: .zero)
    self.outlook = outlook ?? first
  }

  /// Where the player is, as far as is known.
  package var position: Coordinate? { quality.fix?.position }

  /// Whether the position is the latitude and longitude zero of a receiver that knows nothing: far from all places.
  package var isPlaceholder: Bool {
    guard case .live(let fix) = quality, fix.position.isNullIsland, let nearest = sightings.first else { return false }
    return nearest.distance > OutlierGate.farFromNullIsland
  }

  /// The snapshot with other places among its sightings, as they are seen from the player's position.
  package func with(_ others: [PointOfInterest]) -> NearbySnapshot {
    let seen = others.compactMap(sight)
    guard !seen.isEmpty else { return self }
    let all = (sightings + seen).sorted { ($0.distance, $0.id) < ($1.distance, $1.id) }
    return NearbySnapshot(
      quality: quality, age: age, heading: heading, sightings: all, placesAge: placesAge, held: held,
      headingAge: headingAge, declination: declination, receiver: receiver, outlook: outlook)
  }

  /// The moment as a view ahead shows it: with its last heading, as unsure as one can be, while the picture goes on
  /// without one.
  package var lookingAhead: NearbySnapshot {
    guard heading?.direction == nil, let ahead = outlook.ahead else { return self }
    let heading = Heading(bearing: ahead, source: heading?.source ?? .course, uncertainty: Heading.widest)
    return NearbySnapshot(
      quality: quality, age: age, heading: heading,
      sightings: sightings.map {
        Sighting(place: $0.place, distance: $0.distance, bearing: $0.bearing, turn: ahead.turn(to: $0.bearing))
      },
      placesAge: placesAge, held: held, headingAge: headingAge, declination: declination, receiver: receiver,
      outlook: outlook)
  }

  /// Any place as it is seen from the player's position; `nil` without one.
  package func sight(of place: PointOfInterest) -> Sighting? {
    position.map { position in
      let bearing = position.bearing(to: place.position)
      return Sighting(
        place: place, distance: position.distance(to: place.position), bearing: bearing,
        turn: heading?.direction.map { $0.turn(to: bearing) })
    }
  }

  /// The sighting of one place.
  package func sighting(of id: String) -> Sighting? { sightings.first { $0.id == id } }
}
