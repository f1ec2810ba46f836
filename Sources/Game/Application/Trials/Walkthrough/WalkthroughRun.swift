package import Geodesy
package import HuntDomain
internal import Places
internal import Views

/// What a walkthrough sees of the game that it walks through.
package struct WalkthroughView: Sendable {
  /// How far the game is.
  package var progress: HuntProgress
  /// The ids of the treasure whose question an answer is for, and of the one that a hint and a claim are for.
  package var asked, target: String?
  /// The position on the screen; `nil` before the first.
  package var position: Coordinate?
  /// Whether the walker stands where they were sent last.
  package var isThere: Bool
  /// The time of the session.
  package var now: Duration

  /// Creates the view of one moment.
  package init(
    progress: HuntProgress, asked: String?, target: String?, position: Coordinate?, isThere: Bool, now: Duration
  ) {
    (self.progress, self.asked, self.target, self.position) = (progress, asked, target, position)
    (self.isThere, self.now) = (isThere, now)
  }
}

/// A walkthrough on its way through a game: says what to do next, and which line fails.
///
/// Deterministic: equal views give equal orders.
package struct WalkthroughRun: Sendable {
  /// What is to be done before it is asked again.
  package enum Order: Hashable, Sendable {
    /// Send the walker to a place, and ask again.
    case walk(to: Coordinate)
    /// Type a line, tell what came of it (``hear(replies:isDone:)``), and ask again.
    case type(String)
    /// Let the walker walk or stand until the next position.
    case wait
    /// This line fails; the walk is over.
    case fail(WalkthroughError)
    /// The last step is done.
    case done
  }

  private let walkthrough: Walkthrough
  private var index = 0
  /// When the present step began; `nil` before it is looked at.
  private var began: Duration?
  /// Lines that were typed for the present step.
  private var typed = 0
  /// What the game said to the last of them.
  private var reply = ""
  private var isAnswered = false

  /// Before the first step.
  package init(_ walkthrough: Walkthrough) { self.walkthrough = walkthrough }

  /// What to do next.
  package mutating func next(_ view: WalkthroughView) -> Order {
    while index < walkthrough.steps.count {
      let step = walkthrough.steps[index]
      let isNew = began == nil
      began = began ?? view.now
      switch order(step.action, isNew: isNew, view) {
      case .over: (index, began, typed, reply, isAnswered) = (index + 1, nil, 0, "", false)
      case .order(let order): return order
      case .failure(let why): return .fail(WalkthroughError(line: step.line, problem: why))
      }
    }
    return .done
  }

  /// Takes what came of a typed line: what the game replied, and whether it did what was asked for.
  package mutating func hear(replies: [String], isDone: Bool) {
    reply = replies.joined(separator: " ")
    isAnswered = isDone
  }

  // MARK: - Steps

  private enum Outcome {
    case over
    case order(Order)
    case failure(String)
  }

  private mutating func order(_ action: Walkthrough.Action, isNew: Bool, _ view: WalkthroughView) -> Outcome {
    if case .expect(let what, let patience) = action { return expect(what, within: patience, view) }
    guard !view.progress.isCompleted else {
      // The last find may come on the way to the middle of its zone.
      if !isNew, case .go = action { return .over }
      return .failure("the game is over before this step")
    }
    switch action {
    case .start, .expect: return .over
    case .go(let goal): return go(to: goal, isNew: isNew, view)
    case .wait(let time): return waited(view) < time ? .order(.wait) : .over
    case .answer(let words, let id): return answer(words, to: id, view)
    case .hint(let id): return ask("hint", of: id, view)
    case .claim(let id): return ask("claim", of: id, view)
    }
  }

  private func waited(_ view: WalkthroughView) -> Duration { view.now - (began ?? view.now) }

  private func go(to goal: Walkthrough.Goal, isNew: Bool, _ view: WalkthroughView) -> Outcome {
    guard isNew else { return view.isThere ? .over : .order(.wait) }
    switch goal {
    case .place(let place): return .order(.walk(to: place))
    case .stage(let id):
      guard let treasure = view.progress.hunt.treasure(id) else { return .failure(unknown(id)) }
      guard view.progress.missingNames(of: treasure).isEmpty else {
        return .failure("where “\(id)” lies follows from answers that are not given yet")
      }
      return .order(.walk(to: view.progress.resolved(treasure).place.position))
    }
  }

  private mutating func answer(_ words: String, to id: String, _ view: WalkthroughView) -> Outcome {
    if isAnswered { return .over }
    guard view.progress.hunt.treasure(id) != nil else { return .failure(unknown(id)) }
    guard view.progress.asking.contains(where: { $0.id == id }) else {
      guard waited(view) < Walkthrough.patience, !view.progress.state(of: id).isDone else {
        return .failure("its question is not asked: \(state(of: id, view))")
      }
      return .order(.wait)
    }
    return type("answer \(words)", for: id, isTurned: view.asked == id, tries: 1, view)
  }

  /// What costs points is asked for twice.
  private mutating func ask(_ word: String, of id: String, _ view: WalkthroughView) -> Outcome {
    if isAnswered { return .over }
    guard view.progress.hunt.treasure(id) != nil else { return .failure(unknown(id)) }
    guard view.progress.state(of: id).isOpen else { return .failure("\(word): \(state(of: id, view))") }
    return type(word, for: id, isTurned: view.target == id, tries: 2, view)
  }

  /// Types a line once the game is turned to a treasure, which `next` does.
  private mutating func type(
    _ line: String, for id: String, isTurned: Bool, tries: Int, _ view: WalkthroughView
  ) -> Outcome {
    let turns = view.progress.open.count
    guard isTurned else {
      guard typed < turns else { return .failure("no way was found to turn to “\(id)”: \(reply)") }
      typed += 1
      return .order(.type("next"))
    }
    guard typed < turns + tries else { return .failure("the game says: \(reply)") }
    typed = max(typed, turns) + 1
    return .order(.type(line))
  }

  // MARK: - What is expected

  private func expect(_ what: Walkthrough.Expectation, within patience: Duration, _ view: WalkthroughView) -> Outcome {
    if isSo(what, view) { return .over }
    // Nothing changes any more in a game that is over.
    if waited(view) < patience, !view.progress.isCompleted { return .order(.wait) }
    return .failure(instead(of: what, view))
  }

  private func isSo(_ what: Walkthrough.Expectation, _ view: WalkthroughView) -> Bool {
    let progress = view.progress
    switch what {
    case .state(let states, _, let id, let isSo): return states.contains(progress.state(of: id)) == isSo
    case .asked(let id, let isSo): return progress.asking.contains { $0.id == id } == isSo
    case .visible(let id, let isSo):
      return progress.hunt.treasure(id).map { progress.isVisible($0, from: view.position) } ?? false == isSo
    case .item(let id, let isSo): return progress.items.contains { $0.id == id } == isSo
    case .limit(let limit, let isSo): return limit.isMet(by: progress) == isSo
    }
  }

  private func instead(of what: Walkthrough.Expectation, _ view: WalkthroughView) -> String {
    switch what {
    case .state(_, let word, let id, let isSo):
      return "expected “\(id)” \(isSo ? "" : "not ")to be \(word): \(state(of: id, view))"
    case .asked(let id, let isSo):
      return "expected the question of “\(id)” \(isSo ? "" : "not ")to be asked: \(state(of: id, view))"
    case .visible(let id, let isSo):
      return "expected “\(id)” \(isSo ? "" : "not ")to be seen: \(state(of: id, view))"
    case .item(let id, let isSo):
      let items = view.progress.items.map(\.id)
      return "expected item “\(id)” \(isSo ? "" : "not ")to be carried: "
        + (items.isEmpty ? "nothing is carried" : "carried is \(items.joined(separator: ", "))")
    case .limit(let limit, let isSo):
      return (isSo ? "" : "not ") + limit.failure(in: view.progress)
    }
  }

  private func unknown(_ id: String) -> String { "there is no stage “\(id)”, or it is sealed still" }

  /// Says how a stage is now: `now open, 34 m away. 18 m to its zone`.
  private func state(of id: String, _ view: WalkthroughView) -> String {
    guard let treasure = view.progress.hunt.treasure(id) else { return unknown(id) }
    let state = "now \(Wording.state(view.progress.state(of: id)))"
    guard !view.progress.state(of: id).isDone, !view.progress.isCompleted else { return state }
    let place = view.progress.resolved(treasure).place.position
    let distance = view.position.map { ", \(Wording.distance($0.distance(to: place))) away" } ?? ""
    let obstacle = view.progress.obstacle(to: id).map {
      ". " + Wording.obstacle($0, to: treasure, in: view.progress.hunt)
    }
    return state + distance + (obstacle ?? "")
  }
}

extension TrialRequirement {
  /// Says how a game is that does not keep the limit: `found>=5: 3 of 10 are found`.
  package func failure(in progress: HuntProgress) -> String {
    switch measure {
    case .won:
      "\(text): the hunt is \(progress.isWon ? "" : "not ")won; \(progress.finds.count) of \(progress.hunt.count) are found"
    case .found: "\(text): \(progress.finds.count) of \(progress.hunt.count) are found"
    default: "\(text): there are \(Int(value(in: progress)))"
    }
  }
}
