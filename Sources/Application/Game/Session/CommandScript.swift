/// Commands that wait for their time, in the order in which they will be followed.
package struct CommandScript: Sendable {
  /// Commands that can wait at one time.
  package static let most = 10_000

  private var waiting: [(order: PlayWords.Order, time: Duration)] = []
  /// The number of commands already carried out; an index avoids shifting the array.
  private var done = 0

  /// A script without a line.
  package init() {}

  /// Reads lines; one without a time is followed at the time of the line before, the first ones at 0.
  package init(_ lines: some Sequence<String>) {
    var time = Duration.zero
    for line in lines.lazy.map({ PlayWords($0) }) where line.order != .nothing {
      time = line.time ?? time
      add(line.order, at: time)
    }
  }

  /// Whether nothing waits.
  package var isEmpty: Bool { done == waiting.count }

  /// Adds a command behind all of its time; returns whether there was room for it.
  @discardableResult
  package mutating func add(_ order: PlayWords.Order, at time: Duration) -> Bool {
    guard waiting.count - done < Self.most else { return false }
    let place = waiting[done...].lastIndex { $0.time <= time }.map { $0 + 1 } ?? done
    waiting.insert((order, time), at: place)
    return true
  }

  /// Takes the next command whose time lies before `now`.
  package mutating func next(before now: Duration) -> (order: PlayWords.Order, time: Duration)? {
    guard !isEmpty, waiting[done].time < now else { return nil }
    defer { done += 1 }
    return waiting[done]
  }
}
