package import Geodesy
package import Places

/// Port: which places there are.
package protocol PointOfInterestSource: Sendable {
  /// The places within `metres` of `centre`, in any order; a source may return more. All there are when `metres` is
  /// infinite.
  ///
  /// Throws: ``PlacesUnavailable`` when the source cannot answer at all.
  func places(near centre: Coordinate, within metres: Double) async throws(PlacesUnavailable) -> [PointOfInterest]

  /// Streams answers with the places near `centre`: at once those held, then better ones; ends with the best.
  ///
  /// The stream is never empty: a source without places sends an answer with its trouble. Each answer replaces the one
  /// before.
  func answers(near centre: Coordinate, within metres: Double) -> AsyncStream<PlacesAnswer>

  /// Streams answers with the `count` nearest places of some kinds. If the last answer has no trouble, none of these is
  /// missing; a source may return more places, of other kinds too.
  ///
  /// - Parameter kinds: `nil` for all.
  func answers(
    nearest count: Int, to centre: Coordinate, within metres: Double, of kinds: Set<PlaceCategory>?
  ) -> AsyncStream<PlacesAnswer>
}

extension PointOfInterestSource {
  /// Streams all places near, for a source that cannot find the nearest of some kinds faster.
  package func answers(
    nearest count: Int, to centre: Coordinate, within metres: Double, of kinds: Set<PlaceCategory>?
  ) -> AsyncStream<PlacesAnswer> { answers(near: centre, within: metres) }

  /// Streams a single answer, for a source that has everything at hand.
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

/// A source's answer: the places in an area, and their age.
package struct PlacesAnswer: Hashable, Sendable {
  /// The places, in any order; they may lie beyond the area that was asked for.
  package let places: [PointOfInterest]
  /// Time since its service gave this answer; `nil` if it does not age, such as a local file.
  package let age: Duration?
  /// The attributions to show with the places, one line each; sanitised.
  package let attribution: [String]
  /// Why this is not all, or not the newest, as a sentence for the player; `nil` if all is well.
  package let trouble: String?
  /// Whether a better answer is on its way.
  package let isAwaitingBetter: Bool
  /// The service that gives it, as players know it: host and port; `nil` for what is at hand.
  package let service: String?

  /// Creates an answer.
  package init(
    _ places: [PointOfInterest], age: Duration? = nil, attribution: [String] = [], trouble: String? = nil,
    isAwaitingBetter: Bool = false, service: String? = nil
  ) {
    self.places = places
    self.age = age
    self.attribution = attribution
    self.trouble = trouble
    self.isAwaitingBetter = isAwaitingBetter
    self.service = service
  }
}

/// Why a source of places gave no answer, as text for the player.
package struct PlacesUnavailable: Error, Hashable, CustomStringConvertible {
  package let description: String

  /// Creates the error from a sentence that says what is wrong, where, and what to do.
  package init(_ description: String) { self.description = description }
}
