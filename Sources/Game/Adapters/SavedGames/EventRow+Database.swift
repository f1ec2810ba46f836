internal import Database
internal import Game

// The database's side of an event.
extension EventRow {
  /// The values of the table's columns from `game` on: the row's place, itself, and the sum.
  func values(game: Int64, number: Int64) -> [DatabaseValue] {
    let values: [DatabaseValue] = [
      .integer(game), .integer(number), .text(kind), treasure.map { .text($0) } ?? .null,
      word.map { .text($0) } ?? .null, amount.map { .real($0) } ?? .null, whole.map { .integer($0) } ?? .null,
      .integer(seconds), .integer(attoseconds), utc.map { .integer($0) } ?? .null,
    ]
    return values + [.integer(RowChecksum.of(values, in: "events"))]
  }

  /// Reads the values of all columns; `nil` if the checksum does not match.
  init?(_ values: [DatabaseValue]) {
    guard values.count == 11, values[10].integer == RowChecksum.of(Array(values.dropLast()), in: "events"),
      let kind = values[2].text, let seconds = values[7].integer, let attoseconds = values[8].integer
    else { return nil }
    self.init(
      kind: kind, treasure: values[3].text, word: values[4].text, amount: values[5].real, whole: values[6].integer,
      seconds: seconds, attoseconds: attoseconds, utc: values[9].integer)
  }
}
