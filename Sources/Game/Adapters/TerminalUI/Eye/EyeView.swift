package import Eye
internal import Geodesy
package import TextCanvas
internal import Views

/// How the eye's picture is made of characters.
package enum EyeGlyphs: String, Hashable, Sendable, CaseIterable {
  /// Two colours a cell, on two by three samples: for fonts of Unicode 13.
  case sextants
  /// Two colours a cell, on two by two samples.
  case quadrants
  /// Two colours a cell, one above the other.
  case halves
  /// Outlines in dots, for terminals of few colours.
  case braille
  /// The 95 printable characters of ASCII.
  case ascii

  /// The characters that suit a terminal's font and colours best.
  package init(_ glyphs: GlyphLevel, colours: ColourDepth, hasSextants: Bool) {
    switch (glyphs, colours > .sixteen) {
    case (.ascii, _): self = .ascii
    case (.blocks, true): self = .halves
    case (.blocks, false): self = .ascii
    case (.braille, true): self = hasSextants ? .sextants : .quadrants
    case (.braille, false): self = .braille
    }
  }

  /// Whether it is nothing without colours.
  package var needsColours: Bool { picture != nil }

  fileprivate var picture: PictureGlyphs? { PictureGlyphs(rawValue: rawValue) }
  /// The characters for marks and lines beside the picture.
  fileprivate var level: GlyphLevel { self == .ascii ? .ascii : .braille }
}

/// Rows above the eye's picture: the strip of directions.
package let eyeTapeRows = 1

/// Draws the eye: the strip of directions, the picture, and signs in it.
///
/// - Parameter signs: where signs stood in the frame before.
package func drawEye(_ screen: EyeScreen, on canvas: inout Canvas, look: EyeLook, signs: inout EyeSigns) {
  let symbols = Symbols(glyphs: look.glyphs.level)
  let size = canvas.size
  let area = Area(column: 0, row: eyeTapeRows, columns: size.columns, rows: size.rows - eyeTapeRows)
  canvas.within(area) { drawScene(screen, on: &$0, look: look, signs: &signs) }
  drawTape(screen, on: &canvas, symbols)
}

/// Draws the eye's picture, with stars and signs in it, on the whole of a canvas.
func drawScene(_ screen: EyeScreen, on canvas: inout Canvas, look: EyeLook, signs: inout EyeSigns) {
  let symbols = Symbols(glyphs: look.glyphs.level)
  let samples = drawPicture(screen, on: &canvas, look)
  drawStars(screen, samples, on: &canvas, symbols)
  // The last rows are for what lies beside the picture, and for what is left out of it and the credit.
  let hasNote = !screen.attribution.isEmpty || screen.leftOut != nil
  let layout = signs.layOut(screen, rows: canvas.size.rows - (hasNote ? 2 : 1), symbols)
  draw(layout, screen, on: &canvas, symbols)
  drawBurst(screen, on: &canvas, symbols)
  drawAsides(screen, layout, on: &canvas, symbols)
}

private func drawPicture(_ screen: EyeScreen, on canvas: inout Canvas, _ look: EyeLook) -> EyeSamples {
  let colours = EyeColours(screen, look)
  guard let kind = look.glyphs.picture else {
    var painter = EyePainter(screen, colours, across: EyeLines.across, down: EyeLines.down)
    let samples = painter.paint()
    let lines = EyeLines(samples)
    if look.glyphs == .ascii { lines.drawLetters(on: &canvas, row: 0) } else { lines.drawDots(on: &canvas, row: 0) }
    return samples
  }
  var painter = EyePainter(screen, colours, across: kind.across, down: kind.down)
  let samples = painter.paint()
  var picture = Picture(
    columns: screen.camera.columns, rows: screen.camera.rows, glyphs: kind,
    keepsColours: colours.areFew)
  picture.withSamples { cells in
    for index in cells.indices { cells[index] = samples.colours[index] }
  }
  canvas.draw(picture)
  return samples
}

/// Magnitudes down to which a star is a large dot.
private let largeStar = 1.0

