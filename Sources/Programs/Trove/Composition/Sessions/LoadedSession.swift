import CommandKit
import Game
import GeoFormats
import HuntDomain
import PlaceFiles
import SessionLogs
import Views

/// A record that was read, and the game that it began with, made of the same files.
struct LoadedSession {
  let record: SessionLog
  let game: GameSetup
  /// The recorded text of the hunt; `nil` if it was too large to record, and is read from its path instead.
  let huntText: String?
  /// When the game began.
  let beginning: Duration
  /// The source of the map tiles; `nil` if the game had none.
  let tiles: (any MapTiles)?

  /// Whether a file holds a session rather than a walk: by its first bytes, or else by its name.
  static func isSession(_ path: String) -> Bool {
    Files.isOrdinary(path) && SessionLogSummary.isRecord(path: path) || path.hasSuffix(SessionLog.ending)
      || path.hasSuffix(FinishFile.ending)
      || !FileFormat(path: path).holds(.recording)
  }

  /// The record of a game or of a finish file; what is damaged in it is passed over and told.
  static func record(at path: String) throws(CommandFailure) -> GameRecord {
    do throws(SessionLogError) {
      let record =
        path.hasSuffix(FinishFile.ending) ? try FinishFile(path: path).record : try GameRecord(path: path)
      for line in record.damaged.prefix(mostTold) { Output.error("\(path):\(line): damaged, and passed over") }
      if record.damaged.count > mostTold { Output.error("\(path): \(record.damaged.count) lines are damaged") }
      return record
    } catch {
      let isMissing = if case .unreadable = error.problem { true } else { false }
      throw CommandFailure("\(path):\(error.line): \(error)", isMissing ? .noSuchFile : .badData)
    }
  }

  /// Opens all sittings of a record, to verify them: without maps, and without opening any file.
  static func proof(_ record: GameRecord, path: String) throws(CommandFailure) -> [LoadedSession] {
    try record.sittings.map { sitting throws(CommandFailure) in
      try LoadedSession(sitting, path: path, installation: nil, isSeen: false, files: .unused)
    }
  }

  /// Damaged lines that are named.
  private static let mostTold = 5

  /// Opens a sitting of a record that was read from `path`.
  ///
  /// - Parameters:
  ///   - isSeen: whether to read the map and the ghosts: verifying needs neither, and may not have them.
  ///   - files: which other files may be read.
  ///   - others: ghosts beside them, which the player did not see.
  init(
    _ record: SessionLog, path: String, installation: Installation?, isSeen: Bool = true, files: OutsideFiles.Access,
    beside others: [Ghost] = []
  ) throws(CommandFailure) {
    self.record = record
    guard let (recorded, time) = record.game else {
      throw CommandFailure("\(path): no game began in this session.", .badData)
    }
    huntText = recorded.hunt.text
    let styling = MapStyling(recorded: record.header.style, installation: installation)
    var reader = RecordedFiles(files)
    guard let hunt = try reader.read(recorded.hunt, { path throws(CommandFailure) in try Files.hunt(path) }) else {
      throw CommandFailure("\(path): \(reader.noHunt)", .badData)
    }
    var (map, ghosts) = (LoadedMap(), [Ghost]())
    if isSeen {
      if let file = recorded.map {
        map =
          try reader.read(file) { path throws(CommandFailure) in try Files.loadMap(path, styles: styling.styles) }
          ?? map
      }
      ghosts = try reader.ghosts(recorded.ghosts)
    }
    if let sentence = reader.leftOut { Output.error(SafeText.clean("\(path): \(sentence)")) }
    game = recorded.game(hunt: hunt.hunt, map: map.base, tiles: map.tiles?.facts, ghosts: ghosts + others)
    beginning = time
    tiles = map.tiles
  }
}
