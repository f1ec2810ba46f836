import ArgumentParser
import CommandKit
import Game
import Numbers
import PlainUI
import SessionLogs
import TerminalUI
import TextCanvas
import Viewer
import Views

/// A session played again from its record: the same events at the same times, and with them the same screens and lines.
struct SessionReplay {
  /// The output at a moment of a session.
  enum Picture {
    case frame(Canvas)
    case lines([String])

    /// As text, line by line.
    var text: String {
      switch self {
      case .frame(let canvas): canvas.text
      case .lines(let lines): lines.joined(separator: "\n")
      }
    }
  }

  /// A picture and the number that a record has of it; made once, however often it is shown.
  private struct NumberedPicture {
    let picture: Picture
    let fingerprint: UInt64

    init(_ picture: Picture) {
      self.picture = picture
      fingerprint =
        switch picture {
        case .frame(let canvas): Checksum(words: canvas.words).value
        case .lines(let lines): Checksum(lines.joined(separator: "\n")).value
        }
    }

    /// As it is shown at a moment of a record.
    func shown(at time: Duration, _ index: Int, of record: SessionLog) -> Shown {
      Shown(
        time: time, picture: picture, moment: index, line: record.line(ofMoment: index), fingerprint: fingerprint)
    }
  }

  /// Something that the record says was shown.
  struct Shown {
    let time: Duration
    let picture: Picture
    /// The index of the moment at which the record says so.
    let moment: Int
    /// Its line of the record, counted from 1.
    let line: Int
    /// The number that a record has of the picture.
    let fingerprint: UInt64
  }

  private let loaded: LoadedSession
  private let look: MapLook
  private let glyphs: GlyphLevel

  /// - Parameter installation: where the styles of maps are.
  ///
  /// Throws: if a style is not there.
  init(_ loaded: LoadedSession, installation: Installation?) throws(CommandFailure) {
    self.loaded = loaded
    let header = loaded.record.header
    glyphs = GlyphLevel(rawValue: header.glyphs) ?? .ascii
    look = try MapStyling(recorded: header.style, installation: installation)
      .look(colours: ColourDepth(number: header.colours), isLight: false).look
  }

  /// What the ground colours of the frames look like.
  var table: ColourTable { look.table }

  /// Plays it again, and hands everything that was shown to `see`.
  func play(_ see: (Shown) throws -> Void) async rethrows {
    switch loaded.record.header.voice {
    case .screen: try await playScreen(see)
    case .sentences: try playLines(.sentences, see)
    case .json: try playLines(.json, see)
    }
  }

  /// Plays it again, and compares everything with what the record says was shown.
  func compared() async -> SessionComparison {
    var comparison = SessionComparison(loaded.record, version: troveVersion)
    await play { comparison.note(shown: $0.fingerprint, atMoment: $0.moment) }
    guard loaded.record.header.voice != .screen else { return comparison }
    var game = loaded.lineGame(loaded.record.header.voice == .json ? .json : .sentences)
    for (index, moment) in loaded.record.moments.enumerated() {
      let lines = loaded.turn(of: &game, moment)?.lines ?? []
      if !lines.isEmpty { comparison.noteLines(afterMoment: index) }
    }
    return comparison
  }

  private func playScreen(_ see: (Shown) throws -> Void) async rethrows {
    let header = loaded.record.header
    var drawn = DrawnSession<NumberedPicture>(
      Session(
        view: PlayView(rawValue: header.view) ?? .split, hasScene: header.hasScene,
        beeper: ProximityBeeper(isOn: header.hasBeeper)))
    var scenery = Scenery(
      look: look, colours: ColourDepth(number: header.colours), style: header.style, hasSextants: header.hasSextants)
    var size = CanvasSize(columns: 80, rows: 24)
    for (index, moment) in loaded.record.moments.enumerated() {
      if case .event(.resize(let columns, let rows)) = moment.entry { size = CanvasSize(columns: columns, rows: rows) }
      if case .shown = moment.entry {
        let picture = drawn.frame(at: moment.time) { screen in
          var canvas = Canvas(size: size)
          drawGame(screen, on: &canvas, glyphs: glyphs, scenery: &scenery)
          return NumberedPicture(.frame(canvas))
        }
        try see(picture.shown(at: moment.time, index, of: loaded.record))
      } else if let event = await event(moment.entry) {
        drawn.handle(event, at: moment.time)
      }
    }
  }

