internal import Geodesy

/// A straight way in progress, a second at a time.
struct Stride: Sendable {
  private var scale = GroundScale()
  private(set) var bearing: Bearing?
  private var sine = 0.0
  private var cosine = 1.0
  /// Metres to go.
  private(set) var left = 0.0

  /// Starts a stride of `metres` toward `bearing`.
  mutating func begin(_ metres: Double, toward bearing: Bearing) {
    (sine, cosine) = Angle.sineAndCosine(degrees: bearing.degrees)
    self.bearing = bearing
    left = metres
  }

  /// Stands still.
  mutating func stop() { left = 0 }

  /// Goes `speed` metres further, or what is left; returns how many metres that was.
  mutating func take(_ speed: Double, from position: inout Coordinate) -> Double {
    let step = min(speed, left)
    guard step > 0 else { return 0 }
    left -= step
    position = scale.place(at: .init(east: step * sine, north: step * cosine), from: position)
    return step
  }
}
