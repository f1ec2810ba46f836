import Foundation
import Testing

@testable import OSMExtracts

/// Copies of files that were cut without care.
@Suite("A copy of an extract without missing nodes") struct WholeWaysTests {
  /// What is in a file, a line an object.
  private static func objects(_ path: String) throws -> [String] {
    var lines: [String] = []
    try ObjectSource(path: path) { _, _ in true }.visit([.node, .way, .relation]) { object, _ in
      let tags = object.tags.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
      lines.append("\(object.kind) \(object.id) \(Array(object.refs)) \(object.members.count) \(tags)")
      return true
    }
    return lines
  }

  /// Writes the copy of a file, and gives it to `body`.
  private static func copying(_ file: SampleFile, _ body: (String) throws -> Void) throws {
    let path = file.path + ".copy.osm.pbf"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try OSMExtract(path: file.path).writeCopyWithoutMissingNodes(to: path)
    try body(path)
  }

  @Test(
    "has the pieces of ways between missing nodes, and everything else as it was",
    arguments: [SampleMap.Format.zlib, .single]
  )
  func pieces(format: SampleMap.Format) throws {
    var map = SampleMap()
    map.add([(1, 1), (2, 2), (3, 3), (4, 4)])
    map.nodes[0].tags = [("amenity", "bench")]
    map.ways = [
      .init(id: 7, refs: [1, 2, 3], tags: [("highway", "path")]),
      .init(id: 8, refs: [1, 2, 90, 3, 4, 91, 1], tags: [("natural", "water"), ("name", "Lake")]),
      .init(id: 9, refs: [90, 91, 1], tags: [("highway", "steps")]),
    ]
    map.relations = [.init(id: 5, members: [("way", 8, "outer")], tags: [("type", "multipolygon")])]
    let file = try map.file(format)
    let before = try Self.objects(file.path)
    try Self.copying(file) { path in
      let after = try Self.objects(path)
      #expect(
        Set(before).subtracting(after) == [
          "way 8 [1, 2, 90, 3, 4, 91, 1] 0 natural=water,name=Lake", "way 9 [90, 91, 1] 0 highway=steps",
        ])
      #expect(
        after.filter { !before.contains($0) } == [
          "way 0 [1, 2] 0 natural=water,name=Lake", "way 0 [3, 4] 0 natural=water,name=Lake",
        ])
    }
  }

  @Test("is the file itself, byte for byte, if no node is missing")
  func unchanged() throws {
    var map = SampleMap()
    map.addRing(SampleMap.square(0, 0, 1), id: 1, tags: [("building", "yes")])
    let file = try map.file(.zlib)
    try Self.copying(file) { path in
      #expect(FileManager.default.contentsEqual(atPath: file.path, andPath: path))
    }
  }

  @Test("is not written over a file, of a damaged file, or when it is not wanted any more")
  func errors() throws {
    let file = try SampleMap().file(.raw)
    #expect(throws: OSMError.self) { try OSMExtract(path: file.path).writeCopyWithoutMissingNodes(to: file.path) }
    let path = file.path + ".copy.osm.pbf"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let stopped = #expect(throws: OSMError.self) {
      try OSMExtract(path: file.path).writeCopyWithoutMissingNodes(to: path) { $0.fraction < 0.4 }
    }
    #expect(stopped?.problem == .cancelled)
    let broken = try SampleFile([0, 0, 0, 9, 1, 2, 3], name: "broken.osm.pbf")
    #expect(throws: OSMError.self) { try OSMExtract(path: broken.path).writeCopyWithoutMissingNodes(to: path + "2") }
  }
}
