import Foundation
import Game
import Geodesy
import HuntDomain
import SessionLogs
import Testing

@Suite("The track of a walk")
struct TrackRecorderTests {
  private let folder = Folder()
  private var path: String { folder.url.appending(path: "walk.gpx").path }
  private func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  /// How many points each segment of the track has.
  private func segments() throws -> [Int] {
    let text = try text()
    #expect(text.hasSuffix("</trk>\n</gpx>\n"))
    return text.split(separator: "<trkseg>").dropFirst().map { $0.split(separator: "<trkpt").count - 1 }
  }

  private func fix(_ second: Int) -> SessionNews {
    .fix(Fix(position: Coordinate(clampingLatitude: 1.5, wrappingLongitude: -2.25), time: .seconds(second)))
  }

  @Test("the file is a whole document at any moment, and a second game goes on behind the first")
  func whole() throws {
    var recorder = try TrackRecorder(path: path, name: "Trove")
    #expect(try segments() == [])
    for second in 0..<3 {
      #expect(recorder.note(fix(second)) == nil)
      #expect(try segments() == [second + 1])
    }
    var next = try TrackRecorder(path: path, name: "Trove")
    #expect(try segments() == [3])
    _ = next.note(fix(0))
    #expect(try segments() == [3, 1])
  }

  @Test("a lost position, a search and a minute without a fix each begin a new segment")
  func segmentsEnd() throws {
    var recorder = try TrackRecorder(path: path, name: "Trove")
    for news in [
      fix(0), fix(60), .lost(reason: "gone"), fix(61), .searching(satellitesInView: 2), fix(62), fix(63), fix(124),
    ] { #expect(recorder.note(news) == nil) }
    #expect(try segments() == [2, 1, 2, 1])
  }

  @Test("another file of the name is left alone, and one that cannot be made is said")
  func refused() throws {
    try Data("<gpx>somebody else's</gpx>\n".utf8).write(to: URL(filePath: path))
    let other = #expect(throws: TrackNotRecorded.self) { try TrackRecorder(path: path, name: "Trove") }
    #expect(other?.isOtherFile == true)
    #expect(try text() == "<gpx>somebody else's</gpx>\n")
    let nowhere = folder.url.appending(path: "no/such/walk.gpx").path
    let missing = #expect(throws: TrackNotRecorded.self) { try TrackRecorder(path: nowhere, name: "Trove") }
    #expect(missing?.isOtherFile == false)
    #expect(missing?.description == "\(nowhere): cannot be written: No such file or directory.")
  }
}
