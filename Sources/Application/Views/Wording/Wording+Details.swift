package import Geodesy
internal import HuntDomain
package import Nearby

/// The position in detail.
extension Wording {
  /// The rows of the page about the position, the most important first.
  package static func details(
    _ nearby: NearbySnapshot, source: String, notation: CoordinateNotation = .decimal
  ) -> [PageScreen.Row] {
    let trouble = trouble(nearby).map { [PageScreen.Row(name: "Trouble", value: $0)] } ?? []
    let fix = nearby.quality.fix.map { details($0, age: nearby.age, notation: notation) } ?? []
    let rows = [PageScreen.Row(name: "Sensor", value: quality(nearby, source: source))] + trouble + fix
    return rows + [
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
