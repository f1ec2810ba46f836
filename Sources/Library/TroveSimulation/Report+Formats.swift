internal import GeoFormats
internal import Geodesy
internal import HuntDomain
internal import Simulation

extension Report {
  /// The sentences of NMEA 0183 that a receiver would say, without their line ends.
  ///
  /// RMC, VTG, GGA, GSA, GSV and GST. The accuracy travels as dilution of precision, and the satellites stand anywhere in
  /// the sky: reports know only how many there are. A report without a civil time has that of the walk.
  public var nmea: [String] { NMEAWriter.sentences(for: epoch) }

  /// The report TPV of gpsd's protocol, one line of JSON without its line end; `device` is any path.
  public func gpsdJSON(device: String = "/dev/trove") -> String {
    GPSDWriter.position(epoch, device: device).text
  }

  private var epoch: ReceiverEpoch {
    let clock = SimulatedReceiver.epoch.advanced(by: time).milliseconds
    let used = position.map { $0.satellitesUsed ?? 4 } ?? 0
    var epoch = ReceiverEpoch(
      time: position?.milliseconds ?? clock,
      satellites: Self.satellites(seen: satellitesSeen ?? used, used: used))
    guard let position else { return epoch }
    epoch.mode = position.isThreeDimensional ? .threeD : .twoD
    epoch.position = position.coordinate.onEarth
    epoch.altitude = position.altitude
    epoch.speed = position.speed
    epoch.course = position.course.map { Bearing(degrees: $0) }
    epoch.dilution = position.accuracy.map { Self.dilution(for: $0) }
    return epoch
  }

  /// Returns the dilution from which gpsd calculates that accuracy: as good to the east as to the north, and worse in
  /// height, as is usual.
  private static func dilution(for accuracy: Double) -> Dilution {
    let axis = accuracy / ErrorPerDilution.horizontal / 2.0.squareRoot()
    return Dilution(east: axis, north: axis, vertical: 2 * axis, time: axis)
  }

  /// Satellites spread over the sky by the golden angle; a receiver has at most 32, and uses at most 12 of them here.
  private static func satellites(seen: Int, used: Int) -> [SatelliteView] {
    (0..<max(0, min(32, max(seen, used)))).map { index in
      SatelliteView(
        number: index + 1, elevation: Double(15 + index * 29 % 70),
        azimuth: Double(index * 137 % 360),
        signal: index < used ? 40 : 18, isUsed: index < min(12, used))
    }
  }
}
