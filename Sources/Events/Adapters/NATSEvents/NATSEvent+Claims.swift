internal import EventDomain
internal import Events
internal import HuntDomain
internal import NATSClient
internal import Numbers
internal import SystemKit

extension NATSEvent: ClaimDesk {
  func submit(_ claim: Claim) async throws(EventTrouble) {
    guard claim.piece.utf8.count <= Claim.largest else { throw .refused("the claim is too large") }
    // The stream does not say that it has it, and a server that ends meanwhile does not say that it has not.
    let end = ContinuousClock.now.advanced(by: Self.storing)
    var trouble = EventTrouble.unreachable("the claim has not arrived")
    var pause = Duration.milliseconds(20)
    repeat {
      do throws(JetStreamError) {
        try streams.send(subjects.claim(claim.id), Array(claim.piece.utf8), expecting: .lastOfSubject(0))
      } catch { throw EventTrouble(error) }
      let next = ContinuousClock.now.advanced(by: Self.sending)
      do throws(EventTrouble) {
        repeat {
          if try await isSeen(claim.id) { return }
          if await isTold(claim.id, within: pause) { return }
          // Where a stream has no leader, thousands may ask.
          pause = min(pause * 2, Self.sending / 2)
        } while ContinuousClock.now < next
      } catch {
        // Without a leader the stream takes no claims, and says nothing: it is sent again all the same.
        guard error.isUnreachable else { throw error }
        trouble = error
        if await isTold(claim.id, within: next - .now) { return }
      }
    } while ContinuousClock.now < end && !Task.isCancelled
    throw trouble
  }

  /// How long a claim may take to the stream, and how often it is sent.
  private static let (storing, sending) = (Duration.seconds(5), Duration.seconds(1))

  /// Whether a copy of the stream has a claim; one that is behind may not know it yet.
  func isSeen(_ id: ClaimID) async throws(EventTrouble) -> Bool {
    if let player {
      let question = EventQuestion(claim: id.number, isQuick: true)
      return try await ask(question, as: player.id, timeout: Self.sending).isThere == true
    }
    return try await ask { streams throws(JetStreamError) in
      do throws(JetStreamError) {
        return try await streams.directLastMessage(of: subjects.claim(id), in: subjects.claims) != nil
      } catch {
        // It is there, whatever its sender has added to it.
        if case .badReply = error { return true }
        throw error
      }
    }
  }

  func has(_ id: ClaimID) async throws(EventTrouble) -> Bool {
    if let player {
      let isThere = try await ask(EventQuestion(claim: id.number), as: player.id).isThere == true
      // All that was ruled on is to be sent again.
      if !isThere { told.withLock { $0 = [:] } }
      return isThere
    }
    if try await isSeen(id) { return true }
    // A copy may be behind: a player who is told that a claim is lost sends all of them again.
    return try await ask { streams throws(JetStreamError) in
      try await streams.lastMessage(of: subjects.claim(id), in: subjects.claims) != nil
    }
  }

  func ruling(on id: ClaimID) async throws(EventTrouble) -> Ruling? {
    if let player { return try await ask(EventQuestion(ruling: id.number), as: player.id).ruling?.ruling(on: id) }
    // It may be long until the stream has it.
    if let ruling = told.withLock({ $0[id] }) { return ruling }
    return try await rulingMessage(on: id)?.ruling(on: id)
  }

