internal import Numbers

/// What happens to the network of a crowd: seeded, one decision a second.
package struct CrowdFaults: Sendable {
  /// The kinds of faults.
  package enum Kind: String, CaseIterable, Sendable {
    /// Nothing of a player's gets through for some seconds, and then all of it.
    case delay
    /// What a player sends does not arrive.
    case loss
    /// A third of the players is cut off for a quarter of a minute.
    case partition
    /// A player's program is killed, and started again.
    case kill
  }

  /// What happens to one player.
  package enum Fault: Hashable, Sendable {
    /// Nothing gets through for so long.
    case hold(Duration)
    /// The connection is cut, and the player comes back after so long.
    case cut(Duration)
  }

  /// The chance in a second that a player is held, or killed; that the crowd is parted; and that a message is lost.
  private static let held = 0.005, killed = 0.005, parted = 0.02, lost = 0.05

  private let kinds: Set<Kind>
  private var generator: SeededGenerator
  /// For messages and rests, of which nobody knows how many there are in a second: the seconds stay the same.
  private var others: SeededGenerator

  /// Faults of these kinds.
  package init(_ kinds: Set<Kind>, seed: UInt64) {
    (self.kinds, generator, others) = (kinds, SeededGenerator(seed: seed), SeededGenerator(seed: ~seed))
  }

  /// Reads `all`, or kinds with commas between them; `nil` for anything else.
  package static func kinds(_ text: String) -> Set<Kind>? {
    guard text != "all" else { return Set(Kind.allCases) }
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    let kinds = words.compactMap { Kind(rawValue: String($0)) }
    return kinds.count == words.count ? Set(kinds) : nil
  }

  /// What happens in the next second, to which of so many players.
  package mutating func second(of players: Int) -> [(player: Int, fault: Fault)] {
    var faults: [(player: Int, fault: Fault)] = []
    if kinds.contains(.partition), chance() < Self.parted {
      let time = Duration.seconds(15 + 5 * chance())
      let third = Int.random(in: 0..<3, using: &generator)
      faults += (0..<players).filter { $0 % 3 == third }.map { ($0, .cut(time)) }
    }
    for player in 0..<players {
      if kinds.contains(.delay), chance() < Self.held { faults.append((player, .hold(.seconds(1 + 4 * chance())))) }
      if kinds.contains(.kill), chance() < Self.killed { faults.append((player, .cut(.seconds(0.1 + 2 * chance())))) }
    }
    return faults
  }

  /// Whether the next message is lost.
  package mutating func isLost() -> Bool {
    kinds.contains(.loss) && Double.random(in: 0..<1, using: &others) < Self.lost
  }

  /// How long a player waits before the next attempt to connect.
  package mutating func rest() -> Duration { .seconds(Double.random(in: 0.1..<1, using: &others)) }

  private mutating func chance() -> Double { Double.random(in: 0..<1, using: &generator) }
}
