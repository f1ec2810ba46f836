import ChanceTesting
import OSMExtracts
import Testing

/// Which files are refused, and where they say it is wrong.
@Suite struct OSMCheckTests {
  private static let map: SampleMap = {
    var map = SampleMap()
    map.add([(1, 2), (3, 4)], from: 1)
    map.nodes.append(.init(id: 3, latitude: 0, longitude: 0, tags: [("name", "Zoë"), ("amenity", "cafe")]))
    map.ways = [.init(id: 1, refs: [1, 2, 3], tags: [("highway", "path")])]
    map.relations = [.init(id: 1, members: [("way", 1, "outer"), ("node", 2, "")], tags: [("type", "site")])]
    return map
  }()

  @Test("Every format loads, and its nodes are counted", arguments: SampleMap.Format.allCases)
  func sound(_ format: SampleMap.Format) throws {
    let check = try Self.map.file(format).check
    #expect(check.nodes == 3)
    #expect(check.error == nil && check.warnings.entries.isEmpty)
  }

  @Test("No beginning of a file loads, but where a block ends")
  func cut() throws {
    let file = SamplePBF.file(Self.map, packing: .zlib)
    let header = SamplePBF.header().count
    var loaded: [Int] = []
    for count in 0..<file.count {
      let check = try SampleFile(Array(file[..<count]), name: "cut.osm.pbf").check
      if check.nodes != nil { loaded.append(count) } else { #expect((check.error?.position.number ?? -1) <= count) }
    }
    // The header alone, then with nodes, then with ways.
    #expect(loaded.count == 3 && loaded.first == header)
  }

  @Test("No byte behind the last block is passed over")
  func trailing() throws {
    let file = SamplePBF.file(Self.map, packing: .lz4)
    for count in 1...6 {
      let check = try SampleFile(file + [UInt8](repeating: 0, count: count), name: "long.osm.pbf").check
      #expect(check.error?.position == .byte(file.count))
    }
  }

  @Test("Turned bits are refused, or read to the end: what is checked can be read")
  func flippedBits() throws {
    var chance = Chance(seed: 7)
    for round in 0..<250 {
      var bytes = SamplePBF.file(Self.map, packing: [.raw, .zlib, .lz4][round % 3])
      for _ in 0...chance.integer(in: 0...3) {
        bytes[chance.integer(in: 0...bytes.count - 1)] ^= 1 << UInt8(chance.integer(in: 0...7))
      }
      let file = try SampleFile(bytes, name: "flipped.osm.pbf")
      let refusal = file.refusal
      do throws(OSMError) {
        for place in try file.places() {
          #expect(-90...90 ~= place.latitude && -180...180 ~= place.longitude)
        }
        #expect(refusal == nil)
      } catch {
        #expect(refusal == error)
      }
    }
  }

  /// A name, the bytes of a file, and where it is wrong.
  struct Fault: CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    let offset: Int

    init(_ name: String, _ bytes: [UInt8], at offset: Int = SamplePBF.header().count) {
      (testDescription, self.bytes, self.offset) = (name, bytes, offset)
    }

    /// One group of objects behind a sound header, with two texts.
    init(_ name: String, group: [UInt8], _ rest: [UInt8] = []) {
      self.init(name, SamplePBF.header() + SamplePBF.data(SamplePBF.block(["a", "b"], [group], rest)))
    }

    /// A block behind a sound header.
    init(_ name: String, block: [UInt8]) { self.init(name, SamplePBF.header() + SamplePBF.data(block)) }
  }

  private static func dense(
    ids: [Int64] = [1, 2], latitudes: [Int64] = [1, 2], longitudes: [Int64] = [1, 2], tags: [UInt8] = [],
    _ rest: [UInt8] = []
  ) -> [UInt8] {
    let lists = [(1, ids), (8, latitudes), (9, longitudes)] as [(UInt64, [Int64])]
    return SamplePBF.field(
      2, lists.flatMap { SamplePBF.field($0, SamplePBF.deltas($1)) } + SamplePBF.field(10, tags) + rest)
  }

  private static func way(_ fields: [UInt8]) -> [UInt8] { SamplePBF.field(3, fields) }

