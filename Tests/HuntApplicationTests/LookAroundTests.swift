import Geodesy
import HuntDomain
import Nearby
import PlaceSamples
import Places
import Testing
import Views

@Suite("Looking around")
struct LookAroundTests {
  private func look(
    _ places: [PointOfInterest], heading: Double? = 0, roles: [String: PlaceRole] = [:]
  ) -> String {
    let service = NearbyPOIService(places, heading: heading, pinned: Set(roles.keys))
    return LookAround.sentence(for: service.snapshot(at: .zero), roles: roles)
  }

  private func kind(_ kind: String, _ metres: Double, toward degrees: Double = 0) -> PointOfInterest {
    PointOfInterest(
      id: "\(kind) \(metres)", name: "\(kind) \(Int(metres))",
      position: home.offset(by: metres, toward: Bearing(degrees: degrees)), kind: kind)
  }

  @Test("says what is ahead, left, right and behind, nearest first, with distances")
  func sides() {
    let places = [
      place("a", 120, toward: 10), place("b", 30, toward: 350), place("c", 40, toward: 270),
      place("d", 50, toward: 90), place("e", 60, toward: 200),
    ]
    #expect(look(places) == "Ahead: B 30 m, A 120 m; left: C 40 m; right: D 50 m; behind: E 60 m.")
    #expect(look(places, heading: 90) == "Ahead: D 50 m; left: B 30 m, A 120 m; right: E 60 m; behind: C 40 m.")
  }

  @Test("says north, east, south and west without a heading")
  func noHeading() {
    let places = [place("a", 120, toward: 10), place("c", 40, toward: 270)]
    #expect(look(places, heading: nil) == "North: A 120 m; east: nothing; south: nothing; west: C 40 m.")
  }

  @Test("names the two places of a direction that are most worth a look, and counts the others")
  func importance() {
    let places = [kind("bench", 10), kind("bench", 20), kind("bench", 30), kind("museum", 150), kind("church", 90)]
    #expect(
      look(places) == "Ahead: church 90 (church) 90 m, museum 150 (museum) 150 m and 3 more; left: nothing; "
        + "right: nothing; behind: nothing.")
  }

  @Test("looks farther where nothing is near, up to a kilometre")
  func widening() {
    let places = [place("a", 390), place("b", 410), place("c", 990, toward: 90), place("d", 1010, toward: 270)]
    #expect(look(places) == "Ahead: A 390 m; left: nothing; right: C 990 m; behind: nothing.")
    #expect(look([place("d", 1010)]) == "There is no known place within a kilometre.")
    #expect(look([]) == "There is no known place within a kilometre.")
  }

  @Test("names the target however far it is, and treasures before any place")
  func treasures() {
    let places = [
      place("far", 3000), kind("castle", 20), kind("castle", 40), kind("castle", 60), place("gem", 70),
      place("done", 10), place("shut", 80),
    ]
    let roles: [String: PlaceRole] = ["far": .target, "gem": .treasure, "done": .found, "shut": .locked]
    #expect(
      look(places, roles: roles) == "Ahead: castle 20 (castle) 20 m, castle 40 (castle) 40 m, GEM (treasure) 70 m, "
        + "SHUT (treasure) 80 m, FAR (target) 3.0 km and 2 more; left: nothing; right: nothing; behind: nothing.")
  }

  @Test("names at most five treasures of a direction, the target among them")
  func manyTreasures() {
    let places = (1...8).map { place("t\($0)", Double($0) * 10) }
    var roles = Dictionary(uniqueKeysWithValues: places.map { ($0.id, PlaceRole.treasure) })
    roles["t8"] = .target
    #expect(
      look(places, roles: roles).hasPrefix(
        "Ahead: T1 (treasure) 10 m, T2 (treasure) 20 m, T3 (treasure) 30 m, T4 (treasure) 40 m, T8 (target) 80 m "
          + "and 3 more; "))
  }

  @Test("gives no direction to what the player stands at")
  func here() {
    #expect(
      look([place("a", 3, toward: 180), place("b", 8, toward: 180)])
        == "Here: A; ahead: nothing; left: nothing; right: nothing; behind: B 8 m.")
  }

  @Test("says why there is no position, and goes on with the last one")
  func noPosition() {
    var service = NearbyPOIService()
    service.receive([place("a", 30)], at: .zero)
    #expect(LookAround.sentence(for: service.snapshot(at: .zero)) == "There is no position yet.")
    service.receive(.lost(reason: "unplugged"), at: .zero)
    let lost = "No position: unplugged. The game goes on when it is back."
    #expect(LookAround.sentence(for: service.snapshot(at: .zero)) == lost)
    var known = NearbyPOIService([place("a", 30)])
    known.receive(.lost(reason: "unplugged"), at: .zero)
    #expect(
      LookAround.sentence(for: known.snapshot(at: .zero))
        == "North: A 30 m; east: nothing; south: nothing; west: nothing. \(lost)")
  }
}
