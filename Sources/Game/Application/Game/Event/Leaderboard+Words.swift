internal import Views

/// The leaderboard in words.
extension Leaderboard {
  /// Said where there is none.
  private static let missing =
    "There is no leaderboard: this game is no part of an event, or its first news is to come."

  /// Rows and finds that are told in sentences.
  private static let mostTold = 5

  // MARK: - A page

  /// The page of a leaderboard: ranks, prizes, the latest finds.
  static func page(_ board: Leaderboard?) -> PageScreen {
    guard let board else { return PageScreen(title: "Leaderboard", rows: [.init(name: "", value: missing)]) }
    return PageScreen(title: "\(board.event): the leaderboard", rows: board.pageRows)
  }

  private var pageRows: [PageScreen.Row] {
    func part(_ title: String, _ rows: [PageScreen.Row]) -> [PageScreen.Row] {
      rows.isEmpty ? [] : [.init(name: "", value: ""), .init(name: "", value: title)] + rows
    }
    let ranks = rows.map { row in
      PageScreen.Row(name: "\(row.rank).\(row.whose == .own ? " you ▶" : "")", value: line(row))
    }
    return (isClosed ? [.init(name: "", value: Self.closed)] : [])
      + (ranks.isEmpty ? [.init(name: "", value: Self.nothing)] : ranks) + more
      + part("Prizes, held by whoever found them first:", prizes.map { .init(name: "", value: "  \(Self.prize($0))") })
      + part("The latest finds:", latest.map { .init(name: "", value: "  \(Self.find($0))") })
  }

  private var more: [PageScreen.Row] {
    total > rows.count ? [.init(name: "", value: "And \(total - rows.count) more.")] : []
  }

  /// `Ann of Foxes, 45 points, 7 found`.
  private func line(_ row: Row) -> String {
    let name = row.player.map { Wording.player($0, of: row.team) } ?? row.team ?? "?"
    return "\(name), \(Wording.points(row.points)), \(row.found) found"
  }

  private static func find(_ find: Find) -> String {
    "\(Wording.player(find.player, of: find.team)) found \(find.name)"
  }

  private static func prize(_ find: Find) -> String {
    "\(find.prize ?? "") (\(find.name)): \(Wording.player(find.player, of: find.team))"
  }

  // MARK: - Sentences

  private static let closed = "The event is closed: this is the end."
  private static let nothing = "Nobody has found anything yet."

  /// The leaderboard for whoever hears it: the first ranks and the player's own, prizes, the latest finds.
  static func sentences(_ board: Leaderboard?) -> String {
    guard let board else { return missing }
    let own = board.rows.dropFirst(mostTold).filter { $0.whose == .own }
    let ranks = (board.rows.prefix(mostTold) + own).map { row in
      "\(row.rank). \(row.whose == .own ? "You: " : "")\(board.line(row))."
    }
    let finds = board.latest.prefix(mostTold).map(find).joined(separator: "; ")
    let prizes = board.prizes.prefix(mostTold).map(prize).joined(separator: "; ")
    let parts =
      (board.isClosed ? [closed] : []) + (ranks.isEmpty ? [nothing] : ranks)
      + (prizes.isEmpty ? [] : ["Prizes: \(prizes)."]) + (finds.isEmpty ? [] : ["Latest: \(finds)."])
    return parts.joined(separator: " ")
  }
}
