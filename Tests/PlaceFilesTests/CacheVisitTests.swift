import GeoFormats
import Geodesy
import HuntDomain
import Numbers
import PlaceFiles
import Places
import Testing

@Suite("Finds as visits")
struct CacheVisitTests {
  private let hunt: Hunt
  private let noon = Timestamp(milliseconds: 1_795_348_800_000)

  init() throws {
    let position = try #require(Coordinate(latitude: 1, longitude: 2))
    var cache = Treasure(place: PointOfInterest(id: "a", name: "A", position: position), radius: 20)
    cache.listing = CacheListing(code: "GC1")
    let plain = Treasure(place: PointOfInterest(id: "b", name: "B", position: position), radius: 20)
    hunt = try #require(Hunt(title: "H", treasures: [cache, plain]))
  }

  @Test("finds and claims of this hunt become visits, under the codes of their listings")
  func visits() {
    let visits = CacheVisits(
      of: hunt,
      [
        HuntEvent(.began, time: .zero, utc: noon), HuntEvent(.entered("a"), time: .seconds(1), utc: noon),
        HuntEvent(.found("a", distance: 3), time: .seconds(2), utc: noon),
        HuntEvent(.found("elsewhere", distance: 3), time: .seconds(2), utc: noon),
        HuntEvent(.claimed("b"), time: .seconds(62)),
      ], comment: "TFTC")
    #expect(visits.visits.map(\.code) == ["GC1", "b"] && visits.undated == 0)
    // What names no treasure of the hunt is left out, and counted.
    #expect(visits.unknown == 1)
    // The claim has no time of its own: a minute after the last event that had one.
    #expect(visits.visits.map(\.time) == [1_795_348_800_000, 1_795_348_860_000])
    #expect(visits.visits.allSatisfy { $0.comment == "TFTC" && $0.kind == "Found it" })
  }

  @Test("a find of which nobody knows the day is left out and counted")
  func undated() {
    let visits = CacheVisits(
      of: hunt,
      [
        HuntEvent(.found("a", distance: 3), time: .seconds(2)),
        HuntEvent(.found("b", distance: 3), time: .seconds(2), utc: Timestamp(milliseconds: .max)),
      ])
    #expect(visits.visits.isEmpty && visits.undated == 2)
  }

  @Test("a visit is where the answers put the treasure, not where it is listed")
  func projected() throws {
    var asking = try #require(hunt.treasure("a"))
    asking.question = Question("How many?", rule: .number(7, tolerance: 0), name: "A")
    var moved = try #require(hunt.treasure("b"))
    moved.projection = .coordinates(latitude: try Formula("A"), longitude: try Formula("3"))
    let hunt = try #require(Hunt(title: "H", treasures: [asking, moved]))
    let visits = CacheVisits(
      of: hunt,
      [
        HuntEvent(.answered("a", .number(7)), time: .seconds(1), utc: noon),
        HuntEvent(.found("a", distance: 3), time: .seconds(1), utc: noon),
        HuntEvent(.found("b", distance: 3), time: .seconds(2), utc: noon),
      ])
    #expect(visits.visits.map(\.position.latitude) == [1, 7] && visits.visits.map(\.position.longitude) == [2, 3])
  }

  @Test("what is found twice is one visit, at the first time")
  func twice() {
    let later = noon.advanced(by: .seconds(60))
    let visits = CacheVisits(
      of: hunt,
      [
        HuntEvent(.found("a", distance: 3), time: .seconds(2), utc: noon),
        HuntEvent(.claimed("a"), time: .seconds(62), utc: later),
      ])
    #expect(visits.visits.map(\.time) == [noon.milliseconds] && visits.unknown == 0)
  }
}
