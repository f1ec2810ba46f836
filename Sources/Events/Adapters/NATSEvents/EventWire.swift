package import EventDomain
internal import FoundationEssentials
internal import Geodesy
internal import HuntDomain
internal import Numbers

/// What stands in the messages of an event, as JSON; what comes is checked before it is used.
package enum EventWire {
  /// A value as bytes, the same each time.
  package static func bytes(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(value)).map { [UInt8]($0) } ?? []
  }

  /// The value in bytes that anybody may have sent; `nil` if there is none.
  package static func read<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) -> Value? {
    try? JSONDecoder().decode(type, from: Data(bytes))
  }
}

extension PlayerPosition {
  /// Reads a position of a player, who is known by the subject; `nil` for anything else.
  package init?(message bytes: [UInt8], of player: PlayerID) {
    guard let position = EventWire.read(PositionMessage.self, bytes)?.position(of: player) else { return nil }
    self = position
  }
}

extension LedgerFind {
  /// Reads an entry of the ledger; `nil` for anything else.
  package init?(message bytes: [UInt8]) {
    guard let find = EventWire.read(FindMessage.self, bytes)?.find else { return nil }
    self = find
  }
}

extension Board {
  /// Reads a leaderboard; `nil` for anything else.
  package init?(message bytes: [UInt8]) {
    guard let message = EventWire.read(BoardMessage.self, bytes) else { return nil }
    self = message.board
  }
}

/// A position as OwnTracks writes it (`_type` is `location`), so that its programs can read it.
package struct PositionMessage: Codable {
  var _type: String
  var lat, lon: Double
  /// Metres.
  var acc: Double?
  /// Seconds since 1970.
  var tst: Int64
  var team: String?
  /// Metres above sea level, kilometres an hour, degrees from north: only phones say that.
  var alt, vel, cog: Double?

  /// The message of a position.
  package init(_ position: PlayerPosition) {
    _type = "location"
    (lat, lon, acc) = (position.position.latitude, position.position.longitude, position.accuracy)
    (tst, team) = (position.time.milliseconds / 1000, position.team)
  }

  /// Where it is; `nil` if this is no position.
  var place: Coordinate? {
    _type == "location" && Self.times.contains(tst) ? Coordinate(latitude: lat, longitude: lon) : nil
  }

  /// The direction of movement; `nil` if it is not known.
  var course: Bearing? { cog.flatMap { (0...360).contains($0) ? Bearing(degrees: $0) : nil } }

  /// The position of a player, whom the subject names.
  package func position(of player: PlayerID) -> PlayerPosition? {
    guard let place else { return nil }
    let accuracy = acc.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
    return PlayerPosition(
      player, team: team, at: place, accuracy: accuracy, time: Timestamp(milliseconds: tst * 1000))
  }

  /// Until the year 9999.
  private static let times: ClosedRange<Int64> = 0...253_402_300_799
}

struct RulingMessage: Codable {
  struct Find: Codable {
    var treasure: String
    var counts: Bool
    var text: String
  }

  var sequence: Int
  var finds: [Find]
  var refusal: String?
  /// Up to which place all claims are answered, if that is not the place of this one.
  var answered: Int?

  init(_ ruling: Ruling) {
    (sequence, refusal) = (ruling.sequence, ruling.refusal)
    finds = ruling.finds.map { Find(treasure: $0.treasure, counts: $0.counts, text: $0.text) }
  }

  func ruling(on id: ClaimID) -> Ruling {
    Ruling(
      id, sequence: sequence,
      finds: finds.map { Ruling.Find(treasure: $0.treasure, counts: $0.counts, text: $0.text) }, refusal: refusal)
  }
}

