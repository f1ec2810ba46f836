import Game
import Geodesy
import HuntDomain
import Places
import SessionLogs
import Viewer
import Views

/// Bytes as a recorded session and as a finish file.
enum SessionLogFuzzing {
  private static let game: GameSetup? = {
    guard let place = Coordinate(latitude: 0, longitude: 0),
      let hunt = Hunt(
        title: "A sample",
        treasures: [Treasure(place: PointOfInterest(id: "t", name: "Stone", position: place), radius: 10)])
    else { return nil }
    return GameSetup(hunt: hunt, source: "walker")
  }()

  /// Plays what can be read, as it is and with seals that fit: whatever the record says, nothing traps.
  static func play(_ bytes: [UInt8]) {
    _ = try? FinishFile(bytes)
    let sealed = SealedLines.bytes(of: bytes.split(separator: 0x0A).map { [UInt8]($0) })
    for bytes in [bytes, sealed] { for sitting in (try? GameRecord(bytes))?.sittings ?? [] { play(sitting) } }
  }

  /// Plays a sitting, and goes about in its time.
  private static func play(_ record: SessionLog) {
    guard let game else { return }
    var moments = [SessionMoment(.begin(game), at: .zero)]
    for moment in record.moments {
      switch moment.entry {
      case .event(let event): moments.append(SessionMoment(event, at: moment.time))
      case .begin(let recorded):
        let again = recorded.game(hunt: game.hunt, map: .empty, tiles: nil)
        moments.append(SessionMoment(.begin(again), at: moment.time))
      case .command(let line):
        let action = PlayWords(line).order.action(isSteered: record.header.isSteered)
        if let action { moments.append(SessionMoment(.action(action), at: moment.time)) }
      case .tile, .shown: break
      }
    }
    var replay = ReplayViewer(Recording(moments), from: Session())
    _ = replay.handle(.resize(columns: 80, rows: 24))
    while replay.isReading { replay.read(64) }
    for key in [Key.end, .character("p"), .left, .home, .character("n"), .character(".")] {
      _ = replay.handle(.key(key))
    }
    _ = replay.screen
  }
}
