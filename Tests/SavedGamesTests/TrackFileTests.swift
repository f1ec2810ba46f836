import EventTracker
import Foundation
import Game
import Geodesy
import HuntDomain
import Testing

@Suite("The tracker's file")
struct TrackFileTests {
  private let folder = Folder()
  private var path: String { folder.url.appending(path: "track.jsonl").path }
  private func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  @Test("every event is a line, and a second game goes on behind the first")
  func lines() throws {
    let here = try #require(Coordinate(latitude: 1.5, longitude: -2.25))
    var tracker = TrackFile(path: path)
    try #require(tracker != nil)
    tracker?.note(TrackedEvent(.step(flow: "onboarding", word: "choose 2"), time: .milliseconds(1500)))
    tracker?.note(TrackedEvent(.news("found", treasure: "a\u{1B}b\n"), time: .zero))
    tracker = nil
    TrackFile(path: path)?.note(TrackedEvent(.position(here), time: .seconds(3)))
    #expect(
      try text() == """
        {"event":"step","flow":"onboarding","step":"choose 2","time":1.500}
        {"event":"found","treasure":"a\\u001bb\\n","time":0.000}
        {"event":"position","lat":1.5000000,"lon":-2.2500000,"time":3.000}

        """)
  }

  @Test("a full file takes no more, and says so once")
  func limit() throws {
    let tracker = TrackFile(path: path, limit: 1000)
    for second in 0..<100 { tracker?.note(TrackedEvent(.news("lost", treasure: nil), time: .seconds(second))) }
    let before = try text()
    #expect(before.utf8.count <= 1000)
    #expect(before.hasSuffix("{\"event\":\"track_full\"}\n"))
    #expect(before.split(separator: "\n").count > 20)
    for _ in 0..<5 { TrackFile(path: path, limit: 1000)?.note(TrackedEvent(.news("lost", treasure: nil), time: .zero)) }
    #expect(try text().utf8.count <= 1000)
  }

  @Test("a file that cannot be written, and what is no file, is no tracker")
  func none() {
    #expect(TrackFile(path: folder.url.appending(path: "no/such/folder").path) == nil)
    #expect(TrackFile(path: folder.url.path) == nil)
    #expect(TrackFile(path: "/dev/null") == nil)
    mkfifo(folder.url.appending(path: "pipe").path, 0o600)
    #expect(TrackFile(path: folder.url.appending(path: "pipe").path) == nil)
  }

  @Test("what is typed in a flow is heard only by who asked for positions")
  func typed() {
    func heard(_ word: String, withPositions: Bool) -> TrackedEvent.Kind {
      TrackedEvent.step(word, of: "onboarding", at: .zero, withPositions: withPositions).kind
    }
    let secret = "type 48.1374,11.5755"
    #expect(heard(secret, withPositions: false) == .step(flow: "onboarding", word: "type"))
    #expect(heard(secret, withPositions: true) == .step(flow: "onboarding", word: secret))
    #expect(heard("choose 2", withPositions: false) == .step(flow: "onboarding", word: "choose 2"))
  }

  @Test("a position is heard only by who asked for it")
  func positions() throws {
    let here = try #require(Coordinate(latitude: 1, longitude: 2))
    let news = SessionNews.fix(Fix(position: here, time: .zero))
    #expect(TrackedEvent.of(news, at: .zero, withPositions: false) == nil)
    #expect(TrackedEvent.of(news, at: .seconds(1), withPositions: true)?.kind == .position(here))
    let progress = HuntProgress(Sample.hunt(), replaying: [Sample.found(1)])
    let find = SessionNews.found(try #require(progress.finds.first), count: 1, of: 5)
    #expect(TrackedEvent.of(find, at: .zero, withPositions: false)?.kind == .news("found", treasure: "t1"))
  }
}
