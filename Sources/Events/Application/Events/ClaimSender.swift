package import EventDomain

/// Brings a player's claims from the outbox to the event, in order, each once; and the rulings back.
package struct ClaimSender: Sendable {
  /// Claims that are read from the outbox at once.
  private static let batch = 100

  private let outbox: any Outbox
  private let desk: any ClaimDesk
  private let player: PlayerID
  /// Whether the event was asked for the last claim that it should have.
  private var isChecked = false

  /// A sender of a player's claims.
  package init(_ player: PlayerID, from outbox: any Outbox, to desk: any ClaimDesk) {
    (self.player, self.outbox, self.desk) = (player, outbox, desk)
  }

  /// Sends what is not sent, and asks for what is not decided; returns the new rulings, in order.
  ///
  /// It asks only if it was not told the next one and has sent nothing: usually the referee's answers come by themselves.
  ///
  /// - Parameter heard: rulings that have come, by the numbers of their claims.
  ///
  /// Throws: what the ports throw; what was sent until then is noted. After
  /// ``EventTrouble/unreachable(_:)`` it is to be tried again.
  package mutating func step(heard: [Int: Ruling] = [:]) async throws(EventTrouble) -> [Ruling] {
    do throws(EventTrouble) {
      let isTold = try outbox.undecided().first.map { heard[$0.number] != nil } ?? false
      var asks = !isTold
      if asks { try await check() }
      while true {
        let claims = try outbox.unsent(atMost: Self.batch)
        for claim in claims {
          try await desk.submit(claim)
          try outbox.noteSent(claim.id.number)
          asks = false
        }
        if claims.count < Self.batch { break }
      }
      var rulings: [Ruling] = []
      for id in try outbox.undecided() {
        let answer: Ruling?
        if let ruling = heard[id.number] {
          answer = ruling
        } else {
          answer = asks ? try await desk.ruling(on: id) : nil
        }
        // Later ones are told later, so that the player hears them in order.
        guard let ruling = answer else { break }
        try outbox.note(ruling)
        rulings.append(ruling)
      }
      return rulings
    } catch {
      // It may be another host that answers next time.
      isChecked = false
      throw error
    }
  }

  /// Whether everything is sent and decided.
  package func isDone() throws(EventTrouble) -> Bool {
    guard try outbox.unsent(atMost: 1).isEmpty else { return false }
    return try outbox.undecided().isEmpty
  }

  /// A host may have lost what it had: then everything is offered again, from the first claim on.
  private mutating func check() async throws(EventTrouble) {
    guard !isChecked else { return }
    let last = try outbox.lastSent()
    if last > 0, !(try await desk.has(ClaimID(player, last))) { try outbox.noteSent(0) }
    isChecked = true
  }
}
