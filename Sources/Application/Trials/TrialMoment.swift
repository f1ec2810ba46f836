package import Geodesy
package import HuntDomain
package import Simulation

/// One moment of a player's game in a trial: what went into the game, and what came of it.
package struct TrialMoment: Hashable, Sendable {
  /// The input to the game at the moment.
  package enum Input: Hashable, Sendable {
    case report(Observation)
    case answer(String, to: String)
    case hint(String)
    case claim(String)
  }

  /// Time played.
  package let time: Duration
  /// The true position of the player.
  package let truth: Coordinate
  package let input: Input
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
