internal import Geodesy
internal import HuntDomain
internal import Numbers

/// A fix as a line has it; each number as it is, to the last bit.
struct FixLine: Hashable, Codable {
  var lat, lon: Double
  var time: ExactTime
  /// Milliseconds since 1970.
  var utc: Int64?
  /// 2 or 3.
  var mode: Int
  var accuracy: Double?
  var by: String?
  var alt, speed, course: Double?
  var used, seen: Int?

  init(_ fix: Fix) {
    (lat, lon) = (fix.position.latitude, fix.position.longitude)
    time = ExactTime(fix.time)
    utc = fix.utc?.milliseconds
    mode = fix.mode == .threeD ? 3 : 2
    accuracy = fix.accuracy
    by = fix.accuracySource?.rawValue
    (alt, speed, course) = (fix.altitude, fix.speed, fix.course?.degrees)
    (used, seen) = (fix.satellitesUsed, fix.satellitesSeen)
  }

  /// The fix; `nil` if a number is out of range.
  var fix: Fix? {
    guard let position = Coordinate(latitude: lat, longitude: lon), mode == 2 || mode == 3 else { return nil }
    let source = by.map { Fix.AccuracySource(rawValue: $0) }
    if case .some(.none) = source { return nil }
    return Fix(
      position: position, time: time.duration, utc: utc.map { Timestamp(milliseconds: $0) },
      mode: mode == 3 ? .threeD : .twoD, accuracy: accuracy, accuracySource: source ?? nil, altitude: alt, speed: speed,
      course: course.map { Bearing(degrees: $0) }, satellitesUsed: used, satellitesSeen: seen)
  }
}

/// A heading as a line has it.
struct HeadingLine: Hashable, Codable {
  var degrees: Double
  var by: String
  var off: Double
  var isMagnetic: Bool?
  var dispute: Double?

  init(_ heading: Heading) {
    degrees = heading.bearing.degrees
    by = heading.source.rawValue
    off = heading.uncertainty
    isMagnetic = heading.reference == .magneticNorth ? true : nil
    dispute = heading.dispute
  }

  var heading: Heading? {
    guard let source = Heading.Source(rawValue: by) else { return nil }
    return Heading(
      bearing: Bearing(degrees: degrees), source: source, uncertainty: off,
      reference: isMagnetic == true ? .magneticNorth : .trueNorth, dispute: dispute)
  }
}
