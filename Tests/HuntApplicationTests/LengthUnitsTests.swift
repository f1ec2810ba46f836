import Testing
import Views

@Suite("Units of length")
struct LengthUnitsTests {
  @Test(
    "the environment chooses as gpsd's own clients do",
    arguments: [
      ([:], LengthUnits.metric), (["LANG": "en_US.UTF-8"], .imperial), (["LANG": "de_DE.UTF-8"], .metric),
      (["LANG": "C"], .imperial), (["LANG": "POSIX"], .imperial), (["LANG": "C.UTF-8"], .metric),
      (["LANG": ""], .metric),
      (["LANG": "en_US", "LC_MEASUREMENT": "de_DE"], .metric),
      (["LANG": "de_DE", "LC_MEASUREMENT": "en_US"], .imperial),
      (["LANG": "en_US", "LC_MEASUREMENT": ""], .imperial), (["LANG": "en_US", "GPSD_UNITS": "nautical"], .nautical),
      (["LANG": "en_US", "GPSD_UNITS": "Metric"], .metric), (["LANG": "de_DE", "GPSD_UNITS": "imperial"], .imperial),
      (["LANG": "en_US", "GPSD_UNITS": "furlongs"], .imperial), (["LANG": "en_US", "GPSD_UNITS": ""], .imperial),
      (["LC_ALL": "en_US", "LANG": "de_DE"], .imperial),
      (["LC_ALL": "de_DE", "LC_MEASUREMENT": "en_US", "LANG": "en_US"], .metric),
      (["LC_ALL": "", "LANG": "C"], .imperial),
    ] as [([String: String], LengthUnits)])
  func environment(_ values: [String: String], _ units: LengthUnits) {
    #expect(LengthUnits(environment: values) == units)
  }

  @Test("round lengths are the longest that fit, and as long as they say")
  func rounds() {
    let asked: [(LengthUnits, Double, String, Double)] = [
      (.metric, 83, "50 m", 50), (.metric, 999, "500 m", 500), (.metric, 1000, "1 km", 1000),
      (.metric, 30_000, "20 km", 20_000), (.metric, 0.3, "20 cm", 0.2), (.imperial, 83, "200 ft (61 m)", 60.96),
      (.imperial, 700, "2000 ft (610 m)", 609.6), (.imperial, 805, "0.5 mi (805 m)", 804.672),
      (.imperial, 4000, "2 mi (3.2 km)", 3218.688),
      (.imperial, 0.1, "2 in (5 cm)", 0.0508), (.nautical, 184, "500 ft (152 m)", 152.4),
      (.nautical, 186, "0.1 nmi (185 m)", 185.2),
      (.nautical, 4000, "2 nmi (3.7 km)", 3704), (.metric, 0, "1 cm", 0.01), (.metric, 1e12, "20000 km", 2e7),
    ]
    for (units, metres, label, length) in asked {
      let round = units.round(atMost: metres)
      #expect(round.label == label)
      #expect(abs(round.metres - length) < 1e-9 * length)
    }
    for units in LengthUnits.allCases {
      for power in 0...60 {
        let room = 0.06 * (0..<power).reduce(1.0) { length, _ in length * 1.35 }
        let round = units.round(atMost: room)
        #expect(round.metres <= room && round.metres > min(room, 4e7) / 3.3, "\(units) \(room)")
      }
    }
    for metres in [Double.nan, .infinity, -.infinity, -1] { _ = LengthUnits.metric.round(atMost: metres) }
  }
}
