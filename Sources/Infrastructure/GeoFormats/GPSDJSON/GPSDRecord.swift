internal import Geodesy

/// One report of gpsd, as a line of a recording holds it, every number checked.
///
/// A report with an impossible number is left out whole: nothing vouches for the rest of it.
enum GPSDRecord {
  /// VERSION: gpsd's greeting, and the version of its protocol.
  case greeting(major: Int)
  /// TPV.
  case position(GPSDPosition)
  /// SKY; nothing where it does not list satellites.
  case sky(GPSDSky)
  /// ATT: degrees from true and from magnetic north.
  case attitude(heading: Double?, magnetic: Double?)
  case other

  /// Reads a line.
  init(_ line: [UInt8]) throws(LineFault) {
    let document = try Self.document(line)
    let root = document.root
    guard root.isObject else { throw LineFault("no report of gpsd: line skipped") }
    guard let name = root["class"]?.rawString else { throw LineFault("a report without a class: skipped") }
    if let twice = root.repeatedKey {
      throw LineFault("\(SafeText.quoted(twice)) stands more than once in it: report skipped")
    }
    let report = GPSDReportFields(root)
    switch name {
    case "VERSION": self = .greeting(major: try report.integer("proto_major", in: 0...1_000_000) ?? 3)
    case "TPV": self = .position(try GPSDPosition(report))
    case "SKY": self = .sky(try GPSDSky(report))
    case "ATT":
      self = .attitude(
        heading: try report.number("heading", in: 0...360), magnetic: try report.number("mheading", in: 0...360))
    default: self = .other
    }
  }

  private static func document(_ line: [UInt8]) throws(LineFault) -> JSONDocument {
    do { return try JSONDocument(line) } catch {
      if let repaired = repaired(line), let document = try? JSONDocument(repaired) { return document }
      throw LineFault("\(error.message): report skipped")
    }
  }

  /// gpsd 3.22 misplaces the commas around the time of an attitude: `,,"time":"…Z""heading":7.0`.
  private static func repaired(_ line: [UInt8]) -> [UInt8]? {
    guard line.starts(with: #"{"class":"ATT""#.utf8) else { return nil }
    let (comma, quote, letter) = (UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "Z"))
    var repaired: [UInt8] = []
    for byte in line {
      if byte == comma, repaired.last == comma { continue }
      if byte == quote, repaired.suffix(2) == [letter, quote] { repaired.append(comma) }
      repaired.append(byte)
    }
    return repaired
  }
}

/// What one TPV says.
struct GPSDPosition {
  let device: String
  let time: Int64?
  /// 0 unknown, 1 no fix, 2 or 3 dimensions.
  let mode: Int
  let place: Coordinate?
  let altitude, speed, course, accuracy: Double?

  fileprivate init(_ report: GPSDReportFields) throws(LineFault) {
    device = report.text("device")
    time = try report.time("time")
    guard let mode = try report.integer("mode", in: 0...3) else { throw LineFault("no mode: report skipped") }
    self.mode = mode
    let latitude = try report.number("lat", in: -90...90)
    let longitude = try report.number("lon", in: -180...180)
    if mode >= 2 {
      guard let latitude, let longitude, let place = Coordinate(latitude: latitude, longitude: longitude) else {
        throw LineFault("mode \(mode) without a position: report skipped")
      }
      self.place = place
    } else {
      place = nil
    }
    let heights = -12_000.0...100_000
    let mean = try report.number("altMSL", in: heights)
    // Before 3.20 it had no other name.
    let old = try report.number("alt", in: heights)
    altitude = mean ?? old
    speed = try report.number("speed", in: 0...100_000)
    course = try report.number("track", in: 0...360)
    // No circle on the Earth is larger.
    let errors = 0.0...20_100_000
    let circle = try report.number("eph", in: errors)
    let east = try report.number("epx", in: errors)
    let north = try report.number("epy", in: errors)
    let larger = [east, north].compactMap(\.self).filter { $0 > 0 }.max()
    accuracy = circle.flatMap { $0 > 0 ? $0 : nil } ?? larger
  }

  /// What they have in common makes reports one epoch: the receiver and the time.
  func continues(_ other: GPSDPosition) -> Bool { time != nil && time == other.time && device == other.device }
}

/// What one SKY says.
struct GPSDSky {
  let visible: Int?
  let used: Int?
  /// The horizontal dilution of precision.
  let dilution: Double?

  fileprivate init(_ report: GPSDReportFields) throws(LineFault) {
    dilution = try report.number("hdop", in: 0...10_000)
    let counted = try report.integer("nSat", in: 0...1000)
    let inUse = try report.integer("uSat", in: 0...1000)
    guard let list = report.root["satellites"] else {
      // Dilutions only: how many there are was said before.
      (visible, used) = (nil, nil)
      return
    }
    guard list.isArray, list.count <= 1000 else { throw LineFault("satellites that are no list: report skipped") }
    var usedInList = 0
    for satellite in list.elements {
      let fields = GPSDReportFields(satellite)
      guard satellite.isObject, try fields.integer("PRN", in: -1...100_000) != nil else {
        throw LineFault("a satellite without a number: report skipped")
      }
      if satellite["used"]?.bool == true { usedInList += 1 }
    }
    visible = counted ?? list.count
    used = inUse ?? usedInList
  }
}

/// Takes members out of a report, and does not take what is impossible.
private struct GPSDReportFields {
  let root: JSONValue

  init(_ root: JSONValue) { self.root = root }

  func number(_ name: StaticString, in range: ClosedRange<Double>) throws(LineFault) -> Double? {
    guard let value = root[name], !value.isNull else { return nil }
    guard let number = value.number, range.contains(number) else { throw bad(name, value) }
    return number
  }

  func integer(_ name: StaticString, in range: ClosedRange<Int>) throws(LineFault) -> Int? {
    guard let value = root[name], !value.isNull else { return nil }
    guard let number = value.integer, range.contains(number) else { throw bad(name, value) }
    return number
  }

  func time(_ name: StaticString) throws(LineFault) -> Int64? {
    guard let value = root[name], !value.isNull else { return nil }
    guard let time = value.rawString.flatMap({ ISOTime.milliseconds($0) }) else { throw bad(name, value) }
    return time
  }

  func text(_ name: StaticString) -> String { root[name]?.rawString ?? "" }

  private func bad(_ name: StaticString, _ value: JSONValue) -> LineFault {
    let said = value.numberText ?? value.text(limit: SafeText.quoteLimit) ?? ""
    return LineFault("\(name) \(SafeText.quoted(said)) is impossible: report skipped")
  }
}
