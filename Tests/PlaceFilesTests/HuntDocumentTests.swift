import Foundation
import GeoFormats
import Geodesy
import HuntDomain
import PlaceFiles
import Places
import Testing

@Suite("Hunt files that are edited")
struct HuntDocumentTests {
  @Test("a new hunt has no treasure, says so, and may be written all the same")
  func empty() throws {
    var document = HuntDocument(title: "Round the block", author: "Ada")
    #expect(document.ids.isEmpty && document.text.hasSuffix("}\n"))
    #expect(document.text(of: "title") == "Round the block" && document.text(of: "summary") == nil)
    let (hunt, diagnostics) = document.hunt()
    #expect(hunt == nil)
    #expect(diagnostics.map(\.severity) == [.error])
    #expect(diagnostics.first?.message.hasPrefix("no treasure") == true)
    #expect(try HuntDocument(Array(document.text.utf8), name: "new") == document)
    document.set("order", "any")
    #expect(document.text(of: "order") == "any")
  }

  @Test("any hunt that is written is read again as the same, without a complaint", arguments: 0..<200 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var samples = HuntSamples(seed: seed)
    let hunt = samples.hunt()
    let document = HuntDocument(hunt)
    let (read, diagnostics) = document.hunt()
    #expect(read == hunt)
    #expect(diagnostics == [])
    #expect(document.ids == hunt.treasures.map(\.id))
  }

  @Test("a treasure replaced by any other is read as the other; replaced by itself nothing changes")
  func replacing() throws {
    for seed in 0..<100 as Range<UInt64> {
      var samples = HuntSamples(seed: seed)
      let hunt = samples.hunt()
      var document = HuntDocument(hunt)
      let before = document
      let id = hunt.treasures[0].id
      #expect(document.replace(id, with: hunt.treasures[0]) && document == before)
      let other = samples.treasure(id)
      #expect(document.replace(id, with: other) == true)
      #expect(document.hunt().hunt?.treasures[0] == other)
      #expect(document.hunt().hunt?.treasures.dropFirst() == hunt.treasures.dropFirst())
    }
  }

  /// A file as somebody else wrote it: members that nobody knows, odd white space, features that are no treasures.
  private static let foreign = """
    { "type":"FeatureCollection","generator" : {"by":[1, 2.50 ]},
    \t"trove":{"type":"hunt", "version":2,"title":"T" , "x-mood":"calm"},"features":[
      {"type":"Feature","bbox":[0,0,1,1],"properties":{"id":"a","name":"A","x":{"deep":[ null ]},"hint":"one"},"geometry":{"type":"Point","coordinates":[1.10,2.0, 55]}, "style":"red"},
      {"type":"Feature","properties":{"name":"a line"},"geometry":{"type":"LineString","coordinates":[[0,0],[1,1]]}},{"type":"Feature","id":"b",
       "properties":null,"geometry":{"type":"Point","coordinates":[1e0,2]}},
      {"type":"Feature","properties":{"id":"c","name":"C","y" : 1e2},"geometry":{"type":"Point","coordinates":[1.5,2]}}
    ], "end":"\\u00e9" }
    """

  private func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test("an edit changes its own place in the text and no other byte")
  func splices() throws {
    var document = try HuntDocument(Array(Self.foreign.utf8), name: "f")
    #expect(document.ids == ["a", "b", "c"] && document.text == Self.foreign + "\n")
    document.set("hint", of: "a", "two")
    #expect(document.text == Self.foreign.replacing(#""hint":"one""#, with: #""hint":"two""#) + "\n")
    document.set("hint", of: "a", "one")
    document.set("title", "U")
    #expect(document.text == Self.foreign.replacing(#""title":"T""#, with: #""title":"U""#) + "\n")
    document.set("title", "T")
    document.set("points", of: "b", 5)
    #expect(document.text == Self.foreign.replacing(#""properties":null"#, with: #""properties":{"points": 5}"#) + "\n")
  }

