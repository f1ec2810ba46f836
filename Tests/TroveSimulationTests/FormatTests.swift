import Foundation
import Testing
import TroveSimulation

@Suite("Reports as receivers write them")
struct FormatTests {
  private static func reports(_ faults: String = "") throws -> [Report] {
    Array(
      try SimulatedWalk(
        from: Coordinate(-33.8568, 151.2153), [.go(metres: 100, toward: 225, speed: 2)],
        altitude: 12,
        receiver: Receiver(in: .openSky, seed: 9, faults: try Faults(faults))))
  }

  /// NMEA 0183: the exclusive or of all bytes between $ and *.
  private func isChecked(_ sentence: String) -> Bool {
    let parts = sentence.dropFirst().split(separator: "*")
    return sentence.hasPrefix("$") && parts.count == 2
      && UInt8(parts[1], radix: 16) == parts[0].utf8.reduce(0, ^) && sentence.utf8.count <= 80
  }

  /// `3351.4080,S` in degrees.
  private func degrees(_ number: String, _ side: String) -> Double {
    let value = Double(number) ?? .nan
    let whole = (value / 100).rounded(.down)
    return (whole + (value - whole * 100) / 60) * (side == "S" || side == "W" ? -1 : 1)
  }

  @Test("the sentences say what the report says")
  func sentences() throws {
    for report in try Self.reports() {
      let position = try #require(report.position)
      #expect(report.nmea.allSatisfy(isChecked))
      let fields = try #require(report.nmea.first { $0.hasPrefix("$GPRMC") }).split(
        separator: ",", omittingEmptySubsequences: false
      ).map(String.init)
      #expect(fields[2] == "A")
      #expect(abs(degrees(fields[3], fields[4]) - position.latitude) < 1e-6)
      #expect(abs(degrees(fields[5], fields[6]) - position.longitude) < 1e-6)
      let gga = try #require(report.nmea.first { $0.hasPrefix("$GPGGA") }).split(
        separator: ",", omittingEmptySubsequences: false)
      #expect(Int(gga[7]) == min(12, position.satellitesUsed ?? 0))
    }
  }

  @Test("gpsd's reports say it too, and read as JSON")
  func gpsd() throws {
    for report in try Self.reports() {
      let position = try #require(report.position)
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(report.gpsdJSON().utf8)) as? [String: Any])
      #expect(object["class"] as? String == "TPV")
      #expect(abs((object["lat"] as? Double ?? .nan) - position.latitude) < 1e-8)
      #expect(abs((object["lon"] as? Double ?? .nan) - position.longitude) < 1e-8)
      #expect(abs((object["eph"] as? Double ?? .nan) - (position.accuracy ?? 0)) < 0.001)
      #expect(object["mode"] as? Int == (position.isThreeDimensional ? 3 : 2))
    }
  }

  @Test("without a position they say so")
  func noFix() throws {
    let report = try Self.reports("at 10s lose fix for 5s")[12]
    #expect(report.nmea.first { $0.hasPrefix("$GPRMC") }?.contains(",V,") == true)
    #expect(report.gpsdJSON().contains("\"mode\":1"))
    #expect(!report.gpsdJSON().contains("lat"))
  }

  @Test("what faults make of a report can be written too")
  func hostile() throws {
    let faults = """
      every 7s satellites 99; every 9s accuracy 1000000 m; every 11s clock unknown; every 13s altitude unknown
      every 15s clock back 1024 weeks; every 17s course unknown; every 19s null island; every 21s accuracy unknown
      """
    for report in try Self.reports(faults) {
      #expect(report.nmea.allSatisfy(isChecked))
      #expect(
        (try? JSONSerialization.jsonObject(with: Data(report.gpsdJSON(device: "/dev/\"\n").utf8)))
          != nil)
    }
  }
}
