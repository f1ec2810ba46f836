internal import Database
internal import Game
internal import HuntDomain
internal import Numbers

/// The rows of a database of saved games, as older versions wrote them.
struct OldRows {
  /// The last version of the tables.
  static let newest: Int64 = 2

  /// The version of the tables (`user_version`).
  private(set) var version: Int64 = 0
  /// Whether nothing is damaged.
  var isWhole = true
  /// The number of the last game, also of one that was removed.
  private(set) var lastID: Int64?
  private var games: [Int64: GameSummary] = [:]
  /// By the game's number and the event's.
  private var events: [Int64: [Int64: HuntEvent]] = [:]

  /// What could be kept, in words.
  var told: String {
    let count = records.reduce(0) { $0 + (events[$1.id]?.count ?? 0) }
    let kept = "\(count) event\(count == 1 ? "" : "s") of \(records.count) game\(records.count == 1 ? "" : "s")"
    return count == 0 ? "nothing in them could be read" : "\(kept) could be kept"
  }

  /// Each game as a record, in the order of their numbers.
  var records: [(id: Int64, bytes: [UInt8])] {
    games.sorted { $0.key < $1.key }.compactMap { id, game in
      let events = (events[id] ?? [:]).sorted { $0.key < $1.key }.map(\.value)
      return events.isEmpty ? nil : (id, game.record(of: events))
    }
  }

  /// Reads all tables; what can be read of one that is damaged is kept.
  mutating func read(_ connection: Connection) throws(DatabaseError) {
    version = try connection.number("PRAGMA user_version") ?? 0
    guard version != 0 else { return isWhole = try connection.number("SELECT count(*) FROM sqlite_schema") == 0 }
    guard version <= Self.newest else { return }
    // A view could be one without an end.
    let tables = "SELECT count(*) FROM sqlite_schema WHERE name IN ('games', 'events') AND sql LIKE 'CREATE TABLE %'"
    guard try connection.number(tables) == 2 else { throw DatabaseError(damage: "its tables are others") }
    if version == 1 { return try readFirst(connection) }
    lastID = try? connection.number("SELECT max(seq) FROM sqlite_sequence WHERE name = 'games'")
    let events = "SELECT game, number, kind, treasure, word, amount, whole, seconds, attoseconds, utc, sum FROM events"
    each(events, connection) { $0.takeEvent($1) }
    let games = "SELECT id, hunt, title, content, found, total, points, isOver, played, sum FROM games"
    each(games, connection) { $0.takeGame($1) }
  }

  /// Hands on each row, from the first to the last and the other way round: one way may lead past damage.
  private mutating func each(_ sql: String, _ connection: Connection, _ take: (inout OldRows, [DatabaseValue]) -> Void)
  {
    for order in ["ASC", "DESC"] {
      do throws(DatabaseError) {
        let rows = try connection.prepare("\(sql) ORDER BY rowid \(order)")
        while try rows.step() { take(&self, rows.row) }
        return
      } catch { isWhole = false }
    }
  }

  private mutating func takeEvent(_ row: [DatabaseValue]) {
    guard row[10].integer == Self.sum(row.dropLast(), of: "events"), let game = row[0].integer,
      let number = row[1].integer, let kind = row[2].text, let seconds = row[7].integer,
      let attoseconds = row[8].integer,
      let event = EventRow(
        kind: kind, treasure: row[3].text, word: row[4].text, amount: row[5].real, whole: row[6].integer,
        seconds: seconds, attoseconds: attoseconds, utc: row[9].integer
      ).event
    else { return isWhole = false }
    events[game, default: [:]][number] = event
  }

  private mutating func takeGame(_ row: [DatabaseValue]) {
    let isSound = row[9].integer == Self.sum(row.dropLast(), of: "games")
    isWhole = isWhole && isSound
    guard let id = row[0].integer, id > 0, let hunt = row[1].text, !hunt.isEmpty else { return isWhole = false }
    func number(_ column: Int) -> Int64 { max(-1_000_000, min(1_000_000, row[column].integer ?? 0)) }
    var game = summary(of: id, hunt: hunt, title: row[2].text)
    game.content = row[3].integer ?? 0
    game.saved = row[8].integer.flatMap { EventRow.moments.contains($0) ? $0 : nil } ?? 0
    (game.total, game.points) = (number(5), number(6))
    if isSound { (game.found, game.isOver) = (number(4), row[7].integer == 1) }
    games[id] = game
  }

  /// What the events of a game tell of it.
  private func summary(of id: Int64, hunt: String, title: String?) -> GameSummary {
    let kinds = (events[id] ?? [:]).values.map(\.kind)
    let finds = kinds.compactMap { kind in
      switch kind {
      case .found(let id, _), .claimed(let id): id
      default: nil
      }
    }
    return GameSummary(
      hunt: hunt, title: title ?? hunt, content: 0, found: Int64(Set(finds).count), total: 0, points: 0,
      isOver: kinds.contains(.won) || kinds.contains(.timeUp), saved: 0)
  }

  /// Version 1 had the time in seconds, no sums and no summary.
  private mutating func readFirst(_ connection: Connection) throws(DatabaseError) {
    let columns = "game, number, kind, treasure, word, amount, whole, seconds, utc"
    for row in try connection.rows("SELECT \(columns) FROM events") {
      guard let game = row[0].integer, let number = row[1].integer, let kind = row[2].text, let seconds = row[7].real,
        (0...1e10).contains(seconds)
      else { continue }
      let time = EventRow(HuntEvent(.began, time: .seconds(seconds)))
      let event = EventRow(
        kind: kind, treasure: row[3].text, word: row[4].text, amount: row[5].real, whole: row[6].integer,
        seconds: time.seconds, attoseconds: time.attoseconds, utc: row[8].integer)
      events[game, default: [:]][number] = event.event
    }
    for row in try connection.rows("SELECT id, hunt, title FROM games") {
      guard let id = row[0].integer, id > 0, let hunt = row[1].text else { continue }
      games[id] = summary(of: id, hunt: hunt, title: row[2].text)
    }
  }

  /// The sum over the values of a row, which was kept beside them.
  private static func sum(_ values: ArraySlice<DatabaseValue>, of table: String) -> Int64 {
    var sum = Checksum()
    func add(_ tag: UInt8, _ word: UInt64) {
      sum.add(tag)
      for shift in stride(from: UInt64(0), to: 64, by: 8) { sum.add(UInt8(truncatingIfNeeded: word >> shift)) }
    }
    for value in [.text(table)] + values {
      switch value {
      case .null: sum.add(UInt8(0))
      case .integer(let number): add(1, UInt64(bitPattern: number))
      // A zero has two signs, and comes back with one.
      case .real(let number): add(2, number == 0 ? 0 : number.bitPattern)
      case .text(let text):
        add(3, UInt64(text.utf8.count))
        for byte in text.utf8 { sum.add(byte) }
      }
    }
    return Int64(bitPattern: sum.value)
  }
}
