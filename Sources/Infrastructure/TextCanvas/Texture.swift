/// The pattern that an area is filled with.
///
/// It is the same in every cell, so it moves with the ground when a picture is moved by whole cells.
package enum Texture: UInt8, Hashable, Sendable, CaseIterable {
  /// Every dot.
  case solid = 1
  /// Water.
  case waves
  /// Parks and woods.
  case grass
  /// Sand, squares, anything quiet.
  case sparse
  /// Buildings.
  case hatch

  /// The dots that the texture keeps, in the bit order of the braille patterns.
  var pattern: UInt8 {
    switch self {
    case .solid: 0xFF
    case .waves: 0b0001_0010  // the second row from the left and the first: a ripple
    case .grass: 0b0110_0010
    case .sparse: 0b0000_0100
    case .hatch: 0b0110_1010
    }
  }

  /// The character for a whole cell in ASCII.
  var letter: Unicode.Scalar {
    switch self {
    case .solid: "#"
    case .waves: "~"
    case .grass: "\""
    case .sparse: "."
    case .hatch: "%"
    }
  }

  /// The character for a whole cell in the old code page 437.
  var shade: Unicode.Scalar {
    switch self {
    case .solid: "█"
    case .waves: "~"
    case .grass: "░"
    case .sparse: "."
    case .hatch: "▒"
    }
  }
}
