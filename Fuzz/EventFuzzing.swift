import EventDomain
import Events
import Foundation
import Game
import Geodesy
import HuntDomain
import NATSEvents
import Numbers
import PlaceFiles
import Places
import Refereeing
import Room
import Sealing
import SessionLogs
import Views

/// Bytes as what a stranger sends to an event, and as what an event sends to its players.
enum EventFuzzing {
  private static let key = SigningKey(seed: [UInt8](repeating: 7, count: SigningKey.seedLength))
  private static let plan = EventPlan(
    id: EventID(chance: 7), name: "Fuzz", hunt: "Fuzz", opens: Timestamp(milliseconds: 1_767_225_600_000),
    grace: .seconds(600), maxSpeed: 7)
  private static let hunt = Hunt(
    title: "Fuzz",
    treasures: [
      Treasure(
        place: PointOfInterest(id: "oak", name: "Oak", position: Coordinate(clampingLatitude: 0, wrappingLongitude: 0)),
        radius: 10)
    ])
  private static let now = Timestamp(milliseconds: 1_767_226_000_000)

  /// Reads them as all of that.
  static func read(_ bytes: [UInt8]) {
    guard let key, let id = PlayerID(key.known.short) else { return }
    let text = String(decoding: bytes, as: UTF8.self)
    if let link = EventLink(text) { precondition(EventLink(link.text) == link) }
    if let pass = EventPass(bytes) { precondition(EventPass(pass.bytes)?.player == pass.player) }
    watch(bytes, of: Player(id, name: "Ann"))
    if let hunt {
      var referee = Referee(plan) { ProofReplay(plan.id, of: $0, hunt: hunt, text: "{}") }
      judge([text], of: Player(id, name: "Ann"), by: &referee)
    }
    if let log = try? SessionLog(bytes) { judge(log, of: Player(id, name: "Ann"), signedBy: key) }
  }

  /// What players and their organiser see of it.
  private static func watch(_ bytes: [UInt8], of player: Player) {
    var plan = plan
    if let other = (try? JSONDecoder().decode(PlanMessage.self, from: Data(bytes)))?.plan {
      plan = other
      _ = plan.start(of: player)
    }
    var room = EventRoom(plan, stages: [])
    _ = room.handle(.roster(RoomRoster(joined: [player])), at: now)
    if let position = PlayerPosition(message: bytes, of: player.id) {
      _ = plan.positions.blurred(position.position)
      _ = room.handle(.positions([position]), at: now)
    }
    var finds = [LedgerFind(message: bytes)].compactMap(\.self)
    if let board = Board(message: bytes) { finds += board.latest + board.prizes.map(\.find) }
    var standings = Standings(plan)
    for find in finds { standings.note(find) }
    _ = Board(standings, isClosed: false)
    _ = room.handle(.finds(finds), at: now)
    _ = room.handle(.tick, at: now)
    _ = room.screen(at: now)
  }

  /// A session as its player would send it, in pieces: what it proves is in the ledger once.
  private static func judge(_ log: SessionLog, of player: Player, signedBy key: SigningKey) {
    let text =
      log.moments.lazy.compactMap { moment -> String? in
        if case .begin(let game) = moment.entry { game.hunt.text } else { nil }
      }.first ?? "{}"
    guard let hunt = (try? HuntFile(Array(text.utf8), path: "hunt").hunt) ?? hunt else { return }
    var tail = ProofTail(plan.id, sitting: "fuzz", header: log.header, signedBy: key)
    var pieces: [String] = []
    for (index, moment) in log.moments.enumerated() {
      tail.note(moment)
      if index % 16 == 15, let piece = tail.cut() { pieces.append(piece) }
    }
    if let piece = tail.cut() { pieces.append(piece) }
    var referee = Referee(plan) { ProofReplay(plan.id, of: $0, hunt: hunt, text: text) }
    let finds = judge(pieces, of: player, by: &referee)
    precondition(Set(finds.map(\.key)).count == finds.count)
    // The same claims give the same ledger.
    var again = Referee(plan) { ProofReplay(plan.id, of: $0, hunt: hunt, text: text) }
    precondition(judge(pieces, of: player, by: &again) == finds)
  }

  @discardableResult
  private static func judge(_ pieces: [String], of player: Player, by referee: inout Referee) -> [LedgerFind] {
    var finds: [LedgerFind] = []
    for (index, piece) in pieces.enumerated() {
      let claim = ReceivedClaim(Claim(ClaimID(player.id, index + 1), piece: piece), sequence: index + 1, time: now)
      _ = referee.mustRecall(claim)
      for effect in referee.handle(claim, of: player) {
        if case .record(let find) = effect { finds.append(find) }
      }
    }
    return finds
  }
}
