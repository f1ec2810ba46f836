import Foundation
import Game
import HuntDomain
import Numbers
import SessionLogs
import Testing

@Suite("A saved game")
struct SavedGameTests {
  @Test("what is saved is there again, and the list tells how far the game is")
  func goesOn() throws {
    let folder = Folder()
    var game: SavedGame? = Sample.game(folder)
    #expect(game?.saved == [])
    #expect(game?.problem == nil)
    try game?.append([HuntEvent(.began, time: .zero), Sample.found(1)])
    try game?.append([Sample.found(3, after: 60)])
    game = nil
    let again = Sample.game(folder)
    #expect(again.saved == [HuntEvent(.began, time: .zero), Sample.found(1), Sample.found(3, after: 60)])
    let summary = try #require(try SavedGames(folder.saves).list().games.first)
    #expect(summary.title == "A sample")
    #expect((summary.found, summary.total, summary.points, summary.isOver) == (2, 5, 4, false))
  }

  @Test("nothing is made before something is saved")
  func nothingYet() throws {
    let folder = Folder()
    _ = Sample.game(folder)
    #expect(try SavedGames(folder.saves).list().games == [])
  }

  @Test("two thousand games of chance come back event for event", arguments: 1...20)
  func games(seed: UInt64) throws {
    let folder = Folder()
    var chance = SeededGenerator(seed: seed)
    var kept: [[HuntEvent]] = []
    for number in 0..<100 {
      let events = Sample.events(.random(in: 1...8, using: &chance), using: &chance)
      try Sample.game(folder, hunt: Sample.hunt(1, id: "game \(number)"), sitting: .anew).append(events)
      kept.append(events)
    }
    let list = try SavedGames(folder.saves).list().games.sorted { $0.id < $1.id }
    #expect(list.map(\.hunt) == (0..<100).map { "game \($0)" })
    var wrong: [String] = []
    for (game, events) in zip(list, kept) where try SavedGames(folder.saves).events(of: game.id) != events {
      wrong.append(game.hunt)
    }
    #expect(wrong == [])
  }

  @Test("opened anew after every event, a hundred games are as far as they were")
  func everyEvent() throws {
    let folder = Folder()
    var chance = SeededGenerator(seed: 12)
    for number in 0..<100 {
      let hunt = Sample.hunt(4, id: "game \(number)")
      var all: [HuntEvent] = []
      for event in Self.walk(hunt, using: &chance) {
        try Sample.game(folder, hunt: hunt, sitting: .resume).append([event])
        all.append(event)
        let again = Sample.game(folder, hunt: hunt, sitting: .resume)
        guard again.saved == all, HuntProgress(hunt, replaying: again.saved) == HuntProgress(hunt, replaying: all)
        else {
          Issue.record("game \(number) after \(all.count) events: \(again.saved)")
          return
        }
      }
    }
  }

  /// What happens to somebody who finds the treasures in any order, and reads a hint now and then.
  private static func walk(_ hunt: Hunt, using chance: inout SeededGenerator) -> [HuntEvent] {
    var events = [HuntEvent(.began, time: .zero)]
    for (number, treasure) in hunt.treasures.shuffled(using: &chance).enumerated() {
      let time = Duration.seconds(number * 60)
      if Bool.random(using: &chance) { events.append(HuntEvent(.readHint(treasure.id, 0), time: time)) }
      events.append(HuntEvent(.found(treasure.id, distance: .random(in: 0...9, using: &chance)), time: time))
    }
    return events + [HuntEvent(.won, time: .seconds(600))]
  }

  @Test("a game that is over begins anew, unless it is asked for; the old one is kept")
  func over() throws {
    let folder = Folder()
    try Sample.game(folder).append([Sample.found(1), HuntEvent(.won, time: .seconds(2))])
    #expect(Sample.game(folder, sitting: .resume).saved.count == 2)
    let anew = Sample.game(folder)
    #expect(anew.saved == [])
    try anew.append([Sample.found(2)])
    let list = try SavedGames(folder.saves).list().games
    #expect(list.map(\.id) == [2, 1])
    #expect(list.map(\.isOver) == [false, true])
    #expect(try SavedGames(folder.saves).events(of: 1).count == 2)
  }

