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
  /// How long the crowd waits for each other at the beginning, and for the referee at the end.
  static let patience = Duration.seconds(60)
  /// How often waits look.
  static let look = Duration.milliseconds(10)

  let passes: [EventPass]
  let keys: [SigningKey]
  let hunt: Hunt
  let text: String
  let wishes: Wishes
  let indices: [PlayerID: Int]
  /// For each player those of the same team, without this one.
  let mates: [[Int]]
  let state: Guarded<CrowdState>

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
  func pass(_ index: Int) async {
    while case let held = state.withLock({ $0.members[index].held }), held > .now, !Task.isCancelled {
      try? await Task.sleep(until: held, clock: .continuous)
    }
  }
}
