import GeoFormats
import Geodesy
import Testing

@Suite("GPX: what is read")
struct GPXReaderTests {
  @Test("waypoints, routes and tracks come in order, with their words")
  func everything() throws {
    var log = DiagnosticLog()
    let text = gpx(
      """
      <metadata><name>Walks</name><author><name>not this</name></author></metadata>
      <wpt lat="1" lon="2"><ele>3.5</ele><time>2024-05-01T10:00:00Z</time><name>Well</name><cmt>c</cmt><desc>d
      e</desc><sym>Flag</sym><type>Water</type></wpt>
      <rte><name>R</name><rtept lat="3" lon="4"><name>A</name></rtept><rtept lat="5" lon="6"/></rte>
      <trk><name>T</name><trkseg><trkpt lat="7" lon="8"/></trkseg><trkseg><trkpt lat="9" lon="10"/></trkseg></trk>
      """)
    let document = try GPXDocument(MemoryBytes(Array(text.utf8)), log: &log)
    #expect(log.isEmpty)
    #expect(document.name == "Walks")
    let well = try #require(document.waypoints.first)
    #expect(well.name == "Well" && well.comment == "c" && well.description == "d e" && well.symbol == "Flag")
    #expect(well.type == "Water" && well.point.elevation == 3.5 && well.point.time == 1_714_557_600_000)
    #expect(well.position == Coordinate(latitude: 1, longitude: 2))
    #expect(document.routes.map(\.name) == ["R"])
    #expect(document.routes[0].points.map(\.point.startsSegment) == [true, false])
    #expect(document.tracks[0].segments.map { $0.map(\.position.latitude) } == [[7], [9]])
    #expect(document.counts.points == 5)
  }

  @Test("speed and course come from GPX 1.0, from both of Garmin's extensions, and from plain extensions")
  func motion() {
    let garmin = { (version: Int) in
      """
      <trkpt lat="1" lon="2"><extensions><g:TrackPointExtension
      xmlns:g="http://www.garmin.com/xmlschemas/TrackPointExtension/v\(version)"><g:hr>99</g:hr><g:speed>2.5</g:speed>
      <g:course>90</g:course></g:TrackPointExtension></extensions></trkpt>
      """
    }
    let points = [
      #"<trkpt lat="1" lon="2"><course>90</course><speed>2.5</speed><hdop>1.5</hdop></trkpt>"#,
      #"<trkpt lat="1" lon="2"><extensions><speed>2.5</speed><course>90</course></extensions></trkpt>"#,
      garmin(1), garmin(2),
    ]
    let outcome = GPXOutcome(track(points.joined(separator: "\n")))
    #expect(outcome.complaints.isEmpty)
    #expect(outcome.points.map(\.speed) == [2.5, 2.5, 2.5, 2.5])
    #expect(outcome.points.map(\.course) == [90, 90, 90, 90])
    #expect(outcome.points.map(\.horizontalDilution) == [1.5, nil, nil, nil])
  }

