import ArgumentParser
import CommandKit
import Glibc
import TerminalUI
import Viewer
import Views

/// The options for watching a recording on a terminal.
struct LookingOptions: ParsableArguments {
  @OptionGroup var part: PartOptions

  @Option(help: ArgumentHelp("How many times faster than life, from 0.1 to 1000.", valueName: "factor"))
  var speed = 1.0

  @Flag(help: "Begin again at the end.")
  var loop = false

  @Flag(help: "Wait for a key at the beginning.")
  var paused = false

  @Option(help: ArgumentHelp("The hunt that a trace belongs to.", valueName: "hunt"), completion: .file())
  var hunt: String?

  @Option(
    help: ArgumentHelp("Show another walk or session beside a trace. May be repeated.", valueName: "file"),
    completion: .file())
  var ghost: [String] = []

  @OptionGroup var recording: RecordingOptions

  @Option(help: "The map below a trace.", completion: .file())
  var map: String?

  @Option(help: MapStyling.help, completion: MapStyling.completion, transform: MapStyling.read)
  var style: String?

  @Flag(help: "Draw with 7-bit characters only.")
  var ascii = false

  @Option(help: "Colours: auto, always or never.")
  var color = TerminalCapability.ColourChoice.auto

  func validate() throws {
    guard ghost.count <= Race.mostGhosts else {
      throw ValidationError("--ghost can be said \(Race.mostGhosts) times.")
    }
    guard PlaybackSpeed.range.contains(speed) else { throw ValidationError("--speed goes from 0.1 to 1000.") }
  }

  /// Whether anything was said of how it is looked at.
  private var isSaid: Bool {
    part.isSaid || speed != 1 || loop || paused || !ghost.isEmpty || style != nil
      || ascii
      || color != .auto || isOfTrace
  }

  /// Whether anything was said that a session brings with it.
  private var isOfTrace: Bool { hunt != nil || map != nil }

  /// Checks that the options make sense together.
  ///
  /// - Parameter isLookedAt: whether a session is looked at on a terminal.
  func check(isLookedAt: Bool) throws {
    guard isLookedAt || !isSaid else {
      throw ValidationError(
        "Only on a terminal a session is looked at, with --start, --speed and the like; trove record makes recordings of a part."
      )
    }
    guard !isOfTrace else {
      throw ValidationError("A session brings its hunt and its map; --hunt and --map are for traces.")
    }
  }

  /// Takes the terminal until the user has seen enough.
  func look(at subject: ReplaySubject, _ installation: Installation?) async throws {
    var options = ReplayOptions()
    (options.start, options.end) = (part.start?.target, part.end?.target)
    options.maxGap = part.longestPause
    options.speed = PlaybackSpeed(speed)
    (options.isLooping, options.isPaused) = (loop, paused)
    var editor = ReplayViewer(subject.recording, from: subject.session, options: options)
    // The first frame shows the game already: a size, and what it was made of.
    editor.read(2)
    let styling = MapStyling(style ?? subject.style, installation: installation)
    try await ViewingPlayer.look(
      at: editor, subject.tiles, on: FullScreen(styling, colour: color, isASCII: ascii), .replay)
  }
}

/// The options that select a part of a recording.
struct PartOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Begin at a time (12:30, 90s) or a percentage.", valueName: "time"))
  var start: SeekArgument?

  @Option(help: ArgumentHelp("End at a time or a percentage.", valueName: "time"))
  var end: SeekArgument?

  @Option(help: ArgumentHelp("Pauses take so many seconds at most.", valueName: "seconds"))
  var maxGap: Double?

  func validate() throws {
    guard maxGap.map({ (0.001...1e9).contains($0) }) ?? true else {
      throw ValidationError("--max-gap wants seconds, 0.001 at least.")
    }
  }

  /// Whether anything was said.
  var isSaid: Bool { start != nil || end != nil || maxGap != nil }

  /// The longest pause between two frames; `nil` to keep pauses as they were.
  var longestPause: Duration? { maxGap.map { .seconds($0) } }
}

/// A time of a recording, or a part of it.
struct SeekArgument: ExpressibleByArgument {
  let target: SeekTarget

  init?(argument: String) {
    guard let target = SeekTarget(argument) else { return nil }
    self.target = target
  }
}
