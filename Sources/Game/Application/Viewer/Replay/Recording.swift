package import Game
internal import Geodesy
internal import HuntDomain
internal import Nearby

/// All that happened to a session, in the order of time: a game that can be played again from any moment.
///
/// The ground of the map is left out: the viewer reads the tiles itself.
package struct Recording: Sendable {
  /// The latest time that a moment may have: thirty years.
  package static let latest = Duration.seconds(1_000_000_000)

  /// An event in the room of a fix, because most are fixes, and there may be a million of them.
  private enum Stored: Sendable {
    case location(LocationUpdate)
    case heading(Heading)
    /// The place of any other event among the others.
    case other(Int)
  }

  /// Never going back from one to the next, in `0 ... latest`.
  private var times: [Duration] = []
  private var stored: [Stored] = []
  private var others: [SessionEvent] = []

  /// A recording of moments, which are read once.
  ///
  /// One whose time goes back is taken to have happened with the one before it.
  package init(_ moments: some Sequence<SessionMoment>) {
    times.reserveCapacity(moments.underestimatedCount)
    stored.reserveCapacity(moments.underestimatedCount)
    for moment in moments { append(moment) }
  }

  private mutating func append(_ moment: SessionMoment) {
    switch moment.event {
    case .tile: return
    case .location(let update): stored.append(.location(update))
    case .heading(let heading): stored.append(.heading(heading))
    default:
      stored.append(.other(others.count))
      others.append(moment.event)
    }
    times.append(min(Self.latest, max(times.last ?? .zero, moment.time)))
  }

  /// How many moments there are.
  package var count: Int { times.count }

  /// When the first one is; 0 without any.
  package var start: Duration { times.first ?? .zero }

  /// When the last one is; 0 without any.
  package var end: Duration { times.last ?? .zero }

  /// A moment by its place, counted from 0.
  package subscript(index: Int) -> SessionMoment { SessionMoment(event(index), at: times[index]) }

  /// The time of a moment.
  func time(_ index: Int) -> Duration { times[index] }

  private func event(_ index: Int) -> SessionEvent {
    switch stored[index] {
    case .location(let update): .location(update)
    case .heading(let heading): .heading(heading)
    case .other(let place): others[place]
    }
  }

  /// The location update of a moment; `nil` for any other kind of moment.
  func location(_ index: Int) -> LocationUpdate? {
    if case .location(let update) = stored[index] { update } else { nil }
  }

  /// How many moments there are up to and with a time.
  package func count(through time: Duration) -> Int { times.firstIndex(after: { $0 <= time }) }

  /// How many moments there are before a time.
  package func count(before time: Duration) -> Int { times.firstIndex(after: { $0 < time }) }

  // MARK: - What is worth a step

  /// Whether somebody did something or a sensor spoke, and not only time passed.
  package func isNotable(_ index: Int) -> Bool {
    guard case .other(let place) = stored[index] else { return true }
    switch others[place] {
    case .tick, .resize, .pageEnds, .tile: return false
    default: return true
    }
  }

  /// The time of the first notable moment after a time.
  package func step(after time: Duration) -> Duration? {
    (count(through: time)..<count).first(where: isNotable).map { times[$0] }
  }

  /// The time of the last notable moment before a time.
  package func step(before time: Duration) -> Duration? {
    (0..<count(before: time)).last(where: isNotable).map { times[$0] }
  }
}
