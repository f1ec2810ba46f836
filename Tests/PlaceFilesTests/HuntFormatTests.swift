import Foundation
import GeoFormats
import Geodesy
import HuntDomain
import Numbers
import PlaceFiles
import Places
import Testing

/// A hunt of one treasure a line, read from its bytes.
private func hunt(trove: String = "{}", _ treasures: [String]) throws -> HuntFile {
  let lines = treasures.map {
    #"{"type":"Feature","properties":\#($0),"geometry":{"type":"Point","coordinates":[1,2]}}"#
  }
  let text = "{\"type\":\"FeatureCollection\",\"trove\":\(trove),\"features\":[\n\(lines.joined(separator: ",\n"))]}"
  return try HuntFile(Array(text.utf8), path: "test.geojson")
}

/// The one treasure that has these members beside its id.
private func treasure(_ members: String) throws -> Treasure { try hunt([#"{"id":"a",\#(members)}"#]).hunt.treasures[0] }

private func time(_ text: String) throws -> Timestamp {
  Timestamp(milliseconds: try #require(ISOTime.milliseconds(text)))
}

@Suite("The hunt format")
struct HuntFormatTests {
  @Test("the hunt: goal, items, limits, window, message, id")
  func about() throws {
    let file = try hunt(
      trove: """
        {"version":2,"title":"T","id":"t-1","goal":{"at_least":1,"of":["a",{"found":"b"}]},"limit_s":90.5,
        "items":[{"id":"key","name":"K"},{"id":"map"}],"message":"Won.","window":{"from":"2026-05-01T11:30:00+02:00"}}
        """, [#"{"id":"a","items":["map","key"]}"#, #"{"id":"b"}"#])
    #expect(file.warnings == [])
    #expect(file.hunt.id == "t-1" && file.hunt.message == "Won." && file.hunt.limit == .milliseconds(90_500))
    #expect(file.hunt.goal == .atLeast(1, [.found("a"), .found("b")]))
    #expect(file.hunt.items == [Item(id: "key", name: "K"), Item(id: "map", name: "map")])
    #expect(try file.hunt.window == TimeWindow(from: time("2026-05-01T09:30:00Z"), to: nil))
    #expect(file.hunt.treasures[0].items == ["map", "key"])
  }

  @Test("the members of a treasure that are not rules")
  func plainMembers() throws {
    let treasure = try treasure(
      #""sound":"chime","arrival":"Hm.","limit_s":60,"visibility":"always","hint":"h","hints":["i",{"text":"j","price":2,"after_s":1.5}]"#
    )
    #expect(treasure.sound == .chime && treasure.arrival == "Hm." && treasure.limit == .seconds(60))
    #expect(treasure.visibility == .always)
    #expect(treasure.hints == [Hint("h"), Hint("i"), Hint("j", price: 2, after: .milliseconds(1500))])
    #expect(try self.near(#"{"near_m":50}"#) == .near(metres: 50))
    #expect(try self.near(#"{"revealed":"a"}"#) == .revealed(.found("a")))
    #expect(try self.near("null") == .whenOpen)
  }

  private func near(_ visibility: String) throws -> Visibility {
    try treasure(#""visibility":\#(visibility)"#).visibility
  }

  @Test("a question has texts, a number or options; options count from 1")
  func questions() throws {
    func rule(_ members: String) throws -> Question.Rule? {
      try treasure(#""question":{"prompt":"?",\#(members)}"#).question?.rule
    }
    #expect(try rule(#""text":"oak""#) == .text(["oak"]))
    #expect(try rule(#""text":["oak","an oak"]"#) == .text(["oak", "an oak"]))
    #expect(try rule(#""number":4.5,"tolerance":1"#) == .number(4.5, tolerance: 1))
    #expect(try rule(#""options":["l","r"]"#) == .choice(options: ["l", "r"], right: [0, 1]))
    #expect(try rule(#""options":["l","r"],"right":2"#) == .choice(options: ["l", "r"], right: [1]))
    #expect(try rule(#""options":["l","r"],"right":[1]"#) == .choice(options: ["l", "r"], right: [0]))
    let named = try treasure(#""question":{"prompt":"?","number":1,"name":"A_1","price":3}"#).question
    #expect(named?.name == "A_1" && named?.price == 3)
  }

  @Test("requirements say what has to be found, answered, carried, and how many of them")
  func requirements() throws {
    let file = try hunt(
      trove: #"{"items":[{"id":"k"}]}"#,
      [
        #"{"id":"a","question":{"prompt":"?","options":["l","r"]}}"#,
        #"{"id":"b","requires":{"all":["a",{"answered":"a","choice":2},{"any":[{"answered":"a"},{"holds":"k"}]},{"all":[]}]}}"#,
      ])
    #expect(file.warnings == [])
    #expect(
      file.hunt.treasures[1].requirement
        == .all([
          .found("a"), .answered("a", choice: 1), .atLeast(1, [.answered("a", choice: nil), .holds("k")]), .all([]),
        ]))
  }

  @Test("a projection is an offset or coordinates; numbers are formulas too")
  func projections() throws {
    let offset = try treasure(#""projection":{"from":"a","bearing_deg":45,"distance_m":"120"}"#).projection
    #expect(try offset == .offset(from: "a", bearing: Formula("45"), distance: Formula("120")))
    let place = try treasure(#""projection":{"latitude":"1.5","longitude":2}"#).projection
    #expect(try place == .coordinates(latitude: Formula("1.5"), longitude: Formula("2")))
  }

  @Test("an area keeps its holes, and lies at its word or well inside")
  func areas() throws {
    let rings = "[[[0,0],[4,0],[4,4],[0,4],[0,0]],[[1,1],[3,1],[3,3],[1,3],[1,1]]]"
    func area(_ members: String) throws -> HuntFile {
      let text = #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"id":"a"\#(members)},"#
      return try HuntFile(
        Array((text + #""geometry":{"type":"Polygon","coordinates":\#(rings)}}]}"#).utf8), path: "area")
    }
    let inside = try area("").hunt.treasures[0]
    guard case .polygon(let found) = inside.zone else { return #expect(Bool(false), "no area") }
    #expect(found.map(\.count) == [4, 4] && found[1][0] == Coordinate(latitude: 1, longitude: 1))
    let (x, y) = (inside.place.position.longitude, inside.place.position.latitude)
    let isInHole = (1...3).contains(x) && (1...3).contains(y)
    #expect((0.0...4).contains(x) && (0.0...4).contains(y) && !isInHole)
    let said = try area(#","at":[0.5,3.5]"#)
    #expect(said.hunt.treasures[0].place.position == Coordinate(latitude: 3.5, longitude: 0.5) && said.warnings == [])
    let wrong = try area(#","at":[0.5,95],"radius_m":10"#)
    #expect(wrong.warnings.count == 2 && wrong.hunt.treasures[0].place.position == inside.place.position)
  }

  @Test("members of other programs are nobody's mistake")
  func foreignMembers() throws {
    let foreign =
      ##""NAME_EN":"x","fid":1,"ID":2,"title":"x","type":"x","find":1,"hunt":1,"names":{},"level":0,"marker-color":"#fff","##
      + #""radius":9,"radius_m":12,"date":null,"stroke-width":2,"note":"","item":"","addr:street":"x","width":1"#
    #expect(try hunt([#"{"id":"a","name":"A",\#(foreign)}"#]).warnings == [])
  }

  @Test("an answer of signs alone can be typed, one of accents alone cannot")
  func signs() throws {
    let question = try #require(try treasure(#""question":{"prompt":"?","text":"!!!"}"#).question)
    #expect(question.check("!!!") == .right(.text("!!!")) && question.check("!!") == .wrong)
    #expect(throws: FileProblem.self) { try treasure(#""question":{"prompt":"?","text":"\u0301"}"#) }
  }

  @Test("an area around a pole has an inside", arguments: [89.9999, -89.9999, 80])
  func poles(latitude: Double) throws {
    let ring = [0, 90, 180, -90, 0].map { "[\($0),\(latitude)]" }.joined(separator: ",")
    let text = #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"id":"a"},"#
    let file = try HuntFile(
      Array((text + #""geometry":{"type":"Polygon","coordinates":[[\#(ring)]]}}]}"#).utf8), path: "pole")
    let treasure = try #require(file.hunt.treasures.first)
    #expect(file.warnings == [])
    #expect(abs(treasure.place.position.latitude) >= abs(latitude))
    #expect(ZoneGround(treasure.zone, at: treasure.place.position).depth(of: treasure.place.position) > 1)
  }

  /// Each: what the treasure `a` on line 2 says (`b`, on line 3, has a question), and a part of the one complaint.
  @Test(
    "what makes no sense is complained about on its line, with what was done",
    arguments: [
      (#""radius_m":-4"#, "radius_m of “a” is not 1 to 100000: taken as 15"),
      (#""points":1e300"#, "points of “a” is no whole number from 0 to 1000000: taken as 1"),
      (#""order":1.5"#, "order of “a” is no whole number"), (#""kind":7"#, "kind of “a” is no text: left out"),
      (#""sound":"boom""#, "taken as fanfare"),
      (#""hints":"x""#, "hints of “a” is no list"), (#""hints":[{"price":2}]"#, "a hint of “a” has no text: left out"),
      (#""hints":[{"text":"x","after_s":-1}]"#, "after_s of a hint of “a” is not 0 to 31536000: taken as 0"),

      (#""question":{"prompt":"?","text":"x","number":1}"#, "has text and number: only text counts"),
      (#""question":{"prompt":"?","options":["x","y"],"right":[1,3]}"#, "is no number from 1 to 2: left out"),
      (#""question":{"prompt":"?","text":"x","name":"1A"}"#, "is not a letter and then"),

      (#""requires":{"at_least":3,"of":["b","b"]}"#, "wants 3 of 2: taken as 2"),
      (#""requires":"nobody""#, "requires of “a”: there is no treasure “nobody”, so it never holds"),
      (#""requires":{"holds":"nothing"}"#, "there is no item “nothing”"),
      (#""requires":{"answered":"a"}"#, "“a” has no question"),
      (#""requires":{"answered":"b","choice":3}"#, "the question of “b” has no option 3"),

      (#""items":["nothing"]"#, "“nothing”, is not among the items of the hunt: left out"),

      (#""projection":{"from":"z","bearing_deg":1,"distance_m":2}"#, "there is no treasure “z”"),
      (#""hnit":"x""#, "“hnit” of “a” means nothing here: hint may be meant"),
      (#""radius":9"#, "“radius” of “a” means nothing here: radius_m may be meant"),
      (#""raduis":9"#, "“raduis” of “a” means nothing here: radius_m may be meant"),
      (#""hints":[{"text":"x","cost":2}]"#, "“cost” of a hint of “a” means nothing here: a hint has text, price and"),
      (#""Points":9"#, "points may be meant"), (#""mesage":"x""#, "message may be meant"),

      (#""question":{"prompt":"?","text":["x","\u0301"]}"#, "neither letters, digits nor signs to type: left out"),
      (#""listing":{}"#, "has no code"), (#""listing":{"code":"G","terrain":9}"#, "terrain in listing of “a”"),
    ])
  func complaints(members: String, expected: String) throws {
    let file = try hunt([
      #"{"id":"a",\#(members)}"#, #"{"id":"b","question":{"prompt":"?","options":["l","r"],"name":"B"}}"#,
    ])
    #expect(file.warnings.map(\.line) == [2] && file.warnings.map(\.severity) == [.warning])
    #expect(file.warnings.first?.message.contains(expected) == true, "\(file.warnings)")
    #expect(file.hunt.treasures.map(\.id) == ["a", "b"])
  }

  @Test(
    "a rule that is not understood is an error on its line, and the hunt is refused",
    arguments: [
      (#""visibility":"never""#, "is none of always, open, near_m, revealed"),
      (#""window":{}"#, "neither from nor to"),
      (#""window":{"from":"tomorrow"}"#, "no time like"),
      (#""window":{"from":"2026-05-02T00:00:00Z","to":"2026-05-01T00:00:00Z"}"#, "ends before it begins"),
      (#""question":"why""#, "question of “a” is no object"),
      (#""question":{"prompt":"?"}"#, "has no answer"),
      (#""question":{"text":"x"}"#, "has no prompt"),
      (#""question":{"prompt":"?","options":["x"]}"#, "has no answer"),
      (#""requires":{}"#, "says none of found"),
      (#""requires":7"#, "says none of found"),
      (#""requires":{"found":"a","holds":"k"}"#, "says found and holds at once"),
      (#""requires":{"any":[]}"#, "any in requires of “a” lists nothing"),
      (#""requires":{"answered":"b","choice":0}"#, "choice in requires of “a” is no whole number"),
      (#""projection":{"bearing_deg":1}"#, "neither bearing_deg and distance_m nor latitude and longitude"),
      (#""projection":{"bearing_deg":1,"distance_m":"(("}"#, "distance_m in projection of “a”"),
      (#""hints":[{"text":"x","prise":2}]"#, "“prise” of a hint of “a” means nothing here: price may be meant"),
      (#""question":{"prompt":"?","number":1,"tolerence":2}"#, "in question of “a” means nothing here: tolerance"),
      (#""visibility":{"near_m":20,"reveeled":"b"}"#, "revealed may be meant"),
      (#""requires":{"not":{"found":"b"}}"#, "“not” in requires of “a” is no condition"),
      (#""requires":{"any":["b",{"expired":"b"}]}"#, "“expired” in requires of “a” is no condition"),
      (#""requires":{"found":"b","unless":"c"}"#, "“unless” in requires of “a” is no condition"),
      (#""requires":{"al":["b"]}"#, "“al” in requires of “a” is no condition"),
      (#""requires":{"answred":"b"}"#, "“answred” in requires of “a” means nothing here: answered may be meant"),
      (#""requires":{"found":7}"#, "found in requires of “a” is no id"),
      (#""requires":{"all":"b"}"#, "all in requires of “a” is no list"),
      (#""requires":{"at_least":1.5,"of":["b"]}"#, "at_least in requires of “a” is no whole number"),
      (#""requires":{"found":"b","of":["b"]}"#, "of in requires of “a” goes with at_least"),
      (#""requires":{"found":"b","choice":1}"#, "choice in requires of “a” goes with answered"),
      (#""visibility":{"revealed":{"not":"b"}}"#, "“not” in revealed in visibility of “a” is no condition"),
      (#""require":"b""#, "requires may be meant"), (#""limit":60"#, "limit_s may be meant"),
      (#""Window":{}"#, "window may be meant"),
      (#""window":{"form":"2026-05-02T00:00:00Z","to":"2026-05-03T00:00:00Z"}"#, "from may be meant"),
      (#""unless":{"found":"b"}"#, "“unless” of “a” is no rule of a hunt"),
      (#""any":["b"]"#, "“any” of “a” is no rule of a hunt"),
      (#""expires":"2026-05-02T00:00:00Z""#, "“expires” of “a” is no rule of a hunt"),
      (#""depends_on":["b"]"#, "“depends_on” of “a” is no rule of a hunt"),
      (#""limmit":9"#, "“limmit” of “a” means nothing here: limit_s may be meant"),
      (#""requires_":{"found":"b"}"#, "requires may be meant"),
      (#""needs":{"found":"b"}"#, "“needs” of “a” is no rule of a hunt"),
      (#""after":{"any":["b"]}"#, "“after” of “a” is no rule of a hunt"),
      (#""limit_s":0"#, "limit_s of “a” is not 1 to 31536000"),
      (#""visibility":{"near_m":"close"}"#, "near_m in visibility of “a” is not 1 to 100000"),
    ])
  func faults(members: String, expected: String) throws {
    let stages = [
      #"{"id":"a",\#(members)}"#, #"{"id":"b","question":{"prompt":"?","options":["l","r"],"name":"B"}}"#,
    ]
    let problem = try #require(throws: FileProblem.self) { try hunt(stages) }
    #expect(problem.line == 2 && problem.message.contains(expected), "\(problem)")
  }

  @Test("several rules that are not understood are counted, and all of them are in the report")
  func severalFaults() throws {
    let stages = [#"{"id":"a","requires":{"not":"b"}}"#, #"{"id":"b","unless":"a","window":{}}"#]
    let problem = try #require(throws: FileProblem.self) { try hunt(stages) }
    #expect(problem.message.hasSuffix("(and 3 more of the kind: trove check names them)"), "\(problem)")
  }

  @Test("in a condition, members of other programs are nobody's mistake")
  func foreignInConditions() throws {
    let file = try hunt([
      #"{"id":"a"}"#, #"{"id":"b","requires":{"found":"a","x:note":"y","marker-color":"red","z":null}}"#,
    ])
    #expect(file.warnings == [] && file.hunt.treasures[1].requirement == .found("a"))
  }

  @Test(
    "complaints about the hunt itself",
    arguments: [
      (#"{"version":0}"#, "version of the hunt is no whole number from 1 to 2: taken as 2"),
      (#"{"version":1,"limit_s":60}"#, "limit_s is of version 2, and the file says version 1"),
      (#"{"items":[{"name":"x"}]}"#, "an item of the hunt has no id"),
      (#"{"items":[{"id":"x"},{"id":"x"}]}"#, "the item “x” is there already"),
      (#"{"goal":"nobody"}"#, "goal of the hunt: there is no treasure “nobody”"),
      (#"{"title":4}"#, "title of the hunt"), (#"{"auther":"x"}"#, "“auther” of the hunt means nothing here: author"),
      (#"{"items":[{"id":"x","naem":"y"}]}"#, "“naem” of an item means nothing here: name may be meant"),
    ])
  func aboutComplaints(trove: String, expected: String) throws {
    let file = try hunt(trove: trove, [#"{"id":"a"}"#])
    #expect(file.warnings.count == 1 && file.warnings[0].line == 1)
    #expect(file.warnings.first?.message.contains(expected) == true, "\(file.warnings)")
  }

  @Test(
    "what is wrong with the rules of the hunt itself is an error",
    arguments: [
      (#"{"order":"backwards"}"#, "order “backwards” is neither sequence nor any"),
      (#"{"limit_s":0}"#, "limit_s of the hunt is not 1 to 31536000"),
      (#"{"time_limit":60}"#, "“time_limit” of the hunt is no rule of a hunt"),
      (#"{"ends_when":{"found":"a"}}"#, "“ends_when” of the hunt is no rule of a hunt"),
      (#"{"event":{"scoring":"clans"}}"#, "scoring in event of the hunt is neither players nor teams"),
      (#"{"event":{"starts":["noon"]}}"#, "starts in event of the hunt has something that"),
    ])
  func aboutErrors(trove: String, expected: String) throws {
    let problem = try #require(throws: FileProblem.self) { try hunt(trove: trove, [#"{"id":"a"}"#]) }
    #expect(problem.line == 1 && problem.message.contains(expected), "\(problem)")
  }

  @Test("a second answer of one name is left out")
  func answerNames() throws {
    let question = #""question":{"prompt":"?","text":"x","name":"A"}"#
    let file = try hunt([#"{"id":"a",\#(question)}"#, #"{"id":"b",\#(question)}"#])
    #expect(file.hunt.treasures.map(\.question?.name) == ["A", nil] && file.warnings.map(\.line) == [3])
  }

  @Test("a hunt of a later version and one with a damaged seal are refused with a sentence")
  func refusals() throws {
    func message(_ trove: String) throws -> String {
      try #require(throws: FileProblem.self) { try hunt(trove: trove, [#"{"id":"a"}"#]) }.description
    }
    let newer = "test.geojson:1: error: this hunt is of version"
    #expect(try message(#"{"version":3}"#) == "\(newer) 3, newer than this program (2): update Trove")
    #expect(try message(#"{"version":1e99}"#).hasPrefix("\(newer) 1e99, newer"))
    #expect(try message(#"{"version":1e999}"#).hasPrefix("\(newer) 1e999, newer"))
    #expect(try message(#"{"sealed":{"key":"x"}}"#).contains("a sealed part of this hunt is damaged"))
  }

  @Test("more of anything than a hunt can have is left out, and said once")
  func tooMuch() throws {
    let deep = String(repeating: #"{"all":["#, count: 30) + #""a""# + String(repeating: "]}", count: 30)
    let nested = try #require(throws: FileProblem.self) { try hunt([#"{"id":"a","requires":\#(deep)}"#]) }
    #expect(nested.message == "requires of “a” has too many requirements in it")
    let wide = "[" + Array(repeating: #"{"any":["a","a","a"]}"#, count: 900).joined(separator: ",") + "]"
    let many = try #require(throws: FileProblem.self) { try hunt([#"{"id":"a","requires":{"all":\#(wide)}}"#]) }
    #expect(many.message.contains("has too many requirements in it"))
    let hints = "[" + Array(repeating: #""h""#, count: 1200).joined(separator: ",") + "]"
    let hinted = try hunt([#"{"id":"a","hints":\#(hints)}"#])
    #expect(hinted.hunt.treasures[0].hints.count == 1000 && hinted.warnings.count == 1)
    let formula = String(repeating: "1", count: 600)
    let long = #"{"id":"a","projection":{"latitude":"\#(formula)","longitude":1}}"#
    #expect(throws: FileProblem.self) { try hunt([long]) }
    let crowd = try hunt((0..<10_050).map { #"{"id":"\#($0)"}"# })
    #expect(crowd.hunt.treasures.count == 10_000 && crowd.warnings.map(\.line) == [10_002])
  }

  @Test("what terminals act on reaches no text of a hunt and no complaint")
  func sanitised() throws {
    let evil = #"\u001b[2J\u202ex"#
    let file = try hunt(
      trove: #"{"message":"\#(evil)","items":[{"id":"\#(evil)","name":"\#(evil)"}]}"#,
      [
        #"{"id":"a","hints":["\#(evil)"],"sound":"\#(evil)","arrival":"\#(evil)","requires":"\#(evil)","items":["\#(evil)","y\#(evil)"],"#
          + #""question":{"prompt":"\#(evil)","options":["\#(evil)","\#(evil)"],"name":"\#(evil)"}}"#
      ])
    let faults = [#""projection":{"latitude":"\#(evil)","longitude":1}"#, #""requires":{"\#(evil)":1}"#].map { member in
      #expect(throws: FileProblem.self) { try hunt([#"{"id":"\#(evil)",\#(member)}"#]) }
    }
    let texts = ["\(file.hunt)", "\(file.warnings)", "\(faults)"].joined()
    #expect(file.warnings.count >= 4)
    #expect(!texts.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
    #expect(!texts.contains("\\u{1B}") && !texts.contains("\\u{202E}"))
  }
}
