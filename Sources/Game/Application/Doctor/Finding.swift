/// One thing that the doctor looked at between the player and a fix.
package struct Finding: Hashable, Sendable {
  /// The severity of a finding.
  package enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// As it should be.
    case good
    /// One can play, with less comfort.
    case doubtful
    /// Without a remedy there will be no fix.
    case bad
  }

  /// The check that was made; the names are a contract with scripts.
  package enum Check: String, Hashable, Sendable, CaseIterable {
    /// Whether a gpsd answers.
    case gpsd
    /// Whether it speaks the protocol that Trove reads.
    case version
    /// How many of them run.
    case daemons
    /// Whether gpsd has a receiver that talks.
    case receiver
    /// Whether the receiver sees enough of the sky.
    case sky
    /// What kind of position it gives.
    case fix
    /// Whether it says how good the position is.
    case accuracy
    /// What tells where the player looks.
    case heading
    /// Whether this computer could be looked at.
    case system
    /// What the player has set.
    case settings
    /// Whether characters beyond ASCII arrive.
    case locale
    /// Whether the terminal can show the screen.
    case terminal
    /// Whether there are colours.
    case colour
    /// Whether the terminal has rows and columns enough.
    case size
    /// All of the above in one word.
    case ready
  }

  /// What to do: a sentence, and what to type, exactly.
  package struct Remedy: Hashable, Sendable {
    /// What to do, as a sentence for the player.
    package let advice: String
    /// Lines for a shell; none where nothing can be typed.
    package let commands: [String]

    /// Creates a remedy.
    package init(_ advice: String, _ commands: String...) {
      self.advice = advice
      self.commands = commands
    }
  }

  /// How bad it is.
  package let verdict: Verdict
  /// What was looked at.
  package let check: Check
  /// What was found, as a sentence.
  package let observation: String
  /// What to do about it; `nil` if nothing needs to be done.
  package let remedy: Remedy?

  /// Creates a finding.
  package init(_ verdict: Verdict, _ check: Check, _ observation: String, remedy: Remedy? = nil) {
    self.verdict = verdict
    self.check = check
    self.observation = observation
    self.remedy = remedy
  }
}
