import Geodesy
import Nearby
import Numbers
import PlaceSamples
import Testing
import Views

/// The map, tested at its boundary: what sensors and places say goes in, screens come out.
///
/// Every test runs against two maps, unchanged: one that works out by itself what is nearby, and one that is fed by
/// `NearbyPOIService`. That is what the boundary is worth: logic that a second view needs too can move out of a use
/// case into a service, and no test of the use case notices.
@Suite("The map, wherever its nearby logic lives")
struct MapUseCaseTests {
  @Test("before the first fix there is a line about the sensor, and nothing else", arguments: Variant.allCases)
  func starting(variant: Variant) {
    var map = variant.make()
    map.receive([place("a", 10)], at: .zero)
    let screen = map.screen(roles: [:], columns: 40, rows: 12, at: .seconds(1))
    #expect(screen.gps == "GPS searching")
    #expect(screen.player == nil)
    #expect(screen.list.isEmpty)
    #expect(screen.marks.isEmpty)
  }

  @Test("the player is in the middle, places lie where they are", arguments: Variant.allCases)
  func marks(variant: Variant) throws {
    var map = variant.make()
    map.receive(.fix(fix()), at: .zero)
    map.receive([place("north", 10), place("east", 10, toward: 90)], at: .zero)
    let screen = map.screen(roles: [:], columns: 40, rows: 12, at: .zero)
    let player = try #require(screen.player).at
    // The map lies on a grid of whole cells.
    #expect(abs(player.x - 20) < 0.501 && abs(player.y - 6) < 0.501)
    let marks = Dictionary(grouping: screen.marks, by: \.label).compactMapValues(\.first)
    let north = try #require(marks["NORTH"])
    let east = try #require(marks["EAST"])
    #expect(north.at.y < player.y && abs(north.at.x - player.x) < 0.01)
    #expect(east.at.x > player.x && abs(east.at.y - player.y) < 0.01)
    // A row is twice as high as a column is wide; a sphere's map is off by a hundredth from north to south.
    #expect(abs((east.at.x - player.x) - 2 * (player.y - north.at.y)) < 0.01 * (east.at.x - player.x))
    #expect(north.distance == "10 m")
  }

  @Test("the list is nearest first, ties by id, twenty at most", arguments: Variant.allCases)
  func list(variant: Variant) {
    var map = variant.make()
    map.receive(.fix(fix()), at: .zero)
    map.receive([place("b", 50), place("a", 50), place("near", 8, toward: 270)], at: .zero)
    let rows = map.screen(roles: [:], columns: 40, rows: 12, at: .zero).list
    #expect(rows.map(\.label) == ["NEAR", "A", "B"])
    #expect(rows.map(\.distance) == ["8 m", "50 m", "50 m"])
    #expect(rows.map(\.direction) == ["W", "N", "N"])
    map.receive((0..<30).map { place("p\($0)", Double($0 * 10 + 1)) }, at: .zero)
    #expect(map.screen(roles: [:], columns: 40, rows: 12, at: .zero).list.count == 20)
  }

