import Game
import MapTiles
import Views

/// Finds routes on the streets of the game's map while the game goes on: one at a time, and of those that are asked for
/// meanwhile the latest.
struct RouteFinder {
  private let streets: StreetRoutes
  private var isFinding = false
  private var next: RouteQuestion?
  private var task: Task<Void, Never>?

  /// Finds routes on tiles; without them on a map that is read as a whole.
  init(_ map: BaseMap, _ tiles: (any MapTiles)?) { streets = StreetRoutes(map, tiles) }

  /// Finds a route, now or after the present one; `hear` is told as the session is, and has to call ``ended(hear:)``.
  mutating func find(_ question: RouteQuestion, hear: @escaping @Sendable (SessionEvent) -> Void) {
    guard !isFinding else { return next = question }
    isFinding = true
    task = Task(priority: .utility) { [streets] in
      let line = await streets.line(from: question.start, to: question.goal)
      if !Task.isCancelled { hear(.route(line, to: question.target)) }
    }
  }

  /// The route that was asked for is heard of: goes on with the next one.
  mutating func ended(hear: @escaping @Sendable (SessionEvent) -> Void) {
    isFinding = false
    if let question = next.take() { find(question, hear: hear) }
  }

  /// Stops delivering routes.
  mutating func close() { task?.cancel() }
}
