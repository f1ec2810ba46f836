import Foundation
import Game
import HuntDomain
import Numbers
import SessionLogs
import Testing

@Suite("The record of a game")
final class GameRecordTests {
  private let folder = SaveFolder(
    FileManager.default.temporaryDirectory.appending(path: "records-\(UUID().uuidString)").path)
  private let header = SessionLogHeader(version: "1", began: "now", voice: .json)
  private let hunt = Samples.playable.hunt
  private var path: String { folder.path + "/game-1.jsonl" }

  deinit { try? FileManager.default.removeItem(atPath: folder.path) }

  /// Plays a sitting: a session with a tick each second, and a hint read in the middle.
  private func sit(_ seconds: Int = 10, at moment: Timestamp? = nil) throws {
    let game = SavedGame(hunt, content: 1, sitting: .resume, in: folder)
    let writer = try #require(game.begin(header))
    writer.note(TimedLogEntry(.begin(Samples.game), at: .zero))
    for second in 0..<seconds {
      writer.note(TimedLogEntry(.event(.tick), at: .seconds(second)))
      if second == seconds / 2 { try game.append([HuntEvent(.readHint("n1", second), time: .seconds(second))]) }
    }
    writer.close(at: moment)
  }

  private func bytes() throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: path))) }

  @Test("has the sittings in their order, says which broke off, and the lines of their moments")
  func sittings() throws {
    try sit(at: Timestamp(milliseconds: 1_777_627_800_000))
    try sit(20)
    let record = try GameRecord(path: path)
    #expect(record.sittings.map(\.moments.count) == [11, 21])
    #expect(record.sittings.map(\.ended) == ["2026-05-01T09:30:00Z", nil])
    #expect(record.sittings.allSatisfy(\.isSaved) && record.firstDamage == nil)
    let lines = try bytes().split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    for sitting in record.sittings {
      for index in sitting.moments.indices { #expect(lines[sitting.line(ofMoment: index) - 1].contains("\"t\":")) }
    }
    #expect(try SavedGames(folder).events(of: 1).count == 2)
  }

  @Test("a line that was taken out leaves a gap, and one that was changed is passed over, wherever it is")
  func changes() throws {
    try sit(at: Timestamp(milliseconds: 0))
    try sit()
    let lines = try bytes().split(separator: 0x0A, omittingEmptySubsequences: false).dropLast().map {
      [UInt8]($0) + [0x0A]
    }
    for number in lines.indices {
      var fewer = lines
      fewer.remove(at: number)
      // Of the last line nobody knows that it was there; without a header what follows is nothing.
      if number < lines.count - 1, let record = try? GameRecord(Array(fewer.joined())) {
        #expect(record.gaps == [number + 1])
      }
      var changed = lines
      changed[number][8] ^= 1
      guard let record = try? GameRecord(Array(changed.joined())) else { continue }
      #expect(record.damaged.first == number + 1 && record.firstDamage == number + 1)
    }
  }

  @Test("a session of any length leads to the last event of the hunt")
  func pointers() throws {
    // More than the bytes that are read at first.
    try sit(5000)
    #expect(try bytes().count > 200_000)
    #expect(try bytes().split(separator: 0x0A).contains { $0.starts(with: Array(#"{"latest":"#.utf8)) })
    let game = SavedGame(hunt, content: 1, sitting: .resume, in: folder)
    #expect(game.saved == [HuntEvent(.readHint("n1", 2500), time: .seconds(2500))] && game.notices == [])
  }

  @Test("when it is full the session ends, and events of the hunt are saved all the same")
  func full() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "full-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let writer = try #require(SessionLogWriter(path: path, header, limit: 1000))
    for second in 0..<100 { writer.note(TimedLogEntry(.event(.tick), at: .seconds(second))) }
    #expect(writer.trouble == "File too large")
    let record = try GameRecord(path: path)
    #expect(record.last.moments.count > 10 && record.firstDamage == nil && !record.last.isTorn)
  }

  @Test("old games beyond fifty keep what happened in the hunt, and lose their sessions")
  func thinned() throws {
    for number in 0..<53 {
      let game = SavedGame(hunt, content: 1, sitting: .anew, in: folder)
      let writer = try #require(game.begin(header))
      writer.note(TimedLogEntry(.begin(Samples.game), at: .zero))
      // The third is a game in which nothing happened.
      if number != 2 { try game.append([HuntEvent(.readHint("n1", number), time: .zero)]) }
      writer.close()
    }
    let games = SavedGames(folder)
    #expect(folder.sessions().count == 50)
    #expect(try games.list().games.map(\.id) == (1...53).reversed().filter { $0 != 3 })
    #expect(try games.events(of: 1) == [HuntEvent(.readHint("n1", 0), time: .zero)])
    #expect(throws: SessionLogError.self) { try GameRecord(path: path) }
    // It goes on all the same.
    let left = try games.list().games.map(\.id).filter { $0 > 1 }
    for id in left { #expect(try games.remove(id)) }
    #expect(SavedGame(hunt, content: 1, sitting: .goOn, in: folder).saved.count == 1)
  }
}
