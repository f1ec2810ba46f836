import Geodesy
import Testing

/// Turf computes on a sphere of 6,371,008.8 m; WGS84 differs from it by up to 0.56 %, so 0.6 % is allowed: these tests
/// find a wrong formula, a swapped argument or a wrong unit, not millimetres.
@Suite("Geodesics beside turf's", .enabled(if: GroundTruth.isPresent, "no ../shared/data/geodesy here"))
struct TurfTests {
  static let tolerance = 0.006

  @Test("turf-distance: two points, in kilometres")
  func distance() throws {
    let points = try GroundTruth.turf("turf-distance/test/in/points.geojson").parts.joined().map { $0 }
    #expect(points.count == 2)
    expectClose(points[0].distance(to: points[1]), 97_129.221_189_678_35)
  }

  @Test("turf-bearing: the lines that leave its two points")
  func bearing() throws {
    let parts = try GroundTruth.turf("turf-bearing/test/out/results.geojson").parts
    let (start, end) = (parts[0][0], parts[1][0])
    // Its first line leaves the start toward the end, its second one leaves the end in the same final direction.
    #expect(angle(start.bearing(to: end), start.bearing(to: parts[2][1])) < 0.6)
    #expect(angle(Bearing(degrees: end.bearing(to: start).degrees), end.bearing(to: parts[3][1])) < 0.6)
  }

  @Test("turf-destination: 100 km north and south", arguments: [("point-0", 0.0), ("point-180", 180)])
  func destination(name: String, degrees: Double) throws {
    let line = try GroundTruth.turf("turf-destination/test/out/\(name).geojson").parts[2]
    let end = line[0].offset(by: 100_000, toward: Bearing(degrees: degrees))
    #expect(end.distance(to: line[1]) < 100_000 * Self.tolerance)
  }

  @Test("turf-circle: all 64 corners lie 5 km from the middle")
  func circle() throws {
    let parts = try GroundTruth.turf("turf-circle/test/out/circle1.geojson").parts
    #expect(parts[1].count >= 64)
    for corner in parts[1] { expectClose(parts[0][0].distance(to: corner), 5000) }
  }

  @Test("turf-nearest-point: the same place is the nearest")
  func nearest() throws {
    let file = try GroundTruth.turf("turf-nearest-point/test/out/points.json")
    let features = try #require(file.features)
    let points = file.parts.map { $0[0] }
    // The last but one is the place that was asked for; the last one is the answer, with its distance.
    let asked = points[points.count - 2]
    let candidates = points.indices.dropLast(2)
    let nearest = candidates.min { asked.distance(to: points[$0]) < asked.distance(to: points[$1]) }
    let answer = try #require(features[points.count - 1].properties)
    #expect(nearest == answer.featureIndex)
    expectClose(asked.distance(to: points[points.count - 1]), try #require(answer.distanceToPoint) * 1000)
  }

  private func expectClose(_ metres: Double, _ wanted: Double) {
    #expect(abs(metres / wanted - 1) < Self.tolerance)
  }
}
