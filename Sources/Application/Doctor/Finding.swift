/// One thing that the doctor looked at between the player and a fix.
package struct Finding: Hashable, Sendable {
  /// How much it hinders.
  package enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// As it should be.
    case good
    /// One can play, with less comfort.
    case doubtful
    /// Without a remedy there will be no fix.
    case bad
  }

  package let verdict: Verdict
  /// What was found, as a sentence.
  package let observation: String
  /// What to do about it; nothing where nothing needs to be done.
  package let remedy: String?

  /// Creates a finding.
  package init(_ verdict: Verdict, _ observation: String, remedy: String? = nil) {
    self.verdict = verdict
    self.observation = observation
    self.remedy = remedy
  }
}
