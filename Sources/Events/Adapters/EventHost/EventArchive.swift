package import EventDomain
package import Events
internal import Glibc
internal import HuntDomain
internal import NATSEvents
internal import Numbers
internal import Sealing
internal import SystemKit

/// All claims and finds of an event in two files, from which anybody can judge it again.
///
/// One JSON object a line: `claims.jsonl` in the order of the claims, each with the player as the referee knew them;
/// `finds.jsonl` in the order of the ledger. A line is on the disk before the referee goes on.
package final class EventArchive: Sendable {
  /// A claim, and the player whom the referee knew as its author.
  package struct Entry: Sendable {
    /// The claim.
    package let claim: ReceivedClaim
    /// Who it is from; `nil` for nobody who took part.
    package let player: Player?
  }

  private struct ClaimLine: Codable {
    var sequence: Int
    /// Milliseconds since 1970.
    var time: Int64
    var id: String
    var number: Int
    var player: PlayerMessage?
    var piece: String

    init(_ entry: Entry) {
      let claim = entry.claim
      (sequence, time) = (claim.sequence, claim.time.milliseconds)
      (id, number) = (claim.claim.id.player.text, claim.claim.id.number)
      (player, piece) = (entry.player.map(PlayerMessage.init), claim.claim.piece)
    }
  }

  private struct State {
    var claims, finds: CInt
    var lastClaim = 0
    var findCount = 0
    /// Claims that are archived and may not be judged yet, by their places.
    var unjudged: [Int: Entry] = [:]
    /// Which bytes of the file the claims of each player are, in order.
    var bytes: [PlayerID: [Range<Int>]] = [:]
    /// How many bytes that is.
    var sizes: [PlayerID: Int] = [:]
  }

  private let path: String
  private let state: Guarded<State>

  /// Opens the archive of an event to write to it; a last line that a crash has cut off is removed.
  package init(_ folder: EventFolder) throws(EventTrouble) {
    path = folder.path
    let entries = try Self.placedEntries(in: folder)
    let finds = try Self.finds(in: folder)
    let bytes = Dictionary(grouping: entries) { $0.entry.claim.claim.id.player }.mapValues { $0.map(\.bytes) }
    state = Guarded(
      State(
        claims: try Self.open("\(path)/claims.jsonl"), finds: try Self.open("\(path)/finds.jsonl"),
        lastClaim: entries.last?.entry.claim.sequence ?? 0, findCount: finds.count, bytes: bytes,
        sizes: bytes.mapValues { $0.reduce(0) { $0 + $1.count } }))
  }

  deinit {
    state.withLock { state in
      close(state.claims)
      close(state.finds)
    }
  }

  /// How many finds it has.
  private var findCount: Int { state.withLock { $0.findCount } }

  /// The claim of a place as it was archived, if it may not be judged yet.
  func unjudged(_ sequence: Int) -> Entry? { state.withLock { $0.unjudged[sequence] } }

  /// Adds claims, in their order, but for those that are there; all or none.
  func add(_ entries: [Entry]) throws(EventTrouble) {
    try state.withLock { state throws(EventTrouble) in
      let new = entries.filter { $0.claim.sequence > state.lastClaim }
      guard let last = new.last else { return }
      let places = try Self.append(
        new.map { EventWire.bytes(ClaimLine($0)) }, to: state.claims, "\(path)/claims.jsonl")
      state.lastClaim = last.claim.sequence
      for (entry, bytes) in zip(new, places) {
        state.bytes[entry.claim.claim.id.player, default: []].append(bytes)
        state.sizes[entry.claim.claim.id.player, default: 0] += bytes.count
      }
    }
  }

  /// Bytes of all claims of each player, as they are in the file.
  package var sizes: [PlayerID: Int] { state.withLock { $0.sizes } }

  /// The claims of a player before a place, in order.
  ///
  /// All that the referee has had are there: a server that has just become the leader may not know all of them yet.
  func claims(of player: PlayerID, before sequence: Int) throws(EventTrouble) -> [ReceivedClaim] {
    let (file, places) = state.withLock { ($0.claims, $0.bytes[player] ?? []) }
    var claims: [ReceivedClaim] = []
    for place in places {
      var line = [UInt8](repeating: 0, count: place.count)
      guard pread(file, &line, line.count, place.lowerBound) == line.count, let entry = Self.entry(line[...]) else {
        throw .damaged("\(path)/claims.jsonl cannot be read at \(place.lowerBound)")
      }
      guard entry.claim.sequence < sequence else { break }
      claims.append(entry.claim)
    }
    return claims
  }

  /// Adds the entries of the ledger behind a place, but for those that are there; all or none.
  ///
  /// Throws: ``EventTrouble/conflict`` if one before them is missing: the ledger has to be read again.
  func add(_ finds: [LedgerFind], after place: Int) throws(EventTrouble) {
    try state.withLock { state throws(EventTrouble) in
      guard place <= state.findCount else { throw .conflict }
      let new = finds.dropFirst(state.findCount - place)
      guard !new.isEmpty else { return }
      _ = try Self.append(new.map { EventWire.bytes(FindMessage($0)) }, to: state.finds, "\(path)/finds.jsonl")
      state.findCount += new.count
    }
  }

  /// Makes archive and servers equal after a crash of either.
  ///
  /// What the servers have lost, as after a power cut, gets its old place again. Claims that are judged again are taken
  /// as they are in the archive, with their times and players.
  package func reconcile(with place: EventPlace, in folder: EventFolder) async throws(EventTrouble) {
    let entries = try Self.entries(in: folder)
    var lost: [Entry] = []
    for entry in entries.reversed() {
      if try await place.claims.has(entry.claim.claim.id) { break }
      lost.append(entry)
    }
    for entry in lost.reversed() { try await place.claims.submit(entry.claim.claim) }
    try await restoreFinds(to: place.ledger, in: folder)
    let answered = try await place.claims.lastAnswered()
    let unjudged = entries.filter { $0.claim.sequence > answered }.map { ($0.claim.sequence, $0) }
    state.withLock { $0.unjudged = Dictionary(unjudged) { first, _ in first } }
    try await catchUp(with: place.ledger)
  }

  /// Writes the finds that the archive has and the ledger does not.
  private func restoreFinds(to ledger: any FindLedger, in folder: EventFolder) async throws(EventTrouble) {
    let finds = try Self.finds(in: folder)
    var known = finds.count
    while known > 0, try await ledger.finds(after: known - 1, atMost: 1, waiting: .zero).isEmpty { known -= 1 }
    if known < finds.count { try await ledger.append(Array(finds[known...]), after: known) }
  }

  /// Adds the finds that the ledger has and the archive does not.
  private func catchUp(with ledger: any FindLedger) async throws(EventTrouble) {
    while true {
      let count = findCount
      let finds = try await ledger.finds(after: count, atMost: 1000, waiting: .zero)
      try add(finds, after: count)
      if finds.isEmpty { return }
    }
  }

  /// Ports of the same event that archive each claim before the referee gets it, and each find before `append` returns.
  package func keeping(_ place: EventPlace) -> EventPlace {
    let kept = ArchivedPlace(place, self)
    return EventPlace(
      claims: kept, ledger: kept, positions: place.positions, board: place.board, roster: kept)
  }

  // MARK: - Reading

  /// The claims of an archive, in order.
  package static func entries(in folder: EventFolder) throws(EventTrouble) -> [Entry] {
    try placedEntries(in: folder).map(\.entry)
  }

  /// The claims of an archive, in order, and which bytes of the file each is.
  private static func placedEntries(
    in folder: EventFolder
  ) throws(EventTrouble) -> [(entry: Entry, bytes: Range<Int>)] {
    var entries: [(entry: Entry, bytes: Range<Int>)] = []
    for line in try lines(of: "\(folder.path)/claims.jsonl") {
      guard let entry = entry(line), entry.claim.sequence > entries.last?.entry.claim.sequence ?? 0 else {
        throw .damaged("\(folder.path)/claims.jsonl:\(entries.count + 1): this is no claim")
      }
      entries.append((entry, line.indices))
    }
    return entries
  }

  private static func entry(_ line: ArraySlice<UInt8>) -> Entry? {
    guard let claim = EventWire.read(ClaimLine.self, Array(line)), let id = PlayerID(claim.id) else { return nil }
    return Entry(
      claim: ReceivedClaim(
        Claim(ClaimID(id, claim.number), piece: claim.piece), sequence: claim.sequence,
        time: Timestamp(milliseconds: claim.time)),
      player: claim.player?.player(id))
  }

  /// The finds of an archive, in order.
  package static func finds(in folder: EventFolder) throws(EventTrouble) -> [LedgerFind] {
    var finds: [LedgerFind] = []
    for line in try lines(of: "\(folder.path)/finds.jsonl") {
      guard let find = LedgerFind(message: Array(line)) else {
        throw .damaged("\(folder.path)/finds.jsonl:\(finds.count + 1): this is no find")
      }
      finds.append(find)
    }
    return finds
  }

  /// The whole lines of a file.
  private static func lines(of path: String) throws(EventTrouble) -> [ArraySlice<UInt8>] {
    guard let bytes = EventFolder.read(path) else { return [] }
    let end = bytes.lastIndex(of: 0x0A) ?? -1
    return bytes[...end].split(separator: 0x0A)
  }

  private static func open(_ path: String) throws(EventTrouble) -> CInt {
    let file = Glibc.open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .refused("\(path) cannot be written: \(SystemError.last)") }
    let bytes = EventFolder.read(path) ?? []
    if bytes.last != 0x0A { _ = ftruncate(file, (bytes.lastIndex(of: 0x0A) ?? -1) + 1) }
    return file
  }

  /// Adds lines; returns which bytes of the file each is, without its end.
  private static func append(
    _ lines: [[UInt8]], to file: CInt, _ path: String
  ) throws(EventTrouble) -> [Range<Int>] {
    let start = lseek(file, 0, SEEK_END)
    do throws(SystemError) {
      try SystemIO.write(lines.flatMap { $0 + [0x0A] }, to: file)
      guard fdatasync(file) == 0 else { throw .last }
      var next = Int(start)
      return lines.map { line in
        defer { next += line.count + 1 }
        return next..<next + line.count
      }
    } catch {
      // Half a line would spoil the next one.
      _ = ftruncate(file, start)
      throw .unreachable("\(path) cannot be written: \(error)")
    }
  }
}

