import ChanceTesting
import Geodesy
import Testing
import VectorTiles
import Views

@testable import MapTiles

@Suite("Rules of style tables")
struct RuleTests {
  private static let tile = TileID(zoom: 14, x: 8704, y: 5971)!

  /// What a tile becomes by rules for its layer `a`.
  private func summary(_ rules: String, _ features: SampleFeature..., zoom: Int = 14) throws -> [String] {
    let table = try Samples.table(layers: #"{"a": [\#(rules)]}"#)
    let id = try #require(TileID(zoom: zoom, x: 0, y: 0))
    return MapGeometry(try SampleTile.tile(["a": features, "b": features]), at: id, by: table).summary
  }

  private func line(_ tags: KeyValuePairs<String, VectorTileValue>) -> SampleFeature {
    .line([(10, 10), (90, 10)], tags)
  }

  @Test("the first rule that is for a feature decides; layers without rules are not drawn")
  func first() throws {
    let rules = #"{"where": {"class": "x"}, "kind": "road"}, {"kind": "path"}, {"kind": "rail"}"#
    #expect(
      try summary(rules, line(["class": "x"]), line(["class": "y"]), line([:])) == [
        "path line", "path line", "road line",
      ])
  }

  @Test("a rule that skips hides a feature from the rules after it")
  func skip() throws {
    let rules = #"{"where": {"brunnel": "tunnel"}, "skip": true}, {"kind": "rail"}"#
    #expect(try summary(rules, line(["brunnel": "tunnel"]), line(["brunnel": "bridge"])) == ["rail line"])
  }

