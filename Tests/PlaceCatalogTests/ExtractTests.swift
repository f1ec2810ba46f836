import Foundation
import Geodesy
import Nearby
import Places
import ProcessTesting
import Testing

@testable import PlaceCatalog

/// A city as OpenStreetMap's own file, and the list of its named places that osmium has made of that.
struct City: Sendable, CustomStringConvertible {
  let map: String
  let list: String
  /// How many places both have.
  let common: Int
  /// How many are here and not in the list, because it was made of some values of `natural` and `man_made` only.
  let otherValues: Int
  /// Those that are here and not in the list for other reasons.
  let others: [String]

  var description: String { list }

  static let all = [
    City(
      map: "monaco-latest", list: "monaco", common: 443, otherValues: 6,
      // A line.
      others: ["w444269554 Champions Promenade"]),
    City(
      map: "Helsinki", list: "helsinki", common: 744, otherValues: 6,
      others: [
        // Cut through by the edge of the map, so that they are no areas.
        "r2919185 Kauppatori", "w122869924 Tokoinranta", "w123811631 Tähtitornin vuori",
        "w24337154 Helsingin kaupungintalo", "w440426433 Töölönlahden puisto",
        "w570654271 Hakaniemen kauppahallin väistötila", "w58023634 Musiikkitalo",
        // Relations that are routes.
        "r1947939 345 Rinnekoti - Elielinaukio", "r335178 Spårakoff",
      ]),
    City(
      map: "sf-downtown", list: "sf-downtown", common: 2705, otherValues: 96,
      others: [
        // Lines.
        "w1175918294 Our Future", "w1176298733 The Line of Life", "w1176405796 zen", "w1177244708 Harmony",
        "w1182556276 The Gifts You Take Are Equal To The Gifts You Make", "w349439374 Systems",
        "w616385860 Bus Fountain", "w8916235 Macondray Lane",
        // A relation of the type `building`.
        "r9737061 Hilton",
      ]),
  ]
}

@Suite("A city", .enabled(if: SharedFiles.has("data/poi/osm-extracts"), "no extracts here"))
struct ExtractTests {
  private static let asked = ["tourism", "historic", "amenity", "leisure", "natural", "man_made"]

  /// What was imported of a file, by what OpenStreetMap calls it; of that what was asked for and has a name.
  private func places(of file: String, only: PlaceSelection) async throws -> [String: PointOfInterest] {
    let folder = Folder()
    try folder.take(SharedFiles.folder.appending(path: "data/\(file)").path, only: only)
    let all = try await folder.open().places(near: Coordinate(latitude: 0, longitude: 0)!, within: .infinity)
    // osmium also gives what belongs to a place and is none.
    let named = all.filter { $0.tags["name"] != nil && !keys(of: $0).isEmpty }
    return Dictionary(uniqueKeysWithValues: named.map { ($0.id, $0) })
  }

  private func keys(of place: PointOfInterest) -> [String] {
    Self.asked.filter { place.tags[$0].map { $0 != "no" } ?? false }
  }

  @Test(
    "has every place of the list that osmium made of it, one by one as it is there, and besides only what cannot be there",
    arguments: City.all)
  func extracts(city: City) async throws {
    let here = try await places(
      of: "osm/\(city.map).osm.pbf", only: try PlaceSelection(Self.asked.joined(separator: ",")))
    let there = try await places(of: "poi/osm-extracts/\(city.list).geojson", only: .usual)
    #expect(Set(there.keys).subtracting(here.keys) == [])
    #expect(there.count == city.common)
    for (id, listed) in there {
      if let place = here[id] { compare(place, listed) }
    }
    let extras = here.values.filter { there[$0.id] == nil }
    let others = extras.filter { !Set(keys(of: $0)).isSubset(of: ["natural", "man_made"]) }
    #expect(others.map { "\($0.id) \($0.name)" }.sorted() == city.others.sorted())
    #expect(extras.count - others.count == city.otherValues)
  }

  private func compare(_ place: PointOfInterest, _ listed: PointOfInterest) {
    #expect(place.name == listed.name && place.kind == listed.kind && place.category == listed.category, "\(place.id)")
    // osmium leaves out what made an area of a relation.
    let tags = PlaceTags(place.tags.pairs.filter { $0.key != "type" || listed.tags["type"] != nil })
    #expect(tags == listed.tags, "\(place.id)")
    // Corners are the same; which of the parts of an area is the widest may be a matter of a hair.
    let metres = place.position.distance(to: listed.position)
    #expect(metres < 0.05 || place.id.hasPrefix("r") && metres < 100, "\(place.id): \(metres) m")
  }
}