  func rulings(for player: PlayerID) -> AsyncStream<Ruling> {
    let live = try? connection.subscribe(EventSubjects.rulings(for: player))
    return AsyncStream { continuation in
      let task = Task {
        if let live {
          for await message in live {
            guard let number = message.subject.split(separator: ".").last.flatMap({ Int($0) }),
              let ruling = EventWire.read(RulingMessage.self, message.bytes)
            else { continue }
            let id = ClaimID(player, number)
            told.withLock { $0[id] = ruling.ruling(on: id) }
            continuation.yield(ruling.ruling(on: id))
          }
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// Waits for a while, at most until a player was told the ruling on a claim; returns whether that is so.
  private func isTold(_ id: ClaimID, within time: Duration) async -> Bool {
    let end = ContinuousClock.now + time
    while true {
      if told.withLock({ $0[id] != nil }) { return true }
      guard ContinuousClock.now < end, !Task.isCancelled else { return false }
      try? await Task.sleep(for: .milliseconds(20))
    }
  }

  private func rulingMessage(on id: ClaimID) async throws(EventTrouble) -> RulingMessage? {
    let (subject, stream) = (subjects.ruling(on: id), subjects.rulings)
    let message = try await ask { streams throws(JetStreamError) in
      try await streams.directLastMessage(of: subject, in: stream)
    }
    guard let message else { return nil }
    guard let ruling = EventWire.read(RulingMessage.self, message.bytes) else { throw .damaged("a ruling is damaged") }
    return ruling
  }

  func claims(
    after sequence: Int, atMost count: Int, waiting time: Duration
  ) async throws(EventTrouble) -> [ReceivedClaim] {
    try received(await next(of: subjects.claims, after: sequence, atMost: count, waiting: time))
  }

  func claims(of player: PlayerID, before sequence: Int) async throws(EventTrouble) -> [ReceivedClaim] {
    try received(await all(of: subjects.claims, filter: subjects.claims(of: player), before: sequence))
  }

  /// Rulings that are under way at the same time.
  private static let atOnce = 64

  func answer(_ rulings: [Ruling]) async throws(EventTrouble) {
    guard let first = rulings.first, let last = rulings.last else { return }
    // All but the last in any order, each with what was answered before them.
    try await rulings.dropLast().concurrently(atMost: Self.atOnce) { ruling throws(EventTrouble) in
      try await self.write(ruling, answered: first.sequence - 1)
    }
    try await write(last, answered: nil)
    told.withLock { told in for ruling in rulings { told[ruling.claim] = nil } }
  }

  func tell(_ rulings: [Ruling]) {
    told.withLock { told in for ruling in rulings { told[ruling.claim] = ruling } }
    // Thousands who ask again and again would be more work than all the rest of an event.
    for ruling in rulings {
      try? connection.publish(EventSubjects.telling(of: ruling.claim), EventWire.bytes(RulingMessage(ruling)))
    }
  }

  private func write(_ ruling: Ruling, answered: Int?) async throws(EventTrouble) {
    let subject = subjects.ruling(on: ruling.claim)
    var message = RulingMessage(ruling)
    message.answered = answered
    let bytes = EventWire.bytes(message)
    _ = try await ask { streams throws(JetStreamError) in try await streams.publish(subject, bytes) }
  }

  func rulings(
    after place: Int, atMost count: Int, waiting time: Duration
  ) async throws(EventTrouble) -> [GivenRuling] {
    var rulings: [GivenRuling] = []
    for message in try await next(of: subjects.rulings, after: place, atMost: count, waiting: time) {
      // The subject has the same words as that of the claim.
      guard let place = Int(exactly: message.sequence),
        let ruling = EventWire.read(RulingMessage.self, message.bytes),
        let id = subjects.claim(ofSubject: message.subject, at: ruling.sequence)
      else { throw .damaged("a ruling is damaged") }
      rulings.append(
        GivenRuling(
          ruling.ruling(on: id), place: place, time: Timestamp(milliseconds: message.time / 1_000_000)))
    }
    return rulings
  }

  func lastAnswered() async throws(EventTrouble) -> Int {
    let stream = subjects.rulings
    let message = try await ask { streams throws(JetStreamError) -> StoredMessage? in
      guard let last = try await streams.info(stream)?.lastSequence, last > 0 else { return nil }
      return try await streams.message(last, in: stream)
    }
    guard let message else { return 0 }
    guard let ruling = EventWire.read(RulingMessage.self, message.bytes) else { throw .damaged("a ruling is damaged") }
    return ruling.answered ?? ruling.sequence
  }

  private func received(_ messages: [StoredMessage]) throws(EventTrouble) -> [ReceivedClaim] {
    var claims: [ReceivedClaim] = []
    for message in messages {
      guard let sequence = Int(exactly: message.sequence),
        let id = subjects.claim(ofSubject: message.subject, at: sequence)
      else {
        throw .damaged("a claim has no name")
      }
      // What is no text is no piece either, and the referee says so.
      let claim = Claim(id, piece: String(decoding: message.bytes, as: UTF8.self))
      claims.append(
        ReceivedClaim(claim, sequence: sequence, time: Timestamp(milliseconds: message.time / 1_000_000)))
    }
    return claims
  }
}
