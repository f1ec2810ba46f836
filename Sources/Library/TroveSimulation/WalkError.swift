/// Why a walk cannot be walked.
public enum WalkError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A place that is not on the Earth; the start is 0, and legs or places count from 1.
  case notOnEarth(number: Int, Coordinate)
  /// A number of a leg, or of the whole walk (0), is no number or out of range.
  case outOfRange(number: Int, what: String, value: Double, range: ClosedRange<Double>)
  /// Too few places for a line, or too many legs.
  case count(Int, limits: ClosedRange<Int>)

  /// The problem, and the allowed values.
  public var description: String {
    switch self {
    case .notOnEarth(let number, let place):
      "place \(number) (\(place)) is not on the Earth: latitudes go from -90 to 90, longitudes from -180 to 180"
    case .outOfRange(let number, let what, let value, let range):
      "\(number == 0 ? "the walk's" : "leg \(number)'s") \(what) is \(value); it goes from \(range.lowerBound) to "
        + "\(range.upperBound)"
    case .count(let count, let limits):
      "\(count) places or legs; a walk has \(limits.lowerBound) to \(limits.upperBound)"
    }
  }
}
