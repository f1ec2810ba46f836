import CommandKit
import EventDomain
import Events
import Glibc
import HuntDomain
import HuntTesting
import NATSClient
import NATSEvents
import Numbers
import Sealing
import SessionLogs
import Simulation
import SystemKit

/// Simulated players of an event, each over a connection of their own, through the ports that the programs of players have.
final class EventCrowd: Sendable {
  /// What is wanted.
  struct Wishes: Sendable {
    /// Played seconds for one second.
    let speed: Double
    /// When the players leave; `nil` for when all have come to an end.
    let limit: Duration?
    let faults: Set<CrowdFaults.Kind>
    let seed: UInt64
    /// Makes the receiver of a player from a seed.
    let receiver: @Sendable (UInt64) -> SimulatedReceiver
  }

  typealias Instant = ContinuousClock.Instant

  /// Players who connect at the same time: more would fill the server's queue of new connections.
  private static let dials = 100
  /// How long after a claim its ruling is asked for, and how often again; how long after it the claim is sent again.
  private static let asking = Duration.seconds(2), resending = Duration.seconds(5)
  /// The time after the beginning in which delays do not count: all begin their games at the same time.
  private static let warmUp = Duration.seconds(5)
  /// How long the crowd waits for each other at the beginning, and for the referee at the end.
  private static let patience = Duration.seconds(60)
  /// Positions of a player that may be under way.
  private static let mostSent = 8
  /// How long after its start a connection may hear positions that were stored before.
  private static let oldNews = Duration.seconds(1)
  /// How often waits look.
  private static let look = Duration.milliseconds(10)

  private let passes: [EventPass]
  private let keys: [SigningKey]
  private let hunt: Hunt
  private let text: String
  private let wishes: Wishes
  private let indices: [PlayerID: Int]
  /// For each player those of the same team, without this one.
  private let mates: [[Int]]
  private let state: Guarded<CrowdState>

  /// A crowd that has not begun.
  ///
  /// - Parameters:
  ///   - passes: one for each player, of the same event.
  ///   - keys: the players' keys, in the same order.
  ///   - text: the hunt's file.
  init(_ passes: [EventPass], keys: [SigningKey], hunt: Hunt, text: String, _ wishes: Wishes) {
    (self.passes, self.keys, self.hunt, self.text, self.wishes) = (passes, keys, hunt, text, wishes)
    indices = Dictionary(passes.indices.map { (passes[$0].player.id, $0) }) { first, _ in first }
    let teams = Dictionary(grouping: passes.indices.filter { passes[$0].player.team != nil }) { passes[$0].player.team }
    mates = passes.indices.map { index in
      (passes[index].player.team.flatMap { teams[$0] } ?? []).filter { $0 != index }
    }
    state = Guarded(
      CrowdState(
        members: passes.map { _ in CrowdMember() }, report: CrowdReport(players: passes.count),
        faults: CrowdFaults(wishes.faults, seed: wishes.seed), knowledge: MateKnowledge(mates: mates)))
  }

  deinit { for task in state.withLock({ $0.members.flatMap(\.reading) }) { task.cancel() } }

  /// How many connections the process may have, after its limit was raised as far as it goes.
  static func mostPlayers() -> Int {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    return Int(clamping: limit.rlim_cur) - 100
  }

  /// Plays; returns what came of it.
  ///
  /// - Parameters:
  ///   - isOver: whether somebody wants it to end.
  ///   - progress: told now and then how much is done, in `0 ... 1`, and in words what.
  func run(isOver: () -> Bool, progress: (Double, String) -> Void) async -> CrowdReport {
    let (all, begun) = (passes.indices, Instant.now)
    let dialling = Task { await connectAll() }
    while !isOver(), begun.duration(to: .now) < Self.patience, connected < all.count {
      progress(Double(connected) / Double(all.count), "\(connected) of \(all.count) connected")
      try? await Task.sleep(for: Self.look)
    }
    let start = Instant.now
    state.withLock { state in
      (state.start, state.playing, state.report.connected) = (start, Set(all), (start - begun) / .seconds(1))
      for index in all { state.knowledge.lose(index, at: .zero) }
    }
    let playing = all.map { index in Task { await play(index, from: start) } }
    var second = start
    while !isOver(), wishes.limit.map({ .now - start <= $0 }) ?? true, state.withLock({ !$0.playing.isEmpty }) {
      if .now >= second {
        second += .seconds(1)
        hurt()
        let (report, left) = state.withLock { ($0.report, $0.playing.count) }
        let share = wishes.limit.map { (.now - start) / $0 } ?? 1 - Double(left) / Double(all.count)
        progress(share, "\(report.sent) positions, \(report.finds) finds, \(connected) connected")
      }
      try? await Task.sleep(for: Self.look)
    }
    let finished = all.count - state.withLock { $0.playing.count }
    let (seconds, isInterrupted) = ((Instant.now - start) / .seconds(1), isOver())
    for task in playing { task.cancel() }
    await settle(isOver, progress)
    dialling.cancel()
    return state.withLock { state in
      (state.report.seconds, state.report.isInterrupted, state.report.finished) = (seconds, isInterrupted, finished)
      state.report.missing = state.members.count { $0.up == nil }
      return state.report
    }
  }

