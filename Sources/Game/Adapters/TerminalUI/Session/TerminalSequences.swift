/// The sequences written to a terminal before and after drawing.
enum TerminalSequences {
  /// Alternate screen, no cursor, pasted text marked as such, blank.
  static let enter: StaticString = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?2004h\u{1B}[m\u{1B}[H\u{1B}[2J"
  /// Enables reports of the mouse's buttons, of drags and of the wheel, in the SGR format.
  static let watchPointer: StaticString = "\u{1B}[?1002h\u{1B}[?1006h"
  static let ignorePointer: StaticString = "\u{1B}[?1002l\u{1B}[?1006l"
  static let bell: StaticString = "\u{7}"
  /// Asks for a status report (DSR 5), which a terminal sends when it has shown all that came before.
  static let askStatus: StaticString = "\u{1B}[5n"
  /// Asks for the colour of the ground (OSC 11); most terminals answer.
  static let askGround: StaticString = "\u{1B}]11;?\u{1B}\\"
  /// After a frame that was cut short while it moved a part of the screen: lets go of that part.
  static let mend: StaticString = "\u{1B}[?2026l\u{1B}[r"
  /// Ends a frame that was cut short, wherever it was: also one that moved a part of the screen; lets go of the mouse and
  /// of pasted text; blanks the screen for terminals that have no alternate one.
  static let leave: StaticString =
    "\u{1B}[?2026l\u{1B}[?1002l\u{1B}[?1006l\u{1B}[?2004l\u{1B}[r\u{1B}[m\u{1B}[H\u{1B}[J\u{1B}[?25h\u{1B}[?1049l"
}
