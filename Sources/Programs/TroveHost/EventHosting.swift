import ArgumentParser
import CommandKit
import EventDomain
import EventHost
import Events
import FoundationEssentials
import GeoFormats
import Glibc
import HuntDomain
import NATSClient
import NATSEvents
import Numbers
import PlaceFiles
import Refereeing
import Sealing
import SessionLogs
import SystemKit

/// Runs an event on the organiser's computer: the server, the referee, and the desk for passes.
struct EventHosting {
  private let folder: EventFolder
  private let hunt: HuntSource
  private let text: String
  private let lock: CInt

  /// Opens an event to host it, as soon as no other program does: one that was killed may still be ending.
  ///
  /// Throws: also if another program hosts it, or it is closed.
  ///
  /// - Parameters:
  ///   - nodes: how many servers there are from now on; `nil` for as many as before.
  ///   - patience: how long to wait for the other program; `nil` for ever.
  static func open(
    _ path: String, nodes: Int? = nil, patience: Duration? = .seconds(1)
  ) async throws(CommandFailure) -> EventHosting {
    let end = patience.map(ContinuousClock.now.advanced)
    while true {
      do throws(CommandFailure) { return try EventHosting(path, nodes: nodes) } catch {
        guard error.code == .tryLater, end.map({ ContinuousClock.now < $0 }) ?? true else { throw error }
      }
      try? await Task.sleep(for: .milliseconds(50))
    }
  }

  private init(_ path: String, nodes: Int?) throws(CommandFailure) {
    // No lock in a folder that is no event's.
    do throws(EventTrouble) { _ = try EventFolder(path: path) } catch { throw CommandFailure(error) }
    lock = Glibc.open("\(path)/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0 else { throw CommandFailure("\(path)/lock cannot be written: \(SystemError.last).", .cannotCreate) }
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      Glibc.close(lock)
      throw CommandFailure("\(path): the event is hosted by another program now.", .tryLater)
    }
    do throws(EventTrouble) {
      let folder = try EventFolder(path: path)
      self.folder = nodes.map(folder.with) ?? folder
      text = try folder.hunt()
    } catch { throw CommandFailure(error) }
    guard !folder.isClosed else { throw CommandFailure("\(path): the event is closed.", .refused) }
    // Its warnings were for whoever made the event.
    do throws(FileProblem) { hunt = try HuntSource(path: folder.huntPath) } catch { throw CommandFailure(error) }
  }

  /// How often the book of invitations is looked at for passes that are void.
  private static let look = Duration.seconds(1)
  /// How many looks for those who send too much, four in a second, make a minute.
  private static let turnsOfMinute = 240
  /// How long the servers of a cluster may look for each other.
  private static let search = Duration.seconds(60)

  @Sendable private static func seconds() -> Int64 { Timestamp.now.milliseconds / 1000 }

  /// Hosts the event until a signal or `event close` ends it.
  ///
  /// - Parameters:
  ///   - web: the port of the page for spectators, 0 for one that is free; `nil` for no page.
  ///   - ready: told when players may come: the addresses of the event and of the page.
  func run(web: UInt16?, ready: (_ event: String, _ page: String?) -> Void) async throws(CommandFailure) {
    StopSignals.note()
    var refusal: CommandFailure?
    do throws(EventTrouble) {
      var (web, isFirst) = (web, true)
      while try await host(web: &web, &refusal, ready: { if isFirst { ready($0, $1) } }) { isFirst = false }
    } catch { throw CommandFailure(error) }
    if let refusal { throw refusal }
  }

