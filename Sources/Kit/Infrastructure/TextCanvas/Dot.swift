/// A point of a raster, in dots: two to a column, four to a row, from the centre of the upper left dot.
///
/// A cell is about twice as high as wide, so a dot is about square and a circle in dots looks round.
package struct Dot: Hashable, Sendable {
  /// Dots to the right of that centre.
  package var x: Double
  /// Dots below that centre.
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

/// A straight line read at whole dots along one axis, in exact arithmetic: the dot on the other axis at each.
///
/// What it says at a dot depends on the line alone, never on where the reading began.
struct ExactLine {
  /// The dot on the other axis at the dot that the reading has come to.
  private(set) var place: Int
  /// The remainder of `place`, in parts of `whole`.
  private var rest: Int
  private let whole: Int
  /// The amounts that the next dot adds to `place` and to `rest`.
  private let step: Int
  private let restStep: Int

  /// How a place between two dots becomes one.
  enum Rounding {
    /// The nearer one; of equally near ones the later.
    case nearest
    /// The next one: the first that a span beginning there covers.
    case up
  }

  /// Begins reading at the dot `first`.
  ///
  /// The line passes `across` at `along` and climbs by `rise` in `run`, all in parts of a dot, none beyond 2^49; `run`
  /// is above 0. `first` lies on a raster and not more than a dot off the line's ends.
  @inline(__always)
  init(along: Int, across: Int, run: Int, rise: Int, first: Int, rounding: Rounding) {
    let ahead = first << FixedDot.shift &- along
    whole = run << FixedDot.shift
    let lifted = rounding == .nearest ? across &+ FixedDot.unit / 2 : across
    // What is left of a dot where the line begins, and what the way to `first` adds to it.
    let left = (lifted & (FixedDot.unit - 1)) &* run &+ (rounding == .nearest ? 0 : whole &- 1)
    let start = lifted >> FixedDot.shift
    if abs(ahead) <= FixedDot.unit || max(abs(ahead), abs(rise)) < 1 << 30 {
      (place, rest) = Self.split(left &+ ahead &* rise, whole, adding: start)
    } else {
      (place, rest) = Self.splitFar(Int128(left) + Int128(ahead) * Int128(rise), whole, adding: start)
    }
    let slope = rise << FixedDot.shift
    if abs(rise) <= run {
      // Up to a whole dot may stay in the rest: one carry takes care of it.
      step = rise >> (Int.bitWidth - 1)
      restStep = slope &- step &* whole
    } else {
      (step, restStep) = Self.split(slope, whole, adding: 0)
    }
  }

  /// Goes on to the next dot.
  @inline(__always)
  mutating func advance() {
    // Without a branch: which way it would go can seldom be foretold.
    let sum = rest &+ restStep
    let carry = sum >= whole ? 1 : 0
    place &+= step &+ carry
    rest = sum &- (whole & -carry)
  }

  /// Quotient, rounded down, and remainder.
  @inline(__always)
  private static func split(_ value: Int, _ divisor: Int, adding start: Int) -> (Int, Int) {
    // Almost all quotients are -1, 0 or 1, and division is slow.
    if value >= -divisor, value < 2 &* divisor {
      let quotient = value >> (Int.bitWidth - 1) &+ (value >= divisor ? 1 : 0)
      return (start &+ quotient, value &- quotient &* divisor)
    }
    let (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? (start + quotient - 1, rest + divisor) : (start + quotient, rest)
  }

  @inline(never)
  private static func splitFar(_ value: Int128, _ divisor: Int, adding start: Int) -> (Int, Int) {
    let (quotient, rest) = value.quotientAndRemainder(dividingBy: Int128(divisor))
    return rest < 0
      ? (start + Int(quotient) - 1, Int(rest) + divisor) : (start + Int(quotient), Int(rest))
  }
}
