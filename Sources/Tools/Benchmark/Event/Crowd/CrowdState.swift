import EventDomain
import Events
import HuntDomain
import HuntTesting
import NATSClient
import SystemKit

/// One player, and what is under way.
struct CrowdMember {
  var connection: NATSConnection?
  var place: EventPlace?
  /// Since when the player can send, or since when they were cut off; `nil` while they cannot, or were not.
  var up: ContinuousClock.Instant?, lost: ContinuousClock.Instant?
  /// Until when nothing gets through.
  var held = ContinuousClock.Instant.now
  var fix: Fix?
  /// The newest positions, which may be under way.
  var sent: [(position: PlayerPosition, time: ContinuousClock.Instant)] = []
  /// What the referee has said, and when that came.
  var told: [ClaimID: (ruling: Ruling, time: ContinuousClock.Instant)] = [:]
  var reading: [Task<Void, Never>] = []
}

/// Where a crowd stands.
struct CrowdState {
  var members: [CrowdMember]
  var report: CrowdReport
  var faults: CrowdFaults
  var knowledge: MateKnowledge
  /// Since when all play.
  var start: ContinuousClock.Instant?
  /// Players who go on.
  var playing: Set<Int> = []
  /// Players whose claims are not all answered.
  var claiming: Set<Int> = []

  /// A player's connection is gone.
  mutating func lose(_ index: Int) {
    members[index].up = nil
    guard let start, members[index].lost == nil else { return }
    report.drops += 1
    members[index].lost = .now
    knowledge.lose(index, at: .now - start)
  }

  /// Notes for how long not all knew where their mates are, if that is over.
  mutating func note(_ recovery: Duration?) {
    if let recovery { report.recoveries.note(recovery) }
  }
}
