package import TextCanvas
internal import Views

/// A cache of the painted ground of a map, the most expensive part of a frame.
///
/// The painted ground is reused while only other things move; when it moves by whole cells, it is scrolled and only the
/// uncovered edges are painted. Frames are the same with or without the cache.
package struct MapGround: Sendable {
  /// The look of the ground.
  package let look: MapLook

  private var painted: Painted?
  /// The movement of the picture in the last frame, and its area on the screen.
  private var move: (columns: Int, rows: Int) = (0, 0)
  private var place: Area?
  /// The ids of the places of the last frame, by the cells of the map that their marks and labels stand on.
  var ids: [Cell2D: String] = [:]

  /// Creates a ground with nothing painted.
  package init(look: MapLook = .standard) { self.look = look }

  /// How far the ground has moved since the last frame, so that the terminal can scroll it; `nil` if it has not moved
  /// or is a different one.
  package var scroll: Scroll? {
    guard let place, move != (0, 0) else { return nil }
    return Scroll(area: place, columns: move.columns, rows: move.rows)
  }

  /// Begins a frame in which a map lies in `place` of the whole screen, or in which there is none.
  package mutating func begin(in place: Area?) {
    self.place = place
    move = (0, 0)
    ids = [:]
  }

  /// The id of the place whose mark or label stands on a cell of the screen; `nil` if there is none.
  func id(column: Int, row: Int) -> String? {
    place.flatMap { ids[Cell2D(column: column - $0.column, row: row - $0.row)] }
  }

  /// Draws the ground of a map on an empty part of the screen; returns the names to place on it.
  mutating func draw(_ screen: MapScreen, on canvas: inout Canvas, glyphs: GlyphLevel) -> [MapName] {
    guard let ground = screen.ground else { return [] }
    // Releases the old picture before changing it, so that copy-on-write copies nothing.
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

  /// Replaces the ground; returns by how many cells it has moved since the last one, `nil` if the scale differs.
  ///
  /// If tiles were added or removed, all is painted again, but the terminal can still scroll what it shows.
  mutating func show(
    _ next: MapScreen.Ground, _ look: MapLook, size: CanvasSize, glyphs: GlyphLevel
  ) -> (columns: Int, rows: Int)? {
    let before = ground
    let isSame =
      isPainted && raster.size == size && raster.glyphs == glyphs && before.isSeaCharted == next.isSeaCharted
      && before.geometries == next.geometries && before.secrets == next.secrets
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

  /// Whether all geometries have moved by `move`: not if a map of the whole world now shows another copy of it.
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

  /// The areas that a move uncovers at the edges.
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
