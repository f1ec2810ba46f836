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
    /// An item is needed or defined, and no treasure holds it.
    case itemNowhere = "item-nowhere"
    /// A requirement wants the answer of a treasure that asks nothing.
    case noQuestion = "no-question"
    /// A requirement, or the list of right options, names an option that the question does not have.
    case noSuchOption = "no-such-option"
    /// A requirement wants an option that counts as wrong.
    case wrongOption = "wrong-option"
    /// A requirement wants more of its parts than there are.
    case tooManyNeeded = "too-many-needed"
    /// A requirement wants none of its parts, so that it always holds.
    case nothingNeeded = "nothing-needed"
    // What cannot be reached.
    /// Treasures wait for each other, so that none of them opens.
    case requirementCycle = "requirement-cycle"
    /// No way through the hunt opens the treasure.
    case unreachable
    /// No way through the hunt fulfils the goal.
    case goalUnreachable = "goal-unreachable"
    /// After one of the options the hunt can no longer be won.
    case deadEnd = "dead-end"
    /// The goal holds before anything is found.
    case goalAtOnce = "goal-at-once"
    /// The treasure opens only when the hunt is won and over.
    case afterTheEnd = "after-the-end"
    /// What reveals the treasure happens only after it is found, or never.
    case neverRevealed = "never-revealed"
    /// Players do not see the hidden treasure from where they stand when it opens, and no hint says where it is.
    case unseen
    /// When the treasure's time runs out the hunt can no longer be won.
    case fatalLimit = "fatal-limit"
    // Questions and hints.
    /// The question has no right answer.
    case noAnswer = "no-answer"
    /// One of the right answers is empty, so nobody can give it.
    case emptyAnswer = "empty-answer"
    /// The answer is no finite number with a tolerance of 0 or more.
    case badNumber = "bad-number"
    case fewOptions = "few-options"
    case sameOption = "same-option"
    case noRightOption = "no-right-option"
    case noPrompt = "no-prompt"
    /// A wrong answer costs more than the treasure is worth.
    case dearAnswer = "dear-answer"
    /// The hints together cost more than the treasure is worth.
    case dearHint = "dear-hint"
    /// A hint has a price and says nothing new, or leads to what the map shows from the beginning.
    case needlessHint = "needless-hint"
    /// A hint comes after the time is up.
    case lateHint = "late-hint"
    /// A hint could be read before the one above it, though they are read in order.
    case hintOrder = "hint-order"
    case emptyHint = "empty-hint"
    // Zones.
    /// The zone has no area, or its outline crosses itself.
    case badZone = "bad-zone"
    /// The zone is smaller than receivers err.
    case smallZone = "small-zone"
    /// The zone is so large that it is found without looking.
    case hugeZone = "huge-zone"
    /// A hole is not inside the outline, or meets it or another hole.
    case strayHole = "stray-hole"
    /// The place to which the player is led lies outside of the zone.
    case placeOutside = "place-outside"
    /// The treasure is seen only from inside its zone.
    case nearInZone = "near-in-zone"
    /// Two zones overlap, so that one step may find both.
    case overlap
    /// The treasure is far from all others.
    case farAway = "far-away"
    // Time.
    /// The treasure's time is up before anybody can walk there.
    case shortLimit = "short-limit"
    /// The hunt's time is up before anybody can walk through all that is needed.
    case shortHunt = "short-hunt"
    /// A time limit is not above 0.
    case badLimit = "bad-limit"
    /// A window ends before it begins.
    case invertedWindow = "inverted-window"
    /// A window is over already.
    case pastWindow = "past-window"
    /// Windows, or a window and the hunt's limit, leave no time for what has to happen in them.
    case windowsApart = "windows-apart"
    // Formulas.
    /// A place needs an answer or a place that itself waits for it.
    case formulaCycle = "formula-cycle"
    /// A formula needs an answer that no question names.
    case unknownName = "unknown-name"
    /// The name of an answer cannot stand in a formula.
    case badName = "bad-name"
    /// Two answers have the same name.
    case sameAnswerName = "same-answer-name"
    /// A formula needs a number, and the answer is a text.
    case notANumber = "not-a-number"
    /// A formula needs an answer that is asked for on another way through the hunt.
    case answerElsewhere = "answer-elsewhere"
    /// With the right answers the formulas give no place on Earth.
    case noPlace = "no-place"
    /// With the right answers the formulas give a place far from everything else.
    case absurdPlace = "absurd-place"
    /// An answer within the tolerance leads out of the zone.
    case looseFormula = "loose-formula"
    // Spoilers.
    /// The answer stands in a text that the player reads at the treasure itself.
    case answerToldHere = "answer-told-here"
    /// The answer stands in a text that the player may read before the question.
    case answerToldBefore = "answer-told-before"
    /// The name of a hidden treasure stands in a text that the player may read before.
    case nameTold = "name-told"
    /// The coordinates of a hidden treasure stand in a text that the player may read before.
    case placeTold = "place-told"
    // Names and the rest.
    case sameName = "same-name"
    case noName = "no-name"
    /// The id may not survive editors and saved games.
    case fragileID = "fragile-id"
    /// Two ids differ only in capitals.
    case similarID = "similar-id"
    /// Hints or answers have prices, but nothing gives points.
    case noPoints = "no-points"
    case noAuthor = "no-author"
    case noLicence = "no-licence"
  }

  /// How much it matters.
  package let severity: Severity
  /// The kind of defect, as a word for scripts.
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
