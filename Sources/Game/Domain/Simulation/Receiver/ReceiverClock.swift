internal import Geodesy
internal import HuntDomain
internal import Numbers

/// Turns the times of truths into seconds and civil time, for steps that are mostly as long as the one before.
///
/// Durations are 128 bits wide: to divide them costs as much as all the rest of a report.
struct ReceiverClock: Hashable, Sendable {
  /// Times beyond these are taken for them: three thousand years before and after the start.
  private static let earliest = Duration.seconds(-100_000_000_000 as Int64)
  private static let latest = Duration.seconds(100_000_000_000 as Int64)
  private static let millisecond: Int64 = 1_000_000_000_000_000

  /// The civil time at the time zero; `nil` until the first truth, if nothing says when.
  var start: Timestamp?
  /// The moment of the last truth; `nil` before the first.
  private(set) var time: Duration?
  /// The civil time of the receiver, to the millisecond.
  private(set) var utc = Timestamp(milliseconds: 0)
  /// Seconds of the last step.
  private(set) var seconds = 0.0
  private var step = Duration.zero
  /// Milliseconds of the last step; `nil` if civil time has to be worked out anew.
  private var milliseconds: Int64? = 0

  /// Moves on to the time that is returned: the truth's, or the one before where that is later.
  mutating func move(to truth: Truth) -> Duration {
    let next = truth.time
    guard let last = time, let start else {
      return begin(at: max(Self.earliest, min(Self.latest, next)), truth.position)
    }
    let now = next < last ? last : next > Self.latest ? Self.latest : next
    let step = now - last
    if step != self.step { measure(step, from: last) }
    time = now
    utc =
      if let milliseconds { Timestamp(milliseconds: utc.milliseconds &+ milliseconds) } else {
        start.advanced(by: now)
      }
    return now
  }

  private mutating func begin(at first: Duration, _ place: Coordinate) -> Duration {
    let start = start ?? SimulatedDay.morning(at: place)
    (self.start, time, utc) = (start, first, start.advanced(by: first))
    return first
  }

  private mutating func measure(_ step: Duration, from last: Duration) {
    self.step = step
    seconds = step / .seconds(1)
    let (whole, rest) = step.components
    let isEven = rest % Self.millisecond == 0 && last.components.attoseconds % Self.millisecond == 0
    milliseconds = isEven ? whole &* 1000 &+ rest / Self.millisecond : nil
  }
}
