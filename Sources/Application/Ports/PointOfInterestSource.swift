package import Geodesy
package import HuntDomain

/// Port: which places there are.
package protocol PointOfInterestSource: Sendable {
  /// The places within `metres` of `centre`, in any order; a source may return more. All there are when `metres` is
  /// infinite.
  ///
  /// Throws: ``PlacesUnavailable`` when the source cannot answer at all.
  func places(near centre: Coordinate, within metres: Double) async throws(PlacesUnavailable) -> [PointOfInterest]
}

/// Why a source of places gave no answer, as text for the player.
package struct PlacesUnavailable: Error, Hashable, CustomStringConvertible {
  package let description: String

  /// Creates the error from a sentence that says what is wrong, where, and what to do.
  package init(_ description: String) { self.description = description }
}
