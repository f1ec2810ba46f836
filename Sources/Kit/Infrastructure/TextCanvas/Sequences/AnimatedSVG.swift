/// Canvases as an SVG picture: one of them, or many that follow each other for ever.
///
/// Made for pages that show it as an image: no script, no link, no font of its own. Characters that join across cells
/// are drawn, and all others written in the reader's monospaced font, each run of them as wide as its columns.
package struct AnimatedSVG: Sendable {
  /// Colours and sizes.
  package let look: PictureLook
  /// The title for screen readers; made printable, and cut after 200 columns.
  package let title: String
  /// How many frames and bytes a picture may have.
  package let limits: FrameSequenceLimits

  /// Creates a maker of pictures.
  package init(title: String, look: PictureLook = PictureLook(), limits: FrameSequenceLimits = .picture) {
    self.title = SequenceTitle.printable(title)
    self.look = look
    self.limits = limits
  }

  /// A still picture of one canvas.
  package func bytes(of canvas: Canvas) throws(FrameSequenceError) -> [UInt8] {
    try bytes(of: CollectionOfOne(TimedFrame(canvas, at: .zero)))
  }

  /// A picture that shows `frames` one after the other, the last for `ending`, and begins again.
  ///
  /// Rows that are the same are in it once. It is as large as the largest canvas. Where pictures do not move, the
  /// first frame shows. Frames that all look alike, or that come and go within no time, make a still picture.
  package func bytes(
    of frames: some Sequence<TimedFrame>, ending: Duration = .seconds(3)
  ) throws(FrameSequenceError) -> [UInt8] {
    var gate = FrameValidator(limits)
    var strips = RowStrips(look: look)
    for frame in frames {
      let time = try gate.enter(frame)
      strips.show(frame.canvas, at: time)
      try gate.check(bytes: strips.bytes)
    }
    try gate.close()
    let picture = Array(
      page(around: strips, lasting: gate.time + max(.zero, min(ending, TimedFrame.latest))).utf8)
    try gate.check(bytes: picture.count)
    return picture
  }

  private func page(around strips: RowStrips, lasting length: Duration) -> String {
    let (width, height) = (strips.columns * CellGrid.width, strips.rows * CellGrid.height)
    let margin = CellGrid.margin
    let whole = (width: width + 2 * margin, height: height + 2 * margin)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(whole.width)" height="\(whole.height)" \
      viewBox="0 0 \(whole.width) \(whole.height)" role="img" fill="\(look.ink.hexadecimal)">
      <title>\(XML.escaped(title))</title>
      <style>\(Self.style)</style>
      <rect width="\(whole.width)" height="\(whole.height)" rx="6" fill="\(look.ground.hexadecimal)"/>
      <svg x="\(margin)" y="\(margin)" width="\(width)" height="\(height)">
      \(strips.markup(lasting: length))</svg>
      </svg>

      """
  }

  /// Fonts first that have the symbols of the game; edges of areas are not softened, so that areas join.
  private static let style = """
    text{font:\(CellGrid.fontSize)px ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;\
    font-variant-ligatures:none;white-space:pre}.b{font-weight:700}.g{shape-rendering:crispEdges}\
    .d,.l,.h{fill:none;stroke-linecap:square}.d{stroke-linecap:round;stroke-width:\(CellGrid.dot)}\
    .l{stroke-width:\(CellGrid.line)}.h{stroke-width:\(CellGrid.line * 2)}
    """
}

/// The colours of a picture: those of a terminal with 24-bit colour, or with fewer colours.
package struct PictureLook: Hashable, Sendable {
  /// Behind everything.
  package let ground: RGB
  /// The default colour of text.
  package let ink: RGB
  /// The colour depth.
  package let depth: ColourDepth
  /// The ground colours of the canvas.
  package let table: ColourTable

  /// Creates a look; by default light on nearly black, and the other way round where the table is of a light terminal.
  package init(
    ground: RGB? = nil, ink: RGB? = nil, depth: ColourDepth = .trueColour, table: ColourTable = .empty
  ) {
    self.ground = ground ?? (table.isLight ? RGB(255, 255, 255) : RGB(13, 17, 23))
    self.ink = ink ?? (table.isLight ? RGB(31, 35, 40) : RGB(230, 237, 243))
    (self.depth, self.table) = (depth, table)
  }

  /// Returns the colours to paint a cell of a style with.
  func paint(of style: Style) -> CellPaint {
    let front = style.picture?.foreground.shown(at: depth) ?? style.foreground.rgb(depth: depth, table: table)
    let back =
      style.picture?.background.shown(at: depth) ?? style.background.rgb(background: true, depth: depth, table: table)
    let isReversed = style.attributes.contains(.reverse)
    return CellPaint(
      pen: TextPaint(
        colour: isReversed ? back ?? ground : front ?? ink,
        isBold: style.attributes.contains(.bold),
        isDim: style.attributes.contains(.dim)),
      background: isReversed ? front ?? ink : back,
      isUnderlined: style.attributes.contains(.underline))
  }
}

/// The resolved colours of one cell.
struct CellPaint: Hashable {
  let pen: TextPaint
  /// The background colour; `nil` if the page's ground shows through.
  let background: RGB?
  let isUnderlined: Bool
}

/// How the characters of a cell are drawn.
struct TextPaint: Hashable {
  let colour: RGB
  let isBold: Bool
  let isDim: Bool

  /// The opacity of a dim pen's ink.
  static let dimOpacity = 0.6
}

extension RGB {
  /// `#rrggbb`, or `#rgb` where that says the same.
  var hexadecimal: String {
    let digits = [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    let isShort = digits.allSatisfy { $0.first == $0.last }
    return "#" + (isShort ? digits.map { String($0.prefix(1)) } : digits).joined()
  }
}

/// The measures of a picture, in its own units: pixels at its natural size.
///
/// Twice as high as wide, so that the dots of braille lie on one square grid over the whole picture.
enum CellGrid {
  static let width = 8
  static let height = 16
  /// The distance from the top of a row to the baseline of its letters.
  static let baseline = 12
  /// Monospaced fonts advance by 0.6 of their size, so that this one advances by a cell.
  static let fontSize = 13.333
  /// Around the whole.
  static let margin = 8
  /// Diameter of a dot; they are 4 apart.
  static let dot = 2.6
  /// Width of a light line; a heavy one is twice that.
  static let line = 1.4
}
