import Foundation
import Sealing
import SessionLogs
import Testing

@Suite("The file of a player's key")
struct PlayerKeyFileTests {
  /// A folder of a test's own, gone with it.
  private final class Folder: Sendable {
    let path = FileManager.default.temporaryDirectory.appending(path: "trove-key-\(UUID().uuidString)").path

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

    func make() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
  }

  private let folder = Folder(), other = Folder()
  private var file: PlayerKeyFile { PlayerKeyFile(in: folder.path) }
  private var own: PlayerKeyFile { PlayerKeyFile(in: other.path) }

  private func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test("is made at the first time, for its owner alone, and read from then on")
  func made() throws {
    let key = try file.key()
    #expect(folder.names == ["player.key"] && file.path == folder.path + "/player.key")
    #expect(try permissions(file.path) == 0o600 && permissions(folder.path) == 0o700)
    #expect(try file.key().known == key.known)
    #expect(try own.key().known != key.known)
  }

  @Test("is the same for all tasks that make one at once, and they leave nothing beside it")
  func together() async throws {
    for _ in 0..<20 {
      let folder = Folder()
      let file = PlayerKeyFile(in: folder.path)
      let keys = try await withThrowingTaskGroup(of: PublicKey.self) { group in
        for _ in 0..<8 { group.addTask { try file.key().known } }
        return try await group.reduce(into: Set()) { $0.insert($1) }
      }
      let known = try file.key().known
      #expect(keys == [known])
      #expect(folder.names == ["player.key"])
    }
  }

  @Test("is refused and left as it is if it holds something else", arguments: ["", "no key\n", "QUJD\n", "\u{0}"])
  func damaged(text: String) throws {
    try folder.make()
    try text.write(toFile: file.path, atomically: true, encoding: .utf8)
    let error = PlayerKeyError.damaged(path: file.path)
    #expect(throws: error) { try file.key() }
    #expect(throws: error) { try file.key(orOf: own) }
    #expect(throws: error) { try file.keep(keyOf: own) }
    #expect(error.description == "\(file.path): this is no key; move it away to begin with a new one")
    #expect(try String(contentsOfFile: file.path, encoding: .utf8) == text && folder.names == ["player.key"])
    // The user's own that is damaged is not kept anywhere.
    #expect(throws: error) { try own.keep(keyOf: file) }
    #expect(other.names.isEmpty)
  }

  @Test("of a folder comes before the user's own, which is made where there is neither")
  func order() throws {
    let known = try file.key(orOf: own).known
    #expect(folder.names.isEmpty && other.names == ["player.key"])
    #expect(try own.key().known == known)
    let mine = try file.key().known
    #expect(mine != known)
    #expect(try file.key(orOf: own).known == mine && file.key(orOf: nil).known == mine)
    #expect(try own.key().known == known)
  }

  @Test("keeps the user's own key in a folder that has none, and never replaces one")
  func kept() throws {
    try folder.make()
    try file.keep(keyOf: own)
    #expect(folder.names.isEmpty && other.names.isEmpty)
    let known = try own.key().known
    try file.keep(keyOf: own)
    #expect(folder.names == ["player.key"])
    #expect(try permissions(file.path) == 0o600)
    try FileManager.default.removeItem(atPath: own.path)
    #expect(try own.key().known != known)
    try file.keep(keyOf: own)
    try file.keep(keyOf: nil)
    #expect(try file.key(orOf: own).known == known)
  }

  @Test("cannot be had without a folder, or in one that cannot be written")
  func nowhere() throws {
    #expect(throws: PlayerKeyError.noFolder) { try file.key(orOf: nil) }
    #expect(throws: PlayerKeyError.noFolder) { try file.keep(keyOf: nil) }
    let below = PlayerKeyFile(in: "/dev/null")
    let error = #expect(throws: PlayerKeyError.self) { try below.key() }
    #expect(error?.description == "/dev/null/player.key: cannot be written: Not a directory")
  }
}
