internal import Eye
internal import TextCanvas

/// What is kept from frame to frame of the eye: where signs stood, and through which camera the last picture was seen.
struct EyeMemory: Sendable {
  /// Where signs stood in the frame before.
  var signs = EyeSigns()
  private let colours: ColourDepth
  private let palette: EyePalette
  private let hasSextants: Bool
  /// How far the picture has moved since the frame before; `nil` if it has not, or is another one.
  private(set) var scroll: Scroll?
  /// The camera of the last frame, and where its picture lay on the screen.
  private var last: (camera: EyeCamera, area: Area)?
  private var next: (camera: EyeCamera, area: Area)?

  init(colours: ColourDepth, palette: EyePalette = .dark, hasSextants: Bool = false) {
    (self.colours, self.palette, self.hasSextants) = (colours, palette, hasSextants)
  }

  /// How the eye looks on a terminal with these characters.
  func look(_ level: GlyphLevel) -> EyeLook {
    EyeLook(EyeGlyphs(level, colours: colours, hasSextants: hasSextants), colours: colours, palette: palette)
  }

  /// Begins a frame in which no picture is drawn yet.
  mutating func begin() { (last, next, scroll) = (next, nil, nil) }

  /// The id of what has its sign on a cell of the screen; `nil` if there is none.
  func id(column: Int, row: Int) -> String? {
    guard let next else { return nil }
    // Above the picture there may be the strip of directions.
    return signs.id(column: column - next.area.column, row: row - (next.area.endRow - next.camera.rows))
  }

  /// A picture is drawn in `area` of the whole screen.
  mutating func note(_ camera: EyeCamera, in area: Area) {
    next = (camera, area)
    guard let last, last.area == area, let columns = camera.columnsMoved(since: last.camera), columns != 0 else {
      return
    }
    scroll = Scroll(area: area, columns: columns, rows: 0)
  }
}
