/// An error that forgets itself: a first-order Gauss-Markov process of deviation 1 (Ornstein and Uhlenbeck, 1930).
///
/// Its correlation over `t` seconds is exp(-t/τ), whatever steps it is advanced in: the discretisation is exact.
package struct GaussMarkov: Hashable, Sendable {
  /// What a step of one length does to processes of one correlation time; worked out once for many steps.
  package struct Step: Hashable, Sendable {
    /// How much of the old value stays.
    package let memory: Double
    /// Deviation of what comes instead.
    package let innovation: Double

    /// The step of one length.
    ///
    /// - Parameters:
    ///   - seconds: length of the step, 0 or more.
    ///   - correlationTime: τ in seconds; 0 forgets at once, infinity never.
    package init(seconds: Double, correlationTime: Double) {
      memory =
        if seconds <= 0 { 1 } else if correlationTime > 0 { naturalExponential(-seconds / correlationTime) } else { 0 }
      innovation = max(0, 1 - memory * memory).squareRoot()
    }
  }

  private(set) var value: Double

  /// A process that has run for ever.
  init(using chance: inout Chance) { value = chance.deviate() }

  mutating func advance(_ step: Step, using chance: inout Chance) {
    value = step.memory * value + step.innovation * chance.deviate()
  }
}
