import Foundation
import Geodesy
import HuntDomain
import Nearby
import Numbers
import Places
import Testing

@testable import PlaceCatalog

@Suite("An imported region")
struct RegionTests {
  @Test("says what it was imported from, when, and how many places it has where")
  func summary() async throws {
    let folder = Folder()
    let path = try folder.list([
      Sample(name: "A", latitude: 60, longitude: 24, tags: ["tourism": "museum"]),
      Sample(name: "B", latitude: 61, longitude: 25, tags: ["amenity": "cafe"]),
    ])
    let summary = try folder.take(path)
    let opened = try folder.open().summary
    #expect(opened == summary.region)
    #expect(opened.count == 2)
    #expect(opened.imported == .init(milliseconds: 1000))
    #expect(opened.sources.map(\.path) == [path])
    #expect(opened.sources[0].count == 2)
    #expect(opened.sources[0].size == Int64(try Data(contentsOf: URL(filePath: path)).count))
    #expect(
      opened.box
        == BoundingBox(
          southWest: Coordinate(latitude: 60, longitude: 24)!, northEast: Coordinate(latitude: 61, longitude: 25)!))
    #expect(opened.attribution == [])
    #expect(folder.files == ["test.index", "test.places"])
    let entries = try folder.catalog.regions()
    #expect(entries.map(\.name) == [.test])
    #expect(try entries[0].state.get() == opened)
    #expect(entries[0].size > 0)
  }

  @Test("is chosen for a hunt by its streets, the time of its import, and how few places it has around one")
  func chosen() throws {
    func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
      Coordinate(clampingLatitude: latitude, wrappingLongitude: longitude)
    }
    func region(_ name: String, imported: Int64, count: Int, ways: WaySupply = .ways(5), to north: Double = 2) throws
      -> RegionSummary
    {
      RegionSummary(
        name: try #require(RegionName(name)), imported: .init(milliseconds: imported), sources: [], keys: "",
        attribution: [], count: count, box: BoundingBox(southWest: place(0, 0), northEast: place(north, 2)), ways: ways,
        generation: 1)
    }
    let regions = [
      try region("town", imported: 1, count: 10), try region("land", imported: 3, count: 1000, to: 5),
      try region("list", imported: 4, count: 2, ways: .none), try region("again", imported: 1, count: 10),
    ]
    #expect(regions.walkable.map(\.name.text) == ["land", "again", "town"])
    #expect(regions.walkable.smallest(around: place(1, 1))?.name.text == "again")
    #expect(regions.walkable.smallest(around: place(4, 1))?.name.text == "land")
    #expect(regions.walkable.smallest(around: place(9, 1)) == nil)
  }

  @Test("gives every place back as it was, with its tags")
  func places() async throws {
    let folder = Folder()
    let sample = Sample(
      name: "Музей", latitude: 60.1234567, longitude: -25.7654321,
      tags: ["tourism": "museum", "name:en": "Museum", "opening_hours": "Mo-Su 10:00-18:00", "name:th": "พิพิธภัณฑ์"],
      id: "node/17")
    try folder.take(try folder.list([sample]))
    let places = try await folder.open().places(near: sample.position, within: 10)
    let place = try #require(places.first)
    #expect(places.count == 1)
    #expect(place.id == "n17")
    #expect(place.name == "Музей")
    #expect(place.position == sample.position)
    #expect(place.kind == "museum")
    #expect(place.tags.category == .culture)
    #expect(place.tags["opening_hours"] == "Mo-Su 10:00-18:00")
    let english = PlaceCatalog(folder: folder.places, languages: ["de", "en"])
    #expect(try await english.open(.test).places(near: sample.position, within: 10).first?.name == "Museum")
  }

  @Test("finds the nearest, those within a radius and those in a box as a comparison with each does")
  func queries() async throws {
    let folder = Folder()
    let samples = Sample.many(400)
    try folder.take(try folder.list(samples))
    let region = try folder.open()
    var chance = SeededGenerator(seed: 3)
    for _ in 0..<10 {
      let here = Coordinate(
        latitude: .random(in: 60...61, using: &chance), longitude: .random(in: 24...25, using: &chance))!
      let byDistance = samples.map { (name: $0.name!, metres: rounded($0.position).distance(to: here)) }
        .sorted { $0.metres < $1.metres }
      let nearest = try await region.nearest(7, to: here)
      #expect(nearest.map(\.place.name) == byDistance.prefix(7).map(\.name))
      #expect(nearest.map(\.metres) == byDistance.prefix(7).map { $0.metres })
      let within = try await region.within(9000, of: here)
      #expect(within.map(\.place.name) == byDistance.prefix { $0.metres <= 9000 }.map(\.name))
      let some = try await region.within(20_000, of: here, limit: 5)
      #expect(some.map(\.place.name) == byDistance.prefix { $0.metres <= 20_000 }.prefix(5).map(\.name))
      let box = BoundingBox(southWest: here, northEast: here.offset(by: 30_000, toward: Bearing(degrees: 45)))
      let inside = Set(try await region.inside(box).map(\.place.name))
      #expect(inside == Set(samples.filter { box.contains(rounded($0.position)) }.map { $0.name! }))
      let museums = try await region.nearest(4, to: here, PlaceFilter([.culture]))
      #expect(museums.map(\.place.name) == byDistance.filter { $0.name.contains("museum") }.prefix(4).map(\.name))
      let old = try await region.nearest(3, to: here, PlaceFilter("historic"))
      #expect(old.map(\.place.name) == byDistance.filter { $0.name.contains("castle") }.prefix(3).map(\.name))
    }
    #expect(try await region.nearest(500, to: samples[0].position).count == 400)
    #expect(try await region.nearest(0, to: samples[0].position).isEmpty)
  }

  /// As a region keeps it.
  private func rounded(_ place: Coordinate) -> Coordinate {
    PlaceCode.position(PlaceCode.fixed(place.latitude), PlaceCode.fixed(place.longitude))!
  }

  @Test("answers as a source of places at once, once, and names whom it owes that")
  func port() async throws {
    let folder = Folder()
    let path = try folder.write(
      """
      <osm version="0.6"><node id="1" version="1" lat="60" lon="25"><tag k="amenity" v="cafe"/><tag k="name" v="Ekberg"/></node></osm>
      """, as: "town.osm")
    try folder.take(path)
    let region = try folder.open()
    var answers: [PlacesAnswer] = []
    for await answer in region.answers(near: Coordinate(latitude: 60, longitude: 25)!, within: 100) {
      answers.append(answer)
    }
    #expect(answers.count == 1)
    #expect(answers.first?.places.map(\.name) == ["Ekberg"])
    #expect(answers.first?.attribution == ["© OpenStreetMap contributors"])
    #expect(answers.first?.isAwaitingBetter == false)
    #expect(try await region.places(near: Coordinate(latitude: 0, longitude: 0)!, within: .infinity).count == 1)
    #expect(try await region.places(near: Coordinate(latitude: 0, longitude: 0)!, within: 1000).isEmpty)
  }

  @Test("a filter of a word that is no kind of place is refused with those there are")
  func filter() throws {
    #expect(try PlaceFilter("") == .all)
    #expect(try PlaceFilter("food, lodging") == PlaceFilter([.food, .lodging]))
    let problem = #expect(throws: CatalogProblem.self) { _ = try PlaceFilter("food,zebra\u{1B}") }
    #expect(problem?.kind == .usage)
    #expect(problem?.description.contains("“zebra”") == true)
    #expect(problem?.description.contains("lodging") == true)
  }
}

