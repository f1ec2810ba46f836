import Database
import Foundation
import Game
import HuntDomain
import Numbers
import SavedGames
import Testing

@Suite("Saved games that are damaged, older or newer")
struct DamagedSaveTests {
  private static let finds = (1...40).map { Sample.found($0 % 5 + 1, after: Double($0)) }

  /// A folder with a game of forty events, closed.
  private func saved() throws -> Folder {
    let folder = Folder()
    let game = Sample.game(folder)
    for find in Self.finds { try game.append([find]) }
    return folder
  }

  @Test("of a folder that cannot be read nobody says that it has no games")
  func unreadable() throws {
    let folder = Folder()
    let loop = folder.url.appending(path: "loop").path
    // A link to itself, which root cannot read either.
    try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
    let games = SavedGames(SaveFolder(loop))
    #expect(throws: ProgressNotSaved.self) { try games.list() }
    #expect(throws: ProgressNotSaved.self) { try games.events(of: 1) }
    #expect(throws: ProgressNotSaved.self) { try games.remove(1) }
  }

  /// A folder as a game leaves it that was killed: everything is only written ahead.
  private func killed() throws -> Folder {
    let (folder, copy) = (Folder(), Folder())
    let game = Sample.game(folder)
    for find in Self.finds { try game.append([find]) }
    for name in ["games.db", "games.db-wal"] {
      try FileManager.default.copyItem(at: folder.url.appending(path: name), to: copy.url.appending(path: name))
    }
    return copy
  }

  private func damage(_ folder: Folder, _ name: String = "games.db", _ change: (inout Data) -> Void) throws {
    let file = folder.url.appending(path: name)
    var data = try Data(contentsOf: file)
    change(&data)
    try data.write(to: file)
  }

