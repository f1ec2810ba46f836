import Geodesy
import HuntDomain
import Nearby
import Numbers
import PlaceSamples
import Places
import Testing
import Views

/// A player who walks north from home at 1.4 m/s, and what is announced to them.
private struct Stroll {
  private var service = NearbyPOIService()
  private var announcer = CalloutAnnouncer()
  private let roles: [String: PlaceRole]
  private(set) var second = 0
  private(set) var metres = 0.0

  init(_ places: [PointOfInterest], heading: Double? = 0, roles: [String: PlaceRole] = [:]) {
    self.roles = roles
    service.receive(places, pinned: Set(roles.keys), at: .zero)
    if let heading { service.receive(PlaceSamples.heading(heading), at: .zero) }
  }

  mutating func hush(_ sentence: String) { announcer.hush(for: sentence, at: .seconds(second)) }

  /// Walks for some seconds; returns what was announced, and when.
  mutating func walk(_ seconds: Int, step: Double = 1.4) -> [(second: Int, sentence: String)] {
    (0..<seconds).compactMap { _ in
      second += 1
      metres += step
      service.receive(.fix(fix(metres, at: Double(second))), at: .seconds(second))
      return announcer.callout(for: service.snapshot(at: .seconds(second)), roles: roles, at: .seconds(second)).map {
        (second, $0.sentence)
      }
    }
  }
}

@Suite("Callouts on the way")
struct CalloutAnnouncerTests {
  private func kind(_ kind: String, _ metres: Double, toward degrees: Double = 0, beside: Double = 0)
    -> PointOfInterest
  {
    let name = "\(kind.prefix(1).uppercased())\(kind.dropFirst()) \(Int(metres))"
    let position = home.offset(by: metres, toward: Bearing(degrees: degrees))
      .offset(by: abs(beside), toward: Bearing(degrees: beside < 0 ? 270 : 90))
    return PointOfInterest(id: name, name: name, position: position, kind: kind)
  }

  @Test("announce a place once, when it comes within earshot, with its side and distance")
  func once() {
    var stroll = Stroll([kind("school", 60), kind("school", 200, beside: 18), kind("school", 300, beside: -19)])
    let said = stroll.walk(300).map(\.sentence)
    #expect(
      said == [
        "Ahead, 19 m: School 60 (school).", "On the right, 20 m: School 200 (school).",
        "On the left, 20 m: School 300 (school).",
      ])
  }

  @Test("come earlier for what is more important")
  func earshot() {
    for (word, metres) in [("bench", 20.0), ("school", 20), ("museum", 38), ("castle", 50)] {
      var stroll = Stroll([kind(word, 200)])
      let first = stroll.walk(200).first
      #expect(
        first.map { abs(200 - Double($0.second) * 1.4 - metres) < 1.5 } == true, "\(word) \(String(describing: first))")
    }
  }

  @Test("tell of treasures that are not the target, from afar, and of none that is done")
  func treasures() {
    let places = [place("gem", 200), place("target", 300), place("done", 400), place("entered", 500)]
    var stroll = Stroll(
      places, roles: ["gem": .treasure, "target": .target, "done": .found, "entered": .entered])
    #expect(stroll.walk(400).map(\.sentence) == ["Ahead, 99 m: GEM (treasure)."])
  }

  @Test("name winds without a heading, and no side of what is at the player's feet")
  func winds() {
    var service = NearbyPOIService([place("a", 15, toward: 225)])
    var announcer = CalloutAnnouncer()
    let wind = announcer.callout(for: service.snapshot(at: .zero), at: .zero)
    #expect(wind?.sentence == "To the south-west, 15 m: A.")
    service = NearbyPOIService([place("b", 4, toward: 225)], heading: 0)
    announcer = CalloutAnnouncer()
    #expect(announcer.callout(for: service.snapshot(at: .zero), at: .zero)?.sentence == "Here: B.")
    service = NearbyPOIService([place("c", 15, toward: 190)], heading: 0)
    announcer = CalloutAnnouncer()
    #expect(announcer.callout(for: service.snapshot(at: .zero), at: .zero)?.sentence == "Passed, 15 m: C.")
  }

  @Test("keep pauses of 15 s, and of a minute where there are many places, of which the most important are told")
  func pauses() {
    func street(every metres: Double, of words: [String]) -> [PointOfInterest] {
      words.enumerated().map { index, word in kind(word, 40 + Double(index) * metres, beside: 8) }
    }
    var sparse = Stroll(street(every: 25, of: Array(repeating: "school", count: 10)))
    #expect(sparse.walk(240).count == 10)
    let shops = (0..<200).map { $0 == 100 ? "museum" : "school" }
    var dense = Stroll(street(every: 2, of: shops))
    let said = dense.walk(330)
    #expect((5...9).contains(said.count), "\(said)")
    #expect(said.contains { $0.sentence.hasSuffix("Museum 240 (museum).") }, "\(said)")
    for (one, next) in zip(said, said.dropFirst()) { #expect(next.second - one.second >= 15) }
  }

  @Test("are silent while a player stands, however many places are around")
  func standing() {
    var stroll = Stroll((0..<12).map { kind("school", 12 + Double($0) / 10, toward: Double($0) * 30) })
    #expect(stroll.walk(3600, step: 0).count == 1)
  }

  @Test("of one name come once, like a row of benches, and again after a quarter of an hour elsewhere")
  func again() {
    let benches = (0..<5).map { index in
      PointOfInterest(
        id: "\(index)", name: "Bench", position: home.offset(by: 30 + Double(index) * 30, toward: .north), kind: "bench"
      )
    }
    var stroll = Stroll(benches)
    #expect(stroll.walk(150).map(\.sentence) == ["Ahead, 19 m: Bench."])
    #expect(stroll.walk(600, step: 0.2).isEmpty)
    #expect(stroll.walk(120, step: -2.75).isEmpty)
    #expect(stroll.walk(900, step: -0.1).isEmpty)
    #expect(stroll.walk(120, step: 1.4).count == 1)
  }

  @Test("wait until a sentence is heard, the longer the longer it is")
  func hush() {
    var stroll = Stroll([kind("school", 3)], heading: 0)
    stroll.hush(String(repeating: "word ", count: 30))
    #expect(stroll.walk(30, step: 0).map(\.second) == [14])
  }

  @Test("need a present position")
  func stale() {
    var service = NearbyPOIService([place("a", 15)], heading: 0)
    service.receive(.searching(satellitesInView: 3), at: .zero)
    var announcer = CalloutAnnouncer()
    #expect(announcer.callout(for: service.snapshot(at: .zero), at: .zero) == nil)
  }
}
