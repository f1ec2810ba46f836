import Geodesy
import Numbers
import PlaceSamples
import Places
import Testing
import Views

@Suite("The shelf of tiles")
struct TileCacheTests {
  private func frame(
    _ place: Coordinate = home, zoom: Double = 14, columns: Int = 200, rows: Int = 60
  ) -> MapFrame {
    MapFrame(centre: MercatorPoint(place), zoom: zoom, columns: columns, rows: rows)
  }

  /// Answers everything that is asked for, in an order by chance, until nothing more is.
  private func answer(
    _ asked: [TileID], _ tiles: SampleTiles, _ cache: inout TileCache, _ chance: inout SeededGenerator
  ) -> [TileID] {
    var (waiting, all) = (asked, asked)
    while !waiting.isEmpty {
      let id = waiting.remove(at: Int.random(in: waiting.indices, using: &chance))
      let more = cache.receive(id, tiles.outcome(id))
      waiting += more
      all += more
    }
    return all
  }

  @Test("a screen asks for its tiles once, the nearest to its middle first, and shows them side by side")
  func askedOnce() {
    var (cache, chance) = (TileCache(SampleTiles().facts), SeededGenerator(seed: 1))
    let frame = frame()
    let asked = cache.look(frame)
    #expect(asked == frame.tiles(zooms: 0...14, deepest: 14))
    #expect(asked.first == TileID(at: frame.centre, zoom: 14))
    #expect(cache.look(frame).isEmpty)
    #expect(cache.trouble(in: frame) == "Loading \(asked.count) tiles.")
    #expect(cache.geometries(for: frame).isEmpty)
    #expect(answer(asked, SampleTiles(), &cache, &chance) == asked)
    #expect(Set(cache.geometries(for: frame).compactMap(\.tile)) == Set(asked))
    #expect(cache.trouble(in: frame) == nil)
  }

  @Test("a map that only moves hands the same tiles out in the same order")
  func orderOfTheWorld() {
    let tiles = SampleTiles()
    var (cache, chance) = (TileCache(tiles.facts), SeededGenerator(seed: 9))
    var orders: [Set<TileID>: [TileID]] = [:]
    for step in 0..<40 {
      let frame = frame(home.offset(by: Double(step) * 300, toward: Bearing(degrees: 100)))
      _ = answer(cache.look(frame), tiles, &cache, &chance)
      let shown = cache.geometries(for: frame).compactMap(\.tile)
      #expect(orders[Set(shown), default: shown] == shown)
      orders[Set(shown)] = shown
    }
    #expect(orders.count < 40, "no two frames showed the same tiles")
  }

  @Test("in whichever order the tiles come, the screen is the same in the end", arguments: [2, 3, 4] as [UInt64])
  func orderOfArrival(seed: UInt64) {
    let tiles = SampleTiles(missing: 25, broken: 25)
    var chance = SeededGenerator(seed: seed)
    let frames = (0..<6).map { _ in
      frame(
        home.offset(by: chance.uniform() * 1e6, toward: Bearing(degrees: chance.uniform() * 360)),
        zoom: 8 + chance.uniform() * 12)
    }
    for frame in frames {
      var screens: [[MapGeometry]] = []
      var troubles: Set<String?> = []
      for _ in 0..<4 {
        var cache = TileCache(tiles.facts)
        let asked = cache.look(frame)
        let all = answer(asked, tiles, &cache, &chance)
        #expect(Set(all).count == all.count, "asked twice")
        screens.append(cache.geometries(for: frame))
        troubles.insert(cache.trouble(in: frame))
      }
      #expect(screens.allSatisfy { $0 == screens[0] })
      #expect(troubles.count == 1)
    }
  }

