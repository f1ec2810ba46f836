import Foundation
import ProcessTesting
import Testing

@Suite("trove simulate")
struct SimulateCommandTests {
  private static let hunt = "Maps/null-island-hunt.geojson"
  private static let crowd = ["simulate", hunt, "--players", "24", "--preset", "canyon", "--patience", "5"]

  private func simulate(_ more: String..., environment: [String: String] = [:]) async throws -> Command {
    try await Command.run(TroveBinary.path, Self.crowd + more, environment: environment)
  }

  @Test("reports the same on any number of threads, in any time zone and language; another seed is another crowd")
  func sameReport() async throws {
    let one = try await simulate("--json", "--threads", "1")
    #expect(one.status == 0 && one.error == "", "\(one.error)")
    for (threads, environment) in [("2", ["TZ": "Asia/Kathmandu"]), ("8", ["LC_ALL": "de_DE.UTF-8", "TZ": "UTC"])] {
      #expect(try await simulate("--json", "--threads", threads, environment: environment).output == one.output)
    }
    #expect(try await simulate("--json", "--seed", "2").output != one.output)
    let report = try #require(try objects(one.lines).first)
    #expect(report["players"] as? Int == 24 && (report["stages"] as? [Any])?.count == 10)
    let ends = ["finished", "at_seal", "time_up", "gave_up"].map { report[$0] as? Int ?? -100 }
    #expect(ends.reduce(0, +) == 24)
  }

  @Test("a limit that is kept is 0, one that is not is 2, and the report says which")
  func limits() async throws {
    let good = try await simulate("--plain", "--require", "p1<8h", "--require", "lost<=24")
    #expect(good.status == 0 && good.output.contains("kept    p1<8h: kept, it is "), "\(good.output.suffix(300))")
    let bad = try await simulate("--plain", "--require", "p1<8h", "--require", "false-finds=0")
    #expect(bad.status == 2 && bad.output.contains("BROKEN  false-finds=0: not kept, it is "))
    let line = try #require(try objects(try await simulate("--json", "--require", "false-finds=0").lines).first)
    #expect(line["passed"] as? Bool == false)
  }

  @Test(
    "the limits of the documentation's examples are kept by every bundled hunt",
    arguments: [
      ("docs/authors.md", "trove simulate hunt.geojson --require", "open-sky", 3),
      ("README.md", "trove simulate my.geojson --preset canyon --require", "canyon", 1),
    ])
  func documented(file: String, beginning: String, preset: String, count: Int) async throws {
    let text = try String(contentsOf: SharedFiles.package.appending(path: file), encoding: .utf8)
    let example = try #require(text.split(separator: "\n").first { $0.hasPrefix(beginning) })
    let limits = example.split(separator: "\"").enumerated().filter { $0.offset % 2 == 1 }
      .flatMap { ["--require", String($0.element)] }
    #expect(limits.count == 2 * count)
    let maps = SharedFiles.package.appending(path: "Maps")
    let hunts = try FileManager.default.contentsOfDirectory(atPath: maps.path).filter { $0.hasSuffix("hunt.geojson") }
    #expect(hunts.count == 3)
    for hunt in hunts {
      let run = try await Command.run(
        TroveBinary.path, ["simulate", "Maps/\(hunt)", "--plain", "--players", "200", "--preset", preset] + limits)
      #expect(run.status == 0, "\(hunt): \(run.output) \(run.error)")
    }
  }

  @Test(
    "mistakes are told before anybody walks",
    arguments: [
      (["--require", "p95<90"], 64, "character 7"), (["--require", "speed<1"], 64, "there is no measure “speed”"),
      (["--players", "0"], 64, "--players goes from 1"), (["--threads", "0"], 64, "--threads goes from 1"),
      (["--ways", "nowhere.pmtiles"], 66, "nowhere.pmtiles"),
      (["--ways", "Maps/null-island-places.geojson"], 65, "there are no streets around this hunt"),
      (["--map", "nowhere.geojson"], 66, "nowhere.geojson"),
    ])
  func mistakes(options: [String], status: Int32, words: String) async throws {
    let told = try await Command.run(TroveBinary.path, Self.crowd + options)
    #expect(told.status == status && told.error.contains(words) && told.output.isEmpty, "\(told.error)")
  }

  @Test("a hunt that is not there, and one that is none")
  func noHunt() async throws {
    #expect(try await TroveBinary.run("simulate", "nowhere.geojson").status == 66)
    #expect(try await TroveBinary.run("simulate", "README.md").status == 65)
  }

  @Test("players who keep to the streets of a map are elsewhere than those who go straight, and as many threads agree")
  func streets() async throws {
    let straight = try await simulate("--json")
    let ways = try await simulate("--json", "--ways", "Maps/null-island.geojson", "--threads", "1")
    #expect(ways.status == 0 && ways.output != straight.output, "\(ways.error)")
    #expect(try await simulate("--json", "--ways", "Maps/null-island.geojson", "--threads", "8").output == ways.output)
  }

  @Test("the report of a terminal has the map of the hunt with all stages, the picture of a file stands by itself")
  func pictures() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "simulate-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "heat.svg").path
    let report = try await simulate("--ascii", "--svg", file)
    #expect(report.status == 0 && report.output.contains("Where they went"), "\(report.error)")
    #expect(report.output.contains("The Trove authors"))
    #expect(report.output.utf8.allSatisfy { $0 < 0x80 && $0 != 0x1B })
    let svg = try String(contentsOfFile: file, encoding: .utf8)
    #expect(svg.hasPrefix("<svg ") && svg.count(of: "<circle ") == 10 && svg.count(of: "<path fill=") >= 3)
    let parse = "import sys, xml.dom.minidom as m; m.parse(sys.argv[1])"
    #expect(try await Command.run("python3", ["-c", parse, file]).status == 0)
    #expect(try await simulate("--svg", folder.path + "/none/heat.svg").status == 73)
    // A picture does not take the place of what it is made of.
    let map = folder.appending(path: "map.geojson").path
    try FileManager.default.copyItem(atPath: SharedFiles.package.path + "/Maps/null-island.geojson", toPath: map)
    for command in [Self.crowd + ["--map", map], ["eye", "--at", "0,0", "--heading", "0", "--map", map]] {
      let refused = try await Command.run(TroveBinary.path, command + ["--svg", map], environment: [:])
      #expect(refused.status == 64 && refused.error.contains("would write over what is read"), "\(refused.error)")
    }
    #expect(
      FileManager.default.contentsEqual(atPath: map, andPath: SharedFiles.package.path + "/Maps/null-island.geojson"))
  }
}

extension String {
  fileprivate func count(of text: String) -> Int { ranges(of: text).count }
}
