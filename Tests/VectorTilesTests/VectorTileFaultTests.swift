import Testing

@testable import VectorTiles

/// A geometry that is wrong, and why.
private struct BadGeometry: CustomTestStringConvertible {
  let testDescription: String
  let kind: UInt64
  let numbers: [UInt64]
  let fault: TileGeometryFault

  init(_ name: String, _ kind: UInt64, _ numbers: [UInt64], _ fault: TileGeometryFault) {
    (testDescription, self.kind, self.numbers, self.fault) = (name, kind, numbers, fault)
  }
}

private let badGeometries = [
  BadGeometry("points without one", 1, [], .empty),
  BadGeometry("a line without points", 2, [], .empty),
  BadGeometry("an area without rings", 3, [], .empty),
  BadGeometry("a count of no points", 1, [1], .badCount),
  BadGeometry("a count of all points there are", 1, [0xFFFF_FFF9, 2, 2], .cut),
  BadGeometry("half of a step", 1, [9, 50], .cut),
  BadGeometry("two commands for points", 1, [9, 2, 2, 9, 2, 2], .badCommand),
  BadGeometry("a closing first", 1, [15, 50, 34], .badCommand),
  BadGeometry("a command that is none", 1, [12, 50, 34], .badCommand),
  BadGeometry("a line that is not begun", 2, [18, 0, 16, 16, 0], .badCommand),
  BadGeometry("a line from two points at once", 2, [17, 4, 4, 2, 2, 18, 0, 16, 16, 0], .badCount),
  BadGeometry("a line that is begun only", 2, [9, 4, 4], .cut),
  BadGeometry("a line to nowhere", 2, [9, 4, 4, 2], .badCount),
  BadGeometry("a line of too many points", 2, [9, 0, 0, 0xFFFF_FFFA, 6, 10, 6, 18], .cut),
  BadGeometry("a line that stays where it is", 2, [9, 4, 4, 18, 0, 0, 0, 0], .noLength),
  BadGeometry("a line that is closed", 2, [9, 4, 4, 18, 0, 16, 16, 0, 15], .badCommand),
  BadGeometry("a ring that is not closed", 3, [9, 6, 12, 18, 10, 12, 24, 44], .cut),
  BadGeometry("a ring that is closed twice", 3, [9, 6, 12, 18, 10, 12, 24, 44, 23], .badCount),
  BadGeometry("a ring that is closed not at all", 3, [9, 6, 12, 18, 10, 12, 24, 44, 7], .badCount),
  BadGeometry("a ring of two points", 3, [9, 6, 12, 10, 10, 12, 15], .badCount),
  BadGeometry("a ring that comes back at once", 3, [9, 6, 12, 18, 10, 12, 9, 11, 15], .fewPoints),
  BadGeometry("a number of 33 bits", 1, [9, 1 << 32, 2], .badNumber),
  BadGeometry("a number of 64 bits", 1, [9, 2, UInt64.max], .badNumber),
  BadGeometry("out of reach in the east", 2, [9, 0xFFFF_FFFE, 0, 10, 2, 2], .outOfReach),
  BadGeometry("out of reach in the north", 2, [9, 0, 0xFFFF_FFFF, 10, 0, 1], .outOfReach),
]

@Suite("What is wrong with vector tiles")
struct VectorTileFaultTests {
  @Test("a geometry that is wrong costs its feature, not its neighbours", arguments: badGeometries)
  private func geometry(bad: BadGeometry) throws {
    let good = SampleFeature(parts: [[[1, 2]]])
    var wrong = WireWriter()
    wrong.number(3, bad.kind)
    wrong.packed(4, bad.numbers)
    let bytes = sampleTile([SampleLayer(features: [good.bytes, wrong.bytes, good.bytes]).bytes])
    let tile = try VectorTile(bytes)
    #expect(tile.layers[0].samples == [good, good])
    #expect(tile.layers[0].points.count == 2 && tile.layers[0].parts.count == 2)
    #expect(tile.warnings.entries.map(\.problem) == [.badGeometry(bad.fault.description)])
    let offset = try #require(tile.warnings.entries.first?.offset)
    #expect(Array(bytes[offset...].prefix(wrong.bytes.count)) == wrong.bytes)
  }

