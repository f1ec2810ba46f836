import TerminalUI
import TextCanvas
import Views

/// Frames of a real city, in every raster, and what is kept of them.
///
/// The data is others': what is kept of a frame is a number that changes when a cell does.
struct CityFrames {
  /// A narrow, a usual and a wide terminal.
  static let sizes = [CanvasSize(columns: 40, rows: 12), .init(columns: 80, rows: 24), .init(columns: 200, rows: 60)]

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

  /// A line a frame: how it was made, and its number.
  var numbers: String { lines.joined(separator: "\n") }

  /// FNV-1a, 64 bits.
  private static func number(of text: String) -> String {
    let hash = text.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }
}
