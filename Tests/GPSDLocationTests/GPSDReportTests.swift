import GPSDLocation
import Geodesy
import HuntDomain
import Numbers
import Testing

@Suite("Reports of gpsd")
struct GPSDReportTests {
  private func report(_ line: String) -> GPSDReport? { GPSDReportReader().report(in: Array(line.utf8)) }

  private func position(_ fields: String) -> PositionReport? {
    if case .position(let report) = report(#"{"class":"TPV",\#(fields)}"#) { report } else { nil }
  }

  @Test("a full TPV becomes a position with all its numbers")
  func fullPosition() throws {
    let report = try #require(
      position(
        #""device":"/dev/ttyUSB0","mode":3,"time":"2024-05-01T10:00:00.999Z","lat":-48.25,"lon":11.5,"#
          + #""altMSL":512.5,"altHAE":560,"eph":5.0,"epx":7,"epy":9,"speed":1.25,"track":359.5"#))
    #expect(report.device == "/dev/ttyUSB0")
    #expect(report.mode == .threeD)
    #expect(report.utc?.description == "2024-05-01T10:00:00.999Z")
    #expect(report.position == Coordinate(latitude: -48.25, longitude: 11.5))
    #expect(report.altitude == 512.5)
    #expect(report.accuracy == 5)
    #expect(report.speed == 1.25)
    #expect(report.course?.degrees == 359.5)
  }

  @Test("accuracy is eph, else the larger of epx and epy, else unknown")
  func accuracy() {
    #expect(position(#""mode":2,"epx":7,"epy":9"#)?.accuracy == 9)
    #expect(position(#""mode":2,"epx":7"#)?.accuracy == 7)
    #expect(position(#""mode":2"#)?.accuracy == .some(nil))
    #expect(position(#""mode":2,"eph":0"#)?.accuracy == .some(nil))
    #expect(position(#""mode":2,"eph":-1"#)?.accuracy == .some(nil))
    #expect(position(#""mode":2,"eph":1e999"#)?.accuracy == .some(nil))
  }

  @Test(
    "absurd numbers are left out, one by one",
    arguments: [
      #""lat":NaN,"lon":1"#, #""lat":1e999,"lon":1"#, #""lat":91,"lon":1"#, #""lat":1,"lon":-180.001"#, #""lat":1"#,
      #""lat":48,"lon":"11""#,
    ])
  func absurdPosition(fields: String) {
    #expect(position(#""mode":3,"# + fields)?.position == .some(nil))
  }

  @Test("speed, course, altitude and time out of range are unknown")
  func absurdFields() {
    let report = position(
      #""mode":3,"time":"9999-99-99T99:99:99Z","lat":1,"lon":2,"speed":-1,"track":14042,"altMSL":1e300"#)
    #expect(report?.speed == .some(nil))
    #expect(report?.course == .some(nil))
    #expect(report?.altitude == .some(nil))
    #expect(report?.position != nil)
    #expect(position(#""mode":3,"time":"1970-01-01T00:00:00.000Z""#)?.utc == .some(nil))
  }

  @Test("a mode that gpsd has not seen yet is unknown, one that nobody knows too")
  func modes() {
    #expect(position(#""mode":0"#)?.mode == .some(nil))
    #expect(position(#""mode":1"#)?.mode == .noFix)
    #expect(position(#""mode":2"#)?.mode == .twoD)
    #expect(position(#""mode":17"#)?.mode == .some(nil))
    #expect(position(#""device":"x""#)?.mode == .some(nil))
  }

  @Test("a reader forgets: nothing of one line shows in the next")
  func nothingSticks() {
    let reader = GPSDReportReader()
    let lines = [
      #"{"class":"TPV","mode":3,"lat":1,"lon":2,"eph":3}"#, #"{"class":"ATT","heading":12.5}"#,
      #"{"class":"SKY","satellites":[{"PRN":1,"used":true},{"PRN":2,"used":false}]}"#, #"{"class":"SKY","hdop":1}"#,
      #"{"class":"TPV","mode":3}"#, #"{"class":"ATT","yaw":3}"#, #"{"class":"NEWS"}"#,
    ]
    var bare = PositionReport()
    bare.mode = .threeD
    var full = bare
    (full.position, full.accuracy) = (Coordinate(latitude: 1, longitude: 2), 3)
    #expect(
      lines.map { reader.report(in: Array($0.utf8)) } == [
        .position(full), .attitude(heading: Bearing(degrees: 12.5), magnetic: nil),
        .sky(SatelliteCount(visible: 2, used: 1), dilution: nil), .sky(nil, dilution: 1), .position(bare),
        .attitude(heading: nil, magnetic: nil), nil,
      ])
  }

  @Test("headings are true bearings; 360 is north, 14042 is nothing")
  func headings() {
    #expect(report(#"{"class":"ATT","heading":360.0}"#) == .attitude(heading: .north, magnetic: nil))
    #expect(report(#"{"class":"ATT","heading":14042.0}"#) == .attitude(heading: nil, magnetic: nil))
    #expect(report(#"{"class":"ATT","heading":-1}"#) == .attitude(heading: nil, magnetic: nil))
    #expect(report(#"{"class":"ATT","heading":NaN}"#) == .attitude(heading: nil, magnetic: nil))
  }

  @Test("who wants attitudes only gets them, and what concerns the connection")
  func attitudeOnly() {
    let reader = GPSDReportReader(wantsAttitudeOnly: true)
    let lines = [
      #"{"class":"TPV","mode":3,"lat":1,"lon":2}"#, #"{"class":"SKY","hdop":1}"#, #"{"class":"ERROR","message":"no"}"#,
      #"{"class":"ATT","heading":12.5}"#,
    ]
    #expect(
      lines.map { reader.report(in: Array($0.utf8)) } == [
        nil, nil, .refusal, .attitude(heading: Bearing(degrees: 12.5), magnetic: nil),
      ])
  }

  @Test("the attitude that gpsd 3.22 writes with misplaced commas is read all the same")
  func misplacedCommas() {
    let line =
      #"{"class":"ATT","device":"udp://127.0.0.1:1",,"time":"2024-05-01T10:00:02.000Z""heading":14.000,"dip":2.500}"#
    #expect(report(line) == .attitude(heading: Bearing(degrees: 14), magnetic: nil))
  }

  @Test("greeting, refusal and the list of devices are known by their class")
  func answers() {
    #expect(report(#"{"class":"VERSION","release":"3.25","proto_major":3}"#) == .greeting)
    #expect(report(#"{"class":"ERROR","message":"no"}"#) == .refusal)
    #expect(report(#"{"class":"DEVICES","devices":[]}"#) == .devices(hasAny: false))
    #expect(
      report(#"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/x"}]}"#) == .devices(hasAny: true))
  }

  @Test("a receiver that is plugged in or out is named; a device without that news is nothing")
  func plugging() {
    #expect(
      report(#"{"class":"DEVICE","path":"/dev/x","activated":"2026-11-22T06:28:19.103Z"}"#)
        == .device(path: "/dev/x", isActive: true))
    #expect(
      report(#"{"class":"DEVICE","path":"/dev/x","activated":0}"#) == .device(path: "/dev/x", isActive: false))
    #expect(report(#"{"class":"DEVICE","path":"/dev/x"}"#) == nil)
  }

  @Test("a dilution is a positive number below a thousand", arguments: ["0", "-1", "1e300", "NaN", "\"2\""])
  func absurdDilution(text: String) {
    if let report = report(#"{"class":"SKY","hdop":\#(text)}"#) { #expect(report == .sky(nil, dilution: nil)) }
  }

  @Test("the course from magnetic north, which gpsd reckons with the wrong sign, is not used")
  func magneticTrack() {
    #expect(position(#""mode":2,"magtrack":94.5"#)?.course == .some(nil))
    #expect(position(#""mode":2,"magtrack":94.5,"track":90"#)?.course?.degrees == 90)
  }

  @Test(
    "lines that send libgps round for ever, and other rubbish, are no reports",
    arguments: [
      "", "{", "}", "{}", "hello", #"{x"class":"VERSION"}"#, #"{"class":"TPV"}x"class":"TPV"}"#,
      #"{"class":"TPV","mode":3,"lat":1,"class":"TPV"}"#, #"{"class":"DEVICE","path":"/dev/x"}"#,
      #"{"class":"TPV","mode":3,"lat":48.1,"lon":1"#, "{\"class\":\"TPV\"\0}", #"{"class":"#, #"{"class":"}"#,
      #"{"class":"SKY","satellites":[}"#, String(repeating: "[", count: 20_000),
    ])
  func rubbish(line: String) {
    #expect(report(line) == nil)
  }

  @Test("whatever bytes come, reading them ends")
  func mutations() {
    let seeds = [
      #"{"class":"TPV","mode":3,"time":"2024-05-01T10:00:00.999Z","lat":-48.25,"lon":11.5,"eph":5.0}"#,
      #"{"class":"SKY","satellites":[{"PRN":1,"used":true},{"PRN":2,"used":false}]}"#,
      #"{"class":"ATT","heading":12.5}{"class":"VERSION"}"#,
    ].map { Array($0.utf8) }
    let tokens = Array("{}[]\":,0e.-\\ \u{1}\u{7F}".utf8)
    var chance = GPSDChance(seed: 7)
    let reader = GPSDReportReader()
    for round in 0..<20_000 {
      var line = seeds[round % seeds.count]
      for _ in 0...Int.random(in: 0...4, using: &chance) {
        let place = Int.random(in: line.indices, using: &chance)
        let token = tokens[Int.random(in: tokens.indices, using: &chance)]
        if Bool.random(using: &chance) { line[place] = token } else { line.insert(token, at: place) }
      }
      if case .position(let report) = reader.report(in: line), let fix = report.fix(at: .zero) {
        #expect((-90...90).contains(fix.position.latitude))
      }
    }
  }
}

@Suite("Lines of a GPSD stream")
struct GPSDLineBufferTests {
  @Test("come out the same, however the bytes are cut", arguments: [1, 2, 3, 7, 1000])
  func cuts(size: Int) {
    let bytes = Array("one\r\ntwo\n\nthree\r\nhal".utf8)
    var buffer = LineBuffer()
    let lines = stride(from: 0, to: bytes.count, by: size).flatMap {
      buffer.lines(adding: bytes[$0..<min($0 + size, bytes.count)])
    }
    #expect(lines.map { String(decoding: $0, as: UTF8.self) } == ["one", "two", "", "three"])
  }

  @Test("longer than the limit are thrown away, the next one is whole")
  func endless() {
    var buffer = LineBuffer()
    for _ in 0..<40 { #expect(buffer.lines(adding: [UInt8](repeating: 65, count: 1000)[...]).isEmpty) }
    #expect(buffer.lines(adding: Array("\nnext\n".utf8)[...]) == [Array("next".utf8)])
    let exact = [UInt8](repeating: 66, count: LineBuffer.longestLine)
    #expect(buffer.lines(adding: (exact + [10])[...]) == [exact])
  }
}

/// A generator that is the same on each run (SplitMix64).
struct GPSDChance: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
