import Foundation
import ProcessTesting
import Testing

@Suite("Values on the command line")
struct ArgumentTests {
  private let hunt = "Maps/null-island-hunt.geojson"

  @Test(
    "a value with a minus sign is judged as a value, with its range",
    arguments: [
      (["simulate", "Maps/null-island-hunt.geojson", "--players", "-3"], "--players goes from 1 to"),
      (["simulate", "Maps/null-island-hunt.geojson", "--patience", "-1"], "--patience goes from 1 to 480"),
      (["search", "x", "--limit", "-2"], "--limit cannot be negative"),
      (["play", "--pace", "-1.4"], "--pace goes from 0.01 to 1000"),
      (["play", "--noise", "-.5"], "--noise goes from 0"),
      (["map", "Maps/null-island.geojson", "--zoom", "-3"], "--zoom goes from 1 to 21"),
      (["doctor", "--wait", "-1"], "--wait goes from 0 to 3600"),
      (["replay", "last", "--speed", "-2"], "--speed goes"),
      (["simulate", "Maps/null-island-hunt.geojson", "--seed", "-3"], "from 0"),
      (["feed", "--gpsd", "-1"], "0 to 65535"),
    ])
  func negative(arguments: [String], range: String) async throws {
    let run = try await Command.run(TroveBinary.path, arguments)
    #expect(run.status == 64 && run.error.contains(range), "\(run.error)")
    #expect(!run.error.contains("Missing value"))
  }

  @Test(
    "a style that there is not is refused wherever one is taken",
    arguments: [
      ["play", "--from", "walker", "--plain"], ["play", "--from", "walker", "--json"], ["play", "--from", "walker"],
      ["map", "Maps/null-island.geojson"], ["simulate", "Maps/null-island-hunt.geojson", "--plain"],
      ["simulate", "Maps/null-island-hunt.geojson", "--json"], ["replay", "last", "--plain"], ["replay", "last"],
      ["event", "room", "no-such-folder", "--plain"], ["eye", "--at", "0,0"],
    ])
  func style(arguments: [String]) async throws {
    let run = try await Command.run(TroveBinary.path, arguments + ["--style", "neon"])
    #expect(run.status == 64 && run.output == "" && run.error.contains("neon"), "\(run.error)")
    for known in ["dark", "light", "safe"] { #expect(run.error.contains(known)) }
  }

  @Test(
    "a position that is not on Earth is refused with the range",
    arguments: [
      ("200,10", "latitude goes from -90 to 90"), ("139.7,35.6", "latitude goes from -90 to 90, and it comes first"),
      ("10,200", "longitude goes from -180 to 180"), ("geo:95,1", "latitude goes from -90 to 90"),
      ("https://www.openstreetmap.org/#map=17/98.2/16.3", "latitude goes from -90 to 90"),
      ("nowhere", "latitude and longitude, as 48.8584,2.2945"),
    ])
  func position(text: String, sentence: String) async throws {
    for command in [
      ["nearby", "--places", "Maps/null-island-places.geojson"], ["map"], ["search", "x"], ["eye"], ["compass"],
      ["places", "Maps/null-island-places.geojson"],
    ] {
      let run = try await Command.run(TroveBinary.path, command + ["--at", text])
      #expect(run.status == 64 && run.error.contains(sentence), "\(command): \(run.error)")
    }
  }

  @Test("a map by name and by --in are looked for in the same way, and missed in the same words")
  func maps() async throws {
    let folder = try ScratchFolder()
    let regions = ["TROVE_REGIONS": folder.path]
    let named = try await Command.run(TroveBinary.path, ["map", "atlantis"], environment: regions)
    #expect(named.status == 66)
    #expect(
      named.error == "atlantis: there is no such file, and no region of that name (trove regions lists them).\n")
    let region = try await Command.run(TroveBinary.path, ["map", "--in", "atlantis"], environment: regions)
    #expect(region.status == 66 && region.error == named.error)
    let map = try String(contentsOfFile: "Maps/null-island.geojson", encoding: .utf8)
    try map.write(toFile: folder.file("island.geojson"), atomically: true, encoding: .utf8)
    func frame(_ words: String...) async throws -> Command {
      try await Command.run(
        TroveBinary.path, ["map"] + words + ["--size", "40x12"], in: URL(filePath: folder.path), environment: regions)
    }
    let one = try await frame("island.geojson")
    #expect(one.status == 0 && !one.output.isEmpty)
    #expect(try await frame("--in", "island.geojson").output == one.output)
  }

