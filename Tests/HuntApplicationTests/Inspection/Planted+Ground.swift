import Geodesy
import HuntDomain
import HuntInspection
import Places

extension Planted {
  /// Zones, and what lies where.
  static let zones: [Planted] = [
    Planted("a radius of 5 m", .warning, .smallZone, "cedar", park { $0.zone = .circle(radius: 5) }),
    Planted("a radius of 0", .error, .badZone, "cedar", park { $0.zone = .circle(radius: 0) }),
    Planted("a radius that is no number", .error, .badZone, "cedar", park { $0.zone = .circle(radius: .nan) }),
    Planted("a radius without an end", .error, .badZone, "cedar", park { $0.zone = .circle(radius: .infinity) }),
    Planted("a radius of 2 km", .warning, .hugeZone, "alder", trees([tree("alder", 0, radius: 2000)])),
    Planted(
      "an area of 2 km", .warning, .hugeZone, "alder",
      trees([tree("alder", 0) { $0.zone = area([box(0, 0, 2000, 2000)]) }])),
    Planted("an area of two corners", .error, .badZone, "cedar", park { $0.zone = area([[(190, 0), (210, 0)]]) }),
    Planted(
      "an area without any width", .error, .badZone, "cedar", park { $0.zone = area([[(180, 0), (200, 0), (220, 0)]]) }),
    Planted("an area of nothing", .error, .badZone, "cedar", park { $0.zone = .polygon(rings: []) }),
    Planted(
      "an outline that crosses itself", .error, .badZone, "cedar",
      park { $0.zone = area([[(180, -20), (220, 20), (220, -20), (180, 22)]]) }),
    Planted("a strip of 6 m", .warning, .smallZone, "cedar", park { $0.zone = area([box(200, 0, 60, 6)]) }),
    Planted(
      "a strip of 6 m that runs askew", .warning, .smallZone, "cedar",
      park { $0.zone = area([[(180, -20), (184, -24), (224, 16), (220, 20)]]) }),
    Planted(
      "a ring of 4 m around a hole", .warning, .smallZone, "cedar",
      park {
        $0.zone = area([box(200, 0, 48, 48), box(200, 0, 40, 40)])
        $0.place = PointOfInterest(id: "cedar", name: "Cedar Gate", position: spot(222, 0))
      }),
    Planted(
      "a hole outside the outline", .warning, .strayHole, "cedar",
      park { $0.zone = area([box(200, 0, 40, 40), box(250, 0, 10, 10)]) }),
    Planted(
      "a hole across the outline", .warning, .strayHole, "cedar",
      park { $0.zone = area([box(200, 0, 40, 40), box(220, 0, 20, 20)]) }),
    Planted(
      "a place beside its area", .warning, .placeOutside, "cedar",
      park { $0.zone = area([box(200, 40, 40, 40)]) }),
    Planted(
      "a place in the hole of its area", .warning, .placeOutside, "cedar",
      park { $0.zone = area([box(200, 0, 60, 60), box(200, 0, 20, 20)]) }),
    Planted(
      "seen from inside only", .warning, .nearInZone, "cedar",
      park {
        $0.zone = .circle(radius: 30)
        $0.visibility = .near(metres: 25)
      }),
    Planted(
      "two zones that overlap in any order", .warning, .overlap, "cedar", park(.any) { $0.place = moved($0, 120) }),
    Planted(
      "a question in a zone that overlaps another", .warning, .overlap, "cedar",
      park(.any) {
        $0.place = moved($0, 120)
        $0.question = riddle
      }),
    Planted(
      "one step for two in a row", .warning, .overlap, "cedar", park { $0.place = moved($0, 120) }),
    Planted(
      "an area that meets a circle", .warning, .overlap, "cedar",
      park(.any) { $0.zone = area([[(110, 5), (220, -20), (220, 20)]]) }),
    Planted(
      "a circle within an area", .warning, .overlap, "dogwood",
      park(.any, goal: nil) { $0.zone = area([box(250, 0, 180, 160)]) }),
    Planted(
      "two on the same way of a fork that overlap", .warning, .overlap, "dogwood",
      fork(goal: .atLeast(1, [.found("birch"), .found("cedar")])) {
        $0.requirement = .answered("alder", choice: 0)
        $0.place = moved($0, 110)
      }),
    Planted("a treasure 30 km away", .warning, .farAway, "cedar", park(.any) { $0.place = moved($0, 30_000) }),
    Planted(
      "a treasure on the other side of the Earth", .warning, .farAway, "cedar",
      park(.any) {
        $0.place = PointOfInterest(
          id: "cedar", name: "Cedar Gate",
          position: Coordinate(clampingLatitude: -48.137, wrappingLongitude: 11.575 - 180))
      }),
  ]

