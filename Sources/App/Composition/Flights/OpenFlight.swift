import FlightRecords
import FoundationEssentials
import GeoFormats
import HuntApplication
import HuntDomain
import PlaceFiles

/// A record that was read, and the game that it began with, made of the same files.
struct OpenFlight {
  let record: FlightRecord
  let game: Game
  /// The file of the hunt as it was; nothing where it was too large to be recorded, and is whatever lies where it lay.
  let huntText: String?
  /// When the game began.
  let beginning: Duration
  /// Where the tiles are read that came; nothing where the game had none.
  let tiles: (any MapTiles)?

  /// Whether a file holds a session, as against a walk: by how it begins, and by its name where that says nothing.
  static func isSession(_ path: String) -> Bool {
    Files.isOrdinary(path) && FlightSummary.isRecord(path: path) || path.hasSuffix(SessionFolder.ending)
      || path.hasSuffix(FinishFile.ending)
      || FileFormat(path: path) != .gpx && FileFormat(path: path) != .receiverLog
  }

  /// Opens a record.
  ///
  /// - Parameters:
  ///   - isSeen: whether the map and the ghosts are read: who only judges needs neither, and may not have them.
  ///   - others: ghosts beside them, which the player did not see.
  ///
  /// Throws: an exit code, after it has been said why.
  init(path: String, installation: Installation?, isSeen: Bool = true, beside others: [Ghost] = []) throws {
    let record: FlightRecord
    do throws(FlightProblem) {
      record = path.hasSuffix(FinishFile.ending) ? try FinishFile(path: path).record : try FlightRecord(path: path)
    } catch {
      let isMissing = if case .unreadable = error.problem { true } else { false }
      throw Failure.say("\(path):\(error.line): \(error)", isMissing ? Failure.noSuchFile : Failure.badData)
    }
    try self.init(record, path: path, installation: installation, isSeen: isSeen, beside: others)
  }

  /// Opens a record that was read from `path`.
  ///
  /// Throws: an exit code, after it has been said why.
  init(
    _ record: FlightRecord, path: String, installation: Installation?, isSeen: Bool = true,
    beside others: [Ghost] = []
  ) throws {
    self.record = record
    let found = record.moments.lazy.compactMap { moment -> (RecordedGame, Duration)? in
      if case .begin(let game) = moment.entry { (game, moment.time) } else { nil }
    }.first
    guard let (recorded, time) = found else {
      throw Failure.say("\(path): no game began in this session.", Failure.badData)
    }
    huntText = recorded.hunt.text
    let styling = MapStyling(recorded: record.header.style, installation: installation)
    let hunt = try Self.unpacked(recorded.hunt) { try Files.hunt($0) }
    let map =
      try isSeen
      ? recorded.map.map { try Self.unpacked($0) { try Files.openMap($0, styles: styling.styles) } } ?? OpenMap()
      : OpenMap()
    let ghosts = try isSeen ? recorded.ghosts.map { try Self.unpacked($0, GhostFile.open) } : []
    game = recorded.game(hunt: hunt.hunt, map: map.base, tiles: map.tiles?.facts, ghosts: ghosts + others)
    beginning = time
    tiles = map.tiles
  }

  /// Reads a file as it was: from the record, or where it still lies.
  ///
  /// Its name counts, because the format goes by it, and what has no title is called by it.
  private static func unpacked<Value>(_ file: RecordedGame.File, _ read: (String) throws -> Value) throws -> Value {
    guard let text = file.text else {
      guard Files.isOrdinary(file.path) else {
        throw Failure.say(
          "\(file.path): the session was played with this file, and it is not there.", Failure.noSuchFile)
      }
      return try read(file.path)
    }
    let manager = FileManager.default
    let folder = manager.temporaryDirectory.appending(path: "trove-\(UUID().uuidString)")
    let name = file.path.split(separator: "/").last.map(String.init) ?? "file"
    do {
      try manager.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? manager.removeItem(at: folder) }
      let copy = folder.appending(path: name)
      try Data(text.utf8).write(to: copy)
      return try read(copy.path)
    } catch let error as CocoaError {
      throw Failure.say("\(folder.path): cannot be written: \(error.code)", Failure.cannotMake)
    }
  }
}
