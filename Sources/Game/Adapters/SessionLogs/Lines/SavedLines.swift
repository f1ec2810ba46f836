internal import Game
internal import HuntDomain

/// The first line of a sitting: from here on a saved game is played.
struct SittingLine: Hashable, Codable {
  /// The word by which it is known.
  static let word = "game"
  /// What it begins with: members are in alphabetical order.
  static let beginning = Array(#"{"content":"#.utf8)

  var trove = word
  var format = Seal.format
  /// The hunt's id.
  var hunt: String
  var title: String
  /// A sum over what the hunt's file holds; 0 if that is not known.
  var content: Int64
}

/// A line of hunt events; begins as ``RecordFile/events`` says.
struct EventsLine: Hashable, Codable {
  var events: [EventRow]
  /// The place of the first of them among those of the game, from 0; what stood there from then on is replaced: it was
  /// written, and not known to be on the disk.
  var from: Int
  /// How far the game is with them.
  var game: GameSummary
  /// The offset of the line of hunt events before; -1 for the first.
  var previous: Int

  /// The events that a game may have.
  static let most = 100_000
}

/// The last line of a sitting that was left, and did not break off.
struct EndLine: Hashable, Codable {
  /// What it begins with.
  static let beginning = Array(#"{"end":"#.utf8)

  /// Civil time, as ISO 8601.
  var end: String
}

extension GameSummary {
  /// The bytes of a record that has only these events, and no session.
  func record(of events: [HuntEvent]) -> [UInt8] {
    let line = EventsLine(events: events.map(EventRow.init), from: 0, game: self, previous: -1)
    let sitting = SittingLine(hunt: hunt, title: title, content: content)
    return SealedLines.bytes(of: [RecordJSON.object(of: sitting), RecordJSON.object(of: line)].compactMap(\.self))
  }
}

/// The hunt events of a game, put together of their lines.
struct SavedEvents: Hashable {
  /// By their places; `nil` for those that are missing.
  private(set) var places: [HuntEvent?] = []
  /// How far the game is.
  private(set) var game: GameSummary?

  /// The events that are there, in order.
  var events: [HuntEvent] { places.compactMap(\.self) }
  /// How many are missing.
  var missing: Int { places.count { $0 == nil } }

  /// Adds a line; returns `false` for one that no game writes.
  mutating func add(_ line: EventsLine) -> Bool {
    let events = line.events.compactMap(\.event)
    guard events.count == line.events.count, (0...EventsLine.most).contains(line.from) else { return false }
    places = places.prefix(line.from) + Array(repeating: nil, count: max(0, line.from - places.count)) + events
    game = line.game
    return true
  }
}
