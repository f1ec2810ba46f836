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
  /// Nothing for what has no inside, or lies outside of the globe.
  ///
  /// - Parameter rings: outer ones and holes in any order and direction, each ending where it begins.
  package static func inside(_ rings: [[Corner]]) -> Corner? {
    let places = rings.map(fixed)
    let spot = places.count == 1 ? Spot(ring: places[0]) : Spot(area: places.map { $0[...] })
    return spot.map { ($0.latitude, $0.longitude) }
  }

  /// The point at half the length of a line; nothing for one without corners.
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
