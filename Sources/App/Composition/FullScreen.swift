import TerminalUI
import TextCanvas

/// The terminal that something is shown on: what it can show, before it is taken, and the way there and back.
struct FullScreen {
  let capability: TerminalCapability
  /// What the ground of maps looks like on it.
  let look: MapLook

  /// Throws: an exit code, after it has been said why, for a style that is not there.
  init(_ styling: MapStyling, colour: TerminalCapability.ColourChoice, isASCII: Bool) throws {
    capability = TerminalCapability(
      environment: Environment.variables, colour: colour, maximum: isASCII ? .ascii : .braille)
    look = try styling.look(colours: capability.colours)
  }

  /// What its font is trusted with.
  var glyphs: GlyphLevel { capability.glyphs }

  /// Takes the whole terminal for as long as `play` goes on, which says what the program is to die by, if anything.
  ///
  /// Complaints are kept meanwhile. Throws: an exit code, after it has been said why.
  func take(_ play: (Terminal) async -> TerminalEnd?) async throws {
    let terminal: Terminal
    do { terminal = try Terminal.open(for: capability, table: look.table) } catch {
      throw Failure.say("\(error)", Failure.unavailable)
    }
    Output.hold()
    let end = await play(terminal)
    terminal.close()
    Output.release()
    end?.die()
  }
}
