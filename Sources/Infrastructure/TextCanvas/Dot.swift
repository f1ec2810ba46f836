/// A point of a raster, in dots: two to a column, four to a row, from the centre of the upper left dot.
///
/// A cell is about twice as high as wide, so a dot is about square and a circle in dots looks round.
package struct Dot: Hashable, Sendable {
  package var x: Double
  package var y: Double

  /// Creates a point; it may lie anywhere, also outside the raster.
  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Whether the point can be drawn at all: no number, or one beyond every map, cannot.
  var isUsable: Bool { abs(x) <= 1e12 && abs(y) <= 1e12 }
}

/// A point in whole parts of a dot, so that sums and products are exact and a move by whole dots changes nothing else.
struct FixedDot: Hashable, Sendable {
  /// Parts of a dot, as a power of two and as a number.
  static let shift = 8
  static let unit = 1 << shift

  let x: Int
  let y: Int

  /// The nearest parts to a usable point.
  init(_ dot: Dot) {
    x = Self.parts(dot.x)
    y = Self.parts(dot.y)
  }

  /// Both coordinates of the other axis: what is across becomes along.
  private init(x: Int, y: Int) { (self.x, self.y) = (x, y) }
  var transposed: FixedDot { FixedDot(x: y, y: x) }

  /// The number of the dot that a coordinate lies in; a half belongs to the next.
  static func dot(_ parts: Int) -> Int { (parts + unit / 2) >> shift }

  private static func parts(_ value: Double) -> Int {
    // Added to this, a number up to 2^51 stands rounded in the low bits: much cheaper than a call to round it.
    let shifter = 0x1.8p52
    return Int(
      truncatingIfNeeded: (value * Double(unit) + shifter).bitPattern &- shifter.bitPattern)
  }
}

/// Which way a line runs through a cell.
enum Direction: UInt8 {
  case horizontal, vertical
  /// Falling to the right: \
  case falling
  /// Rising to the right: /
  case rising

  /// The direction of a step, rows growing downwards; within 22.5 degrees of an axis it counts as the axis.
  init(x: Double, y: Double) {
    let tangent = 0.414  // of 22.5 degrees
    if abs(y) <= tangent * abs(x) {
      self = .horizontal
    } else if abs(x) <= tangent * abs(y) {
      self = .vertical
    } else {
      self = (x < 0) == (y < 0) ? .falling : .rising
    }
  }
}