/// An entry of the ledger.
package struct FindMessage: Codable {
  var player: String
  var number: Int
  var treasure, name: String
  var team: String?
  var playerName: String
  var points: Int
  /// Milliseconds.
  var played, found, received: Int64
  var started: Int64?
  var prize: String?
  var wins, simulated: Bool

  /// The message of an entry.
  package init(_ find: LedgerFind) {
    (player, number, treasure) = (find.claim.player.text, find.claim.number, find.treasure)
    (name, team, playerName, points) = (find.name, find.team, find.player, find.points)
    played = Int64(min(max(find.played / .milliseconds(1), -9e15), 9e15))
    (found, received) = (find.found.milliseconds, find.received.milliseconds)
    started = find.started?.milliseconds
    (prize, wins, simulated) = (find.prize, find.wins, find.isSimulated)
  }

  var find: LedgerFind? {
    guard let player = PlayerID(player) else { return nil }
    return LedgerFind(
      claim: ClaimID(player, number), treasure: treasure, name: name, team: team, player: playerName, points: points,
      played: .milliseconds(played), found: Timestamp(milliseconds: found),
      received: Timestamp(milliseconds: received), started: started.map { Timestamp(milliseconds: $0) }, prize: prize,
      wins: wins, isSimulated: simulated)
  }
}

struct TeamMessage: Codable {
  struct Find: Codable {
    var treasure, player, name: String
  }

  var finds: [Find]

  init(_ finds: [TeamFind]) {
    self.finds = finds.map { Find(treasure: $0.treasure, player: $0.player.text, name: $0.name) }
  }

  var teamFinds: [TeamFind] {
    finds.compactMap { find in
      PlayerID(find.player).map { TeamFind(treasure: find.treasure, player: $0, name: find.name) }
    }
  }
}

struct BoardMessage: Codable {
  struct Row: Codable {
    var rank: Int
    var team, player, id: String?
    var points, found: Int
    var last: Int64
  }

  struct First: Codable {
    var find: FindMessage
    var settled: Int64
  }

  var entries, total: Int
  var rows: [Row]
  var latest: [FindMessage]
  var prizes: [First]
  var closed: Bool
  var players: Int?

  init(_ board: Board) {
    (entries, total, closed, players) = (board.entries, board.total, board.isClosed, board.players)
    rows = board.rows.map {
      Row(
        rank: $0.rank, team: $0.team, player: $0.player, id: $0.id?.text, points: $0.points, found: $0.found,
        last: $0.last.milliseconds)
    }
    latest = board.latest.map(FindMessage.init)
    prizes = board.prizes.map { First(find: FindMessage($0.find), settled: $0.settled.milliseconds) }
  }

  var board: Board {
    Board(
      entries: entries,
      rows: rows.prefix(Board.mostRows).map {
        Standings.Row(
          rank: $0.rank, team: $0.team, player: $0.player, id: $0.id.flatMap { PlayerID($0) }, points: $0.points,
          found: $0.found, last: Timestamp(milliseconds: $0.last))
      }, total: total, latest: latest.prefix(Board.mostFinds).compactMap(\.find),
      prizes: prizes.compactMap { first in
        first.find.find.map { Standings.First(find: $0, settled: Timestamp(milliseconds: first.settled)) }
      }, isClosed: closed, players: min(max(0, players ?? 0), Board.mostPlayers))
  }
}

/// A player, whose id stands elsewhere.
package struct PlayerMessage: Codable {
  var name: String
  var team: String?
  var wave: Int?
  /// Milliseconds since 1970.
  var joined: Int64?

  /// The message of a player.
  package init(_ player: Player) {
    (name, team, wave, joined) = (player.name, player.team, player.wave, player.joined?.milliseconds)
  }

  /// The player of an id.
  package func player(_ id: PlayerID) -> Player {
    Player(id, name: name, team: team, wave: wave, joined: joined.map { Timestamp(milliseconds: $0) })
  }
}

struct LeaseMessage: Codable {
  var holder: String
  var until: Int64
}

struct SaidMessage: Codable {
  var text: String
  var team: String?
  var time: Int64
  /// Milliseconds since it was said, in the host's answer.
  var age: Int64?

  init(_ message: EventMessage) { (text, team, time) = (message.text, message.team, message.time.milliseconds) }

  var message: EventMessage {
    EventMessage(text, to: team, at: Timestamp(milliseconds: time), age: age.map { .milliseconds(max(0, $0)) })
  }
}
