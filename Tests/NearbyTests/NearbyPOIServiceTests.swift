import Geodesy
import HuntDomain
import HuntTesting
import Nearby
import Numbers
import PlaceSamples
import Places
import Testing

@Suite("NearbyPOIService")
struct NearbyPOIServiceTests {
  @Test("the nearest comes first, and equal distances go by id")
  func order() {
    let places = [place("c", 300), place("b", 20, toward: 90), place("a2", 20, toward: 90), place("d", 5, toward: 200)]
    let nearby = NearbyPOIService(places).snapshot(at: .zero)
    #expect(nearby.sightings.map(\.id) == ["d", "a2", "b", "c"])
    #expect(nearby.sightings.map { $0.distance.rounded() } == [5, 20, 20, 300])
    #expect(nearby.sighting(of: "c")?.bearing.compassPoint == "N")
    #expect(nearby.sighting(of: "nobody") == nil)
  }

  @Test("the turn leads from the heading to the place; without a heading there is none")
  func turn() throws {
    let places = [place("east", 50, toward: 90), place("west", 60, toward: 270)]
    let nearby = NearbyPOIService(places, heading: 45).snapshot(at: .zero)
    let turns = try nearby.sightings.map { try #require($0.turn) }
    #expect(abs(turns[0] - 45) < 0.01)
    #expect(abs(turns[1] + 135) < 0.01)
    #expect(NearbyPOIService(places).snapshot(at: .zero).sightings.allSatisfy { $0.turn == nil })
  }

  @Test("a lost or searching sensor keeps the last position, and its age grows")
  func quality() {
    var service = NearbyPOIService()
    #expect(service.snapshot(at: .seconds(3)).quality == .starting)
    #expect(service.snapshot(at: .seconds(3)).position == nil)
    service.receive(.searching(satellitesInView: 3), at: .seconds(5))
    #expect(service.snapshot(at: .seconds(7)).quality == .searching(satellitesInView: 3, last: nil))
    let last = fix(at: 10)
    service.receive(.fix(last), at: .seconds(10))
    #expect(service.snapshot(at: .seconds(10)).quality.isLive)
    service.receive(.lost(reason: "unplugged"), at: .seconds(12))
    let lost = service.snapshot(at: .seconds(22))
    #expect(lost.quality == .lost(reason: "unplugged", last: last))
    #expect(lost.age == .seconds(12))
    #expect(lost.position == last.position)
    service.receive(.searching(satellitesInView: nil), at: .seconds(30))
    #expect(service.snapshot(at: .seconds(31)).age == .seconds(21))
    #expect(service.snapshot(at: .zero).age == .zero)
  }

  @Test("a fix that is not believed changes nothing but what is said about it")
  func held() throws {
    var service = NearbyPOIService([place("a", 10)])
    service.receive(.fix(fix(at: 1, speed: 0)), at: .seconds(1))
    let verdict = service.receive(.fix(fix(5000, at: 2, speed: 40, course: 90)), at: .seconds(2))
    let nearby = service.snapshot(at: .seconds(5))
    #expect(nearby.position == fix().position && nearby.heading == nil && nearby.age == .seconds(4))
    let held = try #require(nearby.held)
    #expect(verdict == .held(held.fix) && held.age == .seconds(3) && held.isWaiting)
    service.receive(.fix(fix(at: 3)), at: .seconds(6))
    #expect(service.snapshot(at: .seconds(6)).held?.isWaiting == false)
  }

  @Test("another source is believed at once, wherever it says that the player is, and nothing is lost meanwhile")
  func changedSource() {
    var service = NearbyPOIService([place("a", 10)])
    for second in 0...5 { service.receive(.fix(fix(at: Double(second), speed: 0)), at: .seconds(second)) }
    service.changeSource(at: .seconds(6))
    let between = service.snapshot(at: .seconds(8))
    #expect(between.quality == .searching(satellitesInView: nil, last: fix(at: 5, speed: 0)))
    #expect(between.age == .seconds(3) && between.sightings.count == 1)
    service.receive(.fix(fix(50_000, at: 0)), at: .seconds(9))
    #expect(service.snapshot(at: .seconds(9)).quality == .live(fix(50_000, at: 0)))
  }

  @Test("places have an age of their own, and an answer replaces the one before")
  func placesAge() {
    var service = NearbyPOIService()
    #expect(service.snapshot(at: .seconds(1)).placesAge == nil)
    service.receive(.fix(fix()), at: .zero)
    service.receive([place("old", 10)], at: .seconds(2))
    #expect(service.snapshot(at: .seconds(5)).placesAge == .seconds(3))
    service.receive([place("new", 20)], at: .seconds(6))
    #expect(service.snapshot(at: .seconds(6)).sightings.map(\.id) == ["new"])
    service.receive([], at: .seconds(7))
    #expect(service.snapshot(at: .seconds(7)).sightings.isEmpty)
  }

  @Test("what is pinned is seen beyond the reach and beside the limit")
  func pinned() {
    let places = [place("a", 10), place("b", 20), place("c", 30), place("far", 500_000)]
    func ids(_ pinned: Set<String>, reach: Double, limit: Int) -> [String] {
      NearbyPOIService(places, pinned: pinned, reach: reach, limit: limit).snapshot(at: .zero).sightings.map(\.id)
    }
    #expect(ids([], reach: 25, limit: 9) == ["a", "b"])
    #expect(ids(["far"], reach: 25, limit: 9) == ["a", "b", "far"])
    #expect(ids(["far"], reach: .infinity, limit: 1) == ["a", "far"])
    #expect(ids(["a"], reach: .infinity, limit: 1) == ["a", "b"])
    #expect(ids(["c"], reach: .infinity, limit: 0) == ["c"])
    #expect(ids([], reach: .infinity, limit: -5) == [])
    #expect(ids(["nobody"], reach: 0, limit: 9) == [])
  }

  @Test("a place exactly at the reach is within it")
  func exactReach() {
    for index in 0..<500 {
      let there = place("p", 10 + Double(index) / 7, toward: Double(index) * 31)
      let reach = home.distance(to: there.position)
      #expect(NearbyPOIService([there], reach: reach).snapshot(at: .zero).sightings.count == 1)
      #expect(NearbyPOIService([there], reach: reach.nextDown).snapshot(at: .zero).sightings.isEmpty)
    }
  }

  @Test("brute force finds the same places, everywhere on the globe", arguments: seams)
  func bruteForce(middle: Coordinate) {
    var chance = SeededGenerator(seed: 21)
    for round in 0..<30 {
      let spread = [50.0, 5000, 800_000, 15_000_000][round % 4]
      let places = (0..<300).map {
        place("p\($0)", chance.uniform() * spread, toward: chance.uniform() * 360, from: middle)
      }
      let reach = round.isMultiple(of: 3) ? .infinity : chance.uniform() * spread
      let limit = Int.random(in: 0...320, using: &chance)
      let pinned = Set((0..<3).map { _ in "p\(Int.random(in: 0..<300, using: &chance))" })
      let service = NearbyPOIService(places, at: middle, pinned: pinned, reach: reach, limit: limit)
      let wanted = nearest(places, from: middle, pinned: pinned, reach: reach, limit: limit)
      #expect(service.snapshot(at: .zero).sightings.map(\.id) == wanted)
    }
  }

  @Test("the limit cuts by geodesics, also where straight lines through the ground come in another order")
  func chordsMislead() {
    // 300 km away, chords differ by half a metre from one direction to another; these places by a millimetre.
    let places = (0..<72).map { place("p\($0)", 300_000 + Double($0) / 1000, toward: Double($0 * 35 % 360)) }
    for limit in [1, 10, 40, 71] {
      let sightings = NearbyPOIService(places, limit: limit).snapshot(at: .zero).sightings
      #expect(sightings.map(\.id) == nearest(places, from: home, pinned: [], reach: .infinity, limit: limit))
    }
  }

  @Test("and among 200,000 places")
  func many() {
    var chance = SeededGenerator(seed: 22)
    let places = (0..<200_000).map { index in
      PointOfInterest(
        id: "\(index)", name: "",
        position: Coordinate(clampingLatitude: 48 + chance.uniform(), wrappingLongitude: 11 + chance.uniform()))
    }
    let sightings = NearbyPOIService(places, limit: 500).snapshot(at: .zero).sightings
    #expect(sightings.map(\.id) == nearest(places, from: home, pinned: [], reach: .infinity, limit: 500))
  }

  private func nearest(
    _ places: [PointOfInterest], from position: Coordinate, pinned: Set<String>, reach: Double, limit: Int
  ) -> [String] {
    let all = places.map { ($0.id, position.distance(to: $0.position)) }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }
    let others = all.filter { !pinned.contains($0.0) && $0.1 <= reach }.prefix(limit)
    let kept = pinned.union(others.map(\.0))
    return all.map(\.0).filter(kept.contains)
  }
}
