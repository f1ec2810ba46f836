import Geodesy
import HuntDomain
import HuntInspection
import HuntTesting
import PlaceFiles
import Testing

@Suite("The hunts that come with the program")
struct BundledHuntTests {
  static let names = ["null-island-hunt", "keepers-riddle-hunt", "paris-hunt"]
  private static let maps = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/Maps/"

  private func file(_ name: String) throws -> HuntFile { try HuntFile(path: Self.maps + name + ".geojson") }

  @Test("are read without a complaint, and an inspection finds nothing", arguments: names)
  func sound(_ name: String) throws {
    let file = try file(name)
    let inspection = Inspection(file.hunt)
    #expect(file.warnings.isEmpty)
    #expect(inspection.findings.isEmpty, "\(inspection.findings.map { "\($0.treasure ?? ""): \($0.text)" })")
    #expect(inspection.isWinnable && inspection.isExact && inspection.unreachable.isEmpty)
    #expect(
      Set(file.lines.keys) == Set(file.hunt.treasures.map(\.id)) && Set(file.lines.values).count == file.lines.count)
  }

  @Test("are won by a bot under 20 seeds, whatever its receiver errs, 0 to 8 m", arguments: names)
  func bot(_ name: String) throws {
    let hunt = try file(name).hunt
    for seed in 0..<20 as Range<UInt64> {
      let noise = Double(seed % 5) * 2
      var bot = HuntBot(hunt, seed: seed, noise: noise)
      bot.play()
      #expect(
        bot.progress.isWon, "seed \(seed), \(noise) m: \(bot.progress.finds.map(\.treasure.id)) in \(bot.seconds) s")
      #expect(
        HuntProgress(hunt, replaying: bot.events).finds.map(\.treasure.id) == bot.progress.finds.map(\.treasure.id))
    }
  }

  @Test("are played the same way by the same seed")
  func repeats() throws {
    let hunt = try file("keepers-riddle-hunt").hunt
    var (one, same, other) = (
      HuntBot(hunt, seed: 3, noise: 4), HuntBot(hunt, seed: 3, noise: 4), HuntBot(hunt, seed: 4, noise: 4)
    )
    one.play()
    same.play()
    other.play()
    #expect(one.events == same.events && one.events != other.events)
  }

  @Test("let the riddle be played on both ways, in a walk of half an hour at most")
  func riddle() throws {
    let hunt = try file("keepers-riddle-hunt").hunt
    var found: Set<String> = []
    for seed in 0..<20 as Range<UInt64> {
      var bot = HuntBot(hunt, seed: seed, noise: 2)
      bot.play()
      let ids = Set(bot.progress.finds.map(\.treasure.id))
      #expect(ids.isDisjoint(with: ["cliff-seat"]) != ids.isDisjoint(with: ["wood-post"]))
      #expect((600...1800).contains(bot.seconds), "\(bot.seconds) s, \(bot.metres) m")
      found.formUnion(ids)
    }
    #expect(found == Set(hunt.treasures.map(\.id)))
  }
}
