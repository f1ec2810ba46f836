internal import CGPS
internal import Geodesy
internal import Glibc
internal import HuntDomain
internal import Numbers

/// Turns lines of gpsd into reports: libgps parses the JSON, this type validates the result.
///
/// One of these belongs to one thread; libgps keeps nothing but the struct.
///
/// Fields are those that every libgps from 3.22 (API 11) to 3.27 (API 16) names alike: `set`, `fix`, `dev.path`,
/// `attitude.heading`, `dop.hdop` and the two satellite counts; for what only some have there is a shim.
package struct GPSDReportReader: ~Copyable {
  // On the heap: the struct is 24 to 40 kB, by version.
  private let data: UnsafeMutablePointer<gps_data_t>

  private let wantsAttitudeOnly: Bool

  /// Creates a reader.
  ///
  /// - Parameter wantsAttitudeOnly: positions and skies, which are long, are not read and are no reports.
  package init(wantsAttitudeOnly: Bool = false) {
    self.wantsAttitudeOnly = wantsAttitudeOnly
    data = .allocate(capacity: 1)
    memset(data, 0, MemoryLayout<gps_data_t>.size)
  }

  deinit { data.deallocate() }

  /// Parses one line, without its line end; `nil` if it holds no report that the game uses.
  ///
  /// `{"class":"` must come first, as every gpsd writes it, and only once: `gps_unpack` goes round for ever on a
  /// malformed line that holds a second `"class":` (measured on 3.22: `{x"class":"VERSION"}`). DEVICES nests
  /// classes, so that line is never given to libgps.
  package func report(in line: [UInt8]) -> GPSDReport? {
    guard line.starts(with: Self.prefix), line.last == UInt8(ascii: "}"), !line.contains(0) else { return nil }
    let tag = String(decoding: line[Self.prefix.count...].prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
    if wantsAttitudeOnly, tag == "TPV" || tag == "SKY" { return nil }
    var text = Self.repaired(line).map { CChar(bitPattern: $0) } + [0]
    switch tag {
    case "VERSION": return .greeting
    case "ERROR": return .refusal
    case "DEVICES": return .devices(hasAny: text.contains(#""path":"#))
    case "TPV", "SKY", "ATT": return unpacked(&text) ? reported : nil
    case "DEVICE": return unpacked(&text) ? device(text) : nil
    default: return nil
    }
  }

  /// gpsd 3.22 misplaces the commas around the time of an attitude: `,,"time":"…Z""heading":7.0`.
  ///
  /// It gives one a time whenever the receiver also sends its errors (GST); without the repair that compass is dead.
  private static func repaired(_ line: [UInt8]) -> [UInt8] {
    let comma = UInt8(ascii: ",")
    guard line.starts(with: prefix + Array("ATT".utf8)),
      zip(line, line.dropFirst()).contains(where: { $0 == comma && $1 == comma })
    else { return line }
    let text = String(decoding: line, as: UTF8.self)
    return Array(text.replacing(#",,"time":"#, with: #","time":"#).replacing(#"Z"""#, with: #"Z",""#).utf8)
  }

  private static let prefix = Array(#"{"class":""#.utf8)

  /// Lets libgps read a line; returns whether it could.
  ///
  /// Up to 3.22 it declares the text mutable.
  private func unpacked(_ text: inout [CChar]) -> Bool {
    guard !Array(text.dropFirst(Self.prefix.count)).contains(#""class":"#) else { return false }
    // `set` is sticky, and so are the counts of satellites when a sky is malformed.
    data.pointee.set = 0
    data.pointee.satellites_visible = 0
    data.pointee.satellites_used = 0
    data.pointee.dop.hdop = .nan
    return text.withUnsafeMutableBufferPointer { buffer in buffer.baseAddress.map { gps_unpack($0, data) } } == 0
  }

  /// A receiver that goes is `"activated":0`, one that comes has the time there; how libgps keeps it differs by
  /// version.
  private func device(_ text: [CChar]) -> GPSDReport? {
    guard text.contains(#""activated":"#) else { return nil }
    return .device(path: devicePath(data), isActive: !text.contains(#""activated":0"#))
  }

  private var reported: GPSDReport? {
    let set = UInt64(data.pointee.set)
    if set & UInt64(STATUS_SET) != 0 { return .position(PositionReport(data)) }
    if set & UInt64(SATELLITE_SET) != 0 {
      let (visible, used) = (Int(data.pointee.satellites_visible), Int(data.pointee.satellites_used))
      // A sky may bring dilutions only; libgps then counts none, which is not the same as seeing none.
      let hdop = data.pointee.dop.hdop
      return .sky(
        visible > 0 ? SatelliteCount(visible: visible, used: max(0, used)) : nil,
        dilution: hdop > 0 && hdop < 1000 ? hdop : nil, device: devicePath(data))
    }
    // In API 11 the attitude shares its memory with others: it is one only when this very line set it.
    if set & UInt64(ATTITUDE_SET) != 0 {
      return .attitude(
        heading: direction(data.pointee.attitude.heading), magnetic: direction(trove_magnetic_heading(data)))
    }
    return nil
  }
}

extension PositionReport {
  fileprivate init(_ data: UnsafeMutablePointer<gps_data_t>) {
    self.init()
    let fix = data.pointee.fix
    device = devicePath(data)
    utc = Timestamp(fix.time)
    mode =
      switch fix.mode {
      case MODE_3D: .threeD
      case MODE_2D: .twoD
      case MODE_NO_FIX: .noFix
      default: nil
      }
    position = Coordinate(latitude: fix.latitude, longitude: fix.longitude)
    accuracy = radius(fix.eph) ?? [radius(fix.epx), radius(fix.epy)].compactMap(\.self).max()
    altitude = (-12_000...100_000).contains(fix.altMSL) ? fix.altMSL : nil
    speed = (0...10_000).contains(fix.speed) ? fix.speed : nil
    course = direction(fix.track)
  }
}

/// The receiver that the last report was about.
private func devicePath(_ data: UnsafeMutablePointer<gps_data_t>) -> String {
  withUnsafeBytes(of: &data.pointee.dev.path) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}

/// Metres, if they can be the radius of anything on the Earth.
private func radius(_ metres: Double) -> Double? { metres > 0 && metres <= 20_100_000 ? metres : nil }

/// A bearing, if the number is one; 360 is north.
///
/// Some receivers send 14042, and libgps lets it through.
private func direction(_ degrees: Double) -> Bearing? {
  (0...360).contains(degrees) ? Bearing(degrees: degrees) : nil
}

extension Timestamp {
  /// `nil` for the time 0, by which libgps says that there is none, and for years after 9999.
  fileprivate init?(_ time: timespec) {
    guard (1...253_402_300_799).contains(time.tv_sec), (0..<1_000_000_000).contains(time.tv_nsec) else { return nil }
    self.init(milliseconds: Int64(time.tv_sec) * 1000 + Int64((time.tv_nsec + 500_000) / 1_000_000))
  }
}

extension [CChar] {
  /// Whether `text` occurs in this C string.
  fileprivate func contains(_ text: String) -> Bool { strstr(self, text) != nil }
}

/// Splits a stream of bytes into lines; an incomplete line is buffered, one beyond the limit is dropped.
package struct LineBuffer: Hashable, Sendable {
  /// Bytes of the longest line that is kept.
  ///
  /// gpsd promises at most 10,240, libgps itself takes 20,480.
  package static let longestLine = 20_480

  private var half: [UInt8] = []
  private var isSkipping = false

  /// Creates a buffer without a line.
  package init() {}

  /// Takes bytes; returns the lines that they complete, without their ends.
  package mutating func lines(adding bytes: ArraySlice<UInt8>) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var rest = bytes
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      keep(rest[..<end])
      if !isSkipping { lines.append(trimmed(half)) }
      half.removeAll(keepingCapacity: true)
      isSkipping = false
      rest = rest[(end + 1)...]
    }
    keep(rest)
    return lines
  }

  private mutating func keep(_ bytes: ArraySlice<UInt8>) {
    guard !isSkipping, half.count + bytes.count <= Self.longestLine else {
      half.removeAll()
      isSkipping = true
      return
    }
    half += bytes
  }

  private func trimmed(_ line: [UInt8]) -> [UInt8] {
    line.last == UInt8(ascii: "\r") ? line.dropLast() : line
  }
}
