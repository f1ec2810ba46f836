/// Something that must have happened: what opens a treasure, reveals it, or wins the hunt.
package indirect enum Requirement: Hashable, Sendable {
  /// The treasure of this id is found (a claim counts).
  case found(String)
  /// The question of the treasure of this id was answered; with a choice, by this one (counted from 0).
  case answered(String, choice: Int?)
  /// The player carries the item of this id.
  case holds(String)
  /// All of them hold; an empty list is always true.
  case all([Requirement])
  /// At least this many of them hold; `any` is one.
  case atLeast(Int, [Requirement])
}
