package import Geodesy
package import HuntDomain
internal import Places
package import Views

/// The hunt as it is being played, and what follows from it for the player: what they see and where they go.
///
/// The derived values are computed when something changes, and not by every screen and sentence that uses them. A fix
/// seldom changes more than the nearest of the open treasures.
package struct Hunting: Hashable, Sendable {
  /// The game by the rules: what is open, found and answered.
  package var progress: HuntProgress { didSet { follow() } }
  /// Where the player is; `nil` before the first position.
  package var position: Coordinate? { didSet { follow() } }
  /// The open treasure that the player wants to go to; `nil` for the nearest.
  private var chosen: String?
  /// The treasure whose question was shown to the player last.
  private var heard: String?
  /// Who of the team has found a treasure, by its id.
  private var finders: [String: String] = [:]

  /// The treasures that the player may see, in the order of the hunt, where they really are.
  private(set) var visible: [Treasure] = []
  /// The visible treasures that may be found now and are worth it, in the order of the hunt.
  ///
  /// What a team mate has found is not, unless nothing else is open and it opens others.
  private(set) var open: [Treasure] = []
  /// The treasure that the player walks to: the one they chose, while it is open, or else the one that the hunt gives.
  ///
  /// A hidden treasure is no target.
  package private(set) var target: Treasure?
  /// The treasure to tell the player about: the target, or without one the first visible treasure that is not done.
  private(set) var subject: Treasure?
  /// The role of each visible treasure in the views, by its id.
  private(set) var roles: [String: PlaceRole] = [:]
  /// How many events of the hunt the derived values know.
  private var knownEvents = 0
  /// Whether a treasure is seen only from nearby.
  private var dependsOnPosition = false

  /// A hunt at the point to which saved events led; at its start without any.
  package init(_ hunt: Hunt, saved: [HuntEvent] = []) {
    progress = HuntProgress(hunt, replaying: saved)
    derive()
  }

  /// Derives again what may have changed with the progress or the position.
  private mutating func follow() {
    guard progress.eventCount == knownEvents, !dependsOnPosition, bestTarget?.id == target?.id else { return derive() }
  }

  private mutating func derive() {
    knownEvents = progress.eventCount
    dependsOnPosition = progress.hunt.treasures.contains { if case .near = $0.visibility { true } else { false } }
    visible = progress.hunt.treasures.filter { progress.isVisible($0, from: position) }.map { progress.resolved($0) }
    let all = visible.filter { [.open, .entered].contains(progress.state(of: $0.id)) }
    let wanted = all.filter { progress.state(of: $0.id) == .entered || finders[$0.id] == nil }
    open = wanted.isEmpty && isMoreToOpen ? all : wanted
    target = bestTarget
    subject = target ?? visible.first { !progress.state(of: $0.id).isDone && finders[$0.id] == nil }
    roles = visible.reduce(into: [:]) { roles, treasure in
      let role = PlaceRole(progress.state(of: treasure.id))
      roles[treasure.id] =
        treasure.id == target?.id && role == .treasure
        ? .target : finder(of: treasure.id) != nil && role != .entered ? .found : role
    }
  }

  // MARK: - The team

  /// Takes what team mates have found.
  mutating func note(_ finds: [MateFind]) {
    for find in finds where finders[find.treasure] == nil { finders[find.treasure] = find.player }
    derive()
  }

  /// The team mate who has found a treasure that this player has not; `nil` if there is none.
  func finder(of id: String) -> String? { progress.state(of: id).isDone ? nil : finders[id] }

  /// Whether everything that is open has been found by the team.
  var isLeftToNobody: Bool { !progress.open.isEmpty && progress.open.allSatisfy { finders[$0.id] != nil } }

  /// Whether there is anything that the team has not found and that opens by what the player finds.
  private var isMoreToOpen: Bool {
    progress.hunt.sealedTreasures > 0
      || progress.hunt.treasures.contains { progress.state(of: $0.id) == .locked && finders[$0.id] == nil }
  }

  // MARK: - The target

  private var bestTarget: Treasure? {
    if let chosen, let treasure = open.first(where: { $0.id == chosen }) { return treasure }
    // One of several questions: the one that an answer is for.
    if progress.asking.count > 1, let asked, let treasure = open.first(where: { $0.id == asked.id }) { return treasure }
    guard let position, open.count > 1 else { return open.first }
    return open.min { position.distance(to: $0.place.position) < position.distance(to: $1.place.position) }
  }

  /// The treasure whose question an answer is for: the one shown last if zones that ask overlap.
  package var asked: Treasure? { asked(in: progress) }

  /// The treasure that asks a question in `progress`: the one whose question was shown last, or else the first.
  func asked(in progress: HuntProgress) -> Treasure? {
    let asking = progress.asking
    return asking.first { $0.id == heard } ?? asking.first
  }

  /// The question of a treasure was asked.
  mutating func hear(_ id: String) {
    heard = id
    derive()
  }

  /// Makes the open treasure after the target the target, round and round; `nil` if there is no other one.
  package mutating func chooseNext() -> Treasure? {
    guard open.count > 1, let target else { return nil }
    let index = open.firstIndex { $0.id == target.id } ?? 0
    let next = open[(index + 1) % open.count]
    chosen = next.id
    // The line about the target tells its question.
    if progress.asking.contains(where: { $0.id == next.id }) { heard = next.id }
    derive()
    return next
  }
}

extension PlaceRole {
  /// Creates the role of a treasure in a state; the target is one of the open treasures.
  package init(_ state: TreasureState) {
    self =
      switch state {
      case .locked: .locked
      case .open: .treasure
      case .entered: .entered
      case .found: .found
      case .claimed: .claimed
      case .expired: .expired
      }
  }
}
