internal import Database
internal import EventDomain
internal import Events
internal import HuntDomain

/// The file of an event.
actor EventFile {
  let database: Connection
  let now: @Sendable () -> Timestamp
  /// Wakes those who wait for claims and for finds.
  let changes = Changes()
  /// What was last said of each, for those who come later, and those who listen.
  let positionReaders = Readers<PlayerPosition>(), boardReaders = Readers<Board>()
  let messageReaders = Readers<[String?: EventMessage]>(), rulingReaders = Readers<Ruling>()
  /// What each team has found, and those who listen to any of them.
  let findReaders = Readers<[String: [TeamFind]]>()

  init(path: String, now: @escaping @Sendable () -> Timestamp) throws(EventTrouble) {
    do throws(DatabaseError) { database = try EventSchema.open(path, EventSchema.event) } catch {
      throw .damaged("\(error)")
    }
    self.now = now
  }

  /// Runs a statement of the database, and says what went wrong in the words of an event.
  @discardableResult
  func rows(
    _ sql: String, _ values: [DatabaseValue] = []
  ) throws(EventTrouble) -> [[DatabaseValue]] {
    do throws(DatabaseError) { return try database.rows(sql, values) } catch { throw EventTrouble(error) }
  }

  func transaction(_ body: () throws(DatabaseError) -> Void) throws(EventTrouble) {
    do throws(DatabaseError) { try database.transaction(body) } catch { throw EventTrouble(error) }
  }

  /// Reads until there is something, or the time is over.
  func wait<Item>(
    atMost limit: Duration, _ read: () throws(EventTrouble) -> [Item]
  ) async throws(EventTrouble) -> [Item] {
    let end = ContinuousClock.now.advanced(by: limit)
    while true {
      let seen = changes.count
      let items = try read()
      let left = ContinuousClock.now.duration(to: end)
      guard items.isEmpty, left > .zero, !Task.isCancelled else { return items }
      await changes.wait(beyond: seen, atMost: left)
    }
  }
}

extension EventTrouble {
  init(_ error: DatabaseError) {
    self = error.cause == .busy || error.cause == .full ? .unreachable("\(error)") : .damaged("\(error)")
  }
}

extension DatabaseValue {
  init(_ text: String?) { self = text.map { .text($0) } ?? .null }
  init(_ number: Int) { self = .integer(Int64(number)) }
  init(_ isTrue: Bool) { self = .integer(isTrue ? 1 : 0) }
  init(_ time: Timestamp) { self = .integer(time.milliseconds) }
  init(_ number: Double?) { self = number.map { .real($0) } ?? .null }
}

extension [DatabaseValue] {
  /// The player whose id, name, team, wave and time of joining come first.
  func participant() throws(EventTrouble) -> Player {
    Player(
      try player(0), name: try text(1), team: self[2].text, wave: self[3].integer.map { Int($0) },
      joined: self[4].integer.map { Timestamp(milliseconds: $0) })
  }

  /// A value that is there in every sound file.
  func text(_ column: Int) throws(EventTrouble) -> String {
    guard let text = self[column].text else { throw .damaged("a text is missing") }
    return text
  }

  /// A value that is there in every sound file.
  func number(_ column: Int) throws(EventTrouble) -> Int {
    guard let number = self[column].integer, let number = Int(exactly: number) else {
      throw .damaged("a number is missing")
    }
    return number
  }

  /// A value that is there in every sound file.
  func time(_ column: Int) throws(EventTrouble) -> Timestamp {
    guard let number = self[column].integer else { throw .damaged("a time is missing") }
    return Timestamp(milliseconds: number)
  }

  /// A value that is there in every sound file.
  func player(_ column: Int) throws(EventTrouble) -> PlayerID {
    guard let player = self[column].text.flatMap({ PlayerID($0) }) else { throw .damaged("a player is missing") }
    return player
  }
}
