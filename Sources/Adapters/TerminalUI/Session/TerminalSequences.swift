/// What is written to a terminal before and after drawing on it.
enum TerminalSequences {
  /// Alternate screen, no cursor, blank.
  static let enter: StaticString = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[m\u{1B}[H\u{1B}[2J"
  static let bell: StaticString = "\u{7}"
  /// Ends a frame that was cut short; blanks the screen for terminals that have no alternate one.
  static let leave: StaticString = "\u{1B}[?2026l\u{1B}[m\u{1B}[H\u{1B}[J\u{1B}[?25h\u{1B}[?1049l"
}
