import Foundation
import GeoFormats
import Geodesy
import HuntDomain
import PlaceFiles
import Places
import Testing

@Suite("Members of a hunt file that are set from words")
struct HuntDocumentWordsTests {
  /// Two stages: `a` with two hints and a question, `b` with neither.
  private let document: HuntDocument
  private let before: Hunt

  init() throws {
    let text = """
      {"type": "FeatureCollection", "trove": {"type": "hunt", "version": 2, "title": "T"}, "features": [
      {"type": "Feature", "properties": {"id": "a", "name": "A", "question": {"prompt": "Why?", "number": 42},
      "hints": [{"text": "One.", "price": 2, "after_s": 30}, "Two."]},
      "geometry": {"type": "Point", "coordinates": [2, 1]}},
      {"type": "Feature", "properties": {"id": "b", "name": "B"}, "geometry": {"type": "Point", "coordinates": [2, 1.1]}}
      ]}
      """
    document = try HuntDocument(Array(text.utf8), name: "words")
    before = try #require(document.hunt().hunt)
  }

  /// The stage after one of its members was set; everything else of the hunt is checked to be as it was.
  private func stage(_ member: String, _ value: String, of id: String = "a") throws -> Treasure {
    var changed = document
    try changed.set(member, of: id, to: value)
    let (hunt, diagnostics) = changed.hunt()
    #expect(diagnostics == [])
    let treasures = try #require(hunt).treasures
    #expect(treasures.filter { $0.id != id } == before.treasures.filter { $0.id != id })
    return try #require(treasures.first { $0.id == id })
  }

  /// The stage `a`, changed.
  private func changed(_ change: (inout Treasure) -> Void) -> Treasure {
    var treasure = before.treasures[0]
    change(&treasure)
    return treasure
  }

  private func problem(_ member: String, _ value: String, of id: String = "a") -> String? {
    var changed = document
    do throws(MemberProblem) { try changed.set(member, of: id, to: value) } catch {
      #expect(changed == document)
      return error.description
    }
    return nil
  }

