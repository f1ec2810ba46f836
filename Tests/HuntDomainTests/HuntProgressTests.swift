import Geodesy
import HuntDomain
import Testing

private let home = Coordinate(clampingLatitude: 48, wrappingLongitude: 11)

/// A treasure so many metres north of home.
private func treasure(_ id: String, north metres: Double, radius: Double = 10, points: Int = 1) -> Treasure {
  Treasure(
    place: PointOfInterest(id: id, name: id.uppercased(), position: home.offset(by: metres, toward: .north)),
    radius: radius, points: points)
}

private func fix(north metres: Double, at seconds: Int = 0) -> Fix {
  Fix(position: home.offset(by: metres, toward: .north), time: .seconds(seconds))
}

private func hunt(_ order: Hunt.Order, _ treasures: [Treasure]) throws -> Hunt {
  try #require(Hunt(title: "Test", order: order, treasures: treasures))
}

@Suite("Hunts and progress")
struct HuntProgressTests {
  @Test("a hunt needs treasures, and each an id of its own")
  func invalidHunts() {
    #expect(Hunt(title: "Empty", treasures: []) == nil)
    #expect(Hunt(title: "Twins", treasures: [treasure("a", north: 0), treasure("a", north: 9)]) == nil)
  }

  @Test("points are cut to a range whose sums cannot overflow")
  func points() throws {
    let greedy = try hunt(
      .any,
      [
        treasure("a", north: 0, points: .max), treasure("b", north: 1, points: .max),
        treasure("c", north: 2, points: .min),
      ])
    #expect(greedy.totalPoints == 2_000_000)
  }

  @Test("in a sequence only the next treasure counts, one at a time")
  func sequence() throws {
    var progress = HuntProgress(
      try hunt(.sequence, [treasure("a", north: 0, points: 5), treasure("b", north: 5), treasure("c", north: 200)]))
    #expect(progress.finds(by: fix(north: 200)).isEmpty)
    #expect(progress.open.map(\.id) == ["a"])
    #expect(progress.finds(by: fix(north: 2, at: 7)).map(\.treasure.id) == ["a"])
    #expect(progress.finds.last?.time == .seconds(7))
    #expect(progress.finds(by: fix(north: 2, at: 8)).map(\.treasure.id) == ["b"])
    #expect(progress.finds(by: fix(north: 2, at: 9)).isEmpty)
    #expect(progress.hidden.map(\.id) == ["c"])
    #expect(progress.points == 6)
    #expect(!progress.isCompleted)
    #expect(progress.finds(by: fix(north: 200, at: 10)).map(\.treasure.id) == ["c"])
    #expect(progress.isCompleted)
    #expect(progress.open.isEmpty)
    #expect(progress.target(from: home) == nil)
  }

  @Test("in any order one fix finds all whose circles hold it, the nearest first")
  func anyOrder() throws {
    var progress = HuntProgress(
      try hunt(.any, [treasure("far", north: 9), treasure("near", north: 1), treasure("else", north: 500)]))
    let finds = progress.finds(by: fix(north: 0))
    #expect(finds.map(\.treasure.id) == ["near", "far"])
    #expect(finds.map { (($0.distance ?? -1) * 1000).rounded() / 1000 } == [1, 9])
    #expect(progress.finds(by: fix(north: 0)).isEmpty)
    #expect(progress.finds.count == 2)
  }

  @Test("the circle includes its border: at the radius it is found, beyond it is not")
  func radius() throws {
    let place = home.offset(by: 25, toward: Bearing(degrees: 77))
    let exact = home.distance(to: place)
    func finds(radius: Double) throws -> Bool {
      var progress = HuntProgress(
        try hunt(.any, [Treasure(place: PointOfInterest(id: "a", name: "A", position: place), radius: radius)]))
      return !progress.finds(by: Fix(position: home, time: .zero)).isEmpty
    }
    #expect(try finds(radius: exact))
    #expect(try !finds(radius: exact.nextDown))
    #expect(try !finds(radius: .nan))
    #expect(try !finds(radius: -1))
  }

  @Test("the target is the nearest open treasure, or the first one while nobody knows where the player is")
  func target() throws {
    let treasures = [treasure("a", north: 300), treasure("b", north: -100), treasure("c", north: 50)]
    let any = HuntProgress(try hunt(.any, treasures))
    #expect(any.target(from: home)?.id == "c")
    #expect(any.target(from: nil)?.id == "a")
    let sequence = HuntProgress(try hunt(.sequence, treasures))
    #expect(sequence.target(from: home)?.id == "a")
  }

  @Test(
    "random walks never find anything twice or out of reach, and all finds are kept",
    arguments: [Hunt.Order.any, .sequence])
  func neverTwice(order: Hunt.Order) throws {
    var generator = SeededGenerator(seed: 12)
    let treasures = (0..<30).map { treasure("t\($0)", north: generator.uniform() * 400, radius: 15) }
    var progress = HuntProgress(try hunt(order, treasures))
    var found: [String] = []
    for second in 0..<2000 {
      let here = fix(north: generator.uniform() * 420 - 10, at: second)
      let new = progress.finds(by: here)
      #expect(
        new.allSatisfy {
          ($0.distance ?? -1) <= 15 && $0.distance == here.position.distance(to: $0.treasure.place.position)
        })
      found += new.map(\.treasure.id)
      #expect(progress.finds.map(\.treasure.id) == found)
    }
    #expect(Set(found).count == found.count)
    #expect(progress.isCompleted)
    if order == .sequence { #expect(found == treasures.map(\.id)) }
  }
}

extension HuntProgress {
  /// What one fix finds.
  fileprivate mutating func finds(by fix: Fix) -> [Find] {
    let before = finds.count
    _ = receive(fix)
    return Array(finds.dropFirst(before))
  }
}
