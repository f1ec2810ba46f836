import Geodesy
import Glibc
import HuntDomain
import Places
import SessionLogs

/// Bytes as the record of a saved game; or as the database of an older version, with what was written ahead of it behind
/// a line of equal signs.
enum SaveFuzzing {
  private static let mark = Array("\n====\n".utf8)
  private static let folder = "/tmp/trove-fuzz-\(getpid())"
  private static let hunt = Coordinate(latitude: 0, longitude: 0).flatMap {
    Hunt(
      title: "A sample", id: "sample",
      treasures: [Treasure(place: PointOfInterest(id: "t1", name: "Stone", position: $0), radius: 10)])
  }

  /// Opens them as the game does: whatever they are, the game begins, and what happens then is saved.
  static func open(_ bytes: [UInt8]) {
    guard let hunt else { return }
    let saves = SaveFolder(folder)
    clear()
    mkdir(folder, 0o700)
    if bytes.starts(with: "SQLite".utf8) {
      let parts = split(bytes)
      write(parts.file, to: saves.database)
      if !parts.ahead.isEmpty { write(parts.ahead, to: saves.database + "-wal") }
    } else {
      // As it is where it has seals that fit, or else with such.
      let sealed = SealedLines.bytes(of: bytes.split(separator: 0x0A).map { [UInt8]($0) })
      write(bytes.count.isMultiple(of: 2) ? bytes[...] : sealed[...], to: folder + "/game-1.jsonl")
    }
    play(hunt, in: saves)
    // What was saved is there again.
    let again = SavedGame(hunt, content: 1, sitting: .resume, in: saves)
    precondition(again.problem != nil || again.saved.last?.kind == .won)
    _ = try? SavedGames(saves).list()
    clear()
  }

  private static func play(_ hunt: Hunt, in saves: SaveFolder) {
    let game = SavedGame(hunt, content: 1, sitting: .resume, in: saves)
    guard game.problem == nil else { return }
    try? game.append([HuntEvent(.won, time: .seconds(1))])
  }

  private static func split(_ bytes: [UInt8]) -> (file: ArraySlice<UInt8>, ahead: ArraySlice<UInt8>) {
    let last = bytes.count - mark.count
    guard last >= 0, let place = (0...last).first(where: { bytes[$0...].starts(with: mark) }) else {
      return (bytes[...], [])
    }
    return (bytes[..<place], bytes[(place + mark.count)...])
  }

  private static func write(_ bytes: ArraySlice<UInt8>, to path: String) {
    let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    _ = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    close(descriptor)
  }

  /// Empties the folder.
  private static func clear() {
    guard let list = opendir(folder) else { return }
    defer { closedir(list) }
    while let entry = readdir(list) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      unlink("\(folder)/\(name)")
    }
  }
}
