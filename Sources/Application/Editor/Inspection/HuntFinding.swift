/// One thing that is wrong with a hunt, or that its author should know before others play it.
package struct HuntFinding: Hashable, Sendable {
  /// The severity of a finding.
  package enum Severity: String, Hashable, Sendable, CaseIterable {
    /// The hunt, or a part of it, cannot be played.
    case error
    /// It can be played, but hardly as it was meant.
    case warning
    /// Good to know.
    case note
  }

  /// The code of a finding; the names are a contract with scripts.
  package enum Code: String, Hashable, Sendable, CaseIterable {
    // What refers to nothing.
    case unknownTreasure = "unknown-treasure"
    case unknownItem = "unknown-item"
    case itemNowhere = "item-nowhere"
    case noQuestion = "no-question"
    case noSuchOption = "no-such-option"
    case wrongOption = "wrong-option"
    case tooManyNeeded = "too-many-needed"
    case nothingNeeded = "nothing-needed"
    // What cannot be reached.
    case requirementCycle = "requirement-cycle"
    case unreachable
    case goalUnreachable = "goal-unreachable"
    case deadEnd = "dead-end"
    case goalAtOnce = "goal-at-once"
    case afterTheEnd = "after-the-end"
    case neverRevealed = "never-revealed"
    case fatalLimit = "fatal-limit"
    // Questions and hints.
    case noAnswer = "no-answer"
    case emptyAnswer = "empty-answer"
    case badNumber = "bad-number"
    case fewOptions = "few-options"
    case sameOption = "same-option"
    case noRightOption = "no-right-option"
    case noPrompt = "no-prompt"
    case dearAnswer = "dear-answer"
    case dearHint = "dear-hint"
    case lateHint = "late-hint"
    case hintOrder = "hint-order"
    case emptyHint = "empty-hint"
    // Zones.
    case badZone = "bad-zone"
    case smallZone = "small-zone"
    case hugeZone = "huge-zone"
    case strayHole = "stray-hole"
    case placeOutside = "place-outside"
    case nearInZone = "near-in-zone"
    case overlap
    case farAway = "far-away"
    // Time.
    case shortLimit = "short-limit"
    case shortHunt = "short-hunt"
    case badLimit = "bad-limit"
    case invertedWindow = "inverted-window"
    case pastWindow = "past-window"
    case windowsApart = "windows-apart"
    // Formulas.
    case formulaCycle = "formula-cycle"
    case unknownName = "unknown-name"
    case badName = "bad-name"
    case sameAnswerName = "same-answer-name"
    case notANumber = "not-a-number"
    case answerElsewhere = "answer-elsewhere"
    case noPlace = "no-place"
    case absurdPlace = "absurd-place"
    case looseFormula = "loose-formula"
    // Spoilers.
    case answerToldHere = "answer-told-here"
    case answerToldBefore = "answer-told-before"
    case nameTold = "name-told"
    case placeTold = "place-told"
    // Names and the rest.
    case sameName = "same-name"
    case noName = "no-name"
    case fragileID = "fragile-id"
    case similarID = "similar-id"
    case noPoints = "no-points"
    case noAuthor = "no-author"
    case noLicence = "no-licence"
  }

  package let severity: Severity
  package let code: Code
  /// The id of the treasure that it is about; `nil` if it is the hunt as a whole.
  package let treasure: String?
  /// What is wrong and what to do about it, in a sentence or two; names and ids are as the hunt has them.
  package let text: String

  /// Creates a finding.
  package init(_ severity: Severity, _ code: Code, _ treasure: String?, _ text: String) {
    (self.severity, self.code, self.treasure, self.text) = (severity, code, treasure, text)
  }
}
