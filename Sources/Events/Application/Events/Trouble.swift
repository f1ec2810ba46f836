/// Does again, every so often, what fails with a trouble that may pass; for no longer than `limit`.
///
/// Throws: the trouble that does not pass, or lasts longer.
package func patiently<Success, Time: Clock<Duration>>(
  for limit: Duration, every pause: Duration, on clock: Time,
  ifPassing mayPass: (EventTrouble) -> Bool, _ body: () async throws(EventTrouble) -> Success
) async throws(EventTrouble) -> Success {
  let end = clock.now.advanced(by: limit)
  while true {
    do throws(EventTrouble) { return try await body() } catch {
      guard mayPass(error), clock.now < end, !Task.isCancelled else { throw error }
    }
    try? await clock.sleep(for: pause)
  }
}

/// The troubles that were told a short time ago: the same again, several times a second, says nothing new.
package struct ToldTroubles: Sendable {
  /// The time after which the same trouble is told again.
  private static let silence = Duration.seconds(60)

  private var told: [EventTrouble: Duration] = [:]

  /// Nothing was told yet.
  package init() {}

  /// Whether a trouble is to be told at `now`, by any clock; it counts as told from then on.
  package mutating func isNew(_ trouble: EventTrouble, at now: Duration) -> Bool {
    told = told.filter { now - $0.value < Self.silence }
    guard told[trouble] == nil else { return false }
    told[trouble] = now
    return true
  }
}
