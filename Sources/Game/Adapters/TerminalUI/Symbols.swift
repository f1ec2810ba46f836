internal import Geodesy
package import TextCanvas
internal import Views

/// Single characters that mean something, by what the terminal's font has.
package struct Symbols {
  /// The characters that the terminal can show.
  let glyphs: GlyphLevel

  /// The symbols of a terminal.
  package init(glyphs: GlyphLevel) { self.glyphs = glyphs }

  /// A place by what it means in the game.
  func mark(_ role: PlaceRole) -> String {
    let signs: (ascii: String, blocks: String, braille: String) =
      switch role {
      case .target: ("X", "♦", "◆")
      case .entered: ("!", "‼", "◈")
      case .treasure: ("*", "☼", "★")
      case .locked: ("&", "◘", "☆")
      case .found: ("v", "√", "✓")
      // Found more or less.
      case .claimed: ("c", "≈", "≈")
      // Not a cross, which marks targets, nor the texture of buildings.
      case .expired: ("t", "¤", "⊘")
      // Faces, which nothing else on a map has.
      case .mate: ("P", "☻", "☻")
      case .oldMate: ("p", "☺", "☺")
      case .place: ("o", "•", "○")
      }
    return glyphs == .ascii ? signs.ascii : glyphs == .blocks ? signs.blocks : signs.braille
  }

  /// A place without a label: what the game has made of it keeps its mark.
  func dot(_ role: PlaceRole) -> String { role == .place ? glyphs == .ascii ? "." : "·" : mark(role) }

  /// An arrow that points along a bearing of the screen; up is north, or dead ahead.
  func arrow(_ bearing: Bearing) -> String {
    let eighth = Int((bearing.degrees / 45).rounded()) % 8
    return switch glyphs {
    case .ascii: ["^", "/", ">", "\\", "v", "/", "<", "\\"][eighth]
    case .blocks: ["▲", "▲", "►", "▼", "▼", "▼", "◄", "▲"][eighth]
    case .braille: ["↑", "↗", "→", "↘", "↓", "↙", "←", "↖"][eighth]
    }
  }

  /// A step of the way to go; in ASCII a slanting stroke would be taken for a street, and a `v` for something found.
  func way(_ bearing: Bearing) -> String {
    guard glyphs == .ascii else { return arrow(bearing) }
    // Mostly across: a letter is twice as high as it is wide.
    let sixteenth = Int((bearing.degrees / 22.5).rounded()) % 16
    return switch sixteenth {
    case 15, 0, 1: "^"
    case 7, 8, 9: "V"
    case 2...6: ">"
    default: "<"
    }
  }

  /// A piece of the border of a zone.
  var border: String { glyphs == .ascii ? "#" : glyphs == .blocks ? "°" : "∷" }

  /// The player: an arrow along the heading, a person without one, a question where they may have been.
  ///
  /// In ASCII always a person, because a lone `v` or `<` is lost among the lines of a map; see ``nose(_:)``.
  func player(_ heading: Bearing?, isStale: Bool) -> String {
    guard !isStale else { return "?" }
    guard let heading, glyphs != .ascii else { return "@" }
    let eighth = Int((heading.degrees / 45).rounded()) % 8
    return glyphs == .blocks ? arrow(heading) : ["▲", "◥", "▶", "◢", "▼", "◣", "◀", "◤"][eighth]
  }

  /// In ASCII, the arrow drawn beside the player's marker on the side they face, and its offset in cells; `nil`
  /// otherwise.
  func nose(_ heading: Bearing) -> (text: String, columns: Int, rows: Int)? {
    guard glyphs == .ascii else { return nil }
    let eighth = Int((heading.degrees / 45).rounded()) % 8
    return (arrow(heading), [0, 1, 1, 1, 0, -1, -1, -1][eighth], [-1, -1, 0, 1, 1, 1, 0, -1][eighth])
  }

  /// A step of the way walked; in ASCII a dot would be taken for a meadow.
  func trail(_ age: TrailAge) -> String {
    let signs: (ascii: String, blocks: String, braille: String) =
      switch age {
      case .fresh: (":", "■", "•")
      case .middle: ("=", "∙", "∘")
      case .old: (";", "·", "·")
      }
    return glyphs == .ascii ? signs.ascii : glyphs == .blocks ? signs.blocks : signs.braille
  }

  /// A finished text without the signs whose meaning no single character of ASCII has.
  ///
  /// Other letters keep their columns and become what looks most like them when the frame is written.
  package func text(_ text: String) -> String {
    guard glyphs == .ascii, text.unicodeScalars.contains(where: { "°±©".unicodeScalars.contains($0) }) else {
      return text
    }
    return text.reduce(into: "") { words, character in
      switch character {
      case "°": words += " deg"
      case "±": words += "+-"
      case "©": words += "(c)"
      default: words.append(character)
      }
    }
  }

  var left: String { glyphs == .ascii ? "<" : glyphs == .blocks ? "◄" : "◀" }
  /// What marks the chosen one of several.
  package var right: String { glyphs == .ascii ? ">" : glyphs == .blocks ? "►" : "▶" }
  var down: String { glyphs == .ascii ? "v" : "▼" }
  /// The stretch of the tape in which the heading may lie; in ASCII a double line would become a single one.
  var cone: Unicode.Scalar { glyphs == .ascii ? "=" : "═" }
  var block: Unicode.Scalar { glyphs == .ascii ? "#" : "█" }
}

/// The age of a step of the trail.
enum TrailAge: Hashable, CaseIterable {
  case old, middle, fresh

  /// The age of one of `count` steps, counted from the oldest: each third is an age.
  init(index: Int, of count: Int) {
    self = index < count / 3 ? .old : index < count - (count + 2) / 3 ? .middle : .fresh
  }
}

extension PlaceRole {
  /// Whether this is what the player is after, on the way to it or there.
  var isGoal: Bool { self == .target || self == .entered }
}