  @Test(
    "what is no hunt is refused at once, with the command that takes it",
    arguments: ["play", "hunt check", "simulate"])
  func noHunt(command: String) async throws {
    let folder = try ScratchFolder()
    func feature(_ properties: String, _ kind: String, _ places: String) -> String {
      "{\"type\":\"Feature\",\"properties\":{\(properties)},\"geometry\":{\"type\":\"\(kind)\",\"coordinates\":\(places)}}"
    }
    let way = feature(#""highway":"path""#, "LineString", "[[1,2],[1,3]]")
    let house = feature(#""building":"yes""#, "Polygon", "[[[1,2],[1,3],[2,3],[1,2]]]")
    let cafe = feature(#""@id":"node/1","id":"n1","amenity":"cafe","name":"C""#, "Point", "[1,2]")
    func collection(_ features: String...) -> String {
      "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}"
    }
    for (name, text) in [
      ("roads.geojson", collection(way, way, cafe)), ("houses.geojson", collection(house, house, way)),
      ("cafes.geojson", collection(cafe)), ("a.pmtiles", "PMTiles"), ("b.mbtiles", "SQLite format 3\0"),
    ] {
      try text.write(toFile: folder.file(name), atomically: true, encoding: .utf8)
    }
    try FileManager.default.createDirectory(atPath: folder.file("tiles"), withIntermediateDirectories: true)
    let cases = [
      ("Maps/null-island.geojson", "trove map"), ("Maps/null-island-places.geojson", "trove places"),
      (folder.file("roads.geojson"), "trove map"), (folder.file("houses.geojson"), "trove map"),
      (folder.file("cafes.geojson"), "trove places"), (folder.file("a.pmtiles"), "trove map"),
      (folder.file("b.mbtiles"), "trove map"), (folder.file("tiles"), "trove map"),
    ]
    for (file, advice) in cases {
      let run = try await Command.run(TroveBinary.path, command.split(separator: " ").map(String.init) + [file])
      #expect(run.status == 65 && run.error.contains(advice), "\(file): \(run.error)")
      #expect(run.error.split(separator: "\n").count == 1 && run.output == "", "\(file): \(run.error)")
    }
  }

  @Test("a plain collection of named points is still a hunt")
  func plainHunt() async throws {
    let folder = try ScratchFolder()
    try """
    {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"id":"a","name":"A"},
    "geometry":{"type":"Point","coordinates":[0,0]}}]}
    """.write(toFile: folder.file("a.geojson"), atomically: true, encoding: .utf8)
    let run = try await TroveBinary.run("play", folder.file("a.geojson"), "--from", "walker", "--speed", "max")
    #expect(run.status == 0)
  }

  @Test("a sealed hunt is written with -o as well, and to one file only")
  func output() async throws {
    let folder = try ScratchFolder()
    try """
    {"type":"FeatureCollection","trove":{"type":"hunt","version":2,"title":"T"},"features":[
    {"type":"Feature","properties":{"id":"a","name":"A","question":{"prompt":"?","text":["oak"]}},
    "geometry":{"type":"Point","coordinates":[0,0]}},
    {"type":"Feature","properties":{"id":"b","name":"B","requires":{"answered":"a"}},
    "geometry":{"type":"Point","coordinates":[0,0.01]}}]}
    """.write(toFile: folder.file("a.geojson"), atomically: true, encoding: .utf8)
    let run = try await TroveBinary.run("hunt", "seal", folder.file("a.geojson"), "-o", folder.file("b.geojson"))
    #expect(run.status == 0 && FileManager.default.fileExists(atPath: folder.file("b.geojson")), "\(run.error)")
    for files in [[String](), ["x", "-o", "y"]] {
      let bad = try await Command.run(TroveBinary.path, ["hunt", "seal", folder.file("a.geojson")] + files)
      #expect(bad.status == 64 && bad.error.contains("one file to write"), "\(bad.error)")
    }
  }
}
