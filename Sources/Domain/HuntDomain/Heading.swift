package import Geodesy

/// Where the device points, who says so, and how sure that is.
package struct Heading: Hashable, Sendable {
  /// Who says where the device points.
  package enum Source: String, Hashable, Sendable {
    /// A magnetic or gyro compass.
    case compass
    /// The direction of movement over ground.
    case course
    /// The player, by keys.
    case manual
  }

  package let bearing: Bearing
  package let source: Source
  /// Half the width of the cone that the true heading lies in, in degrees, in `0 ... 180`.
  package let uncertainty: Double

  /// Creates a heading; the uncertainty is cut to `0 ... 180`.
  package init(bearing: Bearing, source: Source, uncertainty: Double) {
    self.bearing = bearing
    self.source = source
    self.uncertainty = min(180, max(0, uncertainty.isFinite ? uncertainty : 180))
  }
}
