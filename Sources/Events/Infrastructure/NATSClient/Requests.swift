internal import SystemKit

/// Requests that wait for their answers.
///
/// All answers come to one subscription, and the last word of their subject says to which request they belong; so a
/// request costs neither a subscription nor a thread.
final class Requests: Sendable {
  typealias Answer = Result<NATSMessage, NATSError>

  private struct Pending {
    let continuation: CheckedContinuation<Answer, Never>
    let subject: String
    let limit: Duration
    let end: ContinuousClock.Instant
    var again: Again?
    var isSent = false
  }

  /// What sends a request again, and when.
  struct Again {
    let pause: Duration
    var due: ContinuousClock.Instant
    let send: @Sendable () -> Void

    init(after pause: Duration, send: @escaping @Sendable () -> Void) {
      (self.pause, due, self.send) = (pause, .now + pause, send)
    }
  }

  private struct Table {
    var last: UInt64 = 0
    var pending: [UInt64: Pending] = [:]
    var isWatched = false
  }

  private let table = Guarded(Table())

  /// The number of a new request.
  func next() -> UInt64 {
    table.withLock { table in
      table.last += 1
      return table.last
    }
  }

  /// Lets a continuation wait for an answer, at most `limit`, while the request is sent `again` and again.
  func add(
    _ number: UInt64, _ continuation: CheckedContinuation<Answer, Never>, subject: String, limit: Duration,
    again: Again? = nil
  ) {
    let end = ContinuousClock.now + limit
    let startsWatch = table.withLock { table in
      table.pending[number] = Pending(
        continuation: continuation, subject: subject, limit: limit, end: end, again: again)
      defer { table.isWatched = true }
      return !table.isWatched
    }
    if startsWatch { Task { await watch() } }
  }

  /// Notes that a request has left: if the connection is lost now, nobody knows its outcome.
  func markSent(_ number: UInt64) { table.withLock { $0.pending[number]?.isSent = true } }

  /// Gives a request its outcome; only the first one counts.
  func finish(_ number: UInt64, _ answer: Answer) {
    let pending = table.withLock { $0.pending.removeValue(forKey: number) }
    pending?.continuation.resume(returning: answer)
  }

  /// Hands an answer to the request that it is for.
  func take(_ message: NATSMessage) {
    guard let dot = message.subject.lastIndex(of: "."),
      let number = UInt64(message.subject[message.subject.index(after: dot)...]),
      let pending = table.withLock({ $0.pending.removeValue(forKey: number) })
    else { return }
    let isNobody = message.status == 503
    pending.continuation.resume(returning: isNobody ? .failure(.noResponders(pending.subject)) : .success(message))
  }

  /// Fails requests: those that have been sent, or all.
  func failAll(_ error: NATSError, onlySent: Bool) {
    let failed = table.withLock { table in
      let failed = table.pending.filter { $0.value.isSent || !onlySent }
      for number in failed.keys { table.pending[number] = nil }
      return failed.values.map(\.continuation)
    }
    for continuation in failed { continuation.resume(returning: .failure(error)) }
  }

  /// Sends requests again whose time has come, and ends those whose time is over, for as long as there are any.
  ///
  /// One task for all: a sleep for each request would outlast the request in the runtime's queue by its whole limit.
  private func watch() async {
    while true {
      let now = ContinuousClock.now
      let (late, due, isEmpty, next) = table.withLock { table in
        let late = table.pending.filter { $0.value.end <= now }
        for number in late.keys { table.pending[number] = nil }
        let due = table.pending.compactMap { number, request in
          request.again.flatMap { $0.due <= now ? (number, $0) : nil }
        }
        for (number, again) in due { table.pending[number]?.again?.due = now + again.pause }
        table.isWatched = !table.pending.isEmpty
        return (
          Array(late.values), due.map(\.1.send), table.pending.isEmpty, table.pending.values.lazy.map(\.end).min()
        )
      }
      for request in late { request.continuation.resume(returning: .failure(.timeout(after: request.limit))) }
      for send in due { send() }
      if isEmpty { return }
      // A new request may have less time than those that were there.
      try? await Task.sleep(for: min(.milliseconds(50), next.map { $0 - now } ?? .zero))
    }
  }
}
