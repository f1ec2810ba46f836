import Foundation
import Game
import HuntDomain
import Numbers
import SessionLogs
import Testing

@Suite("Records of games that are damaged")
struct DamagedSaveTests {
  private static let finds = (1...40).map { Sample.found($0 % 5 + 1, after: Double($0)) }

  /// A folder with a game of forty events, one a line, closed.
  private func saved() throws -> Folder {
    let folder = Folder()
    let game = Sample.game(folder)
    for find in Self.finds { try game.append([find]) }
    return folder
  }

  private func damage(_ folder: Folder, _ change: (inout Data) -> Void) throws {
    var data = try Data(contentsOf: folder.record(1))
    change(&data)
    try data.write(to: folder.record(1))
  }

  /// The lines of the record, each with its range of bytes, without its end.
  private func lines(_ folder: Folder) throws -> [Range<Int>] {
    let data = try Data(contentsOf: folder.record(1))
    var (lines, start) = ([Range<Int>](), 0)
    for (place, byte) in data.enumerated() where byte == 0x0A {
      lines.append(start..<place)
      start = place + 1
    }
    return lines
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

  @Test("cut off anywhere, a record has every event of its whole lines, and goes on behind them")
  func torn() throws {
    let folder = try saved()
    let whole = try Data(contentsOf: folder.record(1))
    let ends = try lines(folder).map(\.upperBound)
    for length in stride(from: 1, through: whole.count, by: 13) {
      try whole.prefix(length).write(to: folder.record(1))
      // The first line is the sitting's.
      let kept = Array(Self.finds.prefix(max(0, ends.count { $0 < length } - 1)))
      let game = Sample.game(folder)
      guard game.saved == kept, game.problem == nil, game.notices == [] else {
        Issue.record("\(length) bytes: \(game.saved.count) of \(kept.count) \(game.notices)")
        return
      }
      try game.append([Sample.found(2, after: 999)])
      let id: Int64 = kept.isEmpty ? 2 : 1
      #expect(try SavedGames(folder.saves).events(of: id) == kept + [Sample.found(2, after: 999)])
      try? FileManager.default.removeItem(at: folder.record(2))
    }
  }

  @Test("a line in the middle that is not as it was written is passed over and told; what follows goes on to be saved")
  func middle() throws {
    let folder = try saved()
    let line = try lines(folder)[7]
    try damage(folder) { $0[line.lowerBound + 30] ^= 1 }
    var kept = Self.finds
    kept.remove(at: 6)
    for more in 1...3 {
      let game = Sample.game(folder)
      #expect(game.saved == kept)
      #expect(game.problem == nil)
      // What is saved next has all that could be read.
      #expect(game.notices.count == (more == 1 ? 1 : 0))
      #expect(more > 1 || game.notices.first?.contains("lines 8; they are passed over, and 1 event is missing") == true)
      try game.append([Sample.found(2, after: 999 + Double(more))])
      kept.append(Sample.found(2, after: 999 + Double(more)))
    }
  }

  @Test("a damaged last line stays where it is, is told, and the next one comes behind it")
  func last() throws {
    let folder = try saved()
    let line = try #require(try lines(folder).last)
    try damage(folder) { $0[line.upperBound - 20] ^= 1 }
    let game = Sample.game(folder)
    #expect(game.saved == Self.finds.dropLast() && game.notices.count == 1)
    try game.append([Sample.found(3, after: 999)])
    #expect(try SavedGames(folder.saves).events(of: 1) == Self.finds.dropLast() + [Sample.found(3, after: 999)])
    // Those of two sittings.
    #expect(try lines(folder).count == 43)
  }

  @Test("a file that is something else is no game, and stays as it is")
  func foreign() throws {
    for content in [Data("Dear diary\n".utf8), Data(repeating: 0, count: 8192), Data(repeating: 0xFF, count: 5000)] {
      let folder = Folder()
      try content.write(to: folder.record(1))
      let game = Sample.game(folder)
      #expect(game.saved == [] && game.problem == nil)
      try game.append([Sample.found(1)])
      #expect(try Data(contentsOf: folder.record(1)) == content)
      #expect(try SavedGames(folder.saves).list().games.map(\.id) == [2])
    }
  }

  @Test("whichever byte is turned over, at most one event is lost, that is told, and none is made up")
  func everyPlace() throws {
    var chance = SeededGenerator(seed: 3)
    let sample = try saved()
    let whole = try Data(contentsOf: sample.record(1))
    let head = try #require(whole.firstIndex(of: 0x0A))
    for _ in 0..<300 {
      let folder = Folder()
      var data = whole
      let place = Int.random(in: 0..<data.count, using: &chance)
      data[place] ^= UInt8.random(in: 1...255, using: &chance)
      try data.write(to: folder.record(1))
      let game = Sample.game(folder)
      let lost = Self.finds.count - game.saved.count
      #expect(game.problem == nil && Set(game.saved).isSubset(of: Self.finds), "byte \(place)")
      // Without its line break a line takes the next one with it, or, as the last one, counts as cut off.
      let isBreak = whole[place] == 0x0A
      #expect(lost <= (isBreak ? 2 : 1), "byte \(place): \(lost) lost")
      #expect(lost == 0 || game.notices.count == 1 || place == whole.count - 1, "byte \(place): lost in silence")
      #expect(place > head || lost <= 1)
    }
  }

  @Test("events that were written twice, after an error of the disk, count once")
  func twice() throws {
    let folder = try saved()
    let all = try Data(contentsOf: folder.record(1))
    let line = all[try lines(folder)[39].lowerBound..<(try lines(folder)[40].lowerBound)]
    // The line before the last one again, as after a report that it was not written.
    try damage(folder) { $0.append(line) }
    #expect(try SavedGames(folder.saves).events(of: 1) == Self.finds.dropLast())
  }

  @Test("hops from the end find the same as all of the record")
  func hops() throws {
    let folder = try saved()
    // The first line is only read where all of the record is.
    try damage(folder) { $0[3] ^= 1 }
    let game = Sample.game(folder)
    #expect(game.saved == Self.finds && game.notices == [])
  }

  @Test("a record in which the hops lead nowhere, or for ever, is read whole")
  func hostile() throws {
    let folder = try saved()
    let text = String(decoding: try Data(contentsOf: folder.record(1)), as: UTF8.self)
    let objects = text.split(separator: "\n").map { line in
      String(line.prefix(upTo: line.range(of: ",\"seal\"")!.lowerBound)) + "}"
    }
    for previous in [Int.max, -7, 3, 100_000_000, .min] {
      let forged = objects.map { $0.replacing(/"previous":-?\d+/, with: "\"previous\":\(previous)") }
      try Data(SealedLines.bytes(of: forged.map { Array($0.utf8) })).write(to: folder.record(1))
      #expect(Sample.game(folder).saved == Self.finds, "\(previous)")
    }
    for latest in [Int.max, 7, .min] {
      let pointer = Array("{\"latest\":\(latest)}".utf8)
      try Data(SealedLines.bytes(of: objects.map { Array($0.utf8) } + [pointer])).write(to: folder.record(1))
      #expect(try SavedGames(folder.saves).list().games.count == 1 || latest < 0)
      #expect(latest < 0 || Sample.game(folder).saved == Self.finds, "\(latest)")
    }
    let far = objects.map { $0.replacing(/"from":\d+/, with: "\"from\":\(Int.max)") }
    try Data(SealedLines.bytes(of: far.map { Array($0.utf8) })).write(to: folder.record(1))
    #expect(Sample.game(folder).saved == [])
  }
}