  @Test("a step that leads nowhere is left out and told in version 2, and only left out in version 1")
  func repeated() throws {
    let line: [UInt64] = [9, 4, 4, 26, 0, 16, 0, 0, 16, 0]
    for (version, warnings) in [(UInt64(1), []), (2, [VectorTileProblem.repeatedPoint])] {
      let tile = try VectorTile(sampleTile(kind: 2, geometry: line, version: version))
      #expect(tile.layers[0].samples[0].parts == [[[2, 2], [2, 10], [10, 10]]])
      #expect(tile.warnings.entries.map(\.problem) == warnings)
    }
  }

  @Test("the widest steps that stay within reach are taken")
  func reach() throws {
    let tile = try VectorTile(sampleTile(geometry: [9, 0xFFFF_FFFF, 0xFFFF_FFFE]))
    #expect(tile.layers[0].points == [[.min, .max]] && tile.warnings.isEmpty)
  }

  @Test("a tag that means nothing is left out, the others stay")
  func tags() throws {
    func tile(_ tags: [UInt64]) throws -> VectorTile {
      var feature = WireWriter()
      feature.packed(2, tags)
      feature.number(3, 1)
      feature.packed(4, [9, 2, 2])
      return try VectorTile(
        sampleTile([SampleLayer(keys: ["a", "b"], values: [.integer(1)], features: [feature.bytes]).bytes]))
    }
    for (tags, problem) in [
      ([0, 0, 1], VectorTileProblem.oddTags), ([0, 0, 2, 0], .badKey(2)), ([1, 1, 0, 0], .badValue(1)),
      ([0, 0, .max, 0], .badKey(.max)),
    ] as [([UInt64], VectorTileProblem)] {
      let tile = try tile(tags)
      #expect(tile.layers[0].samples[0].tags == [[0, 0]] && tile.warnings.entries.map(\.problem) == [problem])
    }
  }

