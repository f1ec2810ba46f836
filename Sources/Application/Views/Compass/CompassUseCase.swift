internal import Geodesy
internal import HuntDomain
package import Nearby
internal import Places

/// Looking around: which places lie in the field of view, and where in it.
package struct CompassUseCase: Sendable {
  /// Total field of view, in degrees; about what a pair of eyes takes in without turning.
  package static let fieldOfView = 90.0
  /// Degrees between two strokes of the tape.
  static let tickSpacing = 15

  /// A compass needs nothing but the moment.
  package init() {}

  /// The compass of one moment.
  ///
  /// - Parameters:
  ///   - source: the sensor's name in the line about it.
  ///   - roles: what places mean in the game; all others are places.
  ///   - target: the id of what the player is looking for.
  package func screen(
    for nearby: NearbySnapshot, source: String, roles: [String: PlaceRole] = [:], target: String? = nil
  ) -> CompassScreen {
    let half = Self.fieldOfView / 2
    let range = Self.range(for: nearby, target: target)
    let direction = nearby.heading?.direction
    let asides = nearby.sightings.compactMap { aside($0, half, roles) }
    return CompassScreen(
      gps: Wording.quality(nearby, source: source), heading: Wording.heading(nearby.heading),
      fieldOfView: Self.fieldOfView, cone: direction == nil ? 0 : nearby.heading?.uncertainty ?? 0,
      hasHeading: direction != nil, ticks: direction.map { Self.ticks(around: $0) } ?? [],
      marks: nearby.sightings.compactMap { mark($0, half, roles) },
      left: asides.filter { $0.turn < 0 }.sorted { $0.turn > $1.turn },
      right: asides.filter { $0.turn > 0 }.sorted { $0.turn < $1.turn },
      target: target.flatMap { nearby.sighting(of: $0) }.map(Self.target),
      blips: nearby.sightings.filter { $0.distance <= range }.map { blip($0, range, roles) },
      range: Wording.distance(range), list: nearby.rows(MapUseCase.listLength), isStale: !nearby.quality.isLive)
  }

  private func mark(_ sighting: Sighting, _ half: Double, _ roles: [String: PlaceRole]) -> CompassScreen.Mark? {
    guard let turn = sighting.turn, abs(turn) <= half else { return nil }
    return CompassScreen.Mark(
      label: sighting.place.name, distance: Wording.distance(sighting.distance), offset: turn,
      role: roles[sighting.id] ?? .place, size: Self.size(sighting.distance))
  }

  private func aside(_ sighting: Sighting, _ half: Double, _ roles: [String: PlaceRole]) -> CompassScreen.Aside? {
    guard let turn = sighting.turn, abs(turn) > half else { return nil }
    return CompassScreen.Aside(
      label: sighting.place.name, distance: Wording.distance(sighting.distance), turn: turn,
      role: roles[sighting.id] ?? .place)
  }

  private func blip(_ sighting: Sighting, _ range: Double, _ roles: [String: PlaceRole]) -> CompassScreen.Blip {
    CompassScreen.Blip(
      turn: sighting.turn ?? Bearing.north.turn(to: sighting.bearing), radius: sighting.distance / range,
      role: roles[sighting.id] ?? .place)
  }

  private static func target(_ sighting: Sighting) -> CompassScreen.Target {
    CompassScreen.Target(
      label: sighting.place.name, distance: Wording.distance(sighting.distance),
      wind: Wording.wind(sighting.bearing), cue: sighting.turn.map(Wording.turn) ?? "walk ten metres",
      turn: sighting.turn)
  }

  private static func size(_ distance: Double) -> CompassScreen.Size {
    switch distance {
    case ..<25: .here
    case ..<100: .near
    case ..<400: .middle
    default: .far
    }
  }

  /// The smallest round radius that holds the target, or else the five nearest places.
  private static func range(for nearby: NearbySnapshot, target: String?) -> Double {
    let needed =
      target.flatMap { nearby.sighting(of: $0) }?.distance
      ?? nearby.sightings.prefix(5).last?.distance ?? 100
    let rounds = [50.0, 100, 200, 500, 1000, 2000, 5000, 10_000, 50_000, 100_000, 1_000_000]
    return rounds.first { $0 >= needed } ?? 20_100_000
  }

  private static func ticks(around heading: Bearing) -> [CompassScreen.Tick] {
    stride(from: 0, to: 360, by: tickSpacing).compactMap { degrees in
      let bearing = Bearing(degrees: Double(degrees))
      let offset = heading.turn(to: bearing)
      guard abs(offset) <= fieldOfView / 2 else { return nil }
      let label = degrees % 45 == 0 ? bearing.compassPoint : "\(degrees)"
      return CompassScreen.Tick(offset: offset, label: label)
    }
    .sorted { $0.offset < $1.offset }
  }
}
