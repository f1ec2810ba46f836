internal import Geodesy

/// The content of a sentence.
enum NMEAReport {
  /// RMC, GGA, GNS or GLL.
  case position(NMEAPosition)
  /// GSA: what kind of fix (1 none, 2, 3), from how many satellites of one system, and how they stand.
  case active(mode: Int, used: Int, dilution: Double?)
  /// GSV: how many satellites of one system are in view.
  case inView(Int)
  /// VTG: metres per second, degrees from true north.
  case movement(speed: Double?, course: Double?)
  /// GST: the radius of the error circle (95 %), in metres.
  case errors(time: Int64?, accuracy: Double?)
  /// ZDA: milliseconds since midnight, days since 1970.
  case date(time: Int64, day: Int64)
  /// HDT, HDM, HDG, PTNTHTM.
  case heading(degrees: Double, isTrue: Bool)
  case nothing
}

/// The values of a sentence about a position.
struct NMEAPosition {
  let kind: NMEAKind
  /// Milliseconds since midnight.
  var time: Int64?
  /// Days since 1970-01-01.
  var day: Int64?
  /// The position; `nil` without a fix.
  var place: Coordinate?
  var altitude: Double?
  var speed: Double?
  var course: Double?
  var dilution: Double?
  var used: Int?
  var solution = NMEASolution.autonomous
}

/// How a receiver computed a position, the least exact first.
enum NMEASolution: Int, Comparable {
  case autonomous
  /// With corrections of another receiver or of satellites (DGPS, SBAS), or with the military's precise signal.
  case differential
  /// From the carrier's phase, its whole waves not yet counted (RTK float).
  case realTimeFloat
  /// From the carrier's phase (RTK).
  case realTime

  /// - Parameter quality: the quality of a GGA sentence, 0 to 9; some receivers send 9 for SBAS.
  init(quality: Int) {
    switch quality {
    case 2, 3, 9: self = .differential
    case 4: self = .realTime
    case 5: self = .realTimeFloat
    default: self = .autonomous
    }
  }

  /// - Parameter mode: the letter of one satellite system in a GNS sentence.
  init(mode: UInt8) {
    switch mode {
    case UInt8(ascii: "D"), UInt8(ascii: "P"): self = .differential
    case UInt8(ascii: "R"): self = .realTime
    case UInt8(ascii: "F"): self = .realTimeFloat
    default: self = .autonomous
    }
  }

  /// Metres of the error circle (95 %) for each unit of horizontal dilution.
  ///
  /// The first two are gpsd's. Float solutions err by decimetres and fixed ones by centimetres; a few times as much is
  /// taken here, because a wrong count of waves goes unnoticed.
  var errorPerDilution: Double {
    switch self {
    case .autonomous: RecordedEpoch.errorPerDilution
    case .differential: RecordedEpoch.correctedErrorPerDilution
    case .realTimeFloat: 1
    case .realTime: 0.1
    }
  }

  static func < (one: NMEASolution, other: NMEASolution) -> Bool { one.rawValue < other.rawValue }
}

extension NMEAReport {
  /// Metres per second in a knot: 1852 m an hour, by definition.
  static let metresPerSecondInKnot = 1852.0 / 3600
  /// Metres per second; faster than anything that leaves the Earth.
  private static let knots = 0.0...100_000.0
  private static let degrees = 0.0...360.0

  /// Reads the fields of a sentence.
  init(_ sentence: NMEAMessage) throws(LineFault) {
    var fields = sentence.fields
    switch sentence.kind {
    case .rmc: self = .position(try Self.recommended(&fields))
    case .gga: self = .position(try Self.fixData(&fields))
    case .gns: self = .position(try Self.systemsFix(&fields))
    case .gll: self = .position(try Self.geographic(&fields))
    case .vtg: self = try Self.movement(&fields)
    case .gsa: self = try Self.active(&fields)
    case .gsv: self = try Self.inView(&fields)
    case .gst: self = try Self.errors(&fields)
    case .zda:
      guard let time = try fields.time(), let day = try fields.longDate() else { self = .nothing; return }
      self = .date(time: time, day: day)
    case .hdt, .ptnthtm: self = try Self.heading(&fields, isTrue: true)
    case .hdm: self = try Self.heading(&fields, isTrue: false)
    case .hdg: self = try Self.sensorHeading(&fields)
    case .foreign: self = .nothing
    }
  }

  // MARK: - Positions

  private static func recommended(_ fields: inout NMEAFields) throws(LineFault) -> NMEAPosition {
    var report = NMEAPosition(kind: .rmc)
    report.time = try fields.time()
    let hasFix = try status(&fields)
    report.place = try place(&fields, hasFix: hasFix)
    report.speed = try fields.number("speed", in: knots).map { $0 * metresPerSecondInKnot }
    report.course = try fields.number("course", in: degrees)
    // A receiver without a fix makes its date up.
    report.day = hasFix ? try fields.date() : nil
    return report
  }

  private static func fixData(_ fields: inout NMEAFields) throws(LineFault) -> NMEAPosition {
    var report = NMEAPosition(kind: .gga)
    report.time = try fields.time()
    // The quality comes after the position, which only counts with it.
    var ahead = fields
    ahead.skip(4)
    guard let quality = try ahead.integer("quality", in: 0...9) else { throw LineFault("no quality: sentence skipped") }
    report.place = try place(&fields, hasFix: quality > 0)
    report.solution = NMEASolution(quality: quality)
    report.used = try ahead.integer("number of satellites", in: 0...200)
    report.dilution = try ahead.number("dilution", in: 0...10_000)
    report.altitude = try ahead.number("altitude", in: -12_000...100_000)
    return report
  }