  @Test("a name is a text, even if it is a number, and cannot be empty")
  func name() throws {
    let renamed = try stage("name", "42")
    #expect(renamed.place.name == "42")
    #expect(
      renamed == changed { $0.place = renamed.place } && renamed.place.position == before.treasures[0].place.position)
    #expect(problem("name", "") == "a stage needs a name" && problem("name", "\u{1B}") == "a stage needs a name")
  }

  @Test(
    "a place is taken in any notation",
    arguments: ["48.137, 11.575", "N 48° 08.220' E 11° 34.500'", "geo:48.137,11.575"])
  func place(text: String) throws {
    let moved = try stage("at", text)
    let position = try #require(Coordinate(latitude: 48.137, longitude: 11.575))
    #expect(moved.place.position.distance(to: position) < 0.1)
    #expect(moved == changed { $0.place = moved.place } && moved.place.name == "A")
  }

  @Test("what is no place is none")
  func noPlace() {
    #expect(problem("at", "nowhere") == "“nowhere” is no place" && problem("at", "91,0") == "“91,0” is no place")
    #expect(problem("at", "") != nil)
  }

  @Test("a radius is 1 to 100000 m", arguments: [("1", 1.0), ("12.5", 12.5), ("100000", 100_000)])
  func radius(text: String, radius: Double) throws {
    #expect(try stage("radius", text) == changed { $0.zone = .circle(radius: radius) })
    for bad in ["0.9", "100001", "wide", "", "nan", "-5"] {
      #expect(problem("radius", bad) == "a radius is 1 to 100000 m")
    }
  }

  @Test("points are 0 to 1000000", arguments: [("0", 0), ("7", 7), ("1000000", 1_000_000)])
  func points(text: String, points: Int) throws {
    #expect(try stage("points", text) == changed { $0.points = points })
    for bad in ["-1", "1000001", "1.5", "many", ""] { #expect(problem("points", bad) == "points are 0 to 1000000") }
  }

  @Test("an answer is a number, words or options, and needs a question")
  func answer() throws {
    for (text, rule) in [
      ("43", .number(43, tolerance: 0)), ("42+-2", .number(42, tolerance: 2)),
      ("oak|oak tree", .text(["oak", "oak tree"])),
      ("red|*blue", .choice(options: ["red", "blue"], right: [1])),
    ] as [(String, Question.Rule)] {
      #expect(try stage("answer", text) == changed { $0.question?.rule = rule })
    }
    #expect(problem("answer", "")?.hasPrefix("an answer needs a question") == true)
    #expect(problem("answer", "42", of: "b")?.hasPrefix("an answer needs a question") == true)
  }

  @Test("a hint is the text of the first one: its price and the other hints stay; an empty one removes it")
  func hint() throws {
    #expect(try stage("hint", "7") == changed { $0.hints[0].text = "7" })
    #expect(try stage("hint", "") == changed { $0.hints.removeFirst() })
    #expect(try stage("hint", "Up.", of: "b").hints == [Hint("Up.")])
    #expect(try stage("hint", "", of: "b") == before.treasures[1])
  }

  @Test("arrival and message are texts, even if they are numbers, and an empty one removes them")
  func texts() throws {
    #expect(try stage("arrival", "42") == changed { $0.arrival = "42" })
    #expect(try stage("message", "{}") == changed { $0.message = "{}" })
    var set = document
    for (member, value) in [("arrival", "x"), ("message", "y"), ("arrival", ""), ("message", "")] {
      try set.set(member, of: "a", to: value)
    }
    #expect(set.hunt().hunt == before)
  }

  @Test("a number is the place in the order, from 1; behind the last there is none")
  func number() throws {
    for (number, ids) in [("1", ["b", "a"]), ("2", ["a", "b"]), ("99", ["a", "b"])] {
      var moved = document
      try moved.set("number", of: "b", to: number)
      #expect(moved.ids == ids)
    }
    for bad in ["0", "-1", "first", ""] {
      #expect(problem("number", bad) == "a number is 1 or more: the place in the order")
    }
  }

  @Test("every other member is JSON if it is valid JSON, and a text otherwise")
  func others() throws {
    #expect(try stage("limit_s", "60") == changed { $0.limit = .seconds(60) })
    #expect(try stage("requires", "b").requirement == .found("b"))
    #expect(try stage("requires", #"{"any": ["b"]}"#).requirement == .atLeast(1, [.found("b")]))
    #expect(try stage("kind", "42").place.kind == "42")
    #expect(try stage("sound", "fanfare").sound == .fanfare)
    #expect(try stage("question", "").question == nil)
    var foreign = document
    try foreign.set("x", of: "a", to: #"[1, true, null, {"y": "z"}]"#)
    #expect(foreign.text.contains(#""x": [1, true, null, {"y": "z"}]"#), "\(foreign.text)")
    #expect(foreign.hunt().hunt == before)
    try foreign.set("x", of: "a", to: "")
    #expect(foreign.hunt().hunt == before && !foreign.text.contains(#""x""#))
  }

  @Test("there is nothing to set of a stage that is not there")
  func refusals() {
    #expect(problem("hint", "x", of: "c") == "hint of c cannot be changed")
    #expect(problem("points", "5", of: "c") == "points of c cannot be changed")
  }

  @Test("members of the hunt: texts even if they are numbers, others JSON, an empty one is removed")
  func hunt() throws {
    var changed = document
    for (member, value) in [("title", "42"), ("author", "true"), ("order", "any"), ("limit_s", "60"), ("goal", "b")] {
      try changed.set(member, to: value)
    }
    let (hunt, diagnostics) = changed.hunt()
    #expect(diagnostics == [])
    #expect(hunt?.title == "42" && hunt?.author == "true" && hunt?.order == .any)
    #expect(hunt?.limit == .seconds(60) && hunt?.goal == .found("b"))
    for member in ["author", "order", "limit_s", "goal"] { try changed.set(member, to: "") }
    try changed.set("title", to: "T")
    #expect(changed.hunt().hunt == before)
  }

  @Test("a value nested too deep is refused for the hunt and for a stage, and nothing changes")
  func depth() throws {
    let deep = String(repeating: "[", count: 127) + String(repeating: "]", count: 127)
    #expect(problem("x", deep) == "x of a cannot be changed")
    var changed = document
    #expect(throws: MemberProblem.self) { try changed.set("x", to: deep) }
    #expect(changed == document)
    try changed.set("x", to: "[[[]]]")
    #expect(changed.text.contains(#""x": [[[]]]"#))
  }

  @Test("complaints that came with an edit are told apart from those that were there, and equal ones are counted")
  func complaints() throws {
    let good = document
    var one = good
    try one.set("hints", of: "a", to: #"[{"price": 2}]"#)
    #expect(one.complaints(since: good).map(\.message) == ["a hint of “a” has no text: left out"])
    #expect(one.complaints(since: one) == [] && good.complaints(since: one) == [])
    // Other lines before it do not make a complaint a new one.
    var moved = one
    try moved.set("x", to: "y")
    #expect(moved.complaints(since: one) == [])
    var three = one
    try three.set("hints", of: "a", to: #"[{"price": 2}, {"price": 3}, {"price": 4}]"#)
    #expect(three.complaints(since: one).count == 2 && three.complaints(since: good).count == 3)
    #expect(one.complaints(since: three) == [])
    try three.set("limit_s", to: "[]")
    let new = three.complaints(since: one)
    #expect(new.count == 3 && Set(new.map(\.message)).count == 2)
  }

  @Test("members that the program reads are known, under the names that are typed as well")
  func known() {
    for member in ["hint", "radius_m", "radius", "answer", "number", "requires"] {
      #expect(HuntDocument.knows(member, ofStage: true), "\(member)")
    }
    for member in ["title", "limit_s", "goal"] { #expect(HuntDocument.knows(member, ofStage: false), "\(member)") }
    #expect(!HuntDocument.knows("radius", ofStage: false) && !HuntDocument.knows("title", ofStage: true))
    #expect(!HuntDocument.knows("x", ofStage: true) && !HuntDocument.knows("", ofStage: false))
  }
}
