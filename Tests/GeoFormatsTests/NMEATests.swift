import GeoFormats
import Geodesy
import Numbers
import Testing

/// The columns of the fixes of Android's GnssLogger.
private let columns =
  "# Fix,Provider,LatitudeDegrees,LongitudeDegrees,AltitudeMeters,SpeedMps,AccuracyMeters,BearingDegrees,UnixTimeMillis"

private let walk = [
  "GPRMC,100000.00,A,4808.0000,N,01134.0000,E,2.70,33.5,010524,,,A",
  "GPGGA,100000.00,4808.0000,N,01134.0000,E,1,08,1.2,520.5,M,47.0,M,,",
  "GPGSA,A,3,01,02,03,04,05,06,07,08,,,,,1.8,1.2,1.5",
  "GPGSV,1,1,04,01,40,083,30,02,17,308,28,03,07,344,25,04,10,100,20",
  "GLGSV,1,1,03,65,40,083,30,66,17,308,28,67,07,344,25",
  "GPHDT,274.07,T",
]

@Suite("Sentences of receivers")
struct NMEATests {
  private func one(_ sentences: String...) throws -> RecordedEpoch {
    let outcome = ReceiverLogOutcome(sentences: sentences)
    #expect(outcome.complaints == [])
    #expect(outcome.epochs.count == 1)
    return try #require(outcome.epochs.first)
  }

  @Test("the sentences of one second become one epoch with everything they say")
  func epoch() throws {
    let outcome = ReceiverLogOutcome(sentences: walk)
    #expect(outcome.complaints == [] && outcome.epochs.count == 1)
    let epoch = try #require(outcome.epochs.first)
    let place = try #require(Coordinate(latitude: 48 + 8.0 / 60, longitude: 11 + 34.0 / 60))
    #expect((epoch.position?.distance(to: place) ?? 9) < 1e-6)
    #expect(epoch.time == ISOTime.milliseconds("2024-05-01T10:00:00Z") && epoch.isDated)
    #expect(epoch.isThreeD && epoch.altitude == 520.5 && epoch.course == 33.5)
    #expect(abs((epoch.speed ?? 0) - 2.7 * 1852 / 3600) < 1e-9)
    #expect(epoch.satellitesUsed == 8 && epoch.satellitesSeen == 7)
    #expect(epoch.accuracySource == .dilution && abs((epoch.accuracy ?? 0) - 22.8) < 1e-9)
    #expect(outcome.headings.map(\.degrees) == [274.07] && outcome.headings[0].isTrue)
    #expect(outcome.counts.loaded == 1)
  }

  @Test("hemispheres, and the digits of a centimetre")
  func hemispheres() throws {
    let south = try one("GNGLL,3354.1234567,S,07039.7654321,W,101010.5,A,A")
    let place = try #require(Coordinate(latitude: -(33 + 54.1234567 / 60), longitude: -(70 + 39.7654321 / 60)))
    #expect((south.position?.distance(to: place) ?? 9) < 1e-6)
    #expect(south.time == 36_610_500 && !south.isDated)
  }

  @Test("GNS and the first edition of GLL give positions, too; a fix in none of the systems is none")
  func otherPositions() throws {
    #expect(try one("GNGNS,103607.00,5327.03942,N,00214.42462,W,AANN,06,5.88,56.0,48.5,,,V").satellitesUsed == 6)
    #expect(try one("GNGNS,103607.00,,,,,NNNN,00,,,,,,V").position == nil)
    #expect(try one("GPGLL,4527.458,S,16709.165,E").position != nil)
  }

  @Test("the receiver's own errors count more than the dilution, in whatever order they come")
  func errors() throws {
    let gga = "GPGGA,100000.00,4808.0000,N,01134.0000,E,1,08,1.0,520.5,M,47.0,M,,"
    let gst = "GPGST,100000.00,1.0,3.0,2.0,45.0,3.0,4.0,5.0"
    for order in [[gga, gst], [gst, gga]] {
      let epoch = try #require(ReceiverLogOutcome(sentences: order).epochs.first)
      #expect(epoch.accuracy == 10 && epoch.accuracySource == .receiver)
    }
    // That of another second is not of this one.
    #expect(try one("GPGST,100009.00,1.0,3.0,2.0,45.0,3.0,4.0,5.0", gga).accuracySource == .dilution)
    #expect(try one("GPGGA,100000.00,4808.0,N,01134.0,E,2,08,1.0,520.5,M,47.0,M,,").accuracy == 4.75)
  }