  /// The damaged file lies aside to the byte, and nothing that was said to be lost is lost.
  private func expectMended(
    _ folder: Folder, before: [String: Data], keeping kept: [HuntEvent], _ note: Comment = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let game = Sample.game(folder)
    #expect(game.saved == kept, note, sourceLocation: sourceLocation)
    #expect(game.problem == nil, note, sourceLocation: sourceLocation)
    #expect(
      game.notices.contains { $0.contains("damaged-1") }, "\(note) \(game.notices)", sourceLocation: sourceLocation)
    for (name, data) in before {
      let aside = name.replacing("games.db", with: "games.db.damaged-1")
      #expect(folder.contents[aside] == data, "\(note) \(name)", sourceLocation: sourceLocation)
    }
    #expect(throws: Never.self, sourceLocation: sourceLocation) { try game.append([Sample.found(2, after: 999)]) }
  }

  @Test("a file whose header is destroyed is set aside, and everything in it is kept")
  func header() throws {
    let folder = try saved()
    try damage(folder) { $0.replaceSubrange(0..<100, with: Data(repeating: 0xAA, count: 100)) }
    expectMended(folder, before: folder.contents, keeping: Self.finds)
  }

  @Test("a file that is something else is set aside, and the game begins anew")
  func foreign() throws {
    for content in [
      Data("Dear diary".utf8), Data(repeating: 0, count: 8192), Data(repeating: 0xFF, count: 5000),
    ] {
      let folder = Folder()
      try content.write(to: folder.database)
      expectMended(folder, before: folder.contents, keeping: [])
    }
  }

  @Test("another program's database is set aside")
  func anotherProgram() throws {
    let folder = Folder()
    try Connection(path: folder.database.path).execute("CREATE TABLE notes (text)")
    expectMended(folder, before: folder.contents, keeping: [])
  }

  @Test("a view in the place of a table, which could go on for ever, is not asked")
  func hostileSchema() throws {
    let folder = Folder()
    try Connection(path: folder.database.path).execute(
      """
      PRAGMA user_version = 2; CREATE TABLE games (id); CREATE VIEW events AS
      WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n
      """)
    expectMended(folder, before: folder.contents, keeping: [])
  }

  @Test("a row that is not as it was written is passed over, the others are kept")
  func alteredRow() throws {
    let folder = try saved()
    try Connection(path: folder.database.path).execute("UPDATE events SET treasure = 't5' WHERE number = 7")
    let before = folder.contents
    var kept = Self.finds
    kept.remove(at: 7)
    expectMended(folder, before: before, keeping: kept)
  }

  @Test("a game whose own row is damaged keeps its events")
  func alteredGame() throws {
    let folder = try saved()
    try Connection(path: folder.database.path).execute("UPDATE games SET title = 'Other', points = 77")
    expectMended(folder, before: folder.contents, keeping: Self.finds)
  }

  @Test("a mended game lists each treasure once that was found, or claimed")
  func mendedCount() throws {
    let folder = Folder()
    let claim = HuntEvent(.claimed("t2"), time: .seconds(2))
    let events = [Sample.found(1), claim, HuntEvent(.expired("t3"), time: .seconds(3)), Sample.found(1)]
    // Nobody has it open when it is mended.
    try Sample.game(folder).append(events)
    try Connection(path: folder.database.path).execute("UPDATE games SET found = 77")
    _ = Sample.game(folder)
    #expect(folder.files.contains("games.db.damaged-1"))
    #expect(try SavedGames(folder.saves).list().games.map(\.found) == [2])
  }

  @Test("whichever byte is turned over, no event that it does not hold is lost, and none is made up")
  func everyPlace() throws {
    var chance = SeededGenerator(seed: 3)
    let whole = try saved().contents["games.db"] ?? Data()
    var mended = 0
    for _ in 0..<150 {
      let folder = Folder()
      var data = whole
      let place = Int.random(in: 0..<data.count, using: &chance)
      data[place] ^= UInt8.random(in: 1...255, using: &chance)
      try data.write(to: folder.database)
      let game = Sample.game(folder)
      let lost = Self.finds.count - game.saved.count
      // A newer version is what it may become, and then it is not touched.
      if game.problem != nil {
        #expect((60..<64).contains(place) && folder.contents == ["games.db": data], "byte \(place)")
        continue
      }
      // A page of a tree holds many cells, but the leaf's own list of them is what finds them.
      #expect(Set(game.saved).isSubset(of: Self.finds), "byte \(place)")
      #expect(lost <= 1 || game.notices.count == 1, "byte \(place): \(lost) lost")
      mended += game.notices.isEmpty ? 0 : 1
      if !game.notices.isEmpty { #expect(folder.contents["games.db.damaged-1"] == data, "byte \(place)") }
    }
    #expect(mended > 0)
  }

  @Test("a log whose first change is damaged still gives all that came after")
  func log() throws {
    let folder = try killed()
    #expect(Sample.game(folder).saved == Self.finds)
    let second = try killed()
    // In the page of the first frame, behind the log's header and the frame's.
    try damage(second, "games.db-wal") { $0[32 + 24 + 50] ^= 0xFF }
    expectMended(second, before: second.contents, keeping: Self.finds)
  }

  @Test("a log without its header still gives all that it holds")
  func logHeader() throws {
    let folder = try killed()
    try damage(folder, "games.db-wal") { $0.replaceSubrange(0..<16, with: Data(count: 16)) }
    expectMended(folder, before: folder.contents, keeping: Self.finds)
  }

  @Test(
    "a log that was cut in the middle of a change is what a lost power leaves: no damage, the last change is not there")
  func cutLog() throws {
    let folder = try killed()
    try damage(folder, "games.db-wal") { $0.removeLast(100) }
    let game = Sample.game(folder)
    #expect(game.saved == Self.finds.dropLast())
    #expect(game.notices == [])
    #expect(folder.files.filter { $0.contains("damaged") } == [])
  }

  @Test("damage is set aside under the next free name")
  func twice() throws {
    let folder = Folder()
    for _ in 0..<3 {
      try Data("no database at all, but as long as it takes to be one".utf8).write(to: folder.database)
      _ = Sample.game(folder)
    }
    #expect(folder.files.filter { $0.contains("damaged") } == (1...3).map { "games.db.damaged-\($0)" })
  }

  @Test("while another game has the folder open nothing is mended, and the player is told")
  func shared() throws {
    let folder = try saved()
    let first = Sample.game(folder)
    _ = first
    try damage(folder) { $0.replaceSubrange(0..<100, with: Data(repeating: 0xAA, count: 100)) }
    let other = Sample.game(folder, hunt: Sample.hunt(id: "other"))
    #expect(other.problem?.description.contains("damaged") == true)
    #expect(folder.files.filter { $0.contains("damaged") } == [])
  }

  @Test("a mended file that had not taken its place yet takes it at the next start")
  func interrupted() throws {
    let folder = try saved()
    let mended = try saved()
    try FileManager.default.copyItem(at: mended.database, to: folder.url.appending(path: "games.db.new"))
    try Data("the damaged one".utf8).write(to: folder.database)
    try Data("and what was written ahead".utf8).write(to: folder.url.appending(path: "games.db-wal"))
    #expect(Sample.game(folder).saved == Self.finds)
    #expect(folder.contents["games.db.damaged-1"] == Data("the damaged one".utf8))
    #expect(folder.contents["games.db.damaged-1-wal"] == Data("and what was written ahead".utf8))
    #expect(!folder.files.contains("games.db.new"))
  }

  // MARK: - Versions

  @Test("a save of version 1 is brought to the present one")
  func migration() throws {
    let folder = Folder()
    // As the first layout was: seconds with a fraction, no sums, no summary.
    try Connection(path: folder.database.path).execute(
      """
      CREATE TABLE games (id INTEGER PRIMARY KEY, hunt TEXT NOT NULL UNIQUE, title TEXT);
      CREATE TABLE events (game INTEGER NOT NULL, number INTEGER NOT NULL, kind TEXT NOT NULL, treasure TEXT, word TEXT,
        amount REAL, whole INTEGER, seconds REAL NOT NULL, utc INTEGER, PRIMARY KEY (game, number));
      INSERT INTO games VALUES (3, 'sample', 'A sample'), (4, 'other', NULL);
      INSERT INTO events VALUES (3, 0, 'began', NULL, NULL, NULL, NULL, 0, 1000),
        (3, 1, 'found', 't1', NULL, 2.5, NULL, 12.25, NULL), (3, 2, 'readHint', 't2', NULL, NULL, 1, 13, NULL),
        (3, 3, 'answered', 't2', 'oak', NULL, NULL, 14, NULL), (3, 4, 'nonsense', NULL, NULL, NULL, NULL, 15, NULL),
        (4, 0, 'found', 't9', NULL, 1, NULL, 1, NULL), (4, 1, 'won', NULL, NULL, NULL, NULL, 2, NULL);
      PRAGMA user_version = 1
      """)
    let game = Sample.game(folder)
    #expect(
      game.saved == [
        HuntEvent(.began, time: .zero, utc: Timestamp(milliseconds: 1000)),
        HuntEvent(.found("t1", distance: 2.5), time: .milliseconds(12_250)),
        HuntEvent(.readHint("t2", 1), time: .seconds(13)), HuntEvent(.answered("t2", .text("oak")), time: .seconds(14)),
      ])
    #expect(game.notices == [])
    try game.append([Sample.found(3, after: 20)])
    #expect(Sample.game(folder, sitting: .resume).saved.count == 5)
    let list = try SavedGames(folder.saves).list().games
    #expect(list.map(\.id) == [4, 3])
    #expect(list.map(\.isOver) == [true, false])
    #expect(list.map(\.found) == [1, 2])
  }

  @Test("a save of a newer version is not touched, and the player is told to update")
  func newer() throws {
    let folder = try saved()
    try Connection(path: folder.database.path).execute("PRAGMA user_version = 3; CREATE TABLE extra (x)")
    let before = folder.contents
    let game = Sample.game(folder)
    #expect(game.saved == [])
    #expect(game.problem?.description.contains("newer Trove") == true)
    #expect(game.problem?.description.contains("Update") == true)
    #expect(throws: ProgressNotSaved.self) { try game.append([Sample.found(1)]) }
    #expect(throws: ProgressNotSaved.self) { try SavedGames(folder.saves).list() }
    #expect(throws: ProgressNotSaved.self) { try SavedGames(folder.saves).remove(1) }
    #expect(folder.contents == before)
  }
}
