import Foundation
import ProcessTesting
import Testing

/// A folder of a test's own, gone with it.
final class ScratchFolder: Sendable {
  let path: String

  init() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "trove-hunt-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  func text(_ name: String) -> String { (try? String(contentsOfFile: file(name), encoding: .utf8)) ?? "" }
}

@Suite("Hunts made by scripts")
struct HuntCommandTests {
  @Test("new, add, set, remove and list make a hunt that check passes and a walker plays to its end")
  func wholeWay() async throws {
    let folder = try ScratchFolder()
    let hunt = folder.file("my.geojson")
    func run(_ arguments: String...) async throws -> Command {
      try await Command.run(TroveBinary.path, ["hunt", arguments[0], hunt] + arguments.dropFirst())
    }
    let new = try await run("new", "--title", "My Hunt", "--author", "Ada")
    #expect(new.status == 0 && new.output.contains("made"))
    let empty = try await run("list")
    #expect(empty.status == 0 && empty.output == "No stages yet.\n")
    let noObject = try await run("list", "--json")
    #expect(noObject.status == 0 && noObject.output == "")
    for arguments in [
      ["--name", "The Old Mill", "--at", "48.137,11.575", "--radius", "12", "--hint", "It turns."],
      ["--name", "Bridge", "--id", "bridge", "--at", "N 48° 08.250' E 11° 34.550'", "--points", "5"],
      ["--name", "Tower", "--at", "geo:48.138,11.576"],
    ] {
      let added = try await Command.run(TroveBinary.path, ["hunt", "add", hunt] + arguments)
      #expect(added.status == 0, "\(added.error)")
    }
    let gone = try await run("remove", "tower")
    #expect(gone.status == 0, "\(gone.error)")
    for words in [
      ["bridge", "message", "42"], ["bridge", "points", "7"], ["bridge", "number", "1"], ["title", "Our Hunt"],
      ["the-old-mill", "at", "48.1371,11.5751"],
    ] {
      let set = try await Command.run(TroveBinary.path, ["hunt", "set", hunt] + words)
      #expect(set.status == 0, "\(set.error)")
    }
    let list = try objects(try await run("list", "--json").lines)
    #expect(list.compactMap { $0["id"] as? String } == ["bridge", "the-old-mill"])
    #expect(list.first?["points"] as? Int == 7 && list.last?["lat"] as? Double == 48.1371)
    #expect((list.last?["hints"] as? [String]) == ["It turns."] && list.last?["radius_m"] as? Double == 12)
    #expect(folder.text("my.geojson").contains("Our Hunt") && folder.text("my.geojson").contains("\"42\""))
    let check = try await TroveBinary.run("check", hunt)
    #expect(check.status == 0 && check.error == "", "\(check.error)")
    let play = try await TroveBinary.run("play", hunt, "--from", "walker", "--speed", "max", "--json")
    let end = try objects(play.lines).last
    #expect(end?["completed"] as? Bool == true && end?["found"] as? Int == 2)
  }

  @Test("an existing file is not written over, unless that is asked for")
  func noOverwriting() async throws {
    let folder = try ScratchFolder()
    let hunt = folder.file("h.geojson")
    try "precious".write(toFile: hunt, atomically: true, encoding: .utf8)
    let refused = try await TroveBinary.run("hunt", "new", hunt)
    #expect(refused.status == 73 && refused.error.contains("--force"))
    #expect(folder.text("h.geojson") == "precious")
    let forced = try await TroveBinary.run("hunt", "new", hunt, "--force")
    #expect(forced.status == 0 && folder.text("h.geojson").contains("FeatureCollection"))
  }

  @Test("what is wrong has its exit code and a sentence, and leaves the file as it was")
  func failures() async throws {
    let folder = try ScratchFolder()
    let hunt = folder.file("h.geojson")
    _ = try await TroveBinary.run("hunt", "new", hunt)
    _ = try await TroveBinary.run("hunt", "add", hunt, "--name", "A", "--at", "1,2")
    let before = folder.text("h.geojson")
    try "{".write(toFile: folder.file("bad.geojson"), atomically: true, encoding: .utf8)
    let deep = String(repeating: "[", count: 127) + String(repeating: "]", count: 127)
    for (arguments, status, words) in [
      (["add", hunt, "--name", "B", "--at", "91,0"], 64, "at"),
      (["add", hunt, "--name", "B", "--id", "a", "--at", "1,2"], 64, "taken"),
      (["add", hunt, "--name", "B", "--at", "1,2", "--radius", "0"], 64, "radius"),
      (["add", hunt, "--name", "B", "--at", "1,2", "--question", "Why?"], 64, "answer"),
      (["remove", hunt, "b"], 64, "it has a"), (["set", hunt, "b", "hint", "x"], 64, "it has a"),
      (["set", hunt, "a", "radius", "wide"], 64, "radius"), (["set", hunt, "a", "at", "nowhere"], 64, "no place"),
      (["set", hunt, "x", deep], 64, "x cannot be changed"), (["set", hunt, "a", "x", deep], 64, "x of a cannot"),
      (["set", hunt, "a"], 64, "MEMBER"), (["set", hunt, "a", "number", "first"], 64, "1 or more"),
      (["list", folder.file("none.geojson")], 66, "none.geojson"),
      (["list", folder.file("bad.geojson")], 65, "bad.geojson:"),
      (["new", folder.file("no/such/folder.geojson")], 73, "folder.geojson"),
      (["new", folder.file("n.geojson"), "--from", "walker:4"], 64, "steer:LAT,LON"),
      (["edit", hunt], 69, "terminal"), (["edit", folder.file("none.geojson")], 66, "none.geojson"),
    ] as [([String], Int32, String)] {
      let run = try await Command.run(TroveBinary.path, ["hunt"] + arguments)
      #expect(run.status == status, "\(arguments): \(run.status) \(run.error)")
      #expect(run.error.contains(words), "\(arguments): \(run.error)")
    }
    #expect(folder.text("h.geojson") == before && folder.text("n.geojson") == "")
  }

