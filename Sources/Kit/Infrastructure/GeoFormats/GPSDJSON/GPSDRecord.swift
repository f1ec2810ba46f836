internal import Geodesy

/// One report of gpsd, as a line of a recording holds it, every number checked.
///
/// A report with an impossible number is left out whole, because its other values cannot be trusted.
enum GPSDRecord {
  /// VERSION: gpsd's greeting, and the version of its protocol.
  case greeting(major: Int)
  /// TPV.
  case position(GPSDPosition)
  /// SKY with a list of satellites.
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

/// The values of a TPV report.
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

  /// Whether both reports belong to one epoch: they have the same receiver and the same time.
  func continues(_ other: GPSDPosition) -> Bool { time != nil && time == other.time && device == other.device }
}

/// The values of a SKY report.
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

/// Puts the reports of one epoch together, as the adapter of a running gpsd does: same receiver and same time, one
/// epoch; a report without a time stands alone.
struct GPSDEpochs {
  /// The items that are ready for the caller, in order.
  private var ready: [ReceiverLogItem] = []
  private var pending: (epoch: RecordedEpoch, last: GPSDPosition)?
  private var headings: [RecordedHeading] = []
  private var sky: (visible: Int?, used: Int?, dilution: Double?) = (nil, nil, nil)
  private var startsSegment = false

  /// A recording begins: gpsd's greeting was read.
  mutating func begin() {
    finish()
    startsSegment = true
    sky = (nil, nil, nil)
  }

  mutating func add(_ report: GPSDPosition, line: Int) {
    if let last = pending?.last, report.continues(last) {
      if var epoch = pending?.epoch {
        lay(report, over: &epoch)
        pending = (epoch, report)
      }
      return
    }
    finish()
    var epoch = RecordedEpoch(origin: .gpsd, line: line)
    epoch.time = report.time
    epoch.device = report.device
    epoch.startsSegment = startsSegment
    startsSegment = false
    lay(report, over: &epoch)
    pending = (epoch, report)
  }

  mutating func add(_ report: GPSDSky) {
    sky = (report.visible ?? sky.visible, report.used ?? sky.used, report.dilution ?? sky.dilution)
  }

  mutating func add(degrees: Double, isTrue: Bool, line: Int) {
    let heading = RecordedHeading(origin: .gpsd, degrees: degrees, isTrue: isTrue, line: line)
    if pending == nil { ready.append(.heading(heading)) } else { headings.append(heading) }
  }

  /// Hands over what is ready and forgets it.
  mutating func take() -> [ReceiverLogItem] {
    guard !ready.isEmpty else { return [] }
    defer { ready.removeAll(keepingCapacity: true) }
    return ready
  }

  /// Ends the epoch under way: the recording is over, or another begins.
  mutating func finish() {
    guard var epoch = pending?.epoch else { return }
    pending = nil
    epoch.accuracySource = epoch.accuracy.flatMap(source)
    epoch.satellitesSeen = sky.visible
    epoch.satellitesUsed = epoch.position == nil ? nil : sky.used
    ready.append(.epoch(epoch))
    ready += headings.map { .heading($0) }
    headings.removeAll()
  }

  /// Tells whether gpsd has calculated an accuracy from the dilution, as the receiver gave none; both are rounded.
  ///
  /// `nil` while no dilution is known.
  private func source(of accuracy: Double) -> RecordedEpoch.AccuracySource? {
    guard let dilution = sky.dilution, dilution > 0 else { return nil }
    let isGuess = [RecordedEpoch.errorPerDilution, RecordedEpoch.correctedErrorPerDilution].contains {
      abs(accuracy - dilution * $0) <= $0 * 0.0051 + 0.001
    }
    return isGuess ? .dilution : .receiver
  }

  private func lay(_ report: GPSDPosition, over epoch: inout RecordedEpoch) {
    // A mode of 0 means unknown; 1 means that the receiver has lost its fix.
    if report.mode == 1 || epoch.position == nil || report.place != nil { epoch.position = report.place }
    if report.mode >= 2 { epoch.isThreeD = report.mode == 3 }
    epoch.altitude = report.altitude ?? epoch.altitude
    epoch.speed = report.speed ?? epoch.speed
    epoch.course = report.course ?? epoch.course
    epoch.accuracy = report.accuracy ?? epoch.accuracy
  }
}
