internal import COsmium
internal import Glibc

/// The one point that stands for something larger, and how it was found.
struct Spot {
  let latitude: Double
  let longitude: Double
  let basis: OSMElement.Basis

  private init(_ point: LocalPlane.Point, _ plane: LocalPlane, _ basis: OSMElement.Basis) {
    (latitude, longitude) = plane.place(point)
    self.basis = basis
  }

  /// The spot of a place.
  init(_ place: FixedPlace, _ basis: OSMElement.Basis) {
    (latitude, longitude) = (Double(place.latitude) / 1e7, Double(place.longitude) / 1e7)
    self.basis = basis
  }

  /// The spot of a ring whose last place is its first.
  ///
  /// The centroid where that lies inside, which it does in most areas: it is the balance of the whole, moves little when
  /// a mapper adds a point, and costs one walk around the ring. Else the pole: an L or a U has its centroid outside.
  init?(ring: [FixedPlace]) {
    guard let first = ring.first(where: \.isKnown), ring.allSatisfy(\.isKnown) else { return nil }
    let plane = LocalPlane(around: first)
    let points = ring.map(plane.point)
    var edges = Edges()
    edges.append(points)
    if let centroid = Self.centroid(points), edges.contain(centroid) {
      self.init(centroid, plane, .centroid)
    } else if let pole = Pole.find(edges) {
      self.init(pole, plane, .pole)
    } else {
      return nil
    }
  }

  /// The spot of an area of several lines that close to rings together: its pole, which is in the largest of its parts, and in no hole.
  ///
  /// `nil` if a position is missing or the lines do not close.
  init?(area lines: [ArraySlice<FixedPlace>]) {
    guard let first = lines.first?.first, lines.allSatisfy({ $0.allSatisfy(\.isKnown) }), Self.close(lines) else {
      return nil
    }
    if lines.count == 1 {
      self.init(ring: Array(lines[0]))
      return
    }
    let plane = LocalPlane(around: first)
    var edges = Edges()
    for line in lines { edges.append(line.map(plane.point)) }
    guard let pole = Pole.find(edges) else { return nil }
    self.init(pole, plane, .pole)
  }

  /// The point at half the length of a line, of which some places may be unknown.
  init?(line: [FixedPlace]) {
    let known = line.filter(\.isKnown)
    guard let first = known.first else { return nil }
    let plane = LocalPlane(around: first)
    let points = known.map(plane.point)
    let lengths = zip(points, points.dropFirst()).map { hypot($1.x - $0.x, $1.y - $0.y) }
    var left = lengths.reduce(0, +) / 2
    for (index, length) in lengths.enumerated() {
      guard left > length || length == 0 else {
        let (a, b, share) = (points[index], points[index + 1], left / length)
        self.init(.init(x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y)), plane, .halfway)
        return
      }
      left -= length
    }
    self.init(points[points.count - 1], plane, .halfway)
  }

  /// The middle of the box around places, of which some may be unknown.
  init?(middle places: some Sequence<FixedPlace>) {
    var box: (PlaneBox, LocalPlane)?
    for place in places where place.isKnown {
      if box == nil {
        let plane = LocalPlane(around: place)
        box = (PlaneBox(plane.point(place)), plane)
      }
      if let plane = box?.1 { box?.0.take(plane.point(place)) }
    }
    guard let (box, plane) = box else { return nil }
    self.init(box.middle, plane, .middle)
  }

  /// The centre of gravity of a ring; `nil` if it has no area.
  private static func centroid(_ points: [LocalPlane.Point]) -> LocalPlane.Point? {
    guard let origin = points.first else { return nil }
    var (area, x, y) = (0.0, 0.0, 0.0)
    for (a, b) in zip(points, points.dropFirst()) {
      // Relative to the first point, so that a small area far from the origin keeps its precision.
      let (ax, ay, bx, by) = (a.x - origin.x, a.y - origin.y, b.x - origin.x, b.y - origin.y)
      let cross = ax * by - bx * ay
      area += cross
      x += (ax + bx) * cross
      y += (ay + by) * cross
    }
    guard area != 0 else { return nil }
    return .init(x: origin.x + x / (3 * area), y: origin.y + y / (3 * area))
  }

  /// Whether an even number of lines ends at every place that one ends at.
  private static func close(_ lines: [ArraySlice<FixedPlace>]) -> Bool {
    var open: Set<FixedPlace> = []
    for line in lines {
      guard let first = line.first, let last = line.last else { return false }
      for place in [first, last] where open.remove(place) == nil { open.insert(place) }
    }
    return open.isEmpty
  }
}

