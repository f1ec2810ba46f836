import Foundation
import Game
import Geodesy
import HuntDomain
import SessionLogs
import Testing

@Suite("The file of a track")
struct TrackFileTests {
  private let folder = Folder()
  private var path: String { folder.url.appending(path: "track.jsonl").path }
  private func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  @Test("every event is a line, and a second game goes on behind the first")
  func lines() throws {
    let here = try #require(Coordinate(latitude: 1.5, longitude: -2.25))
    let progress = HuntProgress(Sample.hunt(), replaying: [Sample.found(1)])
    let find = SessionNews.found(try #require(progress.finds.first), count: 1, of: 5)
    var track = TrackFile(path: path, hasPositions: true)
    try #require(track != nil)
    track?.note(step: "choose 2", of: "onboarding", at: .milliseconds(1500))
    track?.note(step: "a\u{1B}b\n", of: "onboarding", at: .zero)
    track?.note(find, at: .zero)
    track = nil
    TrackFile(path: path, hasPositions: true)?.note(.fix(Fix(position: here, time: .zero)), at: .seconds(3))
    #expect(
      try text() == """
        {"event":"step","flow":"onboarding","step":"choose 2","time":1.500}
        {"event":"step","flow":"onboarding","step":"a\\u001bb\\n","time":0.000}
        {"event":"found","treasure":"t1","time":0.000}
        {"event":"position","lat":1.5000000,"lon":-2.2500000,"time":3.000}

        """)
  }

  @Test("a full file takes no more, and says so once")
  func limit() throws {
    let track = TrackFile(path: path, hasPositions: false, limit: 1000)
    for second in 0..<100 { track?.note(.savedAgain, at: .seconds(second)) }
    let before = try text()
    #expect(before.utf8.count <= 1000)
    #expect(before.hasSuffix("{\"event\":\"track_full\"}\n"))
    #expect(before.split(separator: "\n").count > 20)
    for _ in 0..<5 { TrackFile(path: path, hasPositions: false, limit: 1000)?.note(.savedAgain, at: .zero) }
    #expect(try text().utf8.count <= 1000)
  }

  @Test("a file that cannot be written, and what is no file, is no track")
  func none() {
    #expect(TrackFile(path: folder.url.appending(path: "no/such/folder").path, hasPositions: false) == nil)
    #expect(TrackFile(path: folder.url.path, hasPositions: false) == nil)
    #expect(TrackFile(path: "/dev/null", hasPositions: false) == nil)
    mkfifo(folder.url.appending(path: "pipe").path, 0o600)
    #expect(TrackFile(path: folder.url.appending(path: "pipe").path, hasPositions: false) == nil)
  }

  @Test("a position, and what is typed in a flow, is in it only for who asked for positions", arguments: [true, false])
  func positions(hasPositions: Bool) throws {
    let here = try #require(Coordinate(latitude: 1, longitude: 2))
    let track = TrackFile(path: path, hasPositions: hasPositions)
    track?.note(.fix(Fix(position: here, time: .zero)), at: .zero)
    track?.note(step: "type 48.1374,11.5755", of: "onboarding", at: .zero)
    #expect(try text().contains("position") == hasPositions)
    #expect(try text().contains(#""step":"type 48.1374,11.5755""#) == hasPositions)
    #expect(try text().contains(#""step":"type","#) == !hasPositions)
  }
}
