package import Geodesy
package import Nearby
package import Places

/// Double: a source that knows a list of places and answers at once with those that are near enough.
package struct ScriptedPlaces: PointOfInterestSource {
  private let places: [PointOfInterest]

  /// Creates a source that knows `places`.
  package init(_ places: [PointOfInterest]) { self.places = places }

  /// The places within `metres` of `centre`, in the order in which they were given.
  ///
  /// Throws: never.
  package func places(
    near centre: Coordinate, within metres: Double
  ) async throws(PlacesUnavailable) -> [PointOfInterest] {
    places.filter { $0.position.distance(to: centre) <= metres }
  }
}

/// Double: a source that cannot answer, and says why.
package struct FailingPlaces: PointOfInterestSource {
  private let reason: String

  /// Creates a source that fails for `reason`.
  package init(_ reason: String = "the server is gone") { self.reason = reason }

  /// Throws: ``PlacesUnavailable``, always.
  package func places(
    near centre: Coordinate, within metres: Double
  ) async throws(PlacesUnavailable) -> [PointOfInterest] {
    throw PlacesUnavailable(reason)
  }
}
