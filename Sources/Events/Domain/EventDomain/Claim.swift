package import Numbers

/// Names a claim: the player, and the player's own count of their claims, from 1.
package struct ClaimID: Hashable, Sendable, CustomStringConvertible {
  /// Who claims.
  package let player: PlayerID
  /// The player's own number, from 1, without a gap.
  package let number: Int

  /// Creates an id.
  package init(_ player: PlayerID, _ number: Int) { (self.player, self.number) = (player, number) }

  package var description: String { "\(player).\(number)" }
}

/// A piece of a player's session, signed by the player, which proves what they have found since the piece before.
///
/// What its text means is a matter of whoever judges it.
package struct Claim: Hashable, Sendable {
  /// Bytes that a piece may have: players send longer sessions in several.
  package static let largest = 512 << 10

  /// Names the claim.
  package let id: ClaimID
  /// The signed piece.
  package let piece: String

  /// Creates a claim.
  package init(_ id: ClaimID, piece: String) { (self.id, self.piece) = (id, piece) }
}

/// A claim as the desk has it.
package struct ReceivedClaim: Hashable, Sendable {
  /// Its place among all claims of the event, from 1, increasing.
  package let sequence: Int
  /// When the desk had it, by the desk's clock.
  package let time: Timestamp
  /// The claim.
  package let claim: Claim

  /// Creates a received claim.
  package init(_ claim: Claim, sequence: Int, time: Timestamp) {
    (self.claim, self.sequence, self.time) = (claim, sequence, time)
  }
}

/// What the referee says to a claim.
package struct Ruling: Hashable, Sendable {
  /// What became of one find of a claim.
  package struct Find: Hashable, Sendable {
    /// The treasure's id.
    package let treasure: String
    /// Whether it counts now, by this claim or an earlier one.
    package let counts: Bool
    /// For the player, as a sentence.
    package let text: String

    /// Creates the part of a ruling.
    package init(treasure: String, counts: Bool, text: String) {
      (self.treasure, self.counts, self.text) = (treasure, counts, text)
    }
  }

  /// The claim.
  package let claim: ClaimID
  /// Its place among the claims of the event.
  package let sequence: Int
  /// What became of its finds; empty for a piece without any.
  package let finds: [Find]
  /// Why the piece as a whole is not believed, as a sentence for the player; `nil` if it is.
  package let refusal: String?

  /// Creates a ruling.
  package init(_ claim: ClaimID, sequence: Int, finds: [Find] = [], refusal: String? = nil) {
    (self.claim, self.sequence, self.finds, self.refusal) = (claim, sequence, finds, refusal)
  }

  /// All that it says to the player, in sentences; empty if there is nothing to say.
  package var text: String { ([refusal].compactMap(\.self) + finds.map(\.text)).joined(separator: " ") }

  /// Why the claim, or a find of it, does not count, each as a sentence; empty if everything counts.
  package var rejections: [String] { [refusal].compactMap(\.self) + finds.filter { !$0.counts }.map(\.text) }
}

/// A ruling as the desk has it.
package struct GivenRuling: Hashable, Sendable {
  /// Its place among all rulings of the event, from 1, increasing; a ruling that replaces another has a place of its own.
  package let place: Int
  /// When it was given, by the desk's clock.
  package let time: Timestamp
  /// The ruling.
  package let ruling: Ruling

  /// Creates a ruling that was given.
  package init(_ ruling: Ruling, place: Int, time: Timestamp) {
    (self.ruling, self.place, self.time) = (ruling, place, time)
  }
}
