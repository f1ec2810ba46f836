internal import Geodesy
package import Views

/// During the game: another source of positions.
///
/// A typed flow as ``OnboardingFlow`` is: ``start()`` begins it, ``next()`` and ``back()`` walk it, ``move(by:)`` and
/// ``type(_:)`` act within a step, ``log`` tells the path. It asks only what the chosen source needs, and finds every
/// choice and every answer as it was, also when it is started again.
package struct SwitchFlow: Hashable, Sendable {
  /// The steps in their order; the second one only for a source that has a question.
  package enum Step: Hashable, Sendable {
    case source, answer
  }

  /// The outcome of a move through the flow.
  package enum Outcome: Hashable, Sendable {
    /// Another step, or the same one.
    case stays
    /// The player has chosen a source; returned once.
    case ends(SourceChoice)
    /// Back from the first step: everything stays as it is.
    case leaves
  }

  /// The step that the player is at.
  package private(set) var step = Step.source
  /// What the player did since the start, in order: `start`, `choose 2`, `type walk.gpx`, `next`, `back`, `end`.
  package private(set) var log: [String] = []
  private let sources: [Offers.Source]
  /// The chosen source's place in the list.
  package private(set) var selection = 0
  private var answers: [Offers.Source.Question: LineEditor] = [:]
  /// The problem with the last answer; `nil` if there is none.
  package private(set) var problem: String?
  /// Started, and neither ended nor left.
  package private(set) var isOpen = false

  /// A flow that waits for its start.
  package init(_ sources: [Offers.Source]) { self.sources = sources }

  /// Whether there is anything to choose.
  package var hasOffers: Bool { !sources.isEmpty }

  /// Titles and details to choose from in this step.
  package var items: [(title: String, detail: String)] {
    step == .source ? sources.map { ($0.title, $0.detail) } : []
  }

  /// The question of this step and what has been typed.
  package var question: (question: Offers.Source.Question, line: LineEditor)? {
    guard step == .answer, let question = sources.element(at: selection)?.question else { return nil }
    return (question, answers[question] ?? LineEditor())
  }

  /// Begins the flow at its first step, with the choices of the last time.
  package mutating func start() {
    guard hasOffers else { return }
    step = .source
    log = ["start"]
    problem = nil
    isOpen = true
  }

  /// Goes back to where the flow ended.
  package mutating func reopen() { isOpen = hasOffers }

  /// Action: moves the choice down the list by `steps`, negative up, and stops at its ends.
  package mutating func move(by steps: Int) {
    let last = items.count - 1
    guard isOpen, last > 0 else { return }
    let index = (0...last).clamp(selection + (-last...last).clamp(steps))
    guard index != selection else { return }
    log.append("choose \(index + 1)")
    selection = index
  }

  /// Action: a key of the answer; returns whether it means anything there.
  package mutating func type(_ key: Key) -> Bool {
    guard isOpen, let (question, line) = question else { return false }
    var typed = line
    let isKnown = typed.press(key)
    if typed.text != line.text { problem = nil }
    // An empty line counts as no answer.
    answers[question] = typed.text.isEmpty ? nil : typed
    return isKnown
  }

  /// Goes on to the next step, or ends the flow.
  package mutating func next() -> Outcome {
    guard isOpen, let source = sources.element(at: selection) else { return .stays }
    if let (question, line) = question {
      guard let choice = question.choice(for: line.answer) else {
        problem = line.answer.isEmpty ? nil : question.problem
        return .stays
      }
      log += ["type \(line.answer)", "next"]
      return end(choice)
    }
    log.append("next")
    guard source.question != nil else { return end(source.choice) }
    step = .answer
    return .stays
  }

  /// Goes back to the step before, or leaves the flow.
  package mutating func back() -> Outcome {
    guard isOpen else { return .stays }
    log.append("back")
    problem = nil
    if step == .answer {
      step = .source
      return .stays
    }
    isOpen = false
    return .leaves
  }

  private mutating func end(_ choice: SourceChoice) -> Outcome {
    log.append("end")
    isOpen = false
    return .ends(choice)
  }
}