  @Test("never more than there is room for, whatever is looked at", arguments: [5, 6] as [UInt64])
  func limits(seed: UInt64) {
    let tiles = SampleTiles(missing: 10, broken: 10, corners: 9000)
    var (cache, chance) = (TileCache(tiles.facts), SeededGenerator(seed: seed))
    var place = home
    var waiting: [TileID] = []
    var most = 0
    for _ in 0..<60 {
      place = place.offset(by: chance.uniform() * 20_000, toward: Bearing(degrees: chance.uniform() * 360))
      let frame = frame(place, zoom: 9 + chance.uniform() * 9)
      waiting += cache.look(frame)
      // Some come late, when something else is looked at.
      while waiting.count > 5 {
        let id = waiting.remove(at: Int.random(in: waiting.indices, using: &chance))
        waiting += cache.receive(id, tiles.outcome(id))
        #expect(cache.geometryCount <= TileCache.mostGeometries && cache.pointCount <= TileCache.mostPoints)
      }
      most = max(most, cache.pointCount)
      #expect(Set(waiting).count == waiting.count)
    }
    #expect(most > TileCache.mostPoints / 2)
  }

  @Test("what is kept is not asked for again, and what was dropped is")
  func leastRecent() {
    let tiles = SampleTiles()
    var (cache, chance) = (TileCache(tiles.facts), SeededGenerator(seed: 7))
    let frames = (0..<40).map { frame(place("", Double($0) * 40_000, toward: 90).position) }
    for frame in frames { _ = answer(cache.look(frame), tiles, &cache, &chance) }
    #expect(cache.look(frames[38]).isEmpty)
    #expect(!cache.look(frames[0]).isEmpty)
  }

  @Test("a screen that has too much on it goes without the largest tiles, and says so")
  func tooMuch() {
    let tiles = SampleTiles(corners: 200_000)
    var (cache, chance) = (TileCache(tiles.facts), SeededGenerator(seed: 8))
    let frame = frame(columns: 500, rows: 200)
    let asked = cache.look(frame)
    #expect(asked.count > 2)
    _ = answer(asked, tiles, &cache, &chance)
    #expect(cache.pointCount <= TileCache.mostPoints)
    #expect(cache.trouble(in: frame)?.contains("too much") == true)
    #expect(cache.look(frame).isEmpty)
  }

  @Test("beyond the deepest zoom of the file its tiles are drawn in parts", arguments: [15.5, 18, 21])
  func overzoom(zoom: Double) throws {
    let tiles = SampleTiles(corners: 4000)
    var (cache, chance) = (TileCache(tiles.facts), SeededGenerator(seed: 9))
    let frame = frame(zoom: zoom)
    let asked = cache.look(frame)
    #expect(asked.allSatisfy { $0.zoom == 14 })
    _ = answer(asked, tiles, &cache, &chance)
    #expect(cache.trouble(in: frame) == nil)
    for geometry in cache.geometries(for: frame) {
      let tile = try #require(geometry.tile)
      #expect(tile.zoom == frame.tileZoom)
      let own = TileID(at: MercatorPoint(x: tile.origin.x + tile.side / 2, y: tile.origin.y + tile.side / 2), zoom: 14)
      guard case .geometry(let whole) = tiles.outcome(own) else { continue }
      #expect(whole.part(tile) == geometry)
    }
    // Another frame than the last one is shown as well, only not as fast.
    let beside = MapFrame(
      centre: MercatorPoint(x: frame.centre.x + 1e-7, y: frame.centre.y), zoom: zoom, columns: 200, rows: 60)
    #expect(Set(cache.geometries(for: beside).compactMap(\.tile)).isSubset(of: beside.tiles(zooms: 0...20)))
  }

  @Test("far below a file's deepest zoom a tile is drawn as deep as its units reach")
  func deepOverzoom() {
    let tiles = SampleTiles(zooms: 0...3)
    var (cache, chance) = (TileCache(tiles.facts), SeededGenerator(seed: 10))
    let corner = MercatorPoint(x: 0.5, y: 0.5).coordinate
    let frame = frame(corner, zoom: 20)
    _ = answer(cache.look(frame), tiles, &cache, &chance)
    #expect(cache.geometries(for: frame).allSatisfy { $0.tile?.zoom == 13 })
    #expect(!cache.geometries(for: frame).isEmpty)
  }

