package import Geodesy

/// The camera of the eye: which bearing a column shows, and which elevation a row.
///
/// The picture is a cylinder: columns are linear in the bearing, so that turning moves the picture by whole columns and
/// a full circle is drawn as well as a street. Rows are linear in the tangent of the elevation, so that walls stay
/// vertical. The pitch moves the horizon and tilts nothing.
package struct EyeCamera: Hashable, Sendable {
  /// Metres of the camera above the ground: higher than a person, so that there is more to see than bare ground.
  package static let height = 4.0
  /// The fields of view that can be chosen, in degrees; a full circle shows everything without a heading.
  package static let fieldsOfView = 30.0...360.0
  /// The usual field of view, in degrees.
  package static let usualFieldOfView = 75.0
  /// The pitches that can be chosen, in degrees; up is positive.
  package static let pitches = -35.0...45.0
  /// Where the horizon is without a pitch, as a part of the rows from the top.
  private static let horizonShare = 0.58
  /// How wide a cell of a terminal is, as a part of its height.
  private static let cellAspect = 0.5
  /// Columns and rows that a picture may have.
  private static let sizes = 1...2048

  /// The size of the picture, in cells.
  package let columns, rows: Int
  /// Degrees that all columns span together.
  package let fieldOfView: Double
  /// The bearing in the middle of the picture: the player's heading, moved to a whole number of columns from north.
  package let heading: Bearing
  /// Degrees that the middle of an unpitched picture looks up.
  package let pitch: Double
  /// The heading in columns from north.
  private let headingColumn: Double
  /// The heading before it was moved to a column.
  private let wanted: Bearing

  /// Creates a camera; numbers out of range are cut to it.
  package init(
    heading: Bearing, pitch: Double = 0, fieldOfView: Double = EyeCamera.usualFieldOfView, columns: Int, rows: Int
  ) {
    self.columns = Self.sizes.clamp(columns)
    self.rows = Self.sizes.clamp(rows)
    self.fieldOfView = Self.fieldsOfView.clamp(fieldOfView.isFinite ? fieldOfView : Self.usualFieldOfView)
    self.pitch = Self.pitches.clamp(pitch.isFinite ? pitch : 0)
    wanted = heading
    headingColumn = (heading.degrees * Double(self.columns) / self.fieldOfView).rounded()
    self.heading = Bearing(degrees: headingColumn * self.fieldOfView / Double(self.columns))
  }

  /// The camera with a picture of that many cells, and everything else unchanged.
  package func sized(columns: Int, rows: Int) -> EyeCamera {
    EyeCamera(heading: wanted, pitch: pitch, fieldOfView: fieldOfView, columns: columns, rows: rows)
  }

  /// Degrees that a column spans.
  package var degreesPerColumn: Double { fieldOfView / Double(columns) }
  /// Rows that a height takes which is as large as its distance.
  package var rowsPerSlope: Double { Double(columns) / (fieldOfView * .pi / 180) * Self.cellAspect }
  /// The row of the horizon, from the top edge of the picture; may lie outside of it.
  package var horizon: Double {
    let (sine, cosine) = Angle.sineAndCosine(degrees: pitch)
    return Double(rows) * Self.horizonShare + sine / cosine * rowsPerSlope
  }

  /// Where a bearing is shown, in columns from the left edge; outside of `0 ..< columns` it is not in the picture.
  package func column(of bearing: Bearing) -> Double {
    Double(columns) / 2 + heading.turn(to: bearing) / degreesPerColumn
  }

  /// The columns by which the picture of `before` has to be moved to the right to be this one; `nil` if more differs
  /// than the heading.
  package func columnsMoved(since before: EyeCamera) -> Int? {
    guard columns == before.columns, rows == before.rows, fieldOfView == before.fieldOfView, pitch == before.pitch
    else { return nil }
    return Int(exactly: (-before.heading.turn(to: heading) / degreesPerColumn).rounded())
  }

  /// The bearing shown at a distance in columns from the left edge.
  package func bearing(at column: Double) -> Bearing {
    // Counted from north, so that a column has the very same bearing wherever it is in the picture.
    Bearing(degrees: (headingColumn + (column - Double(columns) / 2)) * degreesPerColumn)
  }

  /// Where a slope is shown, in rows from the top edge: height above the camera, divided by distance.
  package func row(ofSlope slope: Double) -> Double { horizon - slope * rowsPerSlope }

  /// Where a point is shown, in rows from the top edge.
  ///
  /// - Parameters:
  ///   - height: metres above the ground.
  ///   - distance: metres along the ground; what is nearer than a tenth of a metre is shown at that distance.
  package func row(height: Double, distance: Double) -> Double {
    row(ofSlope: (height - Self.height) / max(0.1, distance))
  }

  /// Degrees above the horizontal plane of the camera of a point `height` metres above the ground.
  package static func elevation(height: Double, distance: Double) -> Double {
    Angle.degrees(opposite: height - Self.height, adjacent: max(0, distance))
  }
}
