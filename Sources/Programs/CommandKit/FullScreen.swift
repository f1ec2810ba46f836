internal import Geodesy
package import TerminalUI
package import TextCanvas
internal import Views

/// The terminal that something is shown on: what it can show, and the way there and back.
package struct FullScreen {
  /// What the terminal can show.
  package let capability: TerminalCapability
  private let styling: MapStyling
  /// The look of maps on this terminal, and its name if another one than the usual; before the terminal is taken only
  /// where a style is asked for.
  private var style: (look: MapLook, name: String?)?

  /// Throws: if the style is not there.
  package init(_ styling: MapStyling, colour: TerminalCapability.ColourChoice, isASCII: Bool) throws(CommandFailure) {
    capability = TerminalCapability(
      environment: Environment.variables, colour: colour, maximum: isASCII ? .ascii : .braille)
    self.styling = styling
    if styling.wanted != nil { style = try styling.look(colours: capability.colours) }
  }

  /// What is kept from frame to frame of a game on it; nothing yet.
  package var scenery: Scenery {
    Scenery(
      look: style?.look ?? .standard, colours: capability.colours, style: styleName,
      hasSextants: capability.hasSextants)
  }

  /// The name of the style of maps, if another one than the usual; known once the terminal is taken.
  package var styleName: String? { style?.name }

  /// The characters that its font can show.
  package var glyphs: GlyphLevel { capability.glyphs }

  /// Takes the whole terminal for as long as `play` goes on, which says what the program is to die by, if anything.
  ///
  /// Where no style is asked for, the ground of the terminal decides, which `play` gets with it. What would be written to
  /// standard error meanwhile is written afterwards.
  package func take(_ play: (Terminal, FullScreen) async -> TerminalEnd?) async throws(CommandFailure) {
    let terminal: Terminal
    do throws(TerminalError) { terminal = try Terminal.open(for: capability, asksForGround: style == nil) } catch {
      throw CommandFailure("\(error)", .unavailable)
    }
    let end = await Output.withErrorsLater {
      var screen = self
      let style =
        screen.style
        ?? styling.usualLook(colours: capability.colours, isLight: MapStyling.isLight(terminal.ground))
      screen.style = style
      terminal.use(style.look.table)
      let end = await play(terminal, screen)
      terminal.close()
      return end
    }
    end?.die()
  }
}
