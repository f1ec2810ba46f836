import ArgumentParser
import CommandKit
import Glibc
import PlainUI
import TerminalUI
import TextCanvas
import Trials
import Views

/// Runs a trial at the edge: the cores, the bar.
enum TrialRunning {
  /// Cores that this process may use.
  static var cores: Int { max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN))) }

  /// Runs a trial under a progress bar.
  static func run(_ trial: Trial, threads: Int) async -> TrialResult {
    var bar = ProgressBar()
    defer { bar.end() }
    return await trial.run(threads: threads) { done in
      bar.show(Double(done) / Double(trial.players), "\(done) of \(trial.players) players")
    }
  }
}

/// Writes the report of a trial as one frame: as wide as the terminal, and as high as it has to be.
struct TrialPrinter {
  private let capability: TerminalCapability

  init(colour: TerminalCapability.ColourChoice, isASCII: Bool) {
    var environment = Environment.variables
    let isTerminal = isatty(STDOUT_FILENO) == 1
    // A file has no font: there only the locale tells what can be read.
    if !isTerminal, colour != .always || environment["TERM"] == nil { environment["TERM"] = "xterm" }
    let choice: TerminalCapability.ColourChoice = colour == .auto && !isTerminal ? .never : colour
    capability = TerminalCapability(environment: environment, colour: choice, maximum: isASCII ? .ascii : .braille)
  }

  /// Throws: if the map cannot look as it should.
  func show(_ screen: TrialScreen, _ result: TrialResult, on map: LoadedMap, _ styling: MapStyling)
    async throws(CommandFailure)
  {
    let look = try styling.look(colours: capability.colours).look
    let columns = Self.columns
    var heat = HeatMap(result, columns: columns, base: map.base, tiles: map.tiles?.facts)
    let wanted = heat.wanted()
    await map.tiles?.readAll(wanted) { heat.receive($0, $1) }
    let shown = heat.screen
    var canvas = Canvas(width: columns, height: trialRows(screen, columns: columns, mapRows: shown.rows))
    drawTrial(screen, heat: shown, on: &canvas, glyphs: capability.glyphs, look: look)
    if capability.colours > .none {
      Output.write(bytes: canvas.lines(by: capability.frameWriter(look.table)))
    } else {
      Output.write((capability.glyphs == .ascii ? canvas.asciiText : canvas.text) + "\n")
    }
  }

  /// The terminal's width, at least 80 and at most 120: longer lines are hard to read.
  private static var columns: Int {
    var window = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0 else { return 80 }
    return min(120, max(80, Int(window.ws_col)))
  }
}
