package import Geodesy
package import HuntDomain
package import Nearby
package import Places

extension MapUseCase {
  /// The map of one moment, `columns` by `rows` cells large.
  ///
  /// - Parameters:
  ///   - source: the sensor's name in the line about it: `GPS`, `trace`, `walker`.
  ///   - roles: what places mean in the game; all others are places.
  ///   - zones: treasures whose ground is shown.
  ///   - unmeasured: places to show without a distance, because there is no position to measure it from.
  ///   - ghosts: who was there at another time.
  ///   - route: the line from the player to the target; empty if it is not known.
  ///   - secrets: what names on the ground must not tell.
  package func screen(
    for nearby: NearbySnapshot, source: String, roles: [String: PlaceRole] = [:], zones: [Treasure] = [],
    unmeasured: [PointOfInterest] = [], ghosts: [Race.Place] = [], route: [Coordinate] = [],
    secrets: Secrets = Secrets(),
    columns: Int, rows: Int
  ) -> MapScreen {
    let whole = frame(around: nearby.position, columns: columns, rows: rows)
    // Beyond the end of the map lengths grow without limit: nothing is drawn in a wrong place.
    let frame = whole.flatMap { $0.isBeyondMap ? nil : $0 }
    let marked = nearby.sightings.map { ($0, frame?.point(of: $0.place.position)) }
    let distant = unmeasured.map { (place: $0, distance: Double?.none, at: frame?.point(of: $0.position)) }
    let near = marked.map { (place: $0.place, distance: Optional($0.distance), at: $1) }
    return MapScreen(
      columns: columns, rows: rows, gps: Wording.quality(nearby, source: source),
      heading: Wording.heading(nearby.heading), ground: whole.map { ground(in: $0, keeping: secrets) },
      up: camera.up,
      trouble: trouble(in: whole),
      trail: frame.map { frame in trail.points.map { frame.point(of: $0) } } ?? [],
      route: frame.map { frame in route.map { frame.point(of: $0) } } ?? [],
      zones: frame.map { frame in zones.map { frame.zone(of: $0) } } ?? [],
      marks: marks(distant + near, in: frame, roles),
      pointers: pointers(marked, in: frame, roles),
      player: frame.flatMap { player(of: nearby, in: $0) }, scale: scale(in: whole, columns: columns),
      list: nearby.rows(Self.listLength, roles),
      // Before the first position there is nobody to follow.
      isFollowing: camera.isFollowing || nearby.position == nil, attribution: attribution,
      ghosts: frame.map { frame in
        ghosts.map { .init(at: frame.point(of: $0.position), letter: $0.letter, name: $0.name) }
      } ?? [])
  }

  /// The screen of a map without a game; without ground until the camera has a place to look at.
  ///
  /// - Parameters:
  ///   - stages: treasures that are shown with their numbers, from 1, and their ground.
  ///   - people: who is shown over them, the least important first.
  package func screen(
    columns: Int, rows: Int, stages: [Treasure] = [], people: [MapPerson] = []
  ) -> MapScreen {
    let frame = frame(around: nil, columns: columns, rows: rows)
    return MapScreen(
      columns: columns, rows: rows, gps: "", heading: "", ground: frame.map { ground(in: $0) }, up: camera.up,
      trouble: trouble(in: frame), trail: [],
      zones: frame.map { frame in stages.map { frame.zone(of: $0) } } ?? [],
      marks: frame.map { frame in
        stages.enumerated().reversed().map { frame.mark(of: $1, number: $0 + 1) } + frame.marks(of: people)
      } ?? [],
      pointers: [], player: frame.flatMap { $0.followed(of: people) }, scale: scale(in: frame, columns: columns),
      list: [], isFollowing: true,
      attribution: attribution)
  }

  private func trouble(in frame: MapFrame?) -> String? {
    guard let frame else { return nil }
    return frame.isBeyondMap
      ? "The map ends here: web maps end at 85° north and south." : cache?.trouble(in: frame)
  }

  private func ground(in frame: MapFrame, keeping secrets: Secrets = Secrets()) -> MapScreen.Ground {
    let tiles = cache?.geometries(for: frame)
    return MapScreen.Ground(
      geometries: tiles.map { $0 + base.geometries } ?? base.geometries, frame: frame,
      // Tiles have their own sea, and it must not be flooded where one is missing.
      isSeaCharted: base.isSeaCharted && tiles == nil, secrets: secrets)
  }

  /// Whose data the map and its tiles are, for the footer.
  package var attribution: String {
    let parts = [base.attribution, cache?.facts.attribution ?? ""].filter { !$0.isEmpty }
    return parts.first == parts.last ? parts.first ?? "" : parts.joined(separator: ", ")
  }

