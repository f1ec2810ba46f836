import EventDomain
import Events
import Game
import HuntDomain
import Numbers
import SessionLogs
import Testing

@Suite("What the pieces of a session prove")
struct ProofCutTests {
  private static let session = WalkedSession()
  private let ann = Claimant()

  private func judged(_ pieces: [String]) throws -> [ProvenFind] {
    var judge = ann.judge
    return try pieces.flatMap { try judge.take($0) }
  }

  @Test("is every find that the game told: points less hints and wrong answers, time, speed, and the win")
  func told() throws {
    let told = Self.session.finds
    // 10 - 2 for the hint; 20 - 3 for a wrong answer; 31 - 16 for the claim - 3 x 4; 40.
    #expect(told.map(\.points) == [8, 17, 3, 40])
    let finds = try judged(ann.pieces(Self.session))
    #expect(finds.map(\.treasure) == ["gate", "oak", "mill", "pond"])
    #expect(finds.map(\.name) == ["The gate", "The oak", "The mill", "The pond"])
    #expect(finds.map(\.points) == told.map(\.points))
    #expect(finds.map(\.played) == told.map(\.played))
    #expect(finds.map(\.utc) == told.map(\.utc))
    #expect(finds.map(\.wins) == told.map(\.wins) && finds.last?.wins == true)
    #expect(finds.allSatisfy { !$0.isSimulated && $0.prize == nil })
    for (find, told) in zip(finds, told) {
      #expect(abs(find.speed - told.speed) < 0.05, "\(find.treasure): \(find.speed)")
      #expect(find.span == find.played)
    }
  }

  @Test("is the same wherever the session is cut once")
  func everyCut() throws {
    let whole = try judged(ann.pieces(Self.session))
    for cut in 1..<Self.session.moments.count {
      let pieces = ann.pieces(Self.session, cutAt: [cut])
      let finds = try judged(pieces)
      #expect(pieces.count == 2 && finds == whole, "cut before moment \(cut)")
    }
  }

  @Test("is the same if it is cut at every moment, and at any of them by chance")
  func manyCuts() throws {
    let whole = try judged(ann.pieces(Self.session))
    let every = Set(1..<Self.session.moments.count)
    #expect(try judged(ann.pieces(Self.session, cutAt: every)) == whole)
    var chance = SeededGenerator(seed: 4)
    for _ in 0..<20 {
      let part = chance.uniform() * 0.3
      let cuts = every.filter { _ in chance.uniform() < part }
      #expect(try judged(ann.pieces(Self.session, cutAt: cuts)) == whole)
    }
  }

  @Test("is the same with a draft that was kept when the program ended, and otherwise of a piece that has grown")
  func draft() throws {
    let moments = Self.session.moments
    for end in [3, moments.count / 2] {
      var tail = ProofTail(Claimant.event, sitting: "one", header: WalkedSession.header, signedBy: ann.key)
      for moment in moments[..<end] { tail.note(moment) }
      let draft = tail.draft()
      var ended = tail
      let cut = ended.cut()
      #expect(draft == cut && cut != nil)
      for moment in moments[end...] { tail.note(moment) }
      let grown = tail.cut()
      #expect(try judged([#require(grown)]) == judged(ann.pieces(Self.session)))
      #expect(ended.draft() == nil)
    }
  }

  @Test("is sent with a find, kept as a draft with what costs points, and cut when it is large")
  func steps() throws {
    let session = Self.session
    var tail = ProofTail(Claimant.event, sitting: "one", header: WalkedSession.header, signedBy: ann.key)
    #expect(tail.prove([]) == .nothing)
    tail.note(session.moments[0])
    let find = try #require(session.events.first { $0.isClaimed })
    let hint = try #require(session.events.first { $0.isProven && !$0.isClaimed })
    let began = HuntEvent(.began, time: .zero)
    #expect(tail.prove([began]) == .nothing)
    let draft = tail.draft()
    #expect(tail.prove([began, hint]) == .keep(draft: try #require(draft)))
    // The same again: only a find takes it.
    #expect(tail.prove([hint, find]) == .claim(piece: try #require(draft)))
    #expect(tail.prove([find]) == .nothing && tail.draft() == nil && !tail.isFull)
    var count = 0
    while !tail.isFull, count < 100_000 {
      tail.note(session.moments[session.moments.count / 2])
      count += 1
    }
    let cut = tail.cut()
    let piece = try #require(cut)
    #expect(!tail.isFull && piece.utf8.count < Claim.largest && piece.utf8.count > Claim.largest / 5)
  }

