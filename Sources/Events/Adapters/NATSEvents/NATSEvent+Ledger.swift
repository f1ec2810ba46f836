internal import EventDomain
internal import Events
internal import HuntDomain
internal import NATSClient
internal import Numbers

extension NATSEvent: FindLedger {
  func append(_ finds: [LedgerFind], after place: Int) async throws(EventTrouble) {
    for start in stride(from: 0, to: finds.count, by: Self.findsAtOnce) {
      let end = min(start + Self.findsAtOnce, finds.count)
      try await append(finds[start..<end], behind: UInt64(max(0, place) + start))
    }
  }

  /// Finds that are under way at the same time: what a slow disk takes in the time of one answer.
  private static let findsAtOnce = 100

  private func append(_ finds: ArraySlice<LedgerFind>, behind place: UInt64) async throws(EventTrouble) {
    guard let last = finds.last else { return }
    let subject = subjects.find
    // Each is stored only behind the one before: so the answer to the last one speaks for all.
    try await ask { streams throws(JetStreamError) in
      for (index, find) in finds.dropLast().enumerated() {
        try streams.send(
          subject, EventWire.bytes(FindMessage(find)), expecting: .lastOfStream(place + UInt64(index)))
      }
      _ = try await streams.publish(
        subject, EventWire.bytes(FindMessage(last)), expecting: .lastOfStream(place + UInt64(finds.count - 1)))
    }
  }

  func finds(
    after place: Int, atMost count: Int, waiting time: Duration
  ) async throws(EventTrouble) -> [LedgerFind] {
    var finds: [LedgerFind] = []
    for message in try await next(of: subjects.finds, after: place, atMost: count, waiting: time) {
      guard let find = LedgerFind(message: message.bytes) else {
        throw .damaged("the entry \(message.sequence) of the ledger is damaged")
      }
      finds.append(find)
    }
    return finds
  }

  func takeLease(_ holder: String, until end: Timestamp, now: Timestamp) async throws(EventTrouble) -> Bool {
    let (subject, stream) = (subjects.lease, subjects.state)
    let message = try await ask { streams throws(JetStreamError) in
      try await streams.lastMessage(of: subject, in: stream)
    }
    if let lease = message.flatMap({ EventWire.read(LeaseMessage.self, $0.bytes) }), lease.holder != holder,
      lease.until > now.milliseconds
    {
      return false
    }
    let body = EventWire.bytes(LeaseMessage(holder: holder, until: end.milliseconds))
    do throws(JetStreamError) {
      _ = try await streams.publish(subject, body, expecting: .lastOfSubject(message?.sequence ?? 0))
      return true
    } catch {
      if case .conflict = EventTrouble(error) { return false }
      throw EventTrouble(error)
    }
  }
}
