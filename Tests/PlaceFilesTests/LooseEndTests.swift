import GeoFormats
import HuntDomain
import HuntInspection
import PlaceFiles
import Testing

@Suite("Warnings of a hunt file beside the findings of its inspection")
struct LooseEndTests {
  private func file(_ properties: String = "", about: String = "", ash: String = "") throws -> HuntFile {
    let text = """
      {"type":"FeatureCollection","trove":{"type":"hunt","version":2,"title":"T"\(about)},"features":[
      {"type":"Feature","properties":{"id":"oak","name":"Oak"\(properties)},"geometry":{"type":"Point","coordinates":[1,2]}},
      {"type":"Feature","properties":{"id":"ash","name":"Ash"\(ash)},"geometry":{"type":"Point","coordinates":[1,2.01]}}]}
      """
    return try HuntFile(Array(text.utf8), path: "loose.geojson")
  }

  private static let loose: [(String, String, HuntFinding.Code, String?)] = [
    (#","requires":"elm""#, "", .unknownTreasure, "oak"),
    (#","requires":{"answered":"elm"}"#, "", .unknownTreasure, "oak"),
    (#","requires":{"answered":"ash"}"#, "", .noQuestion, "oak"),
    (
      #","requires":{"answered":"oak","choice":3},"question":{"prompt":"?","options":["a","b"],"right":[1]}"#, "",
      .noSuchOption, "oak"
    ),
    (#","requires":{"holds":"rope"}"#, "", .unknownItem, "oak"),
    (#","visibility":{"revealed":"elm"}"#, "", .unknownTreasure, "oak"),
    (#","projection":{"bearing_deg":"A","distance_m":"10"}"#, "", .unknownName, "oak"),
    ("", #","goal":"elm""#, .unknownTreasure, nil), ("", #","goal":{"holds":"rope"}"#, .unknownItem, nil),
  ]

  @Test("a name that leads nowhere is told by the finding about the same treasure or hunt", arguments: loose)
  func told(properties: String, about: String, code: HuntFinding.Code, treasure: String?) throws {
    let file = try file(properties, about: about)
    #expect(file.warnings.count == 1, "\(file.warnings)")
    let findings = Inspection(file.hunt).findings
    #expect(findings.contains { $0.code == code && $0.treasure == treasure }, "\(findings)")
    #expect(file.warnings(besides: findings).isEmpty)
    // Not by one about another treasure, nor by another finding.
    #expect(file.warnings(besides: [HuntFinding(.error, code, "ash", "")]) == file.warnings)
    #expect(file.warnings(besides: findings.filter { $0.code != code }) == file.warnings)
  }

  @Test("of two treasures that name the same, each needs its own finding; other warnings always stay")
  func others() throws {
    let file = try file(#","requires":"elm","points":-1"#, ash: #","requires":"elm""#)
    let words = file.warnings.map(\.message)
    #expect(words.count == 3)
    let left = file.warnings(besides: [HuntFinding(.error, .unknownTreasure, "oak", "")]).map(\.message)
    #expect(left == words.filter { !$0.hasPrefix("requires of “oak”") } && left.count == 2)
    #expect(file.warnings(besides: Inspection(file.hunt).findings).count == 1)
  }
}