  @Test("begun anew, the hunt's last game is kept, and the new one goes on next time")
  func anew() throws {
    let folder = Folder()
    try Sample.game(folder).append([Sample.found(1)])
    try Sample.game(folder, sitting: .anew).append([Sample.found(2)])
    #expect(Sample.game(folder).saved == [Sample.found(2)])
    #expect(try SavedGames(folder.saves).events(of: 1) == [Sample.found(1)])
  }

  @Test("a hunt that was changed since goes on, with a word")
  func changed() throws {
    let folder = Folder()
    try Sample.game(folder, content: 7).append([Sample.found(1), Sample.found(5)])
    let again = Sample.game(folder, hunt: Sample.hunt(2), content: 8)
    #expect(again.notices.count == 1)
    #expect(again.notices.first?.contains("changed") == true)
    // The fifth treasure is gone; what fits counts.
    #expect(HuntProgress(Sample.hunt(2), replaying: again.saved).finds.map(\.treasure.id) == ["t1"])
  }

  @Test("the second game of a hunt at a time reads what is saved, is told, and saves nothing")
  func second() throws {
    let folder = Folder()
    let first = Sample.game(folder)
    try first.append([Sample.found(1)])
    var second: SavedGame? = Sample.game(folder)
    #expect(second?.saved == [Sample.found(1)])
    #expect(second?.problem?.description.contains("another window") == true)
    #expect(throws: ProgressNotSaved.self) { try second?.append([Sample.found(2)]) }
    // Another hunt is nobody's.
    let other = Sample.game(folder, hunt: Sample.hunt(id: "other"))
    #expect(other.problem == nil)
    try other.append([Sample.found(4)])
    try first.append([Sample.found(3)])
    second = nil
    #expect(try SavedGames(folder.saves).events(of: 1) == [Sample.found(1), Sample.found(3)])
  }

  @Test("a game is removed for good, but not while it is played")
  func removal() throws {
    let folder = Folder()
    let saves = SavedGames(folder.saves)
    var game: SavedGame? = Sample.game(folder)
    try game?.append([Sample.found(1)])
    #expect(throws: ProgressNotSaved.self) { try saves.remove(1) }
    game = nil
    #expect(try saves.remove(1))
    #expect(try !saves.remove(1))
    #expect(try saves.list().games == [])
    // Its number is not used again.
    try Sample.game(folder).append([Sample.found(2)])
    #expect(try saves.list().games.map(\.id) == [2])
  }

  @Test("a record that is taken away while it is written is made again, with all that happened")
  func takenAway() throws {
    let folder = Folder()
    let game = Sample.game(folder)
    try game.append([Sample.found(1)])
    try FileManager.default.removeItem(at: folder.record(1))
    try game.append([Sample.found(2)])
    #expect(try SavedGames(folder.saves).events(of: 1) == [Sample.found(1), Sample.found(2)])
  }

  @Test("where nothing can be written the game is told so, and what happened is saved once it can be")
  func blocked() throws {
    let folder = Folder()
    // A file where the folder should be: not even root gets past it.
    let place = folder.url.appending(path: "saves")
    try Data().write(to: place)
    let game = SavedGame(Sample.hunt(), content: 1, sitting: .goOn, in: SaveFolder(place.path))
    #expect(game.problem != nil)
    #expect(throws: ProgressNotSaved.self) { try game.append([Sample.found(1)]) }
    try FileManager.default.removeItem(at: place)
    try game.append([Sample.found(1), Sample.found(2)])
    #expect(try SavedGames(SaveFolder(place.path)).events(of: 1) == [Sample.found(1), Sample.found(2)])
  }
}
