internal import Geodesy
internal import HuntApplication
internal import TextCanvas

/// Single characters that mean something, by what the terminal's font has.
struct Symbols {
  let glyphs: GlyphLevel

  /// A place by what it means in the game.
  func mark(_ role: MapScreen.Role) -> String {
    switch (role, glyphs) {
    case (.target, .ascii): "X"
    case (.treasure, .ascii): "*"
    case (.found, .ascii): "v"
    case (.place, .ascii): "o"
    case (.target, .blocks): "♦"
    case (.treasure, .blocks): "☼"
    case (.found, .blocks): "√"
    case (.place, .blocks): "•"
    case (.target, .braille): "◆"
    case (.treasure, .braille): "★"
    case (.found, .braille): "✓"
    case (.place, .braille): "○"
    }
  }

  /// An arrow that points along a bearing of the screen; up is north, or dead ahead.
  func arrow(_ bearing: Bearing) -> String {
    let eighth = Int((bearing.degrees / 45).rounded()) % 8
    return switch glyphs {
    case .ascii: ["^", "/", ">", "\\", "v", "/", "<", "\\"][eighth]
    case .blocks: ["▲", "▲", "►", "▼", "▼", "▼", "◄", "▲"][eighth]
    case .braille: ["↑", "↗", "→", "↘", "↓", "↙", "←", "↖"][eighth]
    }
  }

  /// The player: an arrow along the heading, or a person without one.
  func player(_ heading: Bearing?, isStale: Bool) -> String {
    guard let heading, !isStale else { return "@" }
    let eighth = Int((heading.degrees / 45).rounded()) % 8
    return switch glyphs {
    case .ascii: ["^", "@", ">", "@", "v", "@", "<", "@"][eighth]
    case .blocks: arrow(heading)
    case .braille: ["▲", "◥", "▶", "◢", "▼", "◣", "◀", "◤"][eighth]
    }
  }

  var left: String { glyphs == .ascii ? "<" : glyphs == .blocks ? "◄" : "◀" }
  var right: String { glyphs == .ascii ? ">" : glyphs == .blocks ? "►" : "▶" }
  var down: String { glyphs == .ascii ? "v" : "▼" }
  var dot: String { glyphs == .ascii ? "." : "·" }
  var block: Unicode.Scalar { glyphs == .ascii ? "#" : "█" }
}