  private var connected: Int { state.withLock { $0.members.count { $0.up != nil } } }

  /// Waits until the referee has answered everything, and all who were cut off are back.
  private func settle(_ isOver: () -> Bool, _ progress: (Double, String) -> Void) async {
    let end = Instant.now + Self.patience
    while case let (waiting, away) = (state.withLock { $0.claiming.count }, passes.count - connected),
      waiting + away > 0, !isOver(), .now < end
    {
      progress(1, "\(waiting) wait for the referee, \(away) are cut off")
      try? await Task.sleep(for: Self.look)
    }
  }

  // MARK: - Connections

  private func connectAll() async {
    await withTaskGroup(of: Void.self) { group in
      for index in passes.indices {
        if index >= Self.dials { await group.next() }
        group.addTask { await self.connect(index) }
      }
    }
  }

  /// Connects a player; tries until it succeeds.
  private func connect(_ index: Int) async {
    while !Task.isCancelled {
      if let connection = try? await passes[index].connect(signedBy: keys[index], keepsTrying: false) {
        return read(index, over: connection)
      }
      try? await Task.sleep(for: state.withLock { $0.faults.rest() })
    }
  }

  private func read(_ index: Int, over connection: NATSConnection) {
    let pass = passes[index]
    let place = NATSEvents.event(pass.plan, of: pass.player, over: connection)
    let (events, rulings, positions) = (
      connection.events(), place.claims.rulings(for: pass.player.id), place.positions.positions()
    )
    state.withLock { state in
      (state.members[index].connection, state.members[index].place) = (connection, place)
      state.members[index].reading = [
        Task { [weak self] in for await event in events { self?.hear(event, index, connection) } },
        Task { [weak self] in
          for await ruling in rulings {
            await self?.pass(index)
            self?.state.withLock { $0.members[index].told[ruling.claim] = (ruling, .now) }
          }
        },
        Task { [weak self] in
          for await position in positions {
            await self?.pass(index)
            self?.hear(position, index)
          }
        },
      ]
    }
  }

  private func hear(_ event: NATSConnection.Event, _ index: Int, _ connection: NATSConnection) {
    let fix = state.withLock { state -> Fix? in
      // One that was cut has nothing more to say.
      guard state.members[index].connection === connection else { return nil }
      switch event {
      case .refused: break
      case .connected:
        let now = Instant.now
        if let lost = state.members[index].lost { state.report.absences.note(now - lost) }
        (state.members[index].up, state.members[index].lost) = (now, nil)
        // As the game does: others need not wait for the next step.
        return state.members[index].fix
      case .disconnected: state.lose(index)
      case .closed:
        state.lose(index)
        (state.members[index].connection, state.members[index].place) = (nil, nil)
        Task { await connect(index) }
      }
      return nil
    }
    if let fix { publish(index, fix) }
  }

  private func hurt() {
    for (index, fault) in state.withLock({ $0.faults.second(of: passes.count) }) {
      guard state.withLock({ $0.members[index].up != nil }) else { continue }
      switch fault {
      case .hold(let time): state.withLock { $0.members[index].held = .now + time }
      case .cut(let time): cut(index, for: time)
      }
    }
  }

  /// Ends a player's connection, as the end of their program does; they come back after a time.
  private func cut(_ index: Int, for time: Duration) {
    let connection = state.withLock { state in
      for task in state.members[index].reading { task.cancel() }
      state.lose(index)
      defer { (state.members[index].connection, state.members[index].place) = (nil, nil) }
      return state.members[index].connection
    }
    Task {
      await connection?.close()
      try? await Task.sleep(for: time)
      await connect(index)
    }
  }

  /// Waits until something of a player's gets through.
  private func pass(_ index: Int) async {
    while case let held = state.withLock({ $0.members[index].held }), held > .now, !Task.isCancelled {
      try? await Task.sleep(until: held, clock: .continuous)
    }
  }

  // MARK: - Playing

