import SystemKit
import WebFetch

/// Double: a net in which a closure plays all servers; it notes what was asked.
struct ScriptedWeb: WebTransport {
  let asked = Guarded<[WebRequest]>([])
  let limits = Guarded<[WebLimits]>([])
  let reply: @Sendable (WebRequest) async throws(WebError) -> WebResponse

  init(_ reply: @escaping @Sendable (WebRequest) async throws(WebError) -> WebResponse) { self.reply = reply }

  func fetch(_ request: WebRequest, limits: WebLimits) async throws(WebError) -> WebResponse {
    asked.withLock { $0.append(request) }
    self.limits.withLock { $0.append(limits) }
    return try await reply(request)
  }
}

/// A time that stands still until a test moves it; whoever sleeps for a moment wakes at once, at the time meant.
final class ScriptedTime: Sendable {
  let passed = Guarded(Duration.zero)
  let slept = Guarded<[Duration]>([])

  func move(_ time: Duration) { passed.withLock { $0 += time } }

  var time: WebClient.Time {
    WebClient.Time(
      date: { 1_800_000_000 + self.passed.withLock { $0.components.seconds } },
      now: { self.passed.withLock { $0 } },
      sleep: { time in
        // A deadline: it comes when the test moves the time there, or not at all.
        guard time <= .seconds(1) else {
          let end = self.passed.withLock { $0 + time }
          while !Task.isCancelled, self.passed.withLock({ $0 < end }) { await Task.yield() }
          return
        }
        self.slept.withLock { $0.append(time) }
        self.move(time)
      })
  }
}
