package import Geodesy
package import HuntDomain

/// Looking at the map: what lies around the player, seen from above.
package struct MapUseCase: Sendable {
  /// How many lines the list of places has at most.
  package static let listLength = 20
  /// Columns that a player may walk away from the middle before a map that follows them moves.
  ///
  /// A map that lies still is read more easily, and hardly anything of it has to be sent to the terminal.
  package static let slack = 8.0

  package var camera: MapCamera
  /// What lies under everything else.
  package var base: BaseMap
  private var trail = Trail()
  /// Where the middle of the map lies while it follows the player.
  private var anchor: Coordinate?

  /// A map of `base`, seen through `camera`.
  package init(base: BaseMap = .empty, camera: MapCamera = MapCamera()) {
    self.base = base
    self.camera = camera
  }

  /// Remembers where the player has been.
  package mutating func note(_ fix: Fix) {
    trail.append(fix.position)
    if !isNearAnchor(fix.position, columns: Self.slack) { anchor = fix.position }
  }

  /// Moves over the map, from what it shows around a player at `position`, and stops following.
  package mutating func pan(columns: Double, rows: Double, from position: Coordinate?) {
    let isAnchored = position.map { isNearAnchor($0, columns: Self.slack) } ?? false
    camera.pan(columns: columns, rows: rows, from: isAnchored ? anchor : position)
  }

  /// The map of one moment, `columns` by `rows` cells large.
  ///
  /// - Parameters:
  ///   - source: the sensor's name in the line about it: `GPS`, `trace`, `walker`.
  ///   - roles: what places mean in the game; all others are places.
  ///   - zones: treasures whose ground is shown.
  package func screen(
    for nearby: Nearby, source: String, roles: [String: MapScreen.Role] = [:], zones: [Treasure] = [], columns: Int,
    rows: Int
  ) -> MapScreen {
    // On a small screen the player must not come near the edge: a quarter of it is the most.
    let slack = min(Self.slack, Double(columns) / 4, Double(rows) / 2)
    let frame = Frame(centre: centre(for: nearby, slack: slack), camera: camera, columns: columns, rows: rows)
    let marked = nearby.sightings.map { ($0, frame?.point(of: $0.place.position)) }
    return MapScreen(
      columns: columns, rows: rows, gps: Wording.quality(nearby, source: source),
      heading: Wording.heading(nearby.heading), shapes: frame.map(shapes) ?? [],
      isSeaCharted: base.hasLand,
      trail: frame?.points(of: trail.points) ?? [],
      zones: frame.map { frame in zones.compactMap { frame.zone(of: $0) } } ?? [],
      marks: marked.compactMap { sighting, point in mark(sighting, at: point, in: frame, roles) }
        .sorted { $0.role.importance < $1.role.importance },
      pointers: marked.compactMap { sighting, point in pointer(sighting, at: point, in: frame, roles) },
      player: frame.flatMap { player(of: nearby, in: $0) }, scale: Self.scale(camera.metresPerColumn, columns: columns),
      list: nearby.rows(Self.listLength), isFollowing: camera.isFollowing, attribution: base.attribution)
  }

  private func centre(for nearby: Nearby, slack: Double) -> Coordinate? {
    guard camera.isFollowing, let position = nearby.position else { return camera.centre ?? nearby.position }
    return isNearAnchor(position, columns: slack) ? anchor : position
  }

  /// Whether a place is at most so many columns to the side of the anchor, and half as many rows above or below.
  private func isNearAnchor(_ position: Coordinate, columns: Double) -> Bool {
    guard let anchor, let point = TangentPlane(at: anchor).point(of: position) else { return false }
    return max(abs(point.east), abs(point.north)) <= columns * camera.metresPerColumn
  }

  private func shapes(in frame: Frame) -> [MapScreen.Shape] {
    base.shapes.compactMap { shape in
      guard shape.mayLie(within: frame.reach, of: frame.middle) else { return nil }
      return MapScreen.Shape(
        kind: shape.kind, parts: shape.parts.map(frame.points), isArea: shape.isArea, name: shape.name)
    }
  }

  private func mark(
    _ sighting: Sighting, at point: MapScreen.Point?, in frame: Frame?, _ roles: [String: MapScreen.Role]
  ) -> MapScreen.Mark? {
    guard let frame, let point, frame.contains(point) else { return nil }
    return MapScreen.Mark(
      at: point, role: roles[sighting.id] ?? .place, label: sighting.place.name,
      distance: Wording.distance(sighting.distance))
  }

  /// Only what the player is after is worth an arrow; the rest may stay unseen.
  private func pointer(
    _ sighting: Sighting, at point: MapScreen.Point?, in frame: Frame?, _ roles: [String: MapScreen.Role]
  ) -> MapScreen.Pointer? {
    guard let frame, let role = roles[sighting.id], role == .target || role == .entered else { return nil }
    if let point, frame.contains(point) { return nil }
    return MapScreen.Pointer(
      toward: frame.centre.bearing(to: sighting.place.position), role: role, label: sighting.place.name,
      distance: Wording.distance(sighting.distance))
  }

  private func player(of nearby: Nearby, in frame: Frame) -> MapScreen.Player? {
    guard let fix = nearby.quality.fix, let at = frame.point(of: fix.position) else { return nil }
    return MapScreen.Player(
      at: at, heading: nearby.heading?.direction, cone: nearby.heading?.uncertainty ?? 0,
      accuracy: (fix.accuracy ?? 0) / camera.metresPerColumn, isStale: !nearby.quality.isLive)
  }

  /// The longest round number of metres that fits into a third of the width.
  static func scale(_ metresPerColumn: Double, columns: Int) -> MapScreen.Scale {
    let room = Double(max(4, min(30, columns / 3)))
    let lengths = (0...7).flatMap { power in
      [1.0, 2, 5].map { digit in digit * (0..<power).reduce(1.0) { product, _ in product * 10 } }
    }
    let length = lengths.last { $0 / metresPerColumn <= room } ?? 1
    return MapScreen.Scale(
      columns: max(1, Int((length / metresPerColumn).rounded())), label: Wording.distance(length))
  }
}

