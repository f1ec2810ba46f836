import ArgumentParser
import Geodesy
import Glibc
import HuntApplication
import HuntDomain
import TerminalUI
import TextCanvas

/// What `trove map` and `trove compass` share: where one stands, what lies around, how large the frame is.
struct FrameOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: CoordinateArgument.help)
  var at: CoordinateArgument

  @Option(help: ArgumentHelp("Columns and rows of the frame.", valueName: "80x24"))
  var size: SizeArgument?

  @Option(parsing: .unconditional, help: ArgumentHelp("Where you look, in degrees from north.", valueName: "deg"))
  var heading: HeadingArgument?

  @Option(help: "A file with places: GeoJSON, or GPX waypoints; may be repeated.", completion: .file())
  var places: [String] = []

  @OptionGroup var coordinates: NotationOptions

  @Flag(help: "Draw with 7-bit characters only.")
  var ascii = false

  /// The moment that is drawn.
  func nearby() async throws -> Nearby {
    var service = NearbyPOIService()
    let known = try await Files.places(places).places(near: at.coordinate, within: service.reach)
    service.receive(known, at: .zero)
    service.receive(.fix(Fix(position: at.coordinate, time: .zero)), at: .zero)
    if let bearing = heading?.bearing {
      service.receive(Heading(bearing: bearing, source: .manual, uncertainty: 0), at: .zero)
    }
    return service.snapshot(at: .zero)
  }

  /// The frame's size: as asked for, or the terminal's, or 80 x 24; a line less where the position stands below it.
  var frame: (columns: Int, rows: Int) {
    let (columns, rows) = whole
    return (columns, coordinates.wanted == nil ? rows : max(1, rows - 1))
  }

  private var whole: (columns: Int, rows: Int) {
    if let size { return (size.columns, size.rows) }
    var window = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 1 else {
      return (80, 24)
    }
    return (Int(window.ws_col), Int(window.ws_row) - 1)
  }

  /// Draws one frame and writes it.
  func write(_ draw: (inout Canvas, GlyphLevel) -> Void) {
    var environment = Environment.variables
    // A file has no font: there only the locale tells what can be read.
    if isatty(STDOUT_FILENO) == 0 { environment["TERM"] = "xterm" }
    let capability = TerminalCapability(environment: environment, maximum: ascii ? .ascii : .braille)
    var canvas = Canvas(width: frame.columns, height: frame.rows)
    draw(&canvas, capability.glyphs)
    var caption = Canvas(width: frame.columns, height: 1)
    caption.put(coordinates.wanted.map { "You are at " + $0.text(of: at.coordinate) } ?? "", column: 0, row: 0)
    for part in coordinates.wanted == nil ? [canvas] : [canvas, caption] {
      Output.write((capability.glyphs == .ascii ? part.asciiText : part.text) + "\n")
    }
  }
}
