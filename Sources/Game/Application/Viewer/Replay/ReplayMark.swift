internal import Game
internal import HuntDomain
internal import Places
internal import Views

/// A notable event in a recording, as a mark on the timeline.
package struct ReplayMark: Hashable, Sendable {
  /// What it is, from what one would rather not see to what hides all others where there is room for one.
  package enum Kind: Int, Hashable, Sendable, CaseIterable, Comparable {
    /// News of the game; `started` is its beginning, `finished` its end.
    case fixRegained, fixLost, started, opened, asked, expired, answered, claimed, found, finished

    package static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
  }

  /// What happened.
  package let kind: Kind
  /// The session's time.
  package let time: Duration
  /// Finished text: `Found: The Old Mill`.
  package let label: String
}

/// Which news of a game become marks.
struct MarkWatch: Hashable, Sendable {
  /// Marks kept at most: a receiver may come and go for years.
  static let most = 10_000

  private(set) var marks: [ReplayMark] = []
  /// Whether there is a position now; `nil` before the first report.
  private var hasFix: Bool?

  /// Takes news from the game at a time, which never goes back.
  mutating func hear(_ news: SessionNews, at time: Duration) {
    guard let (kind, label) = mark(of: news), marks.count < Self.most else { return }
    marks.append(ReplayMark(kind: kind, time: time, label: label))
  }

  private mutating func mark(of news: SessionNews) -> (ReplayMark.Kind, String)? {
    switch news {
    case .fix, .held: regain()
    case .searching: lose("No position")
    case .lost(let reason): lose("No position: \(reason)")
    case .started(let hunt, _): (.started, "Started: \(hunt.title)")
    case .opened(let treasure): (.opened, "Opened: \(treasure.place.name)")
    case .asked(let treasure, _): (.asked, "Asked: \(treasure.place.name)")
    case .answered(let treasure, _): (.answered, "Answered: \(treasure.place.name)")
    case .found(let find, _, _): (.found, "Found: \(find.treasure.place.name)")
    case .claimed(let treasure, _, _, _): (.claimed, "Claimed: \(treasure.place.name)")
    case .expired(let treasure): (.expired, "Expired: \(treasure.place.name)")
    case .timeUp: (.expired, "Time is up")
    case .finished(let found, let total, let points, _, _):
      (.finished, "Finished: \(found) of \(total), \(Wording.points(points))")
    default: nil
    }
  }

  private mutating func regain() -> (ReplayMark.Kind, String)? {
    defer { hasFix = true }
    return hasFix == false ? (.fixRegained, "Position again") : nil
  }

  /// Before the first position there was none that could be lost.
  private mutating func lose(_ label: String) -> (ReplayMark.Kind, String)? {
    guard hasFix == true else { return nil }
    hasFix = false
    return (.fixLost, label)
  }
}