extension MapScreen.Role {
  /// What is more important is drawn later, over the rest.
  var importance: Int {
    switch self {
    case .place: 0
    case .expired: 1
    case .found, .claimed: 2
    case .locked: 3
    case .treasure: 4
    case .target: 5
    case .entered: 6
    }
  }
}

extension Nearby {
  /// The list under both views: the same places in the same order with the same words.
  func rows(_ count: Int) -> [MapScreen.Row] {
    sightings.prefix(count).map { sighting in
      MapScreen.Row(
        label: sighting.place.name, distance: Wording.distance(sighting.distance),
        direction: sighting.bearing.compassPoint)
    }
  }
}

/// The screen's rectangle laid on the ground.
private struct Frame {
  let centre: Coordinate
  let middle: Geocentric
  /// Metres from the centre to a corner.
  let reach: Double
  private let plane: TangentPlane
  private let metresPerColumn: Double
  private let columns: Double
  private let rows: Double

  init?(centre: Coordinate?, camera: MapCamera, columns: Int, rows: Int) {
    guard let centre, columns > 0, rows > 0 else { return nil }
    self.centre = centre
    self.columns = Double(columns)
    self.rows = Double(rows)
    middle = Geocentric(centre)
    plane = TangentPlane(at: centre)
    metresPerColumn = camera.metresPerColumn
    reach = (self.columns * self.columns + 4 * self.rows * self.rows).squareRoot() / 2 * metresPerColumn
  }

  func point(of place: Coordinate) -> MapScreen.Point? { point(of: Geocentric(place)) }

  func point(of place: Geocentric) -> MapScreen.Point? {
    guard let point = plane.point(of: place) else { return nil }
    return MapScreen.Point(
      x: columns / 2 + point.east / metresPerColumn, y: rows / 2 - point.north / (2 * metresPerColumn))
  }

  func points(of places: [Geocentric]) -> [MapScreen.Point] { places.compactMap(point) }

  /// The outline of a treasure's ground; a ring that lies partly on the other side of the Earth is none.
  func zone(of treasure: Treasure) -> MapScreen.Zone? {
    switch treasure.zone {
    case .circle(let radius):
      return point(of: treasure.place.position).map { .circle($0, radius: radius / metresPerColumn) }
    case .polygon(let rings):
      let corners = rings.map { ring in ring.compactMap { point(of: $0) } }
      guard zip(corners, rings).allSatisfy({ $0.count == $1.count }) else { return nil }
      return .rings(corners)
    }
  }

  func contains(_ point: MapScreen.Point) -> Bool {
    (0..<columns).contains(point.x) && (0..<rows).contains(point.y)
  }
}
