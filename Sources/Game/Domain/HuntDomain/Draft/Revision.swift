/// One thing that an author does to a draft.
package enum DraftChange: Hashable, Sendable {
  /// A new stage, at this place of the order from 0.
  case add(Treasure, at: Int)
  /// The stage of the same id, as it is from now on.
  case replace(Treasure)
  /// The stage of this id is dropped.
  case remove(id: String)
  /// To this place of the order, counted from 0 without the stage itself.
  case move(id: String, to: Int)
  /// The hunt gets this title.
  case title(String)
}

/// A state of a draft that is to be written down.
package struct Revision: Hashable, Sendable {
  /// The state; one that was written before when there is no change.
  package let number: Int
  /// The state that the change was made to.
  package let base: Int?
  /// What was changed in ``base``; `nil` if an earlier state comes back.
  package let change: DraftChange?

  /// Creates a revision.
  package init(number: Int, base: Int?, change: DraftChange?) {
    (self.number, self.base, self.change) = (number, base, change)
  }
}
