package import Numbers

/// How a hunt is meant to be played by many together, in an event; its organiser may decide otherwise.
package struct EventRules: Hashable, Sendable {
  /// Who gets points.
  package enum Scoring: String, Hashable, Sendable, CaseIterable {
    /// Each player alone.
    case players
    /// Each team; what one member finds counts once for all.
    case teams
  }

  /// Who gets points.
  package var scoring: Scoring
  /// When the waves start, in order; empty if all may start at any time.
  package var starts: [Timestamp]
  /// When it ends for all; `nil` for when the organiser closes it.
  package var ends: Timestamp?
  /// How long after the first find of a prize an earlier find by somebody offline can still win it.
  package var grace: Duration

  /// Creates rules.
  package init(
    scoring: Scoring = .players, starts: [Timestamp] = [], ends: Timestamp? = nil, grace: Duration = .zero
  ) {
    (self.scoring, self.starts, self.ends, self.grace) = (scoring, starts, ends, grace)
  }
}
