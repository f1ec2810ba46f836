import Geodesy
import Glibc
import HuntDomain
import Places
import SessionLogs

/// A game of finds that never ends, for tests that cut it off: with the store that the game itself uses.
///
///     trove-save-loop run FOLDER      saves find after find, and says `ack N` once N of them are safe
///     trove-save-loop count FOLDER    says how many finds are saved
@main
enum SaveLoop {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let hunt else { exit(64) }
    // A file size limit is an error of writing, not an end.
    signal(SIGXFSZ, SIG_IGN)
    let folder = SaveFolder(arguments[2])
    switch arguments[1] {
    case "run": run(SavedGame(hunt, content: 1, sitting: .goOn, in: folder))
    case "count": count(SavedGame(hunt, content: 1, sitting: .goOn, in: folder))
    default: exit(64)
    }
  }

  private static let hunt = Coordinate(latitude: 0, longitude: 0).flatMap {
    Hunt(
      title: "A game without an end",
      treasures: [Treasure(place: PointOfInterest(id: "stone", name: "Stone", position: $0), radius: 10)])
  }

  private static func run(_ game: SavedGame) {
    var finds = count(of: game)
    // As the game does it: what is not saved is given again together with what comes next.
    var pending: [HuntEvent] = []
    while true {
      if pending.isEmpty {
        finds += 1
        pending = [HuntEvent(.found("treasure \(finds)", distance: Double(finds) / 8), time: .milliseconds(finds))]
      }
      do {
        try game.append(pending)
        pending = []
        say("ack \(finds)", on: STDOUT_FILENO)
      } catch {
        say("\(error)", on: STDERR_FILENO)
        usleep(20_000)
      }
    }
  }

  private static func count(_ game: SavedGame) {
    for notice in game.notices { say("\(notice)", on: STDERR_FILENO) }
    if let problem = game.problem { say("\(problem)", on: STDERR_FILENO) }
    say("\(count(of: game))", on: STDOUT_FILENO)
  }

  private static func count(of game: SavedGame) -> Int {
    game.saved.count { if case .found = $0.kind { true } else { false } }
  }

  /// Says a line at once.
  private static func say(_ line: String, on descriptor: CInt) {
    let bytes = Array((line + "\n").utf8)
    _ = write(descriptor, bytes, bytes.count)
  }
}