  @Test("caches are listed as stages of GeoJSON are, and cannot be changed", arguments: ["gpx", "loc"])
  func caches(ending: String) async throws {
    let folder = try ScratchFolder()
    let file = folder.file("caches.\(ending)")
    let text =
      ending == "gpx"
      ? #"<gpx version="1.0"><wpt lat="48" lon="11"><name>GC1</name><desc>Oak by Ada</desc><sym>Geocache</sym></wpt></gpx>"#
      : #"<loc><waypoint><name id="GC1">Oak by Ada</name><coord lat="48" lon="11"/><type>Geocache</type></waypoint></loc>"#
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    let list = try await TroveBinary.run("hunt", "list", file)
    #expect(list.status == 0 && list.output.hasPrefix("1  GC1  Oak by Ada  48.0"), "\(list.output)\(list.error)")
    let set = try await TroveBinary.run("hunt", "set", file, "GC1", "hint", "Up.")
    #expect(set.status == 65 && set.error.contains("played and listed, not changed"))
    #expect(folder.text("caches.\(ending)") == text)
  }

  @Test("another text for the first hint keeps its price and the other hints; without one only the first goes")
  func firstHint() async throws {
    let folder = try ScratchFolder()
    let hunt = folder.file("h.geojson")
    try """
    {"type": "FeatureCollection", "trove": {"type": "hunt", "version": 1, "title": "T"},
     "features": [{"type": "Feature", "properties": {"id": "a", "name": "A",
     "hints": [{"text": "One.", "price": 2, "after_s": 30}, {"text": "Two.", "price": 4}]},
     "geometry": {"type": "Point", "coordinates": [2, 1]}}]}
    """.write(toFile: hunt, atomically: true, encoding: .utf8)
    _ = try await TroveBinary.run("hunt", "set", hunt, "a", "hint", "Look up.")
    let text = folder.text("h.geojson")
    #expect(text.contains("Look up.") && text.contains("Two.") && !text.contains("One."), "\(text)")
    #expect(text.contains("30") && text.contains("\"price\": 2"), "\(text)")
    _ = try await TroveBinary.run("hunt", "set", hunt, "a", "hint", "")
    let rest = folder.text("h.geojson")
    #expect(!rest.contains("Look up.") && rest.contains("Two."), "\(rest)")
  }

  @Test("a value may begin with -, with -- before it or without; --help is no value, except behind --")
  func dashes() async throws {
    let folder = try ScratchFolder()
    let hunt = folder.file("h.geojson")
    _ = try await TroveBinary.run("hunt", "new", hunt)
    _ = try await TroveBinary.run("hunt", "add", hunt, "--name", "A", "--at", "1,2")
    func stage(after words: String...) async throws -> [String: Any] {
      let set = try await Command.run(TroveBinary.path, ["hunt", "set", hunt] + words)
      #expect(set.status == 0 && set.error == "", "\(words): \(set.error)")
      return try objects(try await TroveBinary.run("hunt", "list", hunt, "--json").lines).first ?? [:]
    }
    var a = try await stage(after: "a", "at", "-33.86,151.2")
    #expect(a["lat"] as? Double == -33.86 && a["lon"] as? Double == 151.2)
    a = try await stage(after: "a", "at", "--", "-34.5,151.25")
    #expect(a["lat"] as? Double == -34.5 && a["lon"] as? Double == 151.25)
    a = try await stage(after: "a", "hint", "-h2o is here")
    #expect(a["hints"] as? [String] == ["-h2o is here"])
    a = try await stage(after: "a", "hint", "--", "--help")
    #expect(a["hints"] as? [String] == ["--help"])
    _ = try await stage(after: "title", "-40 degrees")
    #expect(folder.text("h.geojson").contains("\"-40 degrees\""))
    let before = folder.text("h.geojson")
    let help = try await TroveBinary.run("hunt", "set", hunt, "a", "--help")
    #expect(help.status == 0 && help.output.contains("USAGE") && folder.text("h.geojson") == before)
  }

