import EventDomain
import HuntDomain
import Numbers
import PlainUI
import Room
import RoomUI
import Testing

@Suite("What happens in an event, as lines")
struct PlainRoomTests {
  private static let ann = Player(PlayerID("AAAAAAAAAAAAAAAA")!, name: "Ann \"A\"", team: "Foxes")
  private static let noon = Timestamp(milliseconds: 1_777_636_800_000)
  private static let find = LedgerFind(
    claim: ClaimID(ann.id, 1), treasure: "bell", name: "Brass Bell", team: "Foxes", player: "Ann", points: 5,
    played: .seconds(60), found: noon, received: noon, prize: "a pen", wins: true, isSimulated: false)

  /// Refusals come from the room alone.
  private static var refusal: RoomNews? {
    let plan = EventPlan(id: EventID("aaaaaaaaaa")!, name: "Spring", hunt: "", maxSpeed: 7)
    var room = EventRoom(plan, stages: [])
    _ = room.handle(.roster(RoomRoster(joined: [ann])), at: noon)
    let ruling = Ruling(ClaimID(ann.id, 3), sequence: 7, refusal: "You were too fast.")
    let effects = room.handle(.rulings([GivenRuling(ruling, place: 1, time: noon)]), at: noon)
    guard case .tell(let news)? = effects.first else { return nil }
    return news
  }

  @Test("is one sentence each")
  func sentences() {
    let news: [RoomNews] =
      [.joined(Self.ann), .found(Self.find)] + [Self.refusal].compactMap(\.self) + [
        .said(EventMessage("Lunch.", to: "Foxes", at: Self.noon)), .said(EventMessage("Go!", at: Self.noon)),
        .connection(trouble: "The event is closed."), .connection(trouble: nil),
      ]
    #expect(
      news.map(RoomLines.sentence) == [
        "Ann \"A\" (Foxes) has joined.", "Ann (Foxes) has found Brass Bell: 5 points, at 2026-05-01T12:00:00Z.",
        "A claim of Ann \"A\" was refused: You were too fast.", "Said to the team Foxes: Lunch.", "Said to all: Go!",
        "The event is closed.", "The event can be reached again.",
      ])
  }

  @Test("is one object each")
  func objects() {
    let news: [RoomNews] =
      [.joined(Self.ann), .found(Self.find)] + [Self.refusal].compactMap(\.self) + [
        .said(EventMessage("Go!", at: Self.noon)), .connection(trouble: "The event is closed."),
      ]
    #expect(
      news.map(RoomLines.json) == [
        #"{"event":"joined","player":"Ann \"A\"","team":"Foxes","id":"AAAAAAAAAAAAAAAA"}"#,
        #"{"event":"found","player":"Ann","team":"Foxes","id":"AAAAAAAAAAAAAAAA","treasure":"bell","name":"Brass Bell","#
          + #""points":5,"time":"2026-05-01T12:00:00Z","simulated":false,"wins":true,"prize":"a pen"}"#,
        #"{"event":"refused","player":"Ann \"A\"","id":"AAAAAAAAAAAAAAAA","claim":3,"time":"2026-05-01T12:00:00Z","#
          + #""reason":"You were too fast."}"#,
        #"{"event":"said","time":"2026-05-01T12:00:00Z","text":"Go!"}"#,
        #"{"event":"connection","reachable":false,"reason":"The event is closed."}"#,
      ])
  }
}
