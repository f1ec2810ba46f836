import Foundation
import ProcessTesting
import Testing

@Suite("What is near in a region and a list")
struct NearbyCommandTests {
  /// A folder with a region and a list that know some of the same places.
  private final class Ground {
    let folder = FileManager.default.temporaryDirectory.appending(path: "trove-near-\(UUID().uuidString)")
    var list: String { folder.appending(path: "own.geojson").path }

    init() throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      // Every third place of the town is in the list too, some metres beside.
      try write(Array(0..<60), shift: 0, to: folder.appending(path: "town.geojson").path)
      try write(Array(stride(from: 0, to: 60, by: 3)), shift: 0.0001, to: list)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func write(_ numbers: [Int], shift: Double, to path: String) throws {
      let features = numbers.map { number in
        let kind = ["cafe", "museum", "bench"][number % 3]
        return
          #"{"type":"Feature","properties":{"name":"P\#(number)","kind":"\#(kind)","id":"p\#(number)"},"#
          + #""geometry":{"type":"Point","coordinates":[\#(Double(number) / 1000 + shift),0]}}"#
      }
      let text = #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    func run(_ arguments: String...) async throws -> Command {
      try await Command.run(
        TroveBinary.path, arguments, environment: ["TROVE_REGIONS": folder.appending(path: "regions").path])
    }
  }

  @Test("the nearest few are the first of all, also of a kind, within a distance, and with doubles in a list")
  func limit() async throws {
    let ground = try Ground()
    _ = try await ground.run("import", ground.folder.appending(path: "town.geojson").path)
    for places in [["town"], ["town", ground.list], [ground.list, "town"]] {
      for choice in [[], ["--only", "culture"], ["--within", "1500"], ["--only", "food,culture", "--within", "900"]] {
        let question = ["nearby", "--at", "0,0.0101", "--json", "--places"] + places + choice
        let regions = ["TROVE_REGIONS": ground.folder.appending(path: "regions").path]
        let all = try await Command.run(TroveBinary.path, question, environment: regions).lines
        let few = try await Command.run(TroveBinary.path, question + ["--limit", "4"], environment: regions).lines
        #expect(all.count > 4 && few == Array(all.prefix(4)), "\(places) \(choice)")
      }
    }
  }

  @Test("where nothing is near, that is said on standard error, and nothing to scripts")
  func nothing() async throws {
    let ground = try Ground()
    let question = ["nearby", "--at", "10,10", "--places", ground.list, "--within", "50"]
    let words = try await Command.run(TroveBinary.path, question)
    #expect(words.status == 0 && words.output.isEmpty)
    #expect(words.error == "There is no place within 50 m.\n")
    let json = try await Command.run(TroveBinary.path, question + ["--json"])
    #expect(json.output.isEmpty && json.error.isEmpty)
  }

  @Test("names stand below one another, whether the way takes under a minute or hours")
  func columns() async throws {
    let ground = try Ground()
    let lines = try await ground.run("nearby", "--at", "0,0", "--places", ground.list).lines
    let columns = Set(lines.map { $0.components(separatedBy: " P")[0].count })
    #expect(lines.count == 20 && lines[0].contains("under a minute") && lines[19].contains(" h "))
    #expect(columns.count == 1)
  }
}
