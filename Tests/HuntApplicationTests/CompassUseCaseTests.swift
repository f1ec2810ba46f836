import Geodesy
import Nearby
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
    #expect(screen.left.map(\.label) == ["-46", "-90", "-170"])
    #expect(screen.right.map(\.label) == ["46", "90", "170"])
    #expect(screen.left.allSatisfy { $0.turn < -45 })
    #expect(screen.right.allSatisfy { $0.turn > 45 })
  }

  @Test("marks are nearest first and as many degrees aside as one must turn")
  func marks() {
    let screen = screen(
      [place("b", 300, toward: 340), place("a", 30, toward: 20)], heading: 350, roles: ["b": .target])
    #expect(screen.marks.map(\.label) == ["A", "B"])
    #expect(screen.marks.map { $0.offset.rounded() } == [30, -10])
    #expect(screen.marks.map(\.role) == [.place, .target])
    #expect((5...7).contains(screen.cone))
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

  @Test("without a target the radar holds the five nearest places")
  func rangeOfPlaces() {
    let places = [10.0, 20, 30, 40, 450, 5000].map { place("p\(Int($0))", $0) }
    #expect(screen(places).range == "500 m")
    #expect(screen(places).blips.count == 5)
    #expect(screen([]).range == "100 m")
  }
}