  /// Hidden treasures that nobody sees from where they open.
  static let hidden: [Planted] = [
    Planted(
      "seen within 25 m, 2.5 km away", .warning, .unseen, "birch",
      trees([tree("alder", 0), tree("birch", 2500) { hide(&$0, .near(metres: 25)) }])),
    Planted(
      "seen from one way of a fork, and not from the other", .warning, .unseen, "dogwood",
      fork(goal: .found("dogwood")) { hide(&$0, .near(metres: 120)) }),
    Planted(
      "revealed on one way of a fork only", .warning, .unseen, "dogwood",
      fork(goal: .found("dogwood")) { hide(&$0, .revealed(.answered("alder", choice: 0))) }),
    Planted(
      "far from all that is shown from the beginning", .warning, .unseen, "cedar",
      park(.any) { hide(&$0, .near(metres: 50)) }),
    Planted(
      "a message that leads elsewhere", .warning, .unseen, "cedar",
      park { hide(&$0, .near(metres: 60)) }.with("birch") { $0.message = "Now to 48.13700, 11.58100." }),
  ]

  static func hide(_ treasure: inout Treasure, _ visibility: Visibility) {
    (treasure.visibility, treasure.hints) = (visibility, [])
  }

  private static func moved(_ treasure: Treasure, _ east: Double) -> PointOfInterest {
    PointOfInterest(id: treasure.id, name: treasure.place.name, position: spot(east))
  }

  /// Limits and windows.
  static let times: [Planted] = [
    Planted(
      "40 s for 70 m", .error, .shortLimit, "cedar",
      trees([
        tree("alder", 0), tree("birch", 100),
        tree("cedar", 200) {
          $0.requirement = .found("birch")
          $0.limit = .seconds(40)
        },
        tree("dogwood", 300) { $0.requirement = .found("birch") },
      ]) { $0.goal = .found("dogwood") }),
    Planted(
      "a minute to an area 150 m away", .error, .shortLimit, "dogwood",
      trees([
        tree("alder", 0), tree("birch", 100),
        tree("dogwood", 300) {
          $0.requirement = .found("alder")
          $0.zone = area([box(300, 0, 60, 400)])
          $0.limit = .seconds(60)
        },
      ]) { $0.goal = .atLeast(2, ["alder", "birch", "dogwood"].map { .found($0) }) }),
    Planted(
      "100 s for 170 m, on one way of a fork", .warning, .shortLimit, "dogwood",
      fork(goal: .atLeast(2, ["birch", "cedar", "dogwood"].map { .found($0) })) { $0.limit = .seconds(100) }),
    Planted(
      "a hunt in a quarter of an hour, of which one way has 3 km", .error, .shortHunt, "alder",
      fork(goal: .atLeast(1, [.found("birch"), .found("cedar")])).with("cedar") {
        $0.place = moved($0, 3000)
      }.with("dogwood") { $0.requirement = .found("alder") }.limited(to: 900)),
    Planted(
      "a hunt without a goal, of which one way has 3 km", .error, .shortHunt, "alder",
      fork(goal: nil).with("cedar") { $0.place = moved($0, 3000) }
        .with("dogwood") { $0.requirement = .found("birch") }.limited(to: 900)),
    Planted(
      "15 km in two hours", .error, .windowsApart, "dogwood",
      trees([
        tree("alder", 0), tree("cedar", 200) { $0.window = window(14, 16) },
        tree("dogwood", 15_200) { $0.window = window(9, 16) },
      ])),
    Planted(
      "a limit of nothing", .error, .badLimit, "cedar", park { $0.limit = .zero }),
    Planted("a hunt of no time", .error, .badLimit, nil, park(whole: Whole { $0.limit = .seconds(-1) })),
    Planted(
      "a hunt in a minute", .error, .shortHunt, nil,
      park(.any, whole: Whole { $0.limit = .seconds(60) })),
    Planted(
      "there and back in too short a time", .error, .shortHunt, nil,
      trees([tree("alder", 0), tree("birch", 500), tree("cedar", 50), tree("dogwood", 550)]) {
        $0.limit = .seconds(600)
      }),
    Planted(
      "a time that ends before it begins", .error, .invertedWindow, "cedar", park { $0.window = window(18, 9) }),
    Planted(
      "a hunt that ends before it begins", .error, .invertedWindow, nil,
      park(whole: Whole { $0.window = window(18, 9) })),
    Planted("a time that is over", .warning, .pastWindow, "cedar", park { $0.window = window(-48, -24) }),
    Planted("a hunt that is over", .warning, .pastWindow, nil, park(whole: Whole { $0.window = window(nil, -24) })),
    Planted(
      "a time outside the hunt's", .error, .windowsApart, "cedar",
      park(whole: Whole { $0.window = window(9, 18) }) { $0.window = window(19, 20) }),
    Planted(
      "a time that is over before the one before begins", .error, .windowsApart, "dogwood",
      trees([
        tree("alder", 0), tree("cedar", 200) { $0.window = window(14, 16) },
        tree("dogwood", 300) { $0.window = window(9, 12) },
      ])),
    Planted(
      "times farther apart than the hunt is long", .error, .windowsApart, "dogwood",
      trees([
        tree("alder", 0), tree("cedar", 200) { $0.window = window(9, 10) },
        tree("dogwood", 300) { $0.window = window(20, 21) },
      ]) { $0.limit = .seconds(4 * 3600) }),
  ]
}
