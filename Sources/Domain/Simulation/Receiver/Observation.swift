package import HuntDomain

/// A simulated receiver's report at one moment.
package enum Observation: Hashable, Sendable {
  /// A position.
  case fix(Fix)
  /// The receiver works and has no position; how many satellites it sees, where it says so.
  case nothing(satellitesSeen: Int?)

  /// The position, when there is one.
  package var fix: Fix? {
    if case .fix(let fix) = self { fix } else { nil }
  }
}
