internal import Geodesy
internal import HuntDomain
package import Nearby
internal import Places

/// Looking around: which places lie in the field of view, and where in it.
package struct CompassUseCase: Sendable {
  /// Total field of view, in degrees; about what a pair of eyes takes in without turning.
  package static let fieldOfView = 90.0
  /// Places that get a label at most: more names than that nobody reads while walking.
  package static let mostLabels = 12
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
  ///   - radar: how far the radar reaches.
  package func screen(
    for nearby: NearbySnapshot, source: String, roles: [String: PlaceRole] = [:], target: String? = nil,
    radar: RadarRange = .automatic
  ) -> CompassScreen {
    let range = radar.metres ?? Self.range(for: nearby, target: target)
    let words = Wording.heading(nearby.heading)
    // An arrow needs a heading; a picture goes on for a while without one.
    let goal = target.flatMap { nearby.sighting(of: $0) }.map(Self.target)
    let nearby = nearby.lookingAhead
    let direction = nearby.heading?.direction
    // Without a heading nothing is ahead.
    let ranked = direction == nil ? [] : nearby.sightings.byWorth(roles)
    let (labelled, unlabelled) = Self.marks(ranked.map { ($0.sighting, $0.role) })
    let asides = ranked.compactMap { Self.aside($0.sighting, $0.role) }
    return CompassScreen(
      gps: Wording.quality(nearby, source: source), heading: words,
      fieldOfView: Self.fieldOfView, cone: direction == nil ? 0 : nearby.heading?.uncertainty ?? 0,
      hasHeading: direction != nil, ticks: direction.map { Self.ticks(around: $0) } ?? [],
      marks: labelled, dots: unlabelled.map { .init(offset: $0.offset, role: $0.role, size: $0.size) },
      left: asides.filter { $0.turn < 0 }, right: asides.filter { $0.turn > 0 },
      target: goal,
      blips: nearby.sightings.compactMap { Self.blip($0, range, roles[$0.id] ?? .place) },
      range: Wording.distance(range), halfRange: Wording.distance(range / 2),
      list: nearby.rows(MapUseCase.listLength, roles), isStale: !nearby.quality.isLive)
  }

  /// What is ahead with a label and without, the most important first: of places of one name and kind one has a label.
  private static func marks(
    _ ranked: [(sighting: Sighting, role: PlaceRole)]
  ) -> (labelled: [CompassScreen.Mark], unlabelled: [CompassScreen.Mark]) {
    var (labelled, unlabelled) = ([CompassScreen.Mark](), [CompassScreen.Mark]())
    var told: Set<[String?]> = []
    for (sighting, role) in ranked {
      guard let mark = mark(sighting, role) else { continue }
      let isNews = role != .place || !told.contains([mark.label, sighting.place.kind])
      if isNews, labelled.count < mostLabels {
        labelled.append(mark)
        if role == .place { told.insert([mark.label, sighting.place.kind]) }
      } else {
        unlabelled.append(mark)
      }
    }
    return (labelled, unlabelled)
  }

  private static func mark(_ sighting: Sighting, _ role: PlaceRole) -> CompassScreen.Mark? {
    guard let turn = sighting.turn, abs(turn) <= fieldOfView / 2 else { return nil }
    return CompassScreen.Mark(
      label: sighting.place.name, distance: Wording.distance(sighting.distance), offset: turn, role: role,
      size: size(sighting.distance))
  }

  private static func aside(_ sighting: Sighting, _ role: PlaceRole) -> CompassScreen.Aside? {
    guard let turn = sighting.turn, abs(turn) > fieldOfView / 2 else { return nil }
    return CompassScreen.Aside(
      label: sighting.place.name, distance: Wording.distance(sighting.distance), turn: turn, role: role)
  }

  private static func blip(_ sighting: Sighting, _ range: Double, _ role: PlaceRole) -> CompassScreen.Blip? {
    guard sighting.distance <= range || role == .target || role == .entered else { return nil }
    return CompassScreen.Blip(
      turn: sighting.turn ?? Bearing.north.turn(to: sighting.bearing), radius: min(1, sighting.distance / range),
      role: role)
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
