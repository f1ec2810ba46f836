import Foundation
import ProcessTesting
import Testing

@Suite("Settings of the program")
struct SettingsCommandTests {
  private let home: ScratchFolder

  init() throws { home = try ScratchFolder() }

  private func run(_ settings: String, _ arguments: [String], _ more: [String: String] = [:]) async throws -> Command {
    let folder = home.file("trove")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try settings.write(toFile: folder + "/config.toml", atomically: true, encoding: .utf8)
    let environment = ["XDG_CONFIG_HOME": home.path, "TROVE_SAVES": home.file("saves"), "XDG_DATA_HOME": home.path]
    return try await Command.run(TroveBinary.path, arguments, environment: environment.merging(more) { $1 })
  }

  private static let places = ["nearby", "--at", "0,0", "--places", "Maps/null-island-places.geojson", "--limit", "1"]

  @Test("count for each command that has the option, after the command line and the environment")
  func counting() async throws {
    let utm = "coordinates = \"utm\"\n"
    #expect(try await run(utm, Self.places).output.contains("31N 166"))
    #expect(try await !run(utm, Self.places + ["--coordinates", "decimal"]).output.contains("31N 166"))
    #expect(try await !run(utm, Self.places, ["TROVE_COORDINATES": "decimal"]).output.contains("31N 166"))
    // A command without that option is not disturbed.
    #expect(try await run(utm, ["games"]).status == 0)
  }

  @Test("with a mistake end a command with 65, and are told with their line")
  func mistakes() async throws {
    for (text, message) in [
      ("\ncoordinates = \"furlongs\"\n", ":2: error: coordinates: "), ("cordinates = \"utm\"\n", ":1: error: "),
    ] {
      let run = try await run(text, Self.places)
      #expect(run.status == 65)
      #expect(run.error.contains("/trove/config.toml\(message)"))
      #expect(run.output.isEmpty)
      // Help is there all the same.
      #expect(try await self.run(text, ["nearby", "--help"]).status == 0)
    }
  }

  @Test("are shown by the doctor, mistakes too")
  func doctor() async throws {
    let ask = ["doctor", "127.0.0.1:1", "--wait", "0", "--json"]
    let good = try await objects(run("style = \"light\"\n", ask, ["TROVE_STYLE": "safe"]).lines)
    let said = try #require(good.first { $0["check"] as? String == "settings" })
    #expect(said["verdict"] as? String == "good")
    let text = "\(home.path)/trove/config.toml sets style = light (line 1; TROVE_STYLE counts in its place)."
    #expect(said["text"] as? String == text)
    let bad = try await objects(run("stile = \"light\"\n", ask).lines)
    let mistake = try #require(bad.first { $0["check"] as? String == "settings" })
    #expect(mistake["verdict"] as? String == "doubtful")
    #expect((mistake["text"] as? String)?.contains("config.toml:1: error: ") == true)
  }

  @Test("are in the report for a fault, which does not name the player")
  func report() async throws {
    let ask = ["doctor", "127.0.0.1:1", "--wait", "0", "--report"]
    let run = try await run("style = \"light\"\n", ask, ["HOME": home.path, "TERM": "screen\u{1B}[2J"])
    #expect(run.status == 69)
    #expect(run.lines[0].wholeMatch(of: /Trove [0-9.]+/) != nil)
    #expect(run.output.contains("settings: ~/trove/config.toml sets style = light (line 1)."))
    #expect(run.output.contains("environment: TERM=screen") && !run.output.contains("\u{1B}"))
    #expect(!run.output.contains(home.path))
  }

  @Test("do not keep the demonstration from being played")
  func demonstration() async throws {
    let run = try await run("from = \"gpsd\"\n", ["play", "--plain", "--no-session"])
    #expect(run.status == 0)
    #expect(run.output.contains("All 10 treasures found"))
  }

  @Test("name the source of a hunt that is named")
  func source() async throws {
    let run = try await run(
      "from = \"walker:3\"\n", ["play", "Maps/null-island-hunt.geojson", "--speed", "max", "--json", "--no-session"])
    #expect(try objects(run.lines).first?["source"] as? String == "walker")
  }

  @Test("a link to a place is a hunt of one treasure, which is there")
  func placeLink() async throws {
    let run = try await run(
      "", ["play", "geo:-0.9,179.99999;u=5", "--from", "walker:1", "--speed", "max", "--json", "--no-session"])
    #expect(run.status == 0)
    let found = try objects(run.lines).filter { $0["event"] as? String == "found" }
    #expect(found.count == 1 && found[0]["name"] as? String == "-0.900000, 179.999990")
    let wrong = try await self.run("", ["play", "geo:91,0", "--from", "walker"])
    #expect(wrong.status == 64)
    #expect(wrong.error.contains("geo:48.137,11.575"))
  }
}
