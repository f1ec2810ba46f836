package import Geodesy
package import HuntDomain

/// A source of positions.
package enum SourceChoice: Hashable, Sendable {
  /// A gpsd, named `[host[:port[:device]]]` as gps tools do.
  case gpsd(String)
  /// A recording, by the path of its file.
  case trace(String)
  /// The recording that belongs to the hunt.
  case huntTrace
  /// A simulated walker with its seed.
  case walker(seed: UInt64)
  /// A walker whom the player drives; where it starts; `nil` for where the player is, and without a player near
  /// the first treasure.
  case steer(from: Coordinate?)

  /// The sensor's name in the line about it.
  package var label: String {
    switch self {
    case .gpsd: "GPS"
    case .trace, .huntTrace: "trace"
    case .walker: "walker"
    case .steer: "steered"
    }
  }

  /// Whether the player's keys drive it.
  package var isSteered: Bool {
    if case .steer = self { true } else { false }
  }
}

/// The state at which a source takes over a game under way: a simulated player goes on where the real one stands.
package struct Standpoint: Hashable, Sendable {
  /// The last known position.
  package let position: Coordinate?
  package let looking: Bearing?
  /// The treasures that are left to find, as a hunt; the whole hunt if none is left.
  package let hunt: Hunt

  /// Creates a standpoint.
  package init(position: Coordinate?, looking: Bearing?, hunt: Hunt) {
    self.position = position
    self.looking = looking
    self.hunt = hunt
  }
}
