import Geodesy
import Nearby
import Numbers
import PlaceSamples
import Places
import Testing
import Views

@Suite("The compass")
struct CompassUseCaseTests {
  private func screen(
    _ places: [PointOfInterest], heading: Double? = 0, target: String? = nil, roles: [String: PlaceRole] = [:]
  ) -> CompassScreen {
    let nearby = NearbyPOIService(places, heading: heading).snapshot(at: .zero)
    return CompassUseCase().screen(for: nearby, source: "GPS", roles: roles, target: target)
  }

  @Test("the field of view is 45° to each side; the rest is left or right")
  func fieldOfView() {
    let degrees = [-170.0, -90, -46, -44, 0, 44, 46, 90, 170]
    let screen = screen(degrees.map { place("\(Int($0))", 50, toward: $0) })
    #expect(screen.fieldOfView == 90)
    #expect(screen.marks.map(\.label).sorted() == ["-44", "0", "44"])
    #expect(screen.left.map(\.label).sorted() == ["-170", "-46", "-90"])
    #expect(screen.right.map(\.label).sorted() == ["170", "46", "90"])
    #expect(screen.left.allSatisfy { $0.turn < -45 })
    #expect(screen.right.allSatisfy { $0.turn > 45 })
  }

  @Test("marks are the most important first, the target before all, and as many degrees aside as one must turn")
  func marks() {
    let screen = screen(
      [place("b", 300, toward: 340), place("a", 30, toward: 20)], heading: 350, roles: ["b": .target])
    #expect(screen.marks.map(\.label) == ["B", "A"])
    #expect(screen.marks.map { $0.offset.rounded() } == [-10, 30])
    #expect(screen.marks.map(\.role) == [.target, .place])
    #expect((5...7).contains(screen.cone))
  }

  @Test("twelve places ahead get labels at most, the target always; the rest are dots, and none is left out")
  func mostLabels() {
    var chance = SeededGenerator(seed: 12)
    for count in [0, 1, 12, 13, 160] {
      var places = (0..<count).map { place("p\($0)", chance.uniform() * 900, toward: chance.uniform() * 360) }
      places.append(place("t", 800, toward: 10))
      let shown = screen(places, target: "t", roles: ["t": .target])
      let ahead = places.count {
        abs(Bearing.north.turn(to: home.bearing(to: $0.position))) <= CompassUseCase.fieldOfView / 2
      }
      #expect(shown.marks.count == min(12, ahead))
      #expect(shown.marks.count + shown.dots.count == ahead)
      #expect(shown.marks.first?.label == "T")
      #expect(screen(places.shuffled(using: &chance), target: "t", roles: ["t": .target]) == shown)
    }
  }