/// Whether the tags of an object say that it is an area.
enum Shape {
  /// Whether a way that ends where it begins is a line nevertheless: a road, a wall, a ridge that goes around something.
  static func isLine(_ tags: [OSMTag]) -> Bool {
    switch value("area", tags) {
    case "no": return true
    case .some: return false
    case nil: break
    }
    // A tag of something that covers ground makes it an area, whatever the other tags.
    if tags.contains(where: { covering.contains($0.key) }) { return false }
    if let highway = value("highway", tags) { return !["services", "rest_area", "platform"].contains(highway) }
    if let railway = value("railway", tags) { return !["station", "platform", "roundhouse", "yard"].contains(railway) }
    if tags.contains(where: { $0.key == "barrier" || $0.key == "route" || $0.key == "power" && $0.value == "line" }) {
      return true
    }
    return value("natural", tags).map(linear.contains) ?? false
  }

  private static let covering: Set = [
    "building", "landuse", "leisure", "amenity", "tourism", "shop", "office", "place", "boundary", "area:highway",
  ]
  private static let linear: Set = [
    "coastline", "cliff", "ridge", "arete", "tree_row", "valley", "gully", "earth_bank",
  ]

  /// Whether a relation is an area, made of the lines of its ways.
  static func isArea(_ tags: [OSMTag]) -> Bool {
    value("type", tags).map { $0 == "multipolygon" || $0 == "boundary" } ?? false
  }

  private static func value(_ key: String, _ tags: [OSMTag]) -> String? { tags.first { $0.key == key }?.value }
}

/// The one point that stands for a shape, as ``OSMExtract`` finds it for ways and relations: for shapes from elsewhere, so
/// that one thing lies at one place whichever file it comes from.
///
/// Degrees, in steps of a ten-millionth.
package enum OSMSpot {
  /// A corner of a shape, in degrees.
  package typealias Corner = (latitude: Double, longitude: Double)

  /// A point inside of an area, and in none of its holes: the centroid of a single ring that holds it, or else the point
  /// farthest from all edges.
  ///
  /// `nil` if the area is empty, or has a corner that is not on the globe.
  ///
  /// - Parameter rings: outer ones and holes in any order and direction, each ending where it begins.
  package static func inside(_ rings: [[Corner]]) -> Corner? {
    let places = rings.map(fixed)
    let spot = places.count == 1 ? Spot(ring: places[0]) : Spot(area: places.map { $0[...] })
    return spot.map { ($0.latitude, $0.longitude) }
  }

  /// The point at half the length of a line; `nil` for one without corners.
  package static func halfway(_ line: [Corner]) -> Corner? {
    Spot(line: fixed(line)).map { ($0.latitude, $0.longitude) }
  }

  private static func fixed(_ corners: [Corner]) -> [FixedPlace] {
    corners.map { corner in
      let (latitude, longitude) = (whole(corner.latitude), whole(corner.longitude))
      return latitude.flatMap { latitude in longitude.flatMap { FixedPlace(latitude: latitude, longitude: $0) } }
        ?? .unknown
    }
  }

  private static func whole(_ degrees: Double) -> Int32? { Int32(exactly: (degrees * 1e7).rounded()) }
}
