import Geodesy
import HuntDomain
import Nearby
import PlaceSamples
import Places
import Testing
import Views

@Suite("Wording")
struct WordingTests {
  @Test(
    "distances as a walker says them",
    arguments: [
      (0.0, "0 m"), (0.4, "0 m"), (0.5, "1 m"), (4.2, "4 m"), (180, "180 m"), (999.4, "999 m"), (999.5, "1.0 km"),
      (1249, "1.2 km"), (9949, "9.9 km"), (9950, "10 km"), (31_400, "31 km"), (20_003_931, "20004 km"),
      (-3, "0 m"), (-.infinity, "far"), (.infinity, "far"), (.nan, "far"), (1e300, "1000000 km"),
    ])
  func distance(metres: Double, text: String) { #expect(Wording.distance(metres) == text) }

  @Test("degrees", arguments: [(0.0, "0°"), (359.4, "359°"), (359.6, "0°"), (44.5, "45°"), (.nan, "0°"), (1e300, nil)])
  func degrees(angle: Double, text: String?) {
    let said = Wording.degrees(Bearing(degrees: angle))
    #expect(said == text ?? said)
  }

  @Test(
    "ages",
    arguments: [
      (Duration.seconds(-5), "0 s"), (.milliseconds(999), "0 s"), (.seconds(119), "119 s"), (.seconds(120), "2 min"),
      (.seconds(7199), "119 min"), (.seconds(7200), "2 h"), (.seconds(Int64.max), "2562047788015215 h"),
    ])
  func age(duration: Duration, text: String) { #expect(Wording.age(duration) == text) }

  @Test(
    "running times",
    arguments: [
      (Duration.zero, "00:00"), (.seconds(432), "07:12"), (.seconds(3599), "59:59"), (.seconds(3723), "1:02:03"),
      (.seconds(-1), "00:00"), (.seconds(360_000), "100:00:00"),
    ])
  func clock(duration: Duration, text: String) { #expect(Wording.clock(duration) == text) }

  @Test(
    "the clock face",
    arguments: [
      (0.0, "12 o'clock"), (14.9, "12 o'clock"), (15.1, "1 o'clock"), (90, "3 o'clock"), (-90, "9 o'clock"),
      (-180, "6 o'clock"), (-10, "12 o'clock"), (.nan, "12 o'clock"), (.infinity, "12 o'clock"),
    ])
  func clockFace(turn: Double, text: String) { #expect(Wording.clockFace(turn: turn) == text) }

  @Test(
    "turns as orders",
    arguments: [
      (0.0, "straight ahead"), (5.4, "straight ahead"), (-5.4, "straight ahead"), (5.6, "turn right 6°"),
      (-40, "turn left 40°"), (159.4, "turn right 159°"), (159.6, "turn round"), (-180, "turn round"),
      (.nan, "turn round"), (-.infinity, "turn round"), (1e300, "turn round"),
    ])
  func turn(degrees: Double, text: String) { #expect(Wording.turn(degrees) == text) }

  @Test(
    "winds",
    arguments: [(0.0, "north"), (44, "north-east"), (180, "south"), (271, "west"), (337.6, "north"), (.nan, "north")])
  func wind(degrees: Double, text: String) { #expect(Wording.wind(Bearing(degrees: degrees)) == text) }

  @Test("the line about the sensor, word for word")
  func quality() {
    func line(_ updates: [(LocationUpdate, Int)], at now: Int, source: String = "GPS") -> String {
      var service = NearbyPOIService()
      for (update, seconds) in updates { service.receive(update, at: .seconds(seconds)) }
      return Wording.quality(service.snapshot(at: .seconds(now)), source: source)
    }
    func flat(_ accuracy: Double?) -> LocationUpdate {
      .fix(Fix(position: home, time: .zero, mode: .twoD, accuracy: accuracy))
    }
    #expect(line([], at: 3) == "GPS searching")
    #expect(line([(.fix(fix(accuracy: 4)), 0)], at: 4) == "GPS 3D ±4 m")
    #expect(line([(.fix(fix(accuracy: 4)), 0)], at: 7) == "GPS 3D ±4 m, 7 s old")
    #expect(line([(.fix(fix(accuracy: nil)), 0)], at: 0, source: "walker") == "walker 3D")
    #expect(line([(flat(nil), 0)], at: 0) == "GPS 2D")
    #expect(line([(flat(.nan), 0)], at: 0) == "GPS 2D")
    #expect(line([(flat(.infinity), 0)], at: 0) == "GPS 2D")
    #expect(line([(flat(1300), 0)], at: 0) == "GPS 2D ±1.3 km")
    #expect(line([(.searching(satellitesInView: nil), 0)], at: 9) == "GPS searching")
    #expect(line([(.searching(satellitesInView: 1), 0)], at: 9) == "GPS searching, 1 satellite in view")
    #expect(line([(.searching(satellitesInView: 7), 0)], at: 9) == "GPS searching, 7 satellites in view")
    #expect(
      line([(.fix(fix()), 0), (.searching(satellitesInView: 2), 3)], at: 9) == "GPS searching 9 s, 2 satellites in view"
    )
    #expect(line([(.fix(fix()), 0), (.lost(reason: "gone"), 3)], at: 12) == "GPS lost 12 s")
    // What never was there is not lost.
    #expect(line([(.lost(reason: "gone"), 3)], at: 15) == "GPS not there")
  }

  @Test("a turn of less than half a degree is none")
  func smallTurn() {
    #expect(Wording.steered(.turn(degrees: 0.4)) == "You look straight ahead.")
    #expect(Wording.steered(.turn(degrees: -0.6)) == "You turn left 1°.")
  }

  @Test("the kind of a place is in people's words, and is not its name again")
  func kinds() {
    func titled(_ kind: String?, _ name: String = "Here") -> String {
      Wording.titled(PointOfInterest(id: "p", name: name, position: home, kind: kind))
    }
    #expect(titled("post_office") == "Here (post office)")
    #expect(titled("Geocache|Unknown Cache") == "Here (Unknown Cache)")
    #expect(titled("fountain", "Fountain") == "Fountain" && titled(nil) == "Here" && titled("|") == "Here")
  }

  @Test("what lies where the player stands is here, and in no direction")
  func here() {
    var service = NearbyPOIService()
    service.receive([PointOfInterest(id: "p", name: "Here", position: home, kind: "bench")], at: .zero)
    service.receive(.fix(fix()), at: .zero)
    service.receive(Heading(bearing: .north, source: .compass, uncertainty: 5), at: .zero)
    #expect(service.snapshot(at: .zero).sightings.map(Wording.around) == ["here; bench"])
  }

  @Test("an answer is told as its author wrote it")
  func answers() {
    let question = Question("Who?", rule: .text(["Ada Naught", "A. N."]))
    #expect(Wording.answer(.text("adanaught"), to: question) == "Ada Naught")
    #expect(Wording.answer(.text("adanaught"), to: nil) == "adanaught")
  }

  @Test("why a fix is held, word for word")
  func held() {
    func text(_ why: Doubt, _ agreeing: Int = 1) -> String {
      Wording.held(HeldFix(fix: fix(), why: why, agreeing: agreeing))
    }
    #expect(
      text(.jump(distance: 82.3, seconds: 1)) == "82 m in 1 s is too far to be true; waiting for a second fix there")
    #expect(
      text(.jump(distance: 1900, seconds: 0.04), 2)
        == "1.9 km in no time is too far to be true; waiting for a third fix there")
    #expect(text(.jump(distance: .nan, seconds: .nan), 9).hasSuffix("waiting for another fix there"))
    #expect(
      text(.backwards(seconds: 3120, distance: 1930))
        == "it is 52 min older than the one before, 1.9 km away; waiting for a second fix there")
    #expect(
      text(.nullIsland(distance: 5_400_000))
        == "latitude and longitude zero, 5400 km away, is what a receiver says that knows nothing; "
        + "waiting for a second fix there")
    #expect(text(.inaccurate(accuracy: 5000)) == "±5.0 km is too vague; waiting for a better one")
  }

  @Test(
    "a place beside its kind, in words, and once where both are the same",
    arguments: [
      ("Monaco", "post_office", "Monaco (post office)"), ("GC1", "Geocache|Unknown Cache", "GC1 (Unknown Cache)"),
      ("fountain", "fountain", "fountain"), ("Drinking Water", "drinking_water", "Drinking Water"), ("Oak", nil, "Oak"),
      ("Oak", "|", "Oak"),
    ])
  func titled(name: String, kind: String?, words: String) {
    let place = PointOfInterest(
      id: "a", name: name, position: Coordinate(clampingLatitude: 1, wrappingLongitude: 2), kind: kind)
    #expect(Wording.titled(place) == words)
  }

  @Test("the line about the heading")
  func heading() {
    #expect(Wording.heading(nil) == "heading unknown: walk ten metres, or press o when you face a place")
    let course = Heading(bearing: Bearing(degrees: 45.2), source: .course, uncertainty: 12.4)
    #expect(Wording.heading(course) == "45° NE ±12° course")
    let nonsense = Heading(bearing: Bearing(degrees: .nan), source: .compass, uncertainty: .nan)
    #expect(Wording.heading(nonsense) == "heading unsure ±180°: walk ten metres, or press o when you face a place")
    let crooked = Heading(bearing: .north, source: .compass, uncertainty: 70, dispute: 60.4)
    #expect(Wording.heading(crooked) == "0° N ±70° compass, 60° off your course")
  }
}
