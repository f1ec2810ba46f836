import Foundation
import ProcessTesting
import Testing

@Suite("The commands: caches, tracks, notations")
struct ExportCommandTests {
  private static let hunt = "Maps/null-island-hunt.geojson"
  private static let walk = "Traces/null-island-walk.gpx"

  /// Runs `body` with a folder that is gone afterwards.
  private func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "trove-export-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  @Test("a walk is recorded as a track of the positions that the game believed, and goes on the next time")
  func record() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "track.gpx").path
      var (points, segments) = (0, [Int]())
      for _ in 1...2 {
        let run = try await TroveBinary.run(
          "play", Self.hunt, "--from", Self.walk, "--speed", "max", "--json", "--record", path)
        points += try objects(run.lines).count { $0["event"] as? String == "fix" }
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(run.status == 0 && text.hasSuffix("</trkseg>\n</trk>\n</gpx>\n"))
        #expect(text.components(separatedBy: "<trkpt ").count - 1 == points && points > 0)
        segments.append(text.components(separatedBy: "<trkseg>").count - 1)
        let check = try await TroveBinary.run("check", path)
        #expect(check.output == "loaded \(points)\n" || check.error.contains("time runs backwards"))
      }
      // The recorded walk has a gap of its own; the second time begins a new segment.
      #expect(segments[0] > 0 && segments[1] == 2 * segments[0])
    }
  }

  @Test("a file that is no recording of the game's own is not written over")
  func foreign() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "other.gpx").path
      let text = "<gpx version=\"1.1\"><trk>\n</trk>\n</gpx>\n"
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      let run = try await TroveBinary.run("play", "--speed", "max", "--record", path)
      #expect(run.status == 65 && run.error.contains("another file of this name"))
      #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
      let none = try await TroveBinary.run("play", "--speed", "max", "--record", folder.path + "/none/track.gpx")
      #expect(none.status == 74)
    }
  }

  @Test("a recording comes out as a track with as many points as it has")
  func export() async throws {
    try await withFolder { folder in
      let run = try await TroveBinary.run("export", "--from", Self.walk, "--track")
      #expect(run.status == 0 && run.output.hasSuffix("</gpx>\n"))
      let path = folder.appending(path: "out.gpx").path
      try run.output.write(toFile: path, atomically: true, encoding: .utf8)
      let (before, after) = (try await TroveBinary.run("check", Self.walk), try await TroveBinary.run("check", path))
      #expect(before.output == after.output && after.status == 0)
      #expect(try await TroveBinary.run("export", "--from", "none.gpx", "--track").status == 66)
      #expect(try await TroveBinary.run("export", "--from", Self.walk).status == 64)
    }
  }

  @Test("caches of a .loc file are played, checked and refused like any other file")
  func loc() async throws {
    try await withFolder { folder in
      let path = folder.appending(path: "caches.loc").path
      func write(_ text: String) throws { try text.write(toFile: path, atomically: true, encoding: .utf8) }
      try write(
        "<loc><waypoint><name id='GC1'>The Well</name><coord lat='1' lon='2'/><type>Geocache</type></waypoint></loc>")
      #expect(try await TroveBinary.run("check", path).output == "loaded 1\n")
      let run = try await TroveBinary.run("play", path, "--from", "walker", "--speed", "max", "--json")
      #expect(run.status == 0 && run.output.contains("\"id\":\"GC1\""))
      try write("<loc>\n<waypoint>")
      let cut = try await TroveBinary.run("check", path)
      #expect(cut.status == 2 && cut.error.hasPrefix("\(path):2: error: not XML"))
      #expect(try await TroveBinary.run("play", path, "--from", "walker").status == 65)
    }
  }

  @Test(
    "positions are written as the player wants them",
    arguments: [
      ("decimal", "48.858370, 2.294481"), ("minutes", "N 48° 51.502' E 2° 17.669'"), ("utm", "31U 448250 5411951"),
    ])
  func notations(word: String, text: String) async throws {
    let run = try await TroveBinary.run(
      "compass", "--at", "geo:48.85837,2.294481,35;u=10", "--size", "40x6", "--coordinates", word)
    #expect(run.status == 0)
    #expect(run.lines.last?.hasPrefix("You are at \(text)") == true, "\(run.lines.last ?? "")")
  }

  @Test("the environment says the notation for all commands, and a word that is none is refused")
  func environment() async throws {
    let places = ["nearby", "--at", "0,0", "--places", "Maps/null-island-places.geojson", "--limit", "1"]
    let run = try await Command.run("/usr/bin/env", ["TROVE_COORDINATES=minutes", TroveBinary.path] + places)
    #expect(run.status == 0 && run.output.contains("° ") && run.output.contains("N 0° "))
    let bad = try await Command.run("/usr/bin/env", ["TROVE_COORDINATES=feet", TroveBinary.path] + places)
    #expect(bad.status == 64 && bad.error.contains("decimal, minutes, seconds, utm, mgrs"))
  }
}
