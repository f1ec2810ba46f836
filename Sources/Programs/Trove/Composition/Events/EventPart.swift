import CommandKit
import EventDomain
import Events
import Game
import GeoFormats
import HuntDomain
import NATSClient
import NATSEvents
import Nearby
import Numbers
import Sealing
import SessionLogs
import SystemKit

/// What a game has to do with the event that it is part of: it proves its finds, shows others where the player is, and
/// hears what the referee and the organiser say.
///
/// What proves a find is in the outbox before the find is shown.
final class EventPart: Sendable {
  /// How often the game is told where others are, at most.
  private static let telling = Duration.seconds(1)
  /// How often a game that ends looks whether everything is decided.
  private static let looking = Duration.milliseconds(50)

  private struct State {
    var tail: ProofTail?
    var keeper: ProofKeeper
    var pace = ClaimPace()
    var hear: (@Sendable (SessionEvent) -> Void)?
    var inbox: EventInbox
    /// Whether claims are being sent: rulings that came may not be told yet.
    var isSending = false
    /// Whether positions come from the player's phone: the host shows those to others.
    var isPhone = false
    var tasks: [Task<Void, Never>] = []
  }

  let pass: EventPass
  /// The folder with the hunt and the saved games of this part.
  let folder: String
  private let key: SigningKey
  private let outbox: any Outbox
  /// Where the player's phone is.
  let phone: any DeviceLocation
  private let place: EventPlace
  private let state: Guarded<State>
  private let (nudges, nudge) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  private let (fixes, moved) = AsyncStream.makeStream(of: Fix.self, bufferingPolicy: .bufferingNewest(1))
  private let (news, others) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

  init(_ pass: EventPass, folder: String, key: SigningKey, outbox: any Outbox, connection: NATSConnection) {
    (self.pass, self.folder, self.key, self.outbox) = (pass, folder, key, outbox)
    let inbox = EventInbox(of: pass.player.cleaned, in: SafeText.clean(pass.plan.name, limit: Player.longestName))
    state = Guarded(State(keeper: ProofKeeper(outbox), inbox: inbox))
    place = NATSEvents.event(pass.plan, of: pass.player, over: connection)
    phone = NATSEvents.phone(pass.plan, of: pass.player, over: connection) { .now }
  }

  deinit { for task in state.withLock({ $0.tasks }) { task.cancel() } }

  var huntPath: String { folder + "/hunt.geojson" }

  // MARK: - What the game says

  /// A game begins.
  func begin(_ header: SessionLogHeader) {
    let sitting = Checksum.word(Array("\(UInt64.random(in: 0 ... .max))".utf8))
    state.withLock { $0.keeper.begin() }
    write()
    state.withLock {
      $0.tail = ProofTail(pass.plan.id, sitting: sitting, header: header, signedBy: key)
      guard $0.tasks.isEmpty else { return }
      let (messages, boards) = (place.board.messages(), place.board.boards())
      let rulings = place.claims.rulings(for: pass.player.id)
      let positions = place.positions.positions()
      // Otherwise each player gets the points of their own finds.
      let team = pass.plan.scoring == .teams ? pass.player.team : nil
      let finds = team.map(place.board.finds)
      $0.tasks = [
        Task { [weak self] in
          if let finds { for await finds in finds { self?.receive { $0.add(finds.map(\.cleaned)) } } }
        },
        Task { [weak self, nudges] in await Self.send(nudges) { [weak self] in await self?.step() } },
        Task { [weak self, fixes] in await Self.tell(fixes) { [weak self] in await self?.publish($0) ?? true } },
        Task { [weak self] in for await message in messages { self?.receive { $0.add(message.cleaned) } } },
        Task { [weak self] in for await board in boards { self?.receive { $0.add(board.cleaned) } } },
        Task { [weak self, nudge] in
          for await ruling in rulings {
            self?.receive { $0.add(ruling) }
            nudge.yield()
          }
        },
        Task { [weak self, others] in
          for await position in positions where self?.state.withLock({ $0.inbox.add(position) }) ?? false {
            others.yield()
          }
        },
        Task { [weak self, news] in
          var names = PlayerNames()
          for await _ in news {
            guard let self else { return }
            await self.tellOthers(&names)
            // Positions of many players come many a second: more than one picture a second shows nothing new.
            try? await Task.sleep(for: Self.telling)
          }
        },
      ]
    }
    nudge.yield()
  }

  /// Something happens in the game.
  func note(_ moment: TimedLogEntry) {
    let isCut = state.withLock { state in
      switch moment.entry {
      case .begin(let game): state.isPhone = game.choice == .ownTracks
      case .event(.sourceChanged(let choice)): state.isPhone = choice == .ownTracks
      default: break
      }
      state.tail?.note(moment)
      guard state.tail?.isFull ?? false, let piece = state.tail?.cut() else { return false }
      state.keeper.add(piece)
      return true
    }
    if isCut { send() }
  }

  /// The game wants to save these events: what proves them is kept first.
  func prove(_ events: [HuntEvent]) {
    let step = state.withLock { state in
      let step = state.tail?.prove(events) ?? .nothing
      if case .claim(let piece) = step { state.keeper.add(piece) }
      return step
    }
    switch step {
    case .claim: send()
    case .keep(let draft): write(draft: draft)
    case .nothing: break
    }
  }

