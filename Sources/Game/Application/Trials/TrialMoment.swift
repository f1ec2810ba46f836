package import Geodesy
package import HuntDomain
package import Simulation

/// One moment of a player's game in a trial: what went into the game, and what came of it.
package struct TrialMoment: Hashable, Sendable {
  /// The input to the game at the moment.
  package enum Input: Hashable, Sendable {
    /// A report of the receiver.
    case report(Observation)
    /// An answer to the question of the treasure of an id.
    case answer(String, to: String)
    /// A hint of the treasure of an id is read.
    case hint(String)
    /// The treasure of an id is claimed.
    case claim(String)
  }

  /// Time played.
  package let time: Duration
  /// The true position of the player.
  package let truth: Coordinate
  /// What the receiver reported or the player did.
  package let input: Input
  /// What came of it by the rules; may be empty.
  package let events: [HuntEvent]
}

extension Trial {
  /// The whole game of one player, from 0, as it is in the trial.
  package func moments(of player: Int) -> [TrialMoment] {
    var tally = TrialTally(self)
    var run = TrialRun(self, player: player, isLogged: true)
    run.play(noting: &tally)
    return run.moments ?? []
  }
}
