import Foundation
import Game
import HuntDomain
import Nearby
import Sealing
import SessionLogs
import Testing
import Views

@Suite("What a finish file holds")
struct ProofTests {
  private static let secret = "/home/ada/secret"
  private static let moments: [SessionLogEntry] = {
    let game = GameSetup(
      hunt: Samples.playable.hunt, places: [Samples.cafe], placesAttribution: [secret], asksForPlaces: true,
      source: "trace", choice: .trace("\(secret)/walk.gpx"),
      alternatives: [
        .init(.gpsd("secret-host:2947"), title: "A receiver", detail: "through gpsd at secret-host"),
        .init(.trace(""), title: "A recording", detail: "that you name", question: .trace),
      ])
    let file = { (name: String) in RecordedGame.File(path: "\(secret)/\(name)", text: "secret", sum: "secret") }
    let hunt = RecordedGame.File(path: "\(secret)/hunt.geojson", text: "{}")
    return [
      .begin(RecordedGame(game, hunt: hunt, map: file("map.pmtiles"), ghosts: [file("ghost.gpx")])),
      .event(.location(.fix(Samples.fix))), .event(.key(.enter)), .command("a the heron"),
      .event(.location(.lost(reason: "gpsd at secret-host is gone"))), .event(.sourceChanged(.gpsd("secret-host"))),
      .event(.cannotChangeSource("\(secret)/walk.gpx: no such file")), .event(.cannotSave("\(secret): full")),
      .event(.rehearses("\(secret) is saved")), .event(.places(PlacesAnswer([Samples.cafe]), source: 1)), .shown(7),
      .event(.announced(Announcement(.message, secret))),
      .event(.mates([Mate("secret", name: secret, at: Samples.place, age: .zero)])),
      .event(.board(Leaderboard(event: secret, rows: [], total: 0, latest: [], prizes: [], isClosed: false))),
    ]
  }()

  private let claim = FinishClaim(hunt: "One", found: 1, of: 1, points: 1, time: .seconds(9), isWon: true)

  private func key() throws -> SigningKey {
    try #require(SigningKey(seed: [UInt8](repeating: 5, count: SigningKey.seedLength)))
  }

  /// The bytes of a record of `moments`, one a second.
  private func record(_ moments: [SessionLogEntry] = moments) throws -> [UInt8] {
    let path = FileManager.default.temporaryDirectory.appending(path: "session-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let header = SessionLogHeader(version: "1", began: "now", voice: .screen, style: "secret", commands: ["hint"])
    let recorder = try #require(SessionLogWriter(path: path, header))
    for (index, entry) in moments.enumerated() { recorder.note(TimedLogEntry(entry, at: .seconds(index))) }
    recorder.close()
    return [UInt8](try Data(contentsOf: URL(filePath: path)))
  }

  private func finish(keepsPlaces: Bool, through end: Int? = nil) throws -> (text: String, file: FinishFile) {
    let bytes = try #require(
      FinishFile.bytes(of: record(), claim, signedBy: key(), through: end, keepsPlaces: keepsPlaces))
    return (String(decoding: bytes, as: UTF8.self), try FinishFile(bytes))
  }

