import CommandKit
import EventDomain
import Events
import Geodesy
import HuntDomain
import HuntTesting
import NATSEvents
import Numbers
import Sealing
import SessionLogs
import Simulation

/// Lets a crowd of simulated players play an event, each over a connection of their own.
///
/// Belongs to one thread, which blocks signals.
final class EventCrowdRun {
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

  /// A piece that the referee has not answered.
  private struct Open {
    let claim: Claim
    var sent: ContinuousClock.Instant?
    var first: ContinuousClock.Instant?
    var asked: ContinuousClock.Instant?
  }

  private struct Member {
    var player: CrowdPlayer
    var isUp = false
    var claimed = 0
    var open: [Open] = []
    var fix: Fix?
    /// When the next attempt to connect is due; `nil` while there is a connection, or an attempt.
    var retry: ContinuousClock.Instant?
    var lost: ContinuousClock.Instant?
    var hasEnded = false
  }

  /// Attempts to connect in one go: more would fill the server's queue of new connections.
  private static let dials = 100
  /// Steps in one go before messages are read.
  private static let stepsAtOnce = 200
  /// How long after a claim its ruling is asked for, and how often again; how long after it the claim is sent again.
  private static let asking = Duration.seconds(2), resending = Duration.seconds(5)
  /// The time after the beginning in which delays do not count: all begin their games on one thread.
  private static let warmUp = Duration.seconds(5)
  /// How long the crowd waits for each other at the beginning, and for the referee at the end.
  private static let patience = Duration.seconds(60)

  private let crowd: EventCrowd
  private let passes: [EventPass]
  private let wishes: Wishes
  private var faults: CrowdFaults
  private var members: [Member]
  private var report: CrowdReport
  /// Whether the players have begun, and whether they go on.
  private var (hasBegun, isPlaying) = (false, false)
  private var start = ContinuousClock.now
  /// Members with a connection.
  private var connected = 0
  /// Members whose next attempt to connect is to come.
  private var resting: Set<Int> = []
  /// Members with open claims.
  private var waiting: Set<Int> = []
  /// For each player those of the same team, without this one.
  private let mates: [[Int]]
  private var knowledge: MateKnowledge

  /// A crowd that has not begun.
  init(_ passes: [EventPass], keys: [SigningKey], hunt: Hunt, text: String, _ wishes: Wishes) {
    crowd = EventCrowd(passes, keys: keys)
    (self.passes, self.wishes) = (passes, wishes)
    faults = CrowdFaults(wishes.faults, seed: wishes.seed)
    report = CrowdReport(players: passes.count)
    let teams = Dictionary(grouping: passes.indices.filter { passes[$0].player.team != nil }) {
      passes[$0].player.team
    }
    mates = passes.indices.map { index in
      (passes[index].player.team.flatMap { teams[$0] } ?? []).filter { $0 != index }
    }
    knowledge = MateKnowledge(mates: mates)
    let file = RecordedGame.File(path: "hunt.geojson", text: text)
    members = passes.indices.map { index in
      let pass = passes[index]
      let seed = wishes.seed &+ UInt64(index)
      return Member(
        player: CrowdPlayer(
          pass, keys[index], hunt: hunt, file: file, seed: seed, receiver: wishes.receiver(seed),
          sitting: Checksum.word(Array("\(pass.player.id) \(seed)".utf8))))
    }
  }

  /// Plays; returns what came of it.
  ///
  /// - Parameters:
  ///   - isOver: whether somebody wants it to end.
  ///   - progress: told now and then how much is done, in `0 ... 1`, and in words what.
  func run(isOver: () -> Bool, progress: (Double, String) -> Void) -> CrowdReport {
    let begun = ContinuousClock.now
    connectAll(until: begun + Self.patience, isOver, progress)
    start = .now
    report.connected = (start - begun) / .seconds(1)
    (hasBegun, isPlaying) = (true, true)
    for index in members.indices { knowledge.lose(index, at: .zero) }
    let period = CrowdPlayer.interval / wishes.speed
    // Others are told where somebody is once a second at most.
    let roundsToPublish = max(1, Int(wishes.speed.rounded(.up)))
    var next = 0
    var second = start
    while !isOver() {
      let now = ContinuousClock.now
      if let limit = wishes.limit, now - start > limit { break }
      if members.allSatisfy(\.hasEnded), waiting.isEmpty { break }
      // Each player has their own moment in the period, so that the load is even.
      // Those that are late must not keep the others from hearing.
      var steps = 0
      while steps < Self.stepsAtOnce, start + period * (Double(next) / Double(members.count)) <= now {
        let (round, index) = next.quotientAndRemainder(dividingBy: members.count)
        step(index, publishes: round % roundsToPublish == 0, now)
        next += 1
        steps += 1
      }
      if now >= second {
        second += .seconds(1)
        hurt(now)
        progress(
          share(now - start),
          "\(report.sent) positions, \(report.finds) finds, \(connected) connected")
      }
      tend(now)
      crowd.wait(atMost: .milliseconds(2)) { hear($0, $1) }
    }
    isPlaying = false
    report.isInterrupted = isOver()
    report.seconds = (ContinuousClock.now - start) / .seconds(1)
    settle(isOver, progress)
    report.missing = members.count - connected
    report.finished = members.count(where: \.hasEnded)
    return report
  }

  /// How much is done after a time of play.
  private func share(_ time: Duration) -> Double {
    wishes.limit.map { time / $0 } ?? Double(members.count(where: \.hasEnded)) / Double(members.count)
  }

