internal import Simulation

/// A simulated receiver: its errors, its reporting interval, and its faults.
public struct Receiver: Hashable, Sendable {
  private enum Errors: Hashable, Sendable {
    case surroundings(Surroundings)
    case noise(metres: Double)
  }

  private let errors: Errors
  /// Chance of the errors: the same seed gives the same errors, in every build and on every machine.
  public let seed: UInt64
  /// Time between two reports, `10 ms ... 1 h`.
  public let interval: Duration
  /// The faults, and when they occur.
  public let faults: Faults

  /// A receiver that tells the truth once a second.
  public static let perfect = Receiver(in: .none)

  /// A receiver that errs as receivers do in those surroundings.
  public init(
    in surroundings: Surroundings, seed: UInt64 = 1, every interval: Duration = .seconds(1),
    faults: Faults = .none
  ) {
    (errors, self.seed, self.interval, self.faults) = (
      .surroundings(surroundings), seed, interval, faults
    )
  }

  /// A receiver whose reports each err for themselves.
  ///
  /// - Parameter metres: deviation of the reported from the true position on each axis; 0 reports the truth, and so
  ///   does what is no number or negative.
  public init(
    noise metres: Double, seed: UInt64 = 1, every interval: Duration = .seconds(1),
    faults: Faults = .none
  ) {
    (errors, self.seed, self.interval, self.faults) = (
      .noise(metres: metres), seed, interval, faults
    )
  }

  var simulated: SimulatedReceiver {
    switch errors {
    case .surroundings(let surroundings): SimulatedReceiver(surroundings.preset, seed: seed)
    case .noise(let metres): SimulatedReceiver(noise: metres, seed: seed)
    }
  }
}
