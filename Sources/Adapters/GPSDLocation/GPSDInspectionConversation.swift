internal import Doctor
internal import Glibc

/// The doctor's call, from the connection to the end: reads lines, keeps the deadlines, asks for receivers now and then.
///
/// A flood is read no faster than the game would, and half a line for ever is no line.
struct Conversation: ~Copyable {
  private let watch: String
  private let patience: Duration
  private let waiting: Duration
  private let began = ContinuousClock.now
  private var hearing: Hearing

  init(_ address: GPSDAddress, patience: Duration, waiting: Duration) {
    watch = address.watchCommand
    self.patience = patience
    self.waiting = waiting
    hearing = Hearing(device: address.device)
  }

  /// How often gpsd is asked which receivers it has: it drops one that it cannot open, without a word.
  private static let asking = Duration.seconds(1)
  /// How long a gpsd without receivers is listened to: opening one takes less.
  private static let emptiness = Duration.seconds(2)

  /// gpsd needs a moment to list its receivers, however little patience the player has.
  private static let shortest = Duration.milliseconds(500)

  private var now: Duration { ContinuousClock.now - began }

  mutating func facts(
    from connection: borrowing Connection, _ stop: StopSignal, _ onProgress: (GPSDInspection.Progress) -> Void
  ) -> DaemonFacts {
    var (lines, budget, chunk) = (LineBuffer(), ReadBudget(), [UInt8](repeating: 0, count: 16 * 1024))
    var (nextQuestion, said): (Duration, GPSDInspection.Progress) = (Self.asking, .calling)
    connection.send(watch)
    while !stop.isStopped, now < end {
      if hearing.isGreeted, now >= nextQuestion {
        connection.send("?DEVICES;\n")
        nextQuestion = now + Self.asking
      }
      let pause = budget.pause(at: now)
      let deadline = min(end, pause ?? (hearing.isGreeted ? nextQuestion : end))
      guard stop.wait(for: pause == nil ? connection.descriptor : -1, timeout: deadline - now) else { continue }
      switch connection.read(into: &chunk) {
      case .nothing: continue
      case .closed: return hearing.facts(hungUp: true, after: listened)
      case .bytes(let count):
        budget.spend(count, at: now)
        hearing.hear(chunk[..<count], as: lines.lines(adding: chunk[..<count]), at: now)
      }
      if hearing.progress != said {
        said = hearing.progress
        onProgress(said)
      }
      if hearing.isDone { break }
    }
    connection.send("?WATCH={\"enable\":false};\n")
    return hearing.facts(hungUp: false, after: listened)
  }

  private var listened: Duration { hearing.greetedAt.map { now - $0 } ?? .zero }

  /// When enough was waited, as far as one knows now.
  private var end: Duration {
    guard let greeted = hearing.greetedAt else { return patience }
    // Who has nothing to listen to need not be listened to.
    let listening = hearing.hasNothingToHear ? min(waiting, Self.emptiness) : waiting
    return greeted + max(listening, Self.shortest)
  }
}
