import Foundation
import GeoFormats
import Testing
import Views

@testable import MapTiles

private let head = #""trove": {"type": "map-schema", "version": 1}"#
private let paletteHead = #""trove": {"type": "map-palette", "version": 1}, "palette": "p""#

@Suite("Style files")
struct StyleFileTests {
  @Test("the package's own styles are four tables and three palettes, each under its file's name")
  func own() throws {
    let styles = try MapStyles(folder: Samples.folder)
    #expect(styles.tables.map(\.schema) == ["mapbox-streets", "openmaptiles", "protomaps", "shortbread"])
    #expect(styles.palettes.keys.sorted() == ["dark", "light", "safe"])
    let files = try FileManager.default.contentsOfDirectory(atPath: Samples.folder).sorted()
    #expect(
      files == [
        "dark.json", "light.json", "mapbox-streets.json", "openmaptiles.json", "protomaps.json", "safe.json",
        "shortbread.json",
      ])
    for palette in styles.palettes.values { #expect(files.contains("\(palette.name).json")) }
  }

  /// A rule in a table on line 2, and what is said about it.
  @Test(
    "a mistake in a rule is refused with its line and in words",
    arguments: [
      (#"{"shape": "area", "knd": "road"}"#, "the rule has an unknown member “knd”"),
      (#"{"shape": "area"}"#, "the rule has to say one of “kind”, “label”, or “skip”: true"),
      (#"{"kind": "road", "skip": true}"#, "the rule has to say one of “kind”, “label”, or “skip”: true"),
      (#"{"kind": "motorway"}"#, "“kind” is none of beach, "),
      (#"{"kind": 7}"#, "“kind” is none of beach, "),
      (#"{"shape": "polygon", "kind": "road"}"#, "“shape” is none of area, line, point"),
      (#"{"shape": "point", "kind": "road"}"#, "a point has no “kind”, only a “label”"),
      (#"{"kind": "road", "rank": "r"}"#, "a “rank” without a “label” orders nothing"),
      (#"{"label": "city", "rank": 3}"#, "“rank” names no property"),
      (#"{"kind": "building", "top": ""}"#, "“top” names no property"),
      (#"{"kind": "road", "foot": "min_height"}"#, "only a “building” has a “foot” and a “top”"),
      (#"{"kind": "road", "named": 1}"#, "“named” is neither true nor false"),
      (#"{"kind": "road", "zooms": [3]}"#, "“zooms” is no list of two whole numbers"),
      (#"{"kind": "road", "zooms": [9, 3]}"#, "“zooms” is no list of two whole numbers"),
      (#"{"kind": "road", "zooms": [-1, 1e99]}"#, "“zooms” is no list of two whole numbers"),
      (#"{"kind": "road", "where": {}}"#, "“where” is no object of 1 to 8 properties"),
      (#"{"kind": "road", "where": ["class"]}"#, "“where” is no object of 1 to 8 properties"),
      (#"{"kind": "road", "where": {"a": []}}"#, "a list of values has none, or more than 100"),
      (#"{"kind": "road", "where": {"a": [[]]}}"#, "a value is no text, number, true, false or null"),
      (#"{"kind": "road", "where": {"a": {}}}"#, "the condition says none of “atLeast”"),
      (#"{"kind": "road", "where": {"a": {"atLeast": 5, "atMost": 2}}}"#, "the condition says none of “atLeast”"),
      (#"{"kind": "road", "where": {"a": {"present": true, "atMost": 2}}}"#, "“present” stands alone"),
      (#"{"kind": "road", "where": {"a": 1, "a": 2}}"#, "“where” asks twice for “a”"),
      (#"{"kind": "road", "kind": "path"}"#, "the rule has “kind” twice"),
      (#"7"#, "the rule is no object"),
    ])
  func rules(rule: String, complaint: String) throws {
    let problem = problem("\n\(rule)")
    #expect(problem?.line == 3)
    #expect(problem?.message.hasPrefix(complaint) == true, "\(String(describing: problem))")
  }

  /// The complaint about a table with this text as its only rule.
  private func problem(_ rule: String) -> StyleFault? {
    let text = """
      {"trove": {"type": "map-schema", "version": 1}, "schema": "test", "knownBy": ["a"], "names": ["name"],
      "layers": {"a": [\(rule)]}}
      """
    return fault(text)
  }

  private func fault(_ text: String) -> StyleFault? {
    do {
      _ = try MapStyles.style(try JSONDocument(text).root)
      return nil
    } catch { return error as? StyleFault }
  }

  @Test(
    "a mistake in a table or a palette as a whole is refused in words",
    arguments: [
      (#"[]"#, "no style: it has no member “trove”"),
      (#"{}"#, "no style: it has no member “trove”"),
      (#"{"trove": {"type": "map-schema", "version": 2}}"#, "“version” is not 1"),
      (#"{"trove": {"type": "hunt", "version": 1}}"#, "“type” is neither map-schema nor map-palette"),
      (#"{"trove": {"type": "hunt", "versoin": 1}}"#, "“trove” has an unknown member “versoin”"),
      ("{\(head), \"schema\": \"A b\"}", "“schema” is no word of small letters"),
      ("{\(head), \"schema\": \"a\"}", "the table has no “knownBy”"),
      (
        #"{\#(head), "schema": "a", "knownBy": [], "names": ["n"], "layers": {}}"#,
        "“knownBy” is no list of 1 to 200 texts"
      ),
      (
        #"{\#(head), "schema": "a", "knownBy": ["x", "x"], "names": ["n"], "layers": {}}"#,
        "“knownBy” holds something else than texts, or one twice"
      ),
      (
        #"{\#(head), "schema": "a", "knownBy": ["x"], "names": ["n"], "layers": {}}"#,
        "“layers” is no object of 1 to 200 layers"
      ),
      (
        #"{\#(head), "schema": "a", "knownBy": ["x"], "names": ["n"], "layers": {"x": []}}"#,
        "the layer “x” is no list of 1 to 200 rules"
      ),
      (
        #"{\#(head), "schema": "a", "knownBy": ["x"], "names": ["n"], "layers": {"x": [{"kind": "road"}], "x": [{"kind": "road"}]}}"#,
        "the layer “x” is there twice"
      ),
      ("{\(paletteHead)}", "the palette has no “kinds”"),
      (
        "{\(paletteHead), \"kinds\": {\"motorway\": {}}, \"names\": {}}",
        "“kinds” has an unknown kind of ground “motorway”"
      ),
      ("{\(paletteHead), \"kinds\": {\"road\": {}, \"road\": {}}, \"names\": {}}", "“kinds” has “road” twice"),
      ("{\(paletteHead), \"kinds\": {}, \"names\": {\"x\": \"#ffffff\"}}", "“names” has an unknown kind of name “x”"),
      (
        ##"{\##(paletteHead), "kinds": {"road": {"line": "#fff"}}, "names": {}}"##, "a colour is not written as #rrggbb"
      ),
      (
        ##"{\##(paletteHead), "kinds": {"road": {"line": "#ff+0ff"}}, "names": {}}"##,
        "a colour is not written as #rrggbb"
      ),
      (#"{\#(paletteHead), "kinds": {"road": {"width": -1}}, "names": {}}"#, "“width” is no number in 0.0 ... 1000.0"),
      (#"{\#(paletteHead), "kinds": {"road": {"pattern": "dots"}}, "names": {}}"#, "“pattern” is none of grass, hatch"),
      (#"{\#(paletteHead), "kinds": [], "names": {}}"#, "“kinds” is no object"),
    ])
  func wholes(text: String, complaint: String) {
    let fault = fault(text)
    #expect(fault?.message.hasPrefix(complaint) == true, "\(String(describing: fault))")
  }

  @Test(
    "a mistake in what a table says of bridges is refused with its line and in words",
    arguments: [
      (#"[]"#, "“bridges” is no object of layers"),
      (#"{"y": [{}]}"#, "“bridges” has a layer without rules: “y”"),
      (#"{"x": {}}"#, "the bridges of the layer “x” are no list of 1 to 8"),
      (#"{"x": []}"#, "the bridges of the layer “x” are no list of 1 to 8"),
      (#"{"x": [7]}"#, "the bridge is no object"),
      (#"{"x": [{"level": "l"}]}"#, "the bridge has an unknown member “level”"),
      (#"{"x": [{"layer": 1}]}"#, "“layer” names no property"),
      (#"{"x": [{"where": {}}]}"#, "“where” is no object of 1 to 8 properties"),
      (#"{"x": [{}], "x": [{}]}"#, "“bridges” has the layer “x” twice"),
    ])
  func bridges(bridges: String, complaint: String) {
    let fault = fault(
      """
      {\(head), "schema": "a", "knownBy": ["x"], "names": ["n"], "layers": {"x": [{"kind": "road"}]},
      "bridges": \(bridges)}
      """)
    #expect(fault?.line == 2)
    #expect(fault?.message == complaint, "\(String(describing: fault))")
  }

  @Test("more conditions than there are bits are refused, and exactly as many are not")
  func conditions() throws {
    func rules(_ count: Int) -> String {
      (0..<count).map { #"{"kind": "road", "where": {"a": \#($0)}}"# }.joined(separator: ", ")
    }
    #expect(problem(rules(62)) == nil)
    #expect(problem(rules(63))?.message == "the layer “a” has more than 62 different conditions")
    // Those of bridges count, too.
    func bridged(_ count: Int) -> StyleFault? {
      fault(
        """
        {\(head), "schema": "a", "knownBy": ["a"], "names": ["n"], "layers": {"a": [\(rules(count))]},
        "bridges": {"a": [{"where": {"b": 1}}]}}
        """)
    }
    #expect(bridged(61) == nil)
    #expect(bridged(62)?.message == "the layer “a” has more than 62 different conditions")
  }

  @Test("a folder tells which of its files is bad, and on which line; no folder is missing")
  func folders() throws {
    let folder = try Folder()
    defer { withExtendedLifetime(folder) {} }
    let bad = try folder.file("bad\u{1B}.json", "{\"trove\": {\"type\": \"map-schema\",\n\"version\": 1}\n")
    let error = try #require(throws: MapFileProblem.self) { try MapStyles(folder: folder.url.path) }
    #expect(error.file == bad && error.line == 3 && !error.isMissing)
    #expect(error.description.hasSuffix(":3: error: not JSON: the text ends too early"))
    #expect(!error.description.contains("\u{1B}"))
    let missing = try #require(throws: MapFileProblem.self) { try MapStyles(folder: folder.url.path + "/none") }
    #expect(missing.isMissing)
  }

  @Test("two files with one name inside are refused, and a folder without a palette")
  func doubles() throws {
    let folder = try Folder()
    defer { withExtendedLifetime(folder) {} }
    let table = try String(contentsOfFile: Samples.folder + "/protomaps.json", encoding: .utf8)
    _ = try folder.file("a.json", table)
    let lone = try #require(throws: MapFileProblem.self) { try MapStyles(folder: folder.url.path) }
    #expect(lone.message.hasPrefix("it has no table or no palette"))
    let second = try folder.file("b.json", table)
    let double = try #require(throws: MapFileProblem.self) { try MapStyles(folder: folder.url.path) }
    #expect(double.file == second && double.message == "another file of the folder has the same name inside")
  }
}