  @Test("what phones write for unknown motion is nothing, without a word")
  func unknownMotion() {
    let outcome = GPXOutcome(track(#"<trkpt lat="1" lon="2"><speed>-1</speed><course>-1.0</course></trkpt>"#))
    #expect(outcome.complaints.isEmpty)
    #expect(outcome.points.map(\.speed) == [nil])
  }

  @Test(
    "GPX 1.0, 1.1, none and prefixes are GPX; another namespace is read with a warning",
    arguments: [
      (#"<gpx xmlns="http://www.topografix.com/GPX/1/0"><wpt lat="1" lon="2"/></gpx>"#, 0),
      (#"<gpx><wpt lat="1" lon="2"/></gpx>"#, 0),
      (#"<g:gpx xmlns:g="http://www.topografix.com/GPX/1/1"><g:wpt lat="1" lon="2"/></g:gpx>"#, 0),
      (#"<gpx xmlns="http://example.com/"><wpt lat="1" lon="2"/></gpx>"#, 1),
    ])
  func namespaces(text: String, warnings: Int) {
    let outcome = GPXOutcome(text)
    #expect(outcome.counts?.waypoints == 1)
    #expect(outcome.complaints.count == warnings)
  }

  @Test("elements of other namespaces, and points in them, are no points")
  func foreign() {
    let outcome = GPXOutcome(
      gpx(#"<x:wpt xmlns:x="urn:x" lat="1" lon="2"/><extensions><x:trk xmlns:x="urn:x"/></extensions>"#))
    #expect(outcome.counts?.points == 0)
    #expect(outcome.complaints.isEmpty)
  }

  @Test("UTF-16 with byte order mark, ISO 8859-1 and ASCII are read; the text is right")
  func encodings() {
    let body = #"<gpx><wpt lat="1" lon="2"><name>café</name></wpt></gpx>"#
    let wide: [UInt8] = [0xFF, 0xFE] + body.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    let big: [UInt8] = [0xFE, 0xFF] + body.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    let latin =
      Array(#"<?xml version="1.0" encoding="ISO-8859-1"?>"#.utf8) + body.unicodeScalars.map { UInt8($0.value) }
    let marked: [UInt8] = [0xEF, 0xBB, 0xBF] + Array(body.utf8)
    for bytes in [wide, big, latin, marked] {
      let outcome = GPXOutcome(bytes)
      #expect(outcome.waypoints.map(\.name) == ["café"])
      #expect(outcome.complaints.isEmpty)
    }
  }

  @Test("names are fit to print, whatever the file says")
  func names() {
    let outcome = GPXOutcome(
      gpx("<wpt lat=\"1\" lon=\"2\"><name>a\u{9B}2J\u{202E}b</name><cmt>&#x85;&#x9d;x</cmt></wpt>"))
    #expect(outcome.waypoints.map(\.name) == ["a2Jb"])
    #expect(outcome.waypoints.map(\.comment) == ["x"])
    #expect(outcome.complaints.isEmpty)
  }

  @Test("extensions may be 60 deep")
  func deepExtensions() {
    let deep = String(repeating: "<a>", count: 60) + String(repeating: "</a>", count: 60)
    let outcome = GPXOutcome(gpx("<wpt lat=\"1\" lon=\"2\"><extensions>\(deep)</extensions></wpt>"))
    #expect(outcome.counts?.points == 1)
  }
}

@Suite("GPX: what is refused or complained about")
struct GPXFaultTests {
  @Test(
    "a bad coordinate skips its point, with a warning at its line",
    arguments: [
      "abc", "", "-", ".", "1,5,5", "91", "-90.0000001", "NaN", "inf", "0x41", "5e1", "1E-3", "--1", "1f",
      "99999999999999999999",
      "٣", "∞", "1 2",
    ])
  func badLatitude(text: String) {
    let outcome = GPXOutcome(
      gpx("<wpt lat=\"1\" lon=\"2\"/>\n<wpt lat=\"\(text)\" lon=\"2\"/>\n<wpt lat=\"3\" lon=\"2\"/>"))
    #expect(outcome.counts?.waypoints == 2)
    #expect(outcome.log.entries.map(\.line) == [4])
    #expect(outcome.log.entries.allSatisfy { $0.severity == .warning })
  }

  @Test("a missing coordinate skips its point, with a warning")
  func missing() {
    let outcome = GPXOutcome(gpx("<wpt lat=\"1\"/>\n<wpt lon=\"1\"/>\n<wpt/>"))
    #expect(outcome.counts?.points == 0)
    #expect(outcome.complaints == ["3: no lon: point skipped", "4: no lat: point skipped", "5: no lat: point skipped"])
  }

  @Test(
    "legal forms of a coordinate",
    arguments: ["00005", "-.5", "-0", "+5", "-90", "90", "5.", " 5 ", "5.123456789012345678"])
  func legal(text: String) {
    let outcome = GPXOutcome(gpx("<wpt lat=\"\(text)\" lon=\"180.0\"/>"))
    #expect(outcome.counts?.points == 1)
    #expect(outcome.complaints.isEmpty)
  }

  @Test(
    "a bad detail is dropped with a warning, and its point stays",
    arguments: [
      "<ele>NaN</ele>", "<ele>99999999</ele>", "<ele></ele>", "<ele>1e2</ele>", "<time>yesterday</time>",
      "<time>2023-02-29T12:00:00Z</time>", "<time/>", "<speed>fast</speed>", "<speed>-5</speed>",
      "<course>400</course>",
      "<hdop>-1</hdop>",
    ])
  func badDetail(element: String) {
    let outcome = GPXOutcome(track("<trkpt lat=\"1\" lon=\"2\">\n\(element)</trkpt>"))
    #expect(
      outcome.points == [
        GPXPoint(position: Coordinate(clampingLatitude: 1, wrappingLongitude: 2), startsSegment: true, line: 4)
      ]
    )
    #expect(outcome.log.entries.map(\.line) == [5])
  }

  @Test("time that leaps by years is kept, with a warning at the point")
  func order() {
    let times = ["2024-01-01T00:00:05Z", "2024-01-01T00:00:04Z", "2036-04-11T00:48:09Z", "2024-01-01T00:00:06Z"]
    let points = times.map { "<trkpt lat=\"1\" lon=\"2\"><time>\($0)</time></trkpt>" }.joined(separator: "\n")
    let outcome = GPXOutcome(track(points))
    #expect(outcome.points.compactMap(\.time).count == 4)
    #expect(outcome.complaints == ["6: time leaps ahead by 4484 days"])
  }

  @Test("a segment that begins before the end of the one before is kept, with a warning at its first point")
  func segmentOrder() {
    let point = { (second: Int) in "<trkpt lat=\"1\" lon=\"2\"><time>2024-01-01T00:00:0\(second)Z</time></trkpt>" }
    let outcome = GPXOutcome(track(point(5) + "</trkseg><trkseg>\n" + point(4) + point(6)))
    #expect(outcome.points.compactMap(\.time).count == 3)
    #expect(outcome.complaints == ["5: time runs backwards: the segment before ends later"])
  }

  @Test("a time without a zone counts as UTC")
  func localTimes() {
    let outcome = GPXOutcome(track("<trkpt lat=\"1\" lon=\"2\"><time>2024-01-01T00:00:01</time></trkpt>"))
    #expect(outcome.points.compactMap(\.time) == [1_704_067_201_000] && outcome.complaints == [])
  }

  @Test("waypoints, routes and another track may have any times")
  func unordered() {
    let late = "<time>2024-01-02T00:00:00Z</time>"
    let early = "<time>2024-01-01T00:00:00Z</time>"
    let outcome = GPXOutcome(
      gpx(
        """
        <wpt lat="1" lon="2">\(late)</wpt><wpt lat="1" lon="2">\(early)</wpt>
        <rte><rtept lat="1" lon="2">\(late)</rtept><rtept lat="1" lon="2">\(early)</rtept></rte>
        <trk><trkseg><trkpt lat="1" lon="2">\(late)</trkpt></trkseg></trk>
        <trk><trkseg><trkpt lat="1" lon="2">\(early)</trkpt></trkseg></trk>
        """))
    #expect(outcome.complaints.isEmpty)
  }

  @Test("a point in the wrong place is skipped with a warning")
  func misplaced() {
    let outcome = GPXOutcome(gpx("<trk><trkpt lat=\"1\" lon=\"2\"/></trk>\n<trkpt lat=\"1\" lon=\"2\"/>"))
    #expect(outcome.counts?.points == 0)
    #expect(outcome.log.entries.map(\.line) == [3, 4])
  }

  @Test("a huge name is shortened with a warning, in bounded memory")
  func hugeName() {
    let name = String(repeating: "N", count: 2_000_000)
    let outcome = GPXOutcome(gpx("<wpt lat=\"1\" lon=\"2\"><name>\(name)</name></wpt>"))
    #expect(outcome.waypoints.first?.name?.count == SafeText.nameLimit)
    #expect(outcome.complaints == ["3: <name> is too long: shortened"])
  }

  @Test("a huge attribute skips its point")
  func hugeAttribute() {
    let outcome = GPXOutcome(gpx("<wpt lat=\"\(String(repeating: "1", count: 2_000_000))\" lon=\"2\"/>"))
    #expect(outcome.counts?.points == 0)
    #expect(outcome.log.entries.count == 1)
  }

  @Test(
    "a DOCTYPE is passed over, of which only plain texts count",
    arguments: [
      ("<!DOCTYPE gpx>", "&x;"), ("<!DOCTYPE gpx SYSTEM \"file:///etc/passwd\">", "&x;"),
      ("<!DOCTYPE gpx PUBLIC \"-//>[\" 'http://127.0.0.1:9/gpx.dtd'>", "&x;"),
      ("<!DOCTYPE gpx [<!ENTITY x SYSTEM \"file:///etc/hostname\">]>", "&x;"),
      ("<!DOCTYPE gpx [<!ENTITY % p SYSTEM \"file:///dev/zero\"> %p;]>", "&x;"),
      ("<!DOCTYPE gpx [<!ENTITY a \"aaaa\"><!ENTITY x \"&a;&a;\">]>", "&x;"),
      ("<!DOCTYPE gpx [<!ENTITY x '<b/>'>]>", "&x;"), ("<!DOCTYPE gpx [<!ENTITY x \"Old oak>\">]>", "Old oak>"),
      ("<!DOCTYPE gpx [<!-- ]> \" ' --><?a ]> \"?><!ENTITY x \"Oak\">]>", "Oak"),
      ("<!DOCTYPE gpx [<!ENTITY x 'a \"b\"'><!ENTITY x 'second'>]>", "a \"b\""),
      ("<!DOCTYPE gpx [<!ENTITY x '\(String(repeating: "x", count: 257))'>]>", "&x;"),
    ])
  func doctype(text: String, name: String) {
    for text in [text, text.replacing(" gpx", with: "\r\n gpx")] {
      let point = "<wpt lat=\"1\" lon=\"2\" a=\"&x;\">\n<name>&x;</name></wpt>"
      let document = "<?xml version=\"1.0\"?>\n\(text)\n<gpx>\n\(point)</gpx>"
      let outcome = GPXOutcome(document)
      let lines = document.utf8.count { $0 == 0x0A } + 1
      #expect(outcome.waypoints.map(\.name) == [name] && outcome.waypoints.map(\.line) == [lines - 1])
      let complaints = [lines - 1, lines].map { "\($0): &x; is no character of XML: read as text" }
      let passed = "2: the DOCTYPE is passed over: only plain texts that it declares count"
      #expect(outcome.complaints == [passed] + (name == "&x;" ? complaints : []))
      for chunk in [1, 7] { #expect(GPXOutcome(Array(document.utf8), chunk: chunk) == outcome) }
    }
  }

  @Test(
    "a DOCTYPE without an end is no document",
    arguments: ["<!DOCTYPE", "<!DOCTYPE gpx [", "<!DOCTYPE gpx [<!-- ]>"])
  func openDoctype(text: String) {
    #expect(GPXOutcome("\(text)\n<gpx><wpt lat=\"1\" lon=\"2\"/></gpx>").error != nil)
  }

  @Test("the texts of a DOCTYPE make no more than 4 MiB of a document", .timeLimit(.minutes(1)))
  func manyEntities() {
    let text = String(repeating: "x", count: 256)
    let names = String(repeating: "<wpt lat=\"1\" lon=\"2\"><name>&x;</name></wpt>", count: (4 << 20) / 256 + 1)
    let outcome = GPXOutcome("<!DOCTYPE gpx [<!ENTITY x '\(text)'>]><gpx>\(names)</gpx>")
    #expect(outcome.waypoints.count { $0.name?.first == "x" } == (4 << 20) / 256)
    #expect(outcome.waypoints.last?.name == "&x;")
  }

  @Test("decimal commas are read where they can be nothing else, with one warning a file")
  func commas() {
    let outcome = GPXOutcome(
      track(
        """
        <trkpt lat="48,858" lon="2,294"><ele>-35,5</ele></trkpt>
        <trkpt lat="-48,858" lon="2"><ele>35.5</ele></trkpt>
        <trkpt lat="48,858" lon="2.294"/>
        <trkpt lat="48,85,8" lon="2,294"/>
        <trkpt lat="48,858" lon="180,5"/>
        <trkpt lat="48.858" lon="2.294"><ele>35,5</ele></trkpt>
        """))
    #expect(outcome.points.map(\.position.latitude) == [48.858, -48.858, 48.858])
    #expect(outcome.points.map(\.position.longitude) == [2.294, 2, 2.294])
    #expect(outcome.points.map(\.elevation) == [-35.5, 35.5, nil])
    #expect(
      outcome.complaints == [
        "4: lat and lon are written with commas: read as decimal points",
        "6: lat “48,858” is not a decimal number: point skipped",
        "7: lat “48,85,8” is not a decimal number: point skipped",
        "8: lon “180,5” is out of range: point skipped", "9: <ele> “35,5” is no decimal number: dropped",
      ])
  }

  @Test(
    "what is not well-formed or no GPX is refused whole",
    arguments: [
      "", "   \n\n", "\u{FEFF}", "plain text", "{\"type\":1}", "<html><body></body></html>", "<GPX/>", "<gpx>",
      "<gpx/><gpx/>",
      "<gpx/>text", "<gpx><![CDATA[", "<gpx><!-- -- --></gpx>", "<gpx a=1/>", "<gpx>]]></gpx>", "<gpx a='1' a='2'/>",
      "\u{0}\u{0}\u{0}\u{0}",
    ])
  func refused(text: String) {
    let outcome = GPXOutcome(text)
    #expect(outcome.counts == nil)
    #expect(outcome.error?.line == 1)
  }

  @Test("a document that is cut anywhere is read as far as it goes, and refused before its first point")
  func truncated() {
    let (first, second) = ("<trkpt lat=\"1\" lon=\"2\"><ele>3</ele></trkpt>", "<trkpt lat=\"1\" lon=\"2\"/>")
    let text = track(first + "\n" + second)
    let whole = Array(text.utf8)
    let ends = [first, second].map { text.firstRange(of: $0)?.upperBound.utf16Offset(in: text) ?? 0 }
    // The last byte is a line break after the root.
    for length in 0..<whole.count - 1 {
      let outcome = GPXOutcome(Array(whole[..<length]))
      let points = ends.count { $0 <= length }
      #expect((outcome.error != nil) == (points == 0) && outcome.points.count == points, "\(length)")
      #expect(outcome.complaints.count == (points == 0 ? 0 : 1), "\(length)")
    }
    #expect(GPXOutcome(whole).error == nil && GPXOutcome(whole).complaints.isEmpty)
  }

  @Test("nesting is refused where it becomes unreasonable")
  func depth() {
    let deep = "<gpx>\n" + String(repeating: "<a>", count: 100_000)
    #expect(GPXOutcome(deep).error == FormatError(.tooDeep("elements", limit: 256), line: 2))
  }

  @Test("one tag or comment may not be larger than the limit")
  func token() {
    var reader = GPXReader()
    reader.limits.token = 1000
    reader.chunkSize = 256
    var log = DiagnosticLog()
    let bytes = Array("<gpx>\n<!-- \(String(repeating: "x", count: 40_000)) --></gpx>".utf8)
    #expect(throws: FormatError(.tooLong(limit: 1000), line: 2)) {
      try reader.read(MemoryBytes(bytes), log: &log) { _ in }
    }
  }

  @Test("more points than are wanted refuse the file, whatever kind they are of")
  func points() {
    var reader = GPXReader()
    reader.limits.points = 10
    var log = DiagnosticLog()
    func read(_ points: Int) throws(FormatError) -> GPXCounts {
      let text = track(String(repeating: "<trkpt lat=\"1\" lon=\"2\"/>\n", count: points))
      return try reader.read(MemoryBytes(Array(text.utf8)), log: &log) { _ in }
    }
    #expect(throws: Never.self) { _ = try read(10) }
    #expect { _ = try read(11) } throws: { ($0 as? FormatError)?.problem == .tooMany("points", limit: 10) }
  }

  @Test("a million complaints cost no more than a hundred")
  func bounded() {
    let outcome = GPXOutcome(track(String(repeating: "<trkpt lat=\"x\" lon=\"2\"/>\n", count: 1000)))
    #expect(outcome.log.entries.count == 100)
    #expect(outcome.complaints.last == "1003: and 900 more warnings up to this line")
  }

  @Test("a file that is not there is an error of its own")
  func unreadable() {
    var log = DiagnosticLog()
    #expect(throws: FormatError(.unreadable("No such file or directory"), line: 1)) {
      try GPXReader().read(path: "/nowhere/at/all.gpx", log: &log) { _ in }
    }
    #expect(throws: FormatError(.unreadable("Is a directory"), line: 1)) {
      try GPXReader().read(path: "/", log: &log) { _ in }
    }
  }
}
