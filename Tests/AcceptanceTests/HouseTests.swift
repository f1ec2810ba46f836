import Foundation
import ProcessTesting
import Testing

@Suite("Walkers on a map with houses and waters")
struct HouseTests {
  /// Two stages, 220 metres from each other, and a house 100 metres wide between them.
  private func hunt() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try """
    {"type":"FeatureCollection","trove":{"type":"hunt","version":2,"title":"Houses","map":"map.geojson"},"features":[
    {"type":"Feature","properties":{"id":"a","name":"A"},"geometry":{"type":"Point","coordinates":[0,0]}},
    {"type":"Feature","properties":{"id":"b","name":"B"},"geometry":{"type":"Point","coordinates":[0,0.002]}}]}
    """.write(toFile: folder.file("hunt.geojson"), atomically: true, encoding: .utf8)
    try """
    {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"kind":"building"},"geometry":{
    "type":"Polygon","coordinates":[[[-0.0005,0.0008],[0.0005,0.0008],[0.0005,0.0012],[-0.0005,0.0012],
    [-0.0005,0.0008]]]}}]}
    """.write(toFile: folder.file("map.geojson"), atomically: true, encoding: .utf8)
    return folder
  }

  /// Puts a lake in place of the house, with more features behind it.
  private func flood(_ folder: ScratchFolder, _ others: String = "") throws {
    let map = try String(contentsOfFile: folder.file("map.geojson"), encoding: .utf8)
    let lake = map.replacingOccurrences(of: "building", with: "water")
    try lake.replacingOccurrences(of: "]}}]}", with: "]}}\(others)]}")
      .write(toFile: folder.file("map.geojson"), atomically: true, encoding: .utf8)
  }

  private func isIndoors(_ event: [String: Any]) -> Bool {
    guard let north = event["lat"] as? Double, let east = event["lon"] as? Double else { return false }
    return (0.00081...0.00119).contains(north) && (-0.00049...0.00049).contains(east)
  }

  @Test("a walker goes around a house or a lake of the hunt's map, and finds everything", arguments: 1...5)
  func walker(seed: Int) async throws {
    let folder = try hunt()
    if seed.isMultiple(of: 2) { try flood(folder) }
    let run = try await Command.run(
      TroveBinary.path, ["play", folder.file("hunt.geojson"), "--from", "walker:\(seed)", "--speed", "max", "--json"])
    let events = try objects(run.lines)
    #expect(!events.contains(where: isIndoors))
    #expect(events.last?["completed"] as? Bool == true)
  }

  @Test("a walker who is steered against a house is told so, and stands before it")
  func steered() async throws {
    let folder = try hunt()
    let words = "go\nat 100 stop\nat 101 quit\n"
    try words.write(toFile: folder.file("words"), atomically: true, encoding: .utf8)
    let run = try await Command.run(
      TroveBinary.path,
      [
        "play", folder.file("hunt.geojson"), "--from", "steer:0.0005,0", "--speed", "60", "--commands",
        folder.file("words"), "--json",
      ])
    let events = try objects(run.lines)
    #expect(!events.contains(where: isIndoors), "\(run.error)")
    let replies = events.compactMap { $0["text"] as? String }
    #expect(replies.contains { $0.contains("Something stands in your way") })
    let last = try #require(events.last { $0["event"] as? String == "fix" })
    #expect((0.00078...0.0008).contains(last["lat"] as? Double ?? 0))
  }

  @Test("a walker crosses a lake on a bridge, and nowhere else", arguments: [0, 0.0003])
  func bridge(east: Double) async throws {
    let folder = try hunt()
    try flood(
      folder,
      """
      ,{"type":"Feature","properties":{"kind":"path","bridge":true},"geometry":{"type":"LineString",
      "coordinates":[[\(east),0],[\(east),0.002]]}}
      """)
    try "go\nat 200 stop\nat 201 quit\n".write(toFile: folder.file("words"), atomically: true, encoding: .utf8)
    let run = try await Command.run(
      TroveBinary.path,
      [
        "play", folder.file("hunt.geojson"), "--from", "steer:0.0005,0", "--speed", "60", "--commands",
        folder.file("words"), "--json",
      ])
    let wet = try objects(run.lines).filter(isIndoors)
    #expect(wet.isEmpty == (east > 0), "\(run.error)")
  }

  @Test(
    "simulated players take the time that it takes to go around a house of the hunt's map, and all find both stages")
  func players() async throws {
    let folder = try hunt()
    // A house 500 metres wide: 575 metres around it instead of 221.
    let wide = try String(contentsOfFile: folder.file("map.geojson"), encoding: .utf8)
      .replacingOccurrences(of: "0.0005", with: "0.00225")
    try wide.write(toFile: folder.file("wide.geojson"), atomically: true, encoding: .utf8)
    try #"{"type":"FeatureCollection","features":[]}"#
      .write(toFile: folder.file("bare.geojson"), atomically: true, encoding: .utf8)
    func seconds(_ map: String) async throws -> Int {
      let run = try await Command.run(
        TroveBinary.path,
        ["simulate", folder.file("hunt.geojson"), "--map", folder.file(map), "--json", "--strategy", "ordered"]
          + ["--players", "60", "--start", "0.0005,0"])
      let report = try #require(try objects(run.lines).first, "\(run.error)")
      #expect(report["finished"] as? Int ?? 0 >= 57)
      return try #require(report["p50_s"] as? Int)
    }
    let (straight, around) = (try await seconds("bare.geojson"), try await seconds("wide.geojson"))
    // 354 metres more, at 1.3 metres a second.
    #expect((180...420).contains(around - straight), "\(straight) s, \(around) s")
  }
}
