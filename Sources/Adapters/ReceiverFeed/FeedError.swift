internal import Glibc

/// Why a walk cannot be served as a receiver, as a sentence for the player.
package struct FeedError: Error, Hashable, CustomStringConvertible {
  package let description: String

  /// Creates an error from a finished sentence.
  package init(_ description: String) { self.description = description }

  /// What was tried, and what the system says to that.
  static func system(_ what: String, _ number: CInt) -> FeedError {
    FeedError("\(what) (\(String(cString: strerror(number)).lowercased())).")
  }
}
