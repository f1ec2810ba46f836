internal import HuntDomain
internal import Places

/// What a radius does for a stage whose zone is too small for the receivers there, measured with players who have it.
package struct MeasuredRadius: Hashable, Sendable {
  /// The smallest radius that was tried with which few visits are missed and no more finds are false, in metres; `nil` if
  /// none was enough.
  package let radius: Double?
  /// Parts of the visits that are missed, and of the finds that are false, with ``radius``, or with the largest one that
  /// was tried.
  package let missed, falsely: Double
}

extension Trial {
  /// Part of all visits that may be missed with a radius that is advised.
  private static let mostMissed = 0.05
  /// Metres between two radii that are tried.
  private static let step = 10.0
  /// Metres of the largest radius that is tried: beyond it a stage is a district.
  static let largestRadius = 60.0
  /// Players with whom radii are tried.
  private static let mostTriers = 300

  /// Tries the radii that a result advises, and larger ones where they do not do what they are for.
  ///
  /// The result depends on the trial alone, and not on the number of threads.
  ///
  /// - Returns: by the stages of the hunt, from 0.
  package func measuredRadii(for result: TrialResult, threads: Int) async -> [Int: MeasuredRadius] {
    var tried: [Int: Double] = [:]
    for index in hunt.treasures.indices { tried[index] = TrialRemarks.advisedRadius(index, result) }
    var (open, measured) = (Set(tried.keys), [Int: MeasuredRadius]())
    while !open.isEmpty {
      let other = await with(tried, players: min(players, Self.mostTriers)).run(threads: threads)
      for index in open.sorted() {
        let (sum, before) = (other.stage(index), result.stage(index))
        let (missed, falsely) = (Self.part(sum.missed, sum.visits), Self.part(sum.enteredFalsely, sum.entered))
        let radius = tried[index] ?? 0
        let isGood = missed < Self.mostMissed && falsely <= Self.part(before.enteredFalsely, before.entered)
        measured[index] = MeasuredRadius(radius: isGood ? radius : nil, missed: missed, falsely: falsely)
        if isGood || radius + Self.step > Self.largestRadius {
          open.remove(index)
        } else {
          tried[index] = radius + Self.step
        }
      }
    }
    return measured
  }

  private static func part(_ some: Int, _ all: Int) -> Double { all > 0 ? Double(some) / Double(all) : 0 }

  /// A trial that differs from this one in radii and in the number of players.
  private func with(_ radii: [Int: Double], players: Int) -> Trial {
    Trial(
      hunt.with(radii: radii), players: players, seed: seed, strategy: strategy, start: start, ground: ground,
      patience: patience,
      shares: shares.values.flatMap(\.self), receiver: receiver)
  }
}
