package import ArgumentParser
package import MapTiles
package import TerminalUI
package import TextCanvas
internal import Views

/// How maps look, as the player wants it and as far as the terminal can show it.
package struct MapStyling {
  /// The default palettes, on a dark terminal and on a light one.
  private static let (usual, usualOnLight) = ("dark", "light")
  /// The help of `--style`.
  package static let help = ArgumentHelp(
    "The colours of the map: dark, light, safe for the colour-blind, or another of Maps/styles.", valueName: "name")

  /// What a shell offers for `--style`.
  package static var completion: CompletionKind { .list(["dark", "light", "safe"]) }

  /// Reads `--style`; throws if there are styles, and none of that name.
  package static func read(_ name: String) throws -> String {
    do throws(CommandFailure) { _ = try MapStyling(name).look(colours: .none) } catch  where error.code == .usage {
      throw ValidationError(error.message)
    } catch {
      // Where no style can be read, whoever needs one says so.
    }
    return name
  }

  /// The name of the palette that the player asks for; `nil` for the default.
  package let wanted: String?
  private let folder: String?

  /// - Parameter wanted: what the command line says, before what `TROVE_STYLE` says.
  package init(_ wanted: String?, installation: Installation? = .find(environment: Environment.variables)) {
    let said = Environment.variables["TROVE_STYLE"].flatMap { $0.isEmpty ? nil : $0 }
    self.wanted = wanted ?? said
    folder = Self.folder(installation)
  }

  /// - Parameter recorded: what the player of the recorded session asked for; overrides today's settings.
  package init(recorded: String?, installation: Installation?) {
    wanted = recorded
    folder = Self.folder(installation)
  }

  private static func folder(_ installation: Installation?) -> String? {
    installation.map { "\($0.root)/Maps/styles" }
  }

  /// The tables and palettes of this installation.
  package func styles() throws(CommandFailure) -> MapStyles {
    guard let folder else {
      throw CommandFailure(
        "Maps/styles is nowhere to be found, and without it no tiles can be read; TROVE_DATA names the folder above Maps.",
        .noSuchFile)
    }
    do { return try MapStyles(folder: folder) } catch {
      throw CommandFailure(error.description, error.isMissing ? .noSuchFile : .badData)
    }
  }

  /// The look of the map for a terminal's colour depth, and its name if another one than ``MapStyling/usual``: from the
  /// folder of styles, or the program's own if there is no folder or it cannot be read; the latter is reported.
  ///
  /// - Parameter isLight: whether the terminal's ground is light; does not matter where a style is asked for.
  /// Throws: if a style was asked for and is not there.
  package func look(
    colours: ColourDepth, isLight: Bool = isLight(nil)
  ) throws(CommandFailure) -> (look: MapLook, name: String?) {
    guard let wanted else { return usualLook(colours: colours, isLight: isLight) }
    let styles = try styles()
    if let palette = styles.palettes[wanted] { return (MapLook(palette, colours: colours), wanted) }
    let known = styles.palettes.keys.sorted().joined(separator: ", ")
    throw CommandFailure("there is no map style “\(wanted)”, only \(known).", .usage)
  }

  /// The look for a frame that is written once: where no style is asked for, the terminal is asked for its ground, if it
  /// gets the frame.
  package func lookOnce(for capability: TerminalCapability) throws(CommandFailure) -> (look: MapLook, name: String?) {
    let ground = wanted == nil ? Terminal.askGround(for: capability) : nil
    return try look(colours: capability.colours, isLight: Self.isLight(ground))
  }

  /// Whether a terminal's ground is light: by what it says itself, else by `COLORFGBG`.
  package static func isLight(_ ground: RGB?) -> Bool {
    ground.map { $0.luminance > RGB.middleLuminance } ?? TerminalCapability.hasLightGround(Environment.variables)
      ?? false
  }

  /// The look where no style is asked for.
  package func usualLook(colours: ColourDepth, isLight: Bool) -> (look: MapLook, name: String?) {
    guard let palette = usualStyles?.palettes[isLight ? Self.usualOnLight : Self.usual] else {
      return (isLight ? .standardLight : .standard, nil)
    }
    return (MapLook(palette, colours: colours), isLight ? Self.usualOnLight : nil)
  }

  private var usualStyles: MapStyles? {
    guard let folder, Files.isThere(folder) else { return nil }
    do { return try MapStyles(folder: folder) } catch {
      Output.error("\(error.description); maps have the program's own colours.")
      return nil
    }
  }
}
