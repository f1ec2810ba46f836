import Foundation
import GeoFormats
import Testing

/// The bytes of a text in an encoding that iconv knows.
private func bytes(_ text: String, as encoding: String) throws -> [UInt8] {
  let handle = try #require(iconv_open(encoding, "UTF-8"))
  try #require(Int(bitPattern: handle) != -1)
  defer { iconv_close(handle) }
  var input = Array(text.utf8).map { CChar(bitPattern: $0) }
  var output = [CChar](repeating: 0, count: input.count * 8 + 64)
  let count = input.withUnsafeMutableBufferPointer { input in
    output.withUnsafeMutableBufferPointer { output in
      var (source, left) = (input.baseAddress, input.count)
      var (target, room) = (output.baseAddress, output.count)
      _ = iconv(handle, &source, &left, &target, &room)
      return left == 0 ? output.count - room : -1
    }
  }
  try #require(count > 0)
  return output[..<count].map { UInt8(bitPattern: $0) }
}

/// One waypoint, whose name is on line 2.
private func document(_ name: String, encoding: String? = nil) -> String {
  let declaration = encoding.map { "<?xml version=\"1.0\" encoding=\"\($0)\"?>" } ?? ""
  return "\(declaration)\n<gpx><wpt lat=\"1\" lon=\"2\"><name>\(name)</name></wpt></gpx>\n"
}