  @Test("geometries are told apart: an area is no line")
  func shapes() throws {
    let rules =
      #"{"shape": "area", "kind": "square"}, {"shape": "line", "kind": "path"}, {"shape": "point", "label": "sight"}"#
    let features: [SampleFeature] = [line(["name": "L"]), .square(0, 0, side: 50, [:]), .point(5, 5, ["name": "P"])]
    #expect(
      try summary(rules, features[0], features[1], features[2]) == ["square area", "path line L", "label sight P"])
  }

  @Test(
    "conditions: equal to one of, absent, present, at least, at most; texts are no numbers",
    arguments: [
      (#""x""#, [true, false, false, false, false, false]),
      (#"["x", "y"]"#, [true, false, false, false, false, false]),
      (#"2"#, [false, true, false, false, false, false]),
      (#"2.5"#, [false, false, true, false, false, false]),
      (#"true"#, [false, false, false, true, false, false]),
      (#"null"#, [false, false, false, false, true, true]),
      (#"["x", null, true]"#, [true, false, false, true, true, true]),
      (#"{"present": true}"#, [true, true, true, true, false, false]),
      (#"{"present": false}"#, [false, false, false, false, true, true]),
      (#"{"atLeast": 2.5}"#, [false, false, true, false, false, false]),
      (#"{"atMost": 2}"#, [false, true, false, false, false, false]),
      (#"{"atLeast": 2, "atMost": 3}"#, [false, true, true, false, false, false]),
    ])
  func conditions(condition: String, holds: [Bool]) throws {
    let values: [VectorTileValue] = ["x", 2, 2.5, true, .nothing]
    for (value, isHeld) in zip(values.map { line(["p": $0]) } + [line(["q": "x"])], holds) {
      #expect(try summary(#"{"where": {"p": \#(condition)}, "kind": "road"}"#, value) == (isHeld ? ["road line"] : []))
    }
  }

  @Test("all conditions of a rule have to hold, and one condition serves several rules")
  func all() throws {
    let rules = """
      {"where": {"p": "x", "q": "y"}, "kind": "road"}, {"where": {"p": "x"}, "kind": "path"},
      {"where": {"q": "y"}, "kind": "rail"}
      """
    let features = [line(["p": "x", "q": "y"]), line(["p": "x"]), line(["q": "y"]), line(["p": "y", "q": "x"])]
    #expect(
      try summary(rules, features[0], features[1], features[2], features[3]) == ["path line", "rail line", "road line"])
  }

  @Test("rules are for the zooms that they name")
  func zooms() throws {
    let rules = #"{"zooms": [14, 15], "kind": "stream"}, {"zooms": [0, 9], "kind": "water"}"#
    #expect(try summary(rules, line([:]), zoom: 14) == ["stream line"])
    #expect(try summary(rules, line([:]), zoom: 15) == ["stream line"])
    #expect(try summary(rules, line([:]), zoom: 9) == ["water line"])
    #expect(try summary(rules, line([:]), zoom: 10) == [])
    #expect(try summary(rules, line([:]), zoom: 16) == [])
  }

  @Test("the best property that holds a name gives it, sanitised; an empty one does not count")
  func names() throws {
    let rules = #"{"kind": "road"}"#
    #expect(try summary(rules, line(["name_en": "E", "name": "N"])) == ["road line N"])
    #expect(try summary(rules, line(["name": "", "name_en": "E"])) == ["road line E"])
    #expect(try summary(rules, line(["name": 7])) == ["road line"])
    #expect(try summary(rules, line(["name": "a\u{1B}[2J\n\u{202E}b"])) == ["road line a[2J b"])
  }

  @Test("a rule for named features passes by those that have only invisible letters for a name")
  func named() throws {
    let rules = #"{"named": true, "kind": "road"}, {"kind": "path"}"#
    #expect(try summary(rules, line(["name": "N"]), line(["name": "\u{200B}"])) == ["path line", "road line N"])
  }

  @Test("labels come in the order of their rank; one without a rank comes last")
  func ranks() throws {
    let features: [SampleFeature] = [
      .point(1, 1, ["name": "none"]), .point(2, 2, ["name": "five", "rank": 5]),
      .point(3, 3, ["name": "text", "rank": "1"]), .point(4, 4, ["name": "minus", "rank": -2.5]),
      .point(5, 5, ["name": "huge", "rank": 1e300]),
    ]
    let names = try summary(
      #"{"label": "town", "rank": "rank"}"#, features[0], features[1], features[2], features[3], features[4])
    #expect(names.prefix(2) == ["label town minus", "label town five"])
    #expect(Set(names.suffix(3)) == ["label town none", "label town text", "label town huge"])
  }

  @Test("a building stands as high as the properties say that its rule names, where that makes sense")
  func rise() throws {
    func rise(_ tags: [(String, VectorTileValue)]) throws -> MapGeometry.Rise? {
      var feature = SampleFeature(kind: .area, parts: [SampleFeature.ring(10, 10, side: 100)])
      feature.tags = tags
      let table = try Samples.table(layers: #"{"a": [{"kind": "building", "foot": "low", "top": "high"}]}"#)
      let id = try #require(TileID(zoom: 14, x: 0, y: 0))
      return MapGeometry(try SampleTile.tile(["a": [feature]]), at: id, by: table).shapes.first?.rise
    }
    #expect(try rise([("high", 12.5)]) == MapGeometry.Rise(foot: nil, top: 12.5))
    #expect(try rise([("low", 3), ("high", 9)])?.foot == 3)
    #expect(try rise([("low", 3)]) == MapGeometry.Rise(foot: 3, top: nil))
    let senseless: [[(String, VectorTileValue)]] = [
      [], [("height", 9)], [("high", "9")], [("high", 0)], [("high", -4)], [("high", 1e300)],
      [("low", 9), ("high", 3)],
    ]
    for tags in senseless { #expect(try rise(tags) == nil, "\(tags)") }
  }

  @Test("a bridge stands as high as its layer says, a number or a text; what is no bridge lies on the ground")
  func bridges() throws {
    func rise(_ tags: KeyValuePairs<String, VectorTileValue>) throws -> MapGeometry.Rise? {
      let table = try Samples.table(
        members:
          #""bridges": {"a": [{"where": {"structure": "bridge"}, "layer": "layer"}, {"where": {"arch": true}}]}"#,
        layers: #"{"a": [{"kind": "road"}]}"#)
      let id = try #require(TileID(zoom: 14, x: 0, y: 0))
      return MapGeometry(try SampleTile.tile(["a": [line(tags)]]), at: id, by: table).shapes.first?.rise
    }
    for layer: VectorTileValue in [1, 1.0, "1"] {
      let bridge = try #require(try rise(["structure": "bridge", "layer": layer]))
      #expect(bridge.isBridge && bridge.foot == 4 && bridge.top.map { abs($0 - 6.1) < 0.01 } == true)
    }
    #expect(try rise(["structure": "bridge", "layer": 2])?.foot == 9)
    for layer: VectorTileValue in ["high", .nothing, true] {
      #expect(try rise(["structure": "bridge", "layer": layer])?.foot == 4)
    }
    for layer: VectorTileValue in [0, -1, "-1", "nan"] {
      #expect(try rise(["structure": "bridge", "layer": layer])?.foot == 0)
    }
    #expect(try rise(["structure": "bridge", "layer": 1e300])?.foot == 49)
    #expect(try rise(["arch": true, "layer": 3])?.foot == 4)
    #expect(try rise(["structure": "none", "layer": 1]) == nil && rise([:]) == nil)
  }

  @Test("a table is known by its layers: the best fit wins, and nothing fits to strangers")
  func fit() throws {
    let styles = try #require(Samples.styles)
    func schema(_ layers: Set<String>) -> String? { styles.table(forLayers: layers)?.schema }
    #expect(schema(["water", "transportation", "place"]) == "openmaptiles")
    #expect(schema(["water", "road", "place_label", "landcover", "building"]) == "mapbox-streets")
    #expect(schema(["water", "roads", "earth", "landcover"]) == "protomaps")
    #expect(schema(["building"]) == "openmaptiles")
    // One layer that only this schema has says more than three that others have too.
    #expect(schema(["park", "boundary", "water", "road"]) == "mapbox-streets")
    #expect(schema(["cities"]) == nil)
    #expect(schema([]) == nil)
  }

  @Test("features of chance are judged as a plain reading of the rules judges them")
  func oracle() throws {
    var chance = Chance(seed: 14)
    let words = ["a", "b", "c"]
    let table = try Samples.table(
      layers: """
        {"a": [{"where": {"p": ["a", "b"], "q": null}, "kind": "road"}, {"shape": "area", "where": {"q": ["c", null]},
        "kind": "park"}, {"where": {"r": {"atLeast": 2}}, "skip": true}, {"where": {"p": {"present": true}}, "kind":
        "path"}, {"where": {"q": "b", "r": {"atMost": 1}}, "kind": "wall"}]}
        """)
    let rules = try #require(table.rules["a"])
    for _ in 0..<400 {
      var tags: [(key: String, value: VectorTileValue)] = []
      for key in ["p", "q"] where Bool.random(using: &chance) {
        tags.append((key, .text(words.randomElement(using: &chance)!)))
      }
      if Bool.random(using: &chance) { tags.append(("r", .integer(.random(in: 0...3, using: &chance)))) }
      let isArea = Bool.random(using: &chance)
      let values = Dictionary(uniqueKeysWithValues: tags)
      let expected = rules.first { rule in
        (rule.shape == nil || isArea) && rule.conditions.allSatisfy { Self.holds($0, values[$0.property]) }
      }?.kind
      var feature: SampleFeature = isArea ? .square(0, 0, side: 9, [:]) : line([:])
      feature.tags = tags
      let geometry = MapGeometry(try SampleTile.tile(["a": [feature]]), at: Self.tile, by: table)
      #expect(geometry.shapes.map(\.kind) == (expected.map { [$0] } ?? []), "\(tags) \(isArea)")
    }
  }

  private static func holds(_ condition: StyleCondition, _ value: VectorTileValue?) -> Bool {
    switch condition.test {
    case .oneOf(let wanted, let orAbsent): value.map { wanted.contains(.text($0.text ?? "")) } ?? orAbsent
    case .present(let isPresent): (value != nil) == isPresent
    case .within(let range): value?.number.map(range.contains) ?? false
    }
  }
}
