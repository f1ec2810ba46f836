package import TextCanvas
internal import Views

/// The ground of a map as it was painted last, which costs more than all the rest.
///
/// It lies still while everything on it moves; and when it moves itself, by whole cells, what was painted moves with it
/// and only what comes in at the edges is painted. Only saves time: with or without what was kept a frame is the same.
package struct MapGround: Sendable {
  /// How the ground looks.
  package let look: MapLook

  private var painted: Painted?
  /// How far the picture has moved in the last frame, and where on the screen it lies.
  private var move: (columns: Int, rows: Int) = (0, 0)
  private var place: Area?

  /// Nothing painted yet.
  package init(look: MapLook = .standard) { self.look = look }

  /// How the ground lies in this frame beside where it lay in the last, for the writer of the frames; nothing where it
  /// lies still or is another one.
  package var scroll: Scroll? {
    guard let place, move != (0, 0) else { return nil }
    return Scroll(area: place, columns: move.columns, rows: move.rows)
  }

  /// Begins a frame in which a map lies in `place` of the whole screen, or in which there is none.
  package mutating func begin(in place: Area?) {
    self.place = place
    move = (0, 0)
  }

  /// Draws the ground of a map on a part of the screen where nothing is drawn yet; returns the names that want room.
  mutating func draw(_ screen: MapScreen, on canvas: inout Canvas, glyphs: GlyphLevel) -> [MapName] {
    guard let ground = screen.ground else { return [] }
    // The old picture is given away before it changes, so that nothing is copied.
    var next = painted.take() ?? Painted(ground, size: canvas.size, glyphs: glyphs)
    move = next.show(ground, look, size: canvas.size, glyphs: glyphs) ?? (0, 0)
    canvas.put(next.picture)
    painted = next
    return next.names
  }
}

/// A ground that is painted.
private struct Painted: Sendable {
  private var ground: MapScreen.Ground
  private var raster: Raster
  private(set) var picture: Canvas
  private(set) var names: [MapName] = []
  private var isPainted = false

  init(_ ground: MapScreen.Ground, size: CanvasSize, glyphs: GlyphLevel) {
    self.ground = ground
    raster = Raster(size: size, glyphs: glyphs)
    picture = Canvas(size: size)
  }

  /// Shows another ground; returns by how many cells it lies away from the one before, if they are in one scale.
  ///
  /// Where tiles have come or gone all is painted, and still most of it is what the terminal shows a few cells away.
  mutating func show(
    _ next: MapScreen.Ground, _ look: MapLook, size: CanvasSize, glyphs: GlyphLevel
  ) -> (columns: Int, rows: Int)? {
    let before = ground
    let isSame =
      isPainted && raster.size == size && raster.glyphs == glyphs && before.isSeaCharted == next.isSeaCharted
      && before.geometries == next.geometries
    ground = next
    let moved = isPainted ? next.frame.moved(since: before.frame) : nil
    guard isSame, let move = moved else {
      if raster.size != size || raster.glyphs != glyphs { raster = Raster(size: size, glyphs: glyphs) }
      paint([Area(column: 0, row: 0, columns: size.columns, rows: size.rows)], look)
      names = NameFinder.names(of: next, isASCII: glyphs == .ascii)
      isPainted = true
      return moved
    }
    if move == (0, 0) { return move }
    raster.scroll(columns: move.columns, rows: move.rows)
    paint(Self.uncovered(size, move), look)
    if Self.goAlong(next.geometries, before.frame, next.frame, move) {
      for index in names.indices { names[index].move(move) }
    } else {
      names = NameFinder.names(of: next, isASCII: glyphs == .ascii)
    }
    return move
  }

  /// Whether all sheets have moved so far: not where the map of a whole world shows another turn of it now.
  private static func goAlong(
    _ geometries: [MapGeometry], _ before: MapFrame, _ next: MapFrame, _ move: (columns: Int, rows: Int)
  ) -> Bool {
    geometries.allSatisfy { geometry in
      let (old, new) = (before.affine(for: geometry), next.affine(for: geometry))
      return abs(new.x0 - old.x0 - Double(move.columns)) < 0.5 && abs(new.y0 - old.y0 - Double(move.rows)) < 0.5
    }
  }

  private mutating func paint(_ windows: [Area], _ look: MapLook) {
    var painter = MapPainter(ground, look: look)
    for window in windows {
      raster.window = window
      raster.clear()
      painter.paint(on: &raster)
    }
    picture = Canvas(size: raster.size)
    picture.draw(raster, inks: look.inks)
  }

  /// What comes in at the edges of a picture that moves.
  private static func uncovered(_ size: CanvasSize, _ move: (columns: Int, rows: Int)) -> [Area] {
    let (columns, rows) = (
      min(size.columns, move.columns.magnitude.clamped), min(size.rows, move.rows.magnitude.clamped)
    )
    let side = Area(column: move.columns > 0 ? 0 : size.columns - columns, row: 0, columns: columns, rows: size.rows)
    let end = Area(column: 0, row: move.rows > 0 ? 0 : size.rows - rows, columns: size.columns, rows: rows)
    return [side, end].filter { $0.size.columns > 0 && $0.size.rows > 0 }
  }
}

extension UInt {
  /// The same, as far as a canvas reaches.
  fileprivate var clamped: Int { Int(Swift.min(self, UInt(CanvasSize.limit))) }
}

extension MapName {
  /// Goes with a map that moves.
  fileprivate mutating func move(_ by: (columns: Int, rows: Int)) {
    column += by.columns
    row += by.rows
  }
}
