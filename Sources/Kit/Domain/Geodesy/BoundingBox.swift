/// A rectangle of latitudes and longitudes; its west side may lie east of its east side: then it crosses the
/// antimeridian, as GeoJSON and OGC boxes do (RFC 7946, 5.2).
package struct BoundingBox: Hashable, Sendable {
  /// Degrees, as in ``Coordinate``; `south <= north`.
  package let south, west, north, east: Double

  /// The box between two corners.
  package init(southWest: Coordinate, northEast: Coordinate) {
    south = min(southWest.latitude, northEast.latitude)
    north = max(southWest.latitude, northEast.latitude)
    west = southWest.longitude
    east = northEast.longitude
  }

  /// The smallest box around all places, crossing the antimeridian when that is shorter; `nil` for no places.
  package init?(around places: some Sequence<Coordinate>) {
    let places = Array(places)
    guard let south = places.map(\.latitude).min(), let north = places.map(\.latitude).max() else { return nil }
    let longitudes = places.map(\.longitude).sorted()
    // The widest gap between neighbours is what the box leaves out.
    var sides = (west: longitudes[0], east: longitudes[longitudes.count - 1])
    var gap = sides.west + 360 - sides.east
    for (left, right) in zip(longitudes, longitudes.dropFirst()) where right - left > gap {
      gap = right - left
      sides = (west: right, east: left)
    }
    (west, east) = sides
    self.south = south
    self.north = north
  }

  /// Whether the box contains the place; its borders belong to it.
  ///
  /// A place that has several names, as poles and the antimeridian do, is contained when one of them is.
  package func contains(_ place: Coordinate) -> Bool {
    guard (south...north).contains(place.latitude) else { return false }
    switch (abs(place.latitude), abs(place.longitude)) {
    case (90, _): return true
    case (_, 180): return spans(180) || spans(-180)
    default: return spans(place.longitude)
    }
  }

  private func spans(_ longitude: Double) -> Bool {
    west <= east ? (west...east).contains(longitude) : longitude >= west || longitude <= east
  }

  /// The middle of the box.
  package var centre: Coordinate {
    let span = west <= east ? east - west : east + 360 - west
    return Coordinate(clampingLatitude: (south + north) / 2, wrappingLongitude: west + span / 2)
  }
}
