import Foundation
import Game
import HuntDomain
import Numbers
import SessionLogs
import Testing

@Suite("A folder of recorded sessions")
final class SessionFolderTests {
  private let url = FileManager.default.temporaryDirectory.appending(path: "sessions-\(UUID().uuidString)")
  private var folder: SessionFolder { SessionFolder(path: url.path) }
  private let header = SessionLogHeader(version: "1", began: "now", voice: .json)
  /// 2026-05-01T09:30:00Z.
  private let moment = Timestamp(milliseconds: 1_777_627_800_000)

  deinit { try? FileManager.default.removeItem(at: url) }

  private var names: [String] { folder.entries().map(\.name) }

  /// A name of a time before ``moment``, the later the larger `minute` is.
  private func name(_ minute: Int) -> String { "2026-05-01T08-\(minute < 10 ? "0" : "")\(minute)-00" }

  /// Makes the file of a session, of `size` bytes, which take no room on the disk.
  @discardableResult
  private func make(_ name: String, size: Int = 0) throws -> String {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    let path = url.appending(path: "\(name).flight").path
    try #require(FileManager.default.createFile(atPath: path, contents: nil))
    try #require(truncate(path, size) == 0)
    return path
  }

  @Test("is made when the first session begins, for its owner alone, and is empty before")
  func made() throws {
    #expect(folder.entries().isEmpty && folder.entries().entry(named: "last") == nil)
    let recorder = try #require(folder.begin(header, at: moment, isRehearsal: false))
    defer { recorder.close() }
    #expect(names == ["2026-05-01T09-30-00"])
    let mode = try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
    #expect(mode == 0o700)
  }

