import GeoFormats
import Geodesy
import Testing

/// What reading a GeoJSON text gives.
private struct Outcome {
  var features: [GeoJSONFeature] = []
  var error: FormatError?
  var log = DiagnosticLog()

  init(_ text: String) { self.init(Array(text.utf8)) }

  init(_ bytes: [UInt8]) {
    var log = DiagnosticLog()
    do { features = try GeoJSONDocument(bytes, log: &log).features } catch { self.error = error }
    self.log = log
  }

  var complaints: [String] { log.entries.map { "\($0.line): \($0.message)" } }
}

/// A collection of a good feature, `feature` on line 3, and a good feature.
private func collection(_ feature: String) -> String {
  let good = #"{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[1,2]}}"#
  return "{\"type\":\"FeatureCollection\",\"features\":[\n\(good),\n\(feature),\n\(good)\n]}\n"
}

private func feature(geometry: String) -> String { #"{"type":"Feature","properties":null,"geometry":\#(geometry)}"# }

@Suite("GeoJSON")
struct GeoJSONTests {
  @Test(
    "all geometries are read",
    arguments: [
      (#"{"type":"Point","coordinates":[1,2,300]}"#, "point", 1),
      (#"{"type":"MultiPoint","coordinates":[[1,2],[3,4]]}"#, "multiPoint", 2),
      (#"{"type":"LineString","coordinates":[[1,2],[3,4]]}"#, "lineString", 2),
      (#"{"type":"MultiLineString","coordinates":[[[1,2],[3,4]],[[5,6],[7,8]]]}"#, "multiLineString", 4),
      (#"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}"#, "polygon", 4),
      (
        #"{"type":"MultiPolygon","coordinates":[[[[0,0],[1,0],[1,1],[0,0]]],[[[0,0],[1,0],[1,1],[0,0]]]]}"#,
        "multiPolygon", 8
      ),
      (
        #"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]},{"type":"GeometryCollection","geometries":[]}]}"#,
        "collection", 1
      ),
      (#"{"type":"MultiPoint","coordinates":[]}"#, "multiPoint", 0),
    ])
  func geometries(text: String, name: String, positions: Int) throws {
    for whole in [text, feature(geometry: text)] {
      let outcome = Outcome(whole)
      let geometry = try #require(outcome.features.first?.geometry)
      #expect("\(geometry)".hasPrefix(name))
      #expect(geometry.coordinates.count == positions)
      #expect(outcome.complaints.isEmpty)
    }
  }

  @Test("a text in UTF-16 is read, as editors and shells of Windows write it")
  func wide() {
    let text = "\u{FEFF}" + collection(feature(geometry: "null"))
    #expect(Outcome(text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }).features.count == 3)
    #expect(Outcome(text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }).features.count == 3)
  }

  @Test("longitude comes first")
  func axes() throws {
    let outcome = Outcome(#"{"type":"Point","coordinates":[-122.5,45]}"#)
    #expect(outcome.features.first?.geometry == .point(try #require(Coordinate(latitude: 45, longitude: -122.5))))
  }

  @Test(
    "longitudes beyond the antimeridian are the same place within 180°",
    arguments: [(181.5, -178.5), (369, 9), (-190, 170), (540, 180), (-540, 180), (180, 180), (-180, -180)])
  func wrapped(written: Double, longitude: Double) throws {
    let outcome = Outcome(#"{"type":"Point","coordinates":[\#(written),45]}"#)
    let place = try #require(outcome.features.first?.geometry?.coordinates.first)
    #expect(place.latitude == 45 && abs(place.longitude) == abs(longitude))
    #expect((place.longitude - longitude).truncatingRemainder(dividingBy: 360) == 0 && outcome.complaints.isEmpty)
  }

  @Test("a ring that goes on behind 180° is closed")
  func ringBehind() {
    let ring = #"[[179.999,1],[180.001,1],[180.001,1.001],[179.999,1]]"#
    let outcome = Outcome(#"{"type":"Polygon","coordinates":[\#(ring)]}"#)
    #expect(outcome.features.first?.geometry?.coordinates.map { $0.longitude < 0 } == [false, true, true, false])
  }

  @Test(
    "another reference system than WGS 84 is refused by its name, with what to do",
    arguments: [
      (#"{"type":"name","properties":{"name":"EPSG:28992"}}"#, "EPSG:28992"),
      (#"{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::3857"}}"#, "urn:ogc:def:crs:EPSG::3857"),
      (#"{"type":"EPSG","properties":{"code":31467}}"#, "31467"),
      (#""http://www.opengis.net/def/crs/EPSG/0/25832""#, "http://www.opengis.net/def/crs/EPSG/0/25832"),
      (
        #"{"type":"link","properties":{"href":"http://example.com/crs/2056","type":"proj4"}}"#,
        "http://example.com/crs/2056"
      ),
      (#""EPSG:25832""#, "EPSG:25832"),
    ])
  func otherSystem(crs: String, name: String) {
    let refusal = "the positions are in “\(name)”, not in WGS 84: `ogr2ogr -t_srs EPSG:4326 NEW FILE` converts them"
    let whole = Outcome("{\"type\":\"FeatureCollection\",\n\"crs\":\(crs),\"features\":[]}")
    #expect(whole.error?.line == 2 && whole.error?.message == refusal)
    let point = #""geometry":{"type":"Point","coordinates":[1,2]}"#
    let one = Outcome(collection(#"{"type":"Feature","properties":{},"crs":\#(crs),\#(point)}"#))
    #expect(one.features.count == 2 && one.complaints == ["3: \(refusal): feature skipped"])
  }

  @Test(
    "WGS 84 by any name is no matter",
    arguments: [
      "EPSG:4326", "EPSG:4979", "urn:ogc:def:crs:OGC:1.3:CRS84", "urn:ogc:def:crs:OGC::CRS84h",
      "http://www.opengis.net/def/crs/EPSG/0/4326", "OGC:CRS84",
    ])
  func sameSystem(name: String) {
    let crs = #"{"type":"name","properties":{"name":"\#(name)"}}"#
    let outcome = Outcome(#"{"type":"Point","coordinates":[1,2],"crs":\#(crs)}"#)
    #expect(outcome.features.count == 1 && outcome.complaints.isEmpty)
    #expect(Outcome(#"{"type":"Point","coordinates":[1,2],"crs":null}"#).features.count == 1)
  }

  @Test("numbers behind the altitude mean nothing; more than one of them give a warning")
  func longPosition() {
    let outcome = Outcome(collection(feature(geometry: #"{"type":"Point","coordinates":[1,2,3,4,5]}"#)))
    #expect(outcome.features.count == 3)
    #expect(
      outcome.complaints == ["3: a position of more than four numbers: those behind the altitude mean nothing"])
    let wrong = Outcome(collection(feature(geometry: #"{"type":"Point","coordinates":[1,2,3,4,"5"]}"#)))
    #expect(wrong.features.count == 2)
  }

  @Test(
    "features in a row are read, one a line or behind record separators",
    arguments: [
      "A\nB\n", "A\nB", "A\r\n\r\nB\r\n", "\u{1E}A\n\u{1E}B\n", "\u{1E}A\u{1E}B", "\u{FEFF}A\nB\n",
      "\u{1E}\u{1E}A\n\u{1E}B",
      "\u{1E}{\n\"type\":\"Point\",\n\"coordinates\":[1,2]}\n\u{1E}B",
      "A\n{\"type\":\"Point\",\"coordinates\":[3,4]}\n",
    ])
  func sequence(form: String) {
    let record = { (name: String) in
      #"{"type":"Feature","properties":{"name":"\#(name)"},"geometry":{"type":"Point","coordinates":[1,2]}}"#
    }
    let outcome = Outcome(form.replacing("A", with: record("A")).replacing("B", with: record("B")))
    #expect(outcome.features.count == 2 && outcome.complaints.isEmpty && outcome.error == nil)
  }

  @Test("in a row of features a bad one costs no other, and is named with its line")
  func damagedSequence() {
    let good = #"{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[1,2]}}"#
    let far = #"{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[1,95]}}"#
    let lines = Outcome([good, far, #"{"type":"Fea"#, "5", good, String(good.dropLast(9))].joined(separator: "\n"))
    #expect(lines.features.count == 2)
    #expect(Set(lines.log.entries.map(\.line)) == [2, 3, 4, 6])
    let records = Outcome(["\u{1E}", good, "\n\u{1E}\n", far, "\n\u{1E}", String(good.dropLast(9))].joined())
    #expect(records.features.count == 1 && records.log.entries.map(\.line).sorted() == [3, 4])
  }

  @Test("more text behind one whole document is no row of features")
  func trailing() {
    let whole = #"{"type":"FeatureCollection","features":[]}"#
    #expect(Outcome(whole + "\n" + whole).error?.problem == .trailing)
    #expect(Outcome("{\n\"type\":\"Point\",\"coordinates\":[1,2]}\nmore").error?.problem == .trailing)
  }

  @Test(
    "a feature with a bad geometry is skipped, with a warning at its line",
    arguments: [
      feature(geometry: #"{"type":"Point","coordinates":[1e308,1e308]}"#),
      feature(geometry: #"{"type":"Point","coordinates":[1e999,1]}"#),
      feature(geometry: #"{"type":"Point"}"#), feature(geometry: #"{"coordinates":[1,2]}"#),
      feature(geometry: #"{"type":"Point","coordinates":[null,null]}"#),
      feature(geometry: #"{"type":"Point","coordinates":[1,91]}"#),
      feature(geometry: #"{"type":"Point","coordinates":[541,1]}"#),
      feature(geometry: #"{"type":"Point","coordinates":[1]}"#),
      feature(geometry: #"{"type":"Point","coordinates":[]}"#),
      feature(geometry: #"{"type":"Point","coordinates":["1","2"]}"#),
      feature(geometry: #"{"type":"Point","coordinates":[[1,2]]}"#),
      feature(geometry: #"{"type":"Point","coordinates":{"a":1}}"#),
      feature(geometry: #"{"type":"Point","coordinates":[1,2,null]}"#),
      feature(geometry: #"{"type":"LineString","coordinates":[1,2]}"#),
      feature(geometry: #"{"type":"LineString","coordinates":[[1,2]]}"#),
      feature(geometry: #"{"type":"Polygon","coordinates":[]}"#),
      feature(geometry: #"{"type":"Polygon","coordinates":[[]]}"#),
      feature(geometry: #"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1]]]}"#),
      feature(geometry: #"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1]]]}"#),
      feature(geometry: #"{"type":"point","coordinates":[1,2]}"#),
      feature(geometry: #"{"type":"Circle","coordinates":[1,2]}"#),
      feature(geometry: #"{"type":5,"coordinates":[1,2]}"#), feature(geometry: "[]"),
      feature(geometry: #""here""#), feature(geometry: #"{"type":"GeometryCollection"}"#),
      feature(geometry: #"{"type":"GeometryCollection","geometries":[null]}"#),
      #"{"type":"Feature"}"#, "null", "[]", "5", #"{"type":"feature","geometry":null}"#,
      #"{"geometry":{"type":"Point","coordinates":[1,2]}}"#,
    ])
  func skipped(text: String) {
    let outcome = Outcome(collection(text))
    #expect(outcome.error == nil)
    #expect(outcome.features.count == 2)
    #expect(outcome.log.entries.map(\.line) == [3])
    #expect(outcome.complaints.allSatisfy { $0.hasSuffix(": feature skipped") })
  }

  @Test(
    "what is odd but legal is read without a word",
    arguments: [
      #"{"type":"Feature","properties":{"name":["a"]},"geometry":{"type":"Point","coordinates":[180,90]}}"#,
      #"{"type":"Feature","properties":{"":"x"},"geometry":{"type":"Point","coordinates":[-180,-90,0,5]}}"#,
      #"{"type":"Feature","properties":null,"geometry":null}"#, #"{"type":"Feature","geometry":null}"#,
      #"{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[1,2]},"bbox":["a"]}"#,
      #"{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[1,2]},"id":1000000000000000000000000000000}"#,
      #"{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[1,2]},"id":null,"crs":{},"new":[1]}"#,
      #"{"type":"Feature","properties":{"name":"\u0000\u001b[2J"},"geometry":{"type":"Point","coordinates":[1,2]}}"#,
    ])
  func legal(text: String) {
    let outcome = Outcome(collection(text))
    #expect(outcome.features.count == 3)
    #expect(outcome.complaints.isEmpty)
  }

  @Test("ids are text, whether the file has strings or numbers; repeated ones are kept with a warning")
  func ids() {
    let point = #""type":"Feature","properties":{},"geometry":null"#
    let outcome = Outcome(
      """
      {"type":"FeatureCollection","features":[
      {\(point),"id":"a"},{\(point),"id":12345678901234567890},
      {\(point),"id":"a"},
      {\(point),"id":true}]}
      """)
    #expect(outcome.features.map(\.id) == ["a", "12345678901234567890", "a", nil])
    #expect(
      outcome.complaints == [
        "3: id “a” is not the first of its kind", "4: id is neither a string nor a number: dropped",
      ])
  }

  @Test("names are fit to print and bounded; a long one gives a warning")
  func names() {
    let named = { (name: String) in #"{"type":"Feature","properties":{"name":"\#(name)"},"geometry":null}"# }
    let outcome = Outcome(collection(named("a\\u001b[2Jb\u{202E}")))
    #expect(outcome.features[1].name == "a[2Jb")
    let long = Outcome(collection(named(String(repeating: "M", count: 2_000_000))))
    #expect(long.features[1].name?.count == SafeText.nameLimit)
    #expect(long.complaints == ["3: property “name” is too long: shortened"])
  }

  @Test("foreign members can be read")
  func foreign() throws {
    var log = DiagnosticLog()
    let text =
      #"{"type":"FeatureCollection","trove":{"title":"Hunt"},"features":[{"type":"Feature","geometry":null,"x":1}]}"#
    let document = try GeoJSONDocument(Array(text.utf8), log: &log)
    #expect(document.root["trove"]?["title"]?.text() == "Hunt")
    #expect(document.features[0].value["x"]?.number == 1)
  }

  @Test("properties that are no object are dropped with a warning")
  func properties() {
    let outcome = Outcome(collection(#"{"type":"Feature","properties":[1],"geometry":null}"#))
    #expect(outcome.features.count == 3 && outcome.features[1].properties == nil)
    #expect(outcome.complaints == ["3: properties is no object: dropped"])
  }

  @Test(
    "what is no GeoJSON is refused whole",
    arguments: [
      "", "null", "5", "[]", "<html></html>", #"{"error":"quota"}"#, #"{"type":"FeatureCollection","features":null}"#,
      #"{"type":"FeatureCollection"}"#, #"{"type":"featurecollection","features":[]}"#,
      #"{"type":"Topology","features":[]}"#,
      #"{"type":"Feature"}"#, #"{"type":"Point","coordinates":[1,91]}"#, #"{"type":null}"#, "{}",
      #"{"type":"FeatureCollection","features":{}}"#,
    ])
  func refused(text: String) {
    let outcome = Outcome(text)
    #expect(outcome.error?.line == 1)
    #expect(outcome.features.isEmpty)
  }

  @Test("a text that is cut anywhere is refused whole")
  func truncated() {
    let whole = Array(collection(#"{"type":"Feature","properties":{"a":"é"},"geometry":null}"#).utf8)
    for length in 0..<whole.count - 1 { #expect(Outcome(Array(whole[..<length])).error != nil, "\(length)") }
    #expect(Outcome(whole).error == nil)
  }

  @Test("collections of collections are refused where the nesting becomes unreasonable")
  func deep() {
    let start = String(repeating: #"{"type":"GeometryCollection","geometries":["#, count: 400)
    let outcome = Outcome(collection(feature(geometry: start + String(repeating: "]}", count: 400))))
    #expect(outcome.error?.line == 3)
  }

  @Test("the world's good files are read without a word", .enabled(if: Shared.isPresent, "needs ../shared"))
  func good() throws {
    // Its one position is at 107 degrees south.
    let exceptions = ["geojsonhint/good/issue82.geojson"]
    let files = Shared.files("geojson", suffix: ".geojson").filter {
      !$0.hasPrefix("geojsonhint/bad/") && !exceptions.contains($0)
    }
    #expect(files.count > 25)
    for file in files {
      let outcome = Outcome(try Shared.bytes("geojson/\(file)"))
      #expect(
        outcome.error == nil && outcome.complaints.isEmpty && !outcome.features.isEmpty, "\(file) \(outcome.complaints)"
      )
    }
  }

  @Test(
    "the world's bad files are refused or complained about, or tolerated for a reason",
    .enabled(if: Shared.isPresent, "needs ../shared"))
  func bad() throws {
    let tolerated: Set = [
      // A bad bounding box does no harm: nothing here uses it.
      "bbox-contains-string", "bbox-string",
      // Members that belong to another type, which RFC 7946 calls a change of semantics, are foreign members.
      "feature_changed_semantics", "featurecollection_changed_semantics",
      // Discouraged, not forbidden: nested or single collections, rings the other way round, many digits, four numbers.
      "geometrycollection_nested", "geometrycollection_single", "bad-polygon-interiorring-rhr",
      "excessive_precision_truncated",
      "point-toomany",
      // The ring is closed in the two dimensions that are read.
      "different-first-size",
    ]
    let files = Shared.files("geojson/geojsonhint/bad", suffix: ".geojson")
    #expect(files.count > 30)
    for file in files {
      let outcome = Outcome(try Shared.bytes("geojson/geojsonhint/bad/\(file)"))
      let isClean = outcome.error == nil && outcome.complaints.isEmpty
      #expect(isClean == tolerated.contains(String(file.dropLast(8))), "\(file) \(outcome.complaints)")
    }
  }
}
