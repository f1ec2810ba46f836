import CommandKit
import Game
import GeoFormats
import Glibc
import HuntDomain
import Numbers
import SessionLogs
import TerminalUI
import TextCanvas
import Views

/// Records a game from its beginning; does nothing if the game is not recorded.
struct SessionLogger {
  /// Where to create the record once a game begins.
  private enum Place {
    case file(SessionLogWriter, path: String)
    /// The record of the game, or else a new file in the folder.
    case own(SessionFolder?, Timestamp)
  }

  private var place: Place?
  private var recorder: SessionLogWriter?
  private var header: SessionLogHeader
  /// The part of the game in an event, which hears all that is recorded; `nil` for a game without one.
  private let part: EventPart?

  /// Creates the log that the options ask for: by default in the user's folder, if that is possible.
  ///
  /// What the player chooses before a game begins is not part of a record.
  ///
  /// Throws: if a file was named and cannot be made.
  init(_ options: SessionOptions, _ header: SessionLogHeader, part: EventPart? = nil) throws(CommandFailure) {
    // Where files have a limit, the game goes on without a record.
    signal(SIGXFSZ, SIG_IGN)
    var header = header
    let moment = Timestamp.now
    header.began = moment.description
    (self.header, self.part) = (header, part)
    if let path = options.session {
      guard let recorder = SessionLogWriter(path: path) else {
        let code = errno
        let why = Files.isThere(path) ? "there is such a file already" : String(cString: strerror(code))
        throw CommandFailure("\(path): the session cannot be recorded: \(why).", .cannotCreate)
      }
      place = .file(recorder, path: path)
    } else if !options.isUnrecorded {
      place = .own(SessionFolder.own, moment)
    }
  }

  /// Says in which style maps are shown, before a game begins; `nil` for the usual one.
  mutating func use(style: String?) { header.style = style }

  /// The game begins with these files, on a screen of this size where it has one.
  mutating func begin(_ opened: LoadedGame, size: CanvasSize? = nil, at time: Duration) {
    switch place {
    case .file(let named, _):
      named.begin(header)
      recorder = named
    case .own(let folder, let moment):
      recorder =
        opened.saving.record(header)
        ?? folder?.begin(header, at: moment, isRehearsal: opened.sensors.choice.isRehearsal)
    case nil: break
    }
    place = nil
    part?.begin(header)
    guard recorder != nil || part != nil else { return }
    if let size { note(.resize(columns: size.columns, rows: size.rows), at: time) }
    let game = RecordedGame(
      opened.game, hunt: Self.file(opened.huntPath), map: opened.mapPath.map(Self.file),
      ghosts: opened.ghostPaths.map(Self.file))
    note(entry: .begin(game), at: time)
  }

  private static func file(_ path: String) -> RecordedGame.File {
    // A pipe was read to its end by the game.
    guard Files.isOrdinary(path), let bytes = try? FileBytes.contents(of: path, limit: RecordedGame.File.largest) else {
      return .init(path: path, text: nil, sum: FileSum.of(path: path))
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return .init(path: path, text: nil, sum: FileSum.of(path: path))
    }
    return .init(path: path, text: text)
  }

  /// Records an event of the session.
  func note(_ event: SessionEvent, at time: Duration) {
    switch event {
    // Its files are noted, see ``begin(_:size:at:)``.
    case .begin: break
    case .tile(let id, .geometry): note(entry: .tile(id, .geometry), at: time)
    case .tile(let id, .missing): note(entry: .tile(id, .missing), at: time)
    case .tile(let id, .broken(let why)): note(entry: .tile(id, .broken(why)), at: time)
    default: note(entry: .event(event), at: time)
    }
  }

  private func note(entry: SessionLogEntry, at time: Duration) {
    let moment = TimedLogEntry(entry, at: time)
    recorder?.note(moment)
    part?.note(moment)
  }

  /// A line is typed.
  func note(command line: String, at time: Duration) { note(entry: .command(line), at: time) }

  /// A picture is shown.
  func note(shown canvas: Canvas, at time: Duration) {
    recorder?.note(TimedLogEntry(.shown(Checksum(words: canvas.words).value), at: time))
  }

  /// Lines are said.
  func note(said lines: [String], at time: Duration) {
    guard !lines.isEmpty else { return }
    recorder?.note(TimedLogEntry(.shown(Checksum(lines.joined(separator: "\n")).value), at: time))
  }

  /// Ends the record.
  func close() {
    if case .file(let unused, let path) = place {
      unused.close()
      unlink(path)
    }
    recorder?.close(at: .now)
    if let trouble = recorder?.trouble { Output.error("This session is not recorded to its end: \(trouble).") }
  }
}

/// The session of a game on a screen; records every event before the session handles it.
struct LoggedSession {
  private(set) var session: Session
  private var logger: SessionLogger
  /// The size of the screen, as the session has it.
  private(set) var size = CanvasSize(columns: 80, rows: 24)

  init(_ session: Session, logger: SessionLogger) { (self.session, self.logger) = (session, logger) }

  /// Applies one event that happened at `now`, which never goes back.
  mutating func handle(_ event: SessionEvent, at now: Duration) -> [SessionEffect] {
    if case .resize(let columns, let rows) = event {
      size = CanvasSize(columns: columns, rows: rows)
    }
    logger.note(event, at: now)
    return session.handle(event, at: now)
  }

  /// The game begins.
  mutating func begin(_ opened: LoadedGame, at now: Duration) -> [SessionEffect] {
    logger.begin(opened, size: size, at: now)
    return session.handle(.begin(opened.game), at: now)
  }

  /// The screen at `now` is drawn so.
  func note(shown canvas: Canvas, at now: Duration) { logger.note(shown: canvas, at: now) }

  /// The session is over.
  func close() { logger.close() }
}
