package import Game
internal import Geodesy
internal import Views

/// Looking at a recorded game and going about in its time, as a value: events in, effects out; no task, no clock, no
/// I/O.
///
/// ```swift
/// var viewer = ReplayViewer(recording, from: Session())
/// _ = viewer.handle(.resize(columns: 80, rows: 24))
/// while viewer.isReading { viewer.read(64) }        // or a slice between any two frames
/// let effects = viewer.handle(.key(.character("n")))
/// viewer.screen                                   // for drawReplay
/// ```
package struct ReplayViewer: Viewing {
  /// The most playing time between two ticks, so that playback stops while the program is suspended.
  private static let longestTick = Duration.seconds(1)
  /// Moments that are read at a tick: some hundredths of a second.
  private static let slice = 64
  /// Bookmarks that there are digits for.
  static let mostBookmarks = 9

  /// Where the recording is played.
  package internal(set) var machine: TimeMachine
  let viewing: ViewingTime
  let profile: ElevationProfile
  /// The time of the recording that is wanted; what is seen may lie before it while that is not read yet.
  private(set) var time: Duration
  /// Whether time passes by itself; at the end it stops, unless the replay loops.
  package private(set) var isPlaying: Bool
  /// How fast time passes while it does.
  package internal(set) var speed: PlaybackSpeed
  var isLooping: Bool
  /// In the order of time.
  package internal(set) var bookmarks: [Duration]
  /// The seek target while the viewer types it, and why it is not valid.
  var prompt: (line: LineEditor, trouble: String?)?
  /// The effect of the last key, as text, if it is not visible otherwise.
  var notice: String?
  var help: PageOverlay?
  var spectator = Spectator()
  private(set) var size = (columns: 80, rows: 24)
  /// The session at the shown time, with the viewer's own view.
  private(set) var shown: Session
  /// Whether the mouse was pressed on the line.
  private var holdsLine = false
  /// When the last tick came.
  private var wall: Duration?

  /// A viewer of a recording of what happened to `session`, at the beginning of what is to be shown.
  ///
  /// Going once over a million moments takes a fifth of a second; nothing is played yet.
  package init(_ recording: Recording, from session: Session, options: ReplayOptions = ReplayOptions()) {
    // Before its first moment, while the player chose what to play, there is nothing to be seen.
    let whole = recording.start...recording.end
    let start = options.start.map { whole.clamp($0.time(from: whole.lowerBound, in: whole)) } ?? whole.lowerBound
    let end = options.end.map { whole.clamp($0.time(from: whole.lowerBound, in: whole)) } ?? whole.upperBound
    viewing = ViewingTime(recording, range: start...max(start, end), maxGap: options.maxGap)
    profile = ElevationProfile(recording, viewing)
    machine = TimeMachine(recording, from: session)
    shown = session
    time = start
    isPlaying = !options.isPaused
    (speed, isLooping) = (options.speed, options.isLooping)
    bookmarks = Array(Set(options.bookmarks.map(viewing.range.clamp)).sorted().prefix(Self.mostBookmarks))
  }

  // MARK: - Events

  /// Applies one event; at each tick some moments are read.
  package mutating func handle(_ event: ViewingEvent) -> [ViewingEffect] {
    var effects: [ViewingEffect] = []
    switch event {
    case .resize(let columns, let rows):
      size = (ClosedRange.terminalSizes.clamp(columns), ClosedRange.terminalSizes.clamp(rows))
    case .key(let key): effects = press(key)
    case .pointer(let pointer): point(pointer)
    case .tile(let id, let outcome): effects = fetch(spectator.receive(id, outcome))
    case .tick(let wall): pass(to: wall)
    case .pageEnds(let line): if help == nil { spectator.end(at: line) } else { help?.end(at: line) }
    }
    return effects + look()
  }

  /// How the screen is divided.
  package var layout: TimelineLayout {
    TimelineLayout(columns: size.columns, rows: size.rows, hasProfile: profile.range != nil)
  }

  /// Brings what is seen to the present time, size and spectator.
  private mutating func look() -> [ViewingEffect] {
    let now = seen
    let tiles: [TileID]
    (shown, tiles) = spectator.look(
      at: machine.state(at: now), columns: size.columns, rows: layout.gameRows, now: now)
    return fetch(tiles)
  }

  private func fetch(_ tiles: [TileID]) -> [ViewingEffect] { tiles.isEmpty ? [] : [.fetch(tiles)] }

  // MARK: - Reading

  /// Whether not all of the recording was read yet; until then ``read(_:)`` may be called whenever there is time.
  package var isReading: Bool { !machine.isComplete }

  /// Whether the screen changes without input: it is played, or still read.
  package var isMoving: Bool { isPlaying || isReading }

  /// Whether a time is being typed.
  package var takesText: Bool { prompt != nil }

  /// Reads `count` more moments; each takes from 50 to 500 µs, depending on the number of places.
  package mutating func read(_ count: Int) { machine.read(count) }

  // MARK: - Time

  /// The time of the recording that is seen: the one that is wanted, or as much of the way to it as was read, which may
  /// lie before what is to be shown.
  package var seen: Duration { min(time, machine.reached) }

  /// Whether what is wanted is seen.
  var isThere: Bool { machine.isComplete || time <= machine.reached }

  /// Goes to a time, or the nearest that is shown.
  mutating func seek(to time: Duration) { self.time = viewing.range.clamp(time) }

  /// Seeks forward by `step` of viewing time; backward if negative.
  mutating func seek(by step: Duration) { time = viewing.time(after: viewing.viewed(at: time) + step) }

  mutating func pause() { isPlaying = false }

  /// Plays on, from the beginning where nothing is left.
  mutating func play() {
    if time == viewing.range.upperBound { time = viewing.range.lowerBound }
    isPlaying = true
  }

  private mutating func pass(to wall: Duration) {
    defer { self.wall = wall }
    read(Self.slice)
    // While the wanted time is not read yet, playback does not advance.
    guard let last = self.wall, isPlaying, isThere else { return }
    let passed = (.zero...Self.longestTick).clamp(wall - last)
    seek(by: passed * speed.factor)
    guard time == viewing.range.upperBound else { return }
    if isLooping, viewing.length > .zero { time = viewing.range.lowerBound } else { isPlaying = false }
  }

  // MARK: - The mouse

  /// A press on the line goes there; anything else is for the map or for the page.
  private mutating func point(_ pointer: Pointer) {
    if help != nil {
      if case .wheel(let steps, _, _) = pointer, steps != 0 { _ = help?.scroll(steps > 0 ? .up : .down) }
      return
    }
    switch pointer {
    case .press(let column, let row):
      let position = layout.position(column: column, row: row)
      holdsLine = position != nil
      if let position { return seek(to: viewing.time(at: position)) }
    case .drag(let column, let row) where holdsLine:
      if let position = layout.position(column: column, row: row) { seek(to: viewing.time(at: position)) }
      return
    default: break
    }
    guard prompt == nil else { return }
    spectator.point(pointer, in: shown, at: seen)
  }
}

extension SeekTarget {
  /// The time that it means at a time of a recording of which a part is shown.
  package func time(from now: Duration, in range: ClosedRange<Duration>) -> Duration {
    switch self {
    case .time(let time): time
    case .fraction(let part):
      range.lowerBound + (range.upperBound - range.lowerBound) * (part.isNaN ? 0 : (0...1).clamp(part))
    case .step(let step): now + step
    }
  }
}
