import Geodesy
import Nearby
import PlaceSamples
import Places
import Testing
import Views

@Suite("Places of several sources")
struct PlacePoolTests {
  private func named(_ name: String, _ id: String, _ metres: Double, kind: String? = nil, tags: PlaceTags = PlaceTags())
    -> PointOfInterest
  {
    PointOfInterest(
      id: id, name: name, position: home.offset(by: metres, toward: Bearing(degrees: 60)), kind: kind, tags: tags)
  }

  @Test("one name within a few metres is one place, the first source's, with what the other says besides")
  func doubles() throws {
    var pool = PlacePool()
    let tags = PlaceTags([(key: "opening_hours", value: "Mo-Su"), (key: "tourism", value: "museum")])
    pool.receive(PlacesAnswer([named("Old Mill", "a", 0, kind: "mill")]), from: 0, at: .zero)
    pool.receive(
      PlacesAnswer([
        named("OLD MILL", "x", PlacePool.apart - 1, tags: tags), named("Old Mill", "y", PlacePool.apart + 5),
        named("New Mill", "z", 1),
      ]), from: 1, at: .zero)
    #expect(pool.places.map(\.id) == ["a", "y", "z"])
    let mill = try #require(pool.places.first)
    #expect(mill.kind == "mill" && mill.tags.openingHours == "Mo-Su" && mill.category == .culture)
    // Whatever comes first: the order of the sources counts.
    var other = PlacePool()
    other.receive(PlacesAnswer([named("OLD MILL", "x", 1)]), from: 1, at: .zero)
    other.receive(PlacesAnswer([named("Old Mill", "a", 0)]), from: 0, at: .seconds(1))
    #expect(other.places.map(\.id) == ["a"])
  }

  @Test("places of one source are its own, however alike they are")
  func own() {
    var pool = PlacePool()
    pool.receive(PlacesAnswer([named("Bench", "1", 0), named("Bench", "2", 3)]), from: 0, at: .zero)
    pool.receive(PlacesAnswer([named("Tree", "1", 0), named("Tree", "2", 3)]), from: 1, at: .zero)
    #expect(pool.places.count == 4)
    #expect(pool.places.map(\.id) == ["1", "2", "2:1", "2:2"])
  }

  @Test("an answer replaces the one before; who knows nothing now and says why keeps what they knew, and its age")
  func answers() {
    var pool = PlacePool()
    let (old, new) = (named("Old", "o", 0), named("New", "n", 50))
    pool.receive(
      PlacesAnswer([old], age: .seconds(100), attribution: ["A", "B"], isAwaitingBetter: true), from: 0, at: .zero)
    #expect(pool.age(at: .seconds(5)) == .seconds(105) && pool.isAwaitingBetter)
    pool.receive(PlacesAnswer([], trouble: "no net"), from: 0, at: .seconds(10))
    #expect(pool.places == [old] && pool.troubles == ["no net"] && !pool.isAwaitingBetter)
    #expect(pool.age(at: .seconds(20)) == .seconds(120) && pool.attribution == ["A", "B"])
    pool.receive(PlacesAnswer([new], age: .zero, attribution: ["B"]), from: 0, at: .seconds(30))
    #expect(pool.places == [new] && pool.troubles.isEmpty && pool.age(at: .seconds(31)) == .seconds(1))
    pool.receive(PlacesAnswer([], attribution: ["C"]), from: 0, at: .seconds(40))
    #expect(pool.places.isEmpty && pool.age(at: .seconds(41)) == nil)
  }

  @Test("places are asked for again when the player has moved enough, or some time after it went wrong")
  func demand() {
    var demand = PlaceDemand()
    let first = demand.question(at: home, .zero)
    #expect(first?.centre == home && first?.metres == PlaceDemand.reach)
    #expect(PlaceDemand.step < PlaceDemand.reach)
    func asks(_ metres: Double, _ seconds: Int) -> Bool {
      demand.question(at: home.offset(by: metres, toward: .north), .seconds(seconds)) != nil
    }
    #expect(!asks(PlaceDemand.step - 1, 1))
    demand.receive(PlacesAnswer([], trouble: "busy", isAwaitingBetter: true))
    #expect(!asks(0, 1000))
    demand.receive(PlacesAnswer([], trouble: "no net"))
    #expect(!asks(0, 59) && asks(0, 60) && !asks(0, 1000))
    #expect(asks(PlaceDemand.step + 1, 1001))
  }

  @Test(
    "a way on foot is told in minutes and hours",
    arguments: [
      (0, "under a minute"), (30, "under a minute"), (80, "1 min"), (180, "3 min"), (4_900, "59 min"),
      (5_000, "1 h 00 min"), (10_500, "2 h 06 min"), (120_000, "24 h 00 min"), (121_000, "far"), (.infinity, "far"),
      (.nan, "far"),
    ])
  func walk(metres: Double, words: String) { #expect(Wording.walk(metres) == words) }

  @Test(
    "a side is one of four",
    arguments: [
      (0, "ahead"), (-44, "ahead"), (45, "right"), (134, "right"), (180, "behind"), (-136, "behind"), (-90, "left"),
    ])
  func side(turn: Double, words: String) { #expect(Wording.side(turn: turn) == words) }
}
