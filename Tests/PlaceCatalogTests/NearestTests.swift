import Foundation
import Geodesy
import HuntDomain
import Nearby
import Numbers
import Places
import Testing

@testable import PlaceCatalog

@Suite("The nearest places of a region, as the port has them")
struct NearestTests {
  private static let middle = Coordinate(latitude: 60, longitude: 25)!

  /// Places of several kinds around a middle, some at one spot, some without any kind of OpenStreetMap.
  private func crowd(_ count: Int, _ chance: inout SeededGenerator) -> [Sample] {
    let tags = [
      ["amenity": "cafe"], ["tourism": "museum"], ["kind": "restaurant"], ["kind": "something"],
      ["natural": "spring"], ["amenity": "cafe", "tourism": "museum"],
    ]
    return (0..<count).map { number in
      let spot = Self.middle.offset(
        by: [0, 30, .random(in: 0...5000, using: &chance)].randomElement(using: &chance)!,
        toward: Bearing(degrees: .random(in: 0...360, using: &chance)))
      return Sample(
        name: ["Oak", "Elm"].randomElement(using: &chance)! + " \(Int.random(in: 0...count / 2, using: &chance))",
        latitude: spot.latitude, longitude: spot.longitude, tags: tags.randomElement(using: &chance)!, id: "\(number)")
    }
  }

  private func shown(_ places: [PointOfInterest], _ count: Int, within metres: Double) -> [PointOfInterest] {
    let sorted = places.map { (metres: Self.middle.distance(to: $0.position), place: $0) }
      .filter { $0.metres <= metres }.sorted { ($0.metres, $0.place.id) < ($1.metres, $1.place.id) }
    return sorted.prefix(count).map(\.place)
  }

  private static let questions: [(count: Int, metres: Double, kinds: Set<PlaceCategory>?)] = [
    (0, .infinity, nil), (1, .infinity, nil), (10, .infinity, nil), (.max, .infinity, nil), (10, 400, nil),
    (10, 30, nil), (.max, 400, [.food]), (3, .infinity, [.culture]), (3, 2000, [.culture, .other]),
    (5, .infinity, [.food]), (200, .infinity, [.water]), (10, .infinity, [.sport]), (10, .infinity, []),
  ]

  @Test("are those that one finds among all its places, and not one more")
  func one() async throws {
    var chance = SeededGenerator(seed: 21)
    let folder = Folder()
    try folder.take(try folder.list(crowd(500, &chance)))
    let region = try folder.open()
    let all = try await region.places(near: Self.middle, within: .infinity)
    for (count, metres, kinds) in Self.questions {
      var answer: PlacesAnswer?
      for await next in region.answers(nearest: count, to: Self.middle, within: metres, of: kinds) { answer = next }
      let truth = shown(all.filter { kinds?.contains($0.category) ?? true }, count, within: metres)
      let found = try #require(answer).places
      // All of them come as they lie in the file, with a little rim.
      #expect(shown(found, count, within: count < all.count ? .infinity : metres) == truth, "\(count) \(metres)")
      if count < all.count { #expect(found.count == truth.count) }
    }
  }

  @Test("are nearest on the ellipsoid, also where the sphere has it the other way round")
  func ellipsoid() async throws {
    let folder = Folder()
    let equator = Coordinate(latitude: 0, longitude: 25)!
    // Degrees of latitude are the shortest here.
    let spots = [("North", Bearing.north, 10_000.0), ("East", Bearing(degrees: 90), 10_030)].map { name, bearing, far in
      let spot = equator.offset(by: far, toward: bearing)
      return Sample(name: name, latitude: spot.latitude, longitude: spot.longitude)
    }
    try folder.take(try folder.list(spots))
    for await answer in try folder.open().answers(nearest: 1, to: equator, within: .infinity, of: nil) {
      #expect(answer.places.map(\.name) == ["North"])
    }
  }

  @Test("of two regions are those that one finds among all that both know together")
  func several() async throws {
    var chance = SeededGenerator(seed: 22)
    let folder = Folder()
    let lists = (0..<2).map { _ in crowd(300, &chance) }
    var sources: [any PointOfInterestSource] = []
    for (name, samples) in zip(["one", "two"], lists) {
      let file = try folder.list(samples, as: "\(name).geojson")
      _ = try folder.catalog.importer(files: [file]).run(now: .init(milliseconds: 0))
      sources.append(try folder.catalog.open(try #require(RegionName(name))))
    }
    for (count, metres, kinds) in Self.questions {
      var truth = PlacePool()
      for (index, source) in sources.enumerated() {
        let all = try await source.places(near: Self.middle, within: .infinity)
        truth.receive(
          PlacesAnswer(all.filter { kinds?.contains($0.category) ?? true }), from: index, at: .zero)
      }
      let pool = await NearestPlaces(count, to: Self.middle, within: metres, of: kinds).pool(of: sources)
      let found = shown(pool.places, count, within: metres)
      #expect(found == shown(truth.places, count, within: metres), "\(count) \(metres)")
    }
  }

  @Test("are of a kind as everybody says who is given them, also where doubles were made one")
  func kinds() async throws {
    let folder = Folder()
    let gpx = try folder.write(
      """
      <gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1">
      <wpt lat="60" lon="25"><name>Inn</name><type>restaurant</type></wpt>
      <wpt lat="60.1" lon="25"><name>Box</name><sym>Flag</sym></wpt></gpx>
      """, as: "a.gpx")
    // The word of the list, and the tag that says the same, are one place.
    let list = try folder.list([
      Sample(name: "Inn", latitude: 60.00001, tags: ["amenity": "restaurant", "phone": "1"]),
      Sample(name: "Valamo", latitude: 60.2, tags: ["amenity": "yes", "historic": "monastery"]),
      // Both are a monastery, of worship; together they are a museum.
      Sample(name: "Valamo", latitude: 60.2, tags: ["amenity": "monastery", "tourism": "museum"]),
    ])
    let summary = try folder.take(gpx, list)
    #expect(summary.merged == 2)
    let region = try folder.open()
    let all = try await region.places(near: Self.middle, within: .infinity)
    #expect(Set(all.map(\.category)) == [.food, .other, .culture])
    for category in PlaceCategory.allCases {
      let found = try await region.nearest(9, to: Self.middle, PlaceFilter([category]))
      #expect(
        found.map(\.place.name) == shown(all.filter { $0.category == category }, 9, within: .infinity).map(\.name))
      #expect(found.allSatisfy { $0.category == category && $0.place.category == category })
    }
  }
}
