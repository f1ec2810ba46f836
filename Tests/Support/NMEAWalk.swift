internal import Foundation

/// The sentences of a receiver that walks north-east, made up for the test.
package struct NMEAWalk {
  /// The walk begins with its first step.
  package init() {}

  /// One epoch: position, altitude, used satellites, errors, true heading.
  package func sentences(_ step: Int) -> [String] { epoch(step, second: step) }

  /// The epoch of somebody who has come to a step by that second.
  package func epoch(_ step: Int, second: Int) -> [String] {
    let time = String(format: "10%02d%02d.00", second / 60 % 60, second % 60)
    let latitude = String(format: "48%08.5f,N", 8 + Double(step) * 0.0006)
    let longitude = String(format: "011%08.5f,E", 34 + Double(step) * 0.0004)
    return [
      "GPRMC,\(time),A,\(latitude),\(longitude),2.70,33.5,010524,,,A",
      "GPGGA,\(time),\(latitude),\(longitude),1,08,1.0,\(520 + step % 5).0,M,47.0,M,,",
      "GPGSA,A,3,01,02,03,04,05,06,07,08,,,,,1.8,1.0,1.5",
      "GPGST,\(time),1.0,3.0,2.0,45.0,2.5,2.5,4.0",
      "GPHDT,\(String(format: "%.1f", Double(step * 7 % 360))),T",
    ].map(Self.framed)
  }

  /// Where a step is.
  package func position(_ step: Int) -> (latitude: Double, longitude: Double) {
    (48 + (8 + Double(step) * 0.0006) / 60, 11 + (34 + Double(step) * 0.0004) / 60)
  }

  /// An epoch of a receiver that sees satellites and has no position.
  package func sentencesWithoutFix(_ step: Int) -> [String] {
    let time = String(format: "10%02d%02d.00", step / 60 % 60, step % 60)
    return [
      "GPRMC,\(time),V,,,,,,,010524,,,N", "GPGGA,\(time),,,,,0,00,,,M,,M,,", "GPGSA,A,1,,,,,,,,,,,,,,,",
      "GPGSV,1,1,03,01,40,083,30,02,17,308,28,03,07,344,25",
    ].map(Self.framed)
  }

  private static func framed(_ body: String) -> String {
    "$\(body)*" + String(format: "%02X", body.utf8.reduce(0, ^))
  }
}
