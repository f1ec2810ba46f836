internal import Geodesy
package import Views

/// Before the game: choose the source, check the fix, choose the hunt, and whether to go on with a saved game.
///
/// A typed flow: ``next()`` and ``back()`` walk it, ``move(by:)`` and ``type(_:)`` act within a step, ``log`` tells the
/// path, and ``init(_:replaying:)`` walks it again. What a source has to ask is a flow of its own within the first
/// step. Going back and forth again finds every choice and every answer as it was.
package struct OnboardingFlow: Hashable, Sendable {
  /// The steps in their order; the fix only for a real sensor, and of the last two one at most: for a hunt with a saved
  /// game, and for one that is made of an extract.
  package enum Step: Int, Hashable, Sendable, CaseIterable {
    case source, fix, hunt, saved, extract
  }

  /// Whether a hunt resumes its saved game or starts again.
  package enum Beginning: Hashable, Sendable {
    /// Where it was left; at the start without a saved game.
    case resume
    /// At the start.
    case anew
  }

  /// The outcome of a move through the flow.
  package enum Outcome: Hashable, Sendable {
    /// Another step, or the same one.
    case stays
    /// The chosen source is to be listened to, so that its fix can be checked.
    case listens(SourceChoice)
    /// Back before the fix: the source is not wanted any more.
    case stopsListening
    /// The player has chosen everything; returned once.
    case ends(SourceChoice, huntPath: String, Beginning = .resume)
    /// Back from the first step.
    case leaves
  }

  /// The step that the player is at.
  package private(set) var step = Step.source
  /// What the player did, in order, as words for a tracker: `start`, `choose 2`, `type walk.gpx`, `next`, `back`,
  /// `end`.
  package private(set) var log: [String] = ["start"]
  /// The flow is over, until the player comes back.
  package private(set) var isOver = false
  let offers: Offers
  private var sources: SwitchFlow
  /// The source with the player's answer in it.
  private var choice: SourceChoice?
  /// The path of the chosen hunt; not its index, because other sources have other lists of hunts.
  private var chosenHunt: String?
  private var beginning = Beginning.resume
  /// The path of the extract, as far as it is typed.
  private var extract = LineEditor()

  /// A flow at its start.
  package init(_ offers: Offers) {
    self.offers = offers
    sources = SwitchFlow(offers.sources)
    sources.start()
  }

  /// The source that is chosen now.
  package var source: Offers.Source? { offers.sources.element(at: sources.selection) }

  /// The source to listen to: the chosen one, with the answer to its question.
  package var listening: SourceChoice? { choice }

  /// The hunts that can be played from the chosen source.
  package var hunts: [Offers.Hunt] {
    source?.choice == .huntTrace ? offers.hunts.filter(\.hasTrace) : offers.hunts
  }

  /// The hunt that is chosen now.
  package var hunt: Offers.Hunt? { hunts.first { $0.path == chosenHunt } ?? hunts.first }

  /// Whether the chosen source is a real sensor, whose fix is worth a look.
  package var isLive: Bool { source?.choice.isLive ?? false }

  /// Titles and details to choose from in this step.
  package var items: [(title: String, detail: String)] {
    switch step {
    case .source: sources.items
    case .fix, .extract: []
    case .hunt: hunts.map { ($0.title, $0.detail) }
    case .saved: [("Go on", hunt?.saved ?? ""), ("Begin anew", "from the first treasure on, with no points")]
    }
  }

  /// The chosen item of this step.
  package var selection: Int {
    switch step {
    case .source: sources.selection
    case .fix, .extract: 0
    case .hunt: hunts.firstIndex { $0.path == chosenHunt } ?? 0
    case .saved: beginning == .resume ? 0 : 1
    }
  }

  /// The question of the chosen source, or for an extract, and what has been typed, while it is asked.
  package var question: (question: Offers.Source.Question, line: LineEditor)? {
    switch step {
    case _ where isOver: nil
    case .source: sources.question
    case .extract: (.extract, extract)
    case .fix, .hunt, .saved: nil
    }
  }

  /// The problem with the last answer; `nil` if there is none.
  package var problem: String? { question == nil ? nil : sources.problem }

  // MARK: - Actions

  /// Action: moves the choice down the list by `steps`, negative up, and stops at its ends.
  package mutating func move(by steps: Int) {
    let last = items.count - 1
    guard !isOver, last > 0 else { return }
    let index = (0...last).clamp(selection + (-last...last).clamp(steps))
    guard index != selection else { return }
    log.append("choose \(index + 1)")
    switch step {
    case .source: sources.move(by: index - selection)
    case .fix, .extract: break
    case .hunt: chosenHunt = hunts[index].path
    case .saved: beginning = index == 0 ? .resume : .anew
    }
  }

  /// Action: a key of the answer; returns whether it means anything there.
  package mutating func type(_ key: Key) -> Bool {
    guard let before = question?.line, step == .extract ? extract.press(key) : sources.type(key) else { return false }
    guard let after = question?.line, after.text != before.text else { return true }
    // One word for the whole answer, however it came about.
    if log.last?.hasPrefix(Self.typed) == true { log.removeLast() }
    log.append(Self.typed + after.text)
    return true
  }

  private static let typed = "type "

  /// Goes on to the next step, or ends the flow.
  package mutating func next() -> Outcome {
    guard !isOver, source != nil else { return .stays }
    log.append("next")
    switch step {
    case .source:
      guard case .ends(let choice) = sources.next() else { return .stays }
      self.choice = choice
      step = choice.isLive ? .fix : .hunt
      return choice.isLive ? .listens(choice) : .stays
    case .fix:
      step = .hunt
      return .stays
    case .hunt:
      guard let hunt else { return .stays }
      if hunt.origin == .extract {
        step = .extract
        return .stays
      }
      guard hunt.saved != nil else { return end(hunt, .resume) }
      step = .saved
      return .stays
    case .saved: return hunt.map { end($0, beginning) } ?? .stays
    case .extract:
      guard let hunt, !extract.answer.isEmpty else { return .stays }
      return end(hunt, .resume, behind: extract.answer)
    }
  }

  /// Goes back to the step before, or leaves the flow; from its end, back into its last step.
  package mutating func back() -> Outcome {
    log.append("back")
    if isOver {
      isOver = false
      return .stays
    }
    switch step {
    case .source:
      guard sources.step == .answer else { return .leaves }
      _ = sources.back()
      return .stays
    case .fix:
      step = .source
      sources.reopen()
      return .stopsListening
    case .hunt:
      step = isLive ? .fix : .source
      if step == .source { sources.reopen() }
      return .stays
    case .saved, .extract:
      step = .hunt
      return .stays
    }
  }

  private mutating func end(_ hunt: Offers.Hunt, _ beginning: Beginning, behind file: String = "") -> Outcome {
    guard let choice else { return .stays }
    log.append("end")
    isOver = true
    return .ends(choice, huntPath: hunt.path + file, beginning)
  }
}

