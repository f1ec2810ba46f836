/// Applies a scenario's faults to a receiver's reports.
///
/// A value: the same scenario and moments give the same moments. Their times never go back, nor do those of the fixes;
/// only what a fix says of civil time may. Faults that are active together are applied in the order of the scenario.
/// Once all are over, what goes in comes out.
package struct FaultInjector: Hashable, Sendable {
  /// Reports that a stall keeps; of more, the oldest are lost.
  package static let longestQueue = 1000
  /// The longest gap between two reports that a flood fills.
  private static let longestFlood = Duration.seconds(10)

  private var spells: [FaultSpell]
  private var latest: Duration?
  /// The last report that was not silenced.
  private var last: Moment?
  /// The moments that a stall holds back.
  private var queue: [Moment] = []

  /// Faults that have not begun yet.
  package init(_ scenario: FaultScenario) { spells = scenario.entries.map(FaultSpell.init) }

  /// Applies the faults to a moment; returns none, one or several moments, in the order of their times.
  package mutating func inject(_ moment: Moment) -> [Moment] {
    let time = max(latest ?? moment.time, moment.time)
    latest = time
    var moment = Moment(time: time, moment.observation)
    var delivery = Delivery()
    for index in spells.indices where spells[index].isActive(at: time) {
      spells[index].change(&moment.observation, at: time)
      delivery.note(spells[index].fault)
    }
    return deliver(moment, delivery)
  }

  private mutating func deliver(_ moment: Moment, _ delivery: Delivery) -> [Moment] {
    var moments: [Moment] = []
    if !delivery.isSilent {
      moments = delivery.rate.map { repeated(until: moment.time, $0) } ?? []
      moments.append(moment)
      last = moment
    }
    if delivery.copies > 1 { moments = moments.flatMap { Array(repeating: $0, count: delivery.copies) } }
    guard delivery.isStalled || !queue.isEmpty else { return moments }
    queue += moments
    if queue.count > Self.longestQueue { queue.removeFirst(queue.count - Self.longestQueue) }
    guard !delivery.isStalled else { return [] }
    defer { queue = [] }
    return queue
  }

  /// The last report again and again, until the next one.
  private func repeated(until time: Duration, _ rate: Double) -> [Moment] {
    guard let last else { return [] }
    let step = Duration.seconds(1) / rate
    var moments: [Moment] = []
    var next = max(last.time, time - Self.longestFlood) + step
    while next < time {
      moments.append(last.moved(to: next))
      next += step
    }
    return moments
  }
}
