package import Geodesy
internal import HuntDomain

/// Whether a view ahead shows a picture of what lies ahead, or what lies all around.
///
/// A middling receiver says now ±40° and now ±80°. A picture that came and went with each of these would be none:
/// it begins with a heading that says something, and goes on until the heading has been unknown for a while.
package struct Outlook: Hashable, Sendable {
  /// Half the cone, in degrees, up to which a picture begins: with a receiver of ±12 m that says no course a walker's
  /// heading is rarely surer.
  static let sure = 75.0
  /// How long a picture goes on without a heading: longer than most stops on a walk, after which it comes back.
  static let patience = Duration.seconds(30)
  /// How long all around is shown at least, unless the player says where they look.
  static let rest = Duration.seconds(5)

  /// The middle of the picture: the heading, or the last one while it is unknown; `nil` while there is no picture.
  package private(set) var ahead: Bearing?
  /// The last moment of a picture with a heading; `nil` before the first one.
  private var known: Duration?

  /// No picture yet.
  init() {}

  /// Takes the heading at `now`.
  ///
  /// - Parameter earlier: whether it was known ``patience`` ago, as far as nothing was heard since.
  mutating func follow(_ heading: Heading?, at now: Duration, wasKnown earlier: Bool = false) {
    if earlier, ahead != nil, let known { self.known = max(known, now - Self.patience) }
    let age = known.map { now - $0 }
    if let age, ahead != nil, age > Self.patience { ahead = nil }
    guard let heading, let direction = heading.direction else { return }
    if ahead == nil {
      let isRested = age.map { $0 >= Self.patience + Self.rest } ?? true
      guard heading.uncertainty <= Self.sure, isRested || heading.source.isPlayer else { return }
    }
    (ahead, known) = (direction, now)
  }
}

extension Heading.Source {
  /// Whether the player has said it.
  fileprivate var isPlayer: Bool { self == .manual || self == .landmark }
}
