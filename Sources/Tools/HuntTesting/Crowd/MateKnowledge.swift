/// Which players of a crowd know where their mates are.
///
/// When the connection of a player is lost, the player and each mate do not know of each other until the next position
/// comes. Times count from any one moment.
package struct MateKnowledge: Sendable {
  private let mates: [[Int]]
  /// For each player the mates of whom nothing was heard since the connection of one of the two was lost.
  private var missed: [Set<Int>]
  /// Those who have come to an end: nobody hears of them any more.
  private var ended: Set<Int> = []
  /// How many players miss somebody.
  private var searching = 0
  /// Since when any player misses somebody; `nil` while nobody does.
  private var since: Duration?

  /// Everybody knows where their mates are.
  ///
  /// - Parameter mates: for each player the numbers of the others in the same team.
  package init(mates: [[Int]]) {
    self.mates = mates
    missed = Array(repeating: [], count: mates.count)
  }

  /// A player's connection is lost, or the player has just come.
  package mutating func lose(_ player: Int, at now: Duration) {
    for mate in mates[player] {
      if !ended.contains(mate) { miss(mate, by: player) }
      if !ended.contains(player) { miss(player, by: mate) }
    }
    if searching > 0 { since = since ?? now }
  }

  /// A player hears where a mate is.
  ///
  /// Returns: if all know again by that, for how long they did not.
  package mutating func hear(of mate: Int, by player: Int, at now: Duration) -> Duration? {
    guard missed[player].remove(mate) != nil, missed[player].isEmpty else { return nil }
    searching -= 1
    guard searching == 0, let begun = since else { return nil }
    since = nil
    return now - begun
  }

  /// A player has come to an end: mates need not hear of them.
  ///
  /// Returns: if all know again by that, for how long they did not.
  package mutating func end(_ player: Int, at now: Duration) -> Duration? {
    ended.insert(player)
    var time: Duration?
    for mate in mates[player] { time = hear(of: player, by: mate, at: now) ?? time }
    return time
  }

  private mutating func miss(_ other: Int, by player: Int) {
    if missed[player].isEmpty { searching += 1 }
    missed[player].insert(other)
  }
}
