import ArgumentParser
import CommandKit
import Eye
import Geodesy
import Glibc
import HuntDomain
import Nearby
import TerminalUI
import TextCanvas
import Views

/// The options that `trove map` and `trove compass` share: the position, the places and the size of the frame.
struct FrameOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: CoordinateArgument.help, transform: CoordinateArgument.read)
  var at: Coordinate?

  @Option(help: ArgumentHelp("Columns and rows of the frame.", valueName: "80x24"))
  var size: SizeArgument?

  @Option(parsing: .unconditional, help: ArgumentHelp("Where you look, in degrees from north.", valueName: "deg"))
  var heading: HeadingArgument?

  @Option(help: ArgumentHelp("\(PlaceSources.help) May be repeated.", valueName: "places"), completion: .file())
  var places: [String] = []

  @OptionGroup var home: RegionOption

  @OptionGroup var coordinates: NotationOptions

  @Flag(help: "Draw with 7-bit characters only.")
  var ascii = false

  /// Returns the snapshot to draw, for a player at `position` who looks for `target`, on the sheets of a map.
  func nearby(
    at position: Coordinate, target: String? = nil, on geometries: [MapGeometry] = []
  ) async throws -> NearbySnapshot {
    var service = NearbyPOIService(joinsPieces: true)
    let sources = try home.places(places)
    let known = await KnownPlaces(of: sources, near: position, within: PlaceDemand.reach)
    service.receive(try known.places(), pinned: target.map { [$0] } ?? [], at: .zero)
    for geometry in geometries { service.receive(buildings: geometry.buildings) }
    service.receive(.fix(Fix(position: position, time: .zero)), at: .zero)
    if let bearing = heading?.bearing {
      service.receive(Heading(bearing: bearing, source: .manual, uncertainty: 0), at: .zero)
    }
    return service.snapshot(at: .zero)
  }

  /// Returns the position of `--at`; throws if it is missing.
  func standpoint() throws -> Coordinate {
    guard let at else { throw ValidationError("Missing expected argument '--at <lat,lon>'") }
    return at
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

  /// Draws one frame and writes it as text, with colours only where they are asked for.
  ///
  /// - Parameter colour: of the frame's own colours, by ``MapLook/table``.
  func write(
    colour: TerminalCapability.ColourChoice = .never, table: ColourTable = .empty,
    _ draw: (inout Canvas, GlyphLevel) -> Void
  ) {
    let capability = capability(colour: colour)
    var canvas = Canvas(width: frame.columns, height: frame.rows)
    draw(&canvas, capability.glyphs)
    if capability.colours > .none {
      Output.write(bytes: canvas.lines(by: capability.frameWriter(table)))
    } else {
      Output.write((capability.glyphs == .ascii ? canvas.asciiText : canvas.text) + "\n")
    }
    guard let position = at, let notation = coordinates.wanted else { return }
    var caption = Canvas(width: frame.columns, height: 1)
    caption.put("You are at " + notation.text(of: position), column: 0, row: 0)
    Output.write((capability.glyphs == .ascii ? caption.asciiText : caption.text) + "\n")
  }

  /// Returns what the output of a frame can show; colours only if they are asked for.
  func capability(colour: TerminalCapability.ColourChoice) -> TerminalCapability {
    var environment = Environment.variables
    // A file has no font: there only the locale tells what can be read.
    if isatty(STDOUT_FILENO) == 0, colour != .always || environment["TERM"] == nil { environment["TERM"] = "xterm" }
    return TerminalCapability(
      environment: environment, colour: colour == .always ? .always : .never, maximum: ascii ? .ascii : .braille)
  }
}

extension LoadedMap {
  /// The sheets around a place that its surroundings are made from; tiles that are broken are told.
  func geometries(around place: Coordinate, named name: String?) async -> [MapGeometry] {
    guard let tiles else { return base.geometries }
    var geometries = base.geometries
    for id in EyeUseCase.tiles(around: place, of: tiles.facts) {
      switch await tiles.tile(id) {
      case .geometry(let geometry): geometries.append(geometry)
      case .missing: break
      case .broken(let reason): Output.error("\(name ?? ""): tile \(id): \(reason).")
      }
    }
    return geometries
  }
}

extension Canvas {
  /// The rows as lines with the sequences of their colours, which move no cursor but to the right.
  func lines(by writer: FrameWriter) -> [UInt8] {
    // The first frame clears the terminal; those bytes are not part of a line.
    let clearing = writer.bytes(from: nil, to: Canvas(width: size.columns, height: 1)).count
    return (0..<size.rows).flatMap { row in
      var line = Canvas(width: size.columns, height: 1)
      for column in 0..<size.columns where !self[column, row].isContinuation {
        line.put(self[column, row].text, column: column, row: 0, style: self[column, row].style)
      }
      return Array(writer.bytes(from: nil, to: line).dropFirst(clearing)) + [0x0A]
    }
  }
}