/// Reads bytes in pieces of every size, which must make no difference.
private func read(_ bytes: [UInt8]) -> GPXOutcome {
  let whole = GPXOutcome(bytes)
  for chunk in [1, 5, 64, 4096] { #expect(GPXOutcome(bytes, chunk: chunk, lane: chunk > 5) == whole, "\(chunk)") }
  return whole
}

@Suite("XML as files have it")
struct XMLInputTests {
  @Test(
    "a document is read in the encoding that it declares",
    arguments: [
      ("UTF-8", "Ž€日"), ("utf8", "Ž€日"), ("windows-1252", "é€Ž"), ("windows-1251", "Дуб"), ("CP1250", "Łódź"),
      ("win-1251", "Дуб"), ("ISO-8859-1", "café"), ("ISO-8859-2", "Łódź"), ("ISO-8859-15", "œ€"), ("KOI8-R", "Дуб"),
      ("macintosh", "é"), ("IBM850", "é"), ("Shift_JIS", "日本"), ("EUC-JP", "日本"), ("GB18030", "日本"),
      ("Big5", "日本"), ("EUC-KR", "한국"), ("ISO-2022-JP", "日本"), ("US-ASCII", "oak"),
    ])
  func declared(encoding: String, name: String) throws {
    let known = ["win-1251": "CP1251", "utf8": "UTF-8"][encoding] ?? encoding
    let outcome = read(try bytes(document(name, encoding: encoding), as: known))
    #expect(outcome.waypoints.map(\.name) == [name] && outcome.complaints == [])
  }

  @Test(
    "an encoding is known by every label of the Encoding Standard that iconv does not have",
    arguments: [
      ("unicode-1-1-utf-8", "UTF-8", "Ž日"), ("x-mac-roman", "MACINTOSH", "Žé".replacing("Ž", with: "ß")),
      ("x-mac-cyrillic", "MAC-CYRILLIC", "Дуб"), ("koi8_r", "KOI8-R", "Дуб"), ("koi", "KOI8-R", "Дуб"),
      ("sun_eu_greek", "ISO-8859-7", "Δρυς"), ("logical", "ISO-8859-8", "אלון"), ("ISO-8859-6-I", "ISO-8859-6", "بلوط"),
      ("csISOLatin9", "ISO-8859-15", "œ€"), ("x-sjis", "CP932", "①日本"), ("Shift_JIS", "CP932", "①日本"),
      ("windows-31j", "CP932", "①日本"), ("x-euc-jp", "EUC-JP", "日本"), ("x-gbk", "GBK", "镕"), ("gb2312", "GBK", "镕"),
      ("chinese", "GB18030", "日本"), ("x-x-big5", "BIG5-HKSCS", "日本"), ("ks_c_5601-1987", "UHC", "똠방"),
      ("EUC-KR", "UHC", "똠방"), ("korean", "UHC", "한국"),
    ])
  func labels(label: String, encoding: String, name: String) throws {
    let outcome = read(try bytes(document(name, encoding: label), as: encoding))
    #expect(outcome.waypoints.map(\.name) == [name] && outcome.complaints == [])
  }

  @Test(
    "wide text is known by its mark or by its zeros, whatever it declares",
    arguments: ["UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"], ["UTF-16", "UTF-8", "ISO-8859-1"])
  func wide(encoding: String, declared: String) throws {
    for mark in ["", "\u{FEFF}"] {
      let outcome = read(
        try bytes(mark + document("Ž日", encoding: declared).replacing("?>\n", with: "?>"), as: encoding))
      #expect(outcome.waypoints.map(\.name) == ["Ž日"] && outcome.complaints == [])
    }
  }

  @Test("a document in EBCDIC is read")
  func ebcdic() throws {
    let text = #"<?xml version="1.0" encoding="IBM1047"?><gpx><wpt lat="1" lon="2"><name>Oak</name></wpt></gpx>"#
    #expect(read(try bytes(text, as: "IBM1047")).waypoints.map(\.name) == ["Oak"])
  }

  @Test(
    "a declaration that cannot be true is passed over with a warning",
    arguments: [("UTF-16", ""), ("ISO-8859-1", "\u{FEFF}"), ("none-such", ""), ("ANSI", ""), ("../x", "")])
  func contradiction(encoding: String, mark: String) {
    let outcome = read(Array((mark + document("Ž日", encoding: encoding)).utf8))
    #expect(outcome.waypoints.map(\.name) == ["Ž日"])
    #expect(outcome.complaints.map { $0.prefix(2) } == ["1:"] && outcome.complaints[0].hasSuffix(": read as UTF-8"))
  }

  @Test(
    "text that can only be UTF-8 is read as that, whatever it declares",
    arguments: [
      ("windows-1253", "Αθήνα"), ("ISO-8859-1", "Säntis, Zürich"), ("KOI8-R", "Привет"), ("Shift_JIS", "日本日本"),
      ("GB18030", "日本日本"),
    ])
  func untrue(encoding: String, name: String) {
    let outcome = read(Array(document(name, encoding: encoding).utf8))
    #expect(outcome.waypoints.map(\.name) == [name])
    #expect(
      outcome.complaints == ["1: the declaration says “\(encoding)”, the text is in UTF-8: read as UTF-8"])
  }

  @Test("bytes that are not UTF-8 are those of Windows-1252, with a warning a line")
  func strayBytes() {
    let stray: [[UInt8]] = [[0xE9], [0x80], [0xC3, 0x28], [0xE2, 0x82], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0x81]]
    let names = ["é", "€", "Ã(", "â‚", "À¯", "í\u{A0}€", "\u{FFFD}"]
    for (bytes, name) in zip(stray, names) {
      let text = Array(document("*").utf8)
      let place = text.firstIndex(of: UInt8(ascii: "*")) ?? 0
      let outcome = read(Array(text[..<place]) + bytes + Array(text[(place + 1)...]))
      #expect(outcome.waypoints.map(\.name) == [SafeText.clean(name, limit: 50)])
      #expect(outcome.complaints == ["2: bytes that are not UTF-8 are read as Windows-1252"])
    }
  }

  @Test("bytes that an encoding does not have are marked, with a warning")
  func undefinedBytes() throws {
    let text = try bytes(document("a*b", encoding: "windows-1252"), as: "CP1252").map { $0 == 0x2A ? 0x81 : $0 }
    let outcome = read(text)
    #expect(outcome.waypoints.map(\.name) == ["a\u{FFFD}b"])
    #expect(outcome.complaints == ["2: bytes that mean nothing in the encoding of the file are left out"])
  }

  @Test(
    "references that are none of XML, and marks that belong to nothing, are text",
    arguments: [
      ("a&nbsp;b", "a b", "&nbsp; is HTML, not XML: read as its character"),
      ("caf&eacute;", "café", "&eacute; is HTML, not XML: read as its character"),
      ("Tom & Jerry", "Tom & Jerry", "a lone “&” is read as text"),
      ("Tom&Jerry", "Tom&Jerry", "a lone “&” is read as text"), ("B&;", "B&;", "a lone “&” is read as text"),
      ("x &foo; y", "x &foo; y", "&foo; is no character of XML: read as text"),
      ("a&#0;b", "ab", "&#0; is no character of XML: left out"),
      ("a&#x1F;b", "ab", "&#x1F; is no character of XML: left out"),
      ("a&#xD800;b", "ab", "&#xD800; is no character of XML: left out"),
      ("a&#99999999999;b", "ab", "&#99999999999; is no character of XML: left out"),
      ("1 < 2", "1 < 2", "a “<” that begins no tag is read as text"),
      ("I <3 it", "I <3 it", "a “<” that begins no tag is read as text"),
      ("a\u{7}b", "ab", "the control byte 7 is left out"), ("a\u{0}b", "ab", "the control byte 0 is left out"),
      ("a\u{FFFE}b", "ab", "U+FFFE and U+FFFF are left out"),
    ])
  func mended(name: String, text: String, complaint: String) {
    let outcome = read(Array(document(name).utf8))
    #expect(outcome.waypoints.map(\.name) == [text])
    #expect(outcome.complaints == ["2: \(complaint)"])
  }

  @Test(
    "what is good XML is left as it is",
    arguments: [
      ("<![CDATA[Tom & <Jerry> &nbsp;]]>", "Tom & <Jerry> &nbsp;"), ("<!-- & < &nbsp; -->x", "x"), ("<?p & < ?>x", "x"),
      ("&amp;&lt;&gt;&quot;&apos;&#65;&#x42;", "&<>\"'AB"), ("&amp;nbsp;", "&nbsp;"),
    ])
  func unchanged(name: String, text: String) {
    let outcome = read(Array(document(name).utf8))
    #expect(outcome.waypoints.map(\.name) == [text] && outcome.complaints == [])
  }

  @Test(
    "white space, NULs and marks before the document are passed over, and lines are counted",
    arguments: ["\n", "  \n", "\r\n", "\u{0}\n\u{0}", "\u{FEFF}\n", "\n\u{FEFF}", "\u{FEFF}\u{FEFF}\n", "\t\n"])
  func before(junk: String) {
    let declared =
      #"<?xml version="1.0" encoding="UTF-8"?>"# + "<gpx><wpt lat=\"1\" lon=\"2\"/><wpt lat=\"x\" lon=\"2\"/></gpx>"
    let outcome = read(Array((junk + declared).utf8))
    #expect(outcome.counts?.points == 1)
    #expect(outcome.log.entries.last?.line == 2)
  }

  @Test(
    "what stands behind the document is left out with a warning",
    arguments: [
      ("text", "1: more text after the end of the document: left out"),
      ("\n<gpx><wpt lat=\"3\" lon=\"4\"/></gpx>", "2: more text after the end of the document: left out"),
      ("\n\n<?xml version=\"1.0\"?>\n<gpx/>", "4: more text after the end of the document: left out"),
      ("\n\u{0}\u{0}\u{0}", "2: the control byte 0 is left out"),
    ])
  func after(junk: String, complaint: String) {
    let outcome = read(Array("<gpx><wpt lat=\"1\" lon=\"2\"/></gpx>\(junk)".utf8))
    #expect(outcome.counts?.points == 1 && outcome.complaints == [complaint])
  }

  @Test("comments and white space behind the document are no fault")
  func comments() {
    #expect(read(Array("<gpx><wpt lat=\"1\" lon=\"2\"/></gpx>\n<!-- end -->\n".utf8)).complaints == [])
  }

  @Test(
    "where a document stops to be XML, the points before count",
    arguments: [
      ("", "4: the file ends too early: everything before is read"),
      ("</trkseg></trk>", "4: the file ends too early: everything before is read"),
      ("<trkpt lat=\"3\" lo", "4: the file ends too early: everything before is read"),
      ("<!-- cut", "4: the file ends too early: everything before is read"),
      ("<![CDATA[ cut", "4: the file ends too early: everything before is read"),
      ("</trk></trkseg></gpx>", "4: not XML from here on (mismatched tag): the rest is left out"),
      (
        "<trkpt lat=\"1\" lat=\"2\"/></trkseg></trk></gpx>",
        "4: not XML from here on (duplicate attribute): the rest is left out"
      ),
    ])
  func cut(end: String, complaint: String) {
    let text = "<gpx><trk><trkseg>\n<trkpt lat=\"1\" lon=\"2\"/>\n<trkpt lat=\"1\" lon=\"2\"></trkpt>\n\(end)"
    let outcome = read(Array(text.utf8))
    #expect(outcome.points.count == 2 && outcome.counts?.trackPoints == 2)
    #expect(outcome.complaints == [complaint])
  }

  @Test(
    "behind text that is no XML the points are read, with the line of the fault and where it goes on",
    arguments: [
      ("<metadata><name>x</b></metadata>", "mismatched tag"), ("</metadata>", "mismatched tag"),
      ("<wpt lat=\"1\" lat=\"2\"><name>x</name></wpt>", "duplicate attribute"),
      ("<wpt lat=1 lon=2/>", "not well-formed (invalid token)"),
      ("<!-- -- a -- -->", "not well-formed (invalid token)"),
      ("<wpt lat=\"1\" lon=\"2\" hidden/>", "not well-formed (invalid token)"),
      ("<trk><name>x</trk>", "mismatched tag"), ("<rte><rtept lat=\"1\" lon=\"2", "not well-formed (invalid token)"),
    ])
  func gap(fault: String, words: String) {
    let point = "<wpt lat=\"1\" lon=\"2\"><name>Oak</name></wpt>"
    let way = "<trkpt lat=\"3\" lon=\"4\"/>\n<trkpt lat=\"5\" lon=\"6\"><ele>7</ele></trkpt>"
    let outcome = read(Array("<gpx>\n\(fault)\n\(point)\r\n<trk><trkseg>\n\(way)</trkseg></trk></gpx>".utf8))
    #expect(outcome.waypoints.map(\.name) == ["Oak"] && outcome.points.map(\.line) == [5, 6])
    let line = fault.hasPrefix("<rte>") ? 3 : 2
    #expect(outcome.complaints == ["\(line): not XML here (\(words)): read on from line 3"])
    #expect(outcome.points.first?.startsSegment == true && outcome.counts?.tracks == (fault.hasPrefix("<trk>") ? 2 : 1))
  }

  @Test("inside a track the points behind a fault are a segment of their own, of the same track")
  func gapInside() {
    let points = (0..<4).map { "<trkpt lat=\"1\" lon=\"\($0)\"><ele>3</ele></trkpt>" }
    let way = "\(points[0])\n\(points[1])</el>\n\(points[2])\n\(points[3])"
    let outcome = read(Array("<gpx><trk>\n<name>T</name><trkseg>\n\(way)</trkseg></trk></gpx>".utf8))
    #expect(outcome.points.map(\.line) == [3, 4, 5, 6] && outcome.titles == ["T"])
    #expect(outcome.points.map(\.startsSegment) == [true, false, true, false])
    #expect(outcome.complaints == ["4: not XML here (mismatched tag): read on from line 5"])
  }

  @Test(
    "behind a fault elements with the prefix of the root are gone on with as well",
    arguments: ["gpx", "a.b-c", "ns0"])
  func gapPrefix(prefix: String) {
    let points = (0..<3).map { "<trkpt lat=\"1\" lon=\"\($0)\"><ele>3</ele></trkpt>" }
    let way = "\(points[0])</el>\n\(points[1])\n\(points[2])"
    let plain = "<gpx><trk>\n<name>T</name><trkseg>\n\(way)</trkseg></trk></gpx>"
    let prefixed = plain.replacing("</", with: "\u{0}").replacing("<", with: "<\(prefix):")
      .replacing("\u{0}", with: "</\(prefix):")
      .replacing("<\(prefix):gpx>", with: "<\(prefix):gpx xmlns:\(prefix)=\"http://www.topografix.com/GPX/1/1\">")
    let outcome = read(Array(prefixed.utf8))
    #expect(outcome.points.map(\.line) == [3, 4, 5] && outcome.titles == ["T"])
    #expect(outcome.points.map(\.elevation) == [3, 3, 3])
    #expect(outcome.complaints == ["3: not XML here (mismatched tag): read on from line 4"])
  }

  @Test("namespaces of the root hold behind a fault")
  func gapNamespaces() {
    let garmin = "http://www.garmin.com/xmlschemas/TrackPointExtension/v1"
    let outcome = read(
      Array(
        """
        <gpx xmlns="http://www.topografix.com/GPX/1/1" xmlns:g="\(garmin)"><a xmlns:g="urn:x"><b></a>
        <trk><trkseg><trkpt lat="1" lon="2"><extensions><g:TrackPointExtension><g:speed>2</g:speed>
        </g:TrackPointExtension></extensions></trkpt></trkseg></trk></gpx>
        """.utf8))
    #expect(outcome.points.map(\.speed) == [2])
    #expect(outcome.complaints == ["1: not XML here (mismatched tag): read on from line 2"])
  }

  @Test(
    "text around a document, and a next document behind one that is cut, cost no point",
    arguments: [
      ("Here is my walk:\n", 1, "1: not XML here (syntax error): read on from line 2"),
      ("HTTP/1.1 200 OK\r\n\r\n", 1, "1: not XML here (not well-formed (invalid token)): read on from line 3"),
      ("<gpx><wpt lat=\"1\" lon=\"2\"/>", 2, "1: the file ends too early: everything before is read"),
      ("<gpx><trk><trkseg><trkpt lat=\"1\" lon=\"2\"/>", 2, "1: the file ends too early: everything before is read"),
    ])
  func around(before: String, count: Int, complaint: String) {
    let outcome = read(Array("\(before)<?xml version=\"1.0\"?><gpx><wpt lat=\"1\" lon=\"2\"/></gpx>".utf8))
    #expect(outcome.counts?.points == count && outcome.complaints == [complaint])
  }

  @Test("without a point before and behind the fault a document is refused, at the first fault")
  func gapWithoutPoints() {
    let outcome = read(Array("<gpx>\n<metadata></gpx>\n<trk><trkseg></trk>\n<wpt lat=\"x\" lon=\"2\"/></gpx>".utf8))
    #expect(outcome.error == FormatError(.notXML("mismatched tag"), line: 2))
  }

  @Test("a document of faults is read on a hundred times, and costs no more than its bytes", .timeLimit(.minutes(1)))
  func manyGaps() {
    let outcome = GPXOutcome("<gpx>" + String(repeating: "\n<wpt lat=\"1\" lon=\"2\"/></b>", count: 200_000))
    #expect(outcome.counts?.points == 101)
    #expect(outcome.complaints.first == "2: not XML here (mismatched tag): read on from line 3")
    let bare = GPXOutcome("<gpx><wpt lat=\"1\" lon=\"2\"/></b>" + String(repeating: "<trkpt<", count: 2_000_000))
    #expect(bare.complaints == ["1: not XML from here on (mismatched tag): the rest is left out"])
  }

  @Test(
    "a prefix that is declared nowhere costs one warning and no point",
    arguments: [
      "<wpt lat=\"1\" lon=\"2\"><extensions><gpxx:W><gpxx:D>x</gpxx:D></gpxx:W></extensions></wpt>",
      "<wpt lat=\"1\" lon=\"2\" gpxx:a=\"b\"/>", "<gpxx:a/><wpt lat=\"1\" lon=\"2\"/>",
      "<gpxx:wpt lat=\"1\" lon=\"2\"/>",
    ])
  func undeclared(body: String) {
    let outcome = read(Array(gpx(body).utf8))
    #expect(outcome.counts?.points == 1)
    #expect(outcome.complaints == ["3: the prefix “gpxx” is declared nowhere: read all the same"])
  }

  @Test("the extensions of Garmin and Groundspeak are read without a declaration")
  func undeclaredExtensions() throws {
    let outcome = read(
      Array(
        gpx(
          """
          <trk><trkseg><trkpt lat="1" lon="2"><extensions><gpxtpx:TrackPointExtension><gpxtpx:speed>2</gpxtpx:speed>
          </gpxtpx:TrackPointExtension></extensions></trkpt></trkseg></trk>
          <wpt lat="1" lon="2"><groundspeak:cache><groundspeak:name>Bridge</groundspeak:name></groundspeak:cache></wpt>
          """
        ).utf8))
    #expect(outcome.points.map(\.speed) == [2])
    #expect(outcome.waypoints.map(\.cache?.name) == ["Bridge"])
    #expect(outcome.complaints.count == 2)
  }

  @Test(
    "an odd namespace of Groundspeak's part is read with a warning",
    arguments: ["groundspeak", "http://www.groundspeak.com/cache/1/1"])
  func oddNamespace(namespace: String) {
    let outcome = read(
      Array(
        """
        <gpx xmlns:g="\(namespace)">
        <wpt lat="1" lon="2"><g:cache><g:name>Bridge</g:name></g:cache></wpt></gpx>
        """.utf8))
    #expect(outcome.waypoints.map(\.cache?.name) == ["Bridge"])
    #expect(outcome.complaints == ["2: unknown namespace “\(namespace)”: read as that of Groundspeak"])
  }

  @Test("declarations hold inside their element only, and the innermost counts")
  func scopes() {
    let garmin = "http://www.garmin.com/xmlschemas/TrackPointExtension/v1"
    let point = { (extra: String) in
      "<trkpt lat=\"1\" lon=\"2\"><extensions \(extra)><g:TrackPointExtension><g:speed>2</g:speed></g:TrackPointExtension></extensions></trkpt>"
    }
    let outcome = read(
      Array(
        "<gpx xmlns:g=\"urn:x\"><trk><trkseg>\(point(""))\(point("xmlns:g=\"\(garmin)\""))\(point(""))</trkseg></trk></gpx>"
          .utf8))
    #expect(outcome.points.map(\.speed) == [nil, 2, nil] && outcome.complaints == [])
  }

  @Test("a file of declarations costs no more than its bytes", .timeLimit(.minutes(1)))
  func manyDeclarations() {
    let declarations = (0..<20_000).map { "xmlns:p\($0)=\"urn:\($0)\"" }.joined(separator: " ")
    let elements = (0..<20_000).map { "<p\($0):a/>" }.joined()
    #expect(GPXOutcome("<gpx \(declarations)><wpt lat=\"1\" lon=\"2\"/>\(elements)</gpx>").counts?.points == 1)
  }
}
