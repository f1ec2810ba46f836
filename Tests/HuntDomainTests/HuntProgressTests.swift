import Geodesy
import HuntDomain
import Numbers
import Places
import Testing

@Suite("Hunts and progress")
struct HuntProgressTests {
  @Test("a hunt needs treasures, and each an id of its own")
  func invalidHunts() {
    #expect(Hunt(title: "Empty", treasures: []) == nil)
    #expect(Hunt(title: "Twins", treasures: [treasure("a"), treasure("a", north: 9)]) == nil)
  }

  @Test("points are cut to a range whose sums cannot overflow")
  func points() throws {
    let greedy = try hunt(
      .any, [treasure("a", points: .max), treasure("b", north: 1, points: .max), treasure("c", north: 2, points: .min)])
    #expect(greedy.totalPoints == 2_000_000)
  }

  @Test("in a sequence only the next treasure counts, one at a time")
  func sequence() throws {
    var game = Played(
      try hunt(.sequence, [treasure("a", points: 5), treasure("b", north: 5), treasure("c", north: 200)]))
    #expect(game.stand(north: 200) == [.began, .opened("a")])
    #expect(game.progress.open.map(\.id) == ["a"])
    #expect(
      game.stand(north: 2) == [
        .entered("a"), .found("a", distance: 2), .opened("b"), .entered("b"), .found("b", distance: 3), .opened("c"),
      ])
    #expect(game.progress.finds.map(\.time) == [.seconds(11), .seconds(13)])
    #expect(game.stand(north: 2).isEmpty)
    #expect(game.progress.hidden.map(\.id) == ["c"])
    #expect(game.progress.points == 6)
    #expect(!game.progress.isCompleted)
    #expect(game.stand(north: 200) == [.entered("c"), .found("c", distance: 0), .won])
    #expect(game.progress.isCompleted)
    #expect(game.progress.open.isEmpty)
    #expect(game.progress.target(from: spot) == nil)
  }

  @Test("in any order one fix finds all whose zones it is inside, the nearest first")
  func anyOrder() throws {
    var game = Played(
      try hunt(.any, [treasure("far", north: 5), treasure("near", north: 1), treasure("else", north: 500)]))
    #expect(
      game.stand(north: 0) == [
        .began, .opened("far"), .opened("near"), .opened("else"), .entered("near"), .found("near", distance: 1),
        .entered("far"), .found("far", distance: 5),
      ])
    #expect(Set(game.progress.finds.map(\.time)).count == 1)
    #expect(game.stand(north: 0).isEmpty)
  }

  @Test("the target is the nearest open treasure, or the first one while nobody knows where the player is")
  func target() throws {
    let treasures = [treasure("a", north: 300), treasure("b", north: -100), treasure("c", north: 50)]
    let any = HuntProgress(try hunt(.any, treasures))
    #expect(any.target(from: spot)?.id == "c")
    #expect(any.target(from: nil)?.id == "a")
    let sequence = HuntProgress(try hunt(.sequence, treasures))
    #expect(sequence.target(from: spot)?.id == "a")
  }

  @Test(
    "random stays never find anything twice or out of reach, and all finds are kept",
    arguments: [Hunt.Order.any, .sequence])
  func neverTwice(order: Hunt.Order) throws {
    var generator = SeededGenerator(seed: 12)
    let treasures = (0..<30).map { treasure("t\($0)", north: generator.uniform() * 400, radius: 15) }
    var game = Played(try hunt(order, treasures))
    var found: [String] = []
    for _ in 0..<800 {
      let north = generator.uniform() * 420 - 10
      let before = game.progress.finds.count
      _ = game.stand(north: north, for: 3)
      let new = game.progress.finds.dropFirst(before)
      #expect(
        new.allSatisfy { abs(($0.distance ?? -1) - abs($0.treasure.place.position.distance(to: at(north)))) < 1e-9 })
      #expect(new.allSatisfy { ($0.distance ?? 99) <= 15 })
      found += new.map(\.treasure.id)
      #expect(game.progress.finds.map(\.treasure.id) == found)
    }
    #expect(Set(found).count == found.count)
    #expect(game.progress.isCompleted)
    if order == .sequence { #expect(found == treasures.map(\.id)) }
  }

  @Test("a thousand open treasures are watched at once")
  func many() throws {
    let treasures = (0..<1000).map { treasure("t\($0)", north: Double($0) * 30) }
    var game = Played(try hunt(.any, treasures))
    #expect(game.stand(north: 300, for: 3).contains(.found("t10", distance: 0)))
    #expect(game.progress.open.count == 999)
  }
}
