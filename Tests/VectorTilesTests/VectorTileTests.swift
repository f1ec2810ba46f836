import Testing

@testable import VectorTiles

@Suite("Vector tiles")
struct VectorTileTests {
  @Test("no bytes are a tile without layers")
  func empty() throws {
    let tile = try VectorTile([])
    #expect(tile.layers.isEmpty && tile.warnings.isEmpty && tile.featureCount == 0)
  }

  // The examples of the specification, 4.3.5.
  @Test("the specification's own geometries are read as it says")
  func examples() throws {
    func layer(_ kind: UInt64, _ geometry: [UInt64]) throws -> VectorTileLayer {
      let tile = try VectorTile(sampleTile(kind: kind, geometry: geometry))
      #expect(tile.warnings.isEmpty)
      return try #require(tile.layers.first)
    }
    #expect(try layer(1, [9, 50, 34]).samples[0].parts == [[[25, 17]]])
    #expect(try layer(1, [17, 10, 14, 3, 9]).samples[0].parts == [[[5, 7], [3, 2]]])
    #expect(try layer(2, [9, 4, 4, 18, 0, 16, 16, 0]).samples[0].parts == [[[2, 2], [2, 10], [10, 10]]])
    #expect(
      try layer(2, [9, 4, 4, 18, 0, 16, 16, 0, 9, 17, 17, 10, 4, 8]).samples[0].parts
        == [[[2, 2], [2, 10], [10, 10]], [[1, 1], [3, 5]]])
    #expect(try layer(3, [9, 6, 12, 18, 10, 12, 24, 44, 15]).samples[0].parts == [[[3, 6], [8, 12], [20, 34]]])
    let multipolygon = try layer(
      3,
      [
        9, 0, 0, 26, 20, 0, 0, 20, 19, 0, 15, 9, 22, 2, 26, 18, 0, 0, 18, 17, 0, 15, 9, 4, 13, 26, 0, 8, 8, 0, 0, 7,
        15,
      ])
    #expect(
      multipolygon.samples[0].parts == [
        [[0, 0], [10, 0], [10, 10], [0, 10]], [[11, 11], [20, 11], [20, 20], [11, 20]],
        [[13, 13], [13, 17], [17, 17], [17, 13]],
      ])
    #expect(multipolygon.outers == [true, true, false])
  }

  @Test("keys and values are found wherever in the layer they stand", arguments: [false, true])
  func tags(isBackwards: Bool) throws {
    let first = SampleFeature(tags: [[0, 1], [1, 0]], parts: [[[1, 1]]])
    let second = SampleFeature(tags: [[1, 2]], parts: [[[2, 2]]])
    let layer = SampleLayer(
      keys: ["kind", "name"], values: [.text("Ponte"), .integer(-3), .text("Straße")],
      features: [first.bytes, second.bytes], isBackwards: isBackwards)
    let read = try #require(try VectorTile(sampleTile([layer.bytes])).layers.first)
    let (kind, name) = (read.key("kind"), read.key("name"))
    #expect(read.key("none") == nil && read.value(of: nil, in: read.features[0]) == nil)
    #expect(read.value(of: kind, in: read.features[0]) == .integer(-3))
    #expect(read.value(of: name, in: read.features[0])?.text == "Ponte")
    #expect(read.value(of: kind, in: read.features[1]) == nil)
    #expect(read.valueIndex(of: name, in: read.features[1]) == 2 && read.values[2] == .text("Straße"))
  }

  @Test("a value of each type is read, and no number that is none")
  func values() throws {
    func value(_ write: (inout WireWriter) -> Void) throws -> VectorTileValue {
      var value = WireWriter()
      write(&value)
      var layer = WireWriter()
      layer.text(1, "l")
      layer.number(15, 2)
      layer.message(4, value.bytes)
      return try #require(try VectorTile(sampleTile([layer.bytes])).layers.first?.values.first)
    }
    #expect(try value { $0.text(1, "a\u{1B}[2J") } == .text("a\u{1B}[2J"))
    #expect(try value { $0.fixed(2, UInt64(Float(1.5).bitPattern), width: 4) } == .number(1.5))
    #expect(try value { $0.fixed(3, (-2.25).bitPattern, width: 8) } == .number(-2.25))
    #expect(try value { $0.number(4, UInt64(bitPattern: -7)) } == .integer(-7))
    #expect(try value { $0.number(5, UInt64.max) } == .number(Double(UInt64.max)))
    #expect(try value { $0.number(5, 12) } == .integer(12))
    #expect(try value { $0.number(6, 13) } == .integer(-7))
    #expect(try value { $0.number(6, UInt64.max) } == .integer(.min))
    #expect(try value { $0.number(7, 1) } == .boolean(true))
    #expect(try value { $0.fixed(3, Double.nan.bitPattern, width: 8) } == .nothing)
    #expect(try value { $0.fixed(2, UInt64(Float.infinity.bitPattern), width: 4) } == .nothing)
    #expect(try value { _ in } == .nothing)
    // A value is its first field, as programs write it that count letters instead of bytes.
    #expect(
      try value {
        $0.text(1, "first")
        $0.number(7, 1)
      } == .text("first"))
    let number = VectorTileValue.integer(3)
    #expect(number.number == 3 && VectorTileValue.number(0.5).number == 0.5 && number.text == nil)
  }

  @Test("a ring's first point is not its last as well, and holes turn against the first ring")
  func rings() throws {
    let square: [VectorTilePoint] = [[0, 0], [9, 0], [9, 9], [0, 9]]
    let hole: [VectorTilePoint] = [[2, 2], [2, 4], [4, 4], [4, 2]]
    for (rings, outers) in [
      ([square + [[0, 0]], hole + [[2, 2]], square], [true, false, true]),
      // Whoever turns everything the other way round means the same.
      ([square.reversed(), hole.reversed()], [true, false]),
    ] {
      let feature = SampleFeature(kind: .area, parts: rings)
      let tile = try VectorTile(sampleTile([SampleLayer(features: [feature.bytes]).bytes]))
      #expect(tile.warnings.isEmpty && tile.layers[0].outers == outers)
      #expect(tile.layers[0].samples[0].parts.map(\.count) == outers.map { _ in 4 })
    }
  }

  @Test("version 1 may say points one by one, close a line, and close a ring twice")
  func versionOne() throws {
    let points: [UInt64] = [9, 2, 2, 9, 2, 2]
    let line: [UInt64] = [9, 4, 4, 18, 0, 16, 16, 0, 15]
    let ring: [UInt64] = [9, 0, 0, 18, 8, 0, 0, 8, 23]
    for (kind, geometry, wanted) in [
      (UInt64(1), points, [[1, 1], [2, 2]] as [VectorTilePoint]),
      (2, line, [[2, 2], [2, 10], [10, 10], [2, 2]]),
      (3, ring, [[0, 0], [4, 0], [4, 4]]),
    ] {
      let old = try VectorTile(sampleTile(kind: kind, geometry: geometry, version: 1))
      #expect(old.warnings.isEmpty && old.layers[0].samples[0].parts == [wanted])
      let new = try VectorTile(sampleTile(kind: kind, geometry: geometry, version: 2))
      #expect(new.featureCount == 0 && new.warnings.entries.count == 1)
    }
  }

  @Test("a layer without an extent has 4096 units, and a feature without a type no geometry")
  func defaults() throws {
    let plain = try VectorTile(sampleTile([SampleLayer(extent: nil).bytes]))
    #expect(plain.layers[0].extent == 4096 && plain.layers[0].version == 2 && plain.warnings.isEmpty)
    let tile = try VectorTile(sampleTile(kind: nil, geometry: [9, 50, 34]))
    #expect(tile.layers[0].features[0].kind == .unknown && tile.layers[0].parts.isEmpty && tile.warnings.isEmpty)
  }

  @Test("a compressed tile is read like a plain one")
  func compressed() throws {
    let bytes = sampleTile(geometry: [9, 50, 34])
    for packed in [bytes, Deflate.gzip(bytes), Deflate.zlib(bytes)] {
      #expect(try VectorTile(compressed: packed).featureCount == 1)
    }
    #expect(throws: VectorTileError(.compression(.cut), at: 0)) {
      try VectorTile(compressed: Deflate.gzip(bytes).dropLast())
    }
  }

  @Test("fields that others may add are passed over")
  func additions() throws {
    var layer = WireWriter()
    layer.text(99, "for later")
    layer.number(16, 5)
    layer.fixed(17, 1, width: 4)
    layer.fixed(18, 1, width: 8)
    let tile = try VectorTile(sampleTile([SampleLayer().bytes + layer.bytes]) + [0x80, 0x01, 0x05])
    #expect(tile.layers.count == 1 && tile.warnings.isEmpty)
  }
}
