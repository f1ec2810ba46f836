import Foundation
import Geodesy
import HuntDomain
import HuntMaking
import Places
import Testing

@Suite("Hunts of many seeds")
struct HuntSeedTests {
  private static let seeds: ClosedRange<UInt64> = 1...20

  /// A small old town: a dozen sights of different kinds and worth around a square.
  private static let small: Town = {
    var town = Town()
    let kinds: [[String: String]] = [
      ["tourism": "museum"], ["historic": "castle"], ["amenity": "fountain"], ["leisure": "park"],
      ["historic": "memorial"], ["amenity": "theatre"], ["man_made": "tower"], ["place": "square"],
      ["tourism": "viewpoint"], ["amenity": "library"], ["amenity": "townhall"], ["tourism": "artwork"],
    ]
    for (number, kind) in kinds.enumerated() {
      let (distance, angle) = (number % 2 == 0 ? 520.0 : 330, Double(number) * .pi / 6)
      let (east, north) = (distance * sin(angle), distance * cos(angle))
      town.add(
        kind.merging(["name": "Sache \(number)", "wikidata": "Q\(number)"]) { $1 },
        ((east / 100).rounded() * 100 + 40, (north / 100).rounded() * 100 + 8))
    }
    return town
  }()

  private func plan(_ seed: UInt64) throws -> HuntPlan {
    var wish = HuntWish(from: Town.middle, length: 3000)
    wish.seed = seed
    return try Self.small.plan(wish)
  }

  @Test("are ten at least where there are a dozen sights, with the two best and nearly as many stages as the first")
  func distinct() throws {
    let plans = try Self.seeds.map(plan)
    #expect(Set(plans.map { Set($0.places) }).count >= 10)
    for plan in plans {
      #expect(plan.places.count >= plans[0].places.count - 1 && plan.fillers == 0 && abs(plan.length - 3000) <= 300)
    }
  }

  @Test("begin on other sides of the best sights, once each of the best starts has been chosen")
  func starts() {
    let maker = HuntMaker(places: Self.small.places, mourning: MourningWords([]))
    let starts = Self.seeds.map { seed -> [Coordinate] in
      var wish = HuntWish(from: Town.middle, length: 3000)
      wish.seed = seed
      return maker.starts(for: wish, most: 24)
    }
    #expect(starts[0].count < Self.seeds.count && Set(starts.map(\.[0])).count > starts[0].count)
    // None is lost, and none comes twice.
    #expect(starts.allSatisfy { Set($0).count == starts[0].count })
  }

  @Test("begin rather where half of the stages can be had than at the best start")
  func full() throws {
    let maker = HuntMaker(places: Self.small.places, mourning: MourningWords([]))
    let attempts = maker.attempts(at: HuntWish(from: Town.middle, length: 3000, count: 14), isAnywhere: true)
    #expect(attempts.prefix(3).map(\.fewest) == [7, 7, 3] && attempts[0].wish.start != attempts[1].wish.start)
    var attempt = attempts[2]
    let ground = try maker.ground(for: attempt, streets: Self.small.plan)
    let most = try #require(ground.plan(attempt)).places.count
    attempt.fewest = most
    #expect(ground.plan(attempt) != nil)
    attempt.fewest = most + 1
    #expect(ground.plan(attempt) == nil)
  }
}