  @Test("a treasure that moves takes its feature with it; one that goes leaves the others as they are")
  func moving() throws {
    var document = try HuntDocument(Array(Self.foreign.utf8), name: "f")
    let old = lines(Self.foreign)
    #expect(document.move("c", to: 0) && document.ids == ["c", "a", "b"])
    #expect(document.text.contains(old[2].dropFirst(2)) && document.text.contains(old[5]))
    #expect(document.move("c", to: 99) && document.text == Self.foreign + "\n")
    #expect(document.remove("a") && document.ids == ["b", "c"])
    #expect(document.text == (old[..<2] + ["  " + old[3].dropFirst(2)] + old[4...]).joined(separator: "\n") + "\n")
    #expect(!document.remove("a") && !document.move("a", to: 0) && !document.set("hint", of: "a", "x"))
  }

  @Test("a file that numbers its treasures is numbered anew, and what is added comes last")
  func numbered() throws {
    let text = """
      {"type":"FeatureCollection","trove":{"type":"hunt","version":1,"title":"T"},"features":[
      {"type":"Feature","properties":{"id":"b","order":20},"geometry":{"type":"Point","coordinates":[1,2]}},
      {"type":"Feature","properties":{"id":"a","order":10},"geometry":{"type":"Point","coordinates":[1,2]}}]}
      """
    var document = try HuntDocument(Array(text.utf8), name: "n")
    #expect(document.ids == ["a", "b"])
    let place = try #require(Coordinate(latitude: 1, longitude: 2))
    document.add(Treasure(place: PointOfInterest(id: "c", name: "C", position: place), radius: 20))
    #expect(document.ids == ["a", "b", "c"] && document.text.contains(#""order": 21"#))
    document.move("c", to: 1)
    #expect(document.ids == ["a", "c", "b"])
    #expect(document.text.contains(#"{"id":"b","order":3}"#) && document.text.contains(#"{"id":"a","order":1}"#))
  }

  @Test("what version 1 cannot say makes a file of version 2 of it, the rest does not")
  func versions() throws {
    let text = """
      {"type":"FeatureCollection","trove":{"type":"hunt","version":1,"title":"T"},"features":[
      {"type":"Feature","properties":{"id":"a"},"geometry":{"type":"Point","coordinates":[1,2]}}]}
      """
    var document = try HuntDocument(Array(text.utf8), name: "n")
    document.set("hint", of: "a", "x")
    document.set("title", "U")
    #expect(document.text.contains(#""version":1"#))
    var treasure = try #require(document.hunt().hunt?.treasures.first)
    treasure.question = Question("Why?", rule: .text(["because"]))
    var other = document
    document.replace("a", with: treasure)
    #expect(document.text.contains(#""version":2"#) && document.hunt().diagnostics == [])
    other.set("limit_s", 60)
    #expect(other.text.contains(#""version":2"#))
  }

  @Test("an id that is taken or empty is refused, by adding and by replacing; a new one is taken on")
  func ids() throws {
    var document = try HuntDocument(Array(Self.foreign.utf8), name: "f")
    let hunt = try #require(document.hunt().hunt)
    let before = document
    let (a, c) = (hunt.treasures[0], hunt.treasures[2])
    func named(_ id: String) -> Treasure {
      Treasure(place: PointOfInterest(id: id, name: "N", position: a.place.position), zone: a.zone)
    }
    #expect(!document.add(c) && !document.add(named("")))
    #expect(
      !document.replace("a", with: c) && !document.replace("a", with: named("")) && !document.replace("z", with: a))
    #expect(document == before)
    #expect(document.replace("a", with: named("n")) && document.ids == ["n", "b", "c"])
    #expect(
      document.text.contains(#""x":{"deep":[ null ]}"#) && document.text.contains(#""coordinates":[1.10,2.0, 55]"#))
  }

