/// One part of a walk.
public enum Leg: Hashable, Sendable {
  /// Goes straight to a place; `speed` in metres per second, in `0.01 ... 10_000`.
  case walk(to: Coordinate, speed: Double = Leg.pace)
  /// Goes `metres` (`0 ... 1_000_000`) in a direction, in degrees clockwise from true north.
  case go(metres: Double, toward: Double, speed: Double = Leg.pace)
  /// Stands still, for at most 1000 hours.
  case wait(Duration)

  /// Mean speed of people on level ground, in metres per second (Weidmann, "Transporttechnik der Fussgänger", 1993).
  public static let pace = 1.34
}
