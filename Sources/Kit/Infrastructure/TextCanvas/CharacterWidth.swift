/// How many columns a terminal gives to a character, by Unicode 15.
package enum CharacterWidth {
  /// How a grid of cells treats a scalar.
  package enum Kind: Hashable {
    /// One column.
    case narrow
    /// Two columns.
    case wide
    /// No column of its own; the ordinal among all marks.
    case mark(ordinal: Int)
    /// White space that is a control: shown as a blank.
    case space
    /// Controls, bidi and other format characters, variation selectors, tags: never shown.
    case hidden
  }

  /// Returns how a grid of cells treats `scalar`.
  package static func kind(of scalar: Unicode.Scalar) -> Kind {
    let value = scalar.value
    if value < 0x7F { return value >= 0x20 ? .narrow : spaces.contains(value) ? .space : .hidden }
    if value < 0x300 {
      if value >= 0xA0 { return value == 0xAD ? .hidden : .narrow }
      return spaces.contains(value) ? .space : .hidden
    }
    if spaces.contains(value) { return .space }
    if index(of: value, in: hiddenRanges) != nil { return .hidden }
    if let range = index(of: value, in: markRanges) {
      return .mark(ordinal: firstOrdinals[range] + Int(value - markRanges[2 * range]))
    }
    return index(of: value, in: wideRanges) == nil ? .narrow : .wide
  }

  /// The mark of that ordinal.
  static func mark(ordinal: Int) -> Unicode.Scalar? {
    var low = 0
    var high = firstOrdinals.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if firstOrdinals[middle] <= ordinal { low = middle } else { high = middle }
    }
    return Unicode.Scalar(markRanges[2 * low] + UInt32(ordinal - firstOrdinals[low]))
  }

  /// The columns that `text` takes on a canvas; counting stops once they exceed `limit`.
  package static func columns(of text: String, limit: Int = .max) -> Int {
    var columns = 0
    var glyphs = Glyphs(text)
    while columns <= limit, let (_, width) = glyphs.next() { columns += width }
    return columns
  }

  /// Whether a scalar can be shown by itself: no control, format character or lone mark.
  package static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    let kind = kind(of: scalar)
    return kind == .narrow || kind == .wide
  }

  /// Tab, line feed, vertical tab, form feed, carriage return, next line, line and paragraph separator.
  private static let spaces: Set<UInt32> = [0x9, 0xA, 0xB, 0xC, 0xD, 0x85, 0x2028, 0x2029]

  /// The number of marks before each range.
  private static let firstOrdinals: [Int] = {
    var count = 0
    return stride(from: 0, to: markRanges.count, by: 2).map { index in
      defer { count += Int(markRanges[index + 1] - markRanges[index]) + 1 }
      return count
    }
  }()

  /// The number of the range that contains `value`.
  private static func index(of value: UInt32, in ranges: [UInt32]) -> Int? {
    var low = 0
    var high = ranges.count / 2
    while low < high {
      let middle = (low + high) / 2
      if value > ranges[2 * middle + 1] {
        low = middle + 1
      } else if value < ranges[2 * middle] {
        high = middle
      } else {
        return middle
      }
    }
    return nil
  }

  /// Format characters (Cf), and the invisible ones that Unicode calls default ignorable; noncharacters of plane 0.
  private static let hiddenRanges: [UInt32] = [
    0x034F, 0x034F, 0x0600, 0x0605, 0x061C, 0x061C, 0x06DD, 0x06DD, 0x070F, 0x070F, 0x0890, 0x0891, 0x08E2, 0x08E2,
    0x17B4, 0x17B5, 0x180B, 0x180F, 0x200B, 0x200F, 0x202A, 0x202E, 0x2060, 0x206F, 0xFDD0, 0xFDEF, 0xFE00, 0xFE0F,
    0xFEFF, 0xFEFF, 0xFFF0, 0xFFFB, 0xFFFE, 0xFFFF, 0x110BD, 0x110BD, 0x110CD, 0x110CD, 0x13430, 0x1343F,
    0x1BCA0, 0x1BCA3, 0x1D173, 0x1D17A, 0xE0000, 0xE0FFF,
  ]
}