  @Test("what the receiver says of its fix counts: two dimensions have no altitude that counts")
  func mode() throws {
    let gga = "GPGGA,100000.00,4808.0000,N,01134.0000,E,1,03,1.0,520.5,M,47.0,M,,"
    #expect(try one(gga).isThreeD)
    #expect(try !one(gga, "GPGSA,A,2,01,02,03,,,,,,,,,,1.8,1.2,1.5").isThreeD)
    #expect(try !one("GPRMC,100000.00,A,4808.0,N,01134.0,E,2.70,33.5,010524,,,A").isThreeD)
  }

  @Test("an epoch without a fix tells how many satellites are in view, and never a position")
  func noFix() throws {
    let epoch = try one(
      "GPRMC,100000.00,V,4808.0,N,01134.0,E,,,010524,,,N", "GPGGA,100000.00,,,,,0,00,,,M,,M,,",
      "GPGSA,A,1,,,,,,,,,,,,,,,", "GPGSV,1,1,03,01,40,083,30,02,17,308,28,03,07,344,25")
    #expect(epoch.position == nil && epoch.satellitesSeen == 3 && epoch.accuracy == nil)
  }

  @Test("a later sentence of the same second takes the fix away or gives it")
  func laterWins() throws {
    let fix = "GPRMC,100000.00,A,4808.0,N,01134.0,E,2.70,33.5,010524,,,A"
    #expect(try one(fix, "GPGGA,100000.00,,,,,0,00,,,M,,M,,").position == nil)
    #expect(try one("GPGGA,100000.00,,,,,0,00,,,M,,M,,", fix).position != nil)
  }

  @Test(
    "compasses: true, magnetic, and magnetic with what makes it true",
    arguments: [
      ("HEHDT,93.8,T", 93.8, true), ("HCHDM,93.8,M", 93.8, false), ("HCHDG,101.1,,,7.1,W", 94.0, true),
      ("HCHDG,101.1,2.0,E,7.1,W", 96.0, true), ("HCHDG,101.1,2.0,W,,", 99.1, false), ("HCHDG,1.0,,,3.0,W", 358.0, true),
      ("HCHDG,359.0,,,3.0,E", 2.0, true), ("PTNTHTM,123.4,N,169,N,-43,N,13641,2454", 123.4, true),
    ])
  func headings(sentence: String, degrees: Double, isTrue: Bool) {
    let outcome = ReceiverLogOutcome(sentences: [sentence])
    #expect(outcome.complaints == [])
    #expect(outcome.headings.map { ($0.degrees * 1000).rounded() / 1000 } == [degrees])
    #expect(outcome.headings.first?.isTrue == isTrue)
  }

  @Test("an empty compass says nothing, one that makes no sense is left out")
  func badHeadings() {
    #expect(ReceiverLogOutcome(sentences: ["GPHDT,,T"]).complaints == [])
    let absurd = ReceiverLogOutcome(sentences: ["GPHDT,14042,T", "HCHDG,1.0,,,3.0,X"])
    #expect(absurd.headings == [] && absurd.complaints.count == 2)
  }

  // MARK: - Time

  @Test("past midnight the day goes on, with a date or without one before the next")
  func midnight() {
    let outcome = ReceiverLogOutcome(sentences: [
      "GPRMC,235959.00,A,4808.0,N,01134.0,E,,,281299,,,A", "GPGGA,000000.00,4808.0,N,01134.0,E,1,08,1.0,5,M,,M,,",
      "GPGGA,000001.00,4808.0,N,01134.0,E,1,08,1.0,5,M,,M,,", "GPRMC,000001.00,A,4808.0,N,01134.0,E,,,291299,,,A",
    ])
    let start = ISOTime.milliseconds("1999-12-28T23:59:59Z") ?? 0
    #expect(outcome.epochs.map { ($0.time ?? 0) - start } == [0, 1000, 2000])
    #expect(outcome.complaints == [])
  }

