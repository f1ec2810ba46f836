package import EventDomain
internal import NATSClient
internal import Sealing

/// The subjects and streams of an event on NATS, and who may do what with them.
///
/// Everything of an event lies below `ev.ID`.
package struct EventSubjects: Hashable, Sendable {
  private let root: String
  private let suffix: String

  /// The subjects of an event.
  package init(_ event: EventID) { (root, suffix) = ("ev.\(event.text)", event.text.uppercased()) }

  // MARK: - Streams

  /// The newest position of each player, in memory.
  var positions: String { "POS_\(suffix)" }
  /// All claims.
  var claims: String { "CLAIMS_\(suffix)" }
  /// The newest ruling on each claim.
  var rulings: String { "RULINGS_\(suffix)" }
  /// The ledger.
  var finds: String { "FINDS_\(suffix)" }
  /// The leaderboard, the lease, the players, what teams have found, and what the organiser has said: the newest of each.
  var state: String { "STATE_\(suffix)" }

  /// The streams of an event.
  ///
  /// - Parameter replicas: on how many servers each message is kept.
  func streams(replicas: Int, retention: Duration) -> [StreamConfiguration] {
    func stream(
      _ name: String, _ subjects: String..., change: (inout StreamConfiguration) -> Void
    ) -> StreamConfiguration {
      var stream = StreamConfiguration(name: name, subjects: subjects)
      stream.replicas = replicas
      stream.allowsDirect = true
      change(&stream)
      return stream
    }
    return [
      stream(positions, "\(root).pos.*.*") {
        $0.storage = .memory
        $0.replicas = 1
        $0.maxMessagesPerSubject = 1
        $0.maxAge = retention
        $0.acknowledges = false
      },
      stream(claims, "\(root).claim.*.*") {
        $0.acknowledges = false
        // The first message of a claim's subject is the claim; whatever is sent there later is not kept.
        ($0.maxMessagesPerSubject, $0.keepsFirst, $0.isLasting) = (1, true, true)
      },
      stream(rulings, "\(root).ruling.*.*") {
        ($0.maxMessagesPerSubject, $0.isLasting) = (1, true)
      },
      stream(finds, find) { $0.isLasting = true },
      stream(state, board, lease, "\(root).player.*", "\(root).team.*", allMessages) { $0.maxMessagesPerSubject = 1 },
    ]
  }

  // MARK: - Subjects

  /// Where a player of a team is.
  func position(of player: PlayerID, in team: String?) -> String { "\(root).pos.\(Self.word(team)).\(player)" }
  /// Where the members of a team are.
  func positions(of team: String?) -> String { "\(root).pos.\(Self.word(team)).*" }
  /// The positions that a player may see: all, those of their team, or, without a team, their own.
  func positions(seenBy player: Player, sharesAll: Bool) -> String {
    if sharesAll { return allPositions }
    return player.team == nil ? position(of: player.id, in: nil) : positions(of: player.team)
  }

  /// Where all players are.
  var allPositions: String { "\(root).pos.*.*" }
  /// Where a player hears of their own phone.
  package func phone(of player: PlayerID) -> String { "\(root).phone.\(player)" }
  /// A claim.
  func claim(_ id: ClaimID) -> String { "\(root).claim.\(id)" }
  /// The claims of a player.
  func claims(of player: PlayerID) -> String { "\(root).claim.\(player).*" }
  /// A ruling.
  func ruling(on id: ClaimID) -> String { "\(root).ruling.\(id)" }
  /// The entries of the ledger.
  var find: String { "\(root).find" }
  /// The leaderboard.
  var board: String { "\(root).board" }
  /// What a team has found.
  func finds(of team: String) -> String { "\(root).team.\(Self.word(team))" }
  /// Which referee judges now, and when another one may take over.
  var lease: String { "\(root).lease" }
  /// A player.
  func player(_ id: PlayerID) -> String { "\(root).player.\(id)" }
  /// All players.
  var players: String { "\(root).player.*" }
  /// What is said to a team; to all where there is none.
  func messages(to team: String?) -> String { "\(root).say.\(team.map { Self.word($0) } ?? "all")" }
  /// What is said to a player.
  func messages(for player: Player) -> [String] {
    [messages(to: nil)] + (player.team.map { [messages(to: $0)] } ?? [])
  }
  /// What is said to anybody.
  var allMessages: String { "\(root).say.*" }
  /// Where whoever has an invitation asks for a pass.
  func join(_ invitation: String) -> String { "\(root).join.\(invitation)" }
  /// Where all ask for passes.
  package var joins: String { "\(root).join.*" }

  /// Where a player, or whoever has an invitation, asks the host.
  func questions(of name: String) -> String { "\(root).ask.\(name)" }
  /// Where all ask the host.
  package var allQuestions: String { "\(root).ask.*" }

  /// All that players send, their phones, and whoever has an invitation.
  package var sentByPlayers: [String] { [allPositions, "\(root).claim.*.*", allQuestions, joins, "owntracks.*.phone"] }

  /// The player or the invitation that a message to one of ``sentByPlayers`` came with; `nil` for another name.
  package static func sender(of subject: String) -> PlayerID? {
    let words = subject.split(separator: ".", omittingEmptySubsequences: false)
    let place =
      switch (words.first, words.dropFirst(2).first) {
      case ("owntracks", _): 1
      case (_, "pos"): 4
      default: 3
      }
    return place < words.count ? PlayerID(String(words[place])) : nil
  }

  /// Where the organiser asks the host to end.
  package var close: String { "\(root).close" }

  /// A word of a subject that stands for the name of a team, which may be any text.
  private static func word(_ team: String?) -> String { team.map { Checksum.word(Array($0.utf8)) } ?? "none" }

  /// Where a player hears of a ruling, without having asked.
  static func telling(of claim: ClaimID) -> String { "\(inbox(of: claim.player.text)).ruling.\(claim.number)" }
  /// Where a player hears of all rulings.
  static func rulings(for player: PlayerID) -> String { "\(inbox(of: player.text)).ruling.*" }

  /// Below which subject the answers to a user come.
  package static func inbox(of name: String) -> String { "_INBOX.\(name)" }

  /// Numbers that claims may have; players' own begin with 1.
  private static let numbers = -1_000_000_000...1_000_000_000

  /// The claim of a subject of a claim or a ruling; `nil` for another subject.
  ///
  /// A player can send anything as the number of a claim. What is none becomes less than 0: nobody's claim, and the
  /// only one of its kind.
  ///
  /// - Parameter sequence: the place among all claims.
  func claim(ofSubject subject: String, at sequence: Int) -> ClaimID? {
    let words = subject.split(separator: ".", omittingEmptySubsequences: false)
    guard words.count == 5, let player = PlayerID(String(words[3])) else { return nil }
    guard let number = Int(words[4]), Self.numbers.contains(number), "\(number)" == words[4] else {
      return ClaimID(player, -sequence)
    }
    return ClaimID(player, number)
  }

  // MARK: - Rights

  /// What a player may do.
  ///
  /// Nothing that the server itself would answer: its answers go wherever the question says, also to subjects and
  /// requests that are the organiser's alone. Players ask the host, and the streams that they write to are silent.
  package func rights(of player: Player, sharesAll: Bool) -> (publishes: [String], subscribes: [String]) {
    let seen = positions(seenBy: player, sharesAll: sharesAll)
    return (
      [position(of: player.id, in: player.team), claims(of: player.id), questions(of: player.id.text)],
      ["\(Self.inbox(of: player.id.text)).>", seen, board, phone(of: player.id), messages(to: nil)]
        + (player.team.map { [messages(to: $0), finds(of: $0)] } ?? [])
    )
  }

  /// What whoever has an invitation may do: ask for a pass, and for the leaderboard.
  package func rights(ofInvitation invitation: String) -> (publishes: [String], subscribes: [String]) {
    ([join(invitation), questions(of: invitation)], ["\(Self.inbox(of: invitation)).>"])
  }
}
