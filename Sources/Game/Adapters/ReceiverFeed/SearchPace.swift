/// When a receiver that searches says so again: in every cycle, while sources say it once.
package struct SearchPace: Sendable {
  /// The shortest cycle, so that a fast walk leaves the processor something else to do.
  private static let shortest = 0.02

  /// The time between two reports.
  package let cycle: Duration
  private var isSearching = false
  private var last = Duration.zero

  /// The pace of a receiver with `rate` reports a second, whose time runs `speed` times as fast.
  package init(rate: Double, speed: Double) { cycle = .seconds(max(Self.shortest, 1 / (rate * speed))) }

  /// A report was sent at `now`, by any clock, with a position or without.
  package mutating func note(isSearching: Bool, at now: Duration) { (self.isSearching, last) = (isSearching, now) }

  /// Whether the receiver has to say again that it searches.
  package func isDue(at now: Duration) -> Bool { isSearching && now - last >= cycle }
}
