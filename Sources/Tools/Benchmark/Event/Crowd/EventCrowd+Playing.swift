import CommandKit
import EventDomain
import Events
import HuntDomain
import HuntTesting
import NATSEvents
import Numbers
import Sealing
import SessionLogs
import Simulation
import SystemKit

// What players do, and what they hear.
extension EventCrowd {
  /// How long after a claim its ruling is asked for, and how often again; how long after it the claim is sent again.
  private static let asking = Duration.seconds(2), resending = Duration.seconds(5)
  /// The time after the beginning in which delays do not count: all begin their games at the same time.
  private static let warmUp = Duration.seconds(5)
  /// Positions of a player that may be under way.
  private static let mostSent = 8
  /// How long after its start a connection may hear positions that were stored before.
  private static let oldNews = Duration.seconds(1)

  func play(_ index: Int, from start: Instant) async {
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

  func publish(_ index: Int, _ fix: Fix) {
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

  func hear(_ position: PlayerPosition, _ index: Int) {
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
