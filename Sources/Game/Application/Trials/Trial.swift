package import Geodesy
package import HuntDomain
internal import Numbers
internal import Places
package import Simulation
package import Streets

/// A trial of a hunt with many simulated players.
package struct Trial: Sendable {
  /// Players that a trial may have.
  package static let mostPlayers = 100_000
  /// Seconds after which a player stops, whatever happens: a long day.
  package static let longest = 8 * 3600

  /// The hunt that is tried.
  package let hunt: Hunt
  /// How many players try it; at least 1.
  package let players: Int
  /// Decides all that is left to chance; equal trials with equal seeds have equal results.
  package let seed: UInt64
  /// The strategy of all players; `nil` for a mixture.
  package let strategy: Strategy?
  /// Where the players begin; `nil` for some 60 metres from the first treasure, in any direction.
  package let start: Coordinate?
  /// Where the players can walk.
  package let ground: WalkingGround
  /// Seconds without a find after which a player gives up, about: each is a little different.
  package let patience: Int
  /// How many players choose which option; the others choose among the other right ones, each as likely.
  let shares: [String: [ChoiceShare]]
  /// Creates a player's receiver from a seed.
  let receiver: @Sendable (UInt64) -> SimulatedReceiver
  /// The civil time at which all players begin.
  let startTime: Timestamp

  /// A trial; numbers out of their range count as the nearest in it.
  package init(
    _ hunt: Hunt, players: Int, seed: UInt64, strategy: Strategy? = nil, start: Coordinate? = nil,
    ground: WalkingGround = .open, patience: Int = 1800, shares: [ChoiceShare] = [],
    receiver: @escaping @Sendable (UInt64) -> SimulatedReceiver
  ) {
    self.hunt = hunt
    self.players = min(Self.mostPlayers, max(1, players))
    (self.seed, self.strategy, self.start, self.ground) = (seed, strategy, start, ground)
    self.patience = min(Self.longest, max(60, patience))
    self.shares = Dictionary(grouping: shares, by: \.stage)
    self.receiver = receiver
    startTime = receiver(seed).start ?? SimulatedDay.morning(at: start ?? hunt.treasures[0].place.position)
  }

  /// Lets all players play, on `threads` at once.
  ///
  /// What comes out does not depend on the number of threads: each player has chance of their own, and the players are
  /// counted in the order of their numbers.
  ///
  /// - Parameter note: told now and then how many players are through; called on one task, in any order of the players.
  package func run(threads: Int, note: (_ players: Int) -> Void = { _ in }) async -> TrialResult {
    let batch = max(1, min(16, players / (4 * max(1, threads))))
    let starts = Array(stride(from: 0, to: players, by: batch))
    var total = TrialTally(self)
    // What is through before its turn waits; the rest is added at once, so that a great crowd needs little memory.
    var waiting: [Int: TrialTally] = [:]
    await withTaskGroup(of: (Int, TrialTally).self) { group in
      var next = starts[...]
      var turn = starts[...]
      func add(_ group: inout TaskGroup<(Int, TrialTally)>) {
        guard let first = next.popFirst() else { return }
        group.addTask { (first, tally(of: first..<min(players, first + batch))) }
      }
      for _ in 0..<max(1, threads) { add(&group) }
      var done = 0
      for await (first, tally) in group {
        guard !Task.isCancelled else { break }
        waiting[first] = tally
        while let first = turn.first, let tally = waiting.removeValue(forKey: first) {
          total.add(tally)
          turn.removeFirst()
        }
        done += tally.records.count
        note(done)
        add(&group)
      }
    }
    return TrialResult(self, total)
  }

  /// Lets some players play, one after the other.
  func tally(of players: Range<Int>) -> TrialTally {
    var tally = TrialTally(self)
    for number in players where !Task.isCancelled {
      var run = TrialRun(self, player: number)
      run.play(noting: &tally)
    }
    return tally
  }
}