  @Test("under random edits what is not touched stays, byte for byte", arguments: 0..<60 as Range<UInt64>)
  func randomEdits(seed: UInt64) throws {
    var samples = HuntSamples(seed: seed)
    var document = try HuntDocument(Array(Self.foreign.utf8), name: "f")
    let old = lines(Self.foreign)
    // What nobody may touch, and the features that have not been touched yet.
    var kept = [
      #""generator" : {"by":[1, 2.50 ]}"#, #""x-mood":"calm""#, #""end":"\u00e9""#,
      #"{"type":"Feature","properties":{"name":"a line"},"geometry":{"type":"LineString","coordinates":[[0,0],[1,1]]}}"#,
    ]
    var untouched = ["a": String(old[2].dropFirst(2).dropLast()), "c": String(old[5].dropFirst(2))]
    var model = ["a", "b", "c"]
    for step in 0..<20 {
      let id = model.isEmpty ? "none" : model[samples.number(0...model.count - 1)]
      switch samples.number(0...5) {
      case 0:
        document.add(samples.treasure("new \(step)"))
        model.append("new \(step)")
      case 1:
        if document.replace(id, with: samples.treasure(id)), id == "a" {
          kept += [#""x":{"deep":[ null ]}"#, #""style":"red""#, #""bbox":[0,0,1,1]"#]
        }
        untouched[id] = nil
      case 2:
        if document.set("message", of: id, .string(samples.text())) { untouched[id] = nil }
      case 3: document.set("summary", samples.flip() ? .string(samples.text()) : nil)
      case 4 where samples.flip() && id != "a":
        #expect(document.remove(id) == model.contains(id))
        model.removeAll { $0 == id }
        untouched[id] = nil
      default:
        let index = samples.number(0...9)
        guard document.move(id, to: index), let from = model.firstIndex(of: id) else { continue }
        model.insert(model.remove(at: from), at: min(index, model.count))
      }
      #expect(document.ids == model)
      for text in kept + untouched.values { #expect(document.text.contains(text), "step \(step)") }
    }
    #expect(try HuntDocument(Array(document.text.utf8), name: "again") == document)
  }

  @Test("a value that no file could hold is refused, and nothing is changed")
  func tooDeep() throws {
    var samples = HuntSamples(seed: 3)
    var document = HuntDocument(samples.hunt())
    let before = document
    let id = try #require(document.ids.first)
    let deep = (0..<200).reduce(JSONContent.null) { value, _ in [value] }
    let done = [document.set("extra", of: id, deep), document.set("extra", deep)]
    #expect(done == [false, false] && document == before)
    let isSet = document.set("extra", of: id, 1)
    #expect(isSet && document != before)
  }

  @Test("a link to what is not there yet is followed, and stays a link")
  func danglingLink() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(
      at: folder.appending(path: "deep"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (link, round) = (folder.appending(path: "link").path, folder.appending(path: "round").path)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "deep/hunt.geojson")
    try FileManager.default.createSymbolicLink(atPath: round, withDestinationPath: "round")
    let document = HuntDocument(title: "Linked")
    try document.write(to: link)
    #expect(try HuntDocument(path: folder.appending(path: "deep/hunt.geojson").path) == document)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "deep/hunt.geojson")
    #expect(throws: FileProblem.self) { try document.write(to: round) }
  }

  @Test("what is written to a file is read from it; problems name the file")
  func writing() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "hunt-\(UUID().uuidString).geojson").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    var samples = HuntSamples(seed: 1)
    let document = HuntDocument(samples.hunt())
    try document.write(to: path)
    #expect(try HuntDocument(path: path) == document)
    #expect(try HuntFile(path: path).hunt == document.hunt().hunt)
    let problem = try #require(throws: FileProblem.self) { try document.write(to: path + "/none") }
    #expect(problem.description.hasPrefix("\(path)/none:1: error: cannot be written: "))
    #expect(try #require(throws: FileProblem.self) { try HuntDocument(path: path + ".none") }.isMissing)
  }

  @Test(
    "what is no collection, of a later version or sealed cannot be changed",
    arguments: [
      #"{"type":"Feature","properties":{"id":"a"},"geometry":null}"#, "{", "[]",
      #"{"type":"FeatureCollection","trove":{"version":3},"features":[]}"#,
      #"{"type":"FeatureCollection","trove":{"sealed":{}},"features":[]}"#,
    ])
  func refusals(text: String) {
    #expect(throws: FileProblem.self) { try HuntDocument(Array(text.utf8), name: "n") }
  }
}