  @Test("what still names a stage that is removed is told with its line; nothing is told of a hunt without stages")
  func looseNames() async throws {
    let folder = try ScratchFolder()
    let hunt = folder.file("h.geojson")
    let features = [(#""a""#, ""), (#""b""#, #","requires":"a""#), (#""c""#, "")].enumerated().map { index, stage in
      #"{"type":"Feature","properties":{"id":\#(stage.0),"name":"N"\#(stage.1)},"#
        + #""geometry":{"type":"Point","coordinates":[1,\#(index)]}}"#
    }
    let text = """
      {"type":"FeatureCollection","trove":{"type":"hunt","version":2,"title":"T"},"features":[
      \(features.joined(separator: ",\n"))]}
      """
    try text.write(toFile: hunt, atomically: true, encoding: .utf8)
    let harmless = try await TroveBinary.run("hunt", "remove", hunt, "c")
    #expect(harmless.status == 0 && harmless.error == "", "\(harmless.error)")
    let loose = try await TroveBinary.run("hunt", "remove", hunt, "a")
    #expect(loose.status == 0 && !folder.text("h.geojson").contains(#""id":"a""#))
    let complaints = loose.error.split(separator: "\n")
    #expect(complaints.count == 1 && loose.error.contains(": warning: requires of “b”: there is no treasure “a”"))
    let line = folder.text("h.geojson").components(separatedBy: "\n").firstIndex { $0.contains("requires") }
    #expect(line.map { loose.error.hasPrefix("\(hunt):\($0 + 1): ") } == true, "\(loose.error)")
    let last = try await TroveBinary.run("hunt", "remove", hunt, "b")
    #expect(last.status == 0 && last.error == "", "\(last.error)")
  }

  @Test("a member that the format does not have is kept, and that is said; others, and removing, need no word")
  func strangeMembers() async throws {
    let folder = try ScratchFolder()
    let hunt = folder.file("h.geojson")
    _ = try await TroveBinary.run("hunt", "new", hunt)
    let add = ["--name", "A", "--at", "1,2", "--question", "Why?", "--answer", "42"]
    _ = try await Command.run(TroveBinary.path, ["hunt", "add", hunt] + add)
    for words in [["a", "foo", "3"], ["foo", "3"]] {
      let set = try await Command.run(TroveBinary.path, ["hunt", "set", hunt] + words)
      #expect(set.status == 0 && set.error == "foo: no member that Trove knows; kept\n", "\(words): \(set.error)")
    }
    #expect(folder.text("h.geojson").components(separatedBy: "\"foo\"").count == 3)
    for words in [
      ["a", "foo", ""], ["foo", ""], ["a", "radius", "20"], ["a", "answer", "43"], ["a", "number", "1"],
      ["a", "sound", "fanfare"], ["a", "at", "1,3"], ["a", "hint", "Up."], ["licence", "CC0"], ["limit_s", "3600"],
    ] {
      let set = try await Command.run(TroveBinary.path, ["hunt", "set", hunt] + words)
      #expect(set.status == 0 && set.error == "", "\(words): \(set.error)")
    }
    #expect(!folder.text("h.geojson").contains("foo"))
  }

  @Test("what Trove does not know in a file stays in it")
  func unknownMembers() async throws {
    let folder = try ScratchFolder()
    let hunt = folder.file("h.geojson")
    try """
    {"type": "FeatureCollection", "note": [1, {"deep": true}], "trove": {"type": "hunt", "version": 1, "title": "T", "mine": "kept"},
     "features": [{"type": "Feature", "properties": {"id": "a", "name": "A", "colour": "red"},
     "geometry": {"type": "Point", "coordinates": [2, 1]}},
     {"type": "Feature", "properties": {"park": "yes"}, "geometry": {"type": "LineString", "coordinates": [[2, 1], [3, 1]]}}]}
    """.write(toFile: hunt, atomically: true, encoding: .utf8)
    _ = try await TroveBinary.run("hunt", "add", hunt, "--name", "B", "--at", "1,2.001")
    _ = try await TroveBinary.run("hunt", "set", hunt, "a", "hint", "Look up.")
    let text = folder.text("h.geojson")
    for kept in ["\"deep\": true", "\"mine\": \"kept\"", "\"colour\": \"red\"", "\"park\": \"yes\"", "Look up."] {
      #expect(text.contains(kept), "\(kept) in \(text)")
    }
    let list = try await TroveBinary.run("hunt", "list", hunt)
    #expect(list.lines.count == 2)
  }
}
