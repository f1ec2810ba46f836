/// How long a player's program rests before it sends claims and asks for rulings again.
package struct ClaimPace: Sendable {
  /// How long a ruling may take until the referee is asked; each time twice as long, up to four times.
  private static let asking = Duration.seconds(1), longest = 4
  /// How often the event is asked whether it still can be reached.
  private static let resting = Duration.seconds(10)
  /// How often the event is asked whether it can be reached again.
  package static let retrying = Duration.seconds(1)

  private var patience = 1

  /// The pace of a program that has not sent anything.
  package init() {}

  /// The event was reached; returns how long to rest.
  ///
  /// - Parameters:
  ///   - hasNews: whether rulings came.
  ///   - isDone: whether everything is sent and decided.
  package mutating func reach(hasNews: Bool, isDone: Bool) -> Duration {
    if isDone || hasNews { patience = 1 }
    guard !isDone else { return Self.resting }
    defer { patience = min(2 * patience, Self.longest) }
    return Self.asking * patience
  }
}
