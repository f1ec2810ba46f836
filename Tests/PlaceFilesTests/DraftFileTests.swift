import Dispatch
import Editor
import Foundation
import HuntDomain
import PlaceFiles
import SystemKit
import Testing

@Suite("The file of a draft")
struct DraftFileTests {
  private let path = FileManager.default.temporaryDirectory.appending(path: "draft-\(UUID().uuidString).geojson").path
  private var document: HuntDocument {
    get throws { try HuntDocument(path: path) }
  }

  init() throws {
    try #"{"type":"FeatureCollection","trove":{"type":"hunt","version":1},"note":"kept","features":[]}"#.write(
      toFile: path, atomically: true, encoding: .utf8)
  }

  private func titled(_ titles: [String], from history: inout DraftHistory) throws -> [Revision] {
    try titles.map { title in
      let revision = history.apply(.title(title))
      return try #require(revision)
    }
  }

  @Test("is written with each state, and back to the first one with what the editor does not know")
  func states() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let document = try document
    var (file, history) = (DraftFile(document, path: path), DraftHistory(Draft(title: "")))
    for revision in try titled(["one", "two"], from: &history) {
      let answer = file.save(revision)
      #expect(answer == nil)
    }
    #expect(try self.document.text(of: "title") == "two")
    for _ in 0..<2 {
      let revision = history.undo()
      let answer = file.save(try #require(revision))
      #expect(answer == nil)
    }
    #expect(try self.document.text == document.text)
  }

  @Test("that another program has changed is written over only after this was told")
  func foreign() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let document = try document
    var (file, history) = (DraftFile(document, path: path), DraftHistory(Draft(title: "")))
    let revisions = try titled(["one", "two"], from: &history)
    let foreign = #"{"type":"FeatureCollection","features":[],"title":"theirs"}"#
    try foreign.write(toFile: path, atomically: true, encoding: .utf8)
    guard let why = file.save(revisions[0]) else {
      Issue.record("it was written over")
      return
    }
    #expect(why.contains("another program"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == foreign)
    let answer = file.save(revisions[1])
    #expect(answer == nil)
    #expect(try self.document.text(of: "title") == "two")
  }

  @Test("a disk that hangs holds up nobody, and every state is saved in order once it goes on")
  func slow() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    var history = DraftHistory(Draft(title: ""))
    let revisions = try titled(["one", "two", "three"], from: &history)
    let (disk, saved, answers) = (DispatchSemaphore(value: 0), Guarded<[Revision]>([]), Guarded<[String?]>([]))
    let keeper = DraftKeeper(
      save: { revision in
        disk.wait()
        saved.withLock { $0.append(revision) }
        return revision == revisions[2] ? "full" : nil
      },
      answer: { answer in answers.withLock { $0.append(answer) } })
    for revision in revisions { keeper.save(revision) }
    #expect(saved.withLock { $0 }.isEmpty)
    #expect(keeper.close(atMost: .milliseconds(1)) == "the disk is slow.")
    for _ in revisions { disk.signal() }
    #expect(keeper.close(atMost: .seconds(60)) == "full")
    #expect(saved.withLock { $0 } == revisions)
  }
}
