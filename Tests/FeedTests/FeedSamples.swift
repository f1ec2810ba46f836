import GeoFormats
import Geodesy
import HuntDomain
import Nearby
import Numbers
import ReceiverFeed

/// Epochs for the tests.
enum FeedSamples {
  /// When a source begins that has no times: the first moment of 2026.
  static let start = Timestamp(milliseconds: 1_767_225_600_000)

  /// One of a receiver in Paris on 1 May 2026, ten o'clock and three seconds.
  static func paris() throws -> ReceiverEpoch {
    var epoch = ReceiverEpoch(
      time: 1_777_629_603_000,
      satellites: (1...9).map {
        SatelliteView(
          number: $0, elevation: Double($0) * 9, azimuth: Double($0) * 39, signal: 40.4, isUsed: $0 > 1)
      })
    epoch.mode = .threeD
    epoch.position = try require(Coordinate(latitude: 48.8583701, longitude: 2.2944813))
    (epoch.altitude, epoch.speed) = (35.25, 1.4)
    (epoch.course, epoch.heading) = (Bearing(degrees: 33.5), Bearing(degrees: 30))
    epoch.dilution = Dilution(east: 0.8, north: 0.6, vertical: 1.5, time: 0.9)
    return epoch
  }

  /// A walk to the north-east, a metre and a half in each second, as a feed tells it.
  static func walk(_ count: Int, step: Duration = .seconds(1)) throws -> [ReceiverEpoch] {
    var maker = EpochMaker(seed: 3, interval: step, start: FeedSamples.start)
    let start = try require(Coordinate(latitude: 48.1, longitude: 11.6))
    return (0..<count).compactMap { index in
      let time = step * index
      let fix = Fix(
        position: start.offset(by: 1.5 * (time / .seconds(1)), toward: Bearing(degrees: 45)), time: time,
        altitude: 520, speed: 1.5, course: Bearing(degrees: 45))
      let heading = Heading(bearing: Bearing(degrees: 44), source: .compass, uncertainty: 1)
      return maker.epoch(for: .fix(fix), heading: heading)
    }
  }

  private struct Missing: Error {}

  private static func require<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw Missing() }
    return value
  }
}
