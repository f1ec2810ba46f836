internal import HuntDomain

extension TrackedEvent {
  /// The event that a tracker receives for a piece of news; `nil` if there is none.
  ///
  /// Positions only if asked for.
  package static func of(_ news: SessionNews, at time: Duration, withPositions: Bool) -> TrackedEvent? {
    let kind: Kind? =
      switch news {
      case .fix(let fix): withPositions ? .position(fix.position) : nil
      case .held, .searching, .remark: nil
      case .started: .news("started", treasure: nil)
      case .unsealed: .news("unsealed", treasure: nil)
      case .lost: .news("lost", treasure: nil)
      case .found(let find, _, _): .news("found", treasure: find.treasure.id)
      case .hint(let treasure, _): .news("hint", treasure: treasure.id)
      case .opened(let treasure): .news("opened", treasure: treasure.id)
      case .entered(let treasure): .news("entered", treasure: treasure.id)
      case .left(let treasure): .news("left", treasure: treasure.id)
      case .asked(let treasure, _): .news("asked", treasure: treasure.id)
      case .answered(let treasure, _): .news("answered", treasure: treasure.id)
      case .answeredWrongly(let treasure, _): .news("answered_wrongly", treasure: treasure.id)
      case .claimed(let treasure, _, _, _): .news("claimed", treasure: treasure.id)
      case .expired(let treasure): .news("expired", treasure: treasure.id)
      case .timeUp: .news("time_up", treasure: nil)
      case .gained: .news("gained", treasure: nil)
      case .obstacle(let treasure, _): .news("obstacle", treasure: treasure.id)
      case .reply: .news("reply", treasure: nil)
      case .resumed: .news("resumed", treasure: nil)
      case .notSaved: .news("not_saved", treasure: nil)
      case .savedAgain: .news("saved_again", treasure: nil)
      case .slept: .news("slept", treasure: nil)
      case .announced: .news("announced", treasure: nil)
      case .mates, .board: .news("reply", treasure: nil)
      case .finished: .news("finished", treasure: nil)
      }
    return kind.map { TrackedEvent($0, time: time) }
  }
}
