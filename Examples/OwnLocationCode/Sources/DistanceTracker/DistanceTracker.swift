#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Adds up how far somebody walked, from the positions that a receiver reports.
///
/// It knows nothing of Trove.
public struct DistanceTracker {
  /// Metres so far.
  public private(set) var metres = 0.0
  /// Positions that were not believed.
  public private(set) var refused = 0
  /// Whether to believe every position and count every metre, as first versions do.
  private let isNaive: Bool
  private var last: (latitude: Double, longitude: Double, accuracy: Double, seconds: Double)?

  /// Creates a tracker that has seen nothing yet.
  public init(isNaive: Bool = false) { self.isNaive = isNaive }

  /// Takes a position in: degrees, metres of the error circle, seconds since the beginning.
  public mutating func receive(
    latitude: Double, longitude: Double, accuracy: Double?, seconds: Double
  ) {
    let accuracy = accuracy ?? 30
    guard let last else {
      self.last = (latitude, longitude, accuracy, seconds)
      return
    }
    let step = Self.metres(from: last.latitude, last.longitude, to: latitude, longitude)
    if !isNaive {
      // A step within three error circles is no movement yet: between houses receivers think too well of themselves.
      guard step > 3 * max(last.accuracy, accuracy) else { return }
      // Nobody on foot is as fast as that.
      guard step / max(1, seconds - last.seconds) < 4 else {
        refused += 1
        return
      }
    }
    metres += step
    self.last = (latitude, longitude, accuracy, seconds)
  }

  /// Good enough for steps: the Earth as a plane.
  private static func metres(from lat: Double, _ lon: Double, to lat2: Double, _ lon2: Double)
    -> Double
  {
    let perDegree = 111_195.0
    let (north, east) = ((lat2 - lat) * perDegree, (lon2 - lon) * perDegree * cos(lat * .pi / 180))
    return (north * north + east * east).squareRoot()
  }
}
