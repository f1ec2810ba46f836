package import Geodesy
package import HuntDomain
package import Places

/// The one business service: location + heading + places -> one snapshot that every view shares.
///
/// A value that receives the reports of the ports and answers at once from what it holds. Lost sensors and places that
/// never arrive are states of the answer, not errors.
package struct NearbyPOIService: Sendable {
  /// Metres beyond which places are left out.
  package let reach: Double
  /// How many places a snapshot holds at most beside the pinned ones: the nearest.
  package let limit: Int
  /// Whether of places that are pieces of one thing only the nearest is shown: see ``SamePlaces``.
  package let joinsPieces: Bool

  private var quality = LocationQuality.starting
  private var changed = Duration.zero
  private var filter = PositionFilter()
  private var receiver: FollowedReceiver?
  /// The last fix that was held, and when.
  private var held: (fix: HeldFix, at: Duration, isWaiting: Bool)?
  var estimator = HeadingFusion()
  var outlook = Outlook()
  private var places = PlacesAround([])
  private var placesLoaded: Duration?
  /// The ways to the places around the last position; kept because headings change more often than positions.
  private var around: [PlacesAround.Way] = []

  /// Creates a service without a position, a heading or places.
  package init(reach: Double = .infinity, limit: Int = 1000, joinsPieces: Bool = false) {
    (self.reach, self.joinsPieces) = (reach, joinsPieces)
    self.limit = max(0, limit)
  }

  /// Takes an update from the location port; returns the verdict on its fix.
  @discardableResult
  package mutating func receive(_ update: LocationUpdate, at now: Duration) -> Verdict? {
    lookAhead(at: now)
    defer { lookAhead(at: now) }
    switch update {
    case .fix(let fix): return receive(fix, at: now)
    case .searching(let satellites): pause(.searching(satellitesInView: satellites, last: quality.fix), at: now)
    case .lost(let reason): pause(.lost(reason: reason, last: quality.fix), at: now)
    case .receiver(let receiver): self.receiver = receiver
    }
    return nil
  }

  private mutating func receive(_ fix: Fix, at now: Duration) -> Verdict {
    let verdict = filter.receive(fix)
    switch verdict {
    case .believed(let fix, let shown):
      let moved = quality.fix?.position != shown.position
      quality = .live(shown)
      changed = now
      held?.isWaiting = false
      // A jump is not a walk, so it gives no course.
      if filter.isBeginning { estimator.loseFix() }
      estimator.receive(fix, at: now)
      if moved { measure() }
    case .held(let fix):
      held = (fix, now, true)
      // The sensor reports again, but no fix is believed yet.
      if !quality.isLive { quality = .searching(satellitesInView: fix.fix.satellitesSeen, last: quality.fix) }
    }
    return verdict
  }

  /// There is no fix for now.
  private mutating func pause(_ next: LocationQuality, at now: Duration) {
    estimator.loseFix()
    filter.interrupt()
    held?.isWaiting = false
    if case .starting = quality { changed = now }
    quality = next
  }

  /// Switches to another source of positions: earlier fixes do not cast doubt on its first one, and the heading of the
  /// previous device is dropped.
  ///
  /// The last position stays until there is a new one.
  package mutating func changeSource(at now: Duration) {
    pause(.searching(satellitesInView: nil, last: quality.fix), at: now)
    filter = PositionFilter()
    estimator.changeSource()
    outlook = Outlook()
    (held, receiver) = (nil, nil)
  }

  /// Notes whether the player says that they stand: then positions are averaged, whatever speeds are reported.
  package mutating func declareStanding(_ isStanding: Bool) { filter.declareStanding(isStanding) }

  /// Takes the answer of the places port, which replaces the previous one.
  ///
  /// Places whose id is `pinned` are in every snapshot, however far and however many others are nearer.
  package mutating func receive(_ places: [PointOfInterest], pinned: Set<String> = [], at now: Duration) {
    self.places = PlacesAround(places, pinned: pinned, joinsPieces: joinsPieces)
    placesLoaded = now
    measure()
  }

  /// Takes the outlines of buildings on one sheet of a map, which count until other places are received: see
  /// ``SamePlaces``.
  ///
  /// - Parameter buildings: the numbers of the buildings in which a point lies; `nil` if it is not on the sheet.
  package mutating func receive(buildings: (MercatorPoint) -> [Int]?) {
    if places.join(insideOf: buildings) { measure() }
  }

  /// The last position that was believed; `nil` before the first one.
  package var fix: Fix? { quality.fix }

  /// The world as it is known at `now`.
  package func snapshot(at now: Duration) -> NearbySnapshot {
    let heading = estimator.heading(at: now)
    return NearbySnapshot(
      quality: quality, age: max(.zero, now - changed), heading: heading,
      sightings: places.sightings(of: around, facing: heading?.direction),
      placesAge: placesLoaded.map { max(.zero, now - $0) },
      held: held.map { NearbySnapshot.Held(fix: $0.fix, age: max(.zero, now - $0.at), isWaiting: $0.isWaiting) },
      headingAge: estimator.age(at: now), declination: estimator.declination, receiver: receiver,
      outlook: outlook(at: now))
  }

  private mutating func measure() {
    around = quality.fix.map { places.ways(from: $0.position, reach: reach, limit: limit) } ?? []
  }
}
