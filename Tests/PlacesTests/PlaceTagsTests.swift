import Places
import Testing

@Suite("Tags of a place")
struct PlaceTagsTests {
  private func tags(_ pairs: KeyValuePairs<String, String>) -> PlaceTags {
    PlaceTags(pairs.map { (key: $0.key, value: $0.value) })
  }

  @Test("are equal whatever the order in which they came, and of one key twice the later counts")
  func order() {
    #expect(tags(["b": "2", "a": "1"]) == tags(["a": "1", "b": "2"]))
    let twice = tags(["name": "old", "amenity": "bar", "name": "new", "empty": "", "": "x"])
    #expect(twice.pairs.map(\.key) == ["amenity", "name"])
    #expect(twice["name"] == "new")
    #expect(twice["empty"] == nil)
    #expect(twice["nam"] == nil)
    #expect(PlaceTags().isEmpty)
  }

  @Test(
    "say what a place is: by the key that says most, and never by one that only says yes while another says more",
    arguments: [
      (["tourism": "museum"], "museum", PlaceCategory.culture),
      (["tourism": "attraction", "historic": "castle"], "castle", .sight),
      (["tourism": "attraction"], "attraction", .sight),
      (["historic": "yes"], "historic", .sight),
      (["amenity": "place_of_worship", "tourism": "attraction"], "place_of_worship", .worship),
      (["amenity": "restaurant;bar", "tourism": "hotel"], "restaurant", .food),
      (["shop": "bakery"], "bakery", .food),
      (["shop": "no", "leisure": "park"], "park", .nature),
      (["highway": "bus_stop"], "bus_stop", .transport),
      (["place": "village"], "village", .town),
      (["amenity": "something_new"], "something_new", .service),
    ])
  func kinds(pairs: [String: String], kind: String, category: PlaceCategory) {
    let tags = PlaceTags(pairs.map { (key: $0.key, value: $0.value) })
    #expect(tags.kind == kind)
    #expect(tags.category == category)
  }

  @Test(
    "make no place of what is only a part of the map",
    arguments: [["highway": "residential"], ["building": "yes"], ["name": "Somebody"], ["shop": "no"], [:]])
  func noPlace(pairs: [String: String]) {
    let tags = PlaceTags(pairs.map { (key: $0.key, value: $0.value) })
    #expect(tags.kind == nil)
    #expect(tags.category == nil)
    #expect(!tags.isPlace)
  }

  @Test("make a place of a spring without a name, and of a tree only with one")
  func unnamed() {
    #expect(tags(["natural": "spring"]).isPlace)
    #expect(tags(["amenity": "toilets"]).isPlace)
    #expect(!tags(["natural": "tree"]).isPlace)
    #expect(!tags(["amenity": "parking_space"]).isPlace)
    #expect(tags(["natural": "tree", "name": "Lime of the Oath"]).isPlace)
    #expect(tags(["natural": "tree", "name:sv": "Eden"]).isPlace)
  }

  @Test("give the name in the first language that there is one in, or else the usual one")
  func languages() {
    let tags = tags(["name": "Helsinki", "name:sv": "Helsingfors", "name:ru": "Хельсинки", "name:zh-Hant": "赫爾辛基"])
    #expect(tags.name(in: ["de", "sv", "ru"]) == "Helsingfors")
    #expect(tags.name(in: ["zh-Hant"]) == "赫爾辛基")
    #expect(tags.name(in: []) == "Helsinki")
    #expect(tags.name(in: ["de"]) == "Helsinki")
    #expect(self.tags(["tourism": "museum"]).name(in: ["de"]) == nil)
    #expect(self.tags(["name:fi": "Kirkko"]).name(in: ["de"]) == "Kirkko")
  }

  @Test("count every name once, the usual one first, and nothing that only tells about names")
  func names() {
    let tags = tags([
      "name:de": "Burg", "name": "Castle", "alt_name": "Old Castle; Fort", "name:en": "Castle",
      "name:etymology": "somebody", "name:etymology:wikidata": "Q1", "name:pronunciation": "x", "old_name": "Keep",
    ])
    #expect(tags.names == ["Castle", "Old Castle", "Fort", "Keep", "Burg"])
  }

  @Test("take over another's pairs, which count where both say something")
  func merging() {
    let merged = tags(["a": "1", "b": "1"]).merging(tags(["b": "2", "c": "2"]))
    #expect(merged == tags(["a": "1", "b": "2", "c": "2"]))
    #expect(tags(["opening_hours": "Mo-Fr 08:00-17:00"]).openingHours == "Mo-Fr 08:00-17:00")
  }

  @Test("fall into categories that each have a word of their own")
  func categories() {
    let all = PlaceCategory.allCases
    #expect(Set(all.map(\.word)).count == all.count)
  }

  @Test("know no key twice, and at most as many as fit into a word")
  func vocabulary() {
    #expect(Set(PlaceVocabulary.keys).count == PlaceVocabulary.keys.count)
    #expect(PlaceVocabulary.keys.count <= 32)
  }
}
