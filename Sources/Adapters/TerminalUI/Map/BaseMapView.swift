internal import HuntApplication
internal import TextCanvas

/// Draws what lies under the game, from the bottom up.
func drawBaseMap(_ screen: MapScreen, on canvas: inout Canvas, glyphs: GlyphLevel) {
  // Without a position nothing is known to be sea.
  guard !screen.shapes.isEmpty || screen.isSeaCharted && screen.player != nil else { return }
  drawSea(screen, on: &canvas, glyphs: glyphs)
  var start = screen.shapes.startIndex
  // Shapes come sorted by kind: each kind is one layer.
  while start < screen.shapes.endIndex {
    let kind = screen.shapes[start].kind
    let end = screen.shapes[start...].firstIndex { $0.kind != kind } ?? screen.shapes.endIndex
    if kind != .land { drawLayer(kind, screen.shapes[start..<end], on: &canvas, glyphs: glyphs) }
    start = end
  }
}

/// The sea is what no land covers, so it costs one polygon: the whole screen with the land as holes.
private func drawSea(_ screen: MapScreen, on canvas: inout Canvas, glyphs: GlyphLevel) {
  let land = screen.shapes.filter { $0.kind == .land && $0.isArea }.flatMap { $0.parts.map(dots) }
  guard screen.isSeaCharted else { return }
  let (width, height) = (Double(canvas.size.columns * 2), Double(canvas.size.rows * 4))
  let frame = [Dot(x: -1, y: -1), Dot(x: width, y: -1), Dot(x: width, y: height), Dot(x: -1, y: height)]
  var sea = Raster(size: canvas.size, glyphs: glyphs)
  sea.polygon([frame] + land, texture: .waves)
  canvas.draw(sea, style: Palette.sea)
  var shore = Raster(size: canvas.size, glyphs: glyphs)
  for ring in land { shore.polyline(ring + ring.prefix(1)) }
  canvas.draw(shore, style: Palette.shore)
}

private func drawLayer(
  _ kind: BaseMap.Kind, _ shapes: ArraySlice<MapScreen.Shape>, on canvas: inout Canvas, glyphs: GlyphLevel
) {
  var raster = Raster(size: canvas.size, glyphs: glyphs)
  for shape in shapes {
    let parts = shape.parts.map(dots)
    if shape.isArea {
      raster.polygon(parts, texture: Palette.texture(of: kind))
      if kind == .water || kind == .building { for ring in parts { raster.polyline(ring + ring.prefix(1)) } }
    } else {
      for line in parts { raster.polyline(line) }
    }
  }
  canvas.draw(raster, style: Palette.style(of: kind))
}

/// Cells to dots: two to a column, four to a row, counted from the middle of the first.
func dots(_ points: [MapScreen.Point]) -> [Dot] { points.map(dot) }

/// One cell place as a dot.
func dot(_ point: MapScreen.Point) -> Dot { Dot(x: point.x * 2 - 0.5, y: point.y * 4 - 0.5) }
