internal import TextCanvas
internal import Viewer
internal import Views

/// What there is on a line of time, by what the terminal's font has.
extension Symbols {
  /// A piece of the line.
  enum Way {
    case seen, coming, unread
  }

  /// A piece of the line; its character says what its colour does.
  func way(_ way: Way) -> (text: String, style: Style) {
    switch way {
    case .seen: (glyphs == .ascii ? "=" : "═", Palette.key)
    case .coming: (glyphs == .ascii ? "-" : "─", Palette.quiet)
    case .unread: (glyphs == .ascii ? "." : "·", Palette.quiet)
    }
  }

  /// Where one is.
  var cursor: String { glyphs == .ascii ? "|" : glyphs == .blocks ? "█" : "┃" }

  /// Nothing moves.
  var pause: String { glyphs == .ascii ? "|" : "║" }

  /// Something on the line: what the game marks on a map looks the same here.
  func sign(_ kind: TimelineScreen.Mark.Kind) -> (text: String, style: Style) {
    switch kind {
    case .bookmark(let number): ("\(number)", Palette.title)
    case .event(.started): (right, Palette.key)
    case .event(.opened): (mark(.treasure), Palette.style(of: .treasure))
    case .event(.asked): ("?", Palette.style(of: .target))
    case .event(.answered): (mark(.entered), Palette.style(of: .target))
    case .event(.found): (mark(.found), Palette.style(of: .found))
    case .event(.claimed): (mark(.claimed), Palette.style(of: .claimed))
    case .event(.expired): (mark(.expired), Palette.style(of: .expired))
    case .event(.finished): (glyphs == .ascii ? "#" : "■", Palette.key)
    case .event(.fixLost): ("x", Palette.quiet)
    case .event(.fixRegained): ("+", Palette.quiet)
    }
  }

  /// Steps of height that one row of a profile shows.
  var profileSteps: Int { glyphs == .braille ? 4 : glyphs == .blocks ? 2 : 3 }

  /// A cell of a silhouette, of which each part from left to right is filled from below by so many steps.
  func profile(_ filled: [Int]) -> String {
    let steps = max(0, min(profileSteps, filled.first ?? 0))
    switch glyphs {
    case .ascii: return [" ", ".", ":", "#"][steps]
    case .blocks: return [" ", "▄", "█"][steps]
    case .braille:
      // Dots of the left column from below, then of the right one.
      let columns: [[UInt32]] = [[0x40, 0x04, 0x02, 0x01], [0x80, 0x20, 0x10, 0x08]]
      let dots = zip(columns, filled).map { column, steps in column.prefix(max(0, steps)).reduce(0, +) }
      return Unicode.Scalar(0x2800 + dots.reduce(0, +)).map { String(Character($0)) } ?? " "
    }
  }
}
