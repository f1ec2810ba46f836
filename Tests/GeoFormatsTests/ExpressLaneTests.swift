import GeoFormats
import Numbers
import Testing

/// The lane may change nothing but the speed: the same bytes give the same points and the same complaints with it and
/// without it, in chunks of any size.
@Suite("GPX: the express lane")
struct ExpressLaneTests {
  static let chunks = [1, 7, 64, 700, 4096, 256 << 10]

  @Test("plain files: the same with and without, in chunks of any size", arguments: UInt64(1)...6, chunks)
  func plain(seed: UInt64, chunk: Int) {
    var generator = SeededGenerator(seed: seed)
    let bytes = Array(randomDocument(points: 120, &generator).utf8)
    let slow = GPXOutcome(bytes, lane: false)
    #expect(slow.error == nil && slow.points.count > 100)
    #expect(GPXOutcome(bytes, chunk: chunk) == slow)
  }

  @Test("mutated files: the same with and without", arguments: UInt64(1)...60)
  func mutated(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let whole = Array(randomDocument(points: 40, &generator).utf8)
    for _ in 0..<60 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...3, using: &generator) { mutate(&bytes, &generator) }
      let chunk = try #require(Self.chunks.dropFirst(2).randomElement(using: &generator))
      let slow = GPXOutcome(bytes, chunk: chunk, lane: false)
      let fast = GPXOutcome(bytes, chunk: chunk)
      #expect(fast == slow, "\(String(decoding: bytes, as: UTF8.self))")
    }
  }

  @Test(
    "what is not quite plain is the same with and without",
    arguments: [
      #"<trkpt lat="1" lon="2"><ele>1</ele><ele>2</ele></trkpt>"#,
      #"<trkpt lat="1" lon="2"><time>2024-01-01T00:00:60Z</time></trkpt>"#,
      #"<trkpt lat="1" lon="2"><time>2024-02-30T00:00:00Z</time></trkpt>"#, #"<trkpt lat="1" lon="2">text</trkpt>"#,
      #"<trkpt lat="1" lon="2"><ele>1</ele><!-- --></trkpt>"#,
      #"<trkpt lat="1" lon="2"><ele><![CDATA[1]]></ele></trkpt>"#,
      #"<trkpt lat="1" lon="2" ></trkpt>"#, #"<trkpt lat="90.0000000000000001" lon="180"/>"#,
      #"<trkpt lat="91" lon="2"/>"#,
      #"<trkpt lat="0.12345678901234567" lon="-0"/>"#, #"<trkpt lat="9007199254740993" lon="1"/>"#,
      #"<trkpt lat="1" lat="2"/>"#,
      #"<trkpt lat="." lon="1"/>"#, #"<trkpt lat="1." lon=".1"/>"#, #"<trkpt lat="+1" lon="1e0"/>"#,
      #"<trkpt lat="--1" lon="1"/>"#,
      #"<trkpt lat="00000000000000001" lon="000000000000000000001"/>"#, #"<trkpt lat='1' lon='2'/>"#,
      #"<trkpt lat="&#49;" lon="2"/>"#,
      #"<trkpt lat="1" lon="2"><ele>100001</ele></trkpt>"#,
      #"<trkpt lat="1" lon="2"><time>2024-01-01T00:00:00.1234567891Z</time></trkpt>"#,
      #"<trkpt lat="1" lon="2"><time>2024-01-01T00:00:00.12Z</time></trkpt>"#,
      #"<trkpt lat="1" lon="2"><time>2024-01-01T00:00:00+01:00</time></trkpt>"#,
      #"<trkpt lat="1" lon="2"><time>2024-01-01T2:000:00Z</time></trkpt>"#,
      #"<trkpt lat="1" lon="2"><time>2024-01-01T24:00:00Z</time></trkpt>"#,
      #"<trkpt lat="1" lon="2"><time>2024-01-01T00:0/:00Z</time></trkpt>"#,
      #"<trkpt lat="1" lon="2"><time>2024-01-01T00;00:00Z</time></trkpt>"#,
      #"<trkpt lat="1" lon="2"><time>0000-01-01T00:00:00Z</time></trkpt>"#,
      #"<trkpt lat="1" lon="2"><extensions/></trkpt>"#,
      #"</trkseg><trkseg><trkpt lat="1" lon="2"/>"#, #"</trkseg><trkseg/><trkseg>"#, #"</trkseg></trk><trk><trkseg>"#,
      "\r<trkpt lat=\"1\" lon=\"2\"/>\r", "\r\n\r\n<trkpt lat=\"1\" lon=\"2\"/>\r\n<trkpt lat=\"x\" lon=\"2\"/>", "]]>",
      "<b>", "\u{0}",
      #"<x:y xmlns:x="urn:x"><trkpt lat="1" lon="2"/></x:y>"#, #"<trkseg><trkpt lat="1" lon="2"/></trkseg>"#,
      #"<trkpt xmlns="urn:x" lat="1" lon="2"/>"#, #"<!-- <trkseg><trkpt lat="1" lon="2"></trkpt> -->"#,
      #"<![CDATA[<trkseg></trkpt><trkpt lat="1" lon="2"/>]]>"#, "é",
      "<trkpt lat=\"1\" lon=\"2\">" + String(repeating: " ", count: 80) + "</trkpt>",
    ])
  func doubtful(middle: String) {
    // Enough plain points around it that the lane is open before, and that it looks ahead after.
    let before = (0..<20).map { #"<trkpt lat="1" lon="2"><time>2024-01-01T00:00:0\#($0 / 10)Z</time></trkpt>"# }
    let after = (0..<20).map { #"<trkpt lon="3" lat="4"><ele>5.\#($0)</ele><time>2024-01-01T00:00:02Z</time></trkpt>"# }
    let bytes = Array(track((before + [middle] + after + ["<trkpt/>"]).joined(separator: "\n")).utf8)
    let slow = GPXOutcome(bytes, lane: false)
    for chunk in Self.chunks { #expect(GPXOutcome(bytes, chunk: chunk) == slow, "\(chunk)") }
  }

  @Test("a prefixed segment holds no unprefixed points of its own namespace")
  func prefixed() {
    let points = String(repeating: "<trkpt lat=\"1\" lon=\"2\"></trkpt>", count: 40)
    let start = """
      <g:gpx xmlns:g="http://www.topografix.com/GPX/1/1"><!-- \(String(repeating: "-x", count: 600)) --><g:trk><g:trkseg>
      """
    let text = Array(
      "\(start)\(points)<g:trkpt lat=\"1\" lon=\"2\"></g:trkpt>\(points)</g:trkseg></g:trk></g:gpx>".utf8)
    // A chunk that ends with the segment's tag: only then could the lane open.
    let fast = GPXOutcome(text, chunk: start.utf8.count)
    #expect(fast.counts?.trackPoints == 1)
    #expect(fast == GPXOutcome(text, lane: false))
  }

  @Test("in UTF-16 there are no plain points")
  func wide() {
    // Seen as bytes, this text is plain points; as UTF-16 it is Chinese.
    let points = Array(String(repeating: "<trkpt lat=\"1\" lon=\"2\"></trkpt>", count: 60).utf8)
    let start = "<gpx><!-- \(String(repeating: "-x", count: 600)) --><trk><trkseg>"
    let wide = { (text: String) in
      text.utf16.flatMap { unit -> [UInt8] in [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)] }
    }
    let bytes: [UInt8] =
      [0xFF, 0xFE] + wide(start) + points + wide("<trkpt lat=\"1\" lon=\"2\"/></trkseg></trk></gpx>")
    let fast = GPXOutcome(bytes, chunk: 2 + 2 * start.utf16.count)
    #expect(fast.counts?.trackPoints == 1)
    #expect(fast == GPXOutcome(bytes, lane: false))
  }

  @Test("the world's files: the same with and without", .enabled(if: Shared.isPresent, "needs ../shared"))
  func world() throws {
    let files =
      Shared.files("gpx", suffix: ".gpx").map { "gpx/\($0)" }
      + Shared.files("hostile", suffix: ".gpx").map { "hostile/\($0)" }
    #expect(files.count > 70)
    for file in files {
      let bytes = try Shared.bytes(file)
      let slow = GPXOutcome(bytes, lane: false)
      for chunk in [4096, 256 << 10] { #expect(GPXOutcome(bytes, chunk: chunk) == slow, "\(file)") }
    }
  }

  // MARK: - Documents by chance

  private func randomDocument(points: Int, _ generator: inout SeededGenerator) -> String {
    var seconds = 0
    var body = ""
    for _ in 0..<points {
      seconds += Int.random(in: 0...3, using: &generator)
      body += randomPoint(seconds, &generator) + (["\n", "", "\r\n", "\n  "].randomElement(using: &generator) ?? "")
      if Int.random(in: 0..<30, using: &generator) == 0 { body += "</trkseg>\n<trkseg>" }
    }
    return track(body)
  }

  private func randomPoint(_ seconds: Int, _ generator: inout SeededGenerator) -> String {
    let latitude = Double(Int.random(in: -900_000...900_000, using: &generator)) / 1e4
    let longitude = Double(Int.random(in: -18_000_000...18_000_000, using: &generator)) / 1e5
    let time = "2024-03-10T\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))Z"
    let space = Bool.random(using: &generator) ? "" : "\n    "
    let elevation = Int.random(in: 0..<4, using: &generator) == 0 ? "" : "\(space)<ele>\(seconds).5</ele>"
    let moment = Int.random(in: 0..<4, using: &generator) == 0 ? "" : "\(space)<time>\(time)</time>"
    let position =
      Bool.random(using: &generator)
      ? #"lat="\#(latitude)" lon="\#(longitude)""# : #"lon="\#(longitude)" lat="\#(latitude)""#
    return "<trkpt \(position)>\(elevation)\(moment)\(space)</trkpt>"
  }

  private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private func mutate(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
    let place = Int.random(in: 0..<bytes.count, using: &generator)
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: bytes.remove(at: place)
    case 1: bytes[place] = UInt8.random(in: 0...255, using: &generator)
    case 2: bytes[place] = Array("0123456789.-<>/\"' \n\r&eE:TZ".utf8).randomElement(using: &generator) ?? 0
    case 3: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &generator)], at: place)
    default:
      // A piece of the document somewhere else.
      let start = Int.random(in: 0..<bytes.count, using: &generator)
      let piece = bytes[start..<min(bytes.count, start + Int.random(in: 1...60, using: &generator))]
      bytes.insert(contentsOf: Array(piece), at: place)
    }
  }
}
