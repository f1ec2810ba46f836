import EventDomain
import Geodesy
import HuntDomain
import HuntTesting
import Numbers
import Room
import RoomUI
import Testing
import TextCanvas
import Views

@testable import TerminalUI

/// The organiser's room of an event on the island.
struct RoomFrames {
  private(set) var room: EventRoom
  private let size: CanvasSize
  private var time: Int64 = 0

  private static let players = [
    EventDomain.Player(PlayerID("AAAAAAAAAAAAAAAA")!, name: "Ann", team: "Foxes"),
    EventDomain.Player(PlayerID("BBBBBBBBBBBBBBBB")!, name: "Benedikt von der Heide", team: "Owls of the North"),
    EventDomain.Player(PlayerID("CCCCCCCCCCCCCCCC")!, name: "Cleo"),
    EventDomain.Player(PlayerID("DDDDDDDDDDDDDDDD")!, name: "東京子", team: "Foxes"),
  ]

  init(_ columns: Int, _ rows: Int, name: String = "Spring hunt") {
    size = CanvasSize(columns: columns, rows: rows)
    let plan = EventPlan(id: EventID("aaaaaaaaaa")!, name: name, hunt: "Three Things", maxSpeed: 7)
    room = EventRoom(plan, stages: hunt?.treasures ?? [], base: island)
    hear(.resize(columns: columns, rows: rows))
    hear(.roster(RoomRoster(joined: Self.players, invited: [.init("Eve")])))
    move([(0, 10, 20), (1, -30, -30), (2, 40, -20)])
    wait(40)
    move([(0, 12, 22), (1, -20, -20)])
    find("Doorstep Coin", by: 0, prize: "a pen")
    wait(30)
    find("Doorstep Coin", by: 1)
    refuse(1, of: 2, "This part of your session is not believed: the signature does not fit.")
    refuse(
      2, of: 1, "Brass Bell does not count: you moved at 17.2 m/s, and 7.0 m/s is believed at most.")
    hear(.message(EventMessage("Lunch is ready at the harbour, next to the crane.", to: "Foxes", at: now)))
    wait(3)
    hear(.key(.escape))
  }

  private var now: Timestamp { Timestamp(milliseconds: 1_777_000_000_000 + time * 1000) }

  private mutating func hear(_ event: RoomEvent) { _ = room.handle(event, at: now) }

  private mutating func wait(_ seconds: Int64) {
    time += seconds
    hear(.tick)
  }

  private mutating func move(_ places: [(player: Int, east: Double, north: Double)]) {
    hear(
      .positions(
        places.map {
          let player = Self.players[$0.player]
          return PlayerPosition(player.id, team: player.team, at: spot($0.east, $0.north), accuracy: 4, time: now)
        }))
  }

  private mutating func find(_ treasure: String, by index: Int, prize: String? = nil) {
    let player = Self.players[index]
    hear(
      .finds([
        LedgerFind(
          claim: ClaimID(player.id, 1), treasure: treasure, name: treasure, team: player.team, player: player.name,
          points: 5, played: .seconds(60), found: now, received: now, prize: prize, wins: false, isSimulated: false)
      ]))
  }

  private mutating func refuse(_ number: Int, of index: Int, _ why: String) {
    let ruling = Ruling(ClaimID(Self.players[index].id, number), sequence: number, refusal: why)
    hear(.rulings([GivenRuling(ruling, place: number, time: now)]))
  }

  mutating func press(_ keys: Key...) { for key in keys { hear(.key(key)) } }

  mutating func type(_ text: String) { for character in text { press(.character(character)) } }

  mutating func lose(_ why: String) { hear(.connection(trouble: why)) }

  func canvas(_ glyphs: GlyphLevel = .braille) -> Canvas {
    var canvas = Canvas(size: size)
    var ground = MapGround()
    drawRoom(room.screen(at: now), on: &canvas, glyphs: glyphs, ground: &ground)
    return canvas
  }
}

@Suite("What an organiser sees")
struct RoomGoldenTests {
  @Test("is what was read and agreed on", arguments: scenes)
  func frame(scene: Scene) {
    let mismatch = Golden.mismatch(of: scene.text(), with: scene.file)
    #expect(mismatch == nil, "\(mismatch ?? "")")
  }

  private static let scenes = [
    Scene("map and players, one of whom is followed", "room-80x24") {
      var room = RoomFrames(80, 24)
      room.press(.tab, .tab)
      return room.canvas().text
    },
    Scene("the same in ASCII", "room-80x24-ascii") {
      var room = RoomFrames(80, 24)
      room.press(.tab, .tab)
      return room.canvas(.ascii).asciiText
    },
    Scene("map, players and finds beside each other", "room-120x40") {
      var room = RoomFrames(120, 40)
      room.press("3")
      return room.canvas().text
    },
    Scene("what was refused, with the old code page", "room-refused-80x24-blocks") {
      var room = RoomFrames(80, 24)
      room.press("4")
      return room.canvas(.blocks).text
    },
    Scene("the leaderboard alone", "room-board-60x12") {
      var room = RoomFrames(60, 12)
      room.press("2", "v", "v")
      return room.canvas().text
    },
    Scene("a message to a team is typed", "room-say-80x24") {
      var room = RoomFrames(80, 24)
      room.press(.tab, .tab, "M")
      room.type("Please come back to the harbour.")
      return room.canvas().text
    },
    Scene("a small screen, without a host", "room-40x12") {
      var room = RoomFrames(40, 12)
      room.lose("The event cannot be reached: no server takes connections.")
      return room.canvas().text
    },
    Scene("all keys", "room-help-80x24") {
      var room = RoomFrames(80, 24)
      room.press("?")
      return room.canvas().text
    },
  ]

  @Test(
    "is drawn on any screen without a trap, and never shows what a terminal could obey", arguments: GlyphLevel.allCases)
  func sizes(glyphs: GlyphLevel) {
    let sizes = [(0, 0), (1, 1), (1, 30), (2, 3), (3, 2), (200, 1), (20, 8), (19, 9), (61, 10), (100, 24), (300, 60)]
    for (columns, rows) in sizes {
      for keys in [[], ["2"], ["4", .end], ["5", "v", "v"], [.tab, "M", "x"], ["?"]] as [[Key]] {
        var room = RoomFrames(columns, rows, name: "\u{1B}[2J東京\u{202E}\tx\n")
        for key in keys { room.press(key) }
        let text = room.canvas(glyphs).text
        #expect(!text.unicodeScalars.contains { $0.value < 32 && $0 != "\n" || $0 == "\u{202E}" })
      }
    }
  }
}
