import Geodesy
import Testing

/// Against geodesics that others computed.
///
/// GeographicLib's GeodSolve, and Karney's test set of 25 digits (doi:10.5281/zenodo.32156). Skipped where the data are not beside the package.
@Suite("Geodesics against published ones", .enabled(if: GroundTruth.isPresent, "no ../shared/data/geodesy here"))
struct GroundTruthTests {
  /// Metres that a distance or a place may be off.
  static let metres = 0.001
  /// Degrees that a direction may be off.
  static let degrees = 1e-6
  /// The reduced length (the set's `m12`), in metres, below which directions are not compared.
  ///
  /// By so much the far end moves when the direction turns by a radian. Such ends are conjugate to their starts, where
  /// geodesics of a whole fan of directions meet. A coordinate in a `Double` is rounded by 3 nm, so under 0.2 m the input itself leaves more than 1e-6 degrees
  /// open. It drops 14 of the 100 rows, all nearly antipodal; their distances are compared like the others'.
  static let shortestReducedLength = 1.0

  @Test("GeodSolve, inverse: lat1 lon1 lat2 lon2 azi1 azi2 s12")
  func inverse() throws {
    var errors = ErrorLine("GeodSolve-inverse.txt")
    for row in try GroundTruth.rows("GeodSolve-inverse.txt") {
      compare(
        from: Coordinate(row[0], row[1]), to: Coordinate(row[2], row[3]), azimuths: (row[4], row[5]),
        distance: row[6], in: &errors)
    }
    expectSmall(errors)
  }

  @Test("GeodSolve, direct: lat1 lon1 azi1 s12 lat2 lon2 azi2")
  func direct() throws {
    var errors = ErrorLine("GeodSolve-direct.txt")
    for row in try GroundTruth.rows("GeodSolve-direct.txt") {
      let start = Coordinate(row[0], row[1])
      let end = start.offset(by: row[3], toward: Bearing(degrees: row[2]))
      errors.add(metres: end.distance(to: Coordinate(row[4], row[5])))
    }
    expectSmall(errors)
  }

  @Test("Karney's test set, inverse: lat1 lon1 azi1 lat2 lon2 azi2 s12 ...")
  func karneyInverse() throws {
    var errors = ErrorLine("GeodTest-100.dat, inverse")
    for row in try GroundTruth.rows("GeodTest-100.dat") {
      compare(
        from: Coordinate(row[0], row[1]), to: Coordinate(row[3], row[4]), azimuths: (row[2], row[5]),
        distance: row[6], comparingDirections: abs(row[8]) >= Self.shortestReducedLength, in: &errors)
    }
    #expect(errors.directions == 2 * 86)
    expectSmall(errors)
  }

  @Test("Karney's test set, direct")
  func karneyDirect() throws {
    var errors = ErrorLine("GeodTest-100.dat, direct")
    for row in try GroundTruth.rows("GeodTest-100.dat") {
      let end = Coordinate(row[0], row[1]).offset(by: row[6], toward: Bearing(degrees: row[2]))
      errors.add(metres: end.distance(to: Coordinate(row[3], row[4])))
    }
    expectSmall(errors)
  }

  private func compare(
    from start: Coordinate, to end: Coordinate, azimuths: (Double, Double), distance: Double,
    comparingDirections: Bool = true, in errors: inout ErrorLine
  ) {
    let course = start.course(to: end)
    errors.add(metres: course.distance - distance)
    guard comparingDirections else { return }
    errors.add(degrees: angle(course.bearing, Bearing(degrees: azimuths.0)))
    // The direction at the far end is that of the way back, turned round.
    let back = end.bearing(to: start)
    errors.add(degrees: angle(Bearing(degrees: back.degrees + 180), Bearing(degrees: azimuths.1)))
  }

  private func expectSmall(_ errors: ErrorLine) {
    print(errors.description)
    #expect(errors.maxMetres <= Self.metres)
    #expect(errors.maxDegrees <= Self.degrees)
  }
}