  /// Hosts the event; returns whether that has to begin anew.
  ///
  /// - Parameters:
  ///   - web: set to the page's port, so that the page is at the same place when this begins anew.
  ///   - refusal: gets the reason why there can be no page; then nothing is hosted.
  private func host(
    web: inout UInt16?, _ refusal: inout CommandFailure?, ready: (_ event: String, _ page: String?) -> Void
  ) async throws(EventTrouble) -> Bool {
    try await withServer { server, connection, archive, place throws(EventTrouble) in
      let spectators: SpectatorHosting?
      do throws(CommandFailure) {
        spectators = try web.map { port throws(CommandFailure) in
          try SpectatorHosting(folder, hunt: hunt, port: port, over: connection)
        }
      } catch {
        refusal = error
        return false
      }
      defer { spectators?.stop() }
      web = spectators?.port
      let book = try Self.invitations(of: folder)
      let desk = EventDesk(folder, over: connection, roster: place.roster, now: Self.seconds)
      let judging = Task {
        let (told, start) = (Guarded(ToldTroubles()), ContinuousClock.now)
        await referee(at: place).run { trouble in
          if told.withLock({ $0.isNew(trouble, at: start.duration(to: .now)) }) { Self.warn(trouble) }
        }
      }
      let volumes = Guarded(SentVolumes(archive.sizes))
      let counting = Task {
        do throws(EventTrouble) {
          try await desk.hearPlayers { player, size in volumes.withLock { $0.add(size, of: player) } }
        } catch { Self.warn(error) }
      }
      let tasks =
        [judging, counting, Task { await watch(book, volumes, server, place.roster) }] + serve(book, desk, place)
      defer { for task in tasks { task.cancel() } }
      ready("tls://\(folder.address.host):\(folder.address.port)", spectators?.address)
      let closing = Self.closing(folder, over: connection) {
        judging.cancel()
        await judging.value
        if let board = try? Self.board(of: folder, isClosed: true) { try? await place.board.publish(board) }
        await spectators?.close()
      }
      let startsAgain = Guarded(false)
      let tending: @Sendable () async -> Void = {
        while !Task.isCancelled {
          let found = server.tendDisks()
          for sentence in found.sentences { Output.error(sentence) }
          if found.startsAgain { return startsAgain.withLock { $0 = true } }
          try? await Task.sleep(for: Self.look)
        }
      }
      await Self.first(Self.stopped, closing, Self.trouble(of: server), tending)
      if startsAgain.withLock({ $0 }) {
        // Nothing of it is to write into the archive any more.
        judging.cancel()
        await judging.value
        return true
      }
      if let why = server.trouble { throw .unreachable(why) }
      return false
    }
  }

  /// Admits players, answers what they ask, and shows where phones are, until the tasks are cancelled.
  private func serve(_ book: InvitationBook, _ desk: EventDesk, _ place: EventPlace) -> [Task<Void, Never>] {
    [
      Task {
        let (told, start) = (Guarded(ToldTroubles()), ContinuousClock.now)
        do throws(EventTrouble) {
          try await desk.run { invitation, id, key throws(EventTrouble) in
            do throws(EventTrouble) { return try book.admit(invitation, id: id, key: key, at: .now) } catch {
              if case .unreachable(let why) = error, told.withLock({ $0.isNew(error, at: start.duration(to: .now)) }) {
                Output.error("\(why). trove event room shows who they are, and trove event revoke gives a place back.")
              }
              throw error
            }
          }
        } catch { Self.warn(error) }
      },
      Task {
        do throws(EventTrouble) { try await desk.answerQuestions(rulings: place.claims) } catch { Self.warn(error) }
      },
      Task {
        let (phones, start) = (Guarded(PhoneCarriers()), ContinuousClock.now)
        do throws(EventTrouble) {
          try await desk.runPhones(at: place.positions) { phone in
            phones.withLock { $0.carrier(of: phone, at: start.duration(to: .now), in: book) }
          }
        } catch { Self.warn(error) }
      },
    ]
  }

  /// Judges everything that has come, closes the event, and forgets the positions.
  private func close() async throws(EventTrouble) -> Standings {
    try await withServer { _, _, _, place throws(EventTrouble) in
      // An earlier referee's lease may have to end first.
      try await patiently(
        for: RefereeRun.leaseTime * 2, every: Self.look / 4, on: .continuous, ifPassing: { $0 == .conflict }
      ) { () async throws(EventTrouble) in
        try await referee(at: place).close { () throws(EventTrouble) in
          var folder = folder
          try folder.close()
        }
      }
    }
  }