  private func play(_ index: Int, from start: Instant) async {
    let (pass, seed) = (passes[index], wishes.seed &+ UInt64(index))
    var player = CrowdPlayer(
      pass, keys[index], hunt: hunt, file: RecordedGame.File(path: "hunt.geojson", text: text), seed: seed,
      receiver: wishes.receiver(seed), sitting: Checksum.word(Array("\(pass.player.id) \(seed)".utf8)))
    let (pieces, claimed) = AsyncStream.makeStream(of: String.self)
    let claiming = Task { await claim(pieces, index) }
    let period = CrowdPlayer.interval / wishes.speed
    // Each player has their own moment in the period, so that the load is even.
    let offset = Double(index) / Double(passes.count)
    // Others are told where somebody is once a second at most.
    let roundsToPublish = max(1, Int(wishes.speed.rounded(.up)))
    var round = 0
    while !player.isOver {
      try? await Task.sleep(until: start + period * (Double(round) + offset), clock: .continuous)
      if Task.isCancelled { break }
      let step = player.step()
      if !step.pieces.isEmpty { state.withLock { _ = $0.claiming.insert(index) } }
      for piece in step.pieces { claimed.yield(piece) }
      if let fix = step.fix {
        state.withLock { $0.members[index].fix = fix }
        if round % roundsToPublish == 0 { publish(index, fix) }
      }
      round += 1
    }
    claimed.finish()
    if player.isOver { state.withLock { $0.note($0.knowledge.end(index, at: .now - start)) } }
    await claiming.value
    state.withLock { state in
      state.claiming.remove(index)
      if player.isOver { state.playing.remove(index) }
    }
  }

  private func publish(_ index: Int, _ fix: Fix) {
    let pass = passes[index]
    let position = PlayerPosition(
      of: pass.player, at: fix.position, accuracy: fix.accuracy, by: pass.plan.positions, time: .now)
    let place = state.withLock { state -> EventPlace? in
      guard state.playing.contains(index), state.members[index].up != nil, !state.faults.isLost() else { return nil }
      state.members[index].sent = (state.members[index].sent + [(position, .now)]).suffix(Self.mostSent)
      state.report.sent += 1
      let hearers = pass.plan.positions.areShared ? passes.indices.filter { $0 != index } : mates[index]
      state.report.due += hearers.count { state.members[$0].up != nil }
      return state.members[index].place
    }
    guard let place else { return }
    Task {
      await self.pass(index)
      await place.positions.publish(position)
    }
  }

  /// Claims one piece behind the other, because the referee believes a piece only behind the one before.
  private func claim(_ pieces: AsyncStream<String>, _ index: Int) async {
    var number = 0
    for await piece in pieces {
      number += 1
      state.withLock { $0.report.claims += 1 }
      await claim(Claim(ClaimID(passes[index].player.id, number), piece: piece), index)
    }
  }

  private func claim(_ claim: Claim, _ index: Int) async {
    let (first, end) = (Instant.now, Instant.now + Self.patience * 2)
    var sent: Instant?
    var asked = first
    while .now < end {
      let (told, place, up) = state.withLock { state in
        (
          state.members[index].told.removeValue(forKey: claim.id), state.members[index].place, state.members[index].up
        )
      }
      if let told { return take(told.ruling, after: told.time - first) }
      let now = Instant.now
      if let place, let up {
        // What was under way when the connection was lost may be gone.
        if sent.map({ now - $0 > Self.resending || $0 < up }) ?? true {
          (sent, asked) = (now, now)
          if !isLost { Task { try? await place.claims.submit(claim) } }
        } else if now - asked >= Self.asking {
          asked = now
          if !isLost, let ruling = try? await place.claims.ruling(on: claim.id) {
            state.withLock { $0.members[index].told[claim.id] = (ruling, .now) }
          }
        }
      }
      // Not a cancelled sleep: the claims of a player who has left are answered, too.
      await Task { try? await Task.sleep(for: Self.look) }.value
      await pass(index)
    }
  }

  private var isLost: Bool { state.withLock { $0.faults.isLost() } }

  // MARK: - Hearing

  private func take(_ ruling: Ruling, after time: Duration) {
    state.withLock { state in
      state.report.answered += 1
      state.report.finds += ruling.finds.count { $0.counts }
      if let refusal = ruling.refusal {
        state.report.refused += 1
        state.report.refusal = state.report.refusal ?? refusal
      }
      state.report.verdicts.note(time)
    }
  }

  private func hear(_ position: PlayerPosition, _ index: Int) {
    guard let other = indices[position.player], other != index else { return }
    state.withLock { state in
      guard let start = state.start else { return }
      let now = Instant.now
      state.note(state.knowledge.hear(of: other, by: index, at: now - start))
      guard let up = state.members[index].up, now - up > Self.oldNews,
        let sent = state.members[other].sent.last(where: { $0.position.isSame(as: position) })
      else { return }
      state.report.heard += 1
      if now - start > Self.warmUp { state.report.delays.note(now - sent.time) }
    }
  }
}

extension PlayerPosition {
  /// Whether it is the other one; on the way it loses the fractions of its second.
  fileprivate func isSame(as other: PlayerPosition) -> Bool {
    position == other.position && time.milliseconds / 1000 == other.time.milliseconds / 1000
  }
}
