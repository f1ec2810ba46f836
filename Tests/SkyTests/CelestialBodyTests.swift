import Eye
import Foundation
import Geodesy
import HuntDomain
import Numbers
import ProcessTesting
import Testing

@Suite("Sun and moon")
struct CelestialBodyTests {
  /// One line of a table: a time, a place, and where sun and moon stand, in degrees.
  struct Row: Sendable {
    let seconds: Int64
    let latitude, longitude: Double
    let sun, moon: (azimuth: Double, altitude: Double)

    /// Reads a line of seven numbers; `nil` for a heading or a comment.
    init?(_ line: some StringProtocol) {
      let numbers = line.split(separator: ",").compactMap { Double($0) }
      guard numbers.count == 7 else { return nil }
      (seconds, latitude, longitude) = (Int64(numbers[0]), numbers[1], numbers[2])
      (sun, moon) = ((numbers[3], numbers[4]), (numbers[5], numbers[6]))
    }

    /// The largest difference, in degrees on the sky, between the table and what is computed.
    var error: Double {
      let place = Coordinate(clampingLatitude: latitude, wrappingLongitude: longitude)
      let time = Timestamp(milliseconds: seconds * 1000)
      let errors = [(CelestialBody.sun, sun), (.moon, moon)].map { body, truth in
        guard let seen = body.direction(from: place, at: time) else { return Double.infinity }
        let across = seen.bearing.turn(to: Bearing(degrees: truth.azimuth)) * cos(truth.altitude * .pi / 180)
        return max(abs(across), abs(seen.elevation - truth.altitude))
      }
      return errors.max() ?? .infinity
    }
  }

  /// Apparent places of the ephemeris of the International Astronomical Union's library (ERFA), without refraction.
  @Test("stand where they stand whatever was asked before", arguments: CelestialBody.allCases)
  func history(_ body: CelestialBody) throws {
    let place = try #require(Coordinate(latitude: 0, longitude: 0.002))
    func direction(_ milliseconds: Int64) -> CelestialBody.Direction? {
      body.direction(from: place, at: Timestamp(milliseconds: milliseconds))
    }
    let time: Int64 = 1_782_039_600_000
    let first = direction(time)
    // Less than a tenth of a day away, and more.
    for other in [time + 7_200_000, time - 7_200_000, time + 1_000_000_000] {
      _ = direction(other)
      #expect(direction(time) == first)
    }
  }

  @Test(
    "stand where an ephemeris has them, to a tenth of a degree",
    arguments: [
      "1641442898,47.14,-88.17515,313.3588,-58.6269,271.3709,-23.4311",
      "1812368635,-8.58652,54.57347,303.2851,31.2012,342.2480,56.1815",
      "1951207076,-69.04387,-169.79491,195.8020,-6.0632,27.8843,-0.3183",
    ])
  func known(line: String) throws {
    #expect(try #require(Row(line)).error < 0.1)
  }

  private static let table = SharedFiles.folder.appending(path: "data/sky/sun-moon.csv")

  @Test(
    "stand where an ephemeris has them, at two thousand times and places",
    .enabled(if: SharedFiles.has("data/sky/sun-moon.csv"), "no table of positions beside the package"))
  func table() throws {
    let rows = try String(contentsOf: Self.table, encoding: .utf8).split(separator: "\n").compactMap { Row($0) }
    #expect(rows.count >= 2000)
    #expect(rows.map(\.error).max() ?? .infinity < 0.1)
  }

  @Test(
    "are nowhere in years that nobody has computed",
    arguments: [Int64.min, -2_208_988_800_001, 4_102_444_800_000, .max])
  func beyond(milliseconds: Int64) {
    for body in CelestialBody.allCases {
      #expect(
        body.direction(
          from: Coordinate(clampingLatitude: 0, wrappingLongitude: 0), at: Timestamp(milliseconds: milliseconds)) == nil
      )
    }
  }
}