@Suite("Search in a region")
struct SearchTests {
  private func region(_ folder: Folder, _ samples: [Sample]) throws -> CatalogRegion {
    try folder.take(try folder.list(samples))
    return try folder.open()
  }

  private let town = [
    Sample(
      name: "Café Ekberg", latitude: 60.0, tags: ["amenity": "cafe", "cuisine": "cake", "name:sv": "Ekbergs kafé"]),
    Sample(name: "Ekbergin talo", latitude: 60.1, tags: ["historic": "building"]),
    Sample(name: "Музей Арктики", latitude: 60.2, tags: ["tourism": "museum", "name:en": "Arctic Museum"]),
    Sample(name: "متحف القاهرة", latitude: 60.3, tags: ["tourism": "museum"]),
    Sample(name: "วัดพระแก้ว", latitude: 60.4, tags: ["amenity": "place_of_worship"]),
    Sample(name: "東京国立博物館", latitude: 60.5, tags: ["tourism": "museum"]),
    Sample(name: "Pizzeria Roma", latitude: 60.6, tags: ["amenity": "restaurant", "cuisine": "pizza"]),
    Sample(latitude: 60.7, tags: ["amenity": "drinking_water"]),
  ]

  @Test(
    "finds places in every script, by the beginning of any word of any name, and by what they are",
    arguments: [
      ("ekb", ["Café Ekberg", "Ekbergin talo"]), ("CAFE", ["Café Ekberg"]), ("café ekberg", ["Café Ekberg"]),
      ("kafe", ["Café Ekberg"]), ("арктик", ["Музей Арктики"]), ("МУЗЕИ", ["Музей Арктики"]),
      ("arctic mus", ["Музей Арктики"]), ("متحف", ["متحف القاهرة"]), ("القاهره", ["متحف القاهرة"]),
      ("พระแก้ว", ["วัดพระแก้ว"]), ("วัด", ["วัดพระแก้ว"]), ("国立", ["東京国立博物館"]), ("博物館", ["東京国立博物館"]),
      ("東", ["東京国立博物館"]), ("pizza roma", ["Pizzeria Roma"]), ("drinking", ["drinking water"]),
      ("zzz", []), ("", []), ("\"*", []), ("京東", []),
    ])
  func finds(text: String, names: [String]) async throws {
    let folder = Folder()
    let hits = try await region(folder, town).search(text)
    #expect(hits.map(\.place.name).sorted() == names.sorted())
  }