  @Test("a name that is in use gets a number, and the session with the number is the later one")
  func numbers() throws {
    let recorders = try (0..<3).map { _ in try #require(folder.begin(header, at: moment, isRehearsal: false)) }
    defer { for recorder in recorders { recorder.close() } }
    #expect(names == ["2026-05-01T09-30-00-2", "2026-05-01T09-30-00-1", "2026-05-01T09-30-00"])
  }

  @Test("a session that cannot be recorded is none")
  func unwritable() throws {
    try Data().write(to: url)
    #expect(folder.begin(header, at: moment, isRehearsal: false) == nil)
  }

  @Test("the latest 50 are kept: the oldest go, other files stay")
  func number() throws {
    for minute in 0..<55 { try make(name(minute)) }
    try Data().write(to: url.appending(path: "notes.txt"))
    let recorder = try #require(folder.begin(header, at: moment, isRehearsal: false))
    defer { recorder.close() }
    #expect(names == ["2026-05-01T09-30-00"] + (6..<55).reversed().map(name))
    #expect(FileManager.default.fileExists(atPath: url.path + "/notes.txt"))
  }

  @Test("the oldest go when all of them take more than 192 MiB")
  func size() throws {
    for (minute, size) in [64 << 20, 1, 64 << 20, 64 << 20, (64 << 20) - 1].enumerated() {
      try make(name(minute), size: size)
    }
    let recorder = try #require(folder.begin(header, at: moment, isRehearsal: false))
    defer { recorder.close() }
    // The three latest leave one byte.
    #expect(names == ["2026-05-01T09-30-00", name(4), name(3), name(2), name(1)])
  }

  @Test("rehearsals are counted apart: the latest 20 are kept, of 64 MiB, and no other session goes for them")
  func rehearsals() throws {
    for minute in 0..<55 { try make(name(minute)) }
    for minute in 0..<25 { try make(name(minute) + "-rehearsal") }
    func begin(isRehearsal: Bool) throws {
      try #require(folder.begin(header, at: moment, isRehearsal: isRehearsal)).close()
    }
    for _ in 0..<2 { try begin(isRehearsal: true) }
    let begun = ["2026-05-01T09-30-00-rehearsal-1", "2026-05-01T09-30-00-rehearsal"]
    #expect(names.filter { $0.contains("rehearsal") } == begun + (7..<25).reversed().map { name($0) + "-rehearsal" })
    #expect(names.count { !$0.contains("rehearsal") } == 55)
    #expect(folder.entries().entry(named: "last")?.name == begun[0])
    // With those after it, the fifteenth is too much.
    #expect(truncate(url.appending(path: name(10) + "-rehearsal.flight").path, 64 << 20) == 0)
    try begin(isRehearsal: true)
    #expect(names.count { $0.contains("rehearsal") } == 3 + 14)
    // Nor do rehearsals go for other sessions.
    try begin(isRehearsal: false)
    #expect(names.count { !$0.contains("rehearsal") } == 50 && names.count { $0.contains("rehearsal") } == 17)
  }

  @Test("a session that is being written stays, however old and large it is")
  func written() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    let path = url.appending(path: "\(name(0)).flight").path
    let oldest = try #require(SessionLogWriter(path: path, header))
    #expect(truncate(path, 1 << 30) == 0)
    for minute in 1..<55 { try make(name(minute)) }
    let recorder = try #require(folder.begin(header, at: moment, isRehearsal: false))
    defer { recorder.close() }
    #expect(names.count == 51 && names.last == name(0))
    // It goes as soon as nobody writes it any more.
    oldest.close()
    let next = try #require(
      folder.begin(header, at: Timestamp(milliseconds: moment.milliseconds + 1000), isRehearsal: false))
    defer { next.close() }
    #expect(names.count == 50 && names.last == name(7))
  }

  @Test("`last` is the latest session, and every session is found by its name")
  func words() throws {
    for minute in [3, 1, 2] { try make(name(minute), size: minute) }
    #expect(folder.entries().entry(named: "last")?.path == url.path + "/\(name(3)).flight")
    #expect(folder.entries().entry(named: name(1))?.size == 1)
    #expect(folder.entries().entry(named: "\(name(1)).flight") == nil && folder.entries().entry(named: "") == nil)
  }

  @Test("the list has how long a session was, its source and its hunt, or says that there is none")
  func rows() throws {
    let played = try #require(folder.begin(header, at: moment, isRehearsal: false))
    played.note(TimedLogEntry(.begin(Samples.game), at: .zero))
    played.note(TimedLogEntry(.event(.tick), at: .seconds(75)))
    played.close()
    let left = try #require(folder.begin(header, at: moment, isRehearsal: false))
    left.close()
    try make("not\u{1B}[2J a record")
    #expect(SessionFolder.head == ["SESSION", "TIME", "SOURCE", "HUNT"])
    #expect(
      folder.entries().map(\.row) == [
        ["not[2J a record", "", "", "cannot be read"],
        ["2026-05-01T09-30-00-1", "00:00", "", "no game"],
        ["2026-05-01T09-30-00", "01:15", "walker", "hunt.geojson"],
      ])
  }

  @Test("holds what lies in it, by whatever path it is named, and nothing else")
  func holds() throws {
    let path = try make("a")
    let other = FileManager.default.temporaryDirectory.appending(path: "sessions-\(UUID().uuidString)").path
    let sibling = url.path + "-b"
    defer { for path in [other, sibling] { try? FileManager.default.removeItem(atPath: path) } }
    try FileManager.default.createSymbolicLink(atPath: other, withDestinationPath: path)
    try Data().write(to: URL(filePath: sibling))
    #expect(
      folder.holds(path) && folder.holds(other) && folder.holds(url.path + "/../\(url.lastPathComponent)/a.flight"))
    #expect(!folder.holds(sibling) && !folder.holds(url.path) && !folder.holds(url.path + "/none.flight"))
    try FileManager.default.createSymbolicLink(atPath: url.path + "/link.flight", withDestinationPath: sibling)
    #expect(!folder.holds(url.path + "/link.flight"))
  }
}