/// An event whose claims and finds go into an archive.
private actor ArchivedPlace: ClaimDesk, FindLedger, Roster {
  private let place: EventPlace
  private let archive: EventArchive
  /// The players as the archive has them with their newest claims.
  private var known: [PlayerID: Player?] = [:]

  init(_ place: EventPlace, _ archive: EventArchive) { (self.place, self.archive) = (place, archive) }

  func claims(
    after sequence: Int, atMost count: Int, waiting time: Duration
  ) async throws(EventTrouble) -> [ReceivedClaim] {
    let received = try await place.claims.claims(after: sequence, atMost: count, waiting: time)
    var players = try await place.roster.players(received.map(\.claim.id.player))
    var entries: [EventArchive.Entry] = []
    for claim in received {
      let id = claim.claim.id.player
      if let entry = archive.unjudged(claim.sequence), entry.claim.claim == claim.claim {
        players[id] = entry.player
        entries.append(entry)
      } else {
        entries.append(EventArchive.Entry(claim: claim, player: players[id]))
      }
    }
    try archive.add(entries)
    known = Dictionary(entries.map { ($0.claim.claim.id.player, $0.player) }) { _, newest in newest }
    return entries.map(\.claim)
  }

  func append(_ finds: [LedgerFind], after place: Int) async throws(EventTrouble) {
    try await self.place.ledger.append(finds, after: place)
    try archive.add(finds, after: place)
  }

  func player(_ id: PlayerID) async throws(EventTrouble) -> Player? {
    if let seen = known[id] { return seen }
    return try await place.roster.player(id)
  }

  func submit(_ claim: Claim) async throws(EventTrouble) { try await place.claims.submit(claim) }
  func has(_ id: ClaimID) async throws(EventTrouble) -> Bool { try await place.claims.has(id) }
  nonisolated func ruling(on id: ClaimID) async throws(EventTrouble) -> Ruling? {
    try await place.claims.ruling(on: id)
  }
  nonisolated func rulings(for player: PlayerID) -> AsyncStream<Ruling> { place.claims.rulings(for: player) }
  func claims(of player: PlayerID, before sequence: Int) async throws(EventTrouble) -> [ReceivedClaim] {
    try archive.claims(of: player, before: sequence)
  }
  nonisolated func tell(_ rulings: [Ruling]) async { await place.claims.tell(rulings) }
  func answer(_ rulings: [Ruling]) async throws(EventTrouble) { try await place.claims.answer(rulings) }
  func rulings(
    after place: Int, atMost count: Int, waiting time: Duration
  ) async throws(EventTrouble) -> [GivenRuling] {
    try await self.place.claims.rulings(after: place, atMost: count, waiting: time)
  }
  func lastAnswered() async throws(EventTrouble) -> Int { try await place.claims.lastAnswered() }
  func finds(
    after place: Int, atMost count: Int, waiting time: Duration
  ) async throws(EventTrouble) -> [LedgerFind] {
    let finds = try await self.place.ledger.finds(after: place, atMost: count, waiting: time)
    // Of those that the ledger has taken, and only the answer was lost, the archive does not know yet.
    try archive.add(finds, after: place)
    return finds
  }
  func takeLease(_ holder: String, until end: Timestamp, now: Timestamp) async throws(EventTrouble) -> Bool {
    try await place.ledger.takeLease(holder, until: end, now: now)
  }
  func add(_ player: Player) async throws(EventTrouble) { try await place.roster.add(player) }
  func remove(_ id: PlayerID) async throws(EventTrouble) { try await place.roster.remove(id) }
  func players() async throws(EventTrouble) -> [Player] { try await place.roster.players() }
  func count() async throws(EventTrouble) -> Int { try await place.roster.count() }
}
