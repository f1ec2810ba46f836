import Database
import Foundation
import Game
import HuntDomain
import Numbers
import SessionLogs
import Testing

/// Databases that version 0.7.0 has written: of a game that was left, and of one that was killed.
@Suite("Saved games of older versions")
struct OldSaveTests {
  private static let hunt = Sample.hunt(id: "The Zero Meridian")
  private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

  private static let began: [HuntEvent] = [
    HuntEvent(.began, time: .zero), HuntEvent(.opened("zero-stone"), time: .zero),
    HuntEvent(.entered("zero-stone"), time: .seconds(36)),
    HuntEvent(.found("zero-stone", distance: 13.076008215137477), time: .seconds(36)),
    HuntEvent(.opened("tide-bell"), time: .seconds(36)),
  ]
  private static let closed =
    began + [
      HuntEvent(.entered("tide-bell"), time: .seconds(105)),
      HuntEvent(.found("tide-bell", distance: 9.508771179810594), time: .seconds(105)),
      HuntEvent(.opened("heron-hide"), time: .seconds(105)), HuntEvent(.played, time: .seconds(300)),
    ]

  /// A folder with a copy of a database.
  private func folder(_ name: String, change: String? = nil) throws -> Folder {
    let folder = Folder()
    for suffix in ["", "-wal"] {
      let file = Self.fixtures.appending(path: "\(name).db\(suffix)")
      guard FileManager.default.fileExists(atPath: file.path) else { continue }
      try FileManager.default.copyItem(at: file, to: folder.url.appending(path: "games.db\(suffix)"))
    }
    if let change { try Connection(path: folder.database.path).execute(change) }
    return folder
  }

  private func game(_ folder: Folder) -> SavedGame {
    Sample.game(folder, hunt: Self.hunt, content: 6_233_658_273_746_733_057)
  }

  @Test("go on, with their numbers; the database is kept under another name, to the byte")
  func healthy() throws {
    let folder = try folder("closed")
    let before = folder.contents["games.db"]
    let list = try SavedGames(folder.saves).list()
    #expect(list.notices == [])
    let summary = try #require(list.games.first)
    #expect((summary.id, summary.hunt, summary.title) == (1, "The Zero Meridian", "The Zero Meridian"))
    #expect((summary.found, summary.total, summary.points, summary.isOver) == (2, 10, 15, false))
    #expect(try SavedGames(folder.saves).events(of: 1) == Self.closed)
    #expect(folder.contents["games.db.converted"] == before && !folder.files.contains("games.db"))
    let again = game(folder)
    #expect(again.saved == Self.closed && again.notices == [] && again.problem == nil)
    try again.append([Sample.found(1)])
    #expect(try SavedGames(folder.saves).events(of: 1) == Self.closed + [Sample.found(1)])
    // The second one was removed, and its number is not used again.
    try Sample.game(folder).append([Sample.found(1)])
    #expect(try SavedGames(folder.saves).list().games.map(\.id) == [3, 1])
  }

  @Test("have all that was written ahead when they were killed, which is kept as well")
  func killed() throws {
    let folder = try folder("killed")
    let before = folder.contents
    let game = game(folder)
    #expect(game.saved == Self.began && game.notices == [] && game.problem == nil)
    for suffix in ["", "-wal"] {
      #expect(folder.contents["games.db.converted\(suffix)"] == before["games.db\(suffix)"])
    }
  }

  @Test("a conversion that was interrupted is done again, and writes nothing twice")
  func interrupted() throws {
    let folder = try folder("closed")
    _ = game(folder)
    let record = try Data(contentsOf: folder.record(1))
    try FileManager.default.moveItem(
      at: folder.url.appending(path: "games.db.converted"), to: folder.database)
    let again = game(folder)
    #expect(again.saved == Self.closed && again.notices == [])
    #expect(try Data(contentsOf: folder.record(1)) == record)
    #expect(folder.files == ["game-1.jsonl", "game-2.jsonl", "games.db.converted"])
  }

  @Test("what an older version saves later is another game, and no record is written over")
  func older() throws {
    let folder = try folder("closed")
    try game(folder).append([Sample.found(3)])
    let record = try Data(contentsOf: folder.record(1))
    for (name, data) in try self.folder("killed").contents { try data.write(to: folder.url.appending(path: name)) }
    _ = game(folder)
    #expect(try Data(contentsOf: folder.record(1)) == record)
    #expect(try SavedGames(folder.saves).events(of: 3) == Self.began)
    #expect(folder.files.contains("games.db.converted-2-wal"))
  }