  @Test("a lost sensor leaves a stale player and all places", arguments: Variant.allCases)
  func lost(variant: Variant) throws {
    var map = variant.make()
    map.receive(.fix(fix()), at: .zero)
    map.receive([place("a", 10)], at: .zero)
    #expect(map.screen(roles: [:], columns: 40, rows: 12, at: .zero).player?.isStale == false)
    map.receive(.lost(reason: "unplugged"), at: .seconds(3))
    let screen = map.screen(roles: [:], columns: 40, rows: 12, at: .seconds(12))
    #expect(screen.gps == "GPS lost 12 s")
    #expect(screen.player?.isStale == true)
    #expect(screen.list.map(\.label) == ["A"])
    map.receive(.searching(satellitesInView: 4), at: .seconds(13))
    #expect(
      map.screen(roles: [:], columns: 40, rows: 12, at: .seconds(14)).gps == "GPS searching 14 s, 4 satellites in view")
    map.receive(.fix(fix(20, at: 15)), at: .seconds(15))
    #expect(map.screen(roles: [:], columns: 40, rows: 12, at: .seconds(15)).gps == "GPS 3D ±4 m")
  }

  @Test("a fresh compass turns the player's arrow, a silent one does not", arguments: Variant.allCases)
  func heading(variant: Variant) {
    var map = variant.make()
    map.receive(.fix(fix()), at: .zero)
    #expect(map.screen(roles: [:], columns: 40, rows: 12, at: .zero).player?.heading == nil)
    map.receive(PlaceSamples.heading(90), at: .zero)
    let screen = map.screen(roles: [:], columns: 40, rows: 12, at: .zero)
    #expect(screen.player?.heading == Bearing(degrees: 90))
    #expect(screen.player.map { (5...7).contains($0.cone) } == true)
    #expect(screen.heading == "90° E ±6° compass")
    #expect(map.screen(roles: [:], columns: 40, rows: 12, at: .seconds(60)).player?.heading == nil)
  }

  @Test("what matters more is drawn later; only the target off the screen has a pointer", arguments: Variant.allCases)
  func roles(variant: Variant) {
    var map = variant.make()
    map.receive(.fix(fix()), at: .zero)
    map.receive(
      [place("target", 5), place("found", 6), place("treasure", 7), place("place", 8), place("off", 90_000)], at: .zero)
    let roles: [String: PlaceRole] = ["target": .target, "found": .found, "treasure": .treasure, "off": .treasure]
    let near = map.screen(roles: roles, columns: 60, rows: 30, at: .zero)
    #expect(near.marks.map(\.role) == [.place, .found, .treasure, .target])
    #expect(near.pointers.isEmpty)
    let far = map.screen(roles: ["off": .target], columns: 60, rows: 30, at: .zero)
    #expect(far.pointers.map(\.label) == ["OFF"])
    #expect(far.pointers.map(\.distance) == ["90 km"])
    #expect(far.pointers.first?.toward.compassPoint == "N")
  }

  @Test("a target on the other side of the Earth has a pointer too", arguments: Variant.allCases)
  func antipode(variant: Variant) {
    var map = variant.make()
    map.receive(.fix(fix()), at: .zero)
    map.receive([place("far", 19_000_000, toward: 90)], at: .zero)
    let screen = map.screen(roles: ["far": .target], columns: 60, rows: 30, at: .zero)
    #expect(screen.marks.isEmpty)
    #expect(screen.pointers.map(\.label) == ["FAR"])
  }

  @Test("a random afternoon looks the same on both maps", arguments: [31, 32, 33] as [UInt64])
  func sameStory(seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    var maps = Variant.allCases.map { $0.make() }
    var second = 0
    for _ in 0..<150 {
      let event = Int.random(in: 0..<10, using: &chance)
      let (metres, degrees) = (chance.uniform() * 300, chance.uniform() * 360)
      let places = (0..<Int.random(in: 0..<15, using: &chance)).map {
        place("p\($0)", chance.uniform() * 400, toward: chance.uniform() * 360)
      }
      // Whoever is seen somewhere else had the time to get there.
      second += event < 4 ? 1 : 20
      for index in maps.indices {
        switch event {
        case 0: maps[index].receive(.searching(satellitesInView: second), at: .seconds(second))
        case 1: maps[index].receive(.lost(reason: "\(second)"), at: .seconds(second))
        case 2: maps[index].receive(places, at: .seconds(second))
        case 3: maps[index].receive(PlaceSamples.heading(degrees), at: .seconds(second))
        // Fixes that stand: their courses are another test's subject.
        default:
          maps[index].receive(.fix(fix(metres, toward: degrees, at: Double(second), speed: 0)), at: .seconds(second))
        }
      }
      let screens = maps.map { Seen($0.screen(roles: ["p3": .target], columns: 50, rows: 20, at: .seconds(second))) }
      #expect(screens[0] == screens[1])
    }
  }
}

/// What of a screen both maps must agree on, to a thousandth of a cell; the trail is the map's own business.
private struct Seen: Equatable {
  let lines: [String]
  let rows: [MapScreen.Row]
  let marks: [String]
  let pointers: [MapScreen.Pointer]

  init(_ screen: MapScreen) {
    lines = [screen.gps, screen.heading, screen.player.map { "\($0.isStale) \($0.cone)" } ?? ""]
    rows = screen.list
    marks = screen.marks.map {
      "\($0.label) \($0.distance) \($0.role) \(($0.at.x * 1000).rounded()) \(($0.at.y * 1000).rounded())"
    }
    pointers = screen.pointers
  }
}
