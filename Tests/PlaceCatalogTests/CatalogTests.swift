import Database
import Foundation
import Geodesy
import HuntDomain
import Numbers
import Places
import Testing

@testable import PlaceCatalog

@Suite("The catalog")
struct CatalogTests {
  private func imported(_ count: Int = 30) throws -> Folder {
    let folder = Folder()
    try folder.take(try folder.list(Sample.many(count)))
    return folder
  }

  private func overwrite(_ folder: Folder, _ file: String, _ change: (inout Data) -> Void) throws {
    let url = URL(filePath: folder.places.path).appending(path: file)
    var data = try Data(contentsOf: url)
    change(&data)
    try data.write(to: url)
  }

  @Test("an index that is missing, damaged or of another generation is made anew and kept")
  func staleIndex() async throws {
    let folder = try imported()
    let index = try #require(folder.contents["test.index"])
    let changes: [(inout Data) -> Void] = [
      { $0.removeAll() }, { $0.removeLast(9) }, { $0[8] ^= 1 }, { $0[index.count - 1] ^= 1 }, { $0[60] ^= 255 },
    ]
    for change in changes {
      try overwrite(folder, "test.index", change)
      #expect(try await folder.open().nearest(30, to: Sample().position).count == 30)
      #expect(folder.contents["test.index"] == index)
    }
    try FileManager.default.removeItem(atPath: folder.places.path + "/test.index")
    #expect(try await folder.open().nearest(30, to: Sample().position).count == 30)
    #expect(folder.contents["test.index"] == index)
  }

  @Test("of an index only what a question needs is read, and damage in it is noticed before it answers")
  func damagedPiece() async throws {
    let folder = try imported(3000)
    let index = try #require(folder.contents["test.index"])
    let here = Coordinate(latitude: 60.5, longitude: 24.5)!
    let old = try PlaceFilter("historic")
    func answers() async throws -> [[CatalogHit]] {
      let region = try folder.open()
      return [
        try await region.nearest(5, to: here), try await region.nearest(5, to: here, old),
        try await region.within(2000, of: here),
      ]
    }
    let right = try await answers()
    var untouched = 0
    for position in stride(from: 100, to: index.count, by: 4096) {
      try overwrite(folder, "test.index") { $0[position] ^= 4 }
      #expect(try await answers() == right, "byte \(position)")
      guard folder.contents["test.index"] != index else { continue }
      untouched += 1
      // A question about everything finds it.
      #expect(try await folder.open().within(200_000, of: here, old).count > 900)
      #expect(try await folder.open().inside(BoundingBox(around: [here])!).isEmpty)
      try overwrite(folder, "test.index") { $0 = index }
    }
    #expect((1..<index.count / 4096).contains(untouched))
  }

