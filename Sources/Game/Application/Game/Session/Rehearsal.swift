/// Decides whether a game is saved, and what to tell the player about it when the source changes.
///
/// What the player walks or steers is saved. What a program plays is a rehearsal, of which nothing is saved; a
/// rehearsal stays one, because what comes after it builds on what was found in it.
package struct Rehearsal: Hashable, Sendable {
  /// The consequence of a change of source.
  package enum Consequence: Hashable, Sendable {
    /// Saving goes on or stays off as it is.
    case nothing
    /// Pass this event to the session.
    case tell(SessionEvent)
    /// Nothing is saved from now on; when saving has ended, the session is to be told what
    /// ``Rehearsal/hasEnded(losing:)`` returns.
    case endSaving
  }

  /// Whether the game is saved now.
  package private(set) var isSaved: Bool
  /// Whether the player wants the game saved even if a program plays.
  private let savesAll: Bool
  /// The text for a player who takes over from a program; `nil` if there is none.
  private var reason: String?

  /// A game that begins.
  ///
  /// - Parameter wish: whether the player wants it to be saved; `nil` to save it unless a program plays.
  package init(_ source: SourceChoice, wish: Bool?) {
    isSaved = wish ?? !source.isRehearsal
    savesAll = wish == true
    reason = wish == nil && source.isRehearsal ? Self.whole : nil
  }

  /// Notes that there is no place to save the game; the player is told so elsewhere.
  package mutating func cannotBeSaved() { isSaved = false }

  /// Switches to another source, and returns the consequence for saving.
  package mutating func changeSource(to choice: SourceChoice) -> Consequence {
    if !choice.isRehearsal { return reason.map { .tell(.rehearses($0)) } ?? .nothing }
    guard isSaved, !savesAll else { return .nothing }
    isSaved = false
    return .endSaving
  }

  /// Saving has ended, as ``Consequence/endSaving`` wants it; returns what to tell the session.
  ///
  /// - Parameter lost: why the last events before the change are not saved, if so.
  package mutating func hasEnded(losing lost: String?) -> SessionEvent {
    let before =
      lost.map { "Not everything before it is saved: \($0)" }
      ?? "What came before is saved: to go on from there, leave with q and start again."
    reason = "This game stays a rehearsal, of which nothing is saved. \(before)"
    return .rehearses("From here on this is a rehearsal, of which nothing is saved. \(before)")
  }

  private static let whole =
    "This game began as a rehearsal and stays one: nothing is saved. To play for real, leave with q and start again."
}
