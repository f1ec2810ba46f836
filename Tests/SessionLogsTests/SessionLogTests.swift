import Foundation
import Game
import Geodesy
import HuntDomain
import Numbers
import SessionLogs
import Testing
import Views

private let header = SessionLogHeader(
  version: "1.2.3", began: "2026-05-01T09:30:00Z", voice: .screen, glyphs: "braille", colours: 256, style: "safe",
  view: "map", hasBeeper: true, isSteered: true, listens: true, hasCallouts: true,
  commands: ["at 5 hint", "quit"])

/// Writes moments and reads them again.
private func again(_ moments: [TimedLogEntry]) throws -> SessionLog {
  try SessionLog([UInt8](bytes(of: moments)))
}

private func bytes(of moments: [TimedLogEntry], limit: Int = SessionLogWriter.largest) throws -> Data {
  let path = FileManager.default.temporaryDirectory.appending(path: "session-\(UUID().uuidString)").path
  defer { try? FileManager.default.removeItem(atPath: path) }
  let recorder = try #require(SessionLogWriter(path: path, header, limit: limit))
  for moment in moments { recorder.note(moment) }
  recorder.close()
  return try Data(contentsOf: URL(filePath: path))
}

/// The line of a leaderboard.
private func boardLine(total: Int = 1, rows: String = "") -> String {
  #"{"board":{"event":"E","rows":[\#(rows)],"total":\#(total),"latest":[],"prizes":[],"isClosed":false},"t":"1"}"#
}

@Suite("A session log")
struct SessionLogTests {
  @Test("gives back everything that can happen, to the last bit")
  func roundTrip() throws {
    let actions = PlayWords.actions.map { SessionLogEntry.event(.action($0)) }
    let moments = (Samples.entries + actions).enumerated().map { index, entry in
      TimedLogEntry(entry, at: .nanoseconds(333_333_333) * index)
    }
    let record = try again(moments)
    #expect(record.header == header && !record.isTorn)
    #expect(record.moments.count == moments.count)
    for (one, other) in zip(record.moments, moments) { #expect(one == other) }
  }

  @Test("gives back thousands of random fixes, headings, keys and places")
  func random() throws {
    var chance = SeededGenerator(seed: 20_260_501)
    var time = Duration.zero
    let moments = (0..<3000).map { _ in
      time += .nanoseconds(Int64(chance.uniform() * 1e9))
      return TimedLogEntry(.event(Samples.event(using: &chance)), at: time)
    }
    #expect(try again(moments).moments == moments)
  }

  @Test("cut off anywhere it tells all that was written whole, or that it is none")
  func torn() throws {
    let moments = (0..<40).map { TimedLogEntry(.event(.key(.character("k"))), at: .seconds($0)) }
    let whole = [UInt8](try bytes(of: moments))
    let ends = whole.indices.filter { whole[$0] == 0x0A }
    for length in 0...whole.count {
      let part = Array(whole[..<length])
      let lines = ends.count { $0 < length }
      guard lines > 0 else {
        #expect(throws: SessionLogError.self) { try SessionLog(part) }
        continue
      }
      let record = try SessionLog(part)
      #expect(record.moments == Array(moments.prefix(lines - 1)))
      #expect(record.isTorn == !(length == 0 || whole[length - 1] == 0x0A))
    }
  }

  @Test("changed anywhere it is another record or is refused with its line; it never crashes")
  func mutated() throws {
    let moments = Samples.entries.enumerated().map { TimedLogEntry($1, at: .seconds($0)) }
    let whole = [UInt8](try bytes(of: moments))
    var chance = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      var damaged = whole
      for _ in 0..<(1 + Int(chance.uniform() * 3)) {
        damaged[Int(chance.uniform() * Double(damaged.count))] = UInt8(chance.uniform() * 256)
      }
      do throws(SessionLogError) {
        play(try SessionLog(damaged))
      } catch {
        #expect(error.line >= 1 && error.line <= moments.count + 300 && !error.description.isEmpty)
      }
    }
  }

  /// Plays what was read in a game, and looks at the end of it.
  private func play(_ record: SessionLog) {
    var session = Session()
    _ = session.handle(.begin(Samples.playable), at: .zero)
    for moment in record.moments {
      guard case .event(let event) = moment.entry else { continue }
      _ = session.handle(event, at: moment.time)
    }
    _ = session.screen(at: record.moments.last?.time ?? .zero)
  }

