import EventDomain
import HuntDomain
import NATSEvents
import Numbers
import Testing

@Suite("Texts of an event")
struct PrintableTextsTests {
  /// Would clear the screen, begin a line, write backwards, and fill the rest.
  private static let evil = "a\u{1B}[2J\nb\u{202E}" + String(repeating: "x", count: 20_000)
  private static let time = Timestamp(milliseconds: 5)
  private let id: PlayerID

  init() throws { id = try #require(PlayerID("AAAAAAAAAAAAAAAA")) }

  /// The texts of a value, however deep, and all that is too long or not fit to print.
  private func bad(_ value: Any, limit: Int = 10_000) -> [String] {
    let inner = Mirror(reflecting: value).children.flatMap { bad($0.value, limit: limit) }
    guard let text = value as? String else { return inner }
    let isFit = text.count <= limit && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{202E}" }
    return isFit ? inner : [String(text.prefix(20))]
  }

  private var find: LedgerFind {
    LedgerFind(
      claim: ClaimID(id, 3), treasure: Self.evil, name: Self.evil, team: Self.evil, player: Self.evil, points: 4,
      played: .seconds(5), found: Self.time, received: Self.time, started: Self.time, prize: Self.evil, wins: true,
      isSimulated: true)
  }

  @Test("are fit to print in every member that is shown, and what is no text stays as it is")
  func printable() {
    let player = Player(id, name: Self.evil, team: Self.evil, wave: 2, joined: Self.time).cleaned
    #expect(bad(player, limit: Player.longestName) == [] && player.wave == 2 && player.joined == Self.time)
    let message = EventMessage(Self.evil, to: Self.evil, at: Self.time, age: .seconds(3)).cleaned
    #expect(bad(message) == [] && message.time == Self.time && message.age == .seconds(3))
    let clean = find.cleaned
    #expect(bad([clean.treasure, clean.name, clean.prize ?? ""]) == [])
    #expect(bad([clean.player, clean.team ?? ""], limit: Player.longestName) == [])
    #expect(clean.claim == find.claim && clean.points == 4 && clean.played == .seconds(5) && clean.wins)
    #expect(clean.started == Self.time && clean.isSimulated)
    let mate = TeamFind(treasure: Self.evil, player: id, name: Self.evil).cleaned
    #expect(bad(mate) == [] && bad(mate.name, limit: Player.longestName) == [] && mate.player == id)
    let part = Ruling.Find(treasure: Self.evil, counts: true, text: Self.evil)
    let ruling = Ruling(ClaimID(id, 3), sequence: 7, finds: [part], refusal: Self.evil).cleaned
    #expect(bad(ruling) == [] && ruling.sequence == 7 && ruling.finds.map(\.counts) == [true])
    let row = Standings.Row(
      rank: 1, team: Self.evil, player: Self.evil, id: id, points: 5, found: 1, last: Self.time)
    let board = Board(
      entries: 9, rows: [row], total: 8, latest: [find], prizes: [.init(find: find, settled: Self.time)],
      isClosed: true, players: 6
    ).cleaned
    #expect(bad(board) == [] && bad(board.rows, limit: Player.longestName) == [])
    #expect(board.entries == 9 && board.total == 8 && board.isClosed && board.players == 6)
    #expect(board.rows.map(\.id) == [id] && board.prizes.map(\.settled) == [Self.time])
  }

  @Test("that are fit to print stay as they are")
  func same() {
    let player = Player(id, name: "Ann “ثلج”", team: "Füchse")
    #expect(player.cleaned == player && bad("plain") == [] && bad(Self.evil) != [])
  }
}
