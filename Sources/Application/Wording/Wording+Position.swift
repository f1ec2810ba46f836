internal import HuntDomain

extension Wording {
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
}