  @Test("several threads may ask one index at once")
  func manyThreads() throws {
    let bytes = try #require(try imported(3000).contents["test.index"])
    let generation = bytes.dropFirst(16).withUnsafeBytes { $0.loadUnaligned(as: Int64.self) }
    let source = IndexSource(Array(bytes))
    let here = Coordinate(latitude: 60.5, longitude: 24.5)!
    let museums = PlaceFilter([.culture])
    let right = RegionIndex(source, generation: generation, count: 3000)?.nearest(50, to: here, museums)
    #expect(right?.count == 50)
    for _ in 0..<20 {
      let index = try #require(RegionIndex(source, generation: generation, count: 3000))
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        #expect(index.nearest(50, to: here, museums) == right)
      }
    }
  }

  @Test("an index that another program shortens while it is in use is made anew")
  func shortened() async throws {
    let folder = try imported(3000)
    let region = try folder.open()
    let index = try #require(folder.contents["test.index"])
    let file = try FileHandle(forWritingTo: URL(filePath: folder.places.path + "/test.index"))
    try file.truncate(atOffset: UInt64(index.count / 2))
    #expect(try await region.within(200_000, of: Sample().position).count == 3000)
    #expect(folder.contents["test.index"] == index)
  }

  @Test("the work of a statement is limited for each of its runs, not for all of them together")
  func limitedWork() throws {
    let folder = try imported()
    let connection = try Connection(reading: folder.places.database(.test), largestValue: 1 << 20, from: .own)
    let rows = try connection.prepare(
      "SELECT sum(d.id) FROM places a, places b, places c, places d, places e WHERE e.id <= ?")
    // Each run goes through 810,000 combinations of the thirty places.
    for _ in 0..<20 {
      try rows.bind(1, at: 1)
      #expect(try rows.step())
      rows.reset()
    }
    try rows.bind(30, at: 1)
    #expect(throws: DatabaseError.self) { try rows.step() }
  }

  @Test("a database that has no name, as one from a pipe, is read by its descriptor")
  func nameless() throws {
    let folder = try imported()
    let path = folder.places.database(.test)
    let file = try FileHandle(forReadingFrom: URL(filePath: path))
    try FileManager.default.removeItem(atPath: path)
    let connection = try Connection(
      reading: "/proc/self/fd/\(file.fileDescriptor)", largestValue: 1 << 20, from: .anywhere)
    #expect(try connection.number("SELECT count(*) FROM places") == 30)
  }

  @Test("a region that is damaged says so, is told among the others, and can be imported again")
  func damaged() async throws {
    let folder = try imported()
    let changes: [(inout Data) -> Void] = [
      { $0.removeAll() }, { $0 = Data("SQLite format 3\0 and no more".utf8) }, { $0[68] ^= 1 },
      { $0.replaceSubrange(100..<4096, with: Data(repeating: 0, count: 3996)) },
    ]
    let whole = folder.contents["test.places"]!
    for change in changes {
      try overwrite(folder, "test.places") { $0 = whole }
      try overwrite(folder, "test.places", change)
      let problem = #expect(throws: CatalogProblem.self) { try folder.open() }
      #expect(problem?.kind == .damaged)
      #expect(problem?.description.contains("Import it again") == true)
      #expect(throws: CatalogProblem.self) { try folder.catalog.regions()[0].state.get() }
    }
    try folder.take(folder.url.path + "/list.geojson")
    #expect(try folder.open().summary.count == 30)
  }

  @Test("damage anywhere behind the beginning is an error or does no harm, and never ends the program")
  func scattered() async throws {
    let folder = try imported()
    let whole = folder.contents["test.places"]!
    var chance = SeededGenerator(seed: 11)
    for _ in 0..<60 {
      try overwrite(folder, "test.places") { data in
        data = whole
        for _ in 0..<20 {
          data[Int.random(in: 100..<data.count, using: &chance)] = .random(in: 0...255, using: &chance)
        }
      }
      do {
        let region = try folder.open()
        _ = try await region.search("museum")
        _ = try await region.nearest(30, to: Sample().position)
      } catch let problem as CatalogProblem {
        #expect([.damaged, .other, .newer].contains(problem.kind), "\(problem)")
      }
    }
  }

  @Test("a region of a newer version is refused, and neither import nor anything else touches it")
  func newer() async throws {
    let folder = try imported()
    try Connection(path: folder.places.database(.test)).execute("PRAGMA user_version = 4")
    let before = folder.contents
    #expect(#expect(throws: CatalogProblem.self) { try folder.open() }?.kind == .newer)
    #expect(#expect(throws: CatalogProblem.self) { try folder.take(folder.url.path + "/list.geojson") }?.kind == .newer)
    #expect(folder.contents == before)
    try folder.catalog.forget(.test)
    #expect(folder.files == [])
  }

  @Test("what is not there is told with what is")
  func missing() async throws {
    let folder = try imported()
    let name = try #require(RegionName("helsinki"))
    let problem = #expect(throws: CatalogProblem.self) { try folder.catalog.open(name) }
    #expect(problem?.description == "There is no region helsinki. There are: test.")
    #expect(#expect(throws: CatalogProblem.self) { try folder.catalog.forget(name) }?.kind == .missing)
    #expect(try PlaceCatalog(folder: CatalogFolder("/nowhere/at/all")).regions().isEmpty)
  }

  @Test("of a folder that cannot be read nobody says that it has no regions")
  func unreadable() async throws {
    let folder = Folder()
    // A link to itself, which root cannot read either.
    try FileManager.default.createSymbolicLink(atPath: folder.places.path, withDestinationPath: folder.places.path)
    let problem = #expect(throws: CatalogProblem.self) { try folder.catalog.regions() }
    #expect(problem?.description.hasPrefix("The folder \(folder.places.path) cannot be read: ") == true)
    await #expect(throws: CatalogProblem.self) { try await folder.catalog.search("castle") }
  }

  @Test("a folder that cannot be written is said", .enabled(if: getuid() != 0, "root may write everywhere"))
  func readOnly() throws {
    let folder = try imported()
    let list = folder.url.path + "/list.geojson"
    try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.places.path)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.places.path) }
    #expect(#expect(throws: CatalogProblem.self) { try folder.take(list) }?.kind == .unwritable)
    #expect(try folder.open().summary.count == 30)
  }

  @Test("a folder that cannot be made is said")
  func noFolder() throws {
    let folder = Folder()
    let list = try folder.list([Sample(name: "A")])
    let catalog = PlaceCatalog(folder: CatalogFolder(list + "/places"))
    let problem = #expect(throws: CatalogProblem.self) {
      try catalog.importer(files: [list]).run(now: .init(milliseconds: 0))
    }
    #expect(problem?.kind == .unwritable)
  }

  @Test(
    "a region is named after its file, or as somebody says, as long as a file can be called that",
    arguments: [
      ("/maps/Helsinki-latest.osm.pbf", "helsinki"), ("sf downtown.geojson", "sf-downtown"),
      ("Москва.osm.gz", "москва"),
      ("a.b.c.gpx", "a-b-c"), ("../..", nil), ("….json", nil), ("", nil),
    ])
  func names(file: String, name: String?) {
    #expect(RegionName(file: file)?.text == name)
  }

  @Test(
    "names that lead elsewhere or are too long are none",
    arguments: ["", ".", "..", "a/b", "a\0b", "-x", "a b", "\u{202E}a"])
  func badNames(text: String) {
    #expect(RegionName(text) == nil)
    #expect(RegionName(String(repeating: "ж", count: 49)) == nil)
    #expect(RegionName("Île-de-France_2.0")?.text == "Île-de-France_2.0")
  }
}
