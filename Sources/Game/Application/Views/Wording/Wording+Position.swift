package import Geodesy
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
    // A source that never had a position cannot lose one.
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
    if nearby.isPlaceholder { return remark(.nullIsland) }
    switch nearby.quality {
    case .starting, .live: return nil
    case .searching(nil, _): return "There is no position yet; the game goes on when there is one."
    case .searching: return "The receiver sees too little of the sky; the game goes on when it has a position."
    case .lost(let reason, _): return "No position: \(reason). The game goes on when it is back."
    }
  }

  /// What the player should know about the receiver, in sentences.
  package static func remark(_ remark: ReceiverRemark) -> String {
    switch remark {
    case .follows(let receiver):
      "Positions come from \(receiver.name) now; there is also \(others(receiver)). \(choice(receiver))"
    case .nullIsland: "The receiver says 0° N 0° E: it may not know where it is."
    case .oldDate(let date):
      "The receiver's date is \("\(date)".prefix(10)): its count of weeks may have begun anew. The game goes on."
    }
  }

  /// What chooses one of several receivers.
  private static func choice(_ receiver: FollowedReceiver) -> String { "--from \(receiver.option) chooses one." }

  private static func others(_ receiver: FollowedReceiver) -> String {
    let named = receiver.others.prefix(3).joined(separator: ", ")
    return receiver.others.count > 3 ? "\(named) and \(receiver.others.count - 3) more" : named
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

extension Wording {
  /// The heading with its uncertainty and its source: `45° NE ±12° course`; if it is less certain than ±90°, what
  /// helps.
  package static func heading(_ heading: Heading?) -> String {
    guard let heading else { return "heading unknown: walk ten metres, or press o when you face a place" }
    let sure = Int(heading.uncertainty.rounded())
    let dispute = heading.dispute.map { ", \(Int($0.rounded()))° off your course" } ?? ""
    guard let direction = heading.direction else {
      return "heading unsure ±\(sure)°\(dispute): walk ten metres, or press o when you face a place"
    }
    return "\(degrees(direction)) \(direction.compassPoint) ±\(sure)° \(heading.source.rawValue)\(dispute)"
  }
}

/// The position in detail.
extension Wording {
  /// The rows of the page about the position, the most important first.
  package static func details(
    _ nearby: NearbySnapshot, source: String, notation: CoordinateNotation = .decimal
  ) -> [PageScreen.Row] {
    let trouble = trouble(nearby).map { [PageScreen.Row(name: "Trouble", value: $0)] } ?? []
    let fix = nearby.quality.fix.map { details($0, age: nearby.age, notation: notation) } ?? []
    let rows = [PageScreen.Row(name: "Sensor", value: quality(nearby, source: source))] + trouble + fix
    let receiver = nearby.receiver.map { receiver in
      let other = receiver.others.isEmpty ? "" : "; there is also \(others(receiver)). \(choice(receiver))"
      return PageScreen.Row(name: "Receiver", value: receiver.name + other)
    }
    return rows + [receiver].compactMap(\.self) + [
      PageScreen.Row(name: "Heading", value: heading(of: nearby)),
      PageScreen.Row(name: "Declination", value: nearby.declination.map(declination) ?? "not known"),
      PageScreen.Row(name: "Held", value: held(nearby.held)),
    ]
  }

  private static func details(_ fix: Fix, age: Duration, notation: CoordinateNotation) -> [PageScreen.Row] {
    [
      ("Mode", fix.mode == .threeD ? "3D, with altitude" : "2D, without altitude"),
      ("Satellites", satelliteWords(fix)), ("Accuracy", accuracy(fix)), ("Average", average(fix)),
      ("Age", Wording.age(age)), ("Speed", fix.speed.map(twoSpeeds) ?? unsaid),
      ("Course", fix.course.map { "\(degrees($0)) \($0.compassPoint)" } ?? unsaid),
      ("Altitude", fix.altitude.map { "\(Int((-99_999...999_999.0).clamp($0).rounded())) m above the sea" } ?? unsaid),
      ("Position", notation.text(of: fix.position)), ("Time", fix.utc.map { "\($0)" } ?? unsaid),
    ].map { PageScreen.Row(name: $0, value: $1) }
  }

  /// `45° NE ±12° course, heard 2 s ago`.
  private static func heading(of nearby: NearbySnapshot) -> String {
    guard let known = nearby.heading else { return "unknown" }
    return heading(known) + (nearby.headingAge.map { ", heard \(age($0)) ago" } ?? "")
  }

  /// `a compass points 4.3° east of north`.
  private static func declination(_ degrees: Double) -> String {
    let tenths = Int((min(180, abs(degrees)) * 10).rounded())
    return "a compass points \(tenths / 10).\(tenths % 10)° \(degrees < 0 ? "west" : "east") of north"
  }

  private static let unsaid = "not said"

  private static func satelliteWords(_ fix: Fix) -> String {
    let words = [used(by: fix).map { "\($0) used" }, fix.satellitesSeen.map { "\($0) seen" }]
    return words.contains { $0 != nil } ? words.compactMap(\.self).joined(separator: ", ") : unsaid
  }

  private static func accuracy(_ fix: Fix) -> String {
    guard let accuracy = fix.accuracy else { return unsaid }
    let source =
      switch fix.accuracySource {
      case .receiver: ", says the receiver"
      case .dilution: ", guessed from how the satellites stand"
      case .average: ", by averaging"
      case .simulation: ", as simulated"
      case nil: ""
      }
    return "±\(distance(accuracy))\(source)"
  }

  private static func average(_ fix: Fix) -> String {
    guard let averaged = fix.averaged else { return "none, this is a single fix" }
    return "of \(averaged.count) fixes, averaged over \(age(averaged.duration)) of standing still"
  }

  private static func twoSpeeds(_ metresPerSecond: Double) -> String {
    "\(speed(metresPerSecond)), \(Int(((0...9999.0).clamp(metresPerSecond) * 3.6).rounded())) km/h"
  }

  private static func held(_ held: NearbySnapshot.Held?) -> String {
    guard let held else { return "no fix was doubtful" }
    return "\(age(held.age)) ago: \(held.isWaiting ? Wording.held(held.fix) : doubt(held.fix.why))"
  }
}
