import Foundation
import Geodesy
import HuntDomain
import Numbers
import Places
import Testing

@testable import PlaceCatalog

@Suite("An import that is killed")
struct ResumeTests {
  /// Files of five formats, each of which tells how far it is at least once.
  private func files(in folder: Folder) throws -> [String] {
    let waypoints = (0..<2100).map { "<wpt lat=\"1\" lon=\"\(Double($0) / 100)\"><name>W\($0)</name></wpt>" }
    let nodes = (1...20).map {
      #"<node id="\#($0)" version="1" lat="60" lon="\#($0)"><tag k="shop" v="books"/><tag k="name" v="S\#($0)"/></node>"#
    }
    let elements = (1...20).map {
      #"{"type":"way","id":\#($0),"center":{"lat":61,"lon":\#($0)},"tags":{"amenity":"cafe","name":"C\#($0)"}}"#
    }
    return [
      try folder.write(
        #"{"version":0.6,"osm3s":{},"elements":[\#(elements.joined(separator: ","))]}"#, as: "cafes.json"),
      try GeoPackageTests().package(folder, of: Sample.many(3000, seed: 5)),
      try folder.write(
        """
        <gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1">\(waypoints.joined())</gpx>
        """, as: "walk.gpx"),
      try folder.write("<osm version=\"0.6\">\(nodes.joined())</osm>", as: "shops.osm"),
      try folder.list(Sample.many(30, seed: 6)),
    ]
  }

  /// Imports in a process of its own that is killed in the midst of a file.
  ///
  /// It ends of its own accord when it reads one of those that were read to their end before.
  private func importUntilKilled(_ files: [String], in folder: Folder, at file: Int) async {
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.places.path as String, files, file] in
      let catalog = PlaceCatalog(folder: CatalogFolder(path))
      _ = try catalog.importer(files: files, name: .test).run(now: .init(milliseconds: 0)) { progress in
        let now = progress.file.flatMap(files.firstIndex)
        if let now, now < file - 1 { exit(EXIT_FAILURE) }
        // The large file in its middle.
        if now == file, progress.count >= (file == 1 ? 2000 : 0) { kill(getpid(), SIGKILL) }
        return true
      }
    }
  }

  @Test("in one file after the other, whatever their formats, goes on behind the last whole one each time")
  func killed() async throws {
    let folder = Folder()
    let files = try files(in: folder)
    for file in 1..<files.count {
      await importUntilKilled(files, in: folder, at: file)
      #expect(folder.files == ["test.part"])
    }
    var read: Set<String> = []
    let summary = try folder.catalog.importer(files: files, name: .test).run(now: .init(milliseconds: 0)) { progress in
      if let file = progress.file { read.insert(file) }
      return true
    }
    #expect(summary.resumed == files.count - 1)
    #expect(read == [files[files.count - 1]])
    #expect(folder.files == ["test.index", "test.places"])
    #expect(summary.region.sources.map(\.count) == [20, 3000, 2100, 20, 30])
    let places = try await folder.open().places(near: Coordinate(latitude: 0, longitude: 0)!, within: .infinity)
    let firsts = Dictionary(grouping: places.compactMap(\.name.first)) { $0 }.mapValues(\.count)
    #expect(places.count == 5170 && firsts["W"] == 2100 && firsts["C"] == 20 && firsts["S"] == 20)
  }
}
