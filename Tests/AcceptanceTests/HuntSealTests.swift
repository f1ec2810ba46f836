import Foundation
import ProcessTesting
import Testing

/// The command, and a game of what it wrote.
@Suite("trove hunt seal")
struct HuntSealTests {
  private final class Folder {
    let url = FileManager.default.temporaryDirectory.appending(path: "seal-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appending(path: name).path }

    func write(_ name: String, _ text: String) throws -> String {
      try text.write(toFile: path(name), atomically: false, encoding: .utf8)
      return path(name)
    }
  }

  private func feature(_ id: String, _ longitude: Double, _ more: String = "") -> String {
    #"{"type":"Feature","properties":{"id":"\#(id)","name":"The \#(id)","radius_m":20\#(more)},"#
      + #""geometry":{"type":"Point","coordinates":[\#(longitude),0]}}"#
  }

  private func riddle(_ folder: Folder) throws -> String {
    let question = #","question":{"prompt":"Which bird?","text":["heron","grey heron"]},"message":"Go on to the mill.""#
    let features = [feature("pond", 0, question), feature("mill", 0.001)].joined(separator: ",\n")
    return try folder.write(
      "hunt.geojson",
      #"{"type":"FeatureCollection","trove":{"type":"hunt","version":2,"title":"R"},"features":[\#(features)]}"#)
  }

  /// A minute and a half at the pond, then to the mill, a second a point.
  private static let walk: String = {
    let points = (0..<260).map { second in
      let longitude = Double(min(100, max(0, second - 90))) * 0.00001
      let (minute, rest) = (second / 60, second % 60)
      let time = "2026-05-01T10:0\(minute):\(rest < 10 ? "0" : "")\(rest)Z"
      return #"<trkpt lat="0" lon="\#(longitude)"><time>\#(time)</time></trkpt>"#
    }
    return #"<gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>"#
      + points.joined(separator: "\n") + "</trkseg></trk></gpx>"
  }()

  @Test("what it writes says nothing of later stages, is played with the answer, and its saved game keeps no answer")
  func sealAndPlay() async throws {
    let folder = try Folder()
    let (hunt, copy, saves) = (try riddle(folder), folder.path("sealed.geojson"), folder.path("saves"))
    let sealed = try await TroveBinary.run("hunt", "seal", hunt, copy)
    #expect(sealed.status == 0 && sealed.output == "\(copy): 1 stage sealed behind 1 answer.\n", "\(sealed.error)")
    let text = try String(contentsOfFile: copy, encoding: .utf8)
    for word in ["mill", "heron"] { #expect(!text.contains(word)) }
    let script = try folder.write("answers.txt", "at 60 a duck\nat 62 a Grey  Heron!\n")
    let walk = try folder.write("walk.gpx", Self.walk)
    let play = ["play", copy, "--json", "--from", walk, "--speed", "max", "--commands", script, "--save"]
    let game = try await Command.run(TroveBinary.path, play, environment: ["TROVE_SAVES": saves])
    #expect(game.status == 0, "\(game.error)")
    let events = try objects(game.lines)
    #expect(events.contains { $0["event"] as? String == "wrong_answer" })
    #expect(events.contains { $0["event"] as? String == "unsealed" && $0["known"] as? Int == 2 })
    #expect(events.filter { $0["event"] as? String == "found" }.compactMap { $0["id"] as? String } == ["pond", "mill"])
    #expect(events.last?["completed"] as? Bool == true, "\(events.last ?? [:])")
    for file in try FileManager.default.contentsOfDirectory(atPath: saves) {
      let bytes = try Data(contentsOf: URL(filePath: saves).appending(path: file))
      #expect(bytes.range(of: Data("heron".utf8)) == nil, "\(file)")
    }
    let shown = try await Command.run(TroveBinary.path, ["games", "show", "1"], environment: ["TROVE_SAVES": saves])
    #expect(shown.output.contains("unsealed pond") && !shown.output.contains("heron"), "\(shown.output)")
  }

  @Test("what is there is written over only when asked, the hunt itself never; what cannot be sealed says why")
  func refusals() async throws {
    let folder = try Folder()
    let hunt = try riddle(folder)
    let (copy, plain) = (try folder.write("copy.geojson", "mine"), try folder.write("plain.geojson", "x"))
    let there = try await TroveBinary.run("hunt", "seal", hunt, copy)
    #expect(there.status == 73 && there.error.contains("--force writes over it"))
    #expect(try String(contentsOfFile: copy, encoding: .utf8) == "mine")
    #expect(try await TroveBinary.run("hunt", "seal", hunt, hunt, "--force").status == 64)
    #expect(try await TroveBinary.run("hunt", "seal", plain, folder.path("a")).status == 65)
    #expect(try await TroveBinary.run("hunt", "seal", folder.path("none"), folder.path("a")).status == 66)
    #expect(try await TroveBinary.run("hunt", "seal", hunt, folder.path("none/a")).status == 73)
    let open = #"{"type":"FeatureCollection","trove":{},"features":[\#(feature("oak", 0))]}"#
    let nothing = try await TroveBinary.run("hunt", "seal", try folder.write("open.geojson", open), folder.path("a"))
    #expect(nothing.status == 65 && nothing.error.contains("open.geojson:1: error: nothing to seal"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("a")))
    let again = try await TroveBinary.run("hunt", "seal", hunt, copy, "--force")
    #expect(again.status == 0)
    let twice = try await TroveBinary.run("hunt", "seal", copy, folder.path("a"))
    #expect(twice.status == 65 && twice.error.contains("this hunt is sealed: change the file that it was sealed from"))
  }
}