  private static func systemsFix(_ fields: inout NMEAFields) throws(LineFault) -> NMEAPosition {
    var report = NMEAPosition(kind: .gns)
    report.time = try fields.time()
    var ahead = fields
    ahead.skip(4)
    let modes = ahead.next()
    guard !modes.isEmpty, modes.count <= 8 else { throw LineFault("no mode: sentence skipped") }
    report.place = try place(&fields, hasFix: modes.contains { $0 != UInt8(ascii: "N") })
    report.solution = modes.map(NMEASolution.init(mode:)).max() ?? .autonomous
    report.used = try ahead.integer("number of satellites", in: 0...200)
    report.dilution = try ahead.number("dilution", in: 0...10_000)
    report.altitude = try ahead.number("altitude", in: -12_000...100_000)
    return report
  }

  private static func geographic(_ fields: inout NMEAFields) throws(LineFault) -> NMEAPosition {
    var report = NMEAPosition(kind: .gll)
    var ahead = fields
    ahead.skip(4)
    report.time = try ahead.time()
    // The first edition of the sentence ended here; it was only sent with a fix.
    let hasFix = fields.count <= 5 ? fields.count >= 4 : try status(&ahead)
    report.place = try place(&fields, hasFix: hasFix)
    return report
  }

  private static func status(_ fields: inout NMEAFields) throws(LineFault) -> Bool {
    switch try fields.letter("status") {
    case UInt8(ascii: "A"): true
    case UInt8(ascii: "V"): false
    default: throw LineFault("neither a fix (A) nor none (V): sentence skipped")
    }
  }

  private static func place(_ fields: inout NMEAFields, hasFix: Bool) throws(LineFault) -> Coordinate? {
    guard hasFix else {
      fields.skip(4)
      return nil
    }
    guard let place = try fields.place() else { throw LineFault("a fix without a position: sentence skipped") }
    return place
  }

  // MARK: - Everything else

  private static func movement(_ fields: inout NMEAFields) throws(LineFault) -> NMEAReport {
    let course = try fields.number("course", in: degrees)
    fields.skip(3)
    let knots = try fields.number("speed", in: knots)
    return .movement(speed: knots.map { $0 * metresPerSecondInKnot }, course: course)
  }

  private static func active(_ fields: inout NMEAFields) throws(LineFault) -> NMEAReport {
    // 12 satellites and three dilutions; editions and makers added one or two fields.
    guard (17...19).contains(fields.count) else {
      throw LineFault("\(fields.count) fields where 17 to 19 belong: sentence skipped")
    }
    fields.skip(1)
    guard let mode = try fields.integer("mode", in: 1...3) else { throw LineFault("no mode: sentence skipped") }
    var used = 0
    for _ in 0..<12 where try fields.integer("satellite", in: 0...9999) != nil { used += 1 }
    fields.skip(1)
    return .active(mode: mode, used: used, dilution: try fields.number("dilution", in: 0...10_000))
  }

  private static func inView(_ fields: inout NMEAFields) throws(LineFault) -> NMEAReport {
    // Three counts, four satellites with four fields each, and since 4.10 the signal.
    guard (3...20).contains(fields.count), let total = try fields.integer("number of sentences", in: 1...50),
      let number = try fields.integer("number of the sentence", in: 1...50), number <= total,
      let visible = try fields.integer("number of satellites", in: 0...140)
    else { throw LineFault("counts that cannot be: sentence skipped") }
    return .inView(visible)
  }

  private static func errors(_ fields: inout NMEAFields) throws(LineFault) -> NMEAReport {
    let time = try fields.time()
    fields.skip(4)
    let latitude = try fields.number("error of the latitude", in: 0...20_100_000)
    let longitude = try fields.number("error of the longitude", in: 0...20_100_000)
    guard let latitude, let longitude else { return .errors(time: time, accuracy: nil) }
    // Standard deviations; twice their root sum of squares (2DRMS) is a circle of 95 to 98 %.
    return .errors(time: time, accuracy: 2 * (latitude * latitude + longitude * longitude).squareRoot())
  }

  private static func heading(_ fields: inout NMEAFields, isTrue: Bool) throws(LineFault) -> NMEAReport {
    guard let degrees = try fields.number("heading", in: degrees) else { return .nothing }
    return .heading(degrees: degrees, isTrue: isTrue)
  }

  /// HDG: what the sensor shows, the deviation of the boat, the variation of the place; east counts positive.
  private static func sensorHeading(_ fields: inout NMEAFields) throws(LineFault) -> NMEAReport {
    guard let sensor = try fields.number("heading", in: degrees) else { return .nothing }
    let deviation = try eastward(&fields, "deviation")
    let variation = try eastward(&fields, "variation")
    let degrees = (sensor + (deviation ?? 0) + (variation ?? 0)).truncatingRemainder(dividingBy: 360)
    return .heading(degrees: degrees < 0 ? degrees + 360 : degrees, isTrue: variation != nil)
  }

  private static func eastward(_ fields: inout NMEAFields, _ what: StaticString) throws(LineFault) -> Double? {
    let size = try fields.number(what, in: 0...180)
    let side = try fields.letter(what)
    guard let size else { return nil }
    switch side {
    case UInt8(ascii: "E"): return size
    case UInt8(ascii: "W"): return -size
    default: throw LineFault("\(what) neither east nor west: sentence skipped")
    }
  }
}
