import GeoFormats
import Geodesy
import Numbers
import Testing

private let version = #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#

private func tpv(_ second: Int, _ fields: String = "", device: String = "/dev/ttyUSB0", mode: Int = 3) -> String {
  let time = "2024-05-01T10:00:\(second < 10 ? "0" : "")\(second).000Z"
  let place = mode > 1 ? #","lat":48.5,"lon":11.\#(second + 100)"# : ""
  return #"{"class":"TPV","device":"\#(device)","mode":\#(mode),"time":"\#(time)"\#(place)\#(fields)}"#
}

@Suite("Recordings of gpsd")
struct GPSDRecordingTests {
  private func read(_ lines: String...) -> ReceiverLogOutcome {
    ReceiverLogOutcome(lines.joined(separator: "\r\n") + "\r\n")
  }

  @Test("a full report becomes an epoch with all its numbers")
  func full() throws {
    let outcome = read(
      version,
      #"{"class":"SKY","hdop":1.1,"satellites":[{"PRN":1,"used":true},{"PRN":2,"used":false},{"PRN":3,"used":true}]}"#,
      tpv(1, #","altMSL":512.5,"altHAE":560,"eph":5.5,"epx":7,"epy":9,"speed":1.25,"track":359.5"#))
    let epoch = try #require(outcome.epochs.first)
    #expect(outcome.complaints == [] && outcome.counts.loaded == 1)
    #expect(epoch.position == Coordinate(latitude: 48.5, longitude: 11.101))
    #expect(epoch.time == ISOTime.milliseconds("2024-05-01T10:00:01Z") && epoch.isThreeD && epoch.altitude == 512.5)
    #expect(epoch.accuracy == 5.5 && epoch.accuracySource == .receiver && epoch.speed == 1.25 && epoch.course == 359.5)
    #expect(epoch.satellitesSeen == 3 && epoch.satellitesUsed == 2)
  }

  @Test("reports of one receiver and one time are one epoch; what a later one leaves out stays")
  func merging() throws {
    let outcome = read(
      tpv(1, #","speed":1"#, mode: 2), tpv(1, #","altMSL":5,"eph":3"#), tpv(2), tpv(2, device: "/dev/b"))
    #expect(outcome.counts.loaded == 4)
    #expect(outcome.epochs.count == 2)
    #expect(outcome.epochs[0].speed == 1 && outcome.epochs[0].altitude == 5 && outcome.epochs[0].isThreeD)
  }

  @Test("a report without a time stands alone, and one without a fix is a search")
  func alone() {
    let bare = #"{"class":"TPV","mode":2,"lat":48.5,"lon":11.5}"#
    let outcome = read(bare, bare, tpv(3, mode: 1), #"{"class":"TPV","mode":0}"#)
    #expect(outcome.epochs.map { $0.position != nil } == [true, true, false, false])
  }

  @Test("the accuracy is eph, else the larger of epx and epy, else unknown")
  func accuracy() {
    #expect(read(tpv(1, #","epx":7,"epy":9"#)).epochs.first?.accuracy == 9)
    #expect(read(tpv(1, #","eph":0"#)).epochs.first?.accuracy == .some(nil))
    #expect(read(tpv(1)).epochs.first?.accuracySource == .some(nil))
    // gpsd makes one of the dilution where the receiver gives none; that is told apart.
    let sky = #"{"class":"SKY","hdop":1.10}"#
    #expect(read(sky, tpv(1, #","eph":20.900"#)).epochs.first?.accuracySource == .dilution)
    #expect(read(tpv(1, #","eph":5.225"#), sky).epochs.first?.accuracySource == .dilution)
    #expect(read(sky, tpv(1, #","eph":7.3"#)).epochs.first?.accuracySource == .receiver)
  }

  @Test("compasses count from true north, or say that they do not; gpsd's misplaced commas are put right")
  func headings() {
    let outcome = read(
      tpv(1), #"{"class":"ATT","device":"a",,"time":"2024-05-01T10:00:01.000Z""heading":7.00}"#,
      #"{"class":"ATT","device":"a","mheading":8.5}"#, #"{"class":"ATT","device":"a","pitch":1.5}"#, tpv(2),
      #"{"class":"ATT","device":"a","heading":9,"mheading":5}"#)
    #expect(outcome.complaints == [])
    #expect(outcome.headings.map(\.degrees) == [7, 8.5, 9])
    #expect(outcome.headings.map(\.isTrue) == [true, false, true])
    #expect(outcome.places == [0, 0, 1])
  }

  @Test(
    "a report with anything impossible in it is left out with its line",
    arguments: [
      #"{"class":"TPV","mode":3,"lat":91,"lon":1}"#, #"{"class":"TPV","mode":3,"lat":1e999,"lon":1}"#,
      #"{"class":"TPV","mode":3,"lat":1,"lon":-180.1}"#, #"{"class":"TPV","mode":3,"lon":1}"#,
      #"{"class":"TPV","mode":3.7,"lat":1,"lon":1}"#, #"{"class":"TPV","mode":99,"lat":1,"lon":1}"#,
      #"{"class":"TPV","mode":9223372036854775808,"lat":1,"lon":1}"#, #"{"class":"TPV","mode":"3","lat":1,"lon":1}"#,
      #"{"class":"TPV","mode":3,"lat":1,"lon":1,"time":"never"}"#,
      #"{"class":"TPV","mode":3,"lat":1,"lon":1,"eph":-5}"#,
      #"{"class":"TPV","mode":3,"lat":1,"lon":1,"eph":1e300}"#,
      #"{"class":"TPV","mode":3,"lat":1,"lon":1,"track":720}"#,
      #"{"class":"TPV","mode":3,"lat":1,"lon":1,"speed":-1}"#, #"{"class":"SKY","satellites":[{"PRN":1e99}]}"#,
      #"{"class":"SKY","satellites":5}"#, #"{"class":"ATT","heading":14042}"#, #"{"class":5}"#, "{", "[]", "{}",
      "\u{FEFF}x", #"{"class":"TPV","mode":3,"lat":1,"lon":1"#, String(repeating: "[", count: 1000),
    ])
  func impossible(line: String) {
    let outcome = read(version, tpv(1), line, tpv(3))
    #expect(outcome.fixes.count == 2 && outcome.counts.loaded == 2 && outcome.headings == [])
    #expect(outcome.log.entries.map(\.line) == [3])
  }

  @Test(
    "the times that gpspipe puts before a line do not matter",
    arguments: [
      "2026-11-22 06:28:51: ", "2026-11-22 06:28:52.002753: ", "2026-11-22 06:28:52 1795328932.002787: ",
      "2026-11-22T06:28:52: ", "2026-11-22T06:28:52.00289Z: ", "2026-11-22_06:28:52: ", "day 326 06h: ", "  ",
    ])
  func prefixes(prefix: String) {
    let lines = [version, tpv(1), tpv(2), framed("GPHDT,5.0,T")]
    let outcome = ReceiverLogOutcome(lines.map { prefix + $0 + "\r\n" }.joined())
    #expect(outcome.complaints == [] && outcome.fixes.count == 2 && outcome.counts.sentences == 1)
  }

  @Test("a report without a mode, and one that says a thing twice, are told and left out")
  func ambiguous() {
    let good = #"{"class":"TPV","mode":2,"lat":48.0,"lon":11.0}"#
    let outcome = ReceiverLogOutcome(
      [
        good, #"{"class":"TPV","lat":48.0,"lon":11.0}"#, #"{"class":"TPV","class":"SKY","mode":3,"mode":0}"#,
        #"{"class":"TPV","mode":3,"lat":48.0,"lon":11.0,"lat":49.0}"#,
      ].joined(separator: "\n"))
    #expect(outcome.fixes.count == 1)
    #expect(
      outcome.complaints == [
        "2: no mode: report skipped", "3: “class” stands more than once in it: report skipped",
        "4: “lat” stands more than once in it: report skipped",
      ])
  }

  @Test("junk before a report is no time")
  func junk() {
    #expect(read(version, "junk" + tpv(1)).complaints.count == 1)
    #expect(read(version, String(repeating: "9", count: 200) + ": " + tpv(1)).complaints.count == 1)
  }

  @Test("with both languages in one file, gpsd's reports count; with its greeting alone, the sentences do")
  func mixture() {
    let sentence = framed("GPRMC,100001.00,A,4808.0,N,01134.0,E,,,010524,,,A")
    #expect(read(version, sentence, tpv(1)).epochs.map(\.origin) == [.gpsd])
    #expect(read(version, #"{"class":"WATCH","enable":true}"#, sentence).epochs.map(\.origin) == [.nmea])
  }

  @Test("a second greeting begins the recording anew")
  func concatenated() {
    let outcome = read(version, tpv(1), tpv(2), version, tpv(20))
    #expect(outcome.epochs.map(\.startsSegment) == [true, false, true])
  }

  @Test("of several receivers one is followed, and another once it is silent")
  func receivers() {
    let other = { tpv($0, device: "/dev/b") }
    let outcome = read(tpv(1), other(1), tpv(2), other(2), other(3), other(6), other(7), other(8), tpv(8))
    #expect(outcome.epochs.map(\.device) == ["/dev/ttyUSB0", "/dev/ttyUSB0", "/dev/b", "/dev/b"])
    #expect(outcome.counts.loaded == 9)
  }

  @Test("a later version of the protocol is refused, a stranger among known ones is left out")
  func versions() {
    let later = version.replacing("\"proto_major\":3", with: "\"proto_major\":99")
    #expect(read(later, tpv(1)).error == FormatError(.protocolVersion(99), line: 1))
    #expect(read(version, later, tpv(1)).log.entries.map(\.line) == [2])
  }

  @Test("nothing that a file says can reach a terminal")
  func attack() {
    let outcome = read(version, tpv(1, device: "\\u001b[2J"), "{\"class\":\"TPV\",\"mode\":3,\"time\":\"\\u001b[2J\"}")
    #expect(outcome.complaints.count == 1)
    #expect(!outcome.complaints.joined().unicodeScalars.contains { $0.value < 0x20 })
  }

  @Test("damaged recordings never trap, and what they give is possible", arguments: 0..<20)
  func mutations(seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    let lines =
      [version, #"{"class":"SKY","nSat":9,"satellites":[{"PRN":1,"el":40,"az":80,"ss":30,"used":true}]}"#]
      + (0..<8).map { tpv($0, #","altMSL":1.5,"eph":2,"track":3,"speed":4"#) } + [#"{"class":"ATT","heading":5}"#]
    for _ in 0..<60 {
      var bytes = Array(lines.joined(separator: "\r\n").utf8)
      for _ in 0..<Int.random(in: 1...8, using: &chance) { bytes.damage(using: &chance) }
      let outcome = ReceiverLogOutcome(bytes)
      for epoch in outcome.epochs { #expect(epoch.isPossible) }
    }
  }
}
