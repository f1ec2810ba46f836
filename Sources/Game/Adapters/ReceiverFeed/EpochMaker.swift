package import GeoFormats
internal import Geodesy
package import HuntDomain
package import Nearby
package import Numbers

/// Turns the updates of a position source into a receiver's epochs: adds the satellites, the errors and the time.
package struct EpochMaker: Sendable {
  /// The dilutions that sentences can say, and no more.
  private static let dilutions = 0.1...99.0

  /// Under whose sky a receiver searches that never had a position.
  private static let somewhere = Coordinate(clampingLatitude: 0, wrappingLongitude: 0)

  private let sky: SimulatedSky
  private let interval: Int64
  /// The time at which the source begins.
  private let start: Int64
  private var place: Coordinate?
  private var last: Int64?
  /// The time in the source's last fix, and when that fix came.
  private var known: (time: Int64, elapsed: Duration)?
  /// Milliseconds by which this lap is later than the source says.
  private var offset: Int64 = 0
  private var beginsLap = false

  /// - Parameters:
  ///   - seed: chance of the sky.
  ///   - interval: time between two epochs.
  ///   - start: civil time at which the source begins, for what it reports without a time.
  package init(seed: UInt64, interval: Duration, start: Timestamp) {
    sky = SimulatedSky(seed: seed)
    self.interval = max(1, Int64(interval / .milliseconds(1)))
    self.start = start.milliseconds
  }

  /// The source starts again; time goes on where it was.
  package mutating func beginLap() { (beginsLap, known) = (true, nil) }

  /// The epoch of one update; `nil` for a lost sensor, which sends nothing.
  ///
  /// A fix in 3D without an altitude is one at sea level: no receiver has such a fix without an altitude.
  package mutating func epoch(for update: LocationUpdate, heading: Heading?) -> ReceiverEpoch? {
    switch update {
    case .lost, .receiver: return nil
    case .searching(let count): return searching(count)
    case .fix(let fix): return epoch(of: fix, heading)
    }
  }

  private mutating func epoch(of fix: Fix, _ heading: Heading?) -> ReceiverEpoch {
    place = fix.position
    let time = time(of: fix)
    last = time
    var epoch = ReceiverEpoch(time: time, satellites: sky.satellites(from: fix.position, at: time))
    epoch.mode = fix.mode == .threeD ? .threeD : .twoD
    epoch.position = fix.position
    epoch.altitude = fix.altitude ?? (fix.mode == .threeD ? 0 : nil)
    (epoch.speed, epoch.course) = (fix.speed, fix.course)
    epoch.heading = heading?.reference == .trueNorth ? heading?.bearing : nil
    epoch.dilution = dilution(of: epoch.satellites, accuracy: fix.accuracy)
    return epoch
  }

  /// The accuracy travels as dilution, because that is what gpsd makes an accuracy of again.
  private func dilution(of satellites: [SatelliteView], accuracy: Double?) -> Dilution? {
    guard let sky = Dilution(of: satellites) else { return nil }
    guard let accuracy else { return sky }
    let wanted = min(Self.dilutions.upperBound, max(Self.dilutions.lowerBound, accuracy / ErrorPerDilution.horizontal))
    return sky.scaled(by: wanted / sky.horizontal)
  }

  private mutating func searching(_ count: Int?) -> ReceiverEpoch {
    let time = (last ?? start &- interval) &+ interval
    last = time
    // Without a position satellites are seen faintly, and none of them serves.
    let seen = sky.satellites(from: place ?? Self.somewhere, at: time)
    return ReceiverEpoch(
      time: time,
      satellites: seen.prefix(max(0, count ?? 4)).map {
        SatelliteView(
          number: $0.number, elevation: $0.elevation, azimuth: $0.azimuth, signal: max(10, $0.signal - 22),
          isUsed: false)
      })
  }

  private mutating func time(of fix: Fix) -> Int64 {
    // A fix without a time follows the one before it as the walk does.
    let (before, elapsed) = known ?? (start, .zero)
    let raw =
      fix.utc?.milliseconds ?? Timestamp(milliseconds: before).advanced(by: fix.time - elapsed).milliseconds
    known = (raw, fix.time)
    if beginsLap, let last {
      beginsLap = false
      offset = last &+ interval &- raw
    }
    return raw &+ offset
  }
}
