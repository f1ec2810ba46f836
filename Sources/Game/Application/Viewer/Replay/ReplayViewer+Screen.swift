internal import Game
internal import Views

/// Builds the screen.
extension ReplayViewer {
  /// The screen to show.
  package var screen: ReplayScreen {
    ReplayScreen(game: shown.screen(at: seen), timeline: timeline, help: helpScreen)
  }

  private var timeline: TimelineScreen {
    let metres = { (height: Double) in "\(Int(height.rounded())) m" }
    return TimelineScreen(
      cursor: viewing.position(of: seen),
      reached: machine.isComplete ? 1 : viewing.position(of: machine.reached), marks: shownMarks,
      heights: profile.heights, highest: profile.range.map { metres($0.upperBound) },
      lowest: profile.range.map { metres($0.lowerBound) },
      clock: "\(Wording.clock(seen)) / \(Wording.clock(viewing.range.upperBound))", speed: speed.text,
      isPlaying: isPlaying, states: states, event: notice ?? latestEvent, prompt: promptScreen,
      keys: Self.keys.footers([.help, .quit, .pause, .nextEvent, .goTo, .slower, .seek(.zero - Self.stride)]))
  }

  /// The marks in the shown part; bookmarks hide events, and heavier events hide lighter ones.
  private var shownMarks: [TimelineScreen.Mark] {
    let events = machine.marks.filter { viewing.range.contains($0.time) }.sorted { $0.kind < $1.kind }
    return events.map { .init(kind: .event($0.kind), position: viewing.position(of: $0.time)) }
      + bookmarks.enumerated().map { .init(kind: .bookmark($0 + 1), position: viewing.position(of: $1)) }
  }

  private var states: [String] {
    let reading = "reading \(Int(machine.progress * 100)) %"
    return (isPlaying ? [] : ["paused"]) + (isLooping ? ["loop"] : []) + (isReading ? [reading] : [])
      + (spectator.isOwn ? ["own view"] : [])
  }

  private var promptScreen: TimelineScreen.Prompt? {
    prompt.map {
      .init(before: $0.line.before, after: $0.line.after, note: $0.trouble ?? SeekTarget.examples)
    }
  }

  private var helpScreen: PageScreen? {
    help.map { page in
      var screen = PageScreen(keys: Self.help)
      screen.scrolled = page.scrolled
      return screen
    }
  }
}
