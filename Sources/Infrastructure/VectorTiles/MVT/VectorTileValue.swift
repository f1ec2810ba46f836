/// A value of a tag.
package enum VectorTileValue: Hashable, Sendable {
  /// As it stands in the file, not fit to print as it is; bytes that are no UTF-8 are U+FFFD.
  case text(String)
  /// Always finite; also whole numbers beyond `Int64`.
  case number(Double)
  case integer(Int64)
  case boolean(Bool)
  /// No value, or a number that is none.
  case nothing

  /// The text; nothing for anything else.
  package var text: String? { if case .text(let value) = self { value } else { nil } }

  /// The number, whole or not; nothing for anything else.
  package var number: Double? {
    switch self {
    case .number(let value): value
    case .integer(let value): Double(value)
    default: nil
    }
  }
}

/// The values of a layer; a text is only made when it is asked for.
package struct VectorTileValues: RandomAccessCollection, Sendable {
  /// A value as it is kept: what it is, and its bits, or where its text lies.
  struct Slot {
    enum Kind: UInt8 { case nothing, text, number, integer, boolean }
    var kind: Kind
    var bits: UInt64
  }

  var slots: [Slot] = []
  /// The tile's bytes, which the texts are in.
  let bytes: [UInt8]

  package var startIndex: Int { 0 }
  package var endIndex: Int { slots.count }

  package subscript(index: Int) -> VectorTileValue {
    let slot = slots[index]
    switch slot.kind {
    case .nothing: return .nothing
    case .text: return .text(String(decoding: bytes[slot.range], as: UTF8.self))
    case .number: return .number(Double(bitPattern: slot.bits))
    case .integer: return .integer(Int64(bitPattern: slot.bits))
    case .boolean: return .boolean(slot.bits != 0)
    }
  }
}

extension VectorTileValues.Slot {
  /// No value.
  static let nothing = Self(kind: .nothing, bits: 0)

  /// A text that lies in these bytes of the tile.
  static func text(_ range: Range<Int>) -> Self {
    Self(kind: .text, bits: UInt64(range.lowerBound) << 32 | UInt64(range.upperBound))
  }

  /// A number, where it is one.
  static func number(_ value: Double) -> Self {
    value.isFinite ? Self(kind: .number, bits: value.bitPattern) : .nothing
  }

  /// A whole number.
  static func integer(_ value: Int64) -> Self { Self(kind: .integer, bits: UInt64(bitPattern: value)) }

  /// Where a text lies; both ends fit into 32 bits because a tile has no more than 64 MiB.
  fileprivate var range: Range<Int> { Int(bits >> 32)..<Int(bits & 0xFFFF_FFFF) }
}
