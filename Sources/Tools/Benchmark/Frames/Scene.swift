import Game
import TerminalUI
import TextCanvas

/// One view of the game on one terminal, to be measured.
struct Scene {
  let view: PlayView
  let size: CanvasSize
  let isASCII: Bool

  /// Every view on every terminal, the largest first.
  static let all: [Scene] = [CanvasSize(columns: 200, rows: 60), CanvasSize(columns: 80, rows: 24)].flatMap { size in
    [false, true].flatMap { isASCII in
      PlayView.allCases.map { Scene(view: $0, size: size, isASCII: isASCII) }
    }
  }

  /// A terminal as most are today.
  var capability: TerminalCapability {
    TerminalCapability(
      environment: ["TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "en_GB.UTF-8"],
      maximum: isASCII ? .ascii : .braille)
  }

  /// Its name in the table.
  var text: String { "\(size.columns)x\(size.rows), \(isASCII ? "ASCII" : "braille"), \(view.rawValue)" }
}
