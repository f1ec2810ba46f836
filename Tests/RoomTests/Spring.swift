import EventDomain
import Geodesy
import HuntDomain
import Numbers
import Places
import Room
import Views

/// An event on a small island, and its organiser's room.
struct Spring {
  static let ann = Player(PlayerID("AAAAAAAAAAAAAAAA")!, name: "Ann", team: "Foxes")
  static let ben = Player(PlayerID("BBBBBBBBBBBBBBBB")!, name: "Ben", team: "Owls")
  static let cleo = Player(PlayerID("CCCCCCCCCCCCCCCC")!, name: "Cleo")

  var room: EventRoom
  /// Seconds since the event has begun.
  private(set) var time: Int64 = 0

  init(columns: Int = 80, rows: Int = 24) {
    let plan = EventPlan(id: EventID("aaaaaaaaaa")!, name: "Spring", hunt: "Three Things", maxSpeed: 7)
    let stage = Treasure(place: PointOfInterest(id: "bell", name: "Brass Bell", position: Self.spot(0, 0)), radius: 8)
    room = EventRoom(plan, stages: [stage])
    hear(.resize(columns: columns, rows: rows))
    hear(
      .roster(RoomRoster(joined: [Self.ann, Self.ben, Self.cleo], invited: [.init("Dora", team: "Owls")])))
  }

  /// A spot so many metres east and north of the bell.
  static func spot(_ east: Double, _ north: Double) -> Coordinate {
    Coordinate(clampingLatitude: north / 110_574, wrappingLongitude: east / 111_320)
  }

  var now: Timestamp { Timestamp(milliseconds: 1_777_000_000_000 + time * 1000) }
  var screen: RoomScreen { room.screen(at: now) }

  @discardableResult
  mutating func hear(_ event: RoomEvent) -> [RoomEffect] { room.handle(event, at: now) }

  @discardableResult
  mutating func press(_ keys: Key...) -> [RoomEffect] { keys.flatMap { hear(.key($0)) } }

  mutating func type(_ text: String) { for character in text { press(.character(character)) } }

  mutating func wait(_ seconds: Int64) {
    time += seconds
    hear(.tick)
  }

  /// A player is so many metres east of the bell, by a clock that may be wrong.
  mutating func move(_ player: Player, to east: Double, clock seconds: Int64 = 0) {
    let position = PlayerPosition(
      player.id, team: player.team, at: Self.spot(east, 0), accuracy: 4,
      time: Timestamp(milliseconds: now.milliseconds + seconds * 1000))
    hear(.positions([position]))
  }

  @discardableResult
  mutating func find(_ treasure: String, by player: Player, points: Int = 5) -> [RoomEffect] {
    hear(
      .finds([
        LedgerFind(
          claim: ClaimID(player.id, 1), treasure: treasure, name: "The \(treasure)", team: player.team,
          player: player.name, points: points, played: .seconds(60), found: now, received: now, prize: nil, wins: false,
          isSimulated: false)
      ]))
  }

  @discardableResult
  mutating func refuse(_ number: Int, of player: Player, _ why: String) -> [RoomEffect] {
    let ruling = Ruling(
      ClaimID(player.id, number), sequence: number,
      finds: [
        Ruling.Find(treasure: "bell", counts: false, text: why),
        Ruling.Find(treasure: "oak", counts: true, text: "Yes."),
      ])
    return hear(.rulings([GivenRuling(ruling, place: number, time: now)]))
  }

  /// The cells of the rows of a list that is seen.
  func rows(of list: RoomList) -> [[String]] {
    screen.lists.first { $0.list == list }?.rows.map(\.cells) ?? []
  }

  /// What the list of players says of one.
  func state(of player: Player) -> String? { rows(of: .players).first { $0.first == player.name }?.last }
}