// MARK: - Without a player

extension OnboardingFlow {
  /// The choices known before the onboarding asks: from command-line flags.
  package struct Answers: Hashable, Sendable {
    /// Where positions come from.
    package var source: SourceChoice
    /// The path of the hunt.
    package var huntPath: String
    /// What becomes of a saved game of the hunt.
    package var beginning: Beginning

    /// Creates answers to everything.
    package init(source: SourceChoice, huntPath: String, beginning: Beginning = .resume) {
      (self.source, self.huntPath, self.beginning) = (source, huntPath, beginning)
    }
  }

  /// The flow that a player would walk who gives these answers, walked to its end; with that end.
  ///
  /// What is answered need not be among the offers.
  package static func answered(_ answers: Answers, offers: Offers = Offers(sources: [], hunts: []))
    -> (flow: OnboardingFlow, outcome: Outcome)
  {
    let sources = [Offers.Source(answers.source, title: answers.source.label, detail: "")]
    let known = offers.hunts.first { $0.path == answers.huntPath }
    // Whether it has what the source needs is found out when it is opened.
    let hunt = Offers.Hunt(
      path: answers.huntPath, title: known?.title ?? answers.huntPath, detail: known?.detail ?? "", hasTrace: true,
      saved: known?.saved)
    var flow = OnboardingFlow(Offers(sources: sources, hunts: [hunt]))
    var outcome = Outcome.stays
    for _ in Step.allCases where !flow.isOver {
      if flow.step == .saved, answers.beginning == .anew { flow.move(by: 1) }
      outcome = flow.next()
    }
    return (flow, outcome)
  }

  /// The flow at the point to which the words of a log led; words that mean nothing are passed over.
  package init(_ offers: Offers, replaying log: [String]) {
    self.init(offers)
    for word in log {
      switch word {
      case "next": _ = next()
      case "back": _ = back()
      case let word where word.hasPrefix("choose "): move(by: (Int(word.dropFirst(7)) ?? 0) - 1 - selection)
      case let word where word.hasPrefix(Self.typed): retype(String(word.dropFirst(Self.typed.count)))
      default: break  // `start` and `end` are consequences.
      }
    }
  }

  private mutating func retype(_ text: String) {
    guard question != nil else { return }
    _ = type(.end)
    _ = type(.control("u"))
    for character in text { _ = type(.character(character)) }
    // Replace the previous text in the log: only the final text of a line counts.
    if log.last?.hasPrefix(Self.typed) == true { log.removeLast() }
    log.append(Self.typed + text)
  }
}
