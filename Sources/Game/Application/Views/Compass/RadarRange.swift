/// How far the radar of the compass reaches.
package enum RadarRange: Int, Hashable, Sendable, CaseIterable {
  /// As far as the target is, or else the five nearest places, in a round number of metres.
  case automatic
  /// So many metres.
  case m50 = 50, m100 = 100, m200 = 200, m500 = 500, km1 = 1000, km2 = 2000

  /// Metres; `nil` for what the places around ask for.
  package var metres: Double? { self == .automatic ? nil : Double(rawValue) }

  /// The next wider range, and after the widest the automatic one.
  package var next: RadarRange { Self.allCases.first { $0.rawValue > rawValue } ?? .automatic }
}
