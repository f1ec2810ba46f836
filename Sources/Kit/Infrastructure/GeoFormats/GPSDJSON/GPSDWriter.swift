internal import Geodesy
internal import Numbers

/// Writes the reports of gpsd's protocol 3.14, with the names, the decimals and the order of gpsd 3.22.
///
/// What is not known is left out, as gpsd does. Fields that mislead are left out as well: `magtrack`, which gpsd
/// computes with the wrong sign.
package enum GPSDWriter {
  /// The receiver as gpsd describes a device.
  package struct Device: Hashable, Sendable {
    /// The device's name, as `/dev/ttyUSB0`.
    package let path: String
    /// Milliseconds since 1970; 0 says that the device is gone.
    package var activated: Int64

    /// Describes a receiver that speaks NMEA.
    package init(path: String, activated: Int64) {
      self.path = path
      self.activated = activated
    }
  }

  /// Bytes on the line: the object and gpsd's line end.
  package static func line(_ object: JSONText) -> [UInt8] { Array((object.text + "\r\n").utf8) }

  /// The greeting: which protocol is spoken.
  package static var version: JSONText {
    var report = object("VERSION")
    report.add("release", "3.22")
    report.add("rev", "trove")
    report.add("proto_major", 3)
    report.add("proto_minor", 14)
    return report
  }

  /// One device.
  package static func device(_ device: Device) -> JSONText {
    var report = object("DEVICE")
    report.add("path", device.path)
    guard device.activated != 0 else {
      report.add("activated", 0)
      return report
    }
    report.add("driver", "NMEA0183")
    report.add("activated", CivilTime(milliseconds: device.activated).isoText)
    // 1: has been seen to speak of positions.
    report.add("flags", 1)
    report.add("native", 0)
    return report
  }

  /// All devices; there is one.
  package static func devices(_ device: Device) -> JSONText {
    var report = object("DEVICES")
    report.add("devices", [self.device(device)])
    return report
  }

  /// A complaint.
  package static func error(_ message: String) -> JSONText {
    var report = object("ERROR")
    report.add("message", message)
    return report
  }

  /// Time, position, velocity.
  package static func position(_ epoch: ReceiverEpoch, device: String) -> JSONText {
    var report = object("TPV", device: device)
    report.add("mode", epoch.hasFix ? epoch.mode.rawValue : 1)
    report.add("time", CivilTime(milliseconds: epoch.time).isoText)
    guard epoch.hasFix, let position = epoch.position else { return report }
    report.add("ept", 0.005, decimals: 3)
    report.add("lat", position.latitude, decimals: 9)
    report.add("lon", position.longitude, decimals: 9)
    if epoch.mode == .threeD {
      report.addKnown("altMSL", epoch.altitude, decimals: 4)
      report.addKnown("alt", epoch.altitude, decimals: 4)
    }
    report.addKnown("epx", epoch.dilution.map { $0.east * ErrorPerDilution.eastOrNorth }, decimals: 3)
    report.addKnown("epy", epoch.dilution.map { $0.north * ErrorPerDilution.eastOrNorth }, decimals: 3)
    report.addKnown("epv", epoch.dilution.map { $0.vertical * ErrorPerDilution.vertical }, decimals: 3)
    report.addKnown("track", epoch.course?.degrees, decimals: 4)
    report.addKnown("speed", epoch.speed, decimals: 3)
    report.addKnown("eph", epoch.dilution.map { $0.horizontal * ErrorPerDilution.horizontal }, decimals: 3)
    report.addKnown("sep", epoch.dilution.map { $0.position * ErrorPerDilution.spherical }, decimals: 3)
    return report
  }

  /// The sky: satellites in view, and how they stand.
  package static func sky(_ epoch: ReceiverEpoch, device: String) -> JSONText {
    var report = object("SKY", device: device)
    let dilution = epoch.hasFix ? epoch.dilution : nil
    report.addKnown("xdop", dilution?.east, decimals: 2)
    report.addKnown("ydop", dilution?.north, decimals: 2)
    report.addKnown("vdop", dilution?.vertical, decimals: 2)
    report.addKnown("tdop", dilution?.time, decimals: 2)
    report.addKnown("hdop", dilution?.horizontal, decimals: 2)
    report.addKnown("gdop", dilution?.geometric, decimals: 2)
    report.addKnown("pdop", dilution?.position, decimals: 2)
    report.add("nSat", epoch.satellites.count)
    report.add("uSat", epoch.satellites.count(where: \.isUsed))
    report.add("satellites", epoch.satellites.map(satellite))
    return report
  }

  private static func satellite(_ satellite: SatelliteView) -> JSONText {
    var report = JSONText()
    report.add("PRN", satellite.number)
    report.add("el", satellite.elevation, decimals: 1)
    report.add("az", satellite.azimuth, decimals: 1)
    report.add("ss", satellite.signal, decimals: 1)
    report.add("used", satellite.isUsed)
    // 0 is GPS, whose satellites go by the numbers of their codes.
    report.add("gnssid", 0)
    report.add("svid", satellite.number)
    return report
  }

  /// The errors in metres, one standard deviation along each axis; `nil` without a fix.
  package static func errors(_ epoch: ReceiverEpoch, device: String) -> JSONText? {
    guard epoch.hasFix, let dilution = epoch.dilution else { return nil }
    let metres = ErrorPerDilution.deviation
    let (east, north) = (dilution.east * metres, dilution.north * metres)
    var report = object("GST", device: device)
    report.add("time", CivilTime(milliseconds: epoch.time).isoText)
    report.add("rms", metres, decimals: 3)
    report.add("major", max(east, north), decimals: 3)
    report.add("minor", min(east, north), decimals: 3)
    // The larger axis points east or north.
    report.add("orient", east > north ? 90 : 0, decimals: 3)
    report.add("lat", north, decimals: 3)
    report.add("lon", east, decimals: 3)
    report.add("alt", dilution.vertical * metres, decimals: 3)
    return report
  }

  /// The heading of the compass; `nil` without one.
  package static func attitude(_ epoch: ReceiverEpoch, device: String) -> JSONText? {
    guard let heading = epoch.heading else { return nil }
    var report = object("ATT", device: device)
    report.add("time", CivilTime(milliseconds: epoch.time).isoText)
    report.add("heading", heading.degrees, decimals: 3)
    return report
  }

  /// The answer to a poll, `now` in milliseconds since 1970: the last reports of each kind.
  package static func poll(_ epoch: ReceiverEpoch?, device: String, now: Int64) -> JSONText {
    var report = object("POLL")
    report.add("time", CivilTime(milliseconds: now).isoText)
    report.add("active", epoch == nil ? 0 : 1)
    report.add("tpv", epoch.map { [position($0, device: device)] } ?? [])
    report.add("gst", epoch.flatMap { errors($0, device: device) }.map { [$0] } ?? [])
    report.add("sky", epoch.map { [sky($0, device: device)] } ?? [])
    return report
  }

  private static func object(_ kind: String, device: String? = nil) -> JSONText {
    var object = JSONText()
    object.add("class", kind)
    if let device { object.add("device", device) }
    return object
  }
}

extension JSONText {
  fileprivate mutating func addKnown(_ key: String, _ value: Double?, decimals: Int) {
    if let value, value.isFinite { add(key, value, decimals: decimals) }
  }
}