  private static let frames: [Fault] = [
    Fault("nothing", [], at: 0),
    Fault("zeros", [UInt8](repeating: 0, count: 64), at: 0),
    Fault("another format", Array("PK\u{3}\u{4}".utf8) + SamplePBF.header(), at: 0),
    Fault("no header", SamplePBF.data(SamplePBF.block([], [])), at: 0),
    Fault("a second header", SamplePBF.header() + SamplePBF.header()),
    Fault("a header of 65 KiB", [0, 1, 4, 0] + [UInt8](repeating: 0, count: 70_000), at: 0),
    Fault("a feature nobody knows", SamplePBF.header(["OsmSchema-V0.6", "Quantum"]), at: 0),
    Fault("a block without a size", [0, 0, 0, 11] + SamplePBF.field(1, "OSMHeader"), at: 0),
    Fault("a block of no kind", [0, 0, 0, 2] + SamplePBF.field(3, value: 1) + [0], at: 0),
    Fault("a block without content", SamplePBF.header() + SamplePBF.frame("OSMData", SamplePBF.field(2, value: 5))),
    Fault(
      "bytes unpacked that are not as many as said",
      SamplePBF.header()
        + SamplePBF.frame(
          "OSMData", SamplePBF.field(2, value: 7) + SamplePBF.field(3, Packed.zlib([UInt8](repeating: 0, count: 8))))),
    Fault(
      "2 GB unpacked",
      SamplePBF.header()
        + SamplePBF.frame("OSMData", SamplePBF.field(2, value: 1 << 31) + SamplePBF.field(3, Packed.zlib([1])))),
    Fault("bzip2", SamplePBF.header() + SamplePBF.frame("OSMData", SamplePBF.field(5, [1, 2, 3]))),
    Fault(
      "something behind the packed bytes",
      SamplePBF.header()
        + SamplePBF.frame(
          "OSMData", SamplePBF.field(2, value: 4) + SamplePBF.field(3, Packed.zlib([0, 0, 0, 0]) + [0]))),
  ]

  private static let blocks: [Fault] = [
    Fault("no texts", block: SamplePBF.field(2, dense())),
    Fault("texts twice", block: SamplePBF.block([], []) + SamplePBF.block([], [])),
    Fault("a text with a zero byte", block: SamplePBF.block(["a\0b"], [])),
    Fault("a step of nothing", group: dense(), SamplePBF.field(17, value: 0)),
    Fault("fewer latitudes", group: dense(latitudes: [1])),
    Fault("more longitudes", group: dense(longitudes: [1, 2, 3])),
    Fault("places without nodes", group: dense(ids: [])),
    Fault("numbers beyond 64 bits", group: dense(ids: [.max, .min])),
    Fault("coordinates beyond 64 bits", group: dense(latitudes: [1 << 60, 0])),
    Fault("a key without a value", group: dense(tags: [1, 2, 0, 1])),
    Fault("tags of fewer nodes", group: dense(tags: [1, 2, 0])),
    Fault("tags of more nodes", group: dense(tags: [0, 0, 0])),
    Fault("a tag whose text is not there", group: dense(tags: [1, 3, 0, 0])),
    Fault("a history of fewer nodes", group: dense(SamplePBF.field(5, SamplePBF.field(1, [1])))),
    Fault("columns twice", group: dense(SamplePBF.field(1, [2, 2]))),
    Fault("a column of another layout", group: SamplePBF.field(2, SamplePBF.field(1, value: 3))),
    Fault("a way without a number", group: way(SamplePBF.field(8, [2]))),
    Fault("a way with a key too many", group: way(SamplePBF.field(1, value: 1) + SamplePBF.field(2, [1]))),
    Fault(
      "a way with places of other nodes",
      group: way(
        SamplePBF.field(1, value: 1) + SamplePBF.field(8, [2]) + SamplePBF.field(9, [2, 2])
          + SamplePBF.field(10, [2, 2]))),
    Fault("a number that does not end", group: way(SamplePBF.field(1, value: 1) + SamplePBF.field(8, [0x80]))),
    Fault(
      "a member of an unknown kind",
      group: SamplePBF.field(
        4, SamplePBF.field(1, value: 1) + SamplePBF.field(8, [0]) + SamplePBF.field(9, [2]) + SamplePBF.field(10, [3]))),
    Fault(
      "a member without a role",
      group: SamplePBF.field(4, SamplePBF.field(1, value: 1) + SamplePBF.field(9, [2]) + SamplePBF.field(10, [1]))),
    Fault("a node without a place", group: SamplePBF.field(1, SamplePBF.field(1, value: 2))),
    Fault("a group that ends too early", block: SamplePBF.block([], []) + [2 << 3 | 2, 9, 1]),
  ]

  @Test("A damaged block is refused at the byte where it begins", arguments: frames + blocks)
  func faults(_ fault: Fault) throws {
    let file = try SampleFile(fault.bytes, name: "bad.osm.pbf")
    let error = try #require(file.refusal)
    #expect(error.position == .byte(fault.offset))
    #expect(error.path == file.path)
    #expect(throws: error) { _ = try file.places() }
  }

  @Test("The same blocks load where nothing is wrong with them")
  func soundBlocks() throws {
    for group in [
      Self.dense(), Self.dense(tags: [1, 2, 0, 0]), Self.dense(SamplePBF.field(99, [1])),
      Self.way(
        SamplePBF.field(1, value: 1) + SamplePBF.field(8, [2]) + SamplePBF.field(9, [2]) + SamplePBF.field(10, [2])),
    ] {
      let bytes = SamplePBF.header() + SamplePBF.data(SamplePBF.block(["a", "b"], [group]))
      #expect(try SampleFile(bytes, name: "good.osm.pbf").refusal == nil)
    }
  }

