import ArgumentParser
import CommandKit
import Game
import HuntDomain
import SessionLogs
import TerminalUI
import TextCanvas
import Viewer

/// `trove record`: converts a session to a recording that others can watch.
struct RecordCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record", abstract: "Makes a terminal cast or a picture of a session.",
    discussion: """
      Examples:
      trove record last game.svg --max-gap 2
      trove record last game.cast

      A name that ends in .cast makes a recording of the terminal, asciicast version 2, as asciinema plays it; one that \
      ends in .svg a picture that moves, for a README or a page; with --at a picture of one moment. Sessions in lines \
      have no pictures.

      Exit codes: 0 well; 64 wrong usage; 65 no session, or a damaged one, or nothing to be seen in it; 66 no such \
      session; 73 the file cannot be made.
      """)

  @Argument(help: "A file, the name of a session, or last.", completion: Completions.sessions())
  var session: String

  @Argument(help: "What to make: a name that ends in .cast or .svg.", completion: .file(extensions: ["cast", "svg"]))
  var file: String

  @Option(help: ArgumentHelp("The picture of one moment: a time (12:30, 90s) or a percentage.", valueName: "time"))
  var at: SeekArgument?

  @OptionGroup var part: PartOptions

  @Option(help: ArgumentHelp("How many times faster than it was played.", valueName: "factor"))
  var speed = 1.0

  @Option(help: ArgumentHelp("At most so many frames a second.", valueName: "n"))
  var fps = 10.0

  @OptionGroup var sitting: SittingOptions

  @OptionGroup var outside: OutsideFileOptions

  private enum Kind { case cast, picture }

  private var kind: Kind? { file.hasSuffix(".cast") ? .cast : file.hasSuffix(".svg") ? .picture : nil }

  func validate() throws {
    guard kind != nil else { throw ValidationError("The file's name has to end in .cast or .svg.") }
    guard at == nil || kind == .picture && !part.isSaid else {
      throw ValidationError("--at makes one picture, in a file that ends in .svg.")
    }
    guard (0.01...1000).contains(speed) else { throw ValidationError("--speed goes from 0.01 to 1000.") }
    guard (0.1...100).contains(fps) else { throw ValidationError("--fps goes from 0.1 to 100.") }
  }

  /// The part of a session that is wanted.
  private func range(of loaded: LoadedSession) -> ClosedRange<Duration> {
    let whole = loaded.beginning...max(loaded.beginning, loaded.record.moments.last?.time ?? .zero)
    let time = { (argument: SeekArgument) in
      min(max(whole.lowerBound, argument.target.time(from: whole.lowerBound, in: whole)), whole.upperBound)
    }
    let start = (at ?? part.start).map(time) ?? whole.lowerBound
    return start...max(start, (at ?? part.end).map(time) ?? whole.upperBound)
  }

  func run() async throws {
    let path = try SessionFolder.find(session)
    let output = try OutputFile(file, named: "<file>", reading: [path])
    let installation = Installation.find(environment: Environment.variables)
    let loaded = try LoadedSession(
      sitting.chosen(of: LoadedSession.record(at: path), path)[0], path: path, installation: installation,
      files: outside.files(of: path))
    let header = loaded.record.header
    guard header.voice == .screen else {
      throw CommandFailure(
        "\(path): this game was played in lines, so it has no pictures: trove replay \(session) --plain tells it. For "
          + "pictures play on a terminal, without --plain and --json, and record that game.", .badData)
    }
    let replay = try SessionReplay(loaded, installation: installation)
    var excerpt = FrameExcerpt(range(of: loaded), shortest: .seconds(1 / (fps * speed)))
    await replay.play { shown in
      if case .frame(let canvas) = shown.picture { excerpt.see(canvas, at: shown.time) }
    }
    if excerpt.isFull {
      Output.error("\(path): only the first \(excerpt.frames.count) frames are shown; --start and --end choose others.")
    }
    guard !excerpt.frames.isEmpty else {
      throw CommandFailure("\(path): there is nothing to be seen in this session at that time.", .badData)
    }
    let cut = FrameTiming(
      speed: speed, longestPause: part.longestPause, shortestFrame: .seconds(1 / fps))
    let frames = at == nil ? Array(cut.cut(excerpt.frames)) : Array(excerpt.frames.suffix(1))
    let colours = ColourDepth(number: header.colours)
    let bytes: [UInt8]
    do throws(FrameSequenceError) {
      switch kind {
      case .cast?:
        let writer = FrameWriter(
          colours: colours, isUnicode: header.glyphs != GlyphLevel.ascii.rawValue, isSynchronised: false,
          table: replay.table)
        bytes = try Asciicast(writer: writer, title: loaded.game.hunt.title).bytes(of: frames)
      default:
        let look = PictureLook(depth: colours, table: replay.table)
        bytes = try AnimatedSVG(title: "Trove: \(loaded.game.hunt.title)", look: look).bytes(of: frames)
      }
    } catch {
      throw CommandFailure("\(file): \(error)", .badData)
    }
    try output.write(bytes)
    let count = frames.count == 1 ? "1 frame" : "\(frames.count) frames"
    Output.write("\(file): \(count), \(bytes.count / 1000) kB.\n")
  }
}
