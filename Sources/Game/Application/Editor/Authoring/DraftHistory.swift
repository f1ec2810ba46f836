package import HuntDomain

/// A draft and all its earlier states: every change can be undone, back to the beginning, and done again.
package struct DraftHistory: Sendable {
  /// One state of the draft; its number never stands for another one.
  package struct State: Hashable, Sendable {
    /// Counts all states that ever were, from 0; never given twice.
    package let number: Int
    /// The draft in this state.
    package let draft: Draft
  }

  /// The oldest first; those after ``current`` were undone.
  private var states: [State]
  private var current = 0
  private var latest = 0

  /// A history that begins with a draft, which is state 0.
  package init(_ draft: Draft) { states = [State(number: 0, draft: draft)] }

  /// The present state.
  package var state: State { states[current] }
  /// Whether there is anything to undo.
  package var canUndo: Bool { current > 0 }
  /// Whether anything was undone that can be done again.
  package var canRedo: Bool { current < states.count - 1 }

  /// Makes a change; what was undone before is gone then.
  ///
  /// Returns what is to be saved, or `nil` if nothing changed.
  package mutating func apply(_ change: DraftChange) -> Revision? {
    guard let draft = state.draft.applying(change) else { return nil }
    let base = state.number
    states.removeSubrange((current + 1)...)
    latest += 1
    states.append(State(number: latest, draft: draft))
    current += 1
    return Revision(number: latest, base: base, change: change)
  }

  /// Goes back by one change.
  package mutating func undo() -> Revision? {
    guard canUndo else { return nil }
    current -= 1
    return Revision(number: state.number, base: nil, change: nil)
  }

  /// Makes the change again that was undone last.
  package mutating func redo() -> Revision? {
    guard canRedo else { return nil }
    current += 1
    return Revision(number: state.number, base: nil, change: nil)
  }
}
