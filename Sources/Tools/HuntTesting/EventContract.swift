internal import EventDomain
package import Events
internal import Geodesy
internal import HuntDomain
internal import Numbers

/// What every place of an event promises, whatever it is made of.
///
/// Each function takes an event in which nothing has happened, and returns the promises that are broken.
package struct EventContract: Sendable {
  /// How long something may take that is on its way.
  private static let patience = Duration.seconds(30)

  private let place: EventPlace
  private let reopen: @Sendable () async throws(EventTrouble) -> EventPlace

  /// - Parameters:
  ///   - place: the event.
  ///   - reopen: opens the same event again, as another program would.
  package init(
    _ place: EventPlace, reopen: @escaping @Sendable () async throws(EventTrouble) -> EventPlace
  ) {
    (self.place, self.reopen) = (place, reopen)
  }

  /// All promises, one after the other.
  package func check() async -> [String] {
    var broken: [String] = []
    for (name, part) in parts {
      do throws(EventTrouble) { broken += try await part().map { "\(name): \($0)" } } catch {
        broken.append("\(name): \(error)")
      }
    }
    return broken
  }

  private var parts: [(String, () async throws(EventTrouble) -> [String])] {
    [
      ("roster", { () async throws(EventTrouble) in try await roster() }),
      ("claims", { () async throws(EventTrouble) in try await claims() }),
      ("rulings", { () async throws(EventTrouble) in try await rulings() }),
      ("ledger", { () async throws(EventTrouble) in try await ledger() }),
      ("many writers", { () async throws(EventTrouble) in try await writers() }),
      ("lease", { () async throws(EventTrouble) in try await lease() }),
      ("positions", { () async throws(EventTrouble) in try await positions() }),
      ("board", { () async throws(EventTrouble) in try await board() }),
    ]
  }

  private static let ann = Player(
    PlayerID("AAAAAAAAAAAAAAAA")!, name: "Ann", team: "Red Foxes", wave: 2,
    joined: Timestamp(milliseconds: 1_700_000_000_123))
  private static let bob = Player(PlayerID("BBBBBBBBBBBBBBB2")!, name: "Bób . *", team: nil)

  private func roster() async throws(EventTrouble) -> [String] {
    var broken: [String] = []
    try await place.roster.add(Player(Self.ann.id, name: "Anna"))
    try await place.roster.add(Self.ann)
    try await place.roster.add(Self.bob)
    if try await place.roster.players() != [Self.ann, Self.bob] { broken.append("not the players that were added") }
    if try await reopen().roster.player(Self.bob.id) != Self.bob { broken.append("a player is lost") }
    try await place.roster.remove(Self.bob.id)
    if try await place.roster.player(Self.bob.id) != nil { broken.append("a player stays who was removed") }
    if try await place.roster.players() != [Self.ann] { broken.append("removing one removes another") }
    try await place.roster.add(Self.bob)
    if try await !(2...10).contains(place.roster.count()) { broken.append("not about as many as there are") }
    return broken
  }

  private func claims() async throws(EventTrouble) -> [String] {
    var broken: [String] = []
    let desk = place.claims
    if try await !desk.claims(after: 0, atMost: 10, waiting: .zero).isEmpty { broken.append("claims before any") }
    let sent = (1...3).map { Claim(ClaimID(Self.ann.id, $0), piece: "piece \($0)\nüñï") }
    for claim in sent { try await desk.submit(claim) }
    // Again, as after an answer that was lost; the first stays.
    try await desk.submit(Claim(sent[1].id, piece: "another"))
    try await desk.submit(Claim(ClaimID(Self.bob.id, 1), piece: "of Bob"))
    let all = try await reopen().claims.claims(after: 0, atMost: 10, waiting: Self.patience)
    if all.map(\.claim) != sent + [Claim(ClaimID(Self.bob.id, 1), piece: "of Bob")] {
      broken.append("not the claims that were sent, in order, each once")
    }
    if all.map(\.sequence) != all.map(\.sequence).sorted() { broken.append("the sequence goes back") }
    guard all.count > 2 else { return broken + ["claims are missing"] }
    let rest = try await desk.claims(after: all[1].sequence, atMost: 1, waiting: Self.patience)
    if rest != [all[2]] { broken.append("not the next claim") }
    if try await desk.claims(of: Self.ann.id, before: all[2].sequence) != Array(all[..<2]) {
      broken.append("not the claims of one player before a place")
    }
    if try await !desk.has(sent[2].id) { broken.append("a claim is not there that was sent") }
    if try await desk.has(ClaimID(Self.ann.id, 4)) { broken.append("a claim is there that was not sent") }
    // Whoever waits hears of the next one.
    async let next = desk.claims(after: all.last?.sequence ?? 0, atMost: 10, waiting: Self.patience)
    let late = Claim(ClaimID(Self.bob.id, 2), piece: "late")
    try await desk.submit(late)
    do { if try await next.map(\.claim) != [late] { broken.append("whoever waits does not hear") } } catch {
      broken.append("\(error)")
    }
    return broken
  }

  private func rulings() async throws(EventTrouble) -> [String] {
    var broken: [String] = []
    let desk = place.claims
    if try await desk.lastAnswered() != 0 { broken.append("something is answered before anything was") }
    let id = ClaimID(Self.ann.id, 1)
    if try await desk.ruling(on: id) != nil { broken.append("a ruling before any") }
    let first = Ruling(id, sequence: 1, refusal: "No.")
    let second = Ruling(
      id, sequence: 1,
      finds: [
        Ruling.Find(treasure: "a.b *", counts: true, text: "It counts."),
        Ruling.Find(treasure: "ü", counts: false, text: "It does not."),
      ])
    let told = desk.rulings(for: Self.ann.id)
    async let isTold = self.first(in: told) { stream in
      for await ruling in stream { return ruling == first }
      return false
    }
    await desk.tell([first])
    try await desk.answer([first])
    if await !isTold { broken.append("a player is not told a ruling") }
    if try await desk.ruling(on: id) != first { broken.append("not the ruling that was given") }
    try await desk.answer([second])
    let again = try await reopen()
    if try await again.claims.ruling(on: id) != second { broken.append("a ruling is not replaced") }
    try await desk.answer([Ruling(ClaimID(Self.ann.id, 2), sequence: 2)])
    if try await again.claims.lastAnswered() != 2 { broken.append("the last answer is not remembered") }
    broken += try await rulingsInOrder([second, Ruling(ClaimID(Self.ann.id, 2), sequence: 2)])
    // Many at once, as after the start of all.
    let many = (3...100).map { Ruling(ClaimID(Self.ann.id, $0), sequence: $0) }
    try await desk.answer(many)
    if try await again.claims.lastAnswered() != 100 { broken.append("the last of many answers is not remembered") }
    for ruling in many where try await again.claims.ruling(on: ruling.claim) != ruling {
      broken.append("the ruling \(ruling.sequence) of many is lost")
    }
    return broken
  }

  /// Whoever reads the rulings has these, and hears of the next one, also of one that replaces another.
  private func rulingsInOrder(_ known: [Ruling]) async throws(EventTrouble) -> [String] {
    var broken: [String] = []
    let desk = place.claims
    let given = try await reopen().claims.rulings(after: 0, atMost: 10, waiting: Self.patience)
    if given.map(\.ruling) != known { broken.append("not the newest rulings, in order: \(given)") }
    guard let first = given.first, let last = given.last, first.place < last.place else {
      return broken + ["the places of rulings do not increase"]
    }
    let rest = try await desk.rulings(after: first.place, atMost: 1, waiting: Self.patience)
    if rest != [last] { broken.append("not the next ruling: \(rest)") }
    async let next = desk.rulings(after: last.place, atMost: 10, waiting: Self.patience)
    let changed = Ruling(last.ruling.claim, sequence: 2, refusal: "No.")
    try await desk.answer([changed])
    do {
      if try await next.map(\.ruling) != [changed] { broken.append("whoever waits does not hear of a ruling") }
    } catch {
      broken.append("\(error)")
    }
    return broken
  }

  private func find(_ number: Int, _ treasure: String, of player: Player) -> LedgerFind {
    LedgerFind(
      claim: ClaimID(player.id, number), treasure: treasure, name: "The \(treasure)", team: player.team,
      player: player.name, points: -number, played: .milliseconds(number * 1500),
      found: Timestamp(milliseconds: 1_700_000_000_000 + Int64(number)),
      received: Timestamp(milliseconds: 1_700_000_000_500),
      started: number == 2 ? Timestamp(milliseconds: 1_699_999_000_000) : nil, prize: number == 1 ? "a pen" : nil,
      wins: number == 2,
      isSimulated: number == 3)
  }

  private func ledger() async throws(EventTrouble) -> [String] {
    var broken: [String] = []
    let ledger = place.ledger
    let finds = [
      find(1, "gate. *>", of: Self.ann), find(2, "gate. *>", of: Self.bob), find(3, "mill", of: Self.ann),
    ]
    try await ledger.append([finds[0]], after: 0)
    try await ledger.append(Array(finds[1...]), after: 1)
    let others = [find(9, "oak", of: Self.bob), find(10, "oak", of: Self.ann)]
    for (place, count) in [(0, 1), (1, 2), (2, 1), (4, 1), (4, 2)] {
      do throws(EventTrouble) {
        try await ledger.append(Array(others.prefix(count)), after: place)
        broken.append("\(count) behind place \(place) can be written out of order")
      } catch {
        if error != .conflict { broken.append("place \(place): \(error)") }
      }
    }
    // As many as come when a ledger is restored.
    let many = (5...254).map { find($0, "stone \($0)", of: Self.ann) }
    let again = try await reopen().ledger
    let read = try await again.finds(after: 0, atMost: 10, waiting: Self.patience)
    if read != finds { broken.append("not the finds that were written: \(read)") }
    if try await again.finds(after: 1, atMost: 1, waiting: Self.patience) != [finds[1]] {
      broken.append("not the find of a place")
    }
    async let next = ledger.finds(after: 3, atMost: 10, waiting: Self.patience)
    let last = find(4, "oak", of: Self.ann)
    try await ledger.append([last], after: 3)
    do { if try await next != [last] { broken.append("whoever waits does not hear") } } catch {
      broken.append("\(error)")
    }
    try await ledger.append(many, after: 4)
    if try await again.finds(after: 4, atMost: 1000, waiting: Self.patience) != many {
      broken.append("not the many finds that were written together")
    }
    return broken
  }

  /// Of many who write the same place one succeeds, and nobody else's find is there.
  private func writers() async throws(EventTrouble) -> [String] {
    let start = try await place.ledger.finds(after: 0, atMost: 1000, waiting: .zero).count
    var broken: [String] = []
    for round in 1...10 {
      let winners = await withTaskGroup(of: Int?.self) { group in
        for writer in 1...8 {
          group.addTask {
            do throws(EventTrouble) {
              try await place.ledger.append(
                [find(writer, "round \(round) \(writer)", of: Self.bob)], after: start + round - 1)
              return writer
            } catch { return nil }
          }
        }
        return await group.reduce(into: [Int]()) { if let writer = $1 { $0.append(writer) } }
      }
      let kept = try await place.ledger.finds(after: start + round - 1, atMost: 10, waiting: Self.patience)
      if winners.count != 1 || kept.map(\.claim.number) != winners {
        broken.append("round \(round): \(winners) are told that they wrote, and \(kept.map(\.claim.number)) did")
      }
    }
    return broken
  }

  private func lease() async throws(EventTrouble) -> [String] {
    var broken: [String] = []
    func time(_ seconds: Int64) -> Timestamp { Timestamp(milliseconds: 1_700_000_000_000 + seconds * 1000) }
    let ledger = place.ledger
    let again = try await reopen().ledger
    if try await !ledger.takeLease("one", until: time(10), now: time(0)) { broken.append("nobody may lead") }
    if try await again.takeLease("other", until: time(15), now: time(5)) { broken.append("two lead") }
    if try await !ledger.takeLease("one", until: time(20), now: time(9)) { broken.append("the leader may not stay") }
    if try await again.takeLease("other", until: time(25), now: time(15)) { broken.append("two lead after that") }
    if try await !again.takeLease("other", until: time(35), now: time(25)) { broken.append("nobody may take over") }
    if try await ledger.takeLease("one", until: time(40), now: time(30)) { broken.append("the old one leads, too") }
    return broken
  }

  private func positions() async throws(EventTrouble) -> [String] {
    var broken: [String] = []
    @Sendable func at(_ longitude: Double, _ player: Player) -> PlayerPosition {
      PlayerPosition(
        player.id, team: player.team, at: Coordinate(clampingLatitude: 48, wrappingLongitude: longitude), accuracy: 4,
        time: Timestamp(milliseconds: 1_700_000_000_000 + Int64(longitude * 1000)))
    }
    let feed = place.positions
    for longitude in [1.0, 2.0] { await feed.publish(at(longitude, Self.ann)) }
    await feed.publish(at(3, Self.bob))
    let reader = try await reopen().positions
    let seen = await take(from: reader.positions()) { $0[Self.ann.id] == at(2, Self.ann) && $0[Self.bob.id] != nil }
    if !seen { broken.append("who comes later does not hear the newest of each") }
    let stream = feed.positions()
    async let moved = take(from: stream) { $0[Self.ann.id] == at(4, Self.ann) }
    await feed.publish(at(4, Self.ann))
    if await !moved { broken.append("who listens does not hear the next") }
    try await feed.erase()
    let left = await take(from: try await reopen().positions.positions(), for: .milliseconds(200)) { !$0.isEmpty }
    if left { broken.append("positions stay that were erased") }
    return broken
  }

  /// Whether what a stream brings is enough, in time.
  private func take(
    from stream: AsyncStream<PlayerPosition>, for time: Duration = patience,
    until isEnough: @escaping @Sendable ([PlayerID: PlayerPosition]) -> Bool
  ) async -> Bool {
    await first(in: stream, for: time) { stream in
      var newest: [PlayerID: PlayerPosition] = [:]
      for await position in stream {
        if newest[position.player].map({ $0.time <= position.time }) ?? true { newest[position.player] = position }
        if isEnough(newest) { return true }
      }
      return false
    }
  }

  private func first<Item: Sendable>(
    in stream: AsyncStream<Item>, for time: Duration = patience,
    _ find: @escaping @Sendable (AsyncStream<Item>) async -> Bool
  ) async -> Bool {
    await withTaskGroup(of: Bool.self) { group in
      group.addTask { await find(stream) }
      group.addTask {
        try? await Task.sleep(for: time)
        return false
      }
      defer { group.cancelAll() }
      return await group.next() ?? false
    }
  }

  private func board() async throws(EventTrouble) -> [String] {
    var broken: [String] = []
    let row = Standings.Row(
      rank: 1, team: nil, player: "Bób", id: Self.bob.id, points: -3, found: 2,
      last: Timestamp(milliseconds: 1_700_000_000_000))
    let board = Board(
      entries: 3, rows: [row], total: 7, latest: [find(1, "gate", of: Self.ann)],
      prizes: [Standings.First(find: find(1, "gate", of: Self.ann), settled: Timestamp(milliseconds: 5))],
      isClosed: true)
    try await place.board.publish(board)
    let isThere = await first(in: place.board.boards()) { stream in
      for await next in stream where next == board { return true }
      return false
    }
    if !isThere { broken.append("the newest leaderboard is not there") }
    let found = ["gate", "mill"].map { TeamFind(treasure: $0, player: Self.ann.id, name: "Ánn .*") }
    let team = Self.ann.team ?? ""
    let listener = place.board.finds(of: team)
    async let isTold = first(in: listener) { stream in
      for await finds in stream where finds == found { return true }
      return false
    }
    try await place.board.publish([found[0]], of: "Others")
    for count in 1...2 { try await place.board.publish(Array(found.prefix(count)), of: team) }
    if await !isTold { broken.append("a find of a team is not told") }
    let isKnown = await first(in: try await reopen().board.finds(of: team)) { stream in
      for await finds in stream { return finds == found }
      return false
    }
    if !isKnown { broken.append("who comes later does not hear what a team has found") }
    let said = EventMessage("Rain: come back.", to: nil, at: Timestamp(milliseconds: 1_700_000_000_000))
    let stream = place.board.messages()
    async let isHeard = first(in: stream) { stream in
      for await message in stream where message == said { return true }
      return false
    }
    try await place.board.say(said)
    if await !isHeard { broken.append("a message is not heard") }
    let later = EventMessage("Tea at six.", to: nil, at: Timestamp(milliseconds: 1_700_000_000_001))
    let toTeam = EventMessage("Well done.", to: team, at: said.time)
    for message in [later, toTeam] { try await place.board.say(message) }
    let isKept = await first(in: try await reopen().board.messages()) { stream in
      var heard: Set<EventMessage> = []
      for await message in stream {
        heard.insert(EventMessage(message.text, to: message.team, at: message.time))
        if heard == [later, toTeam] { return true }
      }
      return false
    }
    if !isKept { broken.append("who comes later does not hear what was said last") }
    return broken
  }
}
