import Game
import HuntDomain
import Numbers
import PlaceSamples
import Testing
import Views

@Suite("The values of a hunt that is played")
struct HuntingValueTests {
  @Test("beeps come at least every four seconds and at most five a second, rarer for who looks elsewhere")
  func beeper() {
    #expect(ProximityBeeper.interval(distance: 0, turn: 0) == .milliseconds(200))
    #expect(ProximityBeeper.interval(distance: 100, turn: 0) == .seconds(1))
    #expect(ProximityBeeper.interval(distance: 100, turn: 90) == .seconds(2))
    #expect(ProximityBeeper.interval(distance: 100, turn: nil) == .seconds(2))
    for distance in [1e9, .infinity, .nan, -5] {
      let interval = ProximityBeeper.interval(distance: distance, turn: 0)
      #expect(interval >= .milliseconds(200) && interval <= .seconds(4))
    }
    var beeper = ProximityBeeper(isOn: true)
    var beeps: [Int] = []
    for tenth in 0..<50 where beeper.beeps(at: .milliseconds(tenth * 100), distance: 100, turn: 0) {
      beeps.append(tenth)
    }
    #expect(beeps == [0, 10, 20, 30, 40])
    // Without a position nothing beeps, and the next position does at once.
    #expect(beeper.beeps(at: .seconds(5), distance: nil, turn: nil) == false)
    #expect(beeper.beeps(at: .milliseconds(5100), distance: 100, turn: 0) == true)
  }

  @Test("a distance is crossed coming nearer, from outside, once; a jump over both tells the nearer one")
  func alerts() {
    var alerts = Alerts()
    let walk = [150.0, 100, 99, 120, 80, 29, 31, 20].map { alerts.crossed(to: "a", distance: $0) }
    #expect(walk == [nil, 100, nil, nil, nil, 30, nil, nil])
    #expect(alerts.crossed(to: "b", distance: 20) == nil)
    #expect(alerts.crossed(to: "c", distance: 500) == nil)
    #expect(alerts.crossed(to: "c", distance: 10) == 30)
    #expect(alerts.crossed(to: "c", distance: 500) == nil)
    #expect(alerts.crossed(to: "c", distance: 50) == nil)
    #expect(alerts.crossed(to: "d", distance: .nan) == nil)
  }

  @Test("an obstacle is news when it is of another kind, or twice as good or bad, or met anew")
  func obstacles() {
    var watch = ObstacleWatch()
    func told(_ accuracy: Double, to id: String = "a") -> Bool {
      isNews(.accuracy(distance: 5, accuracy: accuracy), of: id)
    }
    func isNews(_ obstacle: Obstacle?, of id: String) -> Bool { watch.isNews(obstacle, of: id) }
    #expect(told(20))
    #expect(!told(25) && !told(15) && !told(39))
    #expect(told(41))
    #expect(!told(21))
    #expect(told(20))
    #expect(isNews(.dwell(fixes: 2), of: "a"))
    #expect(!isNews(.dwell(fixes: 1), of: "a"))
    #expect(!told(20))
    // Back and forth over the border of a zone is nothing new; far away and back is.
    #expect(!isNews(.distance(3), of: "a"))
    #expect(!told(20))
    #expect(!isNews(.distance(80), of: "a"))
    #expect(told(20))
    #expect(told(20, to: "b"))
    #expect(!isNews(.question, of: "b") && !isNews(.noPosition, of: "b") && !isNews(nil, of: "b"))
  }

  @Test(
    "a player whose noisy fixes fall on both sides of fifty metres hears it once",
    arguments: 1...20 as ClosedRange<UInt64>)
  func trembling(seed: UInt64) {
    var (watch, chance) = (ObstacleWatch(), SeededGenerator(seed: seed))
    func isNews(at metres: Double) -> Bool {
      watch.isNews(metres > 50 ? .distance(metres) : .accuracy(distance: metres, accuracy: 49), of: "a")
    }
    var told = 0
    for _ in 0..<100 where isNews(at: 25 + 50 * chance.uniform()) { told += 1 }
    #expect(told == 1)
    // Within twice the circle nobody has gone away; farther they have, and hear it anew when they are back.
    #expect([97, 40, 99, 40].map { isNews(at: $0) } == [false, false, false, true])
  }

  @Test("how long to hold still is told in fixes while they are few, and then in whole tens of seconds, rounded up")
  func dwell() {
    let words = [1, 3, 4, 10, 11, 55, 60].map { Wording.obstacle(.dwell(fixes: $0)) { $0 } }
    let ends = [
      "one more fix", "three more fixes", "about 10 s", "about 10 s", "about 20 s", "about 60 s",
      "about 60 s",
    ]
    #expect(words == ends.map { "In place: hold still for \($0)." })
  }

  @Test("obstacles in words")
  func words() throws {
    let treasures = ["a", "b", "c"].map { Treasure(place: place($0, 0), radius: 10) }
    var hunt = try #require(Hunt(title: "H", treasures: treasures))
    hunt.items = [Item(id: "k", name: "the key")]
    func words(_ obstacle: Obstacle) -> String { Wording.obstacle(obstacle, to: treasures[0], in: hunt) }
    #expect(
      words(.accuracy(distance: 18, accuracy: 25))
        == "18 m to its zone; your GPS is good to 25 m: wait for a better fix or move into the open.")
    #expect(words(.accuracy(distance: -2, accuracy: 25)).hasPrefix("Perhaps you are there; your GPS is good to 25 m"))
    #expect(words(.dwell(fixes: 2)) == "In place: hold still for two more fixes.")
    #expect(words(.dwell(fixes: 1)) == "In place: hold still for one more fix.")
    #expect(words(.distance(40)) == "40 m to its zone.")
    #expect(
      words(.requirement(.all([.found("a"), .holds("k"), .answered("b", choice: nil)])))
        == "First find A, take the key and answer at B.")
    #expect(words(.requirement(.atLeast(1, [.found("a"), .found("b")]))) == "First find A or find B.")
    #expect(
      words(.requirement(.atLeast(2, [.found("a"), .found("b"), .found("c")])))
        == "First do two of these: find A, find B or find C.")
    #expect(words(.requirement(.found("nobody"))) == "First find something.")
    let deep = (0..<50).reduce(Requirement.found("a")) { inner, _ in .all([inner]) }
    #expect(words(.requirement(deep)) == "First do more.")
    let from = Timestamp(milliseconds: 1_777_629_600_000)
    #expect(
      words(.window(TimeWindow(from: from, to: nil))) == "It can be found from 2026-05-01 10:00 UTC on.")
    #expect(words(.window(TimeWindow(from: nil, to: from))) == "It could be found until 2026-05-01 10:00 UTC.")
  }

  @Test("ROT13 is its own inverse and leaves brackets, digits and other letters alone")
  func rot13() {
    #expect(ROT13.turned("Uello Äbc 42 [n]") == "Hryyb Äop 42 [n]")
    let text = "The quick brown fox (jumps) over 13 lazy dogs — Größe"
    #expect(ROT13.turned(ROT13.turned(text)) == text)
  }

  @Test("a wait is rounded up, an age down")
  func waits() {
    #expect(Wording.age(.seconds(150), up: true) == "3 min" && Wording.age(.seconds(150)) == "2 min")
    #expect(Wording.age(.milliseconds(1500), up: true) == "2 s" && Wording.age(.milliseconds(1500)) == "1 s")
    #expect(Wording.age(.seconds(Int64.max), up: true).hasSuffix(" h"))
  }
}
