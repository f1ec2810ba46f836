package import Geodesy

/// Formats numbers and texts of the game; one place, so that the map, the compass and the plain voice use the same
/// words.
package enum Wording {
  /// Metres as a walker says them: `4 m`, `180 m`, `1.2 km`, `31 km`.
  package static func distance(_ metres: Double) -> String {
    guard metres.isFinite else { return "far" }
    let metres = min(max(0, metres), 1e9)
    if metres < 999.5 { return "\(Int(metres.rounded())) m" }
    if metres < 9_950 {
      let tenths = Int((metres / 100).rounded())
      return "\(tenths / 10).\(tenths % 10) km"
    }
    return "\(Int((metres / 1000).rounded())) km"
  }

  /// Metres per second over ground: `1.4 m/s`, `14 m/s`.
  package static func speed(_ metresPerSecond: Double) -> String {
    guard metresPerSecond.isFinite else { return "fast" }
    let speed = min(max(0, metresPerSecond), 1e6)
    let tenths = Int((speed * 10).rounded())
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10) m/s" : "\(Int(speed.rounded())) m/s"
  }

  /// Whole degrees: `45°`; 360 is 0.
  package static func degrees(_ bearing: Bearing) -> String { "\(Int(bearing.degrees.rounded()) % 360)°" }

  /// Whole seconds, minutes and hours: `12 s`, `3 min`, `2 h`; a wait is rounded up, so that the player is not early.
  package static func age(_ duration: Duration, up isWait: Bool = false) -> String {
    var seconds = max(0, duration.components.seconds)
    if isWait {
      if duration.components.attoseconds > 0 { seconds += 1 }
      if seconds >= 120 { seconds = (min(seconds, 1 << 40) + 59) / 60 * 60 }
    }
    if seconds < 120 { return "\(seconds) s" }
    return seconds < 7200 ? "\(seconds / 60) min" : "\(seconds / 3600) h"
  }

  /// A running time: `07:12`, `1:02:03`.
  package static func clock(_ duration: Duration) -> String {
    let seconds = max(0, duration.components.seconds)
    let parts = [seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return (seconds >= 3600 ? ["\(seconds / 3600)"] + parts : parts).joined(separator: ":")
  }

  /// The sentence that says how long the computer slept and that the playing time stood still.
  package static func slept(_ duration: Duration) -> String {
    "The computer was asleep for \(age(duration)); the time played stood still."
  }

  /// The direction of a turn on a clock face that the player stands in: `12 o'clock` is dead ahead.
  package static func clockFace(turn: Double) -> String {
    let hour = Int((Bearing(degrees: turn).degrees / 30).rounded()) % 12
    return "\(hour == 0 ? 12 : hour) o'clock"
  }

  /// A turn as an order: `straight ahead`, `turn right 40°`, `turn round`.
  package static func turn(_ degrees: Double) -> String {
    guard degrees.isFinite else { return "turn round" }
    let size = Int(min(180, abs(degrees)).rounded())
    if size <= 5 { return "straight ahead" }
    if size >= 160 { return "turn round" }
    return "turn \(degrees > 0 ? "right" : "left") \(size)°"
  }

  /// The eight winds in words: `north-east`.
  package static func wind(_ bearing: Bearing) -> String {
    let words = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"]
    return words[Int((bearing.degrees / 45).rounded()) % 8]
  }
}
