/// A place that comes of answers.
package enum Projection: Hashable, Sendable {
  /// So many metres in a direction (degrees from true north) from the place of another treasure; from this one's own
  /// listed place without an id.
  case offset(from: String?, bearing: Formula, distance: Formula)
  /// Latitude and longitude in degrees.
  case coordinates(latitude: Formula, longitude: Formula)
}
