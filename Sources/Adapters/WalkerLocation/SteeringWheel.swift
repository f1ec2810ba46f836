package import Geodesy
internal import Locking
package import Nearby
package import Simulation

/// Carries what the player asks for to every walk that is driven with it, from any thread.
///
/// It keeps what all wishes come to, not the wishes: it never grows, and a walk that begins late looks and goes as
/// the others do.
package final class SteeringWheel: Sendable {
  /// What was asked for so far, in sum.
  package struct Position: Hashable, Sendable {
    /// Where the walker looks, and goes to.
    package var looking: Bearing
    package var gait = Gait.stand
    /// How they went before they stood.
    private var latest = Gait.walk

    init(looking bearing: Bearing) { looking = bearing }

    /// Follows one more wish; a turn that is no number is none.
    mutating func follow(_ steering: Steering) {
      switch steering {
      case .turn(let degrees):
        guard degrees.isFinite else { return }
        looking = Bearing(degrees: looking.degrees + degrees.truncatingRemainder(dividingBy: 360))
      case .faster: gait = gait.faster
      case .slower: gait = gait.slower
      case .go: if gait == .stand { gait = latest }
      case .halt: gait = .stand
      }
      if gait != .stand { latest = gait }
    }
  }

  private let state: Guarded<Position>

  /// A wheel that nobody has touched: the walker stands, and looks toward `bearing`.
  package init(looking bearing: Bearing = .north) { state = Guarded(Position(looking: bearing)) }

  /// Notes a wish; every walk follows it at its next step.
  package func turn(_ steering: Steering) { state.withLock { $0.follow(steering) } }

  /// How the wheel stands now.
  package var position: Position { state.withLock { $0 } }
}
