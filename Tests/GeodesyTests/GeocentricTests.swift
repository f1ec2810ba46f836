import ChanceTesting
import Geodesy
import Testing

@Suite("Geocentric")
struct GeocentricTests {
  @Test("the axes, in metres")
  func axes() {
    let polar = WGS84.equatorialRadius * (1 - WGS84.flattening)
    expect(Coordinate(0, 0), WGS84.equatorialRadius, 0, 0)
    expect(Coordinate(0, 90), 0, WGS84.equatorialRadius, 0)
    expect(Coordinate(0, 180), -WGS84.equatorialRadius, 0, 0)
    expect(Coordinate(90, 12), 0, 0, polar)
    expect(Coordinate(-90, 0), 0, 0, -polar)
  }

  @Test("a chord is never longer than the geodesic, and near by it is as long")
  func chordIsShorter() {
    var chance = Chance(seed: 8)
    for _ in 0..<5000 {
      let start = chance.coordinate()
      let end =
        Bool.random(using: &chance)
        ? chance.coordinate()
        : start.offset(by: chance.number(in: 0...5000), toward: Bearing(degrees: chance.number(in: 0...360)))
      let (chord, geodesic) = (Geocentric(start).chord(to: Geocentric(end)), start.distance(to: end))
      // A nanometre or two are lost where the three numbers are rounded.
      #expect(chord <= geodesic + 1e-8)
      if geodesic < 5000 { #expect(geodesic - chord < 0.001) }
      if geodesic < 1_000_000 { #expect(geodesic <= chord * WGS84.sphericalMargin) }
    }
  }

  private func expect(_ place: Coordinate, _ x: Double, _ y: Double, _ z: Double) {
    let point = Geocentric(place)
    #expect(abs(point.x - x) < 1e-8)
    #expect(abs(point.y - y) < 1e-8)
    #expect(abs(point.z - z) < 1e-8)
  }
}