  @Test("a feature that says too little or too much is left out")
  func features() throws {
    func problems(_ write: (inout WireWriter) -> Void) throws -> [VectorTileProblem] {
      var feature = WireWriter()
      feature.number(1, 7)
      write(&feature)
      let tile = try VectorTile(sampleTile([SampleLayer(features: [feature.bytes]).bytes]))
      #expect(tile.featureCount == 0)
      return tile.warnings.entries.map(\.problem)
    }
    #expect(try problems { $0.number(3, 1) } == [.noGeometry])
    #expect(try problems { $0.number(3, 9) } == [.unknownKind(9)])
    #expect(try problems { $0.number(3, 257) } == [.unknownKind(257)])
    #expect(
      try problems {
        $0.packed(4, [9, 2, 2])
        $0.packed(4, [9, 2, 2])
      } == [.repeatedField("geometry")])
    #expect(
      try problems {
        $0.packed(2, [])
        $0.packed(2, [])
      } == [.repeatedField("tags")])
  }

  @Test("a field that the format does not have is left out, and told where the format leaves no room for it")
  func strayFields() throws {
    var feature = WireWriter()
    feature.text(5, "a picture")
    var layer = WireWriter()
    layer.number(6, 1)
    layer.number(16, 1)
    let bytes = SampleFeature(parts: [[[1, 1]]]).bytes + feature.bytes
    let tile = try VectorTile(sampleTile([SampleLayer(features: [bytes]).bytes + layer.bytes]))
    #expect(tile.featureCount == 1)
    #expect(tile.warnings.entries.map(\.problem) == [.strayLayerField(6), .strayLayerField(5)])
  }

  @Test("a layer of the name of another is kept, and told")
  func twice() throws {
    let layer = SampleLayer(features: [SampleFeature(parts: [[[1, 1]]]).bytes])
    let tile = try VectorTile(sampleTile([layer.bytes, layer.bytes]))
    #expect(tile.layers.count == 2 && tile.warnings.entries.map(\.problem) == [.repeatedLayer])
    #expect(tile.warnings.entries[0].offset == layer.bytes.count + 2)
  }

  @Test("a text that is no UTF-8 is mended, and told where it is a name or a key")
  func text() throws {
    var layer = WireWriter()
    layer.message(1, [0x61, 0xFF])
    layer.message(3, [0xC3, 0xA9])
    layer.message(3, [0xC3])
    layer.message(4, [0x0A, 0x02, 0xC3, 0x28])
    layer.number(15, 2)
    let tile = try VectorTile(sampleTile([layer.bytes]))
    #expect(tile.layers[0].name == "a\u{FFFD}" && tile.layers[0].keys == ["é", "\u{FFFD}"])
    #expect(tile.layers[0].values[0] == .text("\u{FFFD}("))
    #expect(tile.warnings.entries.map(\.problem) == [.notUTF8, .notUTF8])
  }

  @Test("what is wrong in the build of a layer or a tile refuses the tile, at its byte")
  func refused() throws {
    func layer(_ write: (inout WireWriter) -> Void) -> [UInt8] {
      var layer = WireWriter()
      layer.text(1, "l")
      layer.number(15, 2)
      write(&layer)
      return sampleTile([layer.bytes])
    }
    for (bytes, problem, offset) in [
      ([0x1A, 0x00], .nameless, 2), (sampleTile([SampleLayer(version: 0).bytes]), .badVersion(0), 2),
      (sampleTile([SampleLayer(version: 3).bytes]), .badVersion(3), 2),
      (sampleTile([SampleLayer(extent: 0).bytes]), .badExtent(0), 2),
      (sampleTile([SampleLayer(extent: 1 << 31).bytes]), .badExtent(1 << 31), 2),
      (layer { $0.number(3, 1) }, .wrongWire(field: "a key"), 8),
      (layer { $0.text(5, "4096") }, .wrongWire(field: "the extent of a layer"), 8),
      (layer { $0.message(4, [0xA0, 0x01, 0x0A]) }, .unknownValue, 9),
      (layer { $0.message(4, [0x08, 0x01]) }, .wrongWire(field: "a value of text"), 10),
      (layer { $0.message(2, [0x22, 0x05, 9]) }, .cut, 11),
      ([0x08, 0x00], .strayField(1), 0), ([0x1B], .badWire(3), 0), ([0x00], .noField, 0),
      ([0x1A, 0x02, 0x0A], .cut, 2),
      ([0x1A] + [UInt8](repeating: 0x80, count: 10), .badNumber, 11),
    ] as [([UInt8], VectorTileProblem, Int)] {
      #expect(throws: VectorTileError(problem, at: offset)) { try VectorTile(bytes) }
    }
  }

  @Test("warnings are kept up to a hundred, and counted from there")
  func manyWarnings() throws {
    var feature = WireWriter()
    feature.number(3, 1)
    let tile = try VectorTile(sampleTile([SampleLayer(features: Array(repeating: feature.bytes, count: 250)).bytes]))
    #expect(tile.warnings.entries.count == 100 && tile.warnings.omitted == 150)
  }

  @Test("a small file that holds more than any map is refused")
  func limits() {
    // Empty keys and empty layers have two bytes, so this is little.
    let keys = (0..<2 * (VectorTileLimits.words + 1)).map { $0.isMultiple(of: 2) ? UInt8(0x1A) : 0 }
    #expect(throws: VectorTileError.self) { try VectorTile(sampleTile([SampleLayer().bytes + keys])) }
    let layers = Array(repeating: SampleLayer(name: "").bytes, count: VectorTileLimits.layers + 1)
    #expect(throws: VectorTileError.self) { try VectorTile(sampleTile(layers)) }
  }

  @Test("every problem has words of its own, in plain letters")
  func words() {
    let problems: [VectorTileProblem] = [
      .compression(.cut), .compression(.damaged), .compression(.tooLarge(limit: 64 << 20)), .compression(.noMemory),
      .tooLarge("points"), .cut, .badNumber, .badWire(3), .noField, .wrongWire(field: "a key"), .strayField(1),
      .nameless, .badVersion(3), .badExtent(0), .unknownValue, .repeatedLayer, .versionless, .strayLayerField(6),
      .repeatedField("tags"), .unknownKind(9), .noGeometry, .badGeometry("a line of no length"), .repeatedPoint,
      .oddTags, .badKey(9), .badValue(9), .noValue, .notFinite, .notUTF8,
    ]
    let texts = problems.map(\.description)
    #expect(Set(texts).count == problems.count)
    #expect(texts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x20..<0x7F).contains($0) } })
    #expect("\(VectorTileError(.nameless, at: 12))" == "byte 12: a layer without a name")
  }
}
