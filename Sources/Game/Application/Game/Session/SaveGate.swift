/// Holds back what others see and hear of a game until its events are saved: nothing is shown before it is saved.
///
/// The order is kept, and each effect keeps its time.
package struct SaveGate: Hashable, Sendable {
  /// An effect that was held back.
  package struct Held: Hashable, Sendable {
    /// The effect.
    package let effect: SessionEffect
    /// The session's time when it was wanted.
    package let time: Duration
  }

  /// Answers of saving that are still to come.
  private var unanswered = 0
  private var held: [Held] = []

  /// A gate that is open: nothing is being saved.
  package init() {}

  /// Whether all events are saved, so that a frame may be shown.
  package var isOpen: Bool { unanswered == 0 }

  /// Saving has begun: closes the gate until ``hasAnswered()`` was called once more.
  package mutating func waitForAnswer() { unanswered += 1 }

  /// Keeps an effect for later if the gate is closed; returns whether it does, and `false` if the effect is due now.
  package mutating func holdsBack(_ effect: SessionEffect, at time: Duration) -> Bool {
    guard !isOpen else { return false }
    held.append(Held(effect: effect, time: time))
    return true
  }

  /// Saving has answered, well or not; returns the effects that are due now, the first one first.
  package mutating func hasAnswered() -> [Held] {
    unanswered = max(0, unanswered - 1)
    return isOpen ? release() : []
  }

  /// Returns the effects that are held back, the first one first, and forgets them: for the end, where nobody waits.
  package mutating func release() -> [Held] {
    defer { held = [] }
    return held
  }
}
