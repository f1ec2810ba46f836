/// Before the game: choose the source, check the fix, choose the hunt.
///
/// A typed flow: ``next()`` and ``back()`` walk it, ``move(by:)`` acts within a step, ``log`` tells the path.
/// Going back and forth again finds every choice as it was.
package struct OnboardingFlow: Hashable, Sendable {
  /// The steps in their order.
  package enum Step: Int, Hashable, Sendable, CaseIterable {
    case source, fix, hunt
  }

  /// What a move through the flow leads to.
  package enum Outcome: Hashable, Sendable {
    /// Another step, or the same one.
    case stays
    /// The chosen source is to be listened to, so that its fix can be checked.
    case listens(SourceChoice)
    /// Back before the fix: the source is not wanted any more.
    case stopsListening
    /// The player chose everything.
    case ends(SourceChoice, huntPath: String)
    /// Back from the first step.
    case leaves
  }

  package private(set) var step = Step.source
  /// What the player did, in order, as words for a tracker: `start`, `choose 2`, `next`, `back`, `end`.
  package private(set) var log: [String] = ["start"]
  let offers: Offers
  private var chosenSource = 0
  /// By its path, because other sources have other lists of hunts.
  private var chosenHunt: String?

  /// A flow at its start.
  package init(_ offers: Offers) { self.offers = offers }

  /// The source that is chosen now.
  package var source: Offers.Source? { offers.sources.element(at: chosenSource) }

  /// The hunts that can be played from the chosen source.
  package var hunts: [Offers.Hunt] {
    source?.choice == .huntTrace ? offers.hunts.filter(\.hasTrace) : offers.hunts
  }

  /// Whether the chosen source is a real sensor, whose fix is worth a look.
  package var isLive: Bool {
    if case .gpsd = source?.choice { true } else { false }
  }

  /// Titles and details to choose from in this step.
  package var items: [(title: String, detail: String)] {
    switch step {
    case .source: offers.sources.map { ($0.title, $0.detail) }
    case .fix: []
    case .hunt: hunts.map { ($0.title, $0.detail) }
    }
  }

  /// The chosen item of this step.
  package var selection: Int {
    switch step {
    case .source: chosenSource
    case .fix: 0
    case .hunt: hunts.firstIndex { $0.path == chosenHunt } ?? 0
    }
  }

  /// Action: another item of the list, so many further down; the ends of the list hold.
  package mutating func move(by steps: Int) {
    let last = items.count - 1
    guard last > 0 else { return }
    let index = (0...last).clamp(selection + (-last...last).clamp(steps))
    guard index != selection else { return }
    log.append("choose \(index + 1)")
    if step == .source { chosenSource = index } else { chosenHunt = hunts[index].path }
  }

  /// Goes on to the next step, or ends the flow.
  package mutating func next() -> Outcome {
    guard let source else { return .stays }
    log.append("next")
    switch step {
    case .source:
      step = .fix
      return .listens(source.choice)
    case .fix:
      step = .hunt
      return .stays
    case .hunt:
      guard let hunt = hunts.element(at: selection) else { return .stays }
      log.append("end")
      return .ends(source.choice, huntPath: hunt.path)
    }
  }

  /// Goes back to the step before, or leaves the flow.
  package mutating func back() -> Outcome {
    log.append("back")
    switch step {
    case .source: return .leaves
    case .fix:
      step = .source
      return .stopsListening
    case .hunt:
      step = .fix
      return .stays
    }
  }
}

extension Array {
  /// The element at `index`, or nothing where there is none.
  func element(at index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
