import TerminalUI
import TextCanvas

/// The terminal that something is shown on: what it can show, before it is taken, and the way there and back.
struct FullScreen {
  let capability: TerminalCapability
  /// What the ground of maps looks like on it.
  let look: MapLook

  /// Throws: if the style is not there.
  init(_ styling: MapStyling, colour: TerminalCapability.ColourChoice, isASCII: Bool) throws(CommandFailure) {
    capability = TerminalCapability(
      environment: Environment.variables, colour: colour, maximum: isASCII ? .ascii : .braille)
    look = try styling.look(colours: capability.colours)
  }

  /// What its font is trusted with.
  var glyphs: GlyphLevel { capability.glyphs }

  /// Takes the whole terminal for as long as `play` goes on, which says what the program is to die by, if anything.
  ///
  /// What would be written to standard error meanwhile is written afterwards.
  func take(_ play: (Terminal) async -> TerminalEnd?) async throws(CommandFailure) {
    let terminal: Terminal
    do throws(TerminalError) { terminal = try Terminal.open(for: capability, table: look.table) } catch {
      throw CommandFailure("\(error)", .unavailable)
    }
    let end = await Output.withErrorsLater {
      let end = await play(terminal)
      terminal.close()
      return end
    }
    end?.die()
  }
}
