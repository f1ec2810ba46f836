package import Geodesy

/// The direction in which the device points, its source, and its uncertainty.
package struct Heading: Hashable, Sendable {
  /// The sensor or input from which a heading comes.
  package enum Source: String, Hashable, Sendable {
    /// A magnetic or gyro compass.
    case compass
    /// The direction of movement over ground.
    case course
    /// The player, by keys.
    case manual
    /// The player, who faces a place that they know.
    case landmark
  }

  /// Which north the bearing counts from.
  package enum Reference: Hashable, Sendable {
    case trueNorth
    /// The bearing counts from magnetic north: the declination of the place and the year is not applied.
    case magneticNorth
  }

  /// The direction, clockwise from the north that ``reference`` names.
  package let bearing: Bearing
  /// The sensor or input that the heading comes from.
  package let source: Source
  /// The north that the bearing counts from.
  ///
  /// Players see only true north; a sensor may report magnetic north.
  package let reference: Reference
  /// Half the width of the cone that the true heading lies in, in degrees, in `0 ... 180`.
  package let uncertainty: Double
  /// Degrees by which compass and course contradict each other, in `0 ... 180`; `nil` while they agree.
  package let dispute: Double?

  /// Half a cone, in degrees, beyond which a heading is not worth an arrow: it may as well point backwards.
  package static let widest = 90.0

  /// Creates a heading; the uncertainty is cut to `0 ... 180`.
  package init(
    bearing: Bearing, source: Source, uncertainty: Double, reference: Reference = .trueNorth, dispute: Double? = nil
  ) {
    self.bearing = bearing
    self.source = source
    self.reference = reference
    self.uncertainty = min(180, max(0, uncertainty.isFinite ? uncertainty : 180))
    self.dispute = dispute.map { min(180, max(0, $0.isFinite ? $0 : 180)) }
  }

  /// The bearing if it is certain enough to be shown as an arrow, with a cone of at most ``widest`` to each side;
  /// otherwise `nil`.
  package var direction: Bearing? { uncertainty <= Self.widest ? bearing : nil }
}
