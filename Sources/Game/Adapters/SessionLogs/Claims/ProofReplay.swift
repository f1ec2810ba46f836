package import EventDomain
package import Events
package import Game
internal import Geodesy
package import HuntDomain
internal import Numbers
internal import Places
internal import Sealing
internal import Views

extension PlayedGame {
  /// A game as the header of its session says, before it begins.
  package init(of header: SessionLogHeader) {
    self.init(isSteered: header.isSteered, script: CommandScript(header.commands))
  }

  /// Plays the next moment of the session, with this hunt, whatever the record names; returns what the game says.
  package mutating func replay(_ moment: TimedLogEntry, hunt: Hunt) -> Turn {
    switch moment.entry {
    case .event(let event): handle(event, at: moment.time)
    case .begin(let game): handle(.begin(game.game(hunt: hunt, map: .empty, tiles: nil)), at: moment.time)
    case .command(let line): type(line, at: moment.time)
    case .tile, .shown: Turn()
    }
  }
}

/// Plays what a player's pieces prove through the rules of the hunt.
///
/// A player may have several sessions, one after the other: each begins with a first piece. A session that goes on with
/// an earlier one may have only what was proven before: a game that begins inside a zone, or with a question answered,
/// would let its player claim a treasure from anywhere.
package struct ProofReplay: ProofJudge {
  private let event: EventID
  private let player: PlayerID
  private let hunt: Hunt
  private let huntSum: String
  private var sitting: Sitting?
  /// What has happened in any session.
  private var proven: Set<HuntEvent.Kind> = []
  /// What hints and wrong answers have cost since the last find.
  private var costs = 0
  /// How long the positions of the sessions before took, but for simulated ones.
  private var earlier = Duration.zero
  /// Whether a session before was simulated: the time played of a saved game then says nothing.
  private var wasSimulated = false

  /// Positions may take this much longer by their own clocks than the game, because receivers correct their clocks.
  private static let slack = Duration.seconds(30), slackPart = 0.05

  private struct Sitting: Sendable {
    let name: String
    var game: PlayedGame
    var number = 0
    var sum = ""
    /// Measures since the last find.
    var gauge = SpeedGauge()
    /// How long the positions took until the last find, by the clocks of their sources.
    var span = Duration.zero
    /// The civil time of the last position.
    var utc: Timestamp?
    var time = Duration.zero
    var isSimulated = false
    var hasBegun = false
  }

  /// A judge of a player who has not sent anything.
  ///
  /// - Parameters:
  ///   - hunt: the event's hunt.
  ///   - text: the hunt's text, which pieces name by its checksum.
  package init(_ event: EventID, of player: PlayerID, hunt: Hunt, text: String) {
    (self.event, self.player, self.hunt) = (event, player, hunt)
    huntSum = Checksum.text(Array(text.utf8))
  }

  /// Takes the next piece, whose signature and place are checked before anything of it is played.
  package mutating func take(_ text: String) throws(ProofProblem) -> [ProvenFind] {
    let piece = try ProofPiece(text)
    guard piece.event == event.text else { throw ProofProblem("it was made for another event") }
    guard piece.key.short == player.text else { throw ProofProblem("another player has signed it") }
    // Only a piece that is believed as a whole changes anything.
    var copy = self
    let finds = try copy.play(piece)
    self = copy
    return finds
  }

  private mutating func play(_ piece: ProofPiece) throws(ProofProblem) -> [ProvenFind] {
    var sitting = try sitting(of: piece)
    var finds: [ProvenFind] = []
    for moment in piece.moments {
      guard moment.time >= sitting.time else { throw ProofProblem("its time goes back") }
      sitting.time = moment.time
      if case .begin(let game) = moment.entry { try begin(game, &sitting) }
      if case .event(.sourceChanged) = moment.entry { sitting.gauge.changeSource() }
      let turn = sitting.game.replay(moment, hunt: hunt)
      proven.formUnion(turn.saved.compactMap(\.kind.toProve))
      for one in turn.news { if let find = take(one, at: moment.time, &sitting, turn.news) { finds.append(find) } }
      let span = sitting.span + sitting.gauge.span
      guard span <= moment.time * (1 + Self.slackPart) + Self.slack else {
        throw ProofProblem("its positions took longer by their own clock than the game")
      }
    }
    (sitting.number, sitting.sum) = (piece.number, piece.sum)
    self.sitting = sitting
    return finds
  }

  /// The session that a piece goes on with, or begins.
  private mutating func sitting(of piece: ProofPiece) throws(ProofProblem) -> Sitting {
    if let sitting, sitting.name == piece.sitting {
      guard piece.number == sitting.number + 1, piece.previous == sitting.sum else {
        throw ProofProblem("it does not go on where the piece before ended")
      }
      return sitting
    }
    guard let header = piece.header, piece.previous == nil else {
      throw ProofProblem("the beginning of the session is missing")
    }
    if let sitting { leave(sitting) }
    return Sitting(name: piece.sitting, game: PlayedGame(of: header))
  }

  /// The player has ended a session and begun another one.
  private mutating func leave(_ sitting: Sitting) {
    wasSimulated = wasSimulated || sitting.isSimulated
    if !sitting.isSimulated { earlier += sitting.span + sitting.gauge.span }
  }

  private func begin(_ game: RecordedGame, _ sitting: inout Sitting) throws(ProofProblem) {
    guard !sitting.hasBegun else { throw ProofProblem("its game begins twice") }
    guard game.hunt.sum == huntSum else { throw ProofProblem("it is another hunt than that of the event") }
    let earlier = game.saved.compactMap(\.kind.toProve)
    guard proven.isSuperset(of: earlier) else {
      throw ProofProblem("it goes on with a game of which the event knows nothing")
    }
    sitting.hasBegun = true
  }

  /// Takes a piece of news of the game; returns the find that it tells of.
  private mutating func take(
    _ news: SessionNews, at time: Duration, _ sitting: inout Sitting, _ all: [SessionNews]
  ) -> ProvenFind? {
    switch news {
    case .fix(let fix):
      sitting.isSimulated = sitting.isSimulated || fix.accuracySource == .simulation
      sitting.gauge.note(fix, at: time)
      sitting.utc = fix.utc ?? sitting.utc
    case .hint(_, let hint): costs += hint.price
    case .answeredWrongly(_, let price): costs += price
    case .found(let find, _, _):
      return prove(find.treasure, price: 0, played: find.time, utc: find.utc, &sitting, all)
    case .claimed(let treasure, let price, _, _):
      return prove(treasure, price: price, played: time, utc: sitting.utc, &sitting, all)
    default: break
    }
    return nil
  }

  private mutating func prove(
    _ treasure: Treasure, price: Int, played: Duration, utc: Timestamp?, _ sitting: inout Sitting,
    _ news: [SessionNews]
  ) -> ProvenFind {
    let isLast = news.last { $0.treasureFound != nil }?.treasureFound == treasure.id
    // A saved game with an invented time played would allow a claim too early; so that time counts as time since joining.
    let took = max(earlier + sitting.span + sitting.gauge.span, wasSimulated ? .zero : played)
    let find = ProvenFind(
      treasure: treasure.id, name: treasure.place.name, points: treasure.points - price - costs, played: played,
      utc: utc, span: took, speed: sitting.gauge.fastest, prize: treasure.prize,
      wins: isLast && news.contains(where: \.isVictory), isSimulated: sitting.isSimulated)
    sitting.span += sitting.gauge.span
    // The way to the next treasure begins here.
    sitting.gauge = sitting.gauge.anew
    costs = 0
    return find
  }
}

extension HuntEvent.Kind {
  /// What a saved game may have only if an earlier session proves it; `nil` for what gives nobody an advantage.
  ///
  /// Saved distances are rounded.
  fileprivate var toProve: HuntEvent.Kind? {
    switch self {
    case .began, .played, .left: nil
    case .found(let id, _): .found(id, distance: 0)
    default: self
    }
  }
}

extension SessionNews {
  /// The id of the treasure that is found now.
  fileprivate var treasureFound: String? {
    switch self {
    case .found(let find, _, _): find.treasure.id
    case .claimed(let treasure, _, _, _): treasure.id
    default: nil
    }
  }

  /// Whether the hunt is won now.
  fileprivate var isVictory: Bool {
    if case .finished(_, _, _, _, isWon: true) = self { true } else { false }
  }
}
