import Geodesy
import HuntDomain
import Nearby
import PlaceSamples
import Places
import Testing
import Views

/// A map that is told what the sensors and the places say, and shows one moment.
protocol TalkingMap {
  init()
  mutating func receive(_ update: LocationUpdate, at now: Duration)
  mutating func receive(_ heading: Heading, at now: Duration)
  mutating func receive(_ places: [PointOfInterest], at now: Duration)
  func screen(roles: [String: PlaceRole], columns: Int, rows: Int, at now: Duration) -> MapScreen
}

/// The first way to build it: everything that is nearby is worked out inside the use case.
///
/// Nothing of the service is used: state, ages, order and turns are worked out here, by brute force.
struct InlineMapUseCase: TalkingMap {
  private var said: LocationUpdate?
  private var last: (fix: Fix, at: Duration)?
  private var firstHeard: Duration?
  /// Who says where the player looks is another test's subject.
  private var eyes = NearbyPOIService()
  private var places: [PointOfInterest] = []
  private var loaded: Duration?
  private var map = MapUseCase()

  mutating func receive(_ update: LocationUpdate, at now: Duration) {
    firstHeard = firstHeard ?? now
    eyes.receive(update, at: now)
    if case .receiver = update { return }
    said = update
    guard case .fix(let fix) = update else { return }
    last = (fix, now)
    map.note(fix)
  }

  mutating func receive(_ heading: Heading, at now: Duration) { eyes.receive(heading, at: now) }

  mutating func receive(_ places: [PointOfInterest], at now: Duration) { (self.places, loaded) = (places, now) }

  func screen(roles: [String: PlaceRole], columns: Int, rows: Int, at now: Duration) -> MapScreen {
    let nearby = NearbySnapshot(
      quality: quality, age: now - (last?.at ?? firstHeard ?? .zero), heading: heading(at: now),
      sightings: sightings(at: now), placesAge: loaded.map { now - $0 })
    return map.screen(for: nearby, source: "GPS", roles: roles, columns: columns, rows: rows)
  }

  private var quality: LocationQuality {
    switch said {
    case nil, .receiver: .starting
    case .fix(let fix): .live(fix)
    case .searching(let satellites): .searching(satellitesInView: satellites, last: last?.fix)
    case .lost(let reason): .lost(reason: reason, last: last?.fix)
    }
  }

  private func heading(at now: Duration) -> Heading? { eyes.snapshot(at: now).heading }

  private func sightings(at now: Duration) -> [Sighting] {
    guard let here = last?.fix.position else { return [] }
    var left = places
    var sorted: [Sighting] = []
    // Selection: again and again the nearest of those that are left.
    while let next = left.min(by: { one, other in
      let (a, b) = (here.distance(to: one.position), here.distance(to: other.position))
      return a == b ? one.id < other.id : a < b
    }) {
      left.removeAll { $0.id == next.id }
      let bearing = here.bearing(to: next.position)
      let ahead = heading(at: now)?.direction
      let turn = ahead.map { Bearing(degrees: bearing.degrees - $0.degrees + 180).degrees - 180 }
      sorted.append(
        Sighting(place: next, distance: here.distance(to: next.position), bearing: bearing, turn: turn))
    }
    return sorted
  }
}

/// The other way: the use case is fed by the business service that the compass shares.
struct ServedMapUseCase: TalkingMap {
  private var service = NearbyPOIService()
  private var map = MapUseCase()

  mutating func receive(_ update: LocationUpdate, at now: Duration) {
    service.receive(update, at: now)
    if let fix = update.fix { map.note(fix) }
  }

  mutating func receive(_ heading: Heading, at now: Duration) { service.receive(heading, at: now) }

  mutating func receive(_ places: [PointOfInterest], at now: Duration) { service.receive(places, at: now) }

  func screen(roles: [String: PlaceRole], columns: Int, rows: Int, at now: Duration) -> MapScreen {
    map.screen(for: service.snapshot(at: now), source: "GPS", roles: roles, columns: columns, rows: rows)
  }
}

/// Where the nearby logic lives.
enum Variant: String, CaseIterable, CustomTestStringConvertible {
  case inline, service

  func make() -> any TalkingMap {
    switch self {
    case .inline: InlineMapUseCase()
    case .service: ServedMapUseCase()
    }
  }

  var testDescription: String {
    switch self {
    case .inline: "nearby logic inside the use case"
    case .service: "nearby logic in NearbyPOIService"
    }
  }
}
