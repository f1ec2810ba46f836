import Editor
import Game
import TerminalUI
import TextCanvas
import Viewer

// One frame by itself: the ground is drawn anew.

func drawAuthoring(_ view: AuthoringView, on canvas: inout Canvas, glyphs: GlyphLevel) {
  var scenery = Scenery()
  drawAuthoring(view, on: &canvas, glyphs: glyphs, scenery: &scenery)
}

func drawGame(_ screen: GameScreen, on canvas: inout Canvas, glyphs: GlyphLevel) {
  var scenery = Scenery()
  drawGame(screen, on: &canvas, glyphs: glyphs, scenery: &scenery)
}

func drawReplay(_ screen: ReplayScreen, on canvas: inout Canvas, glyphs: GlyphLevel) {
  var scenery = Scenery()
  drawReplay(screen, on: &canvas, glyphs: glyphs, scenery: &scenery)
}
