internal import CSpatialKernel

/// A place on the globe, in degrees.
package struct SpatialPoint: Hashable, Sendable {
  /// Degrees north of the equator, in `-90...90`.
  package let latitude: Double
  /// Degrees east of the prime meridian, in `-180...180`.
  package let longitude: Double

  /// A place as it is given; ``isPlace`` says whether it is one.
  package init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Whether both angles are numbers and in their ranges.
  package var isPlace: Bool { trove_spatial_is_place(latitude, longitude) != 0 }

  /// Metres from here to a point of an index, as its answers have them.
  ///
  /// On a sphere with the Earth's mean radius, 6,371,008.8 m (IUGG, R1), and to `point` as an index keeps it: in whole
  /// ten-millionths of a degree. NaN where one of the two is no place.
  package func metres(to point: SpatialPoint) -> Double {
    trove_spatial_metres(latitude, longitude, point.latitude, point.longitude)
  }
}

/// A point that an index has found.
package struct SpatialHit: Hashable, Sendable {
  // In this order, both of eight bytes: the kernel writes them.

  /// The point's position among those that the index was made of.
  package let index: Int
  /// Metres on the sphere, right to a nanometre or 15 digits.
  package let metres: Double

  /// A point and its distance.
  package init(index: Int, metres: Double) {
    self.index = index
    self.metres = metres
  }
}
