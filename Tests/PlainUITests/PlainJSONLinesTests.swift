import Foundation
import Game
import Geodesy
import HuntDomain
import Nearby
import Numbers
import Places
import PlainUI
import Testing

@Suite("A line of JSON")
struct PlainJSONLinesTests {
  @Test("has the names, the order and the decimals that scripts rely on", arguments: examples)
  func contract(news: SessionNews, line: String) {
    #expect(JSONLines.line(for: news) == line)
  }

  /// The well, at which the depth is asked in words.
  private static let asking: Treasure = {
    var asking = well
    asking.question = Question("How deep?", rule: .text(["7 ft", "Seven Feet"]))
    return asking
  }()

  static let examples: [(SessionNews, String)] = [
    (
      .started(hunt, source: "trace"), #"{"event":"started","version":1,"hunt":"Three Things","source":"trace","of":2}"#
    ),
    (
      .fix(fullFix),
      #"{"event":"fix","lat":48.1370000,"lon":-11.5750000,"time":"2026-05-01T10:00:00Z","elapsed":1.500,"#
        + #""mode":3,"accuracy":4.13,"alt":519.00,"speed":1.235,"course":359.99}"#
    ),
    (
      .fix(Fix(position: home, time: .zero, mode: .twoD)),
      #"{"event":"fix","lat":48.1370000,"lon":-11.5750000,"time":null,"elapsed":0.000,"mode":2,"accuracy":null}"#
    ),
    (
      .fix(averagedFix),
      #"{"event":"fix","lat":48.1370000,"lon":-11.5750000,"time":null,"elapsed":43.000,"mode":3,"accuracy":3.70,"#
        + #""satellites":9,"satellites_seen":14,"accuracy_source":"average","averaged":44,"averaged_s":43.000}"#
    ),
    (
      .held(HeldFix(fix: fullFix, why: .jump(distance: 82.3, seconds: 1), agreeing: 1)),
      #"{"event":"held","why":"jump","text":"82 m in 1 s is too far to be true; waiting for a second fix there","#
        + #""lat":48.1370000,"lon":-11.5750000,"time":"2026-05-01T10:00:00Z","elapsed":1.500,"mode":3,"#
        + #""accuracy":4.13}"#
    ),
    (.searching(satellitesInView: 0), #"{"event":"searching","satellites":0}"#),
    (.searching(satellitesInView: nil), #"{"event":"searching"}"#),
    (.lost(reason: "gpsd is gone"), #"{"event":"lost","reason":"gpsd is gone"}"#),
    (
      .hint(well, Hint("Look \"up\"\n")), #"{"event":"hint","id":"well","text":"Look \"up\"\n"}"#
    ),
    (.hint(well, Hint("Dig.", price: 3)), #"{"event":"hint","id":"well","text":"Dig.","price":3}"#),
    (.opened(well), #"{"event":"opened","id":"well","name":"Well"}"#),
    (.entered(well), #"{"event":"entered","id":"well","name":"Well"}"#),
    (.left(well), #"{"event":"left","id":"well","name":"Well"}"#),
    (.expired(well), #"{"event":"expired","id":"well","name":"Well"}"#),
    (
      .asked(well, Question("How deep?", rule: .number(7, tolerance: 1), price: 2)),
      #"{"event":"asked","id":"well","name":"Well","prompt":"How deep?","kind":"number","price":2}"#
    ),
    (
      .asked(well, Question("Left or right?", rule: .choice(options: ["left", "right"], right: [0]))),
      #"{"event":"asked","id":"well","name":"Well","prompt":"Left or right?","kind":"choice","#
        + #""options":[{"number":1,"text":"left"},{"number":2,"text":"right"}],"price":0}"#
    ),
    (
      .answered(well, .number(6.5)), #"{"event":"answered","id":"well","name":"Well","answer":6.5}"#
    ),
    (.answered(well, .text("seven")), #"{"event":"answered","id":"well","name":"Well","answer":"seven"}"#),
    (
      .answered(asking, .text(FoldedText.fold("Seven Feet"))),
      #"{"event":"answered","id":"well","name":"Well","answer":"Seven Feet"}"#
    ),
    (.answered(well, .number(14)), #"{"event":"answered","id":"well","name":"Well","answer":14}"#),
    (.answered(well, .choice(1)), #"{"event":"answered","id":"well","name":"Well","number":2}"#),
    (.answeredWrongly(well, price: 2), #"{"event":"wrong_answer","id":"well","name":"Well","price":2}"#),
    (
      .claimed(well, price: 3, count: 1, of: 2),
      #"{"event":"claimed","id":"well","name":"Well","price":3,"points":5,"found":1,"of":2,"#
        + #""text":"It is deep."}"#
    ),
    (
      .claimed(oak, price: 0, count: 1, of: 2),
      #"{"event":"claimed","id":"oak","name":"Oak","price":0,"points":10,"found":1,"of":2}"#
    ),
    (.gained(Item(id: "rope", name: "a rope")), #"{"event":"item","id":"rope","name":"a rope"}"#),
    (
      .obstacle(well, .accuracy(distance: 18, accuracy: 25)),
      #"{"event":"obstacle","id":"well","name":"Well","why":"accuracy","text":"18 m to its zone; your GPS is good to 25 m: "#
        + #"wait for a better fix or move into the open.","distance":18.00,"accuracy":25.00}"#
    ),
    (
      .obstacle(well, .requirement(.found("oak"))),
      #"{"event":"obstacle","id":"well","name":"Well","why":"requirement","text":"First find oak."}"#
    ),
    (.reply("Yes."), #"{"event":"reply","text":"Yes."}"#),
    (
      .resumed(found: 1, of: 2, points: 5, time: .seconds(90)),
      #"{"event":"resumed","found":1,"of":2,"points":5,"elapsed":90.000}"#
    ),
    (.timeUp, #"{"event":"time_up"}"#),
    (.notSaved(reason: "The disk is full."), #"{"event":"not_saved","reason":"The disk is full."}"#),
    (.savedAgain, #"{"event":"saved_again"}"#),
    (
      .remark(.nullIsland),
      #"{"event":"remark","why":"null_island","text":"The receiver says 0° N 0° E: it may not know where it is."}"#
    ),
    (
      .remark(.oldDate(Timestamp(milliseconds: 1_157_889_600_000))),
      #"{"event":"remark","why":"old_date","text":"The receiver's date is 2006-09-10: its count of weeks may have begun "#
        + #"anew. The game goes on."}"#
    ),
    (
      .remark(.follows(FollowedReceiver(name: "/dev/a", others: ["/dev/b"], option: "gpsd:localhost:2947:DEVICE"))),
      #"{"event":"remark","why":"receiver","text":"Positions come from /dev/a now; there is also /dev/b. "#
        + #"--from gpsd:localhost:2947:DEVICE chooses one."}"#
    ),
    (
      .finished(found: 2, of: 2, points: 15, time: .milliseconds(61_001), isWon: true),
      #"{"event":"finished","found":2,"of":2,"completed":true,"points":15,"elapsed":61.001}"#
    ),
    (
      .finished(found: 1, of: 2, points: 5, time: .zero, isWon: false),
      #"{"event":"finished","found":1,"of":2,"completed":false,"points":5,"elapsed":0.000}"#
    ),
  ]

  @Test("tells of a find who, when, how near, and how many there are now")
  func find() throws {
    var progress = HuntProgress(hunt)
    let find = try progress.find(by: Fix(position: home, time: .seconds(2), accuracy: 3))
    #expect(
      JSONLines.line(for: .found(find, count: 1, of: 2))
        == #"{"event":"found","id":"well","name":"Well","time":null,"elapsed":2.000,"distance":0.00,"#
        + #""points":5,"found":1,"of":2,"text":"It is deep."}"#)
  }

  @Test("tells with the end what the hunt says to whoever wins it, and to nobody else", arguments: [true, false])
  func ending(isWon: Bool) {
    let news = SessionNews.finished(found: 1, of: 2, points: 5, time: .zero, isWon: isWon)
    #expect(
      JSONLines.line(for: news, ending: "Well \u{1B}[1mdone.")
        == #"{"event":"finished","found":1,"of":2,"completed":\#(isWon),"points":5,"elapsed":0.000"#
        + (isWon ? #","text":"Well \u001b[1mdone."}"# : "}"))
  }

  @Test("tells of a place near by: where it is, how far, and which way")
  func sighting() throws {
    let place = PointOfInterest(
      id: "n/1", name: "Old Mill", position: home.offset(by: 100, toward: Bearing(degrees: 90)), kind: "mill")
    var service = NearbyPOIService()
    service.receive([place], at: .zero)
    service.receive(.fix(Fix(position: home, time: .zero)), at: .zero)
    let plain = JSONLines.line(for: try #require(service.snapshot(at: .zero).sightings.first))
    #expect(plain.hasPrefix(#"{"id":"n/1","name":"Old Mill","lat":48.1370000,"lon":-11.5736564,"#))
    #expect(plain.hasSuffix(#","kind":"mill","distance_m":100.000,"bearing_deg":90.000000,"walk_s":72}"#))
    service.receive(Heading(bearing: Bearing(degrees: 100), source: .compass, uncertainty: 5), at: .zero)
    let turned = JSONLines.line(for: try #require(service.snapshot(at: .zero).sightings.first))
    #expect(turned.hasSuffix(#","turn_deg":-10.000000}"#))
  }

  @Test("is one object on one printable line, whatever names come in, and gives them back", arguments: hostileNames)
  func hostile(name: String) throws {
    for line in try lines(naming: name) {
      // Nothing that a terminal would obey, when someone looks at the lines without a filter.
      #expect(line.unicodeScalars.allSatisfy(Self.isHarmless), "\(line)")
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      let texts = try #require(object).values.compactMap { $0 as? String }
      #expect(texts.contains { $0.unicodeScalars.elementsEqual(name.unicodeScalars) }, "\(line)")
    }
  }

  /// Whether a scalar neither steers a terminal nor turns the text around nor breaks the line.
  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: false
    default: true
    }
  }

  /// Every line that carries text from outside, with `name` for all of it.
  private func lines(naming name: String) throws -> [String] {
    let place = PointOfInterest(id: name, name: name, position: home, kind: name)
    let treasure = Treasure(place: place, radius: 10, hint: name, message: name)
    let hunt = try #require(Hunt(title: name, summary: name, treasures: [treasure]))
    var progress = HuntProgress(hunt)
    let find = try progress.find(by: Fix(position: home, time: .seconds(2)))
    var service = NearbyPOIService()
    service.receive([place], at: .zero)
    service.receive(.fix(Fix(position: home, time: .zero)), at: .zero)
    let news: [SessionNews] = [
      .started(hunt, source: name), .lost(reason: name), .found(find, count: 1, of: 1), .hint(treasure, Hint(name)),
      .opened(treasure), .entered(treasure),
      .asked(treasure, Question(name, rule: .choice(options: [name, "b"], right: []))),
      .answered(treasure, .text(name)), .gained(Item(id: name, name: name)), .reply(name), .notSaved(reason: name),
    ]
    return news.map { JSONLines.line(for: $0) } + service.snapshot(at: .zero).sightings.map(JSONLines.line)
  }

  @Test(
    "knows no number that JSON does not: what is not finite is null or left out",
    arguments: [Double.nan, .infinity, 1e300])
  func notFinite(value: Double) throws {
    let fix = Fix(position: home, time: .zero, accuracy: value, altitude: value, speed: value)
    let line = JSONLines.line(for: .fix(fix))
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    for key in ["accuracy", "alt", "speed"] { #expect((object?[key] ?? NSNull()) is NSNull, "\(line)") }
  }
}
