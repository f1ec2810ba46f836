import Foundation
import ProcessTesting
import Testing

@Suite("Regions of places, as commands")
struct PlacesCommandTests {
  /// A folder for regions, and a file of places.
  private final class Ground {
    let folder = FileManager.default.temporaryDirectory.appending(path: "trove-places-\(UUID().uuidString)")
    var temporary: URL { folder.appending(path: "tmp") }
    var file: String { folder.appending(path: "town.geojson").path }

    init() throws {
      try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
      let places = [
        ("Café Null", 0.0001, 0.0, #""amenity": "cafe""#),
        ("Музей", 0.0, 0.001, #""tourism": "museum", "name:en": "Museum""#),
        ("ร้านหนังสือ", 0.002, 0.0, #""shop": "books""#), ("مسجد", 0.0, 0.003, #""amenity": "place_of_worship""#),
      ]
      let features = places.map { name, latitude, longitude, tags in
        #"{"type": "Feature", "geometry": {"type": "Point", "coordinates": [\#(longitude), \#(latitude)]}, "#
          + #""properties": {"name": "\#(name)", \#(tags)}}"#
      }
      let text = #"{"type": "FeatureCollection", "features": [\#(features.joined(separator: ",\n"))]}"#
      try text.write(toFile: file, atomically: true, encoding: .utf8)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func run(_ arguments: String...) async throws -> Command { try await run(arguments) }

    func run(_ arguments: [String]) async throws -> Command {
      try await Command.run(
        TroveBinary.path, arguments,
        environment: ["TROVE_REGIONS": folder.appending(path: "regions").path, "TMPDIR": temporary.path])
    }
  }

  @Test(
    "one extract makes a region whose name stands for its places, its streets and its map",
    .enabled(
      if: Tilemaker.isThere && SharedFiles.has("data/osm/monaco-latest.osm.pbf"), "needs tilemaker and an extract"))
  func extract() async throws {
    let ground = try Ground()
    let extract = SharedFiles.folder.appending(path: "data/osm/monaco-latest.osm.pbf").path
    let refused = try await ground.run("map", extract)
    #expect(refused.status == 65 && refused.error.contains("trove import FILE makes a region of it"))
    let imported = try await ground.run("import", extract)
    #expect(imported.status == 0 && imported.output.hasSuffix(", and a map\n"), "\(imported.error)")
    #expect(try await ground.run("regions").lines.first?.contains(" places and a map, ") == true)
    let square = ["--at", "43.7314,7.4202"]
    let map = try await ground.run(["map", "monaco", "--zoom", "17", "--size", "100x40"] + square)
    #expect(map.output.contains("Palais Princier"))
    // The palace is there as a building with its height, and hides what lies behind it.
    let eye = try await ground.run(["eye", "--in", "monaco", "--json"] + square)
    let near = try await ground.run(["nearby", "--in", "monaco", "--limit", "1"] + square)
    #expect(near.output.contains("Palais Princier de Monaco"))
    #expect(try await ground.run(["map", "--in", "nowhere"] + square).status == 66)
    let seen = try objects(eye.lines)
    #expect(try #require(seen.first?["buildings"] as? Int) > 50)
    #expect(seen.contains { $0["hidden_by"] as? String == "Palais Princier de Monaco" })
    #expect(try await ground.run("import", "--no-map", extract).output.hasSuffix(" merged\n"))
    let gone = try await ground.run(["map", "monaco"] + square)
    #expect(gone.status == 66 && gone.error.contains("has no map; trove import makes one"))
  }

  @Test("places come from every file that can be imported, with the words of an import where it is bad")
  func files() async throws {
    let ground = try Ground()
    func near(_ text: String, _ name: String) async throws -> Command {
      let file = ground.folder.appending(path: name)
      try text.write(to: file, atomically: true, encoding: .utf8)
      return try await ground.run("nearby", "--at", "0,0", "--places", file.path)
    }
    #expect(try await near("name,lat,lon\nPump,0.001,0\n", "a.csv").output.contains("Pump"))
    let xml = #"<osm version="0.6"><node id="7" version="1" lat="0.001" lon="0"><tag k="shop" v="books"/></node></osm>"#
    #expect(try await near(xml, "a.osm").output.contains("books"))
    let bad = try await near("name,where\nPump,here\n", "b.csv")
    #expect(bad.status == 65 && bad.error.contains("b.csv:1: the first row names no columns with positions"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: ground.temporary.path).isEmpty)
  }

  @Test("a region is imported, listed, searched in any script, asked for what is near, and forgotten")
  func whole() async throws {
    let ground = try Ground()
    #expect(try await ground.run("places").output.hasPrefix("No region was imported yet"))
    let imported = try await ground.run("import", ground.file)
    #expect(imported.status == 0 && imported.output == "town: 4 places\n")
    #expect(try await ground.run("places").lines.first?.hasPrefix("town  4 places, imported 2") == true)
    for (text, name) in [
      ("cafe", "Café Null"), ("музе", "Музей"), ("museum", "Музей"), ("หนังสือ", "ร้านหนังสือ"), ("مسج", "مسجد"),
    ] {
      let found = try objects(try await ground.run("search", text, "--json").lines)
      #expect(found.first?["name"] as? String == name, "\(text)")
    }
    let near = try await ground.run("nearby", "--at", "0,0", "--places", "town", "--only", "culture,food", "--json")
    #expect(try objects(near.lines).map { $0["name"] as? String } == ["Café Null", "Музей"])
    let nothing = try await ground.run("search", "nowhere")
    #expect(nothing.status == 1 && nothing.output.isEmpty)
    #expect(try await ground.run("forget", "town").output == "Forgot town.\n")
    #expect(try await ground.run("forget", "town").status == 66)
    #expect(try await ground.run("nearby", "--at", "0,0", "--places", "town").status == 66)
  }

  @Test("a file that is bad leaves the region as it was, and says why")
  func bad() async throws {
    let ground = try Ground()
    #expect(try await ground.run("import", ground.file, "--name", "kept").status == 0)
    try "{".write(toFile: ground.file, atomically: true, encoding: .utf8)
    let again = try await ground.run("import", ground.file, "--name", "kept")
    #expect(again.status == 65 && again.error.contains("town.geojson"))
    #expect(try await ground.run("places", "kept").lines.count == 4)
    #expect(try await ground.run("import", "no-such.osm.pbf").status == 66)
    #expect(try await ground.run("import", ground.file, "--name", "../up").status == 64)
    #expect(try await ground.run("search", "x", "--only", "nonsense").status == 64)
  }

  @Test("a service that cannot be reached is said, and ends with its own code")
  func service() async throws {
    let run = try await Ground().run("places", "http://127.0.0.1:1/collections/cafes")
    #expect(run.status == 69 && run.output.isEmpty && run.error.contains("127.0.0.1"))
    #expect(try await Ground().run("places", "http://").status == 64)
  }
}