  private func playLines(_ voice: LineGame.OutputMode, _ see: (Shown) throws -> Void) rethrows {
    var lines: [String] = []
    var picture: NumberedPicture?
    var game = loaded.lineGame(voice)
    for (index, moment) in loaded.record.moments.enumerated() {
      if case .shown = moment.entry {
        let said = picture ?? NumberedPicture(.lines(lines))
        picture = said
        try see(said.shown(at: moment.time, index, of: loaded.record))
      } else {
        picture = nil
        lines = loaded.turn(of: &game, moment)?.lines.map(\.text) ?? lines
      }
    }
  }

  /// Returns the session's event of a log entry; map tiles are read again.
  private func event(_ entry: SessionLogEntry) async -> SessionEvent? {
    switch entry {
    case .event(let event): return event
    case .begin: return .begin(loaded.game)
    case .tile(let id, .geometry):
      guard let tiles = loaded.tiles else { return .tile(id, .missing) }
      return .tile(id, await tiles.tile(id))
    case .tile(let id, .missing): return .tile(id, .missing)
    case .tile(let id, .broken(let why)): return .tile(id, .broken(why))
    case .command, .shown: return nil
    }
  }
}

extension LoadedSession {
  /// The game of this session in lines, before it begins; whether it was played on a screen or not.
  func lineGame(_ voice: LineGame.OutputMode) -> LineGame {
    let header = record.header
    return LineGame(
      voice, isSteered: header.isSteered, listens: header.listens, script: CommandScript(header.commands),
      beeper: ProximityBeeper(isOn: header.voice != .screen && header.hasBeeper), callouts: header.hasCallouts)
  }

  /// Applies a log entry to a game.
  func turn(of game: inout PlayedGame, _ moment: TimedLogEntry) -> PlayedGame.Turn {
    switch moment.entry {
    case .event(let event): game.handle(event, at: moment.time)
    case .begin: game.handle(.begin(self.game), at: moment.time)
    case .command(let line): game.type(line, at: moment.time)
    case .tile, .shown: PlayedGame.Turn()
    }
  }

  /// Applies a log entry to a game in line mode; `nil` if the entry is no event of it, such as a map tile.
  func turn(of game: inout LineGame, _ moment: TimedLogEntry) -> LineGame.Turn? {
    switch moment.entry {
    case .event(let event): game.handle(event, at: moment.time)
    case .begin: game.handle(.begin(self.game), at: moment.time)
    case .command(let line): game.type(line, at: moment.time)
    case .tile, .shown: nil
    }
  }
}

extension ColourDepth {
  /// How many colours there are.
  var number: Int {
    switch self {
    case .none: 0
    case .sixteen: 16
    case .twoHundredFiftySix: 256
    case .trueColour: 1 << 24
    }
  }

  /// Creates the largest depth of at most `number` colours.
  init(number: Int) {
    self = [.trueColour, .twoHundredFiftySix, .sixteen].first { $0.number <= number } ?? .none
  }
}

extension FinishVerification {
  /// Plays the sittings of a record through; there is one at least.
  init(_ sittings: [LoadedSession]) {
    self.init(of: sittings[0].game)
    var last: LoadedSession?
    for sitting in sittings {
      if let last { goOn(with: sitting.game, isEnded: last.record.ended != nil) }
      last = sitting
      var game = PlayedGame(of: sitting.record.header)
      for moment in sitting.record.moments {
        let turn = sitting.turn(of: &game, moment)
        note(moment, turn.news, saved: turn.saved)
      }
    }
  }
}
