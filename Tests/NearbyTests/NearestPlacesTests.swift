import Geodesy
import HuntTesting
import Nearby
import Numbers
import PlaceSamples
import Places
import Testing

@Suite("The nearest places of several sources")
struct NearestPlacesTests {
  /// Places of a few names in a few kinds, so close together that many are doubles of others' places.
  private func crowd(_ count: Int, source: Int, spread: Double, _ chance: inout SeededGenerator) -> [PointOfInterest] {
    let kinds = [[], [("amenity", "cafe")], [("tourism", "museum")], [("amenity", "cafe"), ("tourism", "museum")]]
    return (0..<count).map { number in
      let tags = kinds.randomElement(using: &chance) ?? []
      return PointOfInterest(
        id: "\(source)-\(number)", name: ["Oak", "OAK", "Elm", "Ash"].randomElement(using: &chance) ?? "",
        position: home.offset(
          by: .random(in: 0...spread, using: &chance), toward: Bearing(degrees: .random(in: 0...360, using: &chance))),
        tags: PlaceTags(tags.map { (key: $0.0, value: $0.1) }))
    }
  }

  /// What there is to be found: all that everybody knows of these kinds, put together, and then the nearest of it.
  private func truth(
    _ count: Int, within metres: Double, of kinds: Set<PlaceCategory>?, _ lists: [[PointOfInterest]]
  ) -> [PointOfInterest] {
    var pool = PlacePool()
    for (index, list) in lists.enumerated() {
      pool.receive(PlacesAnswer(list.filter { kinds?.contains($0.category) ?? true }), from: index, at: .zero)
    }
    return shown(pool, count, within: metres)
  }

  private func shown(_ pool: PlacePool, _ count: Int, within metres: Double) -> [PointOfInterest] {
    let sorted = pool.places.map { (metres: home.distance(to: $0.position), place: $0) }
      .filter { $0.metres <= metres }.sorted { ($0.metres, $0.place.id) < ($1.metres, $1.place.id) }
    return sorted.prefix(count).map(\.place)
  }

  @Test("are those that one finds among all places of all of them", arguments: 1...5)
  func truth(sources: Int) async {
    var chance = SeededGenerator(seed: UInt64(sources))
    for _ in 0..<40 {
      let spread: Double = [20.0, 100, 400, 3000].randomElement(using: &chance) ?? 0
      let lists = (0..<sources).map {
        crowd(.random(in: 0...150, using: &chance), source: $0, spread: spread, &chance)
      }
      let count: Int = [0, 1, 3, 10, 60, .max].randomElement(using: &chance) ?? 0
      let metres: Double = [.infinity, spread / 2, 50].randomElement(using: &chance) ?? 0
      let kinds: Set<PlaceCategory>? = [nil, [.food], [.culture, .other], []].randomElement(using: &chance) ?? nil
      let question = NearestPlaces(count, to: home, within: metres, of: kinds)
      let pool = await question.pool(of: lists.map { StingyPlaces($0) })
      #expect(shown(pool, count, within: metres) == truth(count, within: metres, of: kinds, lists))
    }
  }

  @Test("of one source are asked for once, and no more than are wanted")
  func once() async {
    var chance = SeededGenerator(seed: 9)
    let (asked, note) = AsyncStream.makeStream(of: Int.self)
    let source = StingyPlaces(crowd(300, source: 0, spread: 1000, &chance), note)
    let pool = await NearestPlaces(7, to: home).pool(of: [source])
    note.finish()
    #expect(pool.places.count == 7)
    #expect(await asked.reduce(into: []) { $0.append($1) } == [7])
  }

  @Test("are asked for again, and more of them, when too few are left without doubles")
  func again() async {
    // A hundred times the same well: the second source knows it, and nothing else within 200 m.
    let well = { (id: String) in PointOfInterest(id: id, name: "Well", position: home) }
    let (asked, note) = AsyncStream.makeStream(of: Int.self)
    let rest = (0..<50).map { place("far-\($0)", 250 + Double($0)) }
    let lists = [[well("a")], (0..<100).map { well("b-\($0)") } + rest]
    let pool = await NearestPlaces(3, to: home).pool(of: lists.map { StingyPlaces($0, note) })
    note.finish()
    #expect(shown(pool, 3, within: .infinity).map(\.id) == ["a", "far-0", "far-1"])
    let counts = await asked.reduce(into: []) { $0.append($1) }
    // Both once, and then only the second, as the first has nothing more to say.
    #expect(counts.count > 2 && counts[0] == counts[1])
    #expect(zip(counts.dropFirst(), counts.dropFirst(2)).allSatisfy { $0 < $1 })
  }

  @Test("of sources that say more, fail, or know nothing are what the others know")
  func others() async {
    var chance = SeededGenerator(seed: 2)
    let (known, all) = (crowd(200, source: 0, spread: 300, &chance), crowd(200, source: 1, spread: 300, &chance))
    let sources: [any PointOfInterestSource] = [
      StingyPlaces(known), ScriptedPlaces(all), FailingPlaces("no net"), StingyPlaces([]),
    ]
    let pool = await NearestPlaces(5, to: home, within: 200, of: [.food]).pool(of: sources)
    #expect(shown(pool, 5, within: 200) == truth(5, within: 200, of: [.food], [known, all]))
    #expect(pool.troubles == ["no net"])
  }
}

/// Double: a source that says exactly what it is asked for, and notes for how many it was asked.
private struct StingyPlaces: PointOfInterestSource {
  private let all: [PointOfInterest]
  private let asked: AsyncStream<Int>.Continuation?

  init(_ all: [PointOfInterest], _ asked: AsyncStream<Int>.Continuation? = nil) {
    (self.all, self.asked) = (all, asked)
  }

  func places(
    near centre: Coordinate, within metres: Double
  ) async throws(PlacesUnavailable) -> [PointOfInterest] {
    all.filter { centre.distance(to: $0.position) <= metres }
  }

  func answers(
    nearest count: Int, to centre: Coordinate, within metres: Double, of kinds: Set<PlaceCategory>?
  ) -> AsyncStream<PlacesAnswer> {
    asked?.yield(count)
    let near = all.map { (metres: centre.distance(to: $0.position), place: $0) }
      .filter { $0.metres <= metres && (kinds?.contains($0.place.category) ?? true) }
      .sorted { ($0.metres, $0.place.id) < ($1.metres, $1.place.id) }
    return AsyncStream {
      $0.yield(PlacesAnswer(near.prefix(count).map(\.place)))
      $0.finish()
    }
  }
}
