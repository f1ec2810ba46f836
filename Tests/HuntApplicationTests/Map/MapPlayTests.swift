import Game
import Geodesy
import HuntDomain
import Nearby
import Numbers
import PlaceSamples
import Testing
import Views

@Suite("Playing on a map of tiles")
struct MapPlayTests {
  /// A game on a screen of 100 by 40 whose tiles are answered when the test says so.
  private struct Table {
    var session = Session(view: .map)
    var asked: [TileID] = []
    var now = Duration.zero
    let tiles = SampleTiles()

    init(tiles: TileSetFacts? = SampleTiles().facts, units: LengthUnits = .metric) throws {
      let treasures = [
        Treasure(place: place("oak", 150), radius: 5), Treasure(place: place("elm", 50, toward: 90), radius: 5),
      ]
      let hunt = try #require(Hunt(title: "Trees", order: .any, treasures: treasures))
      handle(.resize(columns: 100, rows: 40))
      handle(.begin(GameSetup(hunt: hunt, tiles: tiles, source: "GPS", units: units)))
    }

    mutating func handle(_ events: SessionEvent...) {
      for event in events {
        now += .seconds(1)
        for case .fetch(let tiles) in session.handle(event, at: now) { asked += tiles }
      }
    }

    mutating func press(_ keys: Character...) { for key in keys { handle(.key(.character(key))) } }

    mutating func stand(_ metres: Double, toward degrees: Double = 0, course: Double? = nil) {
      handle(
        .location(.fix(fix(metres, toward: degrees, at: Double(now.components.seconds), speed: 1, course: course))))
    }

    mutating func answer() {
      while let id = asked.first {
        asked.removeFirst()
        handle(.tile(id, tiles.outcome(id)))
      }
    }

    /// Stands at a place.
    mutating func stand(at place: Coordinate) { handle(.location(.fix(Fix(position: place, time: now)))) }

    var play: PlayScreen? {
      if case .play(let screen) = session.screen(at: now) { screen } else { nil }
    }

    var map: MapScreen? { play?.map }
  }

