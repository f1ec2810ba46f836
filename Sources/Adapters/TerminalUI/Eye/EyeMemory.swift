internal import Eye
internal import TextCanvas

/// What is kept from frame to frame of the eye: where signs stood, and through which camera the last picture was seen.
struct EyeMemory: Sendable {
  /// Where signs stood in the frame before.
  var signs = EyeSigns()
  /// The colours of the terminal.
  let colours: ColourDepth
  /// How far the picture has moved since the frame before; `nil` if it has not, or is another one.
  private(set) var scroll: Scroll?
  /// The camera of the last frame, and where its picture lay on the screen.
  private var last: (camera: EyeCamera, area: Area)?
  private var next: (camera: EyeCamera, area: Area)?

  init(colours: ColourDepth) { self.colours = colours }

  /// What the picture is made of on a terminal with these characters.
  func glyphs(_ level: GlyphLevel) -> EyeGlyphs { EyeGlyphs(level, colours: colours, hasSextants: false) }

  /// Begins a frame in which no picture is drawn yet.
  mutating func begin() { (last, next, scroll) = (next, nil, nil) }

  /// A picture is drawn in `area` of the whole screen.
  mutating func note(_ camera: EyeCamera, in area: Area) {
    next = (camera, area)
    guard let last, last.area == area, let columns = camera.columnsMoved(since: last.camera), columns != 0 else {
      return
    }
    scroll = Scroll(area: area, columns: columns, rows: 0)
  }
}
