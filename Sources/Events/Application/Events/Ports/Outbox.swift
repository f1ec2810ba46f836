package import EventDomain

/// Port: a player's own claims on the player's own disk, until the event is closed.
///
/// A piece that ``add(_:)`` or ``keep(_:)`` has returned from survives whatever happens to the program and the computer.
package protocol Outbox: Sendable {
  /// Keeps a piece as the next claim, in place of the draft; returns its number.
  func add(_ piece: String) throws(EventTrouble) -> Int

  /// Keeps a draft of the next piece, which is no claim yet, in place of the one before.
  func keep(_ draft: String) throws(EventTrouble)

  /// The draft, if there is one.
  func draft() throws(EventTrouble) -> String?

  /// The claims whose numbers are greater than that of the last one that the event has, in order, at most `count`.
  func unsent(atMost count: Int) throws(EventTrouble) -> [Claim]

  /// The number of the last claim that the event has; 0 if it has none.
  func lastSent() throws(EventTrouble) -> Int

  /// Notes how many claims the event has; fewer than before if it has lost some.
  func noteSent(_ number: Int) throws(EventTrouble)

  /// The claims that the event has, and of which nothing is known yet, in order.
  func undecided() throws(EventTrouble) -> [ClaimID]

  /// Notes what the referee has said.
  func note(_ ruling: Ruling) throws(EventTrouble)
}