  @Test("is what the rules need, at the times when it happened, and no ghost, map, place, path, host or picture")
  func small() throws {
    let (text, file) = try finish(keepsPlaces: false)
    #expect(!text.contains("secret") && !text.contains("Café") && !text.contains("shown"))
    #expect(file.record.last.moments.map(\.time) == (0...8).map { Duration.seconds($0) })
    #expect(file.record.last.moments[1].entry == .event(.location(.fix(Samples.fix))))
    #expect(
      file.record.last.moments[3].entry == .command("a the heron") && file.record.last.header.commands == ["hint"])
    guard case .begin(let game) = file.record.last.moments[0].entry else {
      Issue.record("no game")
      return
    }
    #expect(game.hunt == .init(path: "hunt.geojson", text: "{}") && game.choice == .trace("walk.gpx"))
    #expect(game.map == nil && game.ghosts == [] && game.places == [] && game.alternatives.count == 2)
  }

  @Test("is nothing of what happened after the end")
  func end() throws {
    #expect(
      try finish(keepsPlaces: false, through: 3).file.record.last.moments.map(\.time) == (0...3).map { .seconds($0) })
  }

  @Test("is at most 16 MiB; a larger file is refused before it is read, and is told so")
  func largest() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "large-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    func problem(of size: Int) -> SessionLogError? {
      #expect(truncate(path, size) == 0)
      do throws(SessionLogError) { _ = try FinishFile(path: path) } catch { return error }
      return nil
    }
    #expect(problem(of: 16 << 20)?.problem == .notSigned)
    let error = problem(of: (16 << 20) + 1)
    #expect(error?.problem == .tooLarge(limit: 16 << 20))
    #expect(error?.description == "larger than 16 MiB; no finish file is that large")
  }

  /// The score that the rules make of a file, with `points`.
  private func judged(_ points: Int) -> FinishVerification {
    var verification = FinishVerification(of: Samples.playable)
    verification.note(
      TimedLogEntry(.event(.tick), at: .seconds(9)),
      [.finished(found: 1, of: 1, points: points, time: .seconds(9), isWon: true)])
    return verification
  }

  @Test("are the places around only if the score needs them, and there is no file if it never makes the claim")
  func needed() throws {
    var judgements = 0
    /// Whether the file that is made keeps the places; `nil` if none is made.
    func keepsPlaces(points: (FinishFile) -> Int?) throws -> Bool? {
      judgements = 0
      let bytes = try FinishFile.smallest(of: record(), claim, signedBy: key(), through: nil) { file in
        judgements += 1
        return points(file).map(judged)
      }
      return bytes.map { String(decoding: $0, as: UTF8.self).contains("Café") }
    }
    #expect(try keepsPlaces { _ in 1 } == false && judgements == 1)
    #expect(try keepsPlaces { $0.record.last.moments.count == 10 ? 1 : 0 } == true && judgements == 2)
    #expect(try keepsPlaces { $0.record.last.moments.count == 10 ? 1 : nil } == true && judgements == 2)
    #expect(try keepsPlaces { _ in 0 } == nil && judgements == 2)
    #expect(try FinishFile.smallest(of: [], claim, signedBy: key(), through: nil) { _ in judged(1) } == nil)
  }

  @Test("are at most 16 MiB: a larger file is not made, because nobody could verify it")
  func tooLarge() throws {
    let long = SessionLogEntry.command(String(repeating: "a", count: 1 << 20))
    let record = try record([Self.moments[0]] + [SessionLogEntry](repeating: long, count: 16))
    let key = try key()
    #expect(throws: SessionLogError.self) {
      try FinishFile.smallest(of: record, claim, signedBy: key, through: nil) { _ in judged(1) }
    }
    #expect(try FinishFile.smallest(of: record, claim, signedBy: key, through: 8) { _ in judged(1) } != nil)
  }

  @Test("are the places around as well where somebody chose among them")
  func places() throws {
    let (text, file) = try finish(keepsPlaces: true)
    #expect(!text.contains("secret") && text.contains("Café") && file.record.last.moments.count == 10)
  }
}

@Suite("The checksum of a file that a record names")
struct FileSumTests {
  private func sum(_ bytes: [UInt8]) throws -> String? {
    let url = FileManager.default.temporaryDirectory.appending(path: "sum-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(bytes).write(to: url)
    return FileSum.of(path: url.path)
  }

  @Test("is another one after a change, at either end of a large file and in the length", arguments: [0, 5, 17 << 20])
  func changes(count: Int) throws {
    let bytes = [UInt8](repeating: 7, count: count)
    var sums: Set = [try #require(try sum(bytes)), try #require(try sum(bytes + [7]))]
    for place in [0, count - 1] where bytes.indices.contains(place) {
      var changed = bytes
      changed[place] = 8
      sums.insert(try #require(try sum(changed)))
    }
    #expect(sums.count == (count == 0 ? 2 : 4))
    #expect(try sum(bytes) == sum(bytes))
  }

  @Test("is none of what is no file, and waits for nobody")
  func none() {
    let folder = FileManager.default.temporaryDirectory
    let pipe = folder.appending(path: "sum-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: pipe) }
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(
      FileSum.of(path: pipe) == nil && FileSum.of(path: folder.path) == nil && FileSum.of(path: "/nowhere") == nil)
  }
}