  @Test("a museum gets its label before benches that are nearer, ahead and at the side")
  func importance() {
    let benches = (0..<40).map {
      PointOfInterest(
        id: "b\($0)", name: "Bench", position: home.offset(by: 20, toward: Bearing(degrees: Double($0) * 9)),
        kind: "bench")
    }
    let museums = [0.0, 90, 270].map { degrees in
      PointOfInterest(
        id: "m\(degrees)", name: "Museum", position: home.offset(by: 150, toward: Bearing(degrees: degrees)),
        kind: "museum")
    }
    let screen = screen(benches + museums)
    #expect(
      [screen.marks.first?.label, screen.left.first?.label, screen.right.first?.label] == [
        "Museum", "Museum", "Museum",
      ])
  }

  @Test("without a heading there are no marks, but a list, a radar and an order to walk")
  func noHeading() {
    let screen = screen([place("a", 30, toward: 270)], heading: nil, target: "a")
    #expect(!screen.hasHeading)
    #expect(screen.marks.isEmpty && screen.left.isEmpty && screen.right.isEmpty && screen.ticks.isEmpty)
    #expect(screen.list.map(\.label) == ["A"])
    #expect(screen.target?.cue == "walk ten metres")
    #expect(screen.target?.wind == "west")
    #expect(screen.target?.turn == nil)
    // The radar has north on top then.
    #expect(screen.blips.first.map { $0.turn.rounded() } == -90)
  }

  @Test(
    "the target's cue",
    arguments: [(0.0, "straight ahead"), (40, "turn right 40°"), (-40, "turn left 40°"), (175, "turn round")])
  func cue(degrees: Double, cue: String) {
    let target = screen([place("t", 180, toward: degrees)], target: "t").target
    #expect(target?.cue == cue)
    #expect(target?.distance == "180 m")
    #expect(target?.label == "T")
  }

  @Test("a target that is not among the places is none")
  func noTarget() {
    #expect(screen([place("a", 5)], target: "ghost").target == nil)
    #expect(screen([], target: nil).target == nil)
  }

  @Test(
    "sizes by distance",
    arguments: [
      (24.0, CompassScreen.Size.here), (26, .near), (99, .near), (101, .middle), (399, .middle), (401, .far),
      (9e6, .far),
    ])
  func sizes(metres: Double, size: CompassScreen.Size) {
    #expect(screen([place("a", metres)]).marks.first?.size == size)
  }

  @Test("the tape has a stroke every 15°, the eight winds by name, in order", arguments: [0.0, 7, 44.9, 180, 352.5])
  func ticks(heading: Double) {
    let ticks = screen([], heading: heading).ticks
    #expect((6...7).contains(ticks.count))
    #expect(ticks.map(\.offset) == ticks.map(\.offset).sorted())
    #expect(zip(ticks, ticks.dropFirst()).allSatisfy { abs($1.offset - $0.offset - 15) < 1e-9 })
    #expect(ticks.allSatisfy { abs($0.offset) <= 45 })
    for tick in ticks {
      let bearing = Bearing(degrees: heading + tick.offset)
      let isWind = abs(bearing.degrees.remainder(dividingBy: 45)) < 1e-6
      #expect(tick.label == (isWind ? bearing.compassPoint : "\(Int(bearing.degrees.rounded()))"))
    }
  }

  @Test(
    "the radar's radius is the smallest round one that holds the target",
    arguments: [
      (10.0, "50 m"), (49.9, "50 m"), (51, "100 m"), (180, "200 m"), (900, "1.0 km"), (7000, "10 km"),
      (12_000, "50 km"),
      (200_000, "1000 km"), (19_000_000, "20100 km"),
    ])
  func range(metres: Double, range: String) {
    let screen = screen([place("t", metres)], target: "t")
    #expect(screen.range == range)
    #expect(screen.blips.count == 1)
    #expect(screen.blips.allSatisfy { (0...1).contains($0.radius) })
  }

  @Test("a chosen range holds the places within it, and the target at its edge wherever it lies")
  func chosenRange() {
    let places = [place("a", 20), place("b", 49), place("c", 51), place("t", 900)]
    let nearby = NearbyPOIService(places, heading: 0).snapshot(at: .zero)
    func screen(_ radar: RadarRange) -> CompassScreen {
      CompassUseCase().screen(for: nearby, source: "GPS", roles: ["t": .target], target: "t", radar: radar)
    }
    #expect(screen(.automatic).range == "1.0 km" && screen(.automatic).halfRange == "500 m")
    #expect(screen(.automatic).blips.count == 4)
    #expect(screen(.m50).range == "50 m" && screen(.m50).halfRange == "25 m")
    #expect(screen(.m50).blips.map(\.role) == [.place, .place, .target])
    #expect(screen(.m50).blips.last?.radius == 1)
  }

  @Test("the ranges follow one another, and after the widest the automatic one")
  func ranges() {
    let ranges = sequence(first: RadarRange.automatic) { $0.next }.prefix(8)
    #expect(ranges.map(\.metres) == [nil, 50, 100, 200, 500, 1000, 2000, nil])
  }

  @Test("without a target the radar holds the five nearest places")
  func rangeOfPlaces() {
    let places = [10.0, 20, 30, 40, 450, 5000].map { place("p\(Int($0))", $0) }
    #expect(screen(places).range == "500 m")
    #expect(screen(places).blips.count == 5)
    #expect(screen([]).range == "100 m")
  }
}