  @Test("beyond the end of web maps the map says so, and draws nothing in a wrong place", arguments: [true, false])
  func poles(hasTiles: Bool) throws {
    for latitude in [89.9999, -86] {
      var table = try Table(tiles: hasTiles ? SampleTiles().facts : nil)
      table.stand(at: try #require(Coordinate(latitude: latitude, longitude: 0)))
      let map = try #require(table.play?.map)
      #expect(map.trouble?.hasPrefix("The map ends here") == true)
      #expect(map.scale.label == "no scale" && map.player == nil && map.marks.isEmpty && map.pointers.isEmpty)
    }
    var table = try Table(tiles: nil)
    table.stand(at: try #require(Coordinate(latitude: 84.9, longitude: 0)))
    #expect(table.play?.map?.trouble == nil && table.play?.map?.player != nil)
  }

  @Test("before the first position the map shows the whole hunt without distances, and then the player's surroundings")
  func beforeFirstPosition() throws {
    var table = try Table(tiles: nil)
    let (early, frame) = (try #require(table.map), try #require(table.map?.ground?.frame))
    #expect(early.player == nil && early.isFollowing)
    #expect(Set(early.marks.map(\.label)) == ["OAK", "ELM"] && early.marks.allSatisfy { $0.distance.isEmpty })
    #expect(early.zones.count == 2)
    table.press("0")
    #expect(table.map?.ground?.frame == frame && table.play?.footer.contains { $0.key == "f" } == true)
    var walked = try Table(tiles: nil)
    walked.stand(900)
    let late = try #require(walked.map)
    let player = try #require(late.player)
    #expect(late.isFollowing && abs(player.at.x - 50) < 1)
    #expect(late.marks.isEmpty && late.ground?.frame.zoom == MapCamera().zoom)
  }

  @Test("before the first position keys move and zoom what the map shows, and it stays there")
  func lookBeforeFirstPosition() throws {
    for keys in [["l"], ["+"]] as [[Character]] {
      var table = try Table(tiles: nil)
      let before = try #require(table.map?.ground?.frame)
      for key in keys { table.press(key) }
      let moved = try #require(table.map?.ground?.frame)
      #expect(moved != before && moved.centre.coordinate.distance(to: before.centre.coordinate) < 500)
      table.stand(900)
      #expect(table.map?.ground?.frame == moved)
      table.press("f")
      #expect(table.map?.isFollowing == true)
    }
  }

  @Test("tiles are asked for once, for the hunt and then for where the player is, and then shown")
  func fetched() throws {
    var table = try Table()
    #expect(!table.asked.isEmpty)
    table.stand(0)
    let asked = table.asked
    #expect(Set(asked).count == asked.count && asked.allSatisfy { $0.zoom == 14 })
    #expect(table.map?.trouble?.hasPrefix("Loading") == true)
    table.stand(1)
    table.handle(.tick, .heading(heading(30)))
    #expect(table.asked == asked)
    table.answer()
    #expect(table.map?.trouble == nil)
    #expect(table.map?.ground?.geometries.isEmpty == false)
    #expect(table.map?.attribution == "© Sample")
    table.press("m", "c")
    #expect(table.map == nil)
    // What lies ahead is drawn from the deepest tiles, whatever the map shows.
    #expect(table.asked.allSatisfy { $0.zoom == 14 })
    table.answer()
    table.press("e", "m")
    #expect(table.asked.isEmpty)
  }

  @Test("a game without tiles asks for none")
  func none() throws {
    var table = try Table(tiles: nil)
    table.stand(0)
    table.press("-", "-", "-")
    #expect(table.asked.isEmpty && table.map?.trouble == nil)
    #expect(table.map?.ground?.geometries.isEmpty == true)
  }

  @Test("zooming, panning and a larger window ask for what they newly show")
  func moves() throws {
    var table = try Table()
    table.stand(0)
    table.answer()
    table.press("-", "-", "-", "-")
    #expect(!table.asked.isEmpty)
    table.answer()
    for _ in 0..<40 { table.press("h") }
    #expect(!table.asked.isEmpty)
    table.answer()
    table.handle(.resize(columns: 500, rows: 200))
    #expect(!table.asked.isEmpty)
  }

  @Test("the mouse drags what it holds, and its wheel zooms about the cell under it")
  func mouse() throws {
    var table = try Table()
    table.stand(0)
    let before = try #require(table.map?.player).at
    table.handle(
      .pointer(.press(column: 50, row: 20)), .pointer(.drag(column: 53, row: 19)), .pointer(.drag(column: 60, row: 15)),
      .pointer(.release(column: 60, row: 15)), .pointer(.drag(column: 0, row: 5)))
    let after = try #require(table.map?.player).at
    #expect(abs(after.x - before.x - 10) < 0.001 && abs(after.y - before.y + 5) < 0.001)
    #expect(table.map?.isFollowing == false)
    // Over the player, who stays under the pointer; the map begins below one row.
    let cell = (column: Int(after.x), row: Int(after.y) + 1)
    for _ in 0..<8 { table.handle(.pointer(.wheel(steps: 1, column: cell.column, row: cell.row))) }
    let near = try #require(table.map?.player).at
    #expect(abs(near.x - after.x) < 8 && abs(near.y - after.y) < 8)
    #expect(try #require(table.map?.ground).frame.zoom == 18.5)
  }

  @Test("while the map follows the player the wheel zooms about them and it goes on following")
  func wheelFollows() throws {
    var table = try Table()
    table.stand(0)
    table.handle(.pointer(.wheel(steps: -2, column: 3, row: 3)))
    #expect(table.map?.isFollowing == true)
    #expect(table.map?.ground?.frame.zoom == 16)
  }

  @Test(
    "a pointer beside the map, over a page or from nowhere does nothing to it",
    arguments: [
      Pointer.wheel(steps: 1, column: 99, row: 10), .wheel(steps: 1, column: 2, row: 0),
      .wheel(steps: 1, column: 2, row: 39), .wheel(steps: .max, column: .max, row: .min),
      .press(column: 70, row: 5), .drag(column: 3, row: 3), .drag(column: .min, row: .max),
    ])
  func beside(pointer: Pointer) throws {
    var table = try Table()
    table.stand(0)
    table.press("s")
    let before = table.map?.ground
    table.handle(.pointer(pointer), .pointer(.drag(column: 20, row: 9)))
    #expect(table.map?.ground == before)
    table.press("?")
    table.handle(.pointer(.wheel(steps: -1, column: 20, row: 9)))
    table.press("?")
    #expect(table.map?.ground == before)
  }

  @Test("a drag that leaves the map's part of the screen waits for it to come back")
  func leaves() throws {
    var table = try Table()
    table.stand(0)
    table.press("s")
    let before = try #require(table.map?.player).at
    table.handle(.pointer(.press(column: 20, row: 9)), .pointer(.drag(column: 80, row: 9)))
    #expect(try #require(table.map?.player).at == before)
    table.handle(.pointer(.drag(column: 23, row: 9)))
    #expect(abs(try #require(table.map?.player).at.x - before.x - 3) < 0.001)
  }

  @Test("the wheel scrolls a page that lies over the map")
  func wheelScrolls() throws {
    var table = try Table()
    table.press("?")
    table.handle(.pointer(.wheel(steps: -1, column: 5, row: 5)))
    #expect(table.play?.page?.scrolled == 1)
    table.handle(.pointer(.wheel(steps: 1, column: 5, row: 5)))
    #expect(table.play?.page?.scrolled == 0)
  }

  @Test("u turns the map with the player, in steps, and north up again")
  func turning() throws {
    var table = try Table()
    table.stand(0)
    table.press("u")
    #expect(table.play?.message?.contains("as soon as") == true)
    table.handle(.heading(heading(92)))
    #expect(table.map?.up == Bearing(degrees: 90))
    #expect(table.map?.ground?.frame.up == Bearing(degrees: 90))
    let heading = try #require(table.map?.player?.heading)
    #expect(abs(Bearing.north.turn(to: heading)) < 10)
    // Who is ahead is above the player.
    let player = try #require(table.map?.player).at
    let elm = try #require(table.map?.marks.first { $0.label == "ELM" }).at
    #expect(elm.y < player.y - 3 && abs(elm.x - player.x) < 1)
    table.press("u")
    #expect(table.map?.up == .north)
  }

  @Test("pointers at the edge point as the map is turned")
  func pointers() throws {
    var table = try Table()
    table.stand(3000, toward: 180)
    #expect(abs(Bearing.north.turn(to: try #require(table.map?.pointers.first).toward)) < 10)
    table.press("u")
    table.handle(.heading(heading(90)))
    let toward = try #require(table.map?.pointers.first).toward
    #expect(abs(toward.turn(to: Bearing(degrees: 270))) < 10)
  }

  @Test("a dot looks at the target, 0 at the whole hunt, f at the player again")
  func looks() throws {
    var table = try Table()
    table.stand(0)
    table.press(".")
    let elm = try #require(table.map?.marks.first { $0.label == "ELM" }).at
    #expect(abs(elm.x - 50) < 0.6 && abs(elm.y - 18) < 0.6)
    table.stand(20_000, toward: 200)
    table.press("0")
    #expect(table.map?.marks.count == 2)
    #expect(table.map.flatMap { map in map.player.map { (0..<100).contains($0.at.x) } } == true)
    #expect(table.map?.isFollowing == false)
    table.press("f")
    #expect(table.map.flatMap { map in map.player.map { abs($0.at.x - 50) < 9 } } == true)
  }

  @Test("in the compass the map's keys do nothing to the map that is not seen")
  func compass() throws {
    var table = try Table()
    table.stand(0)
    let before = table.map?.ground
    table.press("c", ".", "0", "u", "m")
    #expect(table.map?.ground == before)
  }

  @Test("the scale is in the player's units")
  func units() throws {
    for (units, label) in [(LengthUnits.metric, "50 m"), (.imperial, "200 ft (61 m)"), (.nautical, "200 ft (61 m)")] {
      var table = try Table(units: units)
      table.stand(0)
      #expect(table.map?.scale.label == label)
    }
  }

  @Test("the same events with the same tiles give the same screens", arguments: [1, 2] as [UInt64])
  func replay(seed: UInt64) throws {
    var chance = SeededGenerator(seed: seed)
    var (one, other) = (try Table(), try Table())
    for _ in 0..<250 {
      let event: SessionEvent
      switch Int.random(in: 0..<8, using: &chance) {
      case 0: event = .key(.character("+-hjkl0.ufmsc".randomElement(using: &chance) ?? "+"))
      case 1: event = .pointer(.wheel(steps: Int.random(in: -3...3, using: &chance), column: 30, row: 9))
      case 2: event = .pointer(.press(column: 9, row: 9))
      case 3: event = .pointer(.drag(column: Int.random(in: 0...99, using: &chance), row: 12))
      case 4, 5:
        guard let id = one.asked.randomElement(using: &chance) else { continue }
        one.asked.removeAll { $0 == id }
        other.asked.removeAll { $0 == id }
        event = .tile(id, one.tiles.outcome(id))
      case 6: event = .heading(heading(chance.uniform() * 360))
      default: event = .location(.fix(fix(chance.uniform() * 60, at: Double(one.now.components.seconds))))
      }
      one.handle(event)
      other.handle(event)
      #expect(one.asked == other.asked)
      #expect(one.play == other.play)
    }
  }
}
