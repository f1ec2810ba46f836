internal import Database
internal import Numbers

/// A sum over the values of a row, kept beside them: a row whose sum does not fit is not as it was written.
struct RowChecksum: Hashable {
  private var sum = Checksum()

  /// The sum of a row of a table.
  static func of(_ values: [DatabaseValue], in table: String) -> Int64 {
    var sum = RowChecksum()
    sum.add(.text(table))
    for value in values { sum.add(value) }
    return Int64(bitPattern: sum.sum.value)
  }

  /// The sum of a text.
  static func of(_ text: String) -> Int64 { of([], in: text) }

  private mutating func add(_ value: DatabaseValue) {
    switch value {
    case .null: add(byte: 0)
    case .integer(let number): add(1, UInt64(bitPattern: number))
    // A zero has two signs, and comes back with one.
    case .real(let number): add(2, number == 0 ? 0 : number.bitPattern)
    case .text(let text):
      add(3, UInt64(text.utf8.count))
      for byte in text.utf8 { add(byte: byte) }
    }
  }

  private mutating func add(_ tag: UInt8, _ word: UInt64) {
    add(byte: tag)
    for shift in stride(from: UInt64(0), to: 64, by: 8) { add(byte: UInt8(truncatingIfNeeded: word >> shift)) }
  }

  private mutating func add(byte: UInt8) { sum.add(byte) }
}
