import Foundation
import Game
import SessionLogs
import Testing

@Suite("A session that is compared with its record")
struct SessionComparisonTests {
  /// A record of `entries`, ten seconds apart.
  private func record(_ entries: [SessionLogEntry], voice: SessionLogHeader.OutputMode = .json) throws -> SessionLog {
    let path = FileManager.default.temporaryDirectory.appending(path: "session-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let recorder = try #require(SessionLogWriter(path: path, .init(version: "1.0", began: "now", voice: voice)))
    for (index, entry) in entries.enumerated() { recorder.note(TimedLogEntry(entry, at: .seconds(10 * index))) }
    recorder.close()
    return try SessionLog(path: path)
  }

  private let entries: [SessionLogEntry] = [
    .event(.tick), .shown(1), .event(.tick), .event(.tick), .shown(2), .shown(3), .event(.tick),
  ]

  @Test("is the same if every picture has the number of the record")
  func same() throws {
    var comparison = try SessionComparison(record(entries), version: "1.0")
    #expect(comparison.same == 0 && comparison.difference == nil)
    for (index, number) in [(1, 1), (4, 2), (5, 3)] { comparison.note(shown: UInt64(number), atMoment: index) }
    #expect(comparison.same == 3 && comparison.difference == nil)
  }

  @Test("differs first in the line that comes first, in whatever order it is compared, and counts what is the same")
  func first() throws {
    var comparison = try SessionComparison(record(entries), version: "1.0")
    comparison.note(shown: 9, atMoment: 5)
    #expect(comparison.difference?.line == 7)
    comparison.note(shown: 9, atMoment: 1)
    comparison.note(shown: 2, atMoment: 4)
    #expect(comparison.same == 1)
    // The header is line 1.
    #expect(comparison.difference?.line == 3)
    #expect(comparison.difference?.sentence == "at 00:10 something else is shown than then.\n")
  }

  @Test("says which versions differ if the record is of another one")
  func versions() throws {
    var comparison = try SessionComparison(record(entries), version: "2.0")
    comparison.note(shown: 9, atMoment: 1)
    #expect(
      comparison.difference?.sentence
        == "at 00:10 something else is shown than then.\nThe session is of version 1.0, this is 2.0.")
  }

  @Test("differs where lines are said that the record does not have next")
  func lines() throws {
    var comparison = try SessionComparison(record(entries), version: "1.0")
    comparison.noteLines(afterMoment: 0)
    comparison.noteLines(afterMoment: 3)
    #expect(comparison.difference == nil)
    comparison.noteLines(afterMoment: 2)
    #expect(comparison.difference?.line == 5)
    #expect(comparison.difference?.sentence == "at 00:20 lines are said now that the record does not have.")
    comparison.note(shown: 9, atMoment: 4)
    #expect(comparison.difference?.line == 5)
    comparison.note(shown: 9, atMoment: 1)
    #expect(comparison.difference?.line == 3)
  }

  @Test("may end before the lines of its last event, as when the program was killed, and ignores other moments")
  func end() throws {
    var comparison = try SessionComparison(record(entries), version: "1.0")
    for index in [-1, 6, 7] {
      comparison.noteLines(afterMoment: index)
      comparison.note(shown: 9, atMoment: index)
    }
    #expect(comparison.same == 0 && comparison.difference == nil)
  }
}