/// Draws the stars, in cells that show nothing but the sky.
private func drawStars(_ screen: EyeScreen, _ samples: EyeSamples, on canvas: inout Canvas, _ symbols: Symbols) {
  let camera = screen.camera
  let (across, down) = (samples.width / camera.columns, samples.height / camera.rows)
  for star in screen.stars {
    let (sine, cosine) = Angle.sineAndCosine(degrees: star.elevation)
    let (x, y) = (camera.column(of: star.bearing), camera.row(ofSlope: sine / max(1e-6, cosine)))
    guard x >= 0, x < Double(camera.columns), y >= 0, y < Double(camera.rows) else { continue }
    let (column, row) = (Int(x), Int(y))
    let isSky = (row * down..<(row + 1) * down).allSatisfy { line in
      (column * across..<(column + 1) * across).allSatisfy { samples.subjects[line * samples.width + $0] == .sky }
    }
    guard isSky else { continue }
    let behind = canvas[column, row].style.picture?.background
    let isLarge = star.magnitude < largeStar
    canvas.put(
      !isLarge ? "." : symbols.glyphs == .ascii ? "*" : "•", column: column, row: row,
      style: behind.map { Style(picture: isLarge ? RGB(244, 244, 252) : RGB(176, 180, 208), on: $0) } ?? Palette.shore)
  }
}

/// Draws the strip of directions, exactly above what lies there.
private func drawTape(_ screen: EyeScreen, on canvas: inout Canvas, _ symbols: Symbols) {
  let camera = screen.camera
  canvas.fill(Area(column: 0, row: 0, columns: canvas.size.columns, rows: 1), style: Palette.tape)
  drawCone(screen, on: &canvas, symbols)
  // As close as there is room for the numbers.
  let spacing = [5, 10, 15, 30, 45, 90].first { Double($0) / camera.degreesPerColumn >= 9 } ?? 90
  // Dots only where they do not run into numbers.
  let hasDots = 5 / camera.degreesPerColumn >= 4
  for degrees in stride(from: 0, to: 360, by: 5) where hasDots || degrees % spacing == 0 || degrees % 45 == 0 {
    let bearing = Bearing(degrees: Double(degrees))
    let x = camera.column(of: bearing)
    guard x >= 0, x < Double(camera.columns) else { continue }
    let isWind = degrees % 45 == 0
    let text =
      isWind ? bearing.compassPoint : degrees % spacing == 0 ? "\(degrees)" : symbols.glyphs == .ascii ? "." : "·"
    let column = Int(x) - text.count / 2
    guard column >= 0, column + text.count <= camera.columns else { continue }
    canvas.put(text, column: column, row: 0, style: isWind ? Palette.tapeWind : Palette.tape)
  }
  for sight in screen.sights where sight.role == .target {
    let x = camera.column(of: sight.bearing)
    guard x >= 0, x < Double(camera.columns) else { continue }
    canvas.put(symbols.mark(.target), column: Int(x), row: 0, style: Palette.tapeWind)
  }
}

/// Draws on the strip of directions how far to each side the player may look, as the compass does.
private func drawCone(_ screen: EyeScreen, on canvas: inout Canvas, _ symbols: Symbols) {
  guard screen.hasHeading, screen.cone > 0 else { return }
  let (middle, half) = (Double(canvas.size.columns) / 2, screen.cone / screen.camera.degreesPerColumn)
  let left = Int(max(0, middle - half)), end = Int(min(Double(canvas.size.columns), (middle + half).rounded(.up)))
  canvas.horizontalLine(column: left, row: 0, columns: end - left, with: symbols.cone, style: Palette.tapeCone)
}

/// Names at both edges what lies beside the picture, and says how many places ahead have no sign.
private func drawAsides(_ screen: EyeScreen, _ layout: EyeSigns.Layout, on canvas: inout Canvas, _ symbols: Symbols) {
  let columns = Double(screen.camera.columns)
  var (left, right) = ([EdgeRow.Place](), [EdgeRow.Place]())
  for sight in screen.sights {
    let x = screen.camera.column(of: sight.bearing)
    let place = EdgeRow.Place(name: sight.name, distance: sight.distanceText, role: sight.role)
    if x < 0 { left.append(place) } else if x >= columns { right.append(place) }
  }
  let row = max(0, canvas.size.rows - 1)
  if !screen.attribution.isEmpty {
    canvas.put(" \(symbols.text(screen.attribution)) ", .right, row: row - 1, style: Palette.tape)
  }
  if let leftOut = screen.leftOut {
    let credit = screen.attribution.isEmpty ? 0 : CharacterWidth.columns(of: symbols.text(screen.attribution)) + 3
    let text = shortened(symbols.text(leftOut), columns: max(8, canvas.size.columns - credit - 2))
    canvas.put(" \(text) ", column: 0, row: row - 1, style: Palette.tape)
  }
  EdgeRow(left: left, right: right, unnamedAhead: layout.unsigned)
    .draw(row: row, on: &canvas, symbols, pad: " ") { _ in Palette.tape }
}
