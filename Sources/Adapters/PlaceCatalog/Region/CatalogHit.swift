package import HuntDomain

/// A place that was found in a region.
package struct CatalogHit: Hashable, Sendable {
  package let region: RegionName
  package let place: PointOfInterest
  package let category: PlaceCategory
  /// Metres from where it was looked for, on the ellipsoid; nothing when that was nowhere.
  package let metres: Double?
  /// How well its names answer what was asked for, 0 the best; 0 too when no text was.
  package let match: Int
}
