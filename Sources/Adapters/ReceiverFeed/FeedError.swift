/// Why a walk cannot be served as a receiver, as a sentence for the player.
package struct FeedError: Error, Hashable, CustomStringConvertible {
  package let description: String

  /// Creates an error from a finished sentence.
  package init(_ description: String) { self.description = description }
}