  @Test(
    "years of two digits are those since GPS began", arguments: [("010180", 1980), ("311299", 1999), ("010179", 2079)])
  func years(date: String, year: Int) throws {
    let epoch = try one("GPRMC,000000,A,4808.0,N,01134.0,E,,,\(date),,,A")
    #expect(epoch.time == ISOTime.milliseconds("\(year)-\(date.dropFirst(2).prefix(2))-\(date.prefix(2))T00:00:00Z"))
  }

  @Test("ZDA dates a log without RMC, and never moves one that has it")
  func longDates() throws {
    let gga = "GPGGA,235959.00,4808.0,N,01134.0,E,1,08,1.0,5,M,,M,,"
    #expect(try one("GPZDA,235959.00,07,09,2018,00,00", gga).time == ISOTime.milliseconds("2018-09-07T23:59:59Z"))
    // The clock is already on the next day.
    #expect(try one(gga, "GPZDA,000000.00,08,09,2018,00,00").time == ISOTime.milliseconds("2018-09-07T23:59:59Z"))
    let rmc = "GPRMC,235959.00,A,4808.0,N,01134.0,E,,,070918,,,A"
    #expect(try one(rmc, "GPZDA,235959.00,01,01,2004,00,00").time == ISOTime.milliseconds("2018-09-07T23:59:59Z"))
  }

  @Test("time that runs back or leaps over a year is kept, with a word")
  func oddTimes() {
    let fix = { (time: String, date: String) in "GPRMC,\(time),A,4808.0,N,01134.0,E,,,\(date),,,A" }
    let outcome = ReceiverLogOutcome(sentences: [
      fix("100000", "010524"), fix("095900", "010524"), fix("100000", "150904"), fix("100000", "010524"),
    ])
    #expect(outcome.epochs.count == 4)
    #expect(outcome.complaints.map { $0.prefix(2) } == ["2:", "3:", "4:"])
  }

  // MARK: - Damage

  @Test(
    "damage to a sentence loses that sentence and nothing else",
    arguments: [
      "$GPRMC,100001.00,A,4808.0,N,01134.0,E,,,010524,,,A*00", "$GPRMC,100001.00,A,4808.0,N,01134.0,E,,,010524,,,A",
      "$GPRMC,100001.00,A,4808.0,N,011", "$", "$*00", "$GPRMC*4B", "\u{7F}\u{1B}[2J", "[]", "HTTP/1.1 400 Bad Request",
      framed("GPRMC,100001.00,A,9100.0,N,01134.0,E,,,010524,,,A"),
      framed("GPRMC,100001.00,A,4860.1,N,01134.0,E,,,010524,,,A"),
      framed("GPRMC,100001.00,A,4808.0,N,18000.1,E,,,010524,,,A"),
      framed("GPRMC,100001.00,A,4808.0,X,01134.0,E,,,010524,,,A"),
      framed("GPRMC,100001.00,A,4e1,N,01134.0,E,,,010524,,,A"),
      framed("GPRMC,100001.00,A,-4808.0,N,01134.0,E,,,010524,,,A"),
      framed("GPRMC,100001.00,A,,,,,,,010524,,,A"), framed("GPRMC,100001.00,A,4808.0,N,,,,,010524,,,A"),
      framed("GPRMC,250001.00,A,4808.0,N,01134.0,E,,,010524,,,A"),
      framed("GPRMC,100001.00,A,4808.0,N,01134.0,E,,,000000,,,A"),
      framed("GPRMC,100001.00,A,4808.0,N,01134.0,E,,,300224,,,A"),
      framed("GPRMC,100001.00,A,4808.0,N,01134.0,E,x,,010524,,,A"),
      framed("GPRMC,100001.00,A,4808.0,N,01134.0,E,,361,010524,,,A"),
      framed("GPRMC,100001.00,Q,4808.0,N,01134.0,E,,,010524,,,A"),
      framed("GPGGA,100001.00,4808.0,N,01134.0,E,1,-1,0.9,1.0,M,,M,,"),
      framed("GPGGA,100001.00,4808.0,N,01134.0,E,,,,,,,,,"),
      framed("GPGSV,1,1,200"), framed("GPGSV,0,0,0"), framed("GPGSV,1,2,3"),
      framed("GPGSA,A,3," + String(repeating: "999,", count: 300)), framed("GPVTG,361,T,,M,0.1,N,0.2,K"),
      String(repeating: "$A", count: 40_000),
    ])
  func damage(line: String) {
    let good = { (second: Int) in framed("GPRMC,10000\(second).00,A,4808.0,N,01134.0,E,,,010524,,,A") }
    let outcome = ReceiverLogOutcome([good(0), line, good(2), ""].joined(separator: "\r\n"))
    #expect(outcome.fixes.count == 2 && outcome.counts.loaded == 2)
    #expect(outcome.log.entries.map(\.line) == [2] && outcome.log.entries.map(\.severity) == [.warning])
  }

