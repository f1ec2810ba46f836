import CommandKit
import Game
import Geodesy
import Nearby
import Places

/// Asks sources of places while the game goes on.
struct PlaceAsker {
  private let sources: [any PointOfInterestSource]
  private var tasks: [PlacesQuestion.Focus: [Task<Void, Never>]] = [:]

  init(_ sources: [any PointOfInterestSource]) { self.sources = sources }

  /// Asks all of them, and hears what each says as the session is told it; of what was asked before around the same
  /// nothing is heard.
  mutating func ask(_ question: PlacesQuestion, hear: @escaping @Sendable (SessionEvent) -> Void) {
    for task in tasks[question.focus] ?? [] { task.cancel() }
    tasks[question.focus] = sources.enumerated().map { index, source in
      Task(priority: .utility) {
        for await answer in source.answers(near: question.centre, within: question.metres) where !Task.isCancelled {
          hear(.places(answer, source: index + 1, around: question.focus))
        }
      }
    }
  }

  /// Stops delivering answers.
  mutating func close() {
    for task in tasks.values.joined() { task.cancel() }
    tasks = [:]
  }
}

/// The final answers of several sources about the places in an area.
struct KnownPlaces {
  let pool: PlacePool

  /// Asks all sources at once for the places within `metres` of `centre`, or for the `count` nearest of them.
  init(
    of sources: [any PointOfInterestSource], near centre: Coordinate, within metres: Double, nearest count: Int = .max,
    of kinds: Set<PlaceCategory>? = nil
  ) async {
    pool = await NearestPlaces(count, to: centre, within: metres, of: kinds).pool(of: sources)
  }

  /// The places; what went wrong is written to standard error.
  ///
  /// Throws: if it went so wrong that there are none.
  func places() throws(CommandFailure) -> [PointOfInterest] {
    if pool.places.isEmpty, let last = pool.troubles.last {
      for trouble in pool.troubles.dropLast() { Output.error(trouble) }
      throw CommandFailure(last, .unavailable)
    }
    for trouble in pool.troubles { Output.error(trouble) }
    return pool.places
  }
}