  private func connectAll(
    until end: ContinuousClock.Instant, _ isOver: () -> Bool, _ progress: (Double, String) -> Void
  ) {
    var dialled = 0
    while !isOver(), ContinuousClock.now < end {
      guard connected < members.count else { return }
      progress(Double(connected) / Double(members.count), "\(connected) of \(members.count) connected")
      while dialled < members.count, dialled - connected < 2 * Self.dials {
        crowd.connect(dialled)
        dialled += 1
      }
      tend(.now)
      crowd.wait(atMost: .milliseconds(20)) { hear($0, $1) }
    }
  }

  /// Waits until the referee has answered everything, and all who were cut off are back.
  private func settle(_ isOver: () -> Bool, _ progress: (Double, String) -> Void) {
    let end = ContinuousClock.now + Self.patience
    while !waiting.isEmpty || connected < members.count, !isOver(), ContinuousClock.now < end {
      progress(1, "\(waiting.count) wait for the referee, \(members.count - connected) are cut off")
      tend(.now)
      crowd.wait(atMost: .milliseconds(20)) { hear($0, $1) }
    }
  }

  // MARK: - Playing

  private func step(_ index: Int, publishes: Bool, _ now: ContinuousClock.Instant) {
    guard !members[index].hasEnded else { return }
    let step = members[index].player.step()
    if members[index].player.isOver {
      members[index].hasEnded = true
      note(knowledge.end(index, at: now - start))
    }
    for piece in step.pieces {
      members[index].claimed += 1
      report.claims += 1
      members[index].open.append(
        Open(claim: Claim(ClaimID(passes[index].player.id, members[index].claimed), piece: piece)))
      waiting.insert(index)
    }
    if let fix = step.fix {
      members[index].fix = fix
      if publishes { publish(index, fix, now) }
    }
    if !step.pieces.isEmpty { claim(index, now) }
  }

  private func publish(_ index: Int, _ fix: Fix, _ now: ContinuousClock.Instant) {
    guard crowd.isUp(index) else { return }
    guard !faults.isLost() else { return }
    let pass = passes[index]
    crowd.publish(
      index,
      PlayerPosition(
        of: pass.player, at: fix.position, accuracy: fix.accuracy, by: pass.plan.positions, time: .now), at: now)
    report.sent += 1
    report.due += pass.plan.positions.areShared ? connected - 1 : mates[index].count { crowd.isUp($0) }
  }

  /// Sends the first open claim, and asks for the ruling on it; the next one has to wait, because the referee believes a
  /// piece only behind the one before.
  private func claim(_ index: Int, _ now: ContinuousClock.Instant) {
    guard crowd.isUp(index), let open = members[index].open.first else { return }
    if open.sent.map({ now - $0 > Self.resending }) ?? true {
      members[index].open[0].sent = now
      members[index].open[0].first = open.first ?? now
      if !faults.isLost() { crowd.submit(index, open.claim) }
    } else if let sent = open.sent, now - (open.asked ?? sent) >= Self.asking {
      members[index].open[0].asked = now
      if !faults.isLost() { crowd.ask(index, open.claim.id) }
    }
  }

  private func tend(_ now: ContinuousClock.Instant) {
    for index in waiting { claim(index, now) }
    var dials = 0
    for index in resting {
      guard let retry = members[index].retry, retry <= now, dials < Self.dials else { continue }
      members[index].retry = nil
      resting.remove(index)
      crowd.connect(index)
      dials += 1
    }
  }

  private func hurt(_ now: ContinuousClock.Instant) {
    for (index, fault) in faults.second(of: members.count) where crowd.isUp(index) {
      switch fault {
      case .hold(let time): crowd.hold(index, until: now + time)
      case .cut(let time):
        crowd.cut(index)
        rest(index, until: now + time)
      }
    }
  }

  // MARK: - Hearing

  private func hear(_ index: Int, _ news: EventCrowd.News) {
    let now = ContinuousClock.now
    switch news {
    case .up:
      connected += 1
      members[index].isUp = true
      if let lost = members[index].lost { report.absences.note(now - lost) }
      members[index].lost = nil
      // As the game does: others need not wait for the next step.
      if isPlaying, !members[index].hasEnded, let fix = members[index].fix { publish(index, fix, now) }
      // What was under way may be gone.
      if !members[index].open.isEmpty { members[index].open[0].sent = nil }
    case .down: lose(index, now)
    case .position(let other, let delay):
      guard hasBegun else { return }
      if let delay {
        report.heard += 1
        if now - start > Self.warmUp { report.delays.note(delay) }
      }
      note(knowledge.hear(of: other, by: index, at: now - start))
    case .ruling(let ruling): take(ruling, index, now)
    }
  }

  private func rest(_ index: Int, until time: ContinuousClock.Instant) {
    members[index].retry = time
    resting.insert(index)
  }

  private func lose(_ index: Int, _ now: ContinuousClock.Instant) {
    if members[index].isUp { connected -= 1 }
    members[index].isUp = false
    // One that was cut on purpose has its time already.
    if members[index].retry == nil { rest(index, until: now + faults.rest()) }
    guard hasBegun, members[index].lost == nil else { return }
    report.drops += 1
    members[index].lost = now
    knowledge.lose(index, at: now - start)
  }

  /// Notes for how long not all knew where their mates are, if that is over.
  private func note(_ recovery: Duration?) {
    if let recovery { report.recoveries.note(recovery) }
  }

  private func take(_ ruling: Ruling, _ index: Int, _ now: ContinuousClock.Instant) {
    guard let open = members[index].open.first, open.claim.id == ruling.claim else { return }
    members[index].open.removeFirst()
    if members[index].open.isEmpty { waiting.remove(index) }
    report.answered += 1
    report.finds += ruling.finds.count { $0.counts }
    if let refusal = ruling.refusal {
      report.refused += 1
      report.refusal = report.refusal ?? refusal
    }
    if let first = open.first { report.verdicts.note(now - first) }
    claim(index, now)
  }
}
