package import HuntDomain
package import Nearby

extension Wording {
  /// The line about the sensor, the same in every view: `GPS 3D ±4 m`, `walker 3D`, `GPS lost 12 s`, `GPS not there`.
  package static func quality(_ nearby: NearbySnapshot, source: String) -> String {
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
    // What never was there is not lost.
    case .lost(_, nil): return "\(source) not there"
    case .lost: return "\(source) lost \(age(nearby.age))"
    }
  }

  /// Longer versions of the line about the sensor, the longest first: `GPS 3D ±4 m 9/14, averaged over 40 s`.
  package static func longerQualities(_ nearby: NearbySnapshot, source: String) -> [String] {
    guard case .live(let fix) = nearby.quality, nearby.age < .seconds(5) else { return [] }
    let line = quality(nearby, source: source)
    let used = satellites(fix).map { " \($0)" } ?? ""
    let averaged = fix.averaged.map { ", averaged over \(age($0.duration))" } ?? ""
    return [line + used + averaged, line + averaged, line + used]
  }

  /// Satellites used and seen: `9/14`; `nil` if the receiver does not say.
  private static func satellites(_ fix: Fix) -> String? {
    switch (used(by: fix), fix.satellitesSeen) {
    case (let used?, let seen?): "\(used)/\(seen)"
    case (let used?, nil): "\(used)"
    case (nil, let seen?): "\(seen) in view"
    case (nil, nil): nil
    }
  }

  /// Satellites that a position is made from: none means that the receiver has not said yet which.
  package static func used(by fix: Fix) -> Int? { fix.satellitesUsed.flatMap { $0 > 0 ? $0 : nil } }

  /// Why there is no present position, and what helps; `nil` while there is one.
  package static func trouble(_ nearby: NearbySnapshot) -> String? {
    if let held = nearby.held, held.isWaiting { return "Not believed: \(self.held(held.fix))." }
    switch nearby.quality {
    case .starting, .live: return nil
    case .searching(nil, _): return "There is no position yet; the game goes on when there is one."
    case .searching: return "The receiver sees too little of the sky; the game goes on when it has a position."
    case .lost(let reason, _): return "No position: \(reason). The game goes on when it is back."
    }
  }

  /// Why a fix is held, and what it waits for: `82 m in 1 s is too far to be true; waiting for a second fix there`.
  package static func held(_ held: HeldFix) -> String {
    if case .inaccurate = held.why { return "\(doubt(held.why)); waiting for a better one" }
    let next = held.agreeing < ordinals.count ? "a \(ordinals[held.agreeing])" : "another"
    return "\(doubt(held.why)); waiting for \(next) fix there"
  }

  private static let ordinals = ["first", "second", "third", "fourth"]

  /// Why a fix was held: `82 m in 1 s is too far to be true`.
  package static func doubt(_ doubt: Doubt) -> String {
    switch doubt {
    case .jump(let metres, let seconds): "\(distance(metres)) in \(time(seconds)) is too far to be true"
    case .backwards(let seconds, let metres):
      "it is \(time(seconds)) older than the one before, \(distance(metres)) away"
    case .nullIsland(let metres):
      "latitude and longitude zero, \(distance(metres)) away, is what a receiver says that knows nothing"
    case .inaccurate(let accuracy): "±\(distance(accuracy)) is too vague"
    }
  }

  /// Seconds that may be less than one: `no time`, `0.2 s`, `12 s`, `3 min`.
  private static func time(_ seconds: Double) -> String {
    let seconds = min(max(0, seconds.isFinite ? seconds : 0), 1e9)
    let tenths = Int((seconds * 10).rounded())
    if tenths == 0 { return "no time" }
    return tenths < 10 ? "0.\(tenths) s" : age(.seconds(Int(seconds.rounded())))
  }
}
