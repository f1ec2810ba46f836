/// Fetches pages for the whole program: with a rate limit for each host, and from the cache if possible.
///
/// An actor because all requests share the rate limiter; slow work runs elsewhere.
package actor WebClient {
  /// What time it is, and how to wait; from outside, so that tests need none.
  package struct Time: Sendable {
    /// Seconds since 1970: the age of what is kept.
    package let date: @Sendable () -> Int64
    /// A time that only grows: waiting.
    package let now: @Sendable () -> Duration
    /// Waits, less long when its task is cancelled.
    package let sleep: @Sendable (Duration) async -> Void

    /// Creates a time.
    package init(
      date: @escaping @Sendable () -> Int64, now: @escaping @Sendable () -> Duration,
      sleep: @escaping @Sendable (Duration) async -> Void
    ) { (self.date, self.now, self.sleep) = (date, now, sleep) }
  }

  /// An answer and how long ago its server said so.
  package struct Answer: Hashable, Sendable {
    /// What the server said.
    package let response: WebResponse
    /// How long ago it was fetched.
    package let age: Duration
    /// Whether it is not kept yet.
    let isNew: Bool
  }

  /// However long a server says that its answer stays as it is.
  private static let longestFreshness = Duration.seconds(86_400)

  private let transport: any WebTransport
  private let cache: WebCache?
  private let time: Time
  private let limits: WebLimits
  private var limiter: HostRateLimiter
  /// The requests that wait for their host to be free, by host, oldest first.
  private var queue: [String: [Waiter]] = [:]
  private var lastWaiter = 0

  private struct Waiter {
    let id: Int
    let continuation: CheckedContinuation<Void, Never>
  }

  /// - Parameters:
  ///   - cache: where answers are kept; `nil` to keep none.
  ///   - generator: for the jitter of rests.
  package init(
    transport: any WebTransport, cache: WebCache?, time: Time, limits: WebLimits = WebLimits(),
    generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) {
    (self.transport, self.cache, self.time, self.limits) = (transport, cache, time, limits)
    limiter = HostRateLimiter(generator: generator)
  }

  /// The time that only grows, by which deadlines are given.
  package nonisolated var now: Duration { time.now() }

  /// Keeps an answer that the caller has checked, so that a page that asks to sign in does not take the place
  /// of a good answer.
  package nonisolated func keep(_ answer: Answer, for request: WebRequest) {
    guard answer.isNew, answer.response.status == 200, answer.response.mayBeKept else { return }
    cache?.keep(WebCacheEntry(key: request.key, fetched: time.date(), response: answer.response))
  }

  /// Notes that an answer was unusable in spite of its status: requests to its host pause as after a failure.
  package func reject(_ request: WebRequest) {
    limiter.rejected(request.address.place, now: time.now())
  }

  /// Returns the cached answer to a request, however old, without a fetch.
  package nonisolated func held(_ request: WebRequest) -> Answer? {
    cache?.entry(for: request.key).map { Answer(response: $0.response, age: age(of: $0), isNew: false) }
  }

  /// The answer to a request: what is kept while it is fresh, or else what the server says now.
  ///
  /// New answers are not cached yet: see ``keep(_:for:)``.
  ///
  /// - Parameters:
  ///   - freshness: how long an answer counts as fresh at least, and if its server does not say.
  ///   - deadline: when to give up, in ``now``.
  ///
  /// Throws: ``WebError``; ``WebError/refused(_:status:body:wait:)`` for every status but 200 to 299.
  package func answer(_ request: WebRequest, freshness: Duration, deadline: Duration) async throws(WebError) -> Answer {
    let entry = cache?.entry(for: request.key)
    if let entry, isFresh(entry, freshness) {
      return Answer(response: entry.response, age: age(of: entry), isNew: false)
    }
    try await begin(request.address.place, until: deadline)
    var asked = request
    asked.conditions = entry?.conditions ?? []
    let response: WebResponse
    do throws(WebError) {
      response = try await transport.fetch(asked, limits: limits(until: deadline))
    } catch {
      finish(request.address.place, as: error == .cancelled ? .abandoned : .failed)
      throw error
    }
    finish(request.address.place, as: outcome(of: response))
    return try use(response, for: request, entry)
  }

  // MARK: - Replies

  private func use(_ response: WebResponse, for request: WebRequest, _ entry: WebCacheEntry?) throws(WebError) -> Answer
  {
    if response.status == 304, var entry, !entry.conditions.isEmpty {
      entry.fetched = time.date()
      cache?.keep(entry)
      return Answer(response: entry.response, age: .zero, isNew: false)
    }
    guard (200...299).contains(response.status) else {
      throw .refused(
        request.address.place, status: response.status, body: Array(response.body.prefix(4096)),
        wait: response.wait(now: time.date()).map { min($0, HostRateLimiter.longestRefusalRest) })
    }
    return Answer(response: response, age: .zero, isNew: true)
  }

  private func outcome(of response: WebResponse) -> HostRateLimiter.Outcome {
    switch response.status {
    case 429, 503: .refused(wait: response.wait(now: time.date()))
    case 500...: .failed
    default: .answered
    }
  }

  private nonisolated func age(of entry: WebCacheEntry) -> Duration {
    let (age, isOver) = time.date().subtractingReportingOverflow(entry.fetched)
    return .seconds(isOver ? 0 : max(0, age))
  }

  private func isFresh(_ entry: WebCacheEntry, _ least: Duration) -> Bool {
    // What comes from the future was written by another clock.
    guard entry.fetched <= time.date() else { return false }
    return age(of: entry) < max(least, min(entry.response.freshness ?? .zero, Self.longestFreshness))
  }

  // MARK: - HostRateLimiter

  private func limits(until deadline: Duration) -> WebLimits {
    var limits = limits
    limits.total = max(.milliseconds(1), min(limits.total, deadline - time.now()))
    return limits
  }

  /// Waits until the host may be asked.
  private func begin(_ place: String, until deadline: Duration) async throws(WebError) {
    while true {
      if Task.isCancelled { throw .cancelled }
      guard time.now() < deadline else { throw .slow(place, after: limits.total) }
      switch limiter.begin(place, now: time.now()) {
      case .go: return
      case .rest(let end): throw .resting(place, for: end - time.now())
      case .wait(let end): await time.sleep(min(end, deadline) - time.now())
      case .busy: await wait(for: place, until: deadline)
      }
    }
  }

  /// Waits until the request to a host that is under way has ended, or the deadline or a cancellation comes first.
  private func wait(for place: String, until deadline: Duration) async {
    lastWaiter += 1
    let id = lastWaiter
    let alarm = Task { [time] in
      await time.sleep(deadline - time.now())
      leave(place, id)
    }
    defer { alarm.cancel() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // Cancelled before it could be found in the queue.
        if Task.isCancelled { return continuation.resume() }
        queue[place, default: []].append(Waiter(id: id, continuation: continuation))
      }
    } onCancel: {
      Task { await leave(place, id) }
    }
  }

  /// Removes a request that no longer waits from the queue.
  private func leave(_ place: String, _ id: Int) {
    guard let index = queue[place]?.firstIndex(where: { $0.id == id }) else { return }
    queue[place]?.remove(at: index).continuation.resume()
  }

  private func finish(_ place: String, as outcome: HostRateLimiter.Outcome) {
    limiter.finished(place, as: outcome, now: time.now())
    // All of them ask again, in their order; one begins.
    for waiter in queue.removeValue(forKey: place) ?? [] { waiter.continuation.resume() }
  }
}