  private func referee(at place: EventPlace) -> RefereeRun {
    // One host has the lock of the folder: it may go on at once with the lease of the one before.
    RefereeRun(
      folder.plan, at: place, holder: "host", now: { .now },
      makeJudge: Self.judges(folder.plan.id, hunt: hunt, text: text))
  }

  /// What makes the judges of an event's players.
  private static func judges(
    _ event: EventID, hunt: HuntSource, text: String
  ) -> @Sendable (PlayerID) -> any ProofJudge {
    let own = hunt.hunt
    return { ProofReplay(event, of: $0, hunt: own, text: text) }
  }

  /// Does something while the server runs.
  private func withServer<Result: Sendable>(
    _ body: (EventServer, NATSConnection, EventArchive, EventPlace) async throws(EventTrouble) -> Result
  ) async throws(EventTrouble) -> Result {
    let server = EventServer(folder, environment: Environment.variables, now: Self.seconds)
    let book = try Self.invitations(of: folder)
    // It lets nobody in whose pass is void, not even until the host is ready.
    try server.start(revoked: Self.revocations(of: book.guests(), book.voids()))
    defer { server.stop() }
    // Not before: a number that the servers refuse is forgotten.
    try folder.save()
    let connection = try await server.connect()
    let archive = try EventArchive(folder)
    let bare = NATSEvents.event(folder.plan.id, over: connection)
    let place = archive.keeping(bare)
    // The servers of a cluster may still be looking for each other, and lose each other again at any step.
    try await patiently(for: Self.search, every: Self.look / 4, on: .continuous, ifPassing: { _ in folder.nodes > 1 }) {
      () async throws(EventTrouble) in
      try await NATSEvents.prepare(folder.plan, over: connection, replicas: folder.nodes)
      try await archive.reconcile(with: bare, in: folder)
      // The servers may have lost what they had.
      for guest in try book.guests() where guest.revoked == nil {
        try await place.roster.add(guest.player)
      }
    }
    let result = try await body(server, connection, archive, place)
    await connection.close()
    return result
  }

  /// Makes passes void that the book says are, and those of players who send more than anybody plays.
  private func watch(
    _ book: InvitationBook, _ volumes: Guarded<SentVolumes>, _ server: EventServer, _ roster: any Roster
  ) async {
    var known: [InvitationBook.Guest] = []
    var turn = 0
    while !Task.isCancelled {
      defer { turn += 1 }
      do throws(EventTrouble) {
        let large = volumes.withLock { $0.large }
        if !large.isEmpty {
          for player in try book.revokeExcessive(large, at: .now) {
            let size = (large[player.id] ?? 0) >> 20
            Output.error(
              "\(SafeText.quoted(player.name)) has sent \(size) MB, more than anybody plays: the pass is void.")
          }
          for name in try book.void(large.keys, at: Self.seconds()) {
            Output.error("Too much was sent with the invitation of \(SafeText.quoted(name)): it is void.")
          }
        }
        // The book is read whole, which is too much for each turn.
        if turn % 4 == 0 || !large.isEmpty {
          let guests = try book.guests()
          let void = guests.filter { $0.revoked != nil }
          // First what keeps them out, also where the roster cannot be reached.
          try server.revoke(Self.revocations(of: void, book.voids()))
          if void != known {
            for guest in void { try await roster.remove(guest.player.id) }
            known = void
          }
          if turn % Self.turnsOfMinute == 0 {
            let players = Set(guests.lazy.filter { $0.revoked == nil }.map(\.player.id))
            volumes.withLock { $0.keep(players) }
          }
        }
      } catch { Self.warn(error) }
      // A flood brings tens of megabytes in a second.
      try? await Task.sleep(for: Self.look / 4)
    }
  }

