internal import Glibc
internal import Nearby
internal import SystemKit

/// One subscription: a thread that keeps a connection to gpsd going until it is stopped.
///
/// The thread is detached and never joined. Cancelling ends the stream in any case; the thread follows within
/// milliseconds, or, while the resolver blocks on a name, as soon as that returns.
struct Subscription<Interpreter: ReportInterpreter> {
  private let address: GPSDAddress
  private let timing: GPSDTiming
  private let stop: StopSignal
  private let yield: ([Interpreter.Update]) -> Void
  private let began = SuspendingClock.now
  private var interpreter: Interpreter
  private var backoff: Backoff

  /// The stream of one new subscription; its thread starts now.
  static func start(
    _ interpreter: Interpreter, at address: GPSDAddress, timing: GPSDTiming,
    generator: any RandomNumberGenerator & Sendable
  ) -> AsyncStream<Interpreter.Update> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Interpreter.Update.self, bufferingPolicy: .bufferingNewest(timing.buffer))
    let stop = StopSignal()
    continuation.onTermination = { _ in stop.stop() }
    let isRunning = SystemThread.start {
      var subscription = Subscription(
        address: address, timing: timing, stop: stop, yield: { $0.forEach { continuation.yield($0) } },
        interpreter: interpreter,
        backoff: Backoff(first: timing.firstRetry, longest: timing.longestRetry, generator: generator))
      subscription.run()
    }
    if !isRunning {
      var interpreter = interpreter
      interpreter.disconnect(because: "no thread is left to listen to gpsd", at: .zero)
        .forEach { continuation.yield($0) }
    }
    return stream
  }

  private init(
    address: GPSDAddress, timing: GPSDTiming, stop: StopSignal, yield: @escaping ([Interpreter.Update]) -> Void,
    interpreter: Interpreter, backoff: Backoff
  ) {
    self.address = address
    self.timing = timing
    self.stop = stop
    self.yield = yield
    self.interpreter = interpreter
    self.backoff = backoff
  }

  private var now: Duration { SuspendingClock.now - began }

  private mutating func run() {
    announce()
    while !stop.isStopped {
      let ending = talk()
      if ending.isSleep { continue }
      yield(interpreter.disconnect(because: ending.reason, at: now))
      _ = stop.wait(timeout: backoff.wait(atMost: ending.isRefusal ? timing.longestRefusedRetry : nil))
    }
  }

  /// Reports that the game waits for the name lookup, which may take many seconds.
  private mutating func announce() {
    let isNumeric = address.host.utf8.allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".")
    }
    let isNear = isNumeric || address.host == "localhost" || address.host.contains(":")
    if !isNear { yield(interpreter.disconnect(because: "connecting to gpsd at \(address)", at: now)) }
  }

  /// One connection, from its beginning to its end.
  private mutating func talk() -> Ending {
    do {
      let connection = try Connection(to: address, within: timing.connecting, stop: stop)
      return listen(to: connection)
    } catch {
      return Ending(reason: error.reason(address), isRefusal: error == .refused)
    }
  }

  private mutating func listen(to connection: borrowing Connection) -> Ending {
    let reader = GPSDReportReader(wantsAttitudeOnly: Interpreter.wantsAttitudeOnly)
    var (lines, budget) = (LineBuffer(), ReadBudget())
    var suspendDetector = SuspendDetector.begun(shortest: timing.silence)
    var chunk = [UInt8](repeating: 0, count: 16 * 1024)
    interpreter.connect(at: now)
    var greetingDeadline: Duration? = now + timing.greeting
    connection.send(address.watchCommand)
    while !stop.isStopped {
      let pause = budget.pause(at: now)
      let deadline = [interpreter.deadline, greetingDeadline, pause].compactMap(\.self).min()
      let timeout = min(timing.look, deadline.map { $0 - now } ?? timing.look)
      let isReadable = stop.wait(for: pause == nil ? connection.descriptor : -1, timeout: timeout)
      if suspendDetector.sleep() != nil { return fallAwake() }
      yield(interpreter.wait(until: now))
      if let greetingDeadline, greetingDeadline <= now {
        return Ending(reason: "gpsd at \(address) accepts the call and says nothing")
      }
      guard isReadable else { continue }
      switch connection.read(into: &chunk) {
      case .nothing: continue
      case .closed(0): return Ending(reason: "gpsd at \(address) closed the connection")
      case .closed(let number):
        return Ending(reason: "the connection to gpsd at \(address) broke (\(systemText(number)))")
      case .bytes(let count):
        budget.spend(count, at: now)
        for report in lines.lines(adding: chunk[..<count]).compactMap({ reader.report(in: $0) }) {
          greetingDeadline = nil
          hear(report)
        }
      }
    }
    connection.send("?WATCH={\"enable\":false};\n")
    return Ending(reason: "nobody listens any more")
  }

  private mutating func hear(_ report: GPSDReport) {
    // Only a receiver's report proves that the connection is worth having: some servers greet and hang up.
    switch report {
    case .position, .attitude: backoff.reset()
    default: break
    }
    yield(interpreter.hear(report, at: now))
  }

  /// Reconnects at once after a sleep, because a new connection delivers no old reports.
  private mutating func fallAwake() -> Ending {
    backoff.reset()
    yield(interpreter.wake(at: now))
    return Ending(reason: "the computer was asleep", isSleep: true)
  }
}

/// The reason why a connection ended, as text for the player, and its consequences for the next one.
private struct Ending {
  let reason: String
  /// The host refused the connection: no process listens on the port.
  var isRefusal = false
  var isSleep = false
}

/// Limits the bytes read per time, so that a flood of data does not drain the player's battery.
///
/// 64 KiB in a tenth of a second are about 5,000 reports a second; a receiver of 25 Hz with sixty satellites needs
/// a third of that. What is not read waits in the sockets.
package struct ReadBudget: Hashable, Sendable {
  /// Bytes in one ``window``.
  package static let bytes = 64 * 1024
  /// The time window for which the limit holds.
  package static let window: Duration = .milliseconds(100)

  private var spent = 0
  private var windowBegan = Duration.zero

  /// Creates a budget that is untouched.
  package init() {}

  /// The time at which reading may resume; `nil` if it is not limited now.
  package func pause(at now: Duration) -> Duration? {
    let end = windowBegan + Self.window
    return spent >= Self.bytes && end > now ? end : nil
  }

  /// Takes note of bytes read.
  package mutating func spend(_ count: Int, at now: Duration) {
    if now >= windowBegan + Self.window { (spent, windowBegan) = (0, now) }
    spent += count
  }
}