  @Test("has what team mates have found, which changes what a hint is for, and not what others do")
  func mates() throws {
    var tail = ProofTail(Claimant.event, sitting: "one", header: WalkedSession.header, signedBy: ann.key)
    let board = Leaderboard(event: "Spring", rows: [], total: 0, latest: [], prizes: [], isClosed: false)
    var moments = WalkedSession(finds: 0).moments.prefix(1).map(\.entry)
    moments += [
      .event(.mateFinds([MateFind("gate", by: "Ben")])), .event(.board(board)), .event(.mates([])),
    ]
    for moment in moments { tail.note(TimedLogEntry(moment, at: .zero)) }
    let cut = tail.cut()
    let piece = try #require(cut)
    #expect(piece.split(separator: "\n").count == 5)
    #expect(piece.contains(#""mateFinds":[{"player":"Ben","treasure":"gate"}]"#))
    var judge = ann.judge
    #expect(try judge.take(piece) == [])
  }

  @Test("says of a simulated walk that it is one")
  func simulated() throws {
    #expect(try judged(ann.pieces(WalkedSession(source: .simulation))).map(\.isSimulated) == [true, true, true, true])
  }

  @Test("is what a second session adds that goes on where the first ended, with what a hint has cost between the two")
  func goesOn() throws {
    let first = WalkedSession(finds: 3)
    let second = WalkedSession(finds: 4, after: first)
    let finds = try judged(ann.pieces(first) + ann.pieces(second, sitting: "two"))
    #expect(finds.map(\.treasure) == ["gate", "oak", "mill", "pond"])
    #expect(finds.map(\.points) == first.finds.map(\.points) + second.finds.map(\.points))
    #expect(second.finds.map(\.points) == [40 - 7])
    #expect(finds.last?.wins == true)
    // The second begins where the first stood.
    let walk = second.moments.last?.time ?? .zero
    #expect(finds[3].span >= finds[2].span + walk - .seconds(1) && finds[3].span <= finds[2].span + walk + .seconds(1))
  }

  @Test("takes as long as all sessions together, or as a saved game says that was played, unless one was simulated")
  func span() throws {
    let (first, whole) = (WalkedSession(finds: 3), Self.session)
    let long = try #require(try judged(ann.pieces(whole)).last?.span)
    #expect(try judged(ann.pieces(whole) + ann.pieces(whole, sitting: "two")).last?.span == long * 2 - .seconds(2))
    var saved = first
    saved.play(until: .seconds(36_000))
    let forged = ann.pieces(WalkedSession(finds: 4, after: saved), sitting: "two")
    #expect(try #require(try judged(ann.pieces(first) + forged).last?.span) > .seconds(36_000))
    var walked = WalkedSession(finds: 3, source: .simulation)
    walked.play(until: .seconds(36_000))
    let later = ann.pieces(WalkedSession(finds: 4, after: walked), sitting: "two")
    let found = try judged(ann.pieces(WalkedSession(finds: 3, source: .simulation)) + later)
    #expect(try #require(found.last).span < .seconds(600) && found.last?.isSimulated == false)
  }

  @Test("is nothing of a session that goes on with a find that was not proven", arguments: [1, 2, 3])
  func unproven(count: Int) throws {
    let first = WalkedSession(finds: count)
    let second = ann.pieces(WalkedSession(finds: 4, after: first), sitting: "two")
    let known = ann.pieces(WalkedSession(finds: count - 1), sitting: "zero").prefix(count == 1 ? 0 : 1)
    var judge = ann.judge
    for piece in known { _ = try judge.take(piece) }
    #expect(throws: ProofProblem("it goes on with a game of which the event knows nothing")) {
      try judge.take(second[0])
    }
    // With the finds proven it is believed.
    for piece in ann.pieces(first, sitting: "three") { _ = try judge.take(piece) }
    #expect(try judge.take(second[0]).map(\.treasure).last == "pond")
  }

  @Test("is everything again of a new game of the same player, which counts as known")
  func anew() throws {
    let finds = try judged(ann.pieces(Self.session) + ann.pieces(Self.session, sitting: "two"))
    #expect(finds.map(\.treasure) == ["gate", "oak", "mill", "pond", "gate", "oak", "mill", "pond"])
    #expect(finds[4...].map(\.points) == finds[..<4].map(\.points))
  }
}