  @Test(
    "what means nothing here passes in silence",
    arguments: [
      "", "# a comment", "   ", framed("PUBX,00,1"), framed("INFO,%s%s"), framed("GPTXT,01,01,02,hello"),
      "!AIVDM,1,1,,B,H3`lOl1<4iE@T00000000000000,2*72", #"{"class":"XYZZY","a":1}"#,
    ])
  func silence(line: String) {
    let outcome = ReceiverLogOutcome([framed(walk[0]), line, framed(walk[1]), ""].joined(separator: "\n"))
    #expect(outcome.epochs.count == 1 && outcome.complaints == [])
  }

  @Test("behind junk on its line a whole sentence is still read, and the junk is told")
  func junk() {
    let outcome = ReceiverLogOutcome("$GPRMC,100000\(framed(walk[0]))\n\u{B5}b\u{1}\(framed(walk[1]))\n")
    #expect(outcome.epochs.count == 1 && outcome.epochs.first?.altitude == 520.5)
    #expect(outcome.log.entries.map(\.line) == [1, 2])
  }

  @Test("a sentence behind any number is read, also where the checksum of both together would hold")
  func numbered() {
    let numbers = (0..<1000).map { 1_777_197_606_000 + $0 }
    let outcome = ReceiverLogOutcome(numbers.map { "\($0),\(framed(walk[0]))\n" }.joined())
    #expect(outcome.counts.recommended == numbers.count)
  }

  @Test(
    "what a logger writes behind the checksum is no fault",
    arguments: [" ", "\t", ",1777197600000", "\",17", ";rx=1*2", "  2026-04-26 10:00:00", "\u{0}", "x", " $5 paid!"])
  func behind(text: String) {
    let outcome = ReceiverLogOutcome(walk.map { framed($0) + text }.joined(separator: "\r\n"))
    #expect(outcome.complaints == [] && outcome.epochs.count == 1 && outcome.counts.sentences == walk.count)
  }

  @Test("all sentences of a line are read; a damaged one behind another is told")
  func lostEnds() {
    let all = ReceiverLogOutcome(walk.map(framed).joined())
    #expect(all.complaints == [] && all.counts.sentences == walk.count)
    let damaged = ReceiverLogOutcome(framed(walk[0]) + framed(walk[1]).replacing("520.5", with: "521.5"))
    #expect(damaged.counts.sentences == 1 && damaged.complaints == ["1: wrong checksum: sentence skipped"])
  }

  @Test(
    "the stamps of terminals and loggers before sentences are no fault",
    arguments: ["[10:00:00] ", "[10:00:00.123] ", "2026-05-01T10:00:00Z\t", "05-01 10:00:00.000 D NMEA: "])
  func stamped(stamp: String) {
    let outcome = ReceiverLogOutcome(walk.map { stamp + framed($0) }.joined(separator: "\n"))
    #expect(outcome.complaints == [] && outcome.counts.sentences == walk.count)
    #expect(FileFormat(beginning: Array((stamp + framed(walk[0])).utf8)) == .receiverLog)
  }

  @Test("a log of Android's GnssLogger is read without complaints, its raw measurements passed over")
  func gnssLogger() {
    let lines = [
      "# Header Description:", "# Version: v3.0", "Fix,GPS,48.1,11.5,520.0,0.0,5.0,1714557600000", "Raw,1,2,3,4",
      "NMEA,\(framed(walk[0])),1714557600000", "NMEA,\(framed(walk[1])),1714557600000", "UncalMag,1,2,3",
    ]
    let outcome = ReceiverLogOutcome(lines.joined(separator: "\n"))
    #expect(outcome.complaints == [] && outcome.fixes.count == 1)
    #expect(outcome.fixes.first?.time == ISOTime.milliseconds("2024-05-01T10:00:00Z"))
  }

