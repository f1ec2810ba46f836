import EventDomain
import EventHost
import Events
import Foundation
import NATSEvents
import Testing

@Suite("Files of events")
struct LocalEventsTests {
  private let folder = TemporaryFolder()

  @Test("are not made of a file that holds something else", arguments: ["hello, this is no database", ""])
  func foreign(text: String) throws {
    let (path, ann) = (folder.path + "/other", try #require(PlayerID("AAAAAAAAAAAAAAAA")))
    try Data(text.utf8).write(to: URL(filePath: path))
    if text.isEmpty {
      _ = try openOutbox(at: path, of: ann)
      _ = try InvitationBook(path: path + ".invitations")
    } else {
      #expect(throws: EventTrouble.self) { try openOutbox(at: path, of: ann) }
      #expect(throws: EventTrouble.self) { try InvitationBook(path: path) }
    }
  }
}

/// A folder that is removed with the test.
final class TemporaryFolder: Sendable {
  let path: String

  init() {
    path = NSTemporaryDirectory() + "trove-events-\(UUID().uuidString)"
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
