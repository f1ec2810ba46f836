internal import HuntApplication
internal import TextCanvas

/// The ground of a map as it was drawn last: it lies still while everything on it moves, and costs more than all the
/// rest.
///
/// Only saves time: with or without what was kept a frame is the same.
package struct MapGround: Sendable {
  /// Everything that the ground is drawn from.
  private struct Key: Equatable {
    let shapes: [MapScreen.Shape]
    let isSeaCharted: Bool
    let hasPlayer: Bool
    let size: CanvasSize
    let glyphs: GlyphLevel
  }

  private var drawn: (key: Key, canvas: Canvas)?

  /// Nothing drawn yet.
  package init() {}

  /// Draws the ground of a map on a part of the screen where nothing is drawn yet.
  mutating func draw(_ screen: MapScreen, on canvas: inout Canvas, glyphs: GlyphLevel) {
    let key = Key(
      shapes: screen.shapes, isSeaCharted: screen.isSeaCharted, hasPlayer: screen.player != nil, size: canvas.size,
      glyphs: glyphs)
    if let drawn, drawn.key == key { return canvas.put(drawn.canvas) }
    var ground = Canvas(size: canvas.size)
    drawBaseMap(screen, on: &ground, glyphs: glyphs)
    canvas.put(ground)
    drawn = (key, ground)
  }
}