  @Test(
    "a log of GnssLogger without sentences is read by its fixes, in the columns that it names or the usual ones",
    arguments: [
      (columns + ",SpeedAccuracyMps,MockLocation", "Fix,GPS,48.5,11.5,520.0,1.5,4.0,90.0,1714557600000,0.3,0"),
      (
        "# Fix,Provider,Lat,Lon,Alt,Speed,Acc,Bearing,UnixTimeMillis",
        "Fix,gps,48.5,11.5,520.0,1.5,4.0,90.0,1714557600000"
      ),
      ("# Fix,Provider,UnixTimeMillis, LongitudeDegrees,LatitudeDegrees", "Fix,GPS,1714557600000, 11.5,48.5"),
      (
        "# Fix,Provider,Latitude,Longitude,Altitude,Speed,Accuracy,(UTC)TimeInMs",
        "Fix,gps,48.5,11.5,520,1.5,4,1714557600000"
      ),
      ("# nothing", "Fix,fused,48.5,11.5,520.0,1.5,4.0,1714557600000"),
      ("# nothing", "Fix,fused,48.5,11.5,520.0,1.5,4.0,90.0,1714557600000,,,"),
    ])
  func gnssFixes(header: String, row: String) throws {
    let text = "\(header)\nRaw,1,2,3\n\(row)\n"
    #expect(FileFormat(beginning: Array(text.utf8)) == .receiverLog)
    let outcome = ReceiverLogOutcome(text)
    let fix = try #require(outcome.fixes.first)
    #expect(fix.position == Coordinate(latitude: 48.5, longitude: 11.5) && fix.line == 3 && fix.isDated)
    #expect(fix.time == ISOTime.milliseconds("2024-05-01T10:00:00Z"))
    #expect(outcome.complaints == [] && outcome.fixes.count == 1 && outcome.counts.loaded == 1)
    // 68 of 100 lie within Android's circle, 95 within ours: √(ln 0.05 / ln 0.32) = 1.6215 times as wide.
    let isShort = header.contains("Provider,Unix")
    #expect(fix.accuracy == (isShort ? nil : 6.486))
    #expect(fix.speed == (isShort ? nil : 1.5) && fix.course == (row.contains(",90.0,") ? 90 : nil))
  }

  @Test("of a telephone's providers the one with the smaller error is followed")
  func gnssProviders() {
    let rows = (0..<60).flatMap { second in
      [("FLP", 30.0, 11.5), ("GPS", 4.0, 11.6)].map { provider, accuracy, longitude in
        "Fix,\(provider),48.5,\(longitude),520,1,\(accuracy),0,\(1_714_557_600_000 + second * 1000)"
      }
    }
    let outcome = ReceiverLogOutcome(([columns] + rows).joined(separator: "\n"))
    #expect(outcome.complaints == [] && outcome.fixes.last?.position?.longitude == 11.6)
    #expect(Set(outcome.fixes.suffix(40).map(\.position?.longitude)) == [11.6])
  }

  @Test(
    "a fix that is nowhere is skipped with its line",
    arguments: ["Fix,GPS", "Fix,GPS,,,", "Fix,GPS,91,0,0,0,0,0,0", "Fix,"])
  func gnssNowhere(row: String) {
    let outcome = ReceiverLogOutcome("\(columns)\nFix,GPS,48.5,11.5,520,1,0,0,nan\n\(row)")
    #expect(outcome.complaints == ["3: a Fix without a position on Earth: line skipped"])
    #expect(outcome.fixes.count == 1 && outcome.fixes.first?.time == nil && outcome.fixes.first?.accuracy == nil)
  }

  @Test(
    "the better the solution, the smaller the error: GGA's qualities",
    arguments: [(1, 19.0), (2, 4.75), (3, 4.75), (4, 0.1), (5, 1), (6, 19), (9, 4.75)])
  func qualities(quality: Int, accuracy: Double) throws {
    let gga = "GPGGA,100000.00,4808.0,N,01134.0,E,\(quality),08,1.0,520.5,M,47.0,M,,"
    #expect(try one(gga).accuracy == accuracy)
  }

