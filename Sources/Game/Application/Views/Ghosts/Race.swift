package import Geodesy

/// The player and the ghosts, all started at the same time: where the ghosts are now, and how far ahead or behind.
///
/// The race begins with the player's first position, as a recording does. Times are time played.
package struct Race: Hashable, Sendable {
  /// The most ghosts that run at once; more could not be told apart, and are left out.
  package static let mostGhosts = 9

  private var runners: [Runner]
  private var start: Duration?

  /// One ghost in the race.
  private struct Runner: Hashable, Sendable {
    let ghost: Ghost
    let letter: Character
    /// The finds that this hunt knows.
    let finds: [Duration]
    /// When the ghost was where the player is now; `nil` if the player is beside its track.
    var along: Duration?
    /// The ghost's time at the last place of the player that lay on its track.
    var last = Duration.zero
    /// By how much later than the ghost the player came there; `nil` until it is known.
    var gap: Duration?
  }

  /// A ghost as the map shows it.
  package struct Place: Hashable, Sendable {
    /// What the ghost is drawn as; no other ghost of the race has it.
    package let letter: Character
    /// The ghost's name, for the legend.
    package let name: String
    /// Where the ghost is at that time.
    package let position: Coordinate
  }

  /// A race through the stages with these ids; it began before, when the game goes on.
  package init(_ ghosts: [Ghost] = [], stages: Set<String> = [], began: Duration? = nil) {
    var letters = Set<Character>()
    runners = ghosts.prefix(Self.mostGhosts).map { ghost in
      let letter = Self.letter(of: ghost.name, besides: letters)
      letters.insert(letter)
      return Runner(
        ghost: ghost, letter: letter, finds: ghost.finds.filter { stages.contains($0.stage) }.map(\.time))
    }
    start = began
  }

  /// The letter that a name begins with, if no other ghost has it; `N` is north on a map, and `X` marks the spot.
  private static func letter(of name: String, besides taken: Set<Character>) -> Character {
    let free = "ABCDEFGHIJKLMOPQRSTUVWYZ".filter { !taken.contains($0) }
    let first = name.first { $0.isLetter }?.uppercased().first
    return free.first { $0 == first } ?? free.first ?? "?"
  }

  /// The player is at a place.
  package mutating func note(_ position: Coordinate, at time: Duration) {
    guard !runners.isEmpty else { return }
    let start = start ?? time
    self.start = start
    for index in runners.indices {
      let along = runners[index].ghost.track.time(nearest: position, after: runners[index].last)
      runners[index].along = along
      guard let along else { continue }
      runners[index].last = along
      runners[index].gap = time - start - along
    }
  }

  /// The places of the ghosts at `time`; at their starts until the race begins.
  package func places(at time: Duration) -> [Place] {
    let passed = start.map { time - $0 } ?? .zero
    return runners.compactMap { runner in
      runner.ghost.track.position(at: passed).map {
        Place(letter: runner.letter, name: runner.ghost.name, position: $0)
      }
    }
  }

  // MARK: - Standings

  /// By how much the player is behind each ghost, in their order; negative ahead, `nil` if that is not known.
  ///
  /// By the player's last find, if the ghost's is known too, or else by when the ghost was where the player is; never
  /// less than the ghost is waiting with its next find.
  ///
  /// - Parameter finds: when the player found each stage, the earliest first.
  package func gaps(finds: [Duration], at time: Duration) -> [Duration?] {
    guard let start else { return runners.map { _ in nil } }
    return runners.map { runner in
      let known = min(finds.count, runner.finds.count)
      let found: Duration? =
        known == finds.count && known > 0 ? finds[known - 1] - start - runner.finds[known - 1] : nil
      guard let gap = found ?? runner.gap else { return waiting(runner, finds.count, time - start) }
      return max(gap, waiting(runner, finds.count, time - start) ?? gap)
    }
  }

  /// The time since the ghost found the player's next treasure; `nil` until it has.
  private func waiting(_ runner: Runner, _ count: Int, _ passed: Duration) -> Duration? {
    guard count < runner.finds.count, passed > runner.finds[count] else { return nil }
    return passed - runner.finds[count]
  }

  /// How the race stands: `You are 0:42 behind yesterday and 1:05 ahead of Anna.`; `nil` if nothing is known.
  package func sentence(finds: [Duration], at time: Duration) -> String? {
    let parts = zip(runners, gaps(finds: finds, at: time)).compactMap { runner, gap in
      gap.map { Wording.gap($0, to: runner.ghost.name) }
    }
    guard let last = parts.last else { return nil }
    let first = parts.dropLast().joined(separator: ", ")
    return "You are \(first.isEmpty ? last : "\(first) and \(last)")."
  }
}