  @Test("while a tile is on its way, the one above it or those below it stand in for it")
  func meanwhile() {
    let tiles = SampleTiles(corners: 4000)
    var (cache, chance) = (TileCache(tiles.facts), SeededGenerator(seed: 11))
    let (near, far, farther) = (frame(zoom: 15), frame(zoom: 12), frame(zoom: 11))
    _ = answer(cache.look(far), tiles, &cache, &chance)
    _ = cache.look(near)
    #expect(!cache.geometries(for: near).isEmpty)
    #expect(cache.geometries(for: near).allSatisfy { $0.tile?.zoom == 14 })
    _ = cache.look(farther)
    #expect(!cache.geometries(for: farther).isEmpty)
    #expect(cache.geometries(for: farther).allSatisfy { $0.tile?.zoom == 11 })
  }

  @Test("what stood in for a deep part goes when the tile itself is there")
  func better() {
    let tiles = SampleTiles(corners: 4000)
    var (cache, chance) = (TileCache(tiles.facts), SeededGenerator(seed: 14))
    let (far, near) = (frame(zoom: 12), frame(zoom: 17))
    _ = answer(cache.look(far), tiles, &cache, &chance)
    let asked = cache.look(near)
    let rough = cache.geometries(for: near)
    #expect(!rough.isEmpty && rough.allSatisfy { $0.tile?.zoom == 16 })
    _ = answer(asked, tiles, &cache, &chance)
    var fresh = TileCache(tiles.facts)
    _ = answer(fresh.look(near), tiles, &fresh, &chance)
    #expect(cache.geometries(for: near) == fresh.geometries(for: near))
    #expect(cache.geometries(for: near) != rough)
  }

  @Test("what is missing is looked for above, and then said")
  func missing() {
    let (frame, nothing) = (frame(), SampleTiles(missing: 100))
    var (cache, chance) = (TileCache(nothing.facts), SeededGenerator(seed: 12))
    let all = answer(cache.look(frame), nothing, &cache, &chance)
    #expect(Set(all.map(\.zoom)) == Set(8...14))
    #expect(Set(all).count == all.count)
    #expect(cache.geometries(for: frame).isEmpty)
    #expect(cache.trouble(in: frame) == "No map here: the file has no tile for this place.")
    var facts = nothing.facts
    facts.bounds = BoundingBox(
      southWest: Coordinate(clampingLatitude: 48, wrappingLongitude: 12),
      northEast: Coordinate(clampingLatitude: 48.2, wrappingLongitude: 12.2))
    facts.centre = facts.bounds.centre
    cache = TileCache(facts)
    _ = answer(cache.look(frame), nothing, &cache, &chance)
    #expect(
      cache.trouble(in: frame) == "No map here: the middle of the file's map is 39 km to the east.")
  }

  @Test("what is broken is said with its reason, and drawn from above")
  func broken() {
    var (cache, chance) = (TileCache(SampleTiles().facts), SeededGenerator(seed: 13))
    let frame = frame()
    let asked = cache.look(frame)
    let more = cache.receive(asked[0], .broken("it ends in the middle"))
    #expect(more == [asked[0].parent].compactMap(\.self))
    _ = answer(more + asked.dropFirst(), SampleTiles(), &cache, &chance)
    #expect(cache.trouble(in: frame) == "A tile is broken: \(asked[0]): it ends in the middle.")
    #expect(Set(cache.geometries(for: frame).compactMap(\.tile)).isSubset(of: asked))
  }

  @Test("what nobody asked for is not kept")
  func unasked() {
    var cache = TileCache(SampleTiles().facts)
    #expect(cache.receive(tile(3, 1, 1), SampleTiles().outcome(tile(3, 1, 1))).isEmpty)
    #expect(cache.geometryCount == 0)
  }

  @Test("beyond the ends of web maps there is nothing, and it is said")
  func pole() {
    var cache = TileCache(SampleTiles().facts)
    let pole = frame(Coordinate(clampingLatitude: 89, wrappingLongitude: 0))
    #expect(cache.look(pole).isEmpty)
    #expect(cache.trouble(in: pole)?.hasPrefix("No map here") == true)
  }
}