  @Test("is summed up by its hunt, its source and its length; what is none is not")
  func summary() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "session-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let begun = Samples.entries.filter { if case .begin = $0 { true } else { false } }.prefix(1)
    let moments = (begun + [.event(.tick), .command("hint")]).enumerated().map {
      TimedLogEntry($1, at: .seconds($0 * 30))
    }
    // The last line was not written to its end.
    try (bytes(of: moments) + Data("{\"t\":\"99".utf8)).write(to: URL(filePath: path))
    let summary = try #require(SessionLogSummary(path: path))
    guard case .begin(let game)? = begun.first else { return }
    #expect(summary.hunt == game.hunt.path && summary.source == game.source && summary.length == .seconds(60))
    try bytes(of: []).write(to: URL(filePath: path))
    #expect(try #require(SessionLogSummary(path: path)).hunt == nil)
    try Data("{}\n".utf8).write(to: URL(filePath: path))
    #expect(SessionLogSummary(path: path) == nil && !SessionLogSummary.isRecord(path: path + ".none"))
  }

  @Test(
    "with numbers that no terminal and no source has is refused, and does not crash",
    arguments: [
      #"{"pointer":"press \#(Int.min) 0","t":"0"}"#, #"{"pointer":"wheel \#(Int.max) 0 0","t":"0"}"#,
      #"{"places":{"focus":1,"places":[],"source":\#(Int.max)},"t":"1"}"#,
      #"{"mates":[{"id":"A","name":"Ann","lat":91,"lon":0,"age":"1"}],"t":"1"}"#,
      #"{"mates":[{"id":"A","name":"Ann","lat":1,"lon":0,"accuracy":-1,"age":"1"}],"t":"1"}"#,
      #"{"mates":[{"id":"A","name":"Ann","lat":1,"lon":0,"age":"-1"}],"t":"1"}"#,
      #"{"mates":[{"name":"Ann","lat":1,"lon":0,"age":"1"}],"t":"1"}"#,
      boardLine(total: -1),
      boardLine(rows: #"{"rank":\#(Int.max),"points":0,"found":0,"whose":"own"}"#),
      boardLine(rows: #"{"rank":1,"points":\#(Int.min),"found":0,"whose":"own"}"#),
      boardLine(rows: #"{"rank":1,"points":1,"found":0,"whose":"nobody"}"#),
      boardLine(
        rows: Array(repeating: #"{"rank":1,"points":1,"found":0,"whose":"own"}"#, count: 101).joined(separator: ",")),
      #"{"places":{"places":[],"source":-1},"t":"1"}"#, #"{"size":[\#(Int.min),\#(Int.max)],"t":"1"}"#,
    ])
  func hostile(line: String) throws {
    let record = try bytes(of: [TimedLogEntry(.event(.tick), at: .zero)]).split(separator: 0x0A).map { [UInt8]($0) }
    let sealed = SealedLines.bytes(of: record + [Array(line.utf8)])
    #expect(throws: SessionLogError.self) { try SessionLog(sealed) }
  }

  @Test("of other players and a leaderboard has printable texts only")
  func texts() throws {
    let evil = "\u{1B}[2J\u{202E}A"
    let find = Leaderboard.Find(evil, treasure: evil, name: evil, player: evil, team: evil, prize: evil, whose: .mate)
    let board = Leaderboard(
      event: evil, rows: [.init(rank: 1, player: evil, team: evil, points: 1, found: 1, whose: .own)], total: 1,
      latest: [find], prizes: [find], isClosed: false)
    let mate = Mate(evil, name: evil, team: evil, at: Samples.place, age: .zero)
    let record = try again([
      TimedLogEntry(.event(.mates([mate])), at: .zero), TimedLogEntry(.event(.board(board)), at: .zero),
    ])
    #expect(record.moments.count == 2)
    for moment in record.moments {
      #expect(!"\(moment)".unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x202E })
    }
  }

  @Test("of a million small events takes less than 64 MB: what is large lies outside of an entry")
  func size() {
    #expect(MemoryLayout<TimedLogEntry>.stride <= 64)
  }

  @Test("is known to be written as long as it is, for who makes room for others")
  func written() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "session-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let recorder = try #require(SessionLogWriter(path: path, header))
    #expect(SessionLogWriter.isWritten(path))
    recorder.close()
    #expect(!SessionLogWriter.isWritten(path) && !SessionLogWriter.isWritten(path + ".none"))
  }

  @Test(
    "is called by the time when it begins, to the second, in any year",
    arguments: [
      (Int64(1_777_627_800_123), "2026-05-01T09-30-00"), (1_777_627_800_000, "2026-05-01T09-30-00"),
      (9_000_000_000_000_000, "287168-08-24T16-00-00"), (-62_135_596_800_000, "0001-01-01T00-00-00"),
    ])
  func name(milliseconds: Int64, name: String) {
    #expect(SessionLogWriter.name(at: Timestamp(milliseconds: milliseconds)) == name)
  }

  @Test("ends where it is full, at the end of a line")
  func full() throws {
    let moments = (0..<1000).map { TimedLogEntry(.event(.tick), at: .seconds($0)) }
    let bytes = try bytes(of: moments, limit: 8000)
    #expect(bytes.count <= 8000 && bytes.count > 7900 && bytes.last == 0x0A)
    #expect(try SessionLog([UInt8](bytes)).moments.count > 100)
  }

  @Test(
    "what is none says so with its line",
    arguments: [
      ("", 1, "no record"), ("{}\n", 1, "no record"), ("{\"trove\":\"hunt\"}\n", 1, "no record"),
      (
        #"{"trove":"flight","format":9,"version":"1","began":"","voice":"json","glyphs":"ascii","colours":0,"view":"map"}"#
          + "\n", 1, "format 9"
      ),
      (
        #"{"trove":"flight","format":1,"version":"1","began":"","voice":"json","glyphs":"ascii","colours":0,"view":"map"}"#
          + "\n"
          + #"{"t":"1","now":"tick"}"# + "\n" + #"{"t":"0.5","now":"tick"}"# + "\n", 3, "goes back"
      ),
      (
        #"{"trove":"flight","format":1,"version":"1","began":"","voice":"json","glyphs":"ascii","colours":0,"view":"map"}"#
          + "\n"
          + #"{"t":"1","now":"never"}"# + "\n", 2, "nothing that happens"
      ),
    ])
  func refused(text: String, line: Int, words: String) {
    #expect {
      try SessionLog(Array(text.utf8))
    } throws: { error in
      guard let problem = error as? SessionLogError else { return false }
      return problem.line == line && problem.description.contains(words)
    }
  }
}