  @Test(
    "and GNS' modes: the best system counts",
    arguments: [("AANN", 19.0), ("DANN", 4.75), ("P", 4.75), ("RR", 0.1), ("FFNN", 1), ("AR", 0.1), ("E", 19)])
  func modes(modes: String, accuracy: Double) throws {
    #expect(try one("GNGNS,103607.00,5327.0,N,00214.0,W,\(modes),06,1.0,56.0,48.5,,,V").accuracy == accuracy)
  }

  @Test("a sentence whose name has lost a letter is told, though its checksum holds; a maker's own is not")
  func brokenNames() {
    let lost = ReceiverLogOutcome(sentences: [
      "GPRM,100000.00,A,4344.28,N,00725.69,E,2.7,0.0,010526,,,A", "PGRME,15.0,M,45.0,M,25.0,M",
      "GPXTE,A,A,0.67,L,N", "GPRMC,100001.00,A,4344.28,N,00725.69,E,2.7,0.0,010526,,,A",
    ])
    #expect(lost.fixes.count == 1)
    #expect(lost.complaints == ["1: “GPRM” names no sentence: sentence skipped"])
  }

  @Test(
    "a log in a receiver's binary language says that gpsd reads it", arguments: [[0xA0, 0xA2], [0xB5, 0x62], [0, 1]])
  func binary(mark: [UInt8]) {
    let noise = (0..<500).map { UInt8(truncatingIfNeeded: $0 &* 37) | 0x80 }
    let message = ReceiverLogOutcome(Array("# Name: a receiver\n".utf8) + mark + noise + mark).error?.message ?? ""
    #expect(message.contains("gpsfake") && message.contains("gpsd:localhost"))
  }

  @Test("a log in UTF-16 says so, with or without its mark", arguments: [[0xFF, 0xFE], []])
  func wide(mark: [UInt8]) {
    let text = framed("GPRMC,100001.00,A,4344.28,N,00725.69,E,2.7,0.0,010526,,,A") + "\r\n"
    let outcome = ReceiverLogOutcome(mark + text.utf8.flatMap { [$0, 0] })
    #expect(outcome.error?.problem == .wideText)
    #expect(FileFormat(beginning: mark + text.utf8.flatMap { [$0, 0] }) == .receiverLog)
  }

