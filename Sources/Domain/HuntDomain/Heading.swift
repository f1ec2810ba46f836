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
    /// The player, who faces a place that they know.
    case landmark
  }

  /// Which north the bearing counts from.
  package enum Reference: Hashable, Sendable {
    case trueNorth
    /// The bearing is what a magnetic needle shows: without the declination of the place and the year.
    case magneticNorth
  }

  package let bearing: Bearing
  package let source: Source
  /// Everything that players see counts from true north; only a sensor may speak of the other one.
  package let reference: Reference
  /// Half the width of the cone that the true heading lies in, in degrees, in `0 ... 180`.
  package let uncertainty: Double
  /// Degrees by which compass and course contradict each other, in `0 ... 180`; nothing while they agree.
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

  /// The bearing, when it is sure enough to be shown as an arrow: with a cone of at most ``widest`` to each side.
  package var direction: Bearing? { uncertainty <= Self.widest ? bearing : nil }
}