  /// The keys whose passes are void, and since when: of players, and of invitations.
  private static func revocations(
    of guests: [InvitationBook.Guest], _ invitations: [String: Int64]
  ) -> [PublicKey: Int64] {
    let players = guests.compactMap { guest in
      guest.revoked.flatMap { time in PublicKey(text: guest.key).map { ($0, time) } }
    }
    let others = invitations.compactMap { name, time in EventPasses.key(ofInvitation: name).map { ($0, time) } }
    return Dictionary(players + others, uniquingKeysWith: max)
  }

  private static func warn(_ trouble: EventTrouble) { Output.error("\(trouble)") }

  /// Waits for the first of several.
  private static func first(_ waits: (@Sendable () async -> Void)...) async {
    await withTaskGroup(of: Void.self) { group in
      for wait in waits { group.addTask { await wait() } }
      await group.next()
      group.cancelAll()
    }
  }

  @Sendable private static func stopped() async {
    while StopSignals.signalled == nil, !Task.isCancelled { try? await Task.sleep(for: look / 10) }
  }

  private static func trouble(of server: EventServer) -> @Sendable () async -> Void {
    { while server.trouble == nil, !Task.isCancelled { try? await Task.sleep(for: look / 4) } }
  }

  /// Waits until the organiser asks to end the host, and does something before the answer.
  private static func closing(
    _ folder: EventFolder, over connection: NATSConnection, before: @escaping @Sendable () async -> Void
  ) -> @Sendable () async -> Void {
    {
      for await question in EventDesk.closings(folder.plan.id, over: connection) {
        await before()
        question()
        return
      }
    }
  }

  // MARK: - From outside

  /// The name of a new invitation, which nobody can guess.
  static func newInvitation() -> String {
    Checksum.word(Array("\(UInt64.random(in: 0 ... .max)) \(UInt64.random(in: 0 ... .max))".utf8))
  }

  /// Who is invited to an event.
  static func invitations(of folder: EventFolder) throws(EventTrouble) -> InvitationBook {
    try InvitationBook(path: folder.path + "/invitations.db")
  }

  /// An event that is hosted now, as its organiser sees it.
  static func organise(_ path: String) async throws(EventTrouble) -> EventPlace {
    let folder = try EventFolder(path: path)
    do throws(NATSError) {
      return NATSEvents.event(folder.plan.id, over: try await EventServer.connect(folder, now: seconds()))
    } catch { throw EventTrouble(error) }
  }

  /// Ends an event for good; a host that runs ends first.
  static func close(_ path: String) async throws(CommandFailure) -> Standings {
    do throws(EventTrouble) {
      let folder = try EventFolder(path: path)
      if let connection = try? await EventServer.connect(folder, now: seconds()) {
        await EventDesk.close(folder.plan.id, over: connection)
      }
    } catch { throw CommandFailure(error) }
    let hosting = try await open(path, patience: .seconds(10))
    do throws(EventTrouble) { return try await hosting.close() } catch { throw CommandFailure(error) }
  }

  /// The leaderboard of a folder, or of the event of a link.
  static func board(of text: String) async throws(CommandFailure) -> Board {
    do throws(EventTrouble) {
      if let link = EventLink(text) { return try await EventPass.board(link) }
      let folder = try EventFolder(path: text)
      return try board(of: folder, isClosed: folder.isClosed)
    } catch { throw CommandFailure(error) }
  }

  private static func board(of folder: EventFolder, isClosed: Bool) throws(EventTrouble) -> Board {
    var standings = Standings(folder.plan)
    for find in try EventArchive.finds(in: folder) { standings.note(find) }
    return Board(standings, isClosed: isClosed)
  }

  /// What the claims of an event make, judged again.
  static func judge(_ folder: EventFolder) throws(EventTrouble) -> Standings {
    let text = try folder.hunt()
    let source: HuntSource
    do throws(FileProblem) { source = try HuntSource(path: folder.huntPath) } catch { throw .damaged("\(error)") }
    var referee = Referee(folder.plan, makeJudge: Self.judges(folder.plan.id, hunt: source, text: text))
    for entry in try EventArchive.entries(in: folder) { _ = referee.handle(entry.claim, of: entry.player) }
    return referee.standings
  }
}
