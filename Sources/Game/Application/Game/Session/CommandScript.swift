/// Commands that wait for their time, in the order in which they will be followed.
///
/// Nothing is followed after `quit`, however it was given.
package struct CommandScript: Sendable {
  /// Commands that can wait at one time.
  package static let most = 10_000

  /// What becomes of a line that is typed.
  package enum Typed: Hashable, Sendable {
    /// It is followed at once.
    case now(PlayWords.Order)
    /// It waits for the time that it names.
    case waits
    /// It is dropped, because too many are waiting.
    case dropped
    /// It asks for nothing, or the player has left.
    case nothing
  }

  /// Whether the player has left with `quit`.
  package private(set) var hasQuit = false
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

  /// Takes the next command whose time lies before `now`; `nil` if there is none, or the player has left.
  package mutating func next(before now: Duration) -> (order: PlayWords.Order, time: Duration)? {
    guard !hasQuit, !isEmpty, waiting[done].time < now else { return nil }
    defer { done += 1 }
    note(waiting[done].order)
    return waiting[done]
  }

  /// Takes a line that is typed at `now`; adds it if it names a later time.
  package mutating func type(_ line: String, at now: Duration) -> Typed {
    let words = PlayWords(line)
    guard !hasQuit, words.order != .nothing else { return .nothing }
    if let time = words.time, time > now { return add(words.order, at: time) ? .waits : .dropped }
    note(words.order)
    return .now(words.order)
  }

  private mutating func note(_ order: PlayWords.Order) { hasQuit = hasQuit || order == .action(.quit) }
}
