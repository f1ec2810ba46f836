import Foundation
import Game
import Geodesy
import HuntDomain
import Nearby
import PlaceFiles
import Places
import PlainUI
import ProcessTesting
import Sealing
import Simulation
import Testing
import WalkerLocation

@Suite("A player who hears only the sentences")
struct BlindPlayerTests {
  /// What a game came to.
  private struct Story {
    var lines: [(time: Duration, text: String)] = []
    var isOver = false
    var time = Duration.zero
  }

  /// Hunts that come with the game.
  static let hunts: [String] = {
    let folder = SharedFiles.package.appending(path: "Maps").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix("-hunt.geojson") }.sorted().map { "\(folder)/\($0)" }
  }()

  /// Plays from 60 metres south of the first treasure, in no time; gives up after three hours of the game.
  private func play(_ hunt: Hunt, by player: BlindPlayer, noise: Double = 0, seed: UInt64 = 1) async -> Story {
    let wheel = SteeringWheel()
    let start = hunt.treasures[0].place.position.offset(by: 60, toward: Bearing(degrees: 180))
    let walker = SteeredLocation(
      from: start, wheel: wheel, receiver: SimulatedReceiver(noise: noise, seed: seed), interval: .seconds(2),
      pace: .unpaced)
    var (player, story) = (player, Story())
    var game = LineGame(.sentences, isSteered: true, listens: true)
    let first = game.handle(.begin(GameSetup(hunt: hunt, source: "walker", choice: .steer(from: nil))), at: .zero)
    story.lines = first.lines.map { (.zero, $0.text) }
    for await update in walker.updates() {
      story.time = max(story.time, update.fix?.time ?? .zero)
      let looking = Heading(bearing: wheel.position.looking, source: .compass, uncertainty: 1)
      let turns = [
        game.handle(.heading(looking), at: story.time), game.handle(.location(update), at: story.time),
      ]
      var heard = turns.flatMap(\.lines)
      // A reply can lead to another command, but not for ever.
      for _ in 0..<10 where !heard.isEmpty {
        story.lines += heard.map { (story.time, $0.text) }
        let commands = heard.flatMap { player.hear($0.text) }
        let answers = commands.map { game.type($0, at: story.time) }
        for case .steer(let steering) in answers.flatMap(\.effects) { wheel.turn(steering) }
        heard = answers.flatMap(\.lines)
      }
      story.isOver = game.isOver
      if story.isOver || story.time > .seconds(10_800) { break }
    }
    return story
  }

  /// What somebody would have to know who answers all questions of a hunt.
  private func answers(to hunt: Hunt) -> [(prompt: String, answer: String)] {
    hunt.treasures.compactMap(\.question).map { question in
      switch question.rule {
      case .text(let words): (question.prompt, words[0])
      case .number(let number, _): (question.prompt, number == number.rounded() ? "\(Int(number))" : "\(number)")
      case .choice(_, let right): (question.prompt, "\((right.min() ?? 0) + 1)")
      case .sealed: (question.prompt, "")
      }
    }
  }

  @Test("finishes every bundled hunt", arguments: hunts, [UInt64(1), 2, 3])
  func finishes(path: String, seed: UInt64) async throws {
    let hunt = try HuntFile(path: path).hunt
    // The first one walks in a perfect world, the others with a receiver that is off by some metres.
    let story = await play(hunt, by: BlindPlayer(answers: answers(to: hunt)), noise: seed == 1 ? 0 : 3, seed: seed)
    #expect(story.isOver, "\(story.lines.suffix(20).map(\.text))")
    let last = try #require(story.lines.last?.text)
    #expect(
      last.hasPrefix("All \(hunt.treasures.count) treasures found") || last.hasPrefix("The hunt is won"), "\(last)")
  }

  @Test("finishes a bundled hunt also when it is sealed, where nobody could have read ahead")
  func finishesSealed() async throws {
    let path = try #require(Self.hunts.first { $0.contains("riddle") })
    let original = try HuntFile(path: path).hunt
    let cheap = try #require(SealingCost(passes: 1, memory: 8 << 10))
    let sealing = try HuntSealing(path: path, cost: cheap) { (1...UInt8(max(1, $0))).map { $0 } }
    #expect(sealing.hidden.count >= 3)
    let hunt = try HuntFile(Array(sealing.text.utf8), path: "sealed").hunt
    #expect(hunt.treasures.count == original.treasures.count - sealing.hidden.count)
    let story = await play(hunt, by: BlindPlayer(answers: answers(to: original)), noise: 3, seed: 2)
    #expect(story.isOver, "\(story.lines.suffix(20).map(\.text))")
    let last = try #require(story.lines.last?.text)
    #expect(last.hasPrefix("All \(original.treasures.count) treasures found") || last.hasPrefix("The hunt is won"))
  }

  @Test("is not talked to all the time: at most one sentence in five seconds on average, none of them twice in a row")
  func talk() async throws {
    let hunt = try HuntFile(path: try #require(Self.hunts.first { $0.contains("null-island") })).hunt
    let story = await play(hunt, by: BlindPlayer(answers: answers(to: hunt)), noise: 3, seed: 5)
    // What answers a command is the player's own doing.
    let said = story.lines.filter { !$0.text.hasPrefix("You ") }
    #expect(Double(said.count) < story.time / .seconds(5), "\(said.count) sentences in \(story.time)")
    for (one, next) in zip(said, said.dropFirst()) {
      #expect(one.text.dropFirst(6) != next.text.dropFirst(6), "\(one) \(next)")
    }
    for line in story.lines { #expect(line.text.utf8.count < 600 && !line.text.contains("\n")) }
  }

  @Test("plays the same game twice")
  func again() async throws {
    let one = await play(hunt, by: BlindPlayer(), noise: 4, seed: 9)
    let two = await play(hunt, by: BlindPlayer(), noise: 4, seed: 9)
    #expect(one.isOver)
    #expect(one.lines.map(\.text) == two.lines.map(\.text))
  }

  @Test("who does not listen finds nothing: it is the sentences that lead")
  func deaf() async throws {
    let wheel = SteeringWheel()
    wheel.turn(.go)
    let far = hunt.treasures[0].place.position.offset(by: 60, toward: Bearing(degrees: 100))
    let walker = SteeredLocation(from: far, wheel: wheel, interval: .seconds(1), pace: .unpaced)
    var game = LineGame(.sentences, isSteered: true)
    _ = game.handle(.begin(GameSetup(hunt: hunt, source: "walker")), at: .zero)
    for await update in walker.updates() {
      let now = update.fix?.time ?? .zero
      _ = game.handle(.location(update), at: now)
      if game.isOver || now > .seconds(2000) { break }
    }
    #expect(!game.isOver)
  }
}
