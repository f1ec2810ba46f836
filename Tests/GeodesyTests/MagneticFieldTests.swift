import Geodesy
import Testing

@Suite("The Earth's magnetic field")
struct MagneticFieldTests {
  /// Year, kilometres of height, latitude, longitude, and the declination in degrees.
  private static let published: [[Double]] = [
    [2025, 28, 89, -121, -99.77], [2025, 54, 82, 87, 54.89], [2025, 51, -33, 109, -5.49],
    [2025.5, 69, 38, -144, 12.93], [2026, 69, 23, 63, 1.17], [2026, 74, -57, 3, -22.51],
  ]

  private func field(_ row: [Double]) -> MagneticField {
    MagneticField(
      at: Coordinate(clampingLatitude: row[2], wrappingLongitude: row[3]), height: row[1] * 1000, year: row[0])
  }

  @Test("points where the model's makers say it does", arguments: published)
  func declination(row: [Double]) {
    #expect(abs(field(row).declination - row[4]) <= 0.01)
  }

  @Test("points over Natick where MathWorks' wrldmagm does, on 4 July 2028 and a kilometre up")
  func natick() {
    let field = MagneticField(
      at: Coordinate(clampingLatitude: 42.283, wrappingLongitude: -71.35), height: 1000, year: 2028 + 185.0 / 366)
    #expect(abs(field.declination + 13.6891) <= 0.01)
    #expect(abs(field.horizontal - 20_727) <= 1)
  }

  @Test("agrees with every row of the makers' own test", .enabled(if: GroundTruth.hasMagnetism))
  func everyRow() throws {
    let rows = try GroundTruth.rows(GroundTruth.magnetism)
    #expect(rows.count >= 12)
    for row in rows {
      let field = field(row)
      #expect(abs(field.declination - row[4]) <= 0.01, "\(row)")
      #expect(abs(field.horizontal - row[6]) <= 0.01, "\(row)")
      #expect(abs(field.north - row[7]) <= 0.01, "\(row)")
      #expect(abs(field.east - row[8]) <= 0.01, "\(row)")
      #expect(abs(field.down - row[9]) <= 0.01, "\(row)")
    }
  }

  @Test("is a field at the poles too, the same from every side", arguments: [90.0, -90])
  func poles(latitude: Double) {
    let fields = [0.0, 90, -135].map { longitude in
      (longitude, MagneticField(at: Coordinate(clampingLatitude: latitude, wrappingLongitude: longitude), year: 2027))
    }
    for (longitude, field) in fields {
      #expect(abs(field.horizontal - fields[0].1.horizontal) < 1e-6)
      #expect(abs(field.down - fields[0].1.down) < 1e-6)
      // A meridian's north turns with its longitude; the field does not.
      let turn = Bearing(degrees: field.declination + (latitude < 0 ? longitude : -longitude))
      #expect(abs(turn.turn(to: Bearing(degrees: fields[0].1.declination))) < 1e-6)
    }
    let beside = MagneticField(at: Coordinate(clampingLatitude: latitude * 0.999_999, wrappingLongitude: 0), year: 2027)
    #expect(abs(beside.north - fields[0].1.north) < 1)
    #expect(abs(beside.east - fields[0].1.east) < 1)
  }

  @Test("has a blackout zone in the Arctic and a caution zone around it")
  func zones() {
    func horizontal(_ latitude: Double, _ longitude: Double) -> Double {
      MagneticField(at: Coordinate(clampingLatitude: latitude, wrappingLongitude: longitude), year: 2025).horizontal
    }
    #expect(horizontal(85.8, 139) < MagneticField.blackout)
    #expect((MagneticField.blackout..<MagneticField.caution).contains(horizontal(80, -100)))
    #expect(horizontal(52.5, 13.4) > 15_000)
  }

  @Test("knows its error: a third of a degree in Berlin, many near the magnetic pole")
  func deviation() {
    let berlin = MagneticField(at: Coordinate(clampingLatitude: 52.52, wrappingLongitude: 13.40), year: 2025)
    #expect(abs(berlin.declinationDeviation - 0.39) < 0.01)
    let arctic = MagneticField(at: Coordinate(clampingLatitude: 85, wrappingLongitude: 139), year: 2025)
    #expect(arctic.declinationDeviation > 3)
  }

  @Test("years outside of the model's get its nearest year and are less sure, the further the less")
  func years() {
    func field(_ year: Double) -> MagneticField {
      MagneticField(at: Coordinate(clampingLatitude: 48, wrappingLongitude: 11), year: year)
    }
    #expect(field(2031).declination == field(2030).declination)
    #expect(field(2006).declination == field(2025).declination)
    let deviations = [2030.0, 2031, 2035, 2044].map { field($0).declinationDeviation }
    #expect(deviations == deviations.sorted() && Set(deviations).count == 4)
    #expect(field(2027.5).declination > field(2025).declination)
  }

  @Test("nothing that is no number breaks it", arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
  func hostile(number: Double) {
    let field = MagneticField(
      at: Coordinate(clampingLatitude: number, wrappingLongitude: number), height: number, year: number)
    #expect((-180...180).contains(field.declination))
    #expect((0...180).contains(field.declinationDeviation))
  }
}
