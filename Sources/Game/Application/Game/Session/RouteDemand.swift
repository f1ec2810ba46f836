package import Geodesy

/// A route that is asked for.
package struct RouteQuestion: Hashable, Sendable {
  /// Where the player is.
  package let start: Coordinate
  /// Where the target lies.
  package let goal: Coordinate
  /// The id of the target.
  package let target: String

  /// Asks for the route from `start` to `goal`, where the target of an id lies.
  package init(from start: Coordinate, to goal: Coordinate, target: String) {
    (self.start, self.goal, self.target) = (start, goal, target)
  }
}

/// The route to the target, and when to ask for another one: for a new target, and when the player has left the route.
struct RouteDemand: Sendable {
  /// Metres from the route at which the player has left it; more if the position is less accurate.
  private static let corridor = 30.0
  /// Metres after which a route is asked for again where none was found.
  private static let retry = 500.0
  /// The least time between two questions: positions that jump must not keep a processor busy.
  private static let pause = Duration.seconds(10)

  /// The last question, and when it was asked.
  private var asked: (question: RouteQuestion, time: Duration)?
  /// Where the player was when the line was compared with it last.
  private var compared: Coordinate?
  /// The line to the target, from where the player was when it was asked for; empty if none is known.
  private(set) var line: [Coordinate] = []

  /// The question to ask for a player at `position`; `nil` while the route that is known, or being found, will do.
  ///
  /// - Parameter accuracy: metres that the position may be wrong by.
  mutating func question(
    from position: Coordinate, accuracy: Double, to goal: Coordinate, target: String, at now: Duration
  ) -> RouteQuestion? {
    let question = RouteQuestion(from: position, to: goal, target: target)
    if let asked, asked.question.target == target, asked.question.goal == goal {
      guard now - asked.time >= Self.pause, position != compared else { return nil }
      compared = position
      guard hasLeft(asked.question.start, position, accuracy) else { return nil }
    } else {
      line = []
    }
    asked = (question, now)
    return question
  }

  /// Takes an answer; one for another target comes too late.
  mutating func receive(_ line: [Coordinate], to target: String) {
    guard asked?.question.target == target else { return }
    self.line = line
  }

  /// What is left of the line for a player at `position`, who is its first point; empty if none is known.
  func rest(from position: Coordinate) -> [Coordinate] {
    guard line.count > 1 else { return [] }
    let segments = segments(around: position)
    let here = TangentPlane.Point(east: 0, north: 0)
    // Where the line passes a place twice, what is left from the later time on.
    let nearest = segments.indices.min { one, other in
      (segments[one].distance(to: here), -one) < (segments[other].distance(to: here), -other)
    }
    return [position] + line.dropFirst((nearest ?? 0) + 1)
  }

  /// The parts of the line on a plane whose origin is `position`; empty where a part of it lies beyond the horizon.
  private func segments(around position: Coordinate) -> [PlaneSegment] {
    let plane = TangentPlane(at: position)
    let points = line.compactMap { plane.point(of: $0) }
    guard points.count == line.count else { return [] }
    return zip(points, points.dropFirst()).map { PlaneSegment(start: $0, end: $1) }
  }

  private func hasLeft(_ start: Coordinate, _ position: Coordinate, _ accuracy: Double) -> Bool {
    guard line.count > 1 else { return start.distance(to: position) > Self.retry }
    let reach = max(Self.corridor, accuracy)
    return !segments(around: position).contains { $0.distance(to: TangentPlane.Point(east: 0, north: 0)) <= reach }
  }
}