  @Test("what never says anything is given up: a device without a line, lines without a sentence")
  func noise() {
    var log = DiagnosticLog()
    var reader = ReceiverLogReader()
    reader.noiseLimit = 1 << 20
    #expect(throws: FormatError(.endlessLine(limit: 64 << 10), line: 1)) {
      _ = try reader.read(Endless([0]), log: &log) { _ in }
    }
    #expect { _ = try reader.read(Endless(Array("hello\n".utf8)), log: &log) { _ in } } throws: {
      ($0 as? FormatError)?.problem == .noise(limit: 1 << 20)
    }
    // A whole sentence now and then keeps it going.
    let sentence = framed("GPRMC,100001.00,A,4344.28,N,00725.69,E,2.7,0.0,010526,,,A") + "\r\n"
    let mixed = Array((sentence + String(repeating: "noise\n", count: 100_000)).utf8)
    #expect(throws: Never.self) {
      _ = try reader.read(MemoryBytes(mixed + mixed + mixed), log: &log) { _ in }
    }
  }

  @Test("a recording of more epochs than are wanted is refused")
  func tooMany() {
    var log = DiagnosticLog()
    var reader = ReceiverLogReader()
    reader.epochLimit = 3
    let text = (0..<9).map { framed("GPGLL,4808.0000,N,01134.0000,E,10000\($0).00,A,A") + "\n" }.joined()
    #expect { _ = try reader.read(MemoryBytes(Array(text.utf8)), log: &log) { _ in } } throws: {
      ($0 as? FormatError)?.problem == .tooMany("epochs", limit: 3)
    }
  }

  @Test("a log without any checksum is read, and that is said once")
  func bare() {
    let bare = walk.map { "$" + $0 }.joined(separator: "\n")
    let outcome = ReceiverLogOutcome(bare)
    #expect(outcome.epochs.count == 1 && outcome.headings.count == 1)
    #expect(outcome.complaints.count == 1)
  }

  @Test("lines end as they like, and their numbers are those of an editor", arguments: ["\n", "\r\n", "\r", "\n\r"])
  func endings(ending: String) {
    let bad = framed(walk[0]).replacing("4808", with: "4809")
    let outcome = ReceiverLogOutcome([framed(walk[0]), "", bad, framed(walk[1])].joined(separator: ending) + ending)
    #expect(outcome.epochs.count == 1)
    #expect(outcome.log.entries.map(\.line) == [3])
  }

  @Test(
    "what holds neither sentence nor report is refused",
    arguments: [
      "", "\n\n", "\0\0\0\0", "hello\nhello\n", "# only\n", "HTTP/1.1 400 Bad Request\r\n\r\n", "<gpx/>",
      "$GPRMC,1*00\n",
    ])
  func refused(text: String) {
    #expect(ReceiverLogOutcome(text).error?.problem == .nothingKnown)
  }

  @Test("a line that never ends refuses the file at that line")
  func endless() {
    let outcome = ReceiverLogOutcome(framed(walk[0]) + "\n" + String(repeating: "A", count: 70_000))
    #expect(outcome.error == FormatError(.endlessLine(limit: 65_536), line: 2))
  }

  // MARK: - Properties

  @Test("the same whatever the size of the pieces it comes in", arguments: [1, 2, 7, 64, 1000])
  func chunks(size: Int) {
    // The first piece tells of checksums: this log is damaged in none of its sentences.
    let text = Array((walk.map(framed).joined(separator: "\r\n") + "\r\n\r\rx\n\rabc").utf8)
    let (whole, pieces) = (ReceiverLogOutcome(text), ReceiverLogOutcome(text, chunk: size))
    #expect(pieces.epochs == whole.epochs && pieces.headings == whole.headings)
    #expect(pieces.complaints.filter { !$0.contains("without checksums") } == whole.complaints)
  }

  @Test("damaged logs never trap, and what they give is possible", arguments: 0..<20)
  func mutations(seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    let log =
      (0..<6).flatMap { second in
        walk.map { framed($0.replacing("100000", with: "10000\(second)")) }
      } + [
        framed("GPZDA,100006.00,01,05,2024,00,00"), #"{"class":"VERSION","proto_major":3}"#,
        framed("HCHDG,1.0,2,E,3,W"),
      ]
    for _ in 0..<100 {
      var bytes = Array(log.joined(separator: "\r\n").utf8)
      for _ in 0..<Int.random(in: 1...12, using: &chance) { bytes.damage(using: &chance) }
      let outcome = ReceiverLogOutcome(bytes)
      for epoch in outcome.epochs { #expect(epoch.isPossible) }
      #expect(outcome.headings.allSatisfy { (0...360).contains($0.degrees) })
    }
  }
}

extension [UInt8] {
  /// Changes, removes, doubles or adds some bytes.
  mutating func damage(using chance: inout SeededGenerator) {
    guard !isEmpty else { return }
    let place = Int.random(in: 0..<count, using: &chance)
    let end = Swift.min(count, place + Int.random(in: 1...30, using: &chance))
    switch Int.random(in: 0..<5, using: &chance) {
    case 0: self[place] = .random(in: 0...255, using: &chance)
    case 1: removeSubrange(place..<end)
    case 2: insert(contentsOf: self[place..<end], at: Int.random(in: 0...count, using: &chance))
    case 3:
      self[place] = [0x24, 0x2C, 0x2A, 0x0A, 0x0D, 0x2D, 0x2E, 0x39, 0x7B, 0x22].randomElement(using: &chance) ?? 0
    default: insert(contentsOf: "99999999999999999999".utf8, at: place)
    }
  }
}

extension RecordedEpoch {
  /// Every number is one that there can be.
  var isPossible: Bool {
    let numbers = [altitude, speed, course, accuracy].compactMap(\.self)
    return numbers.allSatisfy(\.isFinite) && (speed ?? 0) >= 0 && (accuracy ?? 0) >= 0
      && (0...360).contains(course ?? 0) && (satellitesSeen ?? 0) >= 0 && (satellitesUsed ?? 0) >= 0 && line >= 1
  }
}
