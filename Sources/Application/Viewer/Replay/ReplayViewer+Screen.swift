internal import Game
internal import Views

/// What is seen.
extension ReplayViewer {
  /// What the terminal shows.
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
      keys: Self.footer)
  }

  /// What lies in the part that is shown; bookmarks hide events, and events each other by their weight.
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

  private static let footer = [
    KeyHelp("?", "help"), KeyHelp("q", "quit"), KeyHelp("Space", "pause"), KeyHelp("np", "events"),
    KeyHelp("g", "go to"), KeyHelp("[]", "speed"), KeyHelp("←→", "10 s"),
  ]

  private var helpScreen: PageScreen? {
    help.map { page in
      var screen = PageScreen(keys: Self.help)
      screen.scrolled = page.scrolled
      return screen
    }
  }

  private static let help = [
    KeyHelp("Space", "pause, play on"), KeyHelp(", .", "one moment back, on"), KeyHelp("← →", "10 s back, on"),
    KeyHelp("PgUp PgDn", "a minute back, on"), KeyHelp("Home End", "to both ends"),
    KeyHelp("n p", "next, previous event"), KeyHelp("g", "go to 12:30, 90s, 40%"),
    KeyHelp("[ ]", "half, double speed"), KeyHelp("Backspace", "as fast as life"),
    KeyHelp("L", "begin again at the end"),
    KeyHelp("b", "set or remove a bookmark"), KeyHelp("1-9", "to that bookmark"),
    KeyHelp("m c s", "map, compass, both"), KeyHelp("Tab", "the next view"), KeyHelp("hjkl ↑ ↓", "move the map"),
    KeyHelp("+ -", "zoom"), KeyHelp("f 0", "follow; the whole hunt"),
    KeyHelp("u", "turn with the player"), KeyHelp("Enter", "put news away"), KeyHelp("r", "look as the player did"),
    KeyHelp("t d", "treasures, the position"), KeyHelp("mouse", "on the line: go there"),
    KeyHelp("Ctrl-L", "draw the screen anew"), KeyHelp("q", "quit"),
  ]
}
