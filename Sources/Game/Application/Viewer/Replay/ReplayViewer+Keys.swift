internal import Game
internal import Geodesy
internal import Views

/// Handles keys.
extension ReplayViewer {
  /// While it plays, what happened so short a time ago is not the event before: nobody is faster on the key.
  private static let slack = Duration.seconds(1)
  /// Moments that are read at most to find the next event, a second or two of reading, and how many at once.
  private static let mostAhead = 4096, stretch = 64
  /// The most events of one moment that are shown.
  private static let mostLabels = 3

  mutating func press(_ key: Key) -> [ViewingEffect] {
    notice = nil
    if let command = KeyTable.program.command(for: key) { return [ViewingEffect(command)] }
    if prompt != nil {
      type(key)
      return []
    }
    if let page = help ?? spectator.page { return turn(page, key) }
    switch Self.keys.command(for: key) {
    case .quit?: return [.quit]
    case let command?: follow(command)
    case nil: _ = spectator.press(key, in: shown, at: seen)
    }
    return []
  }

  private mutating func turn(_ page: PageOverlay, _ key: Key) -> [ViewingEffect] {
    if key == .character("q") { return [.quit] }
    if help == nil {
      _ = spectator.press(key, in: shown, at: seen)
    } else if help?.scroll(key) != true {
      help = nil
    }
    return []
  }

  private mutating func follow(_ command: ReplayCommand) {
    switch command {
    case .quit: break
    case .help: help = PageOverlay(.keys)
    case .goTo: prompt = (LineEditor(), nil)
    case .pause: if isPlaying { pause() } else { play() }
    case .seek(let step): seek(by: step)
    case .start: seek(to: viewing.range.lowerBound)
    case .end: seek(to: viewing.range.upperBound)
    case .stepOn: step(to: machine.recording.step(after: time))
    case .stepBack: step(to: machine.recording.step(before: time))
    case .nextEvent: seekEvent(after: time)
    case .previousEvent: seekEvent(before: isPlaying ? time - Self.slack * speed.factor : time)
    case .slower: speed = speed.halved
    case .faster: speed = speed.doubled
    case .life: speed = .life
    case .loop: isLooping.toggle()
    case .bookmark: switchBookmark()
    case .goToBookmark(let number): seekBookmark(number)
    }
  }

  /// Pauses and goes to `time`, if it is in the shown range.
  private mutating func step(to time: Duration?) {
    pause()
    guard let time, viewing.range.contains(time) else { return }
    seek(to: time)
  }

  // MARK: - Events and bookmarks

  /// The marks in the shown part, as far as it has been read.
  private var marks: [ReplayMark] { machine.marks }

  private mutating func seekEvent(after time: Duration) {
    // If the recording is not read to its end yet, read on until the next event is known.
    var rest = Self.mostAhead
    while rest > 0, isReading, time < viewing.range.upperBound, marks.last.map({ $0.time <= time }) ?? true {
      read(Self.stretch)
      rest -= Self.stretch
    }
    let index = marks.firstIndex(after: { $0.time <= time })
    guard index < marks.count, viewing.range.contains(marks[index].time) else {
      notice = isReading ? "Nothing later was read yet" : "Nothing happened later"
      return
    }
    seek(to: marks[index].time)
  }

  private mutating func seekEvent(before time: Duration) {
    let index = marks.firstIndex(after: { $0.time < time })
    guard index > 0, viewing.range.contains(marks[index - 1].time) else {
      notice = "Nothing happened before"
      return
    }
    seek(to: marks[index - 1].time)
  }

  /// The events of the last moment with marks at the shown time, as text; `nil` before the first event.
  var latestEvent: String? {
    let index = marks.firstIndex(after: { $0.time <= seen })
    guard index > 0 else { return nil }
    let time = marks[index - 1].time
    let labels = marks[..<index].reversed().prefix { $0.time == time }.prefix(Self.mostLabels).map(\.label)
    return labels.reversed().joined(separator: ". ")
  }

  private mutating func switchBookmark() {
    if let index = bookmarks.firstIndex(of: time) {
      bookmarks.remove(at: index)
      notice = "Bookmark removed"
    } else if bookmarks.count < Self.mostBookmarks {
      bookmarks = (bookmarks + [time]).sorted()
      let number = bookmarks.firstIndex(of: time).map { "\($0 + 1)" } ?? ""
      notice = "Bookmark \(number) set: \(number) comes back"
    } else {
      notice = "There are \(Self.mostBookmarks) bookmarks: b on one removes it"
    }
  }

  private mutating func seekBookmark(_ number: Int) {
    guard bookmarks.indices.contains(number - 1) else {
      notice = "There is no bookmark \(number): b sets one"
      return
    }
    seek(to: bookmarks[number - 1])
  }

  // MARK: - Where to go

  private mutating func type(_ key: Key) {
    guard var (line, _) = prompt else { return }
    switch key {
    case .escape: prompt = nil
    case .enter where line.answer.isEmpty: prompt = nil
    case .enter:
      guard let target = SeekTarget(line.answer) else {
        prompt?.trouble = "That is no time: \(SeekTarget.examples)"
        return
      }
      prompt = nil
      go(to: target)
    case .character where line.text.count >= SeekTarget.longest: break
    default:
      _ = line.press(key)
      prompt = (line, nil)
    }
  }

  /// Percentages and steps go by the line, times by the recording.
  private mutating func go(to target: SeekTarget) {
    switch target {
    case .time(let time): seek(to: time)
    case .fraction(let part): seek(to: viewing.time(at: part))
    case .step(let step): seek(by: step)
    }
  }
}
