/// Everything that is known about the position, in words.
package struct DetailsScreen: Hashable, Sendable {
  /// One thing that is known, or not.
  package struct Row: Hashable, Sendable {
    /// One word: `Accuracy`.
    package let name: String
    /// Finished text: `±4 m, says the receiver`.
    package let value: String
  }

  /// The most telling first.
  package let rows: [Row]
  /// Lines that the player scrolled away; more than there are is as many as there are.
  package let scrolled: Int
}
