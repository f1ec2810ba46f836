import Foundation
import Game
import PlainUI
import SessionLogs
import Testing
import Views

@Suite("A record as the events of a session")
struct SessionEventsTests {
  private let game = GameSetup(hunt: WalkedSession.hunt, source: "GPS")

  /// A record of a walk in lines, with commands that were known before, and lines that were typed at a time.
  private func record(_ commands: [String], typed: [(line: String, at: Duration)] = []) throws -> SessionLog {
    var header = WalkedSession.header
    header.commands = commands
    let path = FileManager.default.temporaryDirectory.appending(path: "trove-events-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let writer = try #require(SessionLogWriter(path: path, header))
    var rest = typed[...]
    for moment in WalkedSession().moments {
      while let next = rest.first, next.at < moment.time {
        writer.note(TimedLogEntry(.command(next.line), at: next.at))
        rest = rest.dropFirst()
      }
      writer.note(moment)
    }
    writer.close()
    return try SessionLog(path: path)
  }

  /// What a game in lines tells of a record, without the replies of the voice itself.
  private func told(inLines record: SessionLog) -> [String] {
    var lines = LineGame(.json, listens: true, script: CommandScript(record.header.commands))
    return record.moments.flatMap { moment -> [SessionNews] in
      switch moment.entry {
      case .event(let event): lines.handle(event, at: moment.time).news
      case .begin: lines.handle(.begin(game), at: moment.time).news
      case .command(let line): lines.type(line, at: moment.time).news
      case .tile, .shown: []
      }
    }.compactMap(text)
  }

  /// What a session tells of the events.
  private func told(_ events: [SessionMoment]) -> [String] {
    var session = Session(hasScene: false)
    return events.flatMap { session.handle($0.event, at: $0.time) }.compactMap { effect in
      if case .tell(let news) = effect { text(news) } else { nil }
    }
  }

  private func text(_ news: SessionNews) -> String? { if case .reply = news { nil } else { "\(news)" } }

  @Test(
    "tells the same as the game in lines, also when the player leaves on the way",
    arguments: [
      [], ["at 20 hint", "at 20 hint", "at 100 status", "at 30 where", "help", "what"],
      ["at 150 quit", "at 151 hint", "at 152 hint"], ["quit"], ["# no word", "at 99999 hint"],
    ])
  func same(commands: [String]) throws {
    for typed in [
      [], [("at 90 hint", .seconds(10)), ("look", .seconds(11))], [("hint", .seconds(60)), ("quit", .seconds(120))],
    ] as [[(String, Duration)]] {
      let record = try record(commands, typed: typed)
      let expected = told(inLines: record)
      #expect(!expected.isEmpty && told(record.events(of: game)) == expected)
    }
  }

  @Test("has nothing after quit")
  func quit() throws {
    let all = try record([]).events(of: game)
    #expect(all.count > 200 && all.first == SessionMoment(.begin(game), at: .zero))
    let events = try record(["at 50 quit", "at 51 status"]).events(of: game)
    #expect(events.last == SessionMoment(.action(.quit), at: .seconds(50)))
    #expect(events.dropLast() == all.prefix { $0.time <= .seconds(50) })
  }
}
