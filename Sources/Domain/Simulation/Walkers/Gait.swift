/// The speed levels of a steered walker, from standing still to driving.
package enum Gait: Int, Hashable, Sendable, CaseIterable {
  case stand, stroll, walk, jog, cycle, drive

  /// Metres per second over ground; the last is a car's 50 km/h.
  package var speed: Double {
    switch self {
    case .stand: 0
    case .stroll: 0.7
    case .walk: 1.4
    case .jog: 2.8
    case .cycle: 5.5
    case .drive: 13.9
    }
  }

  /// The next faster one; the fastest stays.
  package var faster: Gait { Gait(rawValue: rawValue + 1) ?? self }

  /// The next slower gait; standing stays standing.
  package var slower: Gait { Gait(rawValue: rawValue - 1) ?? self }
}