  @Test("a row that is not as it was written is passed over, and that is told")
  func alteredRow() throws {
    let folder = try folder("closed", change: "UPDATE events SET treasure = 't5' WHERE number = 3")
    let game = game(folder)
    var kept = Self.closed
    kept.remove(at: 3)
    #expect(game.saved == kept && game.problem == nil)
    #expect(
      game.notices.count == 1 && game.notices.first?.contains("8 events of 1 game could be kept") == true,
      "\(game.notices)")
    #expect(game.notices.first?.contains("games.db.converted") == true)
  }

  @Test("a game whose own row is damaged keeps its events, and what follows from them")
  func alteredGame() throws {
    let folder = try folder("closed", change: "UPDATE games SET found = 7, isOver = 1")
    let game = game(folder)
    #expect(game.saved == Self.closed && game.notices.count == 1)
    let summary = try #require(try SavedGames(folder.saves).list().games.first)
    #expect((summary.found, summary.isOver) == (2, false))
  }

  @Test("a file that is something else is set aside, and the game begins anew")
  func foreign() throws {
    let database = Folder()
    try Connection(path: database.database.path).execute("CREATE TABLE notes (text)")
    let view = Folder()
    // Read, it would go on for ever.
    try Connection(path: view.database.path).execute(
      """
      PRAGMA user_version = 2; CREATE TABLE games (id); CREATE VIEW events AS
      WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n
      """)
    let texts = [Data("Dear diary".utf8), Data(repeating: 0, count: 8192), Data(repeating: 0xFF, count: 5000)]
    for folder in [database, view] + texts.map({ _ in Folder() }) {
      if !folder.files.contains("games.db") { try texts[folder.files.count].write(to: folder.database) }
      let before = folder.contents["games.db"]
      let game = game(folder)
      #expect(game.saved == [] && game.problem == nil)
      #expect(game.notices.first?.contains("nothing in them could be read") == true, "\(game.notices)")
      #expect(folder.contents["games.db.converted"] == before)
      #expect(throws: Never.self) { try game.append([Sample.found(1)]) }
    }
  }

  @Test("whichever byte is turned over, no event is made up, and the file is kept")
  func everyPlace() throws {
    let whole = try Data(contentsOf: Self.fixtures.appending(path: "closed.db"))
    for place in stride(from: 0, to: whole.count, by: 97) {
      let folder = Folder()
      var data = whole
      data[place] ^= 0xFF
      try data.write(to: folder.database)
      let game = game(folder)
      // A newer version is what it may become, and then it is not touched.
      if game.problem != nil {
        #expect((60..<64).contains(place) && folder.contents == ["games.db": data], "byte \(place)")
        continue
      }
      #expect(Set(game.saved).isSubset(of: Self.closed), "byte \(place)")
      #expect(game.saved.count >= Self.closed.count - 1 || !game.notices.isEmpty, "byte \(place): \(game.saved.count)")
      #expect(folder.contents["games.db.converted"] == data, "byte \(place)")
    }
  }

  @Test("of version 1 are read as well")
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
    let list = try SavedGames(folder.saves).list().games
    #expect(list.map(\.id) == [4, 3])
    #expect(list.map(\.isOver) == [true, false])
    #expect(list.map(\.found) == [1, 2])
  }

  @Test("of a newer version are not touched, and the player is told to update")
  func newer() throws {
    let folder = try folder("closed", change: "PRAGMA user_version = 3; CREATE TABLE extra (x)")
    let before = folder.contents
    let game = game(folder)
    #expect(game.saved == [])
    #expect(game.problem?.description.contains("newer Trove") == true)
    #expect(game.problem?.description.contains("Update") == true)
    #expect(throws: ProgressNotSaved.self) { try game.append([Sample.found(1)]) }
    #expect(throws: ProgressNotSaved.self) { try SavedGames(folder.saves).list() }
    #expect(throws: ProgressNotSaved.self) { try SavedGames(folder.saves).remove(1) }
    #expect(folder.contents == before)
  }
}
