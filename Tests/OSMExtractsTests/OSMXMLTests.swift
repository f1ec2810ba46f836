import Foundation
import Testing

@testable import OSMExtracts

/// Which XML is refused, and in which line.
@Suite struct OSMXMLTests {
  /// A text, and the line where it is wrong.
  struct Fault: CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let line: Int?

    /// Without a line: libosmium says what is wrong, and not where.
    init(_ name: String, _ text: String, line: Int?) { (testDescription, self.text, self.line) = (name, text, line) }

    /// A body from line 2 on.
    init(_ name: String, body: String, line: Int? = 2) {
      self.init(name, "<osm version=\"0.6\">\n\(body)\n</osm>\n", line: line)
    }
  }

  private static let laughs = (1...20).map { "<!ENTITY l\($0) \"&l\($0 - 1);&l\($0 - 1);\">" }.joined()

  private static let damaged: [Fault] = [
    Fault("a document type without an end", "<!DOCTYPE osm\n", line: 2),
    Fault("a very long document type", "<!DOCTYPE osm '\(String(repeating: "x", count: 70_000))'>", line: 1),
    Fault("a document type in the document", body: "<!DOCTYPE osm>"),
    Fault(
      "a billion laughs", "<!DOCTYPE osm [<!ENTITY l0 \"ha\">\(laughs)]>\n<osm version=\"0.6\">&l20;</osm>", line: 2),
    Fault("two document types", "<!DOCTYPE osm>\n<!DOCTYPE osm>\n<osm version=\"0.6\"/>", line: 2),
    Fault("a document type in small letters", "<!doctype osm><osm version=\"0.6\"/>", line: 1),
    Fault("UTF-16", "<\0o\0s\0m\0", line: 1),
    Fault("another root", "<gpx version=\"1.1\">\n</gpx>", line: 1),
    Fault("a file of changes", "<osmChange version=\"0.6\">\n</osmChange>", line: 1),
    Fault("no version", "<osm>\n</osm>", line: nil),
    Fault("another version", "<osm version=\"0.5\">\n</osm>", line: nil),
    Fault("no end", "<osm version=\"0.6\">\n<node id=\"1\" lat=\"1\" lon=\"1\"/>\n", line: 3),
    Fault("an end in a tag", "<osm version=\"0.6\">\n<node id=\"1\"", line: 2),
    Fault("an end in a comment", "<osm version=\"0.6\">\n<!-- </osm>\n", line: 3),
    Fault("an end that does not fit", body: "<node id=\"1\" lat=\"1\" lon=\"1\"></way>"),
    Fault("an end too many", "<osm version=\"0.6\">\n</osm>\n</osm>", line: 3),
    Fault("an attribute without quotes", body: "<node id=1 lat=\"1\" lon=\"1\"/>"),
    Fault("an entity nobody declared", body: "<node id=\"1\" lat=\"1\" lon=\"1\" user=\"&x;\"/>"),
    Fault(
      "a coordinate that is none",
      body: "<node id=\"1\" lat=\"1\" lon=\"1\"/>\n<node id=\"2\" lat=\"north\" lon=\"1\"/>", line: 3),
    Fault("a coordinate that 32 bits do not hold", body: "<node id=\"2\" lat=\"1e20\" lon=\"1\"/>"),
    Fault("a number that is none", body: "<node id=\"x\" lat=\"1\" lon=\"1\"/>"),
    Fault("a number beyond 64 bits", body: "<way id=\"1\"><nd ref=\"99999999999999999999\"/></way>"),
    Fault(
      "a very long value",
      body: "<node id=\"1\" lat=\"1\" lon=\"1\"><tag k=\"a\" v=\"\(String(repeating: "x", count: 1025))\"/></node>"),
    Fault("what no node has in it", body: "<node id=\"1\" lat=\"1\" lon=\"1\"><nd ref=\"1\"/></node>"),
    Fault(
      "a very long tag", body: "<node id=\"1\" lat=\"1\" lon=\"1\" user=\"\(String(repeating: "x", count: 70_000))\"/>"),
    Fault("a very long comment", body: "<!--\(String(repeating: "x", count: 1 << 20 + 1))-->"),
    Fault("elements within elements", body: String(repeating: "<a>", count: 70) + String(repeating: "</a>", count: 70)),
  ]

  @Test("Damaged XML is refused in the line where that shows", arguments: damaged)
  func faults(_ fault: Fault) throws {
    let file = try SampleFile(xml: fault.text)
    let error = try #require(file.refusal)
    if let line = fault.line { #expect(error.position == .line(line), "\(error)") }
    #expect(error.description.utf8.allSatisfy { (0x20...0x7E).contains($0) })
    #expect(throws: error) { _ = try file.places() }
  }

  /// As JOSM saves it: new objects have negative numbers, and what is to be deleted is still there.
  private static let edited = """
    <?xml version='1.0' encoding='UTF-8'?>
    <osm version='0.6' generator='JOSM'>
      <bounds minlat='1' minlon='1' maxlat='2' maxlon='2'/>
      <way id='-3' action='modify'><nd ref='-1'/><nd ref='-2'/><tag k='highway' v='path'/></way>
      <way id='9' action='delete'><nd ref='-1'/><nd ref='-2'/><tag k='amenity' v='bar'/></way>
      <node id='-1' action='modify' lat='1' lon='1'><tag k='amenity' v='cafe'/></node>
      <node id='-2' lat='1.5' lon='1.5'/>
      <node id='4' action='delete' lat='1' lon='1'><tag k='amenity' v='bar'/></node>
      <node id='5' visible='true' action='delete'/>
      <node id='6' lat='1.2' lon='1.2'><tag k='amenity' v='bench'/><tag k='action' v='delete'/></node>
      <relation id='4'><member type='way' ref='-3' role=''/><tag k='amenity' v='school'/></relation>
      <relation id='8' action="delete"><member type='way' ref='-3' role=''/><tag k='amenity' v='bar'/></relation>
    </osm>
    """

  @Test("What an editor has marked as deleted is left out, by kind and number, without a warning")
  func deleted() throws {
    let file = try SampleFile(xml: Self.edited)
    let (places, reading) = try file.read()
    #expect(Set(places.flatMap(\.tags).filter { $0.key == "amenity" }.map(\.value)) == ["cafe", "bench", "school"])
    #expect(reading.warnings.entries.isEmpty)
  }

  @Test("A copy as PBF has the same places in order, the box, and no negative numbers", arguments: ["", ".gz"])
  func packed(ending: String) throws {
    let plain = Array(Self.edited.utf8)
    let file = try SampleFile(ending.isEmpty ? plain : Packed.gzip(plain), name: "edited.osm\(ending)")
    let copy = file.path + ".copy.osm.pbf"
    defer { try? FileManager.default.removeItem(atPath: copy) }
    #expect(OSMExtract.isXML(file.path) && !OSMExtract.isXML(copy))
    try OSMExtract(path: file.path).writePBF(to: copy)
    let source = try ObjectSource(path: copy) { _, _ in true }
    #expect(source.isSorted && source.box != nil)
    var ids: [String] = []
    try source.visit([.node, .way, .relation]) { object, _ in
      ids.append("\(object.kind) \(object.id) \(Array(object.refs))")
      return true
    }
    let base: Int64 = 16_000_000_000
    #expect(
      ids.sorted()
        == [
          "node \(base + 1) []", "node \(base + 2) []", "node 6 []", "relation 4 []",
          "way \(base + 3) [\(base + 1), \(base + 2)]",
        ].sorted())
    let stopped = #expect(throws: OSMError.self) {
      try OSMExtract(path: file.path).writePBF(to: copy + ".other") { _ in false }
    }
    #expect(stopped?.problem == .cancelled)
    try? FileManager.default.removeItem(atPath: copy + ".other")
  }

  @Test("What looks damaged and is not loads")
  func sound() throws {
    for body in [
      "<!-- <!DOCTYPE osm> <node --><node id=\"1\" lat=\"1\" lon=\"1\"/>",
      "<![CDATA[<!DOCTYPE <node >]]><node id='1' lat='1' lon='1'/>",
      "<node id = \"1\"\n lat\n=\"1\" lon=\"1\" user=\">&quot;'\"/>",
      "<?x <node ?><node id=\"-1\" lat=\"-.5\" lon=\"1.00000000000000001e1\"/>",
      "<unknown lat=\"x\"/><node id=\"1\" lat=\"1\" lon=\"1\"/><relation id=\"1\"><bounds/></relation>",
    ] {
      let check = try SampleFile(xml: "<osm version=\"0.6\">\n\(body)\n</osm>\n").check
      #expect(check.nodes == 1, "\(body)")
      #expect(check.warnings.entries.isEmpty)
    }
  }

  private static let types = [
    "<!DOCTYPE osm>", "<!DOCTYPE osm SYSTEM \"file:///dev/zero\">",
    "<!DOCTYPE\nosm PUBLIC \"a\" '>[http://127.0.0.1:9/'>", "<!DOCTYPE osm [\n<!ELEMENT osm ANY>]>",
    "<!DOCTYPE osm [\n<!-- ]> ' --><?x ]> ?>\n<!ENTITY home \"]>\">\(laughs)]>",
    "<!DOCTYPE osm [<!ENTITY % p SYSTEM \"file:///dev/zero\"> %p;]>", "<!DOCTYPE osm [<!ATTLIST node lat CDATA '5'>]>",
  ]

  @Test("A document type is passed over with a warning, whatever it declares, packed or not", arguments: types)
  func documentType(text: String) throws {
    let body = """
      <node id='1' lat='1' lon='2' user='&amp;&#65;'><tag k='amenity' v='a&lt;b'/></node>
      <node id='2' lon='3'/>
      """
    let bytes = Array("<?xml version='1.0'?>\n\(text)<osm version='0.6'>\n\(body)\n</osm>\n".utf8)
    let line = 4 + text.count { $0 == "\n" }
    for file in [try SampleFile(bytes, name: "a.osm"), try SampleFile(Packed.gzip(bytes), name: "a.osm.gz")] {
      let (places, reading) = try file.read()
      #expect(places.map(\.latitude) == [1] && places.map(\.tags) == [[OSMTag(key: "amenity", value: "a<b")]])
      #expect(reading.warnings.entries.map(\.position) == [.line(2), .line(line)])
      #expect(reading.warnings.entries.first?.problem.description == "the DOCTYPE is passed over")
    }
  }

  @Test("An entity that only a document type can declare refuses the file by its name and line", arguments: types)
  func entities(text: String) throws {
    let file = try SampleFile(
      xml: "\(text)<osm version='0.6'>\n<node id='1' lat='1' lon='1'><tag k='name' v='&home;'/></node></osm>")
    let error = try #require(file.refusal)
    #expect(error.problem.description == "the entity &home; of a DOCTYPE is not supported")
    #expect(error.position == .line(2 + text.count { $0 == "\n" }))
  }

  @Test("A copy as PBF has no document type either")
  func packedDocumentType() throws {
    let file = try SampleFile(
      xml: Self.edited.replacing("<osm version", with: "<!DOCTYPE osm [<!ENTITY x 'y'>]>\n<osm version"))
    let copy = file.path + ".copy.osm.pbf"
    defer { try? FileManager.default.removeItem(atPath: copy) }
    try OSMExtract(path: file.path).writePBF(to: copy)
    #expect(OSMCheck(path: copy).nodes == 3)
  }

  @Test("A node without a place, or beyond the Earth, is left out, and its line named")
  func strays() throws {
    let file = try SampleFile(
      xml: """
        <osm version="0.6">
        <node id="1" lat="90.0000001" lon="0"><tag k="amenity" v="x"/></node>
        <node id="2" lat="90" lon="-180"><tag k="amenity" v="x"/></node>
        <node id="3" lon="0"><tag k="amenity" v="x"/></node>
        <node id="4" lat="0" lon="-200"><tag k="amenity" v="x"/></node>
        <node id="5" visible="false"/>
        </osm>
        """)
    let check = file.check
    #expect(check.nodes == 1)
    #expect(check.warnings.entries.map(\.position) == [.line(2), .line(4), .line(5)])
    #expect(try file.places().map(\.id) == [2])
  }

  @Test("A packed file that is cut or damaged is refused whole")
  func packed() throws {
    var map = SampleMap()
    map.nodes = [.init(id: 1, latitude: 0, longitude: 0, tags: [("amenity", "cafe")])]
    let bytes = Packed.gzip(Array(map.xml.utf8))
    for count in stride(from: 20, to: bytes.count, by: 7) {
      #expect(try SampleFile(Array(bytes[..<count]), name: "cut.osm.gz").refusal != nil, "\(count)")
    }
    var damaged = bytes
    damaged[bytes.count - 6] ^= 1
    #expect(try SampleFile(damaged, name: "damaged.osm.gz").refusal != nil)
  }

  @Test("bzip2 is read, whatever the file is called")
  func bzip2() throws {
    let text =
      "QlpoOTFBWSZTWcwNTx4AAA8ZgFAB8Qcvr50gIABIamUD1NP1NQDCaDUBPQCepowEfjCHjC+UgCVBaQQAvAT6+Wd+315T1lqlbA2R"
      + "o6GuGpCgtwp6ZCVGMbwg5pQB/i7kinChIZganjw="
    let bytes = [UInt8](try #require(Data(base64Encoded: text)))
    let place = try SampleFile(bytes, name: "odd.name").place()
    #expect((place.latitude, place.longitude) == (1, 2))
    #expect(try SampleFile(Array(bytes.dropLast(20)), name: "cut.bz2").refusal != nil)
  }

  @Test("No object may take more memory than any does")
  func hugeObject() throws {
    func take(_ tag: String, _ guardian: inout XMLGuard) throws {
      let bytes = Array(tag.utf8)
      try bytes.withUnsafeBufferPointer { try guardian.take($0, line: 2) }
    }
    var guardian = XMLGuard()
    try take("osm version=\"0.6\"", &guardian)
    for _ in 0..<3 {
      try take("way id=\"1\"", &guardian)
      try guardian.grow(5 << 20, 2)
      try take("/way", &guardian)
    }
    try take("way id=\"1\"", &guardian)
    try guardian.grow(5 << 20, 2)
    try take("nd ref=\"1\"/", &guardian)
    #expect(throws: OSMFault.self) { try guardian.grow(5 << 20, 2) }
  }

  @Test("A relative path that looks like an address is a file all the same")
  func address() {
    let error = OSMCheck(path: "http://127.0.0.1:9/a.osm").error
    #expect(error?.description.contains("No such file") == true)
  }
}
