package import EventDomain

/// The phones of an event and who carries them, for messages that come many times in a second.
package struct PhoneCarriers: Sendable {
  /// Whom a phone shows, and whether that is somebody who plays.
  package typealias Carrier = (player: Player, plays: Bool)

  /// How often the book is read again, and for a phone that nobody carries who plays.
  private static let pause = Duration.seconds(10), search = Duration.seconds(1)

  private var carriers: [PlayerID: Carrier] = [:]
  private var read: Duration?

  /// Creates the table without any phone.
  package init() {}

  /// The player to whom a phone belongs; if nobody plays with its name and team, a person with only a phone; `nil` for
  /// no phone that was invited.
  ///
  /// - Parameter now: the time, by any clock. What the book says is known some seconds later.
  package mutating func carrier(of phone: PlayerID, at now: Duration, in book: InvitationBook) -> Carrier? {
    let pause = carriers[phone]?.plays ?? false ? Self.pause : Self.search
    guard read.map({ now - $0 >= pause }) ?? true else { return carriers[phone] }
    read = now
    // A book that cannot be read now changes nothing.
    guard let guests = try? book.guests() else { return carriers[phone] }
    carriers = [:]
    for phone in guests where phone.isPhone && phone.revoked == nil {
      let player = guests.carrier(of: phone.player)
      carriers[phone.player.id] = (player ?? phone.player, player != nil)
    }
    return carriers[phone]
  }
}
