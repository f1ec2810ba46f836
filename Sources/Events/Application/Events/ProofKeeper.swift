/// Puts the pieces that prove a player's finds into the outbox, in order; what it does not take is offered again.
package struct ProofKeeper: Sendable {
  private let outbox: any Outbox
  /// Pieces that the outbox has not taken.
  private var pieces: [String] = []
  /// Whether the draft that the session before has left is among them, or was.
  private var hasDraft = false

  /// A keeper without pieces.
  package init(_ outbox: any Outbox) { self.outbox = outbox }

  /// Whether the outbox has taken every piece.
  package var isEmpty: Bool { pieces.isEmpty }

  /// A session begins: the draft of the one before becomes a piece, ahead of those of this one, which may go on with it.
  package mutating func begin() { hasDraft = false }

  /// Takes a piece, which is offered with the next ``write(draft:)``.
  package mutating func add(_ piece: String) { pieces.append(piece) }

  /// Offers everything to the outbox, and then a draft of the next piece.
  ///
  /// Throws: what the outbox throws; what it has not taken is kept.
  package mutating func write(draft: String? = nil) throws(EventTrouble) {
    if !hasDraft, let left = try outbox.draft() { pieces.insert(left, at: 0) }
    hasDraft = true
    while let piece = pieces.first {
      _ = try outbox.add(piece)
      pieces.removeFirst()
    }
    if let draft { try outbox.keep(draft) }
  }
}
