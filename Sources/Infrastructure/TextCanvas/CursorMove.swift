/// A sequence that moves a terminal's cursor, and what it costs.
enum CursorMove {
  /// To a place, wherever the cursor is (CUP).
  case absolute(row: Int, column: Int)
  /// Some rows down by line feeds, and then within the row.
  case down(Int, Horizontal)

  /// A move within a row.
  enum Horizontal {
    case none, start
    case to(column: Int)
    case right(Int), left(Int)
    case back(Int)
  }

  /// The cheapest way to a place from a row and a column, each nothing if it is not known.
  static func cheapest(from: (row: Int?, column: Int?), to row: Int, _ column: Int) -> CursorMove {
    let absolute = CursorMove.absolute(row: row, column: column)
    // Upwards there is nothing cheaper, and too far down for line feeds neither.
    guard let start = from.row, (0...6).contains(row - start) else { return absolute }
    let relative = CursorMove.down(row - start, horizontal(from: from.column, to: column))
    return relative.cost <= absolute.cost ? relative : absolute
  }

  private static func horizontal(from: Int?, to column: Int) -> Horizontal {
    if from == column { return .none }
    let known = column == 0 ? Horizontal.start : .to(column: column)
    guard let from else { return known }
    let distance = abs(column - from)
    let step = column > from ? Horizontal.right(distance) : distance <= 3 ? .back(distance) : .left(distance)
    return step.cost < known.cost ? step : known
  }

  /// Bytes of the sequence.
  var cost: Int {
    switch self {
    case .absolute(0, 0): 3
    case .absolute(let row, 0): 3 + (row + 1).digits
    case .absolute(let row, let column): 4 + (row + 1).digits + (column + 1).digits
    case .down(let rows, let move): rows + move.cost
    }
  }

  /// Writes the sequence.
  func append(to bytes: inout [UInt8]) {
    switch self {
    case .absolute(let row, let column):
      bytes.appendControl(UInt8(ascii: "H"), row == 0 && column == 0 ? nil : row + 1, column == 0 ? nil : column + 1)
    case .down(let rows, let move):
      for _ in 0..<rows { bytes.append(0x0A) }
      move.append(to: &bytes)
    }
  }
}

extension CursorMove.Horizontal {
  fileprivate var cost: Int {
    switch self {
    case .none: 0
    case .start: 1
    case .to(let column): 3 + (column + 1).digits
    case .right(let distance), .left(let distance): distance == 1 ? 3 : 3 + distance.digits
    case .back(let distance): distance
    }
  }

  fileprivate func append(to bytes: inout [UInt8]) {
    switch self {
    case .none: break
    case .start: bytes.append(0x0D)
    case .to(let column): bytes.appendControl(UInt8(ascii: "G"), column + 1)
    case .right(let distance): bytes.appendControl(UInt8(ascii: "C"), distance == 1 ? nil : distance)
    case .left(let distance): bytes.appendControl(UInt8(ascii: "D"), distance == 1 ? nil : distance)
    case .back(let distance): for _ in 0..<distance { bytes.append(0x08) }
    }
  }
}

extension [UInt8] {
  /// Appends a control sequence of up to two numbers.
  mutating func appendControl(_ final: UInt8, _ first: Int?, _ second: Int? = nil) {
    append(0x1B)
    append(UInt8(ascii: "["))
    if let first { appendDecimal(first) }
    if let second {
      append(UInt8(ascii: ";"))
      appendDecimal(second)
    }
    append(final)
  }

  private mutating func appendDecimal(_ number: Int) {
    if number >= 10 { appendDecimal(number / 10) }
    append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}

extension Int {
  /// How many decimal digits a number that is not negative has.
  fileprivate var digits: Int { self < 10 ? 1 : 1 + (self / 10).digits }
}
