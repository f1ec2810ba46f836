internal import Geodesy
package import Numbers

/// What a receiver in a simulated player's hand reports: the truth, the truth with a tremble, or what a real receiver
/// would have made of it.
///
/// A value: the same errors, seed and truths give the same observations, in every build and on every thread.
///
/// ```swift
/// var receiver = SimulatedReceiver(.canyon, seed: 7)
/// let observation = receiver.observe(Truth(position: place, time: .seconds(1)))
/// ```
package struct SimulatedReceiver: Hashable, Sendable {
  /// A receiver that tells the truth.
  package static let perfect = SimulatedReceiver(.none, seed: 1)

  /// The civil time at the time zero of the truths, for a receiver that has not reported yet.
  ///
  /// `nil` for the morning of a summer day at the first true position, see ``SimulatedDay``.
  package var start: Timestamp? {
    get { clock.start }
    set { clock.start = newValue }
  }

  private var clock = ReceiverClock()
  /// Whether ``errors`` count; else only ``tremble`` does.
  ///
  /// Optional errors would be copied only to see whether there are any.
  private let hasModel: Bool
  private var errors: ReceiverErrors
  private var tremble: WhiteNoise

  /// A receiver without a memory: each axis of each position errs for itself.
  ///
  /// - Parameters:
  ///   - noise: deviation of the reported from the true position on each axis, in metres; 0 reports the truth, and so
  ///     does what is no number or negative.
  ///   - seed: chance of the noise.
  package init(noise: Double, seed: UInt64) {
    hasModel = false
    errors = ReceiverErrors(.openSky, seed: seed)
    tremble = WhiteNoise(deviation: noise, seed: seed)
  }

  /// A receiver that errs as `model` has it; what no receiver can do counts as the nearest that one can.
  package init(model: ErrorModel, seed: UInt64) {
    hasModel = true
    errors = ReceiverErrors(model.checked, seed: seed)
    tremble = WhiteNoise(deviation: 0, seed: seed)
  }

  /// A receiver in surroundings that have a name.
  package init(_ preset: ErrorPreset, seed: UInt64) {
    if let model = preset.model { self.init(model: model, seed: seed) } else { self.init(noise: 0, seed: seed) }
  }

  /// The report of one moment.
  ///
  /// Truths come in the order of their times; a time that lies before the one before counts as that one.
  package mutating func observe(_ truth: Truth) -> Observation {
    let time = clock.move(to: truth)
    guard hasModel else { return .fix(tremble.fix(of: truth, at: time, utc: clock.utc)) }
    return errors.observe(truth, at: time, utc: clock.utc, after: clock.seconds)
  }
}
