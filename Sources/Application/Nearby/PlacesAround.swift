package import Geodesy
package import HuntDomain
internal import SpatialIndex

/// Places, and which of them are near to a position: the part of the nearby logic that knows neither sensors nor time.
package struct PlacesAround: Sendable {
  /// Metres by which the index rounds places, with room to spare.
  private static let slack = 0.1
  /// How many times longer or shorter than on the sphere a way on the ellipsoid may be, with room to spare.
  private static let margin = WGS84.sphericalMargin

  private let places: [PointOfInterest]
  private let index: SpatialIndex
  /// Places that are always among the sightings, by their place in the list.
  private let pinned: Set<Int>

  /// Creates an index of places; those whose id is in `pinned` are sighted from everywhere.
  package init(_ places: [PointOfInterest], pinned: Set<String> = []) {
    self.places = places
    self.pinned = pinned.isEmpty ? [] : Set(places.indices.filter { pinned.contains(places[$0].id) })
    index = SpatialIndex(places.map { SpatialPoint($0.position) })
  }

  /// The `limit` nearest places within `reach` metres, and the pinned ones, without turns: nearest first, places at one
  /// distance in the order of their ids.
  package func sightings(from position: Coordinate, reach: Double = .infinity, limit: Int = .max) -> [Sighting] {
    let measured = candidates(around: position, reach, limit).map { index in
      let course = position.course(to: places[index].position)
      let seen = Sighting(place: places[index], distance: course.distance, bearing: course.bearing, turn: nil)
      return (seen: seen, isPinned: pinned.contains(index))
    }
    .sorted { ($0.seen.distance, $0.seen.id) < ($1.seen.distance, $1.seen.id) }
    var room = limit
    return measured.compactMap { sighting in
      if sighting.isPinned { return sighting.seen }
      room -= 1
      return room >= 0 && sighting.seen.distance <= reach ? sighting.seen : nil
    }
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
