import CommandKit
import Game
import Nearby
import WalkerLocation

/// The source that a game on a terminal listens to: at most one at a time; a closed one delivers no more updates.
struct SensorSubscription {
  private var tasks: [Task<Void, Never>] = []
  /// Counts what was opened and closed: what a closed source had said already may still be on its way.
  private var generation = 0
  /// The steering of the walker; `nil` if the player does not steer.
  private var wheel: SteeringWheel?
  private var walker: WalkerHold?

  /// Whether the source of that generation is the one that is open.
  func isOpen(_ generation: Int) -> Bool { generation == self.generation }

  /// Closes the source before, and hears what the sensors say, each time with the generation that says it.
  mutating func open(_ sensors: Sensors, hear: @escaping @Sendable (SessionEvent, _ generation: Int) -> Void) {
    close()
    (wheel, walker) = (sensors.wheel, sensors.hold)
    let generation = generation
    tasks.append(
      Task {
        for await update in sensors.location.updates() { hear(.location(update), generation) }
        hear(.locationEnded, generation)
      })
    guard let heading = sensors.heading else { return }
    tasks.append(Task { for await heading in heading.headings() { hear(.heading(heading), generation) } })
  }

  /// Drives the walker; any other source does not hear it.
  func steer(_ steering: Steering) { wheel?.turn(steering) }

  /// Lets a simulated walker wait, or go on; any other source does not hear it.
  func hold(_ isWaiting: Bool) { walker?.set(isWaiting) }

  /// Closes the open source, if there is one.
  mutating func close() {
    for task in tasks { task.cancel() }
    tasks = []
    (wheel, walker) = (nil, nil)
    generation += 1
  }
}

extension SourceChoice {
  /// The choice with `~/` of a typed path replaced by the home folder, as no shell has done it.
  var expanded: SourceChoice {
    guard case .trace(let path) = self else { return self }
    return .trace(path[...].expandingHome)
  }
}

extension Substring {
  /// A path with the player's home for a tilde at its beginning, as shells have it.
  var expandingHome: String {
    guard hasPrefix("~/"), let home = Environment.variables["HOME"] else { return String(self) }
    return home + dropFirst()
  }
}
