package import Geodesy

/// A recorded player on the same hunt: where they were at each time, and when they found what.
///
/// A ghost is shown and raced against; its fixes and finds are never checked.
package struct Ghost: Hashable, Sendable {
  /// Characters of a name; longer ones are cut.
  package static let longestName = 24

  /// The player's name for it: `yesterday`, `Anna`.
  package let name: String
  /// Where the ghost was when.
  package let track: GhostTrack
  /// When each stage was found, since the track's start, the earliest first; each stage once.
  package let finds: [Find]

  /// One stage found.
  package struct Find: Hashable, Sendable {
    /// Time since the track's start.
    package let time: Duration
    /// The treasure's id.
    package let stage: String
  }

  /// Creates a ghost from a recording; in any order, with times from any clock that both lists share.
  ///
  /// - Parameters:
  ///   - points: where they were when; the earliest is the start.
  ///   - finds: when they found which stage, by its id, where that is known.
  package init(
    name: String, points: [(time: Duration, position: Coordinate)], finds: [(time: Duration, stage: String)] = []
  ) {
    self.name = String(name.prefix(Self.longestName))
    let start = points.map(\.time).min() ?? .zero
    track = GhostTrack(points, from: start)
    var stages: Set<String> = []
    self.finds = finds.sorted { ($0.time, $0.stage) < ($1.time, $1.stage) }
      .compactMap { find in
        guard let time = GhostTrack.milliseconds(find.time, since: start), stages.insert(find.stage).inserted else {
          return nil
        }
        return Find(time: .milliseconds(Int64(time)), stage: find.stage)
      }
  }
}

extension Wording {
  /// The gap to a ghost as text, behind if positive: `0:42 behind yesterday`, `level with Anna`.
  package static func gap(_ gap: Duration, to name: String) -> String {
    let seconds = (gap < .zero ? .zero - gap : gap).components.seconds
    if seconds == 0 { return "level with \(name)" }
    return "\(lap(seconds)) \(gap > .zero ? "behind" : "ahead of") \(name)"
  }

  /// Whole seconds as racers say them: `0:42`, `1:02:03`.
  private static func lap(_ seconds: Int64) -> String {
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let minutes = seconds / 60
    return minutes < 60
      ? "\(minutes):\(two(seconds % 60))" : "\(minutes / 60):\(two(minutes % 60)):\(two(seconds % 60))"
  }
}
