internal import TextCanvas
internal import Views

/// A terminal's pointer report (mode 1006): `<buttons;column;row`, counted from 1.
///
/// Anything but three plain numbers in their ranges is rejected.
enum PointerReport {
  /// The button bits for Shift, Meta and Control, which are ignored.
  private static let modifiers = 4 + 8 + 16
  /// The button bit for motion.
  private static let motion = 32
  private static let wheel = 64

  /// Parses the bytes between `ESC [` and the final `M` or `m`; `nil` if they do not concern the main button or the
  /// wheel.
  static func pointer(_ parameters: [UInt8], isRelease: Bool) -> Pointer? {
    guard parameters.first == UInt8(ascii: "<") else { return nil }
    let fields = parameters.dropFirst().split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    let numbers = fields.compactMap(number)
    guard numbers.count == 3, fields.count == 3, (1...CanvasSize.limit).contains(numbers[1]),
      (1...CanvasSize.limit).contains(numbers[2])
    else { return nil }
    let (column, row) = (numbers[1] - 1, numbers[2] - 1)
    switch (numbers[0] & ~modifiers, isRelease) {
    case (0, false): return .press(column: column, row: row)
    case (motion, false): return .drag(column: column, row: row)
    case (0, true), (motion, true): return .release(column: column, row: row)
    case (wheel, false): return .wheel(steps: 1, column: column, row: row)
    case (wheel + 1, false): return .wheel(steps: -1, column: column, row: row)
    default: return nil
    }
  }

  /// Parses a number of one to four digits.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard (1...4).contains(digits.count), digits.allSatisfy({ (0x30..<0x3A).contains($0) }) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}
