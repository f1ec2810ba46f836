internal import Game
package import Views

/// What a key asks of a replay.
package enum ReplayCommand: Hashable, Sendable {
  /// Ends; opens the page of the keys; asks for a time to go to; stops or goes on.
  case quit, help, goTo, pause
  /// Goes on or back by a time of the recording.
  case seek(Duration)
  /// Goes to an end of the recording, to a neighbouring moment, or to a neighbouring mark.
  case start, end, stepOn, stepBack, nextEvent, previousEvent
  /// Changes the speed; begins again at the end; sets or drops a bookmark.
  case slower, faster, life, loop, bookmark
  /// Goes to a bookmark, counted from 1.
  case goToBookmark(Int)
}

extension ReplayViewer {
  /// Time that the arrows and the page keys go over.
  static let stride = Duration.seconds(10), longStride = Duration.seconds(60)

  /// The keys of a replay; all others are the spectator's.
  package static let keys = KeyTable<ReplayCommand>([
    KeyRow("Space", "pause, play on", [" ": .pause], footer: [.pause: KeyHelp("Space", "pause")]),
    KeyRow(", .", "one moment back, on", [",": .stepBack, ".": .stepOn]),
    KeyRow(
      "← →", "10 s back, on", [.left: .seek(.zero - stride), .right: .seek(stride)],
      footer: [.seek(.zero - stride): KeyHelp("←→", "10 s")]),
    KeyRow(
      "PgUp PgDn", "a minute back, on", [.pageUp: .seek(.zero - longStride), .pageDown: .seek(longStride)]),
    KeyRow("Home End", "to both ends", [.home: .start, .end: .end]),
    KeyRow(
      "n p", "next, previous event", ["n": .nextEvent, "p": .previousEvent],
      footer: [.nextEvent: KeyHelp("np", "events")]),
    KeyRow("g", "go to 12:30, 90s, 40%", ["g": .goTo], footer: [.goTo: KeyHelp("g", "go to")]),
    KeyRow("[ ]", "half, double speed", ["[": .slower, "]": .faster], footer: [.slower: KeyHelp("[]", "speed")]),
    KeyRow("Backspace", "as fast as life", [.backspace: .life]),
    KeyRow("L", "begin again at the end", ["L": .loop]),
    KeyRow("b", "set or remove a bookmark", ["b": .bookmark]),
    KeyRow(
      "1-9", "to that bookmark",
      Dictionary(uniqueKeysWithValues: (1...9).map { (.character(Character("\($0)")), .goToBookmark($0)) })),
    KeyRow("q", nil, ["q": .quit], footer: [.quit: KeyHelp("q", "quit")]),
    KeyRow("?", nil, ["?": .help], footer: [.help: KeyHelp("?", "help")]),
  ])

  /// The help page: the keys of the replay and those of the spectator.
  package static let help =
    keys.help + Spectator.keys.help + [KeyHelp("mouse", "on the line: go there")] + KeyTable.program.help
    + [KeyHelp("q", "quit")]
}
