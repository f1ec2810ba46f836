import ChanceTesting
import TextCanvas

/// Canvases with a bit of everything that a game draws, and of what it should not.
enum Scribbles {
  static let texts = [
    "a", "Well 12 m", "日本", "e\u{301}x", "x  y", "🌲", "กำ้", "────", "├┼┤", "╭──╮", "━┃", "█▄▀▌▐",
    "▏▎▁▂▔▕", "░▒▓",
    "▖▗▟▚",
    "⠁⠂⠄⡀⣿⢸", "⣀⣀a⣀", "   ", "★ ◆", "\u{1B}[2J", "</text><script>&amp;\"'", "]]>",
    "<\u{301}a>\u{300}&\u{308}", "Ünterwegs, Ёж",
    "\u{202E}abc",
    "\\\"\u{7F}\u{0}",
  ]

  /// A canvas like `canvas` with some more on it.
  static func more(on canvas: Canvas, _ chance: inout Chance) -> Canvas {
    var canvas = canvas
    for _ in 0..<Int.random(in: 0...12, using: &chance) {
      let colours = Colour.named + (0..<11).map(Colour.ground)
      let style = Style(
        colours.randomElement(using: &chance) ?? .standard,
        on: Bool.random(using: &chance)
          ? .standard : colours.randomElement(using: &chance) ?? .standard,
        Style.Attributes(
          rawValue: Bool.random(using: &chance) ? 0 : UInt8.random(in: 0..<16, using: &chance)))
      canvas.put(
        texts.randomElement(using: &chance) ?? "",
        column: .random(in: -2...canvas.size.columns, using: &chance),
        row: .random(in: 0...canvas.size.rows, using: &chance), style: style)
    }
    if Int.random(in: 0..<3, using: &chance) == 0 {
      canvas.draw(picture(columns: 5, rows: 2, &chance), column: 2, row: 1)
    }
    return canvas
  }

  /// A picture of a few colours at random.
  static func picture(columns: Int, rows: Int, _ chance: inout Chance) -> Picture {
    let glyphs = PictureGlyphs.allCases.randomElement(using: &chance) ?? .halves
    var picture = Picture(columns: columns, rows: rows, glyphs: glyphs)
    picture.withSamples { samples in
      for index in samples.indices {
        samples[index] = [0x000000, 0x5F87AF, 0xD7005F, 0xFFFFFF].randomElement(using: &chance) ?? 0
      }
    }
    return picture
  }

  /// A film of that many frames, in which the size changes now and then.
  static func film(_ count: Int, _ chance: inout Chance) -> [(canvas: Canvas, time: Duration)] {
    var canvas = Canvas(width: 20, height: 4)
    var time = Duration.seconds(Int.random(in: 0...9, using: &chance))
    return (0..<count).map { _ in
      if Int.random(in: 0..<5, using: &chance) == 0 {
        canvas = Canvas(
          width: .random(in: 1...30, using: &chance), height: .random(in: 1...6, using: &chance))
      }
      canvas = more(on: canvas, &chance)
      time += .milliseconds(Int.random(in: 1...2500, using: &chance))
      return (canvas, time)
    }
  }
}