  /// The game has told something.
  func note(_ news: SessionNews) {
    if case .fix(let fix) = news, !state.withLock(\.isPhone) { moved.yield(fix) }
  }

  private func send() {
    write()
    nudge.yield()
  }

  /// Writes to the outbox what it has not taken, and then a draft; says so where that is not possible.
  private func write(draft: String? = nil) {
    let trouble = state.withLock { state -> EventTrouble? in
      do throws(EventTrouble) { try state.keeper.write(draft: draft) } catch { return error }
      return nil
    }
    if let trouble { receive { $0.add(unkept: SafeText.clean("\(trouble)")) } }
  }

  // MARK: - What the event says

  /// Calls `hear` with what the event says, from any thread; first with what was said before.
  func listen(_ hear: @escaping @Sendable (SessionEvent) -> Void) {
    state.withLock { $0.hear = hear }
    receive { _ in }
    others.yield()
  }

  /// Adds to what the event has said, and tells all of it if somebody listens.
  private func receive(_ change: (inout EventInbox) -> Void) {
    let (hear, events) = state.withLock { state -> ((@Sendable (SessionEvent) -> Void)?, [SessionEvent]) in
      change(&state.inbox)
      return (state.hear, state.hear == nil ? [] : state.inbox.take())
    }
    for event in events { hear?(event) }
  }

  /// Tells of the players who were heard of since the last time.
  private func tellOthers(_ names: inout PlayerNames) async {
    let (hear, positions) = state.withLock { state in
      (state.hear, state.hear == nil ? [] : state.inbox.takePositions())
    }
    guard let hear else { return }
    let now = Timestamp.now
    var mates: [Mate] = []
    for position in positions {
      guard let player = await names.player(position.player, in: place.roster) else { continue }
      mates.append(Mate(player.cleaned, at: position, now: now))
    }
    if !mates.isEmpty { hear(.mates(mates)) }
  }

  /// Waits until the referee has said something to everything that was found.
  ///
  /// Returns: whether that is so; otherwise it is sent with the next game.
  func settle(atMost limit: Duration) async -> Bool {
    let end = ContinuousClock.now.advanced(by: limit)
    nudge.yield()
    while true {
      let isSettled = (try? isSettled()) ?? false
      // What has come is told before the sending ends.
      if isSettled, !state.withLock(\.isSending) { return true }
      guard ContinuousClock.now < end else { return isSettled }
      try? await Task.sleep(for: Self.looking)
    }
  }

  private func isSettled() throws(EventTrouble) -> Bool {
    guard state.withLock({ $0.keeper.isEmpty }), try outbox.unsent(atMost: 1).isEmpty else { return false }
    return try outbox.undecided().isEmpty
  }

  /// The game is left.
  func close() {
    nudge.finish()
    moved.finish()
    others.finish()
    for task in state.withLock({ $0.tasks }) { task.cancel() }
  }

  // MARK: - In the background

  /// Sends whenever there is something, and after pauses.
  private static func send(_ nudges: AsyncStream<Void>, _ step: @escaping @Sendable () async -> Duration?) async {
    let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let forward = Task {
      for await _ in nudges { wake.yield() }
      wake.finish()
    }
    var alarm: Task<Void, Never>?
    for await _ in wakes {
      alarm?.cancel()
      guard let pause = await step() else { break }
      alarm = Task {
        try? await Task.sleep(for: pause)
        if !Task.isCancelled { wake.yield() }
      }
    }
    alarm?.cancel()
    forward.cancel()
  }

  /// Sends claims and asks for rulings; returns how long to rest if nothing happens.
  private func step() async -> Duration {
    let heard = state.withLock { state in
      state.isSending = true
      return state.inbox.rulings
    }
    defer { state.withLock { $0.isSending = false } }
    var sender = ClaimSender(pass.player.id, from: outbox, to: place.claims)
    do throws(EventTrouble) {
      let rulings = try await sender.step(heard: heard)
      // At once: the outbox does not give them again.
      receive { $0.add(told: rulings.map(\.cleaned)) }
      let isDone = try sender.isDone()
      return state.withLock { $0.pace.reach(hasNews: !rulings.isEmpty, isDone: isDone) }
    } catch {
      receive { $0.add(unreachable: SafeText.clean("\(error)")) }
      return ClaimPace.retrying
    }
  }

  /// Tells others where the player is, not too often.
  private static func tell(_ fixes: AsyncStream<Fix>, _ publish: @escaping @Sendable (Fix) async -> Bool) async {
    let start = ContinuousClock.now
    var pace = PositionPace()
    for await fix in fixes where pace.isDue(fix, at: start.duration(to: .now)) {
      guard await publish(fix) else { continue }
      pace.note(fix, at: start.duration(to: .now))
      // Then comes the newest fix, which may be the last before the receiver loses its position.
      try? await Task.sleep(for: PositionPace.shortest)
    }
  }

  /// Returns whether it was sent.
  private func publish(_ fix: Fix) async -> Bool {
    await place.positions.publish(
      PlayerPosition(
        of: pass.player, at: fix.position, accuracy: fix.accuracy, by: pass.plan.positions, time: .now))
  }
}
