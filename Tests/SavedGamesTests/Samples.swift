import Foundation
import Geodesy
import HuntDomain
import Numbers
import Places
import SessionLogs

/// A folder for one test, gone with it.
final class Folder {
  // In memory, where there is such a place: thousands of games need not wait for a disk.
  let url = URL(filePath: access("/dev/shm", W_OK) == 0 ? "/dev/shm" : NSTemporaryDirectory())
    .appending(path: "trove-saves-\(UUID().uuidString)")
  var saves: SaveFolder { SaveFolder(url.path) }
  var database: URL { url.appending(path: "games.db") }

  init() { try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The record of a game.
  func record(_ id: Int) -> URL { url.appending(path: "game-\(id).jsonl") }

  /// The files, sorted, without what SQLite and the locks need.
  var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
      .filter { !$0.hasSuffix("-shm") && !$0.hasSuffix(".lock") }
  }

  /// Every file and what it holds.
  var contents: [String: Data] {
    Dictionary(uniqueKeysWithValues: files.map { ($0, (try? Data(contentsOf: url.appending(path: $0))) ?? Data()) })
  }
}

enum Sample {
  /// A hunt of so many treasures, a hundred metres apart, with two hints each.
  static func hunt(_ count: Int = 5, id: String = "sample") -> Hunt {
    let treasures = (1...count).map { number -> Treasure in
      let position = Coordinate(latitude: Double(number) / 1000, longitude: 0)!
      return Treasure(
        place: PointOfInterest(id: "t\(number)", name: "Treasure \(number)", position: position),
        zone: .circle(radius: 10), hints: [Hint("look"), Hint("up", price: 1)], points: number)
    }
    return Hunt(title: "A sample", id: id, order: .any, treasures: treasures)!
  }

  /// An opened game.
  static func game(
    _ folder: Folder, hunt: Hunt = hunt(), sitting: Sitting = .goOn, content: Int64 = 7, at time: Int64 = 1
  ) -> SavedGame {
    SavedGame(hunt, content: content, sitting: sitting, in: folder.saves) { Timestamp(milliseconds: time) }
  }

  static func found(_ number: Int, after seconds: Double = 1) -> HuntEvent {
    HuntEvent(.found("t\(number)", distance: 2.5), time: .seconds(seconds))
  }

  /// A list of events as chance has it: every kind, odd texts, times to the attosecond.
  static func events(_ count: Int, using chance: inout some RandomNumberGenerator) -> [HuntEvent] {
    var time = Duration.zero
    return (0..<count).map { _ in
      time += Duration(
        secondsComponent: .random(in: 0...100, using: &chance),
        attosecondsComponent: .random(in: 0..<1_000_000_000_000_000_000, using: &chance))
      let utc =
        Bool.random(using: &chance) ? Timestamp(milliseconds: .random(in: 0...2_000_000_000_000, using: &chance)) : nil
      return HuntEvent(kind(using: &chance), time: time, utc: utc)
    }
  }

  private static let texts = [
    "x1", "", "Brücke", "zwei\nZeilen", "\u{1B}[2J", "a\0b", "🗺️", "'; DROP TABLE games; --", "x2",
  ]

  private static func kind(using chance: inout some RandomNumberGenerator) -> HuntEvent.Kind {
    let id = texts.randomElement(using: &chance)!
    switch Int.random(in: 0...15, using: &chance) {
    case 0: return .began
    case 1: return .opened(id)
    case 2: return .entered(id)
    case 3: return .left(id)
    case 4: return .answered(id, .text(texts.randomElement(using: &chance)!))
    case 5:
      let numbers: [Double] = [
        0, -0.0, 7, -1, 1e300, .leastNonzeroMagnitude, .random(in: -1000...1000, using: &chance),
      ]
      return .answered(id, .number(numbers.randomElement(using: &chance)!))
    case 6: return .answered(id, .choice(.random(in: 0...9, using: &chance)))
    case 7: return .answeredWrongly(id)
    case 8: return .found(id, distance: .random(in: 0...100, using: &chance))
    case 9: return .claimed(id)
    case 10: return .expired(id)
    case 11: return .readHint(id, .random(in: 0...9, using: &chance))
    case 12: return .won
    case 13: return .played
    case 14:
      let bytes = (0..<Int.random(in: 0...40, using: &chance)).map { _ in
        UInt8.random(in: .min ... .max, using: &chance)
      }
      return .unsealed(id, AnswerKey(bytes, word: .random(in: 0...9, using: &chance)))
    default: return .timeUp
    }
  }
}
