package import Geodesy
package import HuntDomain

/// Port: which places there are.
package protocol PointOfInterestSource: Sendable {
  /// The places within `metres` of `centre`, in any order; a source may return more. All there are when `metres` is
  /// infinite.
  ///
  /// Throws: ``PlacesUnavailable`` when the source cannot answer at all.
  func places(near centre: Coordinate, within metres: Double) async throws(PlacesUnavailable) -> [PointOfInterest]

  /// What is known of those places: at once what is held, then better as it comes; it ends when nothing better will.
  ///
  /// Never empty: who knows nothing says so, with the trouble. Each answer replaces the one before.
  func answers(near centre: Coordinate, within metres: Double) -> AsyncStream<PlacesAnswer>

  /// The same of the `count` nearest among those places that are of some kinds: none of these is missing where the
  /// last answer has no trouble, and a source may say more, of other kinds too.
  ///
  /// - Parameter kinds: nothing for all.
  func answers(
    nearest count: Int, to centre: Coordinate, within metres: Double, of kinds: Set<PlaceCategory>?
  ) -> AsyncStream<PlacesAnswer>
}

extension PointOfInterestSource {
  /// All there are, for a source that finds them no sooner.
  package func answers(
    nearest count: Int, to centre: Coordinate, within metres: Double, of kinds: Set<PlaceCategory>?
  ) -> AsyncStream<PlacesAnswer> { answers(near: centre, within: metres) }

  /// One answer, for a source that has everything at hand.
  package func answers(near centre: Coordinate, within metres: Double) -> AsyncStream<PlacesAnswer> {
    let (stream, continuation) = AsyncStream<PlacesAnswer>.makeStream()
    let work = Task {
      do throws(PlacesUnavailable) {
        continuation.yield(PlacesAnswer(try await places(near: centre, within: metres)))
      } catch {
        continuation.yield(PlacesAnswer([], trouble: error.description))
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in work.cancel() }
    return stream
  }
}

/// What a source says of the places somewhere, and how old that is.
package struct PlacesAnswer: Hashable, Sendable {
  package let places: [PointOfInterest]
  /// How long ago its service said this; nothing for what does not age, as a file of one's own.
  package let age: Duration?
  /// Who has to be named where the places are shown, one line each; sanitised.
  package let attribution: [String]
  /// Why this is not all, or not the newest, as a sentence for the player; nothing when all is well.
  package let trouble: String?
  /// Whether a better answer is on its way.
  package let isAwaitingBetter: Bool

  /// Creates an answer.
  package init(
    _ places: [PointOfInterest], age: Duration? = nil, attribution: [String] = [], trouble: String? = nil,
    isAwaitingBetter: Bool = false
  ) {
    self.places = places
    self.age = age
    self.attribution = attribution
    self.trouble = trouble
    self.isAwaitingBetter = isAwaitingBetter
  }
}

/// Why a source of places gave no answer, as text for the player.
package struct PlacesUnavailable: Error, Hashable, CustomStringConvertible {
  package let description: String

  /// Creates the error from a sentence that says what is wrong, where, and what to do.
  package init(_ description: String) { self.description = description }
}
