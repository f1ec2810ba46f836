internal import Database
internal import Game
package import HuntDomain

/// A saved game as a list shows it.
package struct GameSummary: Hashable, Sendable, Identifiable {
  /// Names the game for as long as it is kept; greater for later ones.
  package let id: Int64
  /// The hunt's id.
  package var hunt: String
  /// The hunt's title when it was last played.
  package var title: String
  /// A sum over what the hunt's file held when it was last played.
  package var content: Int64
  /// Treasures found so far.
  package var found: Int64
  /// Treasures that the hunt has.
  package var total: Int64
  /// Points won so far; may be negative.
  package var points: Int64
  /// Won, or out of time.
  package var isOver: Bool
  /// The time of the last save.
  package var played: Timestamp
}

extension GameSummary {
  /// The values of the table's columns from `hunt` on, with the sum.
  var values: [DatabaseValue] {
    let values: [DatabaseValue] = [
      .text(hunt), .text(title), .integer(content), .integer(found), .integer(total), .integer(points),
      .integer(isOver ? 1 : 0), .integer(played.milliseconds),
    ]
    return values + [.integer(RowChecksum.of([.integer(id)] + values, in: "games"))]
  }

  /// Reads the values of all columns; `nil` if the checksum does not match.
  init?(_ row: [DatabaseValue]) {
    guard row.count == 10, let id = row[0].integer, id > 0, let hunt = row[1].text, let title = row[2].text,
      row[9].integer == RowChecksum.of(Array(row.dropLast()), in: "games")
    else { return nil }
    let numbers = row[3...8].compactMap(\.integer)
    guard numbers.count == 6 else { return nil }
    self.init(
      id: id, hunt: hunt, title: title, content: numbers[0], found: numbers[1], total: numbers[2], points: numbers[3],
      isOver: numbers[4] != 0, played: Timestamp(milliseconds: numbers[5]))
  }

  /// Reads what can be read of a row whose sum does not fit: which game of which hunt it is; the rest is only shown.
  init?(damaged row: [DatabaseValue]) {
    guard row.count == 10, let id = row[0].integer, id > 0, let hunt = row[1].text, !hunt.isEmpty else { return nil }
    func count(_ value: DatabaseValue) -> Int64 { max(0, min(1_000_000, value.integer ?? 0)) }
    let played = row[8].integer.flatMap { EventRow.moments.contains($0) ? $0 : nil }
    self.init(
      id: id, hunt: hunt, title: row[2].text ?? hunt, content: row[3].integer ?? 0, found: count(row[4]),
      total: count(row[5]), points: count(row[6]), isOver: row[7].integer == 1,
      played: Timestamp(milliseconds: played ?? 0))
  }
}