  @Test("A block that would take too much memory is refused before libosmium sees it")
  func bombs() throws {
    // A million nodes, and ten thousand ways whose tags are long texts: few bytes, much memory.
    let zeros = [UInt8](repeating: 0, count: 1 << 20)
    let nodes = SamplePBF.field(2, SamplePBF.field(1, zeros) + SamplePBF.field(8, zeros) + SamplePBF.field(9, zeros))
    let tags = [UInt8](repeating: 1, count: 50_000)
    let way = SamplePBF.field(3, SamplePBF.field(1, value: 1) + SamplePBF.field(2, tags) + SamplePBF.field(3, tags))
    for block in [SamplePBF.block([], [nodes]), SamplePBF.block([String(repeating: "x", count: 1000)], [way])] {
      let error = try SampleFile(SamplePBF.header() + SamplePBF.data(block), name: "bomb.osm.pbf").refusal
      #expect(error?.problem == .tooLarge("a block whose objects take more than 40 MiB"))
    }
  }

  @Test("Blocks that are packed far better than any real ones are refused before they are unpacked")
  func expansion() throws {
    for (bytes, isRefused) in [(2 << 20, true), (64 << 10, false)] {
      let blob = SamplePBF.field(2, value: UInt64(bytes)) + SamplePBF.field(3, Packed.zlib([1, 2, 3]))
      let file = try SampleFile(SamplePBF.header() + SamplePBF.frame("OSMData", blob), name: "bomb.osm.pbf")
      let words = file.refusal?.problem.description ?? ""
      #expect(words.contains("of real ones") == isRefused, "\(words)")
    }
  }

  @Test("Many small blocks that are packed too well are refused like a large one, and a mebibyte of them loads")
  func smallBlocks() throws {
    let zeros = 60_000
    let start = SamplePBF.block([], []) + SamplePBF.varint(99 << 3 | 2) + SamplePBF.varint(UInt64(zeros))
    let block = SamplePBF.frame(
      "OSMData",
      SamplePBF.field(2, value: UInt64(start.count + zeros)) + SamplePBF.field(6, Packed.lz4(start, zeros: zeros)))
    let blocks = { count in SamplePBF.header() + Array(repeating: block, count: count).joined() }
    #expect(try SampleFile(blocks(17), name: "small.osm.pbf").refusal == nil)
    for count in [18, 40] {
      let error = try SampleFile(blocks(count), name: "bomb.osm.pbf").refusal
      #expect(error?.problem.description.contains("of real ones") == true)
      #expect(error?.position == .byte(blocks(17).count))
    }
  }

  @Test("A long text is shortened between characters, and only a huge one is worth a word")
  func longTexts() throws {
    for (count, warnings) in [(2000, 0), (20_000, 1)] {
      var map = SampleMap()
      map.nodes = [
        .init(id: 1, latitude: 0, longitude: 0, tags: [("amenity", "x" + String(repeating: "é", count: count))])
      ]
      let file = try map.file(.zlib)
      let check = file.check
      #expect(check.nodes == 1)
      #expect(check.warnings.entries.map(\.problem) == Array(repeating: .overlong, count: warnings))
      #expect(try file.place().tags.first?.value == "x" + String(repeating: "é", count: 511))
    }
  }

  @Test("Text that is no UTF-8 is mended, and a block of an unknown kind passed over, both with a warning")
  func mended() throws {
    var texts = SamplePBF.Texts()
    let group = SamplePBF.dense([.init(id: 1, latitude: 0, longitude: 0, tags: [("amenity", "b")])], &texts)
    let block =
      SamplePBF.field(1, SamplePBF.field(1, "") + SamplePBF.field(1, "amenity") + SamplePBF.field(1, [0x62, 0xFF]))
      + SamplePBF.field(2, group)
    let odd = SamplePBF.frame("OSM\u{1B}[2J", SamplePBF.blob([1]))
    let file = try SampleFile(SamplePBF.header() + SamplePBF.data(block) + odd, name: "odd.osm.pbf")
    #expect(file.check.warnings.entries.map(\.problem) == [.notUTF8, .unknownBlock("OSM?[2J")])
    #expect(try file.place().tags.first?.value == "b\u{FFFD}")
  }

  @Test("What is no file, or no file of OpenStreetMap, is refused with a reason")
  func others() throws {
    #expect(OSMCheck(path: "/nowhere/at.osm.pbf").error?.description.contains("No such file") == true)
    #expect(OSMCheck(path: "/").error != nil)
    #expect(OSMCheck(path: "/tmp/.osm.pbf/").error != nil)
    #expect(try SampleFile(Array("{}".utf8), name: "a.json").refusal?.problem == .unknownFormat)
    #expect(try SampleFile([], name: "a.osm").refusal?.problem == .empty)
  }
}
