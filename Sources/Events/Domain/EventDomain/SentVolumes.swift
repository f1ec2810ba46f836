/// How much each player has sent to an event, and what came with each invitation: claims, positions and questions.
///
/// Nothing else keeps a player from filling the organiser's disk, or from taking all of the host's time.
package struct SentVolumes: Hashable, Sendable {
  /// Bytes that a message counts for beside those that it has: it costs time also where it is empty.
  package static let perMessage = 1 << 10

  /// Bytes that a player may have sent so long after joining: 32 MB, and 4 KB for each second.
  ///
  /// A second of play makes some 340 bytes of claims and at most one position; simulated players may play faster than
  /// real time.
  package static func allowance(after time: Duration) -> Int {
    (32 << 20) + (4 << 10) * Int(min(max(time / .seconds(1), 0), 1e9))
  }

  private var bytes: [PlayerID: Int]

  /// - Parameter bytes: what the players have sent until now.
  package init(_ bytes: [PlayerID: Int] = [:]) { self.bytes = bytes }

  /// Notes a message of a player's with so many bytes.
  package mutating func add(_ size: Int, of player: PlayerID) {
    bytes[player, default: 0] += size + Self.perMessage
  }

  /// Forgets all but players: of an invitation, which many may share for weeks, each minute counts alone.
  package mutating func keep(_ players: Set<PlayerID>) { bytes = bytes.filter { players.contains($0.key) } }

  /// The bytes of those who have sent more than anybody may at once.
  package var large: [PlayerID: Int] { bytes.filter { $0.value > Self.allowance(after: .zero) } }
}
