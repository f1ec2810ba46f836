import FlightRecords
import GeoFormats
import Glibc
import HuntApplication
import HuntDomain
import TerminalUI
import TextCanvas

/// What a game is recorded on; blank where it is not recorded.
struct FlightTape {
  private let recorder: FlightRecorder?

  /// A tape that nothing is noted on.
  static let none = FlightTape(recorder: nil)

  private init(recorder: FlightRecorder?) { self.recorder = recorder }

  /// A tape as the options want it: without a word from them in the user's folder, as far as that can be.
  ///
  /// Throws: an exit code, after it has been said why, for a file that was named and cannot be made.
  init(_ options: SessionOptions, _ header: FlightHeader) throws {
    // Where files have a limit, the game goes on without a record.
    signal(SIGXFSZ, SIG_IGN)
    var header = header
    let moment = Timestamp.now
    header.began = moment.description
    if let path = options.session {
      guard let recorder = FlightRecorder(path: path, header) else {
        let code = errno
        let why = Files.isThere(path) ? "there is such a file already" : String(cString: strerror(code))
        throw Failure.say("\(path): the session cannot be recorded: \(why).", Failure.cannotMake)
      }
      self.recorder = recorder
    } else {
      recorder = options.isUnrecorded ? nil : SessionFolder.own?.begin(header, at: moment)
    }
  }

  /// The game begins with these files.
  func note(_ opened: Opened, at time: Duration) {
    guard let recorder else { return }
    let game = RecordedGame(
      opened.game, hunt: Self.file(opened.huntPath), map: opened.mapPath.map(Self.file),
      ghosts: opened.ghostPaths.map(Self.file))
    recorder.note(FlightMoment(.begin(game), at: time))
  }

  private static func file(_ path: String) -> RecordedGame.File {
    // A pipe was read to its end by the game.
    guard Files.isOrdinary(path), let bytes = try? FileBytes.contents(of: path, limit: RecordedGame.File.largest) else {
      return .init(path: path, text: nil)
    }
    return .init(path: path, text: String(validating: bytes, as: UTF8.self))
  }

  /// Something happens to the session.
  func note(_ event: SessionEvent, at time: Duration) {
    switch event {
    // Its files are noted, see ``note(_:at:)``.
    case .begin: break
    case .tile(let id, .sheet): recorder?.note(FlightMoment(.tile(id, .sheet), at: time))
    case .tile(let id, .missing): recorder?.note(FlightMoment(.tile(id, .missing), at: time))
    case .tile(let id, .broken(let why)): recorder?.note(FlightMoment(.tile(id, .broken(why)), at: time))
    default: recorder?.note(FlightMoment(.event(event), at: time))
    }
  }

  /// A line is typed.
  func note(command line: String, at time: Duration) { recorder?.note(FlightMoment(.command(line), at: time)) }

  /// A picture is shown.
  func note(shown canvas: Canvas, at time: Duration) {
    recorder?.note(FlightMoment(.shown(Fingerprint(words: canvas.words).value), at: time))
  }

  /// Lines are said.
  func note(said lines: [String], at time: Duration) {
    guard !lines.isEmpty else { return }
    recorder?.note(FlightMoment(.shown(Fingerprint(text: lines.joined(separator: "\n")).value), at: time))
  }

  /// Nothing more is noted.
  func close() {
    recorder?.close()
    if let trouble = recorder?.trouble { Output.error("This session is not recorded to its end: \(trouble).") }
  }
}

/// The session of a game on a screen, everything that happens to which is noted before it happens.
struct TapedSession {
  private(set) var session: Session
  /// What it is noted on from the beginning of the game.
  private let tape: FlightTape
  private var hasBegun = false
  /// The size of the screen, as the session has it.
  private(set) var size = CanvasSize(columns: 80, rows: 24)

  init(_ session: Session, tape: FlightTape) { (self.session, self.tape) = (session, tape) }

  /// Applies one event that happened at `now`, which never goes back.
  mutating func handle(_ event: SessionEvent, at now: Duration) -> [SessionEffect] {
    if case .resize(let columns, let rows) = event {
      size = CanvasSize(columns: columns, rows: rows)
    }
    if hasBegun { tape.note(event, at: now) }
    return session.handle(event, at: now)
  }

  /// The game begins.
  mutating func begin(_ opened: Opened, at now: Duration) -> [SessionEffect] {
    hasBegun = true
    // What came before belongs to no game, but for the size of the screen.
    tape.note(.resize(columns: size.columns, rows: size.rows), at: now)
    tape.note(opened, at: now)
    return session.handle(.begin(opened.game), at: now)
  }

  /// The screen at `now` is drawn so.
  func note(shown canvas: Canvas, at now: Duration) { if hasBegun { tape.note(shown: canvas, at: now) } }

  /// The session is over.
  func close() { tape.close() }
}
