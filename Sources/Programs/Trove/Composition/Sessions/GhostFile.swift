import CommandKit
import Game
import GeoFormats
import Geodesy
import HuntDomain
import Nearby
import PlaceFiles
import PlainUI
import SessionLogs
import TraceLocation
import Viewer
import Views

/// A ghost from a file: a recorded walk, or a session with what was found in it.
enum GhostFile {
  /// How a ghost is asked for on the command line.
  static let help =
    "Race on the screen against a recorded walk or session (a file, its name, or last). May be repeated."

  /// The largest file to read, in bytes: a session on a screen reaches that after twenty hours.
  private static let largest = 32 << 20

  /// Reads one.
  static func open(_ argument: String) throws(CommandFailure) -> Ghost {
    let path = try SessionFolder.find(argument)
    guard Files.size(path) <= largest else {
      throw CommandFailure("\(path): larger than \(largest >> 20) MiB, and no ghost.", .badData)
    }
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let name = SafeText.clean(file.lastIndex(of: ".").map { String(file[..<$0]) } ?? file, limit: Ghost.longestName)
    return try LoadedSession.isSession(path) ? session(path, name: name) : trace(path, name: name)
  }

  private static func trace(_ path: String, name: String) throws(CommandFailure) -> Ghost {
    let file = try Files.trace(path, limit: nil)
    let points = TraceMoments(file.trace).compactMap { moment -> (time: Duration, position: Coordinate)? in
      guard case .location(let update) = moment.event, let fix = update.fix else { return nil }
      return (fix.time, fix.position)
    }
    guard !points.isEmpty else { throw CommandFailure("\(path):1: error: no position to walk along", .badData) }
    return Ghost(name: name, points: points)
  }

  private static func session(_ path: String, name: String) throws(CommandFailure) -> Ghost {
    // A session may have ghosts of its own, and they others: none of them counts here.
    let loaded = try LoadedSession(
      LoadedSession.record(at: path).last, path: path, installation: nil, isSeen: false,
      files: OutsideFiles.Access(isOwn: SessionFolder.isOwn(path), for: .ghost))
    var game = loaded.lineGame(.json)
    var points: [(time: Duration, position: Coordinate)] = []
    var finds: [(time: Duration, stage: String)] = []
    for moment in loaded.record.moments {
      for news in loaded.turn(of: &game, moment)?.news ?? [] {
        switch news {
        case .fix(let fix): points.append((fix.time, fix.position))
        case .found(let find, _, _): finds.append((find.time, find.treasure.id))
        default: break
        }
      }
    }
    guard !points.isEmpty else { throw CommandFailure("\(path): nobody walked in this session.", .badData) }
    return Ghost(name: name, points: points, finds: finds)
  }
}
