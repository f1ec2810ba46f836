import Foundation
import ProcessTesting
import Testing

@Suite("Hunts made from a region")
struct HuntMakeTests {
  /// A made-up town as an extract: streets in a grid of some 100 m, and sights beside them.
  static func town() -> String {
    let (streets, step) = (13, 0.001)
    var (nodes, ways) = ("", "")
    func id(_ column: Int, _ row: Int) -> Int { 1 + row * streets + column }
    for row in 0..<streets {
      for column in 0..<streets {
        nodes += #"<node id="\#(id(column, row))" lat="\#(Double(row) * step)" lon="\#(Double(column) * step)"/>"#
      }
      let across = (0..<streets).map { #"<nd ref="\#(id($0, row))"/>"# }.joined()
      let along = (0..<streets).map { #"<nd ref="\#(id(row, $0))"/>"# }.joined()
      for (number, refs, name) in [(row, across, "Row"), (100 + row, along, "Column")] {
        ways +=
          #"<way id="\#(number + 1)">\#(refs)<tag k="highway" v="residential"/><tag k="name" v="\#(name) \#(row)"/></way>"#
      }
    }
    let kinds = [
      ("tourism", "museum"), ("amenity", "fountain"), ("historic", "castle"), ("amenity", "theatre"),
      ("man_made", "tower"), ("place", "square"),
    ]
    for number in 0..<40 {
      let (key, value) = kinds[number % kinds.count]
      let (lat, lon) = (Double(number * 5 % 13) * step + 0.0001, Double(number * 7 % 12) * step + 0.0005)
      nodes +=
        #"<node id="\#(1000 + number)" lat="\#(lat)" lon="\#(lon)"><tag k="\#(key)" v="\#(value)"/>"#
        + #"<tag k="name" v="Thing \#(number)"/><tag k="wikidata" v="Q\#(number)"/></node>"#
    }
    return #"<?xml version="1.0"?><osm version="0.6">\#(nodes)\#(ways)</osm>"#
  }

  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try Self.town().write(toFile: folder.file("town.osm"), atomically: true, encoding: .utf8)
  }

  private func run(_ arguments: String..., language: String = "C") async throws -> Command {
    try await Command.run(
      TroveBinary.path, arguments,
      environment: [
        "TROVE_REGIONS": folder.file("regions"), "XDG_DATA_HOME": folder.file("data"), "LC_ALL": language,
        "LANGUAGE": "",
      ])
  }

  @Test("hold what was wished, are the same for the same seed, and are won by all players")
  func make() async throws {
    #expect(try await run("import", folder.file("town.osm")).status == 0)
    let (first, second) = (folder.file("a.geojson"), folder.file("b.geojson"))
    let made = try await run("hunt", "make", first, "--in", "town", "--length", "3km", "--json")
    #expect(made.status == 0, "\(made.error)")
    let report = try #require(try objects(made.lines).first)
    #expect(report["stages"] as? Int == 8)
    let walked = try #require(report["walked_m"] as? Double)
    #expect((2700...3300).contains(walked))
    #expect(try await run("hunt", "check", "--strict", first).status == 0)
    let kept = try await run("hunt", "make", first, "--in", "town")
    #expect(kept.status == 73 && kept.error.contains("--force"))
    #expect(try await run("hunt", "make", second, "--in", "town").status == 0)
    #expect(folder.text("a.geojson") == folder.text("b.geojson") && !folder.text("a.geojson").contains(folder.path))
    #expect(try await run("hunt", "make", second, "--in", "town", "--seed", "2", "--force").status == 0)
    #expect(folder.text("a.geojson") != folder.text("b.geojson"))
    let start = try #require(report["start"] as? [Double])
    let trial = try await run(
      "simulate", first, "--in", "town", "--players", "20", "--plain", "--start", "\(start[1]),\(start[0])",
      "--require",
      "finished>=99%")
    #expect(trial.status == 0, "\(trial.output)")
    // In the player's language.
    #expect(
      try await run("hunt", "make", second, "--in", "town", "--force", language: "de_DE.UTF-8").output.contains(
        "zu Fuß")
        || folder.text("b.geojson").contains("Stationen"))
  }

  @Test("say what is wrong with a wish")
  func wishes() async throws {
    #expect(try await run("import", folder.file("town.osm")).status == 0)
    let file = folder.file("c.geojson")
    for (words, status, text) in [
      (["--in", "nowhere"], 66, "no region of that name"), (["--in", "town", "--at", "Atlantis"], 64, "no such place"),
      (["--in", "town", "--at", "10,10"], 65, "no ways"), (["--in", "town", "--length", "1m"], 64, "500m to 40km"),
      (["--in", "town", "--loop", "--to", "Thing 3"], 64, "do not go together"),
      (["--in", "town", "--stages", "1"], 64, "from 2 to 30"), (["--in", "town", "--language", "xx"], 64, "en, de"),
    ] {
      let refused = try await Command.run(
        TroveBinary.path, ["hunt", "make", file] + words, environment: ["TROVE_REGIONS": folder.file("regions")])
      #expect(refused.status == Int32(status) && refused.error.contains(text), "\(words): \(refused.error)")
    }
    #expect(!FileManager.default.fileExists(atPath: file))
    let line = try await run(
      "hunt", "make", file, "--in", "town", "--at", "Thing 1", "--to", "Thing 30", "--time", "60min", "--theme", "art")
    #expect(line.status == 0, "\(line.error)")
  }

  @Test("do not tell where the player stood: from places side by side that lead to the same stages they are the same")
  func privacy() async throws {
    #expect(try await run("import", folder.file("town.osm")).status == 0)
    let places = ["0.00601,0.00623", "0.00598,0.00627", "0.00603,0.00631"]
    var isAlike = false
    for seed in 1...8 where !isAlike {
      for place in places {
        let game = try await run(
          "play", "--here", "--from", "steer:\(place)", "--plain", "--length", "1500m", "--seed", "\(seed)")
        #expect(game.status == 0, "\(game.error)")
      }
      // Of equal stages each has replaced the one before.
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("data/trove/hunts"))
      let hunts = names.map { folder.text("data/trove/hunts/\($0)") }
      for part in places.flatMap({ $0.split(separator: ",") }) { #expect(hunts.allSatisfy { !$0.contains(part) }) }
      try FileManager.default.removeItem(atPath: folder.file("data/trove/hunts"))
      isAlike = hunts.count == 1
    }
    #expect(isAlike)
  }

  @Test("are made and played around the player at once")
  func here() async throws {
    #expect(try await run("import", folder.file("town.osm")).status == 0)
    let game = try await run(
      "play", "--here", "--from", "walker:1", "--speed", "max", "--json", "--length", "1500m", "--seed", "4")
    #expect(game.status == 0, "\(game.error)")
    let last = try #require(try objects(game.lines).last)
    #expect(last["event"] as? String == "finished" && last["completed"] as? Bool == true, "\(last)")
    // It is a file of the player's, who may play it again.
    let hunts = try FileManager.default.contentsOfDirectory(atPath: folder.file("data/trove/hunts"))
    #expect(hunts.count == 1 && hunts[0].hasSuffix("-hunt.geojson"))
    let lost = try await run("play", "--here", "--from", "steer:50,50", "--json")
    #expect(lost.status == 66 && lost.error.contains("none of your regions is there"))
    #expect(try await run("play", "--here", "x.geojson").status == 64)
    #expect(try await run("play", "x.geojson", "--length", "2km").status == 64)
  }
}
