import Foundation
import Testing

@testable import OSMExtracts

/// Copies of files with the numbers that editors give to new objects.
@Suite("A copy of a PBF file without negative numbers") struct PBFCopyingTests {
  /// A lake with an island, drawn in an editor.
  private var drawn: SampleMap {
    var map = SampleMap()
    map.add([(1, 1), (2, 2), (3, 3)], from: -3)
    map.ways = [
      .init(id: -4, refs: [-3, -2, -1, -3]), .init(id: 9, refs: [-1, -2], tags: [("highway", "path")]),
    ]
    map.relations = [.init(id: -5, members: [("way", -4, "outer"), ("node", -3, "")], tags: [("natural", "water")])]
    return map
  }

  @Test("has the same objects, whose numbers lie above those of OpenStreetMap", arguments: SampleMap.Format.allCases)
  func numbers(format: SampleMap.Format) throws {
    let file = try drawn.file(format)
    let copy = file.path + ".copy.osm.pbf"
    defer { try? FileManager.default.removeItem(atPath: copy) }
    try OSMExtract(path: file.path).writePBF(to: copy)
    var lines: [String] = []
    try ObjectSource(path: copy) { _, _ in true }.visit([.node, .way, .relation]) { object, _ in
      lines.append("\(object.kind) \(object.id) \(Array(object.refs))")
      return true
    }
    let base: Int64 = 16_000_000_000
    #expect(
      Set(lines) == [
        "node \(base + 1) []", "node \(base + 2) []", "node \(base + 3) []", "relation \(base + 5) []",
        "way \(base + 4) [\(base + 3), \(base + 2), \(base + 1), \(base + 3)]", "way 9 [\(base + 1), \(base + 2)]",
      ])
    // The relation has its members: it lies where it lay.
    let before = try file.place(["natural"])
    var found: OSMElement?
    try OSMExtract(path: copy).read(keys: ["natural"]) { found = $0 }
    let lake = try #require(found)
    #expect((lake.latitude, lake.longitude, lake.basis) == (before.latitude, before.longitude, before.basis))
    #expect(lake.id == base + 5 && before.id == -5)
    #expect(try !OSMExtract(path: copy).coast().hasNegativeNumbers)
  }

  @Test("is wanted where a node, a way or a relation has such a number", arguments: [SampleMap.Format.zlib, .single])
  func isWanted(format: SampleMap.Format) throws {
    func isWanted(_ change: (inout SampleMap) -> Void) throws -> Bool {
      var map = SampleMap()
      map.addRing(SampleMap.square(0, 0, 1), id: 1, tags: [("building", "yes")])
      map.relations = [.init(id: 5, members: [("way", 1, "outer")])]
      change(&map)
      let file = try map.file(format)
      return try withExtendedLifetime(file) { try OSMExtract(path: file.path).coast().hasNegativeNumbers }
    }
    #expect(try !isWanted { _ in })
    #expect(try isWanted { $0.nodes[3].id = -1 })
    #expect(try isWanted { $0.ways[0].id = -1 })
    #expect(try isWanted { $0.relations[0].id = -1 })
    #expect(
      try isWanted {
        $0.ways.append(.init(id: -2, refs: [1000, 1001], tags: [("natural", "coastline")]))
      })
  }

  @Test("lacks nodes that do not lie on Earth, and stops when that is wanted")
  func strays() throws {
    var map = drawn
    map.nodes[0].latitude = 910_000_000
    let file = try map.file(.zlib)
    let copy = file.path + ".copy.osm.pbf"
    defer { try? FileManager.default.removeItem(atPath: copy) }
    try OSMExtract(path: file.path).writePBF(to: copy)
    #expect(OSMCheck(path: copy).nodes == 2)
    let stopped = #expect(throws: OSMError.self) {
      try OSMExtract(path: file.path).writePBF(to: copy + ".other") { $0.fraction <= 0.3 }
    }
    #expect(stopped?.problem == .cancelled)
    try? FileManager.default.removeItem(atPath: copy + ".other")
  }
}
