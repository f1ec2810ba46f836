package import Numbers

/// Port: plays what a player's pieces prove through the rules of the hunt, one piece after the other.
package protocol ProofJudge: Sendable {
  /// Takes the next piece of the player's session; returns what was found in it.
  ///
  /// A piece that is not believed changes nothing.
  mutating func take(_ piece: String) throws(ProofProblem) -> [ProvenFind]
}

/// Why a piece is not believed, as the end of a sentence: `the signature does not fit`.
package struct ProofProblem: Error, Hashable, CustomStringConvertible {
  package let description: String

  /// Creates the problem from the end of a sentence.
  package init(_ description: String) { self.description = description }
}

/// A find that the rules make of a player's session.
package struct ProvenFind: Hashable, Sendable {
  /// The treasure's id.
  package let treasure: String
  /// The treasure's name.
  package let name: String
  /// Points for it, less what hints and wrong answers cost since the find before.
  package let points: Int
  /// Time played.
  package let played: Duration
  /// The civil time that the receiver reported; `nil` if it did not.
  package let utc: Timestamp?
  /// How long the player has played at least, in all sessions until then.
  package let span: Duration
  /// Metres per second, the greatest average over half a minute since the find before.
  package let speed: Double
  /// What only the first finder wins; `nil` for nothing.
  package let prize: String?
  /// Whether it wins the hunt.
  package let wins: Bool
  /// Whether a program made any of the positions up.
  package let isSimulated: Bool

  /// Creates a find.
  package init(
    treasure: String, name: String, points: Int, played: Duration, utc: Timestamp?, span: Duration, speed: Double,
    prize: String? = nil, wins: Bool = false, isSimulated: Bool = false
  ) {
    (self.treasure, self.name, self.points, self.played) = (treasure, name, points, played)
    (self.utc, self.span, self.speed, self.prize) = (utc, span, speed, prize)
    (self.wins, self.isSimulated) = (wins, isSimulated)
  }
}
