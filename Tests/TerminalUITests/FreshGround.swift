import Editor
import Game
import TerminalUI
import TextCanvas
import Viewer

// One frame by itself: the ground is drawn anew.

func drawAuthoring(_ view: AuthoringView, on canvas: inout Canvas, glyphs: GlyphLevel) {
  var ground = MapGround()
  drawAuthoring(view, on: &canvas, glyphs: glyphs, ground: &ground)
}

func drawGame(_ screen: GameScreen, on canvas: inout Canvas, glyphs: GlyphLevel) {
  var ground = MapGround()
  drawGame(screen, on: &canvas, glyphs: glyphs, ground: &ground)
}

func drawReplay(_ screen: ReplayScreen, on canvas: inout Canvas, glyphs: GlyphLevel) {
  var ground = MapGround()
  drawReplay(screen, on: &canvas, glyphs: glyphs, ground: &ground)
}
