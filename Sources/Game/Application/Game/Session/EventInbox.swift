package import EventDomain
package import Numbers
internal import Views

/// What the event of a game says, until the game is told.
///
/// All texts that it is given are printable. While nobody takes it, what is said is kept in order; of leaderboards and
/// of each player's positions only the newest is.
package struct EventInbox: Sendable {
  private let event: String
  private let player: Player
  private var events: [SessionEvent] = []
  private var board: Leaderboard?
  /// The treasures that team mates have found, as far as they were said.
  private var mateFinds: Set<String> = []
  private var positions: [PlayerID: PlayerPosition] = [:]
  /// Rulings that have come, by the numbers of their claims; they are told with ``add(told:)``.
  package private(set) var rulings: [Int: Ruling] = [:]
  private var isReachable = true

  /// The inbox of a player of an event, whose name is printable; nothing was said yet.
  package init(of player: Player, in event: String) { (self.player, self.event) = (player, event) }

  /// Takes what is to be told, in the order in which it was said; a leaderboard comes last.
  package mutating func take() -> [SessionEvent] {
    defer { (events, board) = ([], nil) }
    return events + [board.map(SessionEvent.board)].compactMap(\.self)
  }

  // MARK: - The organiser, the leaderboard and the team

  /// Adds what the organiser says, and how long ago where that was before the player could hear it.
  package mutating func add(_ message: EventMessage) {
    let age = message.age.map { " (said \(Wording.age($0)) ago)" } ?? ""
    announce(Announcement(.message, message.text + age))
  }

  /// Adds a leaderboard, in place of one that was not told.
  package mutating func add(_ board: Board) { self.board = Leaderboard(board, of: event, for: player) }

  /// Adds all that the team has found; what mates have found since the last time is told.
  package mutating func add(_ finds: [TeamFind]) {
    let new = finds.filter { $0.player != player.id && mateFinds.insert($0.treasure).inserted }
    guard !new.isEmpty else { return }
    events.append(.mateFinds(new.prefix(MateFind.most).map { MateFind($0.treasure, by: $0.name) }))
  }

  // MARK: - The referee and the connection

  /// Adds a ruling, which waits until the ones before it are told.
  package mutating func add(_ ruling: Ruling) { rulings[ruling.claim.number] = ruling }

  /// The event was reached, and these rulings are told now, in order.
  package mutating func add(told: [Ruling]) {
    if !isReachable { announce(Announcement(.connection, "The event can be reached again.")) }
    isReachable = true
    for ruling in told {
      if let refusal = ruling.refusal { announce(Announcement(.ruling, refusal, counts: false)) }
      for find in ruling.finds {
        announce(Announcement(.ruling, find.text, treasure: find.treasure, counts: find.counts))
      }
    }
    if let last = told.last { rulings = rulings.filter { $0.key > last.claim.number } }
  }

  /// The event was not reached, and why; told once, until it is reached again.
  package mutating func add(unreachable why: String) {
    if isReachable {
      let text = "\(why). What you find is kept, and sent later."
      announce(Announcement(.connection, text.prefix(1).uppercased() + text.dropFirst()))
    }
    isReachable = false
  }

  /// What the player finds cannot be kept, and why.
  package mutating func add(unkept why: String) {
    announce(Announcement(.connection, "What you found cannot be kept for the event: \(why)."))
  }

  private mutating func announce(_ announcement: Announcement) { events.append(.announced(announcement)) }

  // MARK: - Other players

  /// Adds where a player is, in place of where they were; returns whether that is somebody else, and not one too many.
  package mutating func add(_ position: PlayerPosition) -> Bool {
    guard position.player != player.id, positions[position.player] != nil || positions.count < Mates.most else {
      return false
    }
    positions[position.player] = position
    return true
  }

  /// Takes the positions that were added, in the order of their players.
  package mutating func takePositions() -> [PlayerPosition] {
    defer { positions = [:] }
    return positions.values.sorted { $0.player < $1.player }
  }
}

extension Mate {
  /// Milliseconds of an age that says all: older ones are not shown.
  private static let oldest: Int64 = 86_400_000

  /// A player, whose name is printable, at a position of theirs.
  ///
  /// The position says its time by the clock of the other player's computer.
  package init(_ player: Player, at position: PlayerPosition, now: Timestamp) {
    let (age, isTooMuch) = now.milliseconds.subtractingReportingOverflow(position.time.milliseconds)
    self.init(
      player.id.text, name: player.name, team: player.team, at: position.position, accuracy: position.accuracy,
      age: .milliseconds(isTooMuch ? Self.oldest : min(max(age, 0), Self.oldest)))
  }
}