  /// The marks on the screen, the least important first.
  private func marks(
    _ places: [(place: PointOfInterest, distance: Double?, at: MapScreen.Point?)], in frame: MapFrame?,
    _ roles: [String: PlaceRole]
  ) -> [MapScreen.Mark] {
    guard let frame else { return [] }
    var marks: [(mark: MapScreen.Mark, id: String, worth: Double)] = []
    for (place, distance, point) in places {
      guard let point, frame.contains(point) else { continue }
      let role = roles[place.id] ?? .place
      let mark = MapScreen.Mark(
        at: point, role: role, label: place.name, distance: distance.map(Wording.distance) ?? "", id: place.id)
      marks.append((mark, place.id, place.worth(as: role)))
    }
    return marks.sorted { $0.worth == $1.worth ? $0.id > $1.id : $0.worth < $1.worth }.map(\.mark)
  }

  /// Arrows to other players at most.
  private static let mostMates = 4

  /// Only what the player is after is worth an arrow, and after it the nearest of the other players; the rest may stay
  /// unseen.
  private func pointers(
    _ marked: [(Sighting, MapScreen.Point?)], in frame: MapFrame?, _ roles: [String: PlaceRole]
  ) -> [MapScreen.Pointer] {
    let all = marked.compactMap { sighting, point in pointer(sighting, at: point, in: frame, roles) }
    return all.filter { $0.role != .mate } + all.filter { $0.role == .mate }.prefix(Self.mostMates)
  }

  private func pointer(
    _ sighting: Sighting, at point: MapScreen.Point?, in frame: MapFrame?, _ roles: [String: PlaceRole]
  ) -> MapScreen.Pointer? {
    guard let frame, let role = roles[sighting.id], role == .target || role == .entered || role == .mate
    else { return nil }
    if let point, frame.contains(point) { return nil }
    let bearing = frame.centre.coordinate.bearing(to: sighting.place.position)
    return MapScreen.Pointer(
      toward: frame.direction(bearing), role: role, label: sighting.place.name,
      distance: Wording.distance(sighting.distance))
  }

  private func player(of nearby: NearbySnapshot, in frame: MapFrame) -> MapScreen.Player? {
    guard let fix = nearby.quality.fix else { return nil }
    let place = MercatorPoint(fix.position)
    return MapScreen.Player(
      at: frame.point(of: place), heading: nearby.heading?.direction.map(frame.direction),
      cone: nearby.heading?.uncertainty ?? 0, accuracy: frame.columns(metres: fix.accuracy ?? 0, at: place),
      isStale: !nearby.quality.isLive)
  }

  /// The longest round length that fits into a third of the width.
  private func scale(in frame: MapFrame?, columns: Int) -> MapScreen.Scale {
    if let frame, frame.isBeyondMap { return MapScreen.Scale(columns: 4, label: "no scale") }
    let equator = MapFrame(centre: MercatorPoint(x: 0.5, y: 0.5), zoom: camera.zoom, columns: 1, rows: 1)
    let metresPerColumn = (frame ?? equator).metresPerColumn
    let room = Double(max(4, min(30, columns / 3)))
    let length = units.round(atMost: room * metresPerColumn)
    let count = (length.metres / metresPerColumn).rounded()
    return MapScreen.Scale(columns: Int(max(1, min(count, max(4, Double(columns))))), label: length.label)
  }
}

extension NearbySnapshot {
  /// The list of both views: the `count` places of most worth, nearest first.
  func rows(_ count: Int, _ roles: [String: PlaceRole]) -> [MapScreen.Row] {
    sightings.worthiest(count, roles).map { sighting in
      MapScreen.Row(
        label: sighting.place.name, distance: Wording.distance(sighting.distance),
        direction: sighting.bearing.compassPoint)
    }
  }
}

extension MapFrame {
  /// Whether the middle of the screen lies nearer to a pole than web maps reach.
  fileprivate var isBeyondMap: Bool { !(0...1).contains(centre.y) }

  /// A stage by its number.
  fileprivate func mark(of treasure: Treasure, number: Int) -> MapScreen.Mark {
    MapScreen.Mark(
      at: point(of: treasure.place.position), role: .treasure, label: "\(number) \(treasure.place.name)", distance: "")
  }

  /// The outline of a treasure's ground.
  fileprivate func zone(of treasure: Treasure) -> MapScreen.Zone {
    let place = MercatorPoint(treasure.place.position)
    switch treasure.zone {
    case .circle(let radius): return .circle(point(of: place), radius: columns(metres: radius, at: place))
    case .polygon(let rings):
      // All corners on one turn of the world, or an outline might go all around it.
      let middle = place.nearest(to: centre)
      return .rings(rings.map { ring in ring.map { point(onThisTurn: MercatorPoint($0).nearest(to: middle)) } })
    }
  }
}
