import Eye
import HuntDomain
import Numbers
import TerminalUI
import TextCanvas
import Views

/// Frames of a real city, in every raster, and what is kept of them.
///
/// The data is others': what is kept of a frame is a number that changes when a cell does.
struct CityFrames {
  /// A narrow, a usual and a wide terminal.
  static let sizes = [CanvasSize(columns: 40, rows: 12), .init(columns: 80, rows: 24), .init(columns: 200, rows: 60)]

  /// Noon and midnight of a day in summer in Florence; in America, the other way round.
  static let moments = [1_781_956_800_000, 1_782_000_000_000].map(Timestamp.init(milliseconds:))

  private var lines: [String] = []
  /// All that was shown.
  private(set) var text = ""
  /// Which frames are two thirds blank or more, and how much of each is.
  private(set) var emptyFrames: [String] = []

  /// Draws the screen in every raster.
  mutating func show(_ screen: MapScreen, _ size: CanvasSize, zoom: Double) {
    for glyphs in GlyphLevel.allCases {
      let canvas = screen.canvas(glyphs)
      let frame = glyphs == .ascii ? canvas.asciiText : canvas.text
      let title = "\(size.columns)x\(size.rows) zoom \(zoom) \(glyphs.rawValue)"
      let blank = frame.filter { $0 == " " }.count
      if blank * 3 >= size.columns * size.rows * 2 { emptyFrames.append("\(title): \(blank) cells are blank") }
      lines.append("\(title) \(Self.number(of: frame))")
      text += frame
    }
  }

  /// Draws what lies ahead in every glyph set.
  mutating func show(_ screen: EyeScreen, _ size: CanvasSize) {
    for glyphs in EyeGlyphs.allCases {
      var canvas = Canvas(width: size.columns, height: size.rows)
      var signs = EyeSigns()
      drawEye(screen, on: &canvas, look: EyeLook(glyphs), signs: &signs)
      let frame = glyphs == .ascii ? canvas.asciiText : canvas.text
      let colours = Self.colours(of: canvas)
      lines.append("\(size.columns)x\(size.rows) \(screen.light) \(glyphs) \(Self.number(of: frame + colours))")
      text += frame
    }
  }

  /// The colours of the cells of a picture, as text.
  private static func colours(of canvas: Canvas) -> String {
    var text = ""
    for row in 0..<canvas.size.rows {
      for column in 0..<canvas.size.columns {
        guard let picture = canvas[column, row].style.picture else { continue }
        text += "\(hex(picture.foreground))\(hex(picture.background))"
      }
    }
    return text
  }

  private static func hex(_ colour: RGB) -> String {
    String(Int(colour.red) << 16 | Int(colour.green) << 8 | Int(colour.blue), radix: 16)
  }

  /// A line a frame: how it was made, and its number.
  var numbers: String { lines.joined(separator: "\n") }

  /// FNV-1a, 64 bits.
  private static func number(of text: String) -> String {
    let hash = text.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }
}