  @Test("puts the better match first; around a place the nearest that has the words, whole words before beginnings")
  func ranking() async throws {
    let folder = Folder()
    let samples = [
      Sample(name: "Park", latitude: 60.9, tags: ["leisure": "park"]),
      Sample(name: "Park Hotel", latitude: 60.0, tags: ["tourism": "hotel"]),
      Sample(name: "Central Park", latitude: 60.3, tags: ["leisure": "park"]),
      Sample(name: "Esplanadi", latitude: 60.0, tags: ["leisure": "park"]),
      Sample(name: "West Park", latitude: 60.1, tags: ["leisure": "park"]),
      Sample(name: "Old Parkade", latitude: 60.0, tags: ["amenity": "parking"]),
    ]
    let region = try region(folder, samples)
    #expect(try await region.search("park").map(\.match) == [0, 1, 2, 2, 2, 4])
    let here = Coordinate(latitude: 60, longitude: 25)!
    let hits = try await region.search("park", near: here)
    #expect(
      hits.map(\.place.name) == ["Park Hotel", "Esplanadi", "West Park", "Central Park", "Park", "Old Parkade"])
    #expect(hits[0].metres == 0 && hits[1].metres == 0)
    let lodging = try await region.search("park", near: here, PlaceFilter([.lodging]))
    #expect(lodging.map(\.place.name) == ["Park Hotel"])
    #expect(try await region.search("park", near: here, limit: 2).count == 2)
  }

  @Test("finds the nearest of more namesakes than are looked at closely")
  func crowd() async throws {
    let folder = Folder()
    let samples = (0..<1500).map {
      Sample(name: "Kiosk", latitude: 60 + Double($0) / 1500, longitude: 25, tags: ["shop": "kiosk", "ref": "\($0)"])
    }
    let region = try region(folder, samples.shuffled())
    for number in [0, 700, 1499] {
      let hits = try await region.search("kiosk", near: samples[number].position, limit: 3)
      #expect(hits.first?.place.tags["ref"] == "\(number)")
      #expect(hits.map(\.metres) == hits.map(\.metres).sorted { $0! < $1! })
    }
  }

  @Test("goes through all regions, or through those that are named")
  func regions() async throws {
    let folder = Folder()
    let first = try folder.list([Sample(name: "Castle North", tags: ["historic": "castle"])], as: "north.geojson")
    let second = try folder.list(
      [Sample(name: "Castle", latitude: 10, tags: ["historic": "castle"])], as: "south.geojson")
    for file in [first, second] { _ = try folder.catalog.importer(files: [file]).run(now: .init(milliseconds: 0)) }
    #expect(try folder.catalog.regions().map(\.name.text) == ["north", "south"])
    #expect(try await folder.catalog.search("castle").map(\.place.name) == ["Castle", "Castle North"])
    let north = try #require(RegionName("north"))
    #expect(try await folder.catalog.search("castle", in: [north]).map(\.region) == [north])
    await #expect(throws: CatalogProblem.self) { try await folder.catalog.search("castle", in: [.test]) }
  }
}
