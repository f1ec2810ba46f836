internal import Game
internal import Geodesy

/// Another player of the event as a line has it.
struct MateLine: Hashable, Codable {
  var id, name: String
  var team: String?
  var lat, lon: Double
  var accuracy: Double?
  var age: ExactTime

  /// Metres of an error circle: half around the Earth.
  private static let accuracies = 0...20_100_000.0

  init(_ mate: Mate) {
    (id, name, team) = (mate.id, mate.name, mate.team)
    (lat, lon) = (mate.position.latitude, mate.position.longitude)
    accuracy = mate.accuracy
    age = ExactTime(mate.age)
  }

  /// The player; `nil` if a number is out of range.
  private var mate: Mate? {
    guard let position = Coordinate(latitude: lat, longitude: lon),
      accuracy.map(Self.accuracies.contains) ?? true
    else { return nil }
    return Mate(
      id.asName, name: name.asName, team: .asName(team), at: position, accuracy: accuracy, age: age.duration)
  }

  /// The event of a line; `nil` if it has a player who is none, or more than can be shown.
  static func event(_ lines: [MateLine]) -> SessionEvent? {
    let mates = lines.compactMap(\.mate)
    return mates.count == lines.count && lines.count <= Mates.most ? .mates(mates) : nil
  }
}

extension Leaderboard {
  /// Numbers that a leaderboard may have.
  private static let counts = 0...1_000_000_000, points = -1_000_000_000...1_000_000_000

  /// The same with printable texts, as a record may have been edited; `nil` if it has a number out of range, or more
  /// rows, finds or prizes than a leaderboard has.
  var cleaned: Leaderboard? {
    guard rows.count <= Self.mostRows, latest.count <= Self.mostFinds, prizes.count <= Self.mostPrizes,
      Self.counts.contains(total),
      rows.allSatisfy({
        Self.counts.contains($0.rank) && Self.counts.contains($0.found) && Self.points.contains($0.points)
      })
    else { return nil }
    return Leaderboard(
      event: event.asName, rows: rows.map(\.cleaned), total: total, latest: latest.map(\.cleaned),
      prizes: prizes.map(\.cleaned), isClosed: isClosed)
  }
}

extension Leaderboard.Row {
  fileprivate var cleaned: Leaderboard.Row {
    Leaderboard.Row(
      rank: rank, player: .asName(player), team: .asName(team), points: points, found: found, whose: whose)
  }
}

extension Leaderboard.Find {
  fileprivate var cleaned: Leaderboard.Find {
    Leaderboard.Find(
      id.asName, treasure: treasure.asName, name: name.asName, player: player.asName, team: .asName(team),
      prize: .asName(prize), whose: whose)
  }
}
