import Foundation
import ProcessTesting
import Testing

@Suite("trove check on hunts")
struct HuntCheckTests {
  /// Checks a hunt of these lines.
  private func check(_ trove: String, _ features: [String]) async throws -> (file: String, run: Command) {
    let file = FileManager.default.temporaryDirectory.appending(path: "check-\(UUID().uuidString).geojson")
    defer { try? FileManager.default.removeItem(at: file) }
    let text =
      "{\"type\":\"FeatureCollection\",\"trove\":\(trove),\"features\":[\n\(features.joined(separator: ",\n"))\n]}"
    try text.write(to: file, atomically: false, encoding: .utf8)
    return (file.path, try await TroveBinary.run("check", file.path))
  }

  private let oak =
    #"{"type":"Feature","properties":{"id":"oak","requires":"elm"},"geometry":{"type":"Point","coordinates":[1,2]}}"#
  private let line =
    #"{"type":"Feature","properties":{},"geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]}}"#

  @Test("a hunt is also checked as a hunt, with file and line; what loads are its features")
  func complaints() async throws {
    let (file, run) = try await check(#"{"type":"hunt","version":2,"title":"T"}"#, [oak, line])
    #expect(run.status == 0 && run.output == "loaded 2\n")
    #expect(run.error.contains("\(file):2: warning: requires of “oak”: there is no treasure “elm”"))
    #expect(run.error.contains("\(file):3: warning: a feature is no treasure"))
  }

  @Test("what is no hunt by its own word is checked as places are")
  func places() async throws {
    let (_, run) = try await check(#"{"type":"places"}"#, [oak, line])
    #expect(run.status == 0 && run.output == "loaded 2\n" && run.error.isEmpty)
  }

  @Test("a hunt of a later version, and one without treasures, are refused whole")
  func refusals() async throws {
    let later = try await check(#"{"type":"hunt","version":3}"#, [oak])
    #expect(later.run.status == 2 && later.run.output.isEmpty)
    #expect(later.run.error.contains("\(later.file):1: error: this hunt is of version 3, newer than this program (2)"))
    let empty = try await check(#"{"type":"hunt","version":2}"#, [line])
    #expect(empty.run.status == 2 && empty.run.error.contains("error: no treasure"))
  }

  @Test("a name that leads nowhere is told once by hunt check, with what to do about it", arguments: loose)
  func told(properties: String, about: String, words: String) async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "loose-\(UUID().uuidString).geojson")
    defer { try? FileManager.default.removeItem(at: file) }
    let text = """
      {"type":"FeatureCollection","trove":{"type":"hunt","version":2,"title":"T"\(about)},"features":[
      {"type":"Feature","properties":{"id":"oak","name":"Oak"\(properties)},"geometry":{"type":"Point","coordinates":[1,2]}},
      {"type":"Feature","properties":{"id":"ash","name":"Ash"},"geometry":{"type":"Point","coordinates":[1,2.01]}}]}
      """
    try text.write(to: file, atomically: false, encoding: .utf8)
    let run = try await TroveBinary.run("hunt", "check", file.path)
    #expect(run.status == 2)
    #expect(run.lines.filter { $0.contains(words) }.count == 1, "\(run.output)")
    #expect(!run.output.contains("so it never holds") && !run.output.contains("so it has no value"), "\(run.output)")
  }

  @Test("hunt check says what a file is that another command checks", arguments: ["walk.gpx", "walk", "walk.loc"])
  func foreign(name: String) async throws {
    let folder = try ScratchFolder()
    let isLoc = name.hasSuffix(".loc")
    try (isLoc ? "<loc version=\"1.0\"></loc>" : "<gpx version=\"1.1\"></gpx>").write(
      toFile: folder.file(name), atomically: true, encoding: .utf8)
    let run = try await TroveBinary.run("hunt", "check", folder.file(name))
    let kind = isLoc ? ".loc" : "GPX"
    #expect(run.status == 2 && run.error.hasPrefix("\(folder.file(name)):1: error: a \(kind) file; "), "\(run.error)")
    #expect(run.error.contains("`trove check` reads \(kind)") && !run.error.contains("JSON:"))
    try "no hunt".write(toFile: folder.file("x.geojson"), atomically: true, encoding: .utf8)
    #expect(try await TroveBinary.run("hunt", "check", folder.file("x.geojson")).error.contains("not JSON"))
    #expect(try await TroveBinary.run("hunt", "check", folder.file("none.gpx")).status == 66)
  }

  private static let loose = [
    (#","requires":"elm""#, "", "no treasure has this id"), (#","requires":{"answered":"ash"}"#, "", "asks nothing"),
    (#","requires":{"holds":"rope"}"#, "", "none of this id"), ("", #","goal":"elm""#, "no treasure has this id"),
    (#","projection":{"bearing_deg":"A","distance_m":"10"}"#, "", "no question has this name"),
  ]
}
