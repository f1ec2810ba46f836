import GeoFormats
import Geodesy
import HuntDomain
import PlaceFiles
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
}
