internal import Views

/// Decides when to announce the direction to the treasure, and composes the sentence.
///
/// Announcements become more frequent closer to the treasure; at two distances, when the player goes the wrong way, and
/// when they are back on the right one, they come at once. The same sentence is never repeated.
struct DirectionAnnouncer: Hashable, Sendable {
  /// Time between two sentences, by metres to the treasure; the nearest first.
  static let pauses: [(within: Double, pause: Duration)] = [
    (60, .seconds(10)), (200, .seconds(20)), (.infinity, .seconds(60)),
  ]
  /// Metres at which the player is alerted, once each for a treasure.
  static let alerts = [30.0, 100]
  /// Degrees beside the treasure beyond which the player goes astray, and within which they are on the way.
  static let astray = 45.0, aimed = 20.0
  /// Degrees beside the treasure beyond which a turn is asked for.
  static let straight = 10.0
  /// How long the player goes the wrong way before it is said, and the least time since the last sentence.
  static let patience = Duration.seconds(3), breath = Duration.seconds(8)
  /// The distance in metres within which directions are too unstable to announce, and the player cannot go astray.
  static let here = 12.0

  private struct Said: Hashable {
    var time: Duration
    var distance: Double?
    var body: String
    /// The direction on the clock and the wind, without figures.
    var direction: String
  }

  private var target: String?
  private var said: Said?
  private var alerted: Double?
  private var astraySince: Duration?
  /// The player was told that they go astray, and not yet that they do not any more.
  private var isToldAstray = false
  private var isToldToWalk = false

  /// The sentence to say at `now` about the direction to a target; `nil` if there is nothing new.
  mutating func sentence(
    to target: CompassScreen.Target, distance: Double?, at now: Duration
  ) -> String? {
    if self.target != target.label { self = DirectionAnnouncer(to: target.label) }
    let alert = alert(distance)
    let isOnWay = turned(target.turn, distance, at: now)
    guard alert != nil || isOnWay || isDue(distance, at: now) else { return nil }
    let body = body(target, distance)
    let direction = direction(target)
    if alert == nil, !isOnWay, isStale(direction, distance) { return nil }
    isToldAstray = target.turn.map { abs($0) > Self.astray } ?? false
    if target.turn == nil { isToldToWalk = true }
    said = Said(time: now, distance: distance, body: body, direction: direction)
    return (alert.map { "Within \(Wording.distance($0)): " } ?? "") + body
  }

  /// Creates an announcer that has said nothing yet.
  init(to target: String? = nil) { self.target = target }

  // MARK: - When

  /// The alert that is due; those within which the player began are none.
  private mutating func alert(_ distance: Double?) -> Double? {
    guard let distance, let reached = Self.alerts.first(where: { distance <= $0 }) else { return nil }
    guard reached < alerted ?? .infinity else { return nil }
    alerted = reached
    return said == nil ? nil : reached
  }

  /// Whether it is to be said at once that the player goes astray, or does no more.
  private mutating func turned(_ turn: Double?, _ distance: Double?, at now: Duration) -> Bool {
    guard let turn, let said, distance ?? .infinity > Self.here else {
      astraySince = nil
      return false
    }
    if abs(turn) <= Self.aimed {
      astraySince = nil
      return isToldAstray && now - said.time >= Self.patience
    }
    guard abs(turn) > Self.astray, !isToldAstray else { return false }
    let since = astraySince ?? now
    astraySince = since
    return now - since >= Self.patience && now - said.time >= Self.breath
  }

  private func isDue(_ distance: Double?, at now: Duration) -> Bool {
    guard let said else { return true }
    let pause = Self.pauses.first { distance ?? .infinity <= $0.within }?.pause ?? .seconds(60)
    return now - said.time >= pause
  }

  /// Whether nothing has changed that is worth the words.
  private func isStale(_ direction: String, _ distance: Double?) -> Bool {
    guard let said, said.direction == direction else { return false }
    guard let distance, let before = said.distance else { return true }
    return abs(distance - before) < max(3, before / 50)
  }

  // MARK: - What

  private func body(_ target: CompassScreen.Target, _ distance: Double?) -> String {
    let cue = target.turn.map { abs($0) > Self.straight ? ", \(target.cue)" : "" }
    let walk = isToldToWalk ? "" : ", walk ten metres to hear which way to turn"
    return "\(target.label): \(target.distance)\(direction(target))\(cue ?? walk)\(trend(distance))"
  }

  private func direction(_ target: CompassScreen.Target) -> String {
    (target.turn.map { ", \(Wording.clockFace(turn: $0))" } ?? "") + ", \(target.wind)"
  }

  private func trend(_ distance: Double?) -> String {
    guard let distance, let before = said?.distance else { return "" }
    let least = max(3, before / 50)
    return distance <= before - least ? ", getting warmer" : distance >= before + least ? ", getting colder" : ""
  }
}
