package import TextCanvas

/// The capabilities of a terminal, judged by the environment alone: what a terminal is asked it may answer late or never.
package struct TerminalCapability: Hashable, Sendable {
  /// The player's choice of colours.
  package enum ColourChoice: String, Hashable, Sendable, CaseIterable {
    case auto, always, never
  }

  /// The characters that the font has.
  package let glyphs: GlyphLevel
  /// Whether the terminal draws sextants (U+1FB00 to U+1FB3B) itself, whatever its font has.
  package let hasSextants: Bool
  /// Whether characters beyond ASCII arrive as such.
  package let isUnicode: Bool
  /// How many colours may be used; none if the player or the environment refuses them.
  package let colours: ColourDepth
  /// Whether frames may be marked as one (private mode 2026).
  package let isSynchronised: Bool
  /// Whether the terminal can be asked to report each frame that it has shown.
  ///
  /// A multiplexer answers itself, before the terminal outside of it has shown anything: that matters where the line to
  /// the terminal is a long one.
  package let reportsFrames: Bool
  /// Whether it can be asked for the colour of its ground, and has a use for the answer.
  package let tellsGround: Bool
  /// Whether a cursor can be moved at all; if not, only plain lines are of use.
  package let isAddressable: Bool

  /// Judges by `TERM`, `COLORTERM`, the locale, and the conventions of `NO_COLOR`, `CLICOLOR` and `FORCE_COLOR`.
  ///
  /// `colour` wins over the environment, and `NO_COLOR` over everything else there. `maximum` is the best level of
  /// characters that the player wants.
  package init(
    environment: [String: String], colour: ColourChoice = .auto, maximum: GlyphLevel = .braille
  ) {
    let term = environment["TERM"] ?? ""
    isAddressable = !term.isEmpty && term != "dumb"
    isUnicode = isAddressable && Self.isUTF8(environment)
    let isRemote = ["SSH_CONNECTION", "SSH_TTY", "SSH_CLIENT"].contains { Self.isSet(environment[$0]) }
    reportsFrames = isAddressable && !(isRemote && Self.isInMultiplexer(environment, term))
    isSynchronised = isAddressable && term != "linux"
    glyphs = !isUnicode || maximum == .ascii ? .ascii : term == "linux" || maximum == .blocks ? .blocks : .braille
    hasSextants = glyphs == .braille && Self.drawsSextants(environment, term)
    colours = Self.colours(environment, term, colour)
    // The console of Linux writes the question on the screen in some of its versions.
    tellsGround = isAddressable && term != "linux" && colours != .none
  }

  /// Whether the terminal's ground is light, as `COLORFGBG` has it, which some terminals set: the last of its numbers is
  /// one of the 16 colours.
  package static func hasLightGround(_ environment: [String: String]) -> Bool? {
    guard let last = environment["COLORFGBG"]?.split(separator: ";").last, let number = Int(last) else { return nil }
    return switch number {
    case 0...6, 8: false
    case 7, 9...15: true
    default: nil
    }
  }

  /// The writer of frames for this terminal.
  package var frameWriter: FrameWriter { frameWriter(.empty) }

  /// The writer of frames for this terminal, with ground colours that look as `table` says.
  package func frameWriter(_ table: ColourTable) -> FrameWriter {
    FrameWriter(
      colours: colours, isUnicode: isUnicode && glyphs != .ascii, isSynchronised: isSynchronised, table: table)
  }

  /// The first of the three that is set decides, as in the C library.
  private static func isUTF8(_ environment: [String: String]) -> Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    let name = locale.lowercased()
    return ["utf-8", "utf8"].contains { name.contains($0) }
  }

  /// Known to draw them: kitty, foot, Ghostty, WezTerm (2021-08-14 and later), and terminals of VTE 0.62 and later.
  ///
  /// Konsole, xterm and Terminal.app leave them to the font; Alacritty, Windows Terminal, iTerm2 and Visual Studio Code do
  /// or did, and do not say their version in a way to rely on.
  private static func drawsSextants(_ environment: [String: String], _ term: String) -> Bool {
    // The terminal outside is unknown, and another one after the next attaching.
    if isInMultiplexer(environment, term) { return false }
    let named = ["xterm-kitty", "foot", "xterm-ghostty", "wezterm"]
    if named.contains(where: { term == $0 || term.hasPrefix($0 + "-") }) { return true }
    // Others call themselves xterm. A terminal inherits the variables of the one that it was started from.
    let others = ["XTERM_VERSION", "KONSOLE_VERSION", "WT_SESSION"]
    guard ["xterm-256color", "vte-256color"].contains(term), !others.contains(where: { isSet(environment[$0]) }) else {
      return false
    }
    if let program = environment["TERM_PROGRAM"], !program.isEmpty { return ["WezTerm", "ghostty"].contains(program) }
    return isSet(environment["KITTY_WINDOW_ID"]) || Int(environment["VTE_VERSION"] ?? "") ?? 0 >= 6200
  }

  private static func isInMultiplexer(_ environment: [String: String], _ term: String) -> Bool {
    ["TMUX", "STY", "ZELLIJ"].contains { isSet(environment[$0]) } || ["tmux", "screen"].contains(where: term.hasPrefix)
  }

  private static func colours(
    _ environment: [String: String], _ term: String, _ choice: ColourChoice
  ) -> ColourDepth {
    let known = depth(term, environment["COLORTERM"] ?? "")
    switch choice {
    case .never: return .none
    case .always: return max(known, .sixteen)
    case .auto: break
    }
    if isSet(environment["NO_COLOR"]) { return .none }
    if let level = environment["FORCE_COLOR"], !level.isEmpty { return forced(level, known) }
    if isSet(environment["CLICOLOR_FORCE"]), environment["CLICOLOR_FORCE"] != "0" { return max(known, .sixteen) }
    return environment["CLICOLOR"] == "0" ? .none : known
  }

  private static func isSet(_ value: String?) -> Bool { !(value ?? "").isEmpty }

  /// `FORCE_COLOR` may name a level, as Node's programs read it; any other word only asks for colours.
  private static func forced(_ level: String, _ known: ColourDepth) -> ColourDepth {
    switch level {
    case "0", "false": .none
    case "2": max(known, .twoHundredFiftySix)
    case "3": .trueColour
    default: max(known, .sixteen)
    }
  }

  private static func depth(_ term: String, _ colorTerm: String) -> ColourDepth {
    if term.isEmpty || term == "dumb" || term.hasPrefix("vt") { return .none }
    // GNU screen takes the parameters of 24 bit colours for other attributes.
    let isScreen = term.hasPrefix("screen")
    if !isScreen, ["truecolor", "24bit"].contains(colorTerm) || term.hasSuffix("-direct") { return .trueColour }
    return term.contains("256color") ? .twoHundredFiftySix : .sixteen
  }
}
