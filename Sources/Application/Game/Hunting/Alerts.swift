/// Two distances at which the player is alerted on the way to a treasure, once each.
package struct Alerts: Hashable, Sendable {
  /// Metres, the nearest first.
  static let distances = [30.0, 100]

  /// The distance to each treasure when it was last looked at.
  private var last: [String: Double] = [:]
  private var told: [String: Set<Double>] = [:]

  /// Creates alerts of which none has been given.
  package init() {}

  /// The distance that was crossed since the last call, coming nearer; `nil` if the player began inside or was alerted
  /// before.
  package mutating func crossed(to id: String, distance: Double) -> Double? {
    guard distance.isFinite else { return nil }
    defer { last[id] = distance }
    guard let before = last[id] else { return nil }
    let crossed = Self.distances.filter { before > $0 && distance <= $0 }
    let news = crossed.first { told[id]?.contains($0) != true }
    told[id, default: []].formUnion(crossed)
    return news
  }
}
