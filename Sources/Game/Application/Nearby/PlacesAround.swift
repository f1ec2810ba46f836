package import Geodesy
package import Places
internal import SpatialIndex

/// Places, and which of them are near to a position: the part of the nearby logic that knows neither sensors nor time.
package struct PlacesAround: Sendable {
  /// Metres by which the index rounds places and the plane errs, with room to spare.
  private static let slack = 0.1
  /// How many times longer or shorter than on the sphere a way on the ellipsoid may be, with room to spare.
  private static let margin = WGS84.sphericalMargin

  /// Metres up to which ways are measured on the tangent plane: see ``TangentPlane/Point/course`` for the errors.
  static let planeReach = 10_000.0

  private let places: [PointOfInterest]
  private let points: [Geocentric]
  private let index: SpatialIndex
  /// Places that are always among the sightings, by their place in the list.
  private let pinned: Set<Int>

  /// Which places are pieces of one thing; `nil` where nobody wants to know.
  private var pieces: SamePlaces?

  /// The way to a place, by its place in the list.
  struct Way: Sendable {
    let index: Int
    let course: Course
  }

  /// Creates an index of places; those whose id is in `pinned` are sighted from everywhere.
  ///
  /// - Parameter joinsPieces: of places that are one thing (``SamePlaces``) only the nearest is sighted.
  package init(_ places: [PointOfInterest], pinned: Set<String> = [], joinsPieces: Bool = false) {
    self.places = places
    self.pinned = pinned.isEmpty ? [] : Set(places.indices.filter { pinned.contains(places[$0].id) })
    points = places.map { Geocentric($0.position) }
    pieces = joinsPieces ? SamePlaces(places, at: points, pinned: self.pinned) : nil
    index = SpatialIndex(places.map { SpatialPoint($0.position) })
  }

  /// Joins what has no name with what is in one building with it; says whether fewer places are sighted now.
  ///
  /// - Parameter buildings: the numbers of the buildings in which a point lies; `nil` if it is not on the sheet.
  mutating func join(insideOf buildings: (MercatorPoint) -> [Int]?) -> Bool {
    pieces?.join(points) { buildings(MercatorPoint(places[$0].position)) } ?? false
  }

  /// The `limit` nearest places within `reach` metres, and the pinned ones, without turns: nearest first, places at one
  /// distance in the order of their ids.
  package func sightings(from position: Coordinate, reach: Double = .infinity, limit: Int = .max) -> [Sighting] {
    sightings(of: ways(from: position, reach: reach, limit: limit), facing: nil)
  }

  /// The ways to the places that ``sightings(from:reach:limit:)`` returns, in the same order.
  func ways(from position: Coordinate, reach: Double, limit: Int) -> [Way] {
    guard let pieces, !pieces.isTrivial else { return allWays(from: position, reach: reach, limit: limit) }
    var most = limit
    while true {
      let all = allWays(from: position, reach: reach, limit: most)
      let ways = pieces.once(all)
      let count = ways.count { !pinned.contains($0.index) }
      // Fewer than were asked for are all that there are.
      if count >= limit || most >= places.count || all.count < most {
        var room = limit
        return count <= limit
          ? ways
          : ways.filter { way in
            if pinned.contains(way.index) { return true }
            room -= 1
            return room >= 0
          }
      }
      most = most > places.count / 2 ? places.count : max(1, 2 * most)
    }
  }

  private func allWays(from position: Coordinate, reach: Double, limit: Int) -> [Way] {
    let plane = TangentPlane(at: position)
    var ways = candidates(around: position, reach, limit).map {
      Way(index: $0, course: course(to: $0, on: plane, reach))
    }
    ways.sort { one, other in
      one.course.distance == other.course.distance
        ? places[one.index].id < places[other.index].id : one.course.distance < other.course.distance
    }
    guard ways.count > limit || reach < .infinity else { return ways }
    var room = limit
    return ways.filter { way in
      if pinned.contains(way.index) { return true }
      room -= 1
      return room >= 0 && way.course.distance <= reach
    }
  }

  /// The places at the end of `ways`, with the turns to them of a player who looks toward `direction`.
  func sightings(of ways: [Way], facing direction: Bearing?) -> [Sighting] {
    ways.map { way in
      Sighting(
        place: places[way.index], distance: way.course.distance, bearing: way.course.bearing,
        turn: direction?.turn(to: way.course.bearing))
    }
  }

  /// The way to a place: measured on the plane, unless it is long, or may end on the other side of the reach.
  private func course(to index: Int, on plane: TangentPlane, _ reach: Double) -> Course {
    if let way = plane.point(of: points[index])?.course, way.distance > 0, way.distance <= Self.planeReach,
      abs(way.distance - reach) > Self.slack
    {
      return way
    }
    return plane.origin.course(to: places[index].position)
  }

  /// The places that may be among the nearest: geodesics cost a microsecond, the index's distances a nanosecond.
  private func candidates(around position: Coordinate, _ reach: Double, _ limit: Int) -> [Int] {
    guard places.count > limit || reach < .infinity else { return Array(places.indices) }
    let here = SpatialPoint(position)
    let isOrdinary: (Int) -> Bool = { [pinned] in !pinned.contains($0) }
    let nearest = index.nearest(limit, to: here, where: pinned.isEmpty ? nil : isOrdinary)
    // No other place can be nearer than the last of these by more than the two kinds of distance may differ.
    let last = nearest.count < limit ? Double.infinity : nearest.last?.metres ?? 0
    let cut = min(reach * Self.margin, last * Self.margin * Self.margin) + Self.slack
    guard limit > 0 else { return Array(pinned) }
    let hits = cut < .infinity ? index.within(metres: cut, of: here) : nearest
    return pinned + hits.map(\.index).filter(isOrdinary)
  }
}

extension SpatialPoint {
  fileprivate init(_ place: Coordinate) { self.init(latitude: place.latitude, longitude: place.longitude) }
}
