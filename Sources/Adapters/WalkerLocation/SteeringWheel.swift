package import HuntApplication
internal import Synchronization

/// Carries what the player asks for to every walk that is driven with it, from any thread.
package final class SteeringWheel: Sendable {
  private let asked = Mutex<[Steering]>([])

  /// A wheel that nobody has touched.
  package init() {}

  /// Notes a wish; a walk takes it at its next step.
  package func turn(_ steering: Steering) { asked.withLock { $0.append(steering) } }

  /// Everything that was asked for, oldest first; a walk remembers how much of it it has followed.
  var all: [Steering] { asked.withLock { $0 } }
}
