import EventDomain
import Events
import Glibc
import HuntDomain
import NATSClient
import NATSEvents
import Sealing
import SystemKit

/// Simulated players of an event, each over a connection of their own, as the programs of players have it.
final class EventCrowd: Sendable {
  /// What a player hears, or what becomes of the player's connection.
  enum News {
    /// The player can send and hear.
    case up
    /// The connection is gone; one that was not cut comes back by itself.
    case down
    /// The position of another player of the crowd has come, so long after it was sent; `nil` for an old one.
    case position(of: Int, delay: Duration?)
    /// What the referee says to a claim.
    case ruling(Ruling)
  }

  private struct Member {
    var connection: NATSConnection?
    var place: EventPlace?
    var isDialling = false
    /// Since when the player can send; `nil` while they cannot.
    var up: ContinuousClock.Instant?
    /// Until when nothing gets through.
    var held = ContinuousClock.now
    /// The newest positions that may be under way.
    var sent: [(position: PlayerPosition, time: ContinuousClock.Instant)] = []
    var tasks: [Task<Void, Never>] = []
  }

  /// Positions of a player that may be under way.
  private static let mostSent = 8
  /// How long after its start a connection may hear positions that were stored before.
  private static let oldNews = Duration.seconds(1)

  private let passes: [EventPass]
  private let keys: [SigningKey]
  private let indices: [PlayerID: Int]
  private let members: [Guarded<Member>]
  private let news = Monitor<[(index: Int, item: News)]>([])

  /// A crowd of players who are not connected.
  ///
  /// - Parameters:
  ///   - passes: one for each player, of the same event.
  ///   - keys: the players' keys, in the same order.
  init(_ passes: [EventPass], keys: [SigningKey]) {
    (self.passes, self.keys) = (passes, keys)
    indices = Dictionary(passes.indices.map { (passes[$0].player.id, $0) }) { first, _ in first }
    members = passes.map { _ in Guarded(Member()) }
  }

  deinit { for member in members { for task in member.withLock({ $0.tasks }) { task.cancel() } } }

  /// How many connections the process may have, after its limit was raised as far as it goes.
  static func mostPlayers() -> Int {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    return Int(clamping: limit.rlim_cur) - 100
  }

  // MARK: - Players

  /// Whether a player can send.
  func isUp(_ index: Int) -> Bool { members[index].withLock { $0.up != nil } }

  /// Begins to connect a player; nothing happens where there is a connection, also a lost one, which comes back.
  func connect(_ index: Int) {
    let begins = members[index].withLock { member in
      guard member.connection == nil, !member.isDialling else { return false }
      member.isDialling = true
      return true
    }
    guard begins else { return }
    Task {
      let connection = try? await passes[index].connect(signedBy: keys[index], keepsTrying: false)
      members[index].withLock { $0.isDialling = false }
      if let connection { begin(index, over: connection) } else { tell(index, .down) }
    }
  }

  private func begin(_ index: Int, over connection: NATSConnection) {
    let pass = passes[index]
    let place = NATSEvents.event(pass.plan, of: pass.player, over: connection)
    let (events, rulings, positions) = (
      connection.events(), place.claims.rulings(for: pass.player.id), place.positions.positions()
    )
    members[index].withLock { member in
      (member.connection, member.place) = (connection, place)
      member.tasks = [
        Task { [weak self] in for await event in events { self?.hear(event, index, connection) } },
        Task { [weak self] in
          for await ruling in rulings {
            await self?.pass(index)
            self?.tell(index, .ruling(ruling))
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

  /// Ends a player's connection, as the end of their program does.
  func cut(_ index: Int) {
    let connection = members[index].withLock { member in
      for task in member.tasks { task.cancel() }
      defer { (member.connection, member.place, member.tasks, member.up) = (nil, nil, [], nil) }
      return member.connection
    }
    Task { await connection?.close() }
    tell(index, .down)
  }

  /// Lets nothing of a player's through until then.
  func hold(_ index: Int, until time: ContinuousClock.Instant) { members[index].withLock { $0.held = time } }

  /// Waits until something of a player's gets through.
  private func pass(_ index: Int) async {
    while case let held = members[index].withLock({ $0.held }), held > .now, !Task.isCancelled {
      try? await Task.sleep(until: held, clock: .continuous)
    }
  }

  // MARK: - Sending

  /// Says where a player is.
  func publish(_ index: Int, _ position: PlayerPosition, at now: ContinuousClock.Instant) {
    members[index].withLock { $0.sent = ($0.sent + [(position, now)]).suffix(Self.mostSent) }
    send(index) { await $0.positions.publish(position) }
  }

  /// Sends a claim, which the event keeps once however often it is sent.
  func submit(_ index: Int, _ claim: Claim) { send(index) { try? await $0.claims.submit(claim) } }

  /// Asks what the referee says to a claim.
  func ask(_ index: Int, _ claim: ClaimID) {
    send(index) { [weak self] place in
      if let ruling = try? await place.claims.ruling(on: claim) { self?.tell(index, .ruling(ruling)) }
    }
  }

  private func send(_ index: Int, _ body: @escaping @Sendable (EventPlace) async -> Void) {
    Task {
      await pass(index)
      if let place = members[index].withLock({ $0.place }) { await body(place) }
    }
  }

  // MARK: - Hearing

  /// Waits for at most a time, and tells what has happened.
  func wait(atMost time: Duration, _ hear: (Int, News) -> Void) {
    let told = news.wait(atMost: time) { news in
      defer { news = [] }
      return news.isEmpty ? nil : news
    }
    for (index, item) in told ?? [] { hear(index, item) }
  }

  private func tell(_ index: Int, _ item: News) { news.withLock { $0.append((index, item)) } }

  private func hear(_ event: NATSConnection.Event, _ index: Int, _ connection: NATSConnection) {
    let item = members[index].withLock { member -> News? in
      // One that was cut has nothing more to say.
      guard member.connection === connection else { return nil }
      switch event {
      case .refused: return nil
      case .connected:
        member.up = .now
        return .up
      case .disconnected: member.up = nil
      case .closed: (member.up, member.connection, member.place) = (nil, nil, nil)
      }
      return .down
    }
    if let item { tell(index, item) }
  }

  private func hear(_ position: PlayerPosition, _ index: Int) {
    guard let other = indices[position.player], other != index else { return }
    let now = ContinuousClock.now
    let isOld = members[index].withLock { $0.up.map { now - $0 < Self.oldNews } ?? true }
    let sent = members[other].withLock { $0.sent.last { $0.position.isSame(as: position) } }
    tell(index, .position(of: other, delay: isOld ? nil : sent.map { now - $0.time }))
  }
}

extension PlayerPosition {
  /// Whether it is the other one; on the way it loses the fractions of its second.
  fileprivate func isSame(as other: PlayerPosition) -> Bool {
    position == other.position && time.milliseconds / 1000 == other.time.milliseconds / 1000
  }
}
