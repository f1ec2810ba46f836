package import Geodesy
package import HuntDomain

/// How the game says numbers; one place, so that the map, the compass and the plain voice use the same words.
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

  /// Whole degrees: `45°`; 360 is 0.
  package static func degrees(_ bearing: Bearing) -> String { "\(Int(bearing.degrees.rounded()) % 360)°" }

  /// Whole seconds, minutes and hours: `12 s`, `3 min`, `2 h`.
  package static func age(_ duration: Duration) -> String {
    let seconds = max(0, duration.components.seconds)
    if seconds < 120 { return "\(seconds) s" }
    return seconds < 7200 ? "\(seconds / 60) min" : "\(seconds / 3600) h"
  }

  /// A running time: `07:12`, `1:02:03`.
  package static func clock(_ duration: Duration) -> String {
    let seconds = max(0, duration.components.seconds)
    let parts = [seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return (seconds >= 3600 ? ["\(seconds / 3600)"] + parts : parts).joined(separator: ":")
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

  /// The line about the sensor, the same in every view: `GPS 3D ±4 m`, `walker 3D`, `GPS lost 12 s`.
  package static func quality(_ nearby: Nearby, source: String) -> String {
    switch nearby.quality {
    case .starting: return "\(source) searching"
    case .live(let fix):
      let mode = fix.mode == .threeD ? "3D" : "2D"
      let accuracy = fix.accuracy.map { " ±\(distance($0))" } ?? ""
      let old = nearby.age >= .seconds(5) ? ", \(age(nearby.age)) old" : ""
      return "\(source) \(mode)\(accuracy)\(old)"
    case .searching(let satellites, let last):
      let seen = satellites.map { ", \($0) satellite\($0 == 1 ? "" : "s") in view" } ?? ""
      return last == nil ? "\(source) searching\(seen)" : "\(source) searching \(age(nearby.age))\(seen)"
    case .lost: return "\(source) lost \(age(nearby.age))"
    }
  }

  /// Why there is no present position, and what helps; nothing while there is one.
  package static func trouble(_ nearby: Nearby) -> String? {
    switch nearby.quality {
    case .starting, .live: nil
    case .searching: "The receiver sees too little of the sky; the game goes on when it has a position."
    case .lost(let reason, _): "No position: \(reason). The game goes on when it is back."
    }
  }

  /// Who says where the player looks, and how sure that is: `45° NE ±12° course`.
  package static func heading(_ heading: Heading?) -> String {
    guard let heading else { return "heading unknown: walk a few steps, or turn with a and d" }
    let sure = Int(heading.uncertainty.rounded())
    return "\(degrees(heading.bearing)) \(heading.bearing.compassPoint) ±\(sure)° \(heading.source.rawValue)"
  }
}
