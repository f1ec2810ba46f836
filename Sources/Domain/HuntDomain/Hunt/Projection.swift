/// A place that is computed from answers.
package enum Projection: Hashable, Sendable {
  /// At a distance in metres and a bearing in degrees from true north, from the place of another treasure; without an
  /// id, from this treasure's own listed place.
  case offset(from: String?, bearing: Formula, distance: Formula)
  /// Latitude and longitude in degrees.
  case coordinates(latitude: Formula, longitude: Formula)
}
