import EventDomain
import Foundation
import Geodesy
import HuntDomain
import Numbers
import Places
import Room
import SpectatorPage
import Views

/// An event of a small island, in which names are as bad as they can be.
enum Sample {
  /// Markup, a script, quotation marks, and what ends a script or a message of a stream.
  static let bad = "<img src=x onerror=document.title='bad'>\"'&</script>\n\ndata: x"
  static let start = Timestamp(milliseconds: 1_777_000_000_000)

  static func player(_ number: Int, _ name: String, team: String?) -> Player {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return Player(PlayerID("AAAAAAAAAAAAAAA\(letters[number])")!, name: name, team: team)
  }

  static let players = [
    player(0, "Ann", team: "Foxes"), player(1, "Ben", team: "Foxes"), player(2, "Cleo", team: "Owls"),
    player(3, bad, team: bad),
  ]

  static func spot(_ east: Double, _ north: Double) -> Coordinate {
    Coordinate(clampingLatitude: north / 110_574, wrappingLongitude: east / 111_320)
  }

  static func plan(sharing: Bool = true, precision: Double = 0) -> EventPlan {
    EventPlan(
      id: EventID("aaaaaaaaaa")!, name: "Spring \(bad)", hunt: "Three Things", maxSpeed: 7,
      positions: .init(precision: precision, areShared: sharing))
  }

  static let hunt = Hunt(
    title: "Three Things",
    treasures: [
      Treasure(place: PointOfInterest(id: "bell", name: "The \(bad) Bell", position: spot(0, 0)), radius: 8),
      Treasure(place: PointOfInterest(id: "secret", name: "The Secret", position: spot(77, 77)), radius: 8),
    ])!

  static let map = BaseMap(
    shapes: [
      .init(
        kind: .land,
        parts: [
          [spot(-300, -200), spot(300, -200), spot(300, 200), spot(-300, 200)],
          [spot(-10, -10), spot(10, -10), spot(10, 10)],
        ],
        isArea: true)!,
      .init(kind: .road, name: bad, parts: [[spot(-300, 0), spot(300, 50)]], isArea: false)!,
    ], attribution: "Surveyors \(bad)")

  static func find(_ treasure: String, by player: Player, points: Int = 5, prize: String? = nil) -> LedgerFind {
    LedgerFind(
      claim: ClaimID(player.id, 1), treasure: treasure, name: "The \(treasure) \(bad)", team: player.team,
      player: player.name, points: points, played: .seconds(60), found: start, received: start, prize: prize,
      wins: false, isSimulated: false)
  }

  /// What spectators see when everybody has found something.
  static func spectators(sharing: Bool = true) -> Spectators {
    var spectators = Spectators(plan(sharing: sharing), of: hunt)
    _ = spectators.handle(.roster(RoomRoster(joined: players)), at: start)
    for (number, player) in players.enumerated() {
      _ = spectators.handle(
        .positions([
          PlayerPosition(player.id, team: player.team, at: spot(Double(number) * 50 - 100, 30), time: start)
        ]), at: start)
      _ = spectators.handle(
        .finds([find("bell", by: player, points: number, prize: bad)]), at: start)
    }
    return spectators
  }
}

/// The object of a message of a stream.
func content(of message: String) throws -> [String: Any] {
  let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
  guard lines.count == 4, lines[0].hasPrefix("event: "), lines[1].hasPrefix("data: "), lines[2...].allSatisfy(\.isEmpty)
  else { throw CocoaError(.propertyListReadCorrupt) }
  return try JSONSerialization.jsonObject(with: Data(lines[1].dropFirst(6).utf8)) as? [String: Any] ?? [:]
}
