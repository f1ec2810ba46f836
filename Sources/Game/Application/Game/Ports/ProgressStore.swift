package import HuntDomain

/// Port: where progress is kept, one game at a time.
///
/// What ``append(_:)`` has returned from survives whatever happens to the program and the computer.
package protocol ProgressStore: Sendable {
  /// Saves events, after all that were saved before.
  ///
  /// Throws: ``ProgressNotSaved``; then none of them is saved, and they may be given again.
  func append(_ events: [HuntEvent]) throws(ProgressNotSaved)
}

/// Why progress is not saved, as text for the player: what is wrong, where, and what to do.
package struct ProgressNotSaved: Error, Hashable, CustomStringConvertible {
  package let description: String

  /// Creates the error from a sentence.
  package init(_ description: String) { self.description = description }
}
