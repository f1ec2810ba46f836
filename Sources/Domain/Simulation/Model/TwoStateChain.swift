/// Something that is on or off for times that do not age: a continuous-time Markov chain of two states.
///
/// It is advanced from change to change, so the same chance gives the same changes whatever the steps between.
package struct TwoStateChain: Hashable, Sendable {
  /// Changes of both kinds, as a mean, that are followed one by one; beyond, what was before says nothing any more.
  private static let longestMemory = 500.0

  /// Whether it is on now.
  package private(set) var isOn: Bool
  private var changesAt: Double
  /// Mean seconds of a time off and a time on; infinite or 0 where it never changes.
  private let meanOff, meanOn: Double

  /// A chain that has run for ever.
  ///
  /// - Parameters:
  ///   - meanOff: mean seconds of a time off; infinite for what never begins.
  ///   - meanOn: mean seconds of a time on; 0 for what never lasts.
  ///   - now: the time to begin at, in seconds.
  package init(meanOff: Double, meanOn: Double, at now: Double, using chance: inout Chance) {
    (self.meanOff, self.meanOn) = (meanOff, meanOn)
    isOn = chance.uniform() < Self.share(meanOff: meanOff, meanOn: meanOn)
    changesAt = .infinity
    schedule(after: now, using: &chance)
  }

  /// The part of all time that such a chain is on.
  package static func share(meanOff: Double, meanOn: Double) -> Double {
    guard meanOn > 0, meanOff.isFinite else { return 0 }
    return meanOn / (meanOn + meanOff)
  }

  /// Makes the next change if it comes until `now`; returns whether there was one, and so may be another.
  package mutating func change(until now: Double, using chance: inout Chance) -> Bool {
    guard changesAt <= now else { return false }
    if now - changesAt > Self.longestMemory * (meanOff + meanOn) {
      self = TwoStateChain(meanOff: meanOff, meanOn: meanOn, at: now, using: &chance)
    } else {
      isOn.toggle()
      schedule(after: changesAt, using: &chance)
    }
    return true
  }

  private mutating func schedule(after time: Double, using chance: inout Chance) {
    guard meanOn > 0, meanOff.isFinite else { return changesAt = .infinity }
    changesAt = time + chance.exponential() * (isOn ? meanOn : meanOff)
  }
}
