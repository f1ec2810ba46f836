package import HuntApplication
package import TextCanvas

package func drawGame(_ screen: GameScreen, on canvas: inout Canvas, glyphs: GlyphLevel) {}
package func drawMap(_ screen: MapScreen, on canvas: inout Canvas, glyphs: GlyphLevel) {}
package func drawCompass(_ screen: CompassScreen, on canvas: inout Canvas, glyphs: GlyphLevel) {}
