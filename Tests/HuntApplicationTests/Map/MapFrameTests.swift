import Geodesy
import Glibc
import Numbers
import PlaceSamples
import Places
import Testing
import Views

@Suite("The map's frame")
struct MapFrameTests {
  /// Anywhere up to 85° to the north and south, often at the antimeridian.
  private func anywhere(_ chance: inout SeededGenerator) -> Coordinate {
    let latitudes: [Double] = [chance.uniform() * 170 - 85, 85, -85, 84.9]
    let longitudes: [Double] = [chance.uniform() * 360 - 180, 180, -180, 179.99999, -179.99999]
    let latitude = latitudes.randomElement(using: &chance) ?? 0
    let longitude = longitudes.randomElement(using: &chance) ?? 0
    return Coordinate(clampingLatitude: latitude, wrappingLongitude: longitude)
  }

  private func frame(_ chance: inout SeededGenerator, around place: Coordinate) -> MapFrame {
    MapFrame(
      centre: MercatorPoint(place), zoom: 1 + chance.uniform() * 20,
      up: Bearing(degrees: Double(Int.random(in: 0..<24, using: &chance)) * 15),
      columns: .random(in: 1...220, using: &chance), rows: .random(in: 1...70, using: &chance))
  }

  @Test("a place lies where the formulas of web maps put it", arguments: [21, 22] as [UInt64])
  func formula(seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    for _ in 0..<1000 {
      let middle = anywhere(&chance)
      let frame = frame(&chance, around: middle)
      let place = middle.offset(by: chance.uniform() * 50_000, toward: Bearing(degrees: chance.uniform() * 360))
      // Pixels of a web map; half of them are columns, and the turn of a complex number turns the map.
      func pixels(_ place: Coordinate) -> (x: Double, y: Double) {
        let latitude = place.latitude * .pi / 180
        let side = frame.columnsPerWorld * 2
        return (
          (place.longitude / 360 + 0.5) * side, (0.5 - log(tan(.pi / 4 + latitude / 2)) / (2 * .pi)) * side
        )
      }
      let (from, to) = (pixels(frame.centre.coordinate), pixels(place))
      var east = (to.x - from.x) / 2
      if east > frame.columnsPerWorld / 2 { east -= frame.columnsPerWorld }
      if east < -frame.columnsPerWorld / 2 { east += frame.columnsPerWorld }
      let (length, angle) = (hypot(east, (to.y - from.y) / 2), atan2((to.y - from.y) / 2, east))
      let turned = angle - frame.up.degrees * .pi / 180
      let point = frame.point(of: place)
      #expect(abs(point.x - Double(frame.columns) / 2 - length * cos(turned)) < 1e-3)
      #expect(abs(point.y - Double(frame.rows) / 2 - length * sin(turned) / 2) < 1e-3)
    }
  }

  @Test("there and back is the same cell, up to 85° and across the antimeridian", arguments: [23, 24] as [UInt64])
  func roundTrip(seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let frame = frame(&chance, around: anywhere(&chance))
      let spot = MapScreen.Point(
        x: chance.uniform() * Double(frame.columns), y: chance.uniform() * Double(frame.rows))
      // Where the screen shows more than one turn of the world, a place has several spots.
      guard frame.columnsPerWorld > 700, abs(frame.mercator(at: spot).y - 0.5) < 0.9 else { continue }
      let back = frame.point(of: frame.coordinate(at: spot))
      #expect(abs(back.x - spot.x) < 0.5 && abs(back.y - spot.y) < 0.5)
    }
  }

  @Test("the middle is at most half a cell from where it was asked for, and cells lie on the world's grid")
  func grid() throws {
    var chance = SeededGenerator(seed: 25)
    for _ in 0..<1000 {
      let place = anywhere(&chance)
      let one = frame(&chance, around: place)
      let point = one.point(of: place)
      #expect(abs(point.x - Double(one.columns) / 2) < 0.501 && abs(point.y - Double(one.rows) / 2) < 0.501)
      let (columns, rows) = (Int.random(in: -300...300, using: &chance), Int.random(in: -90...90, using: &chance))
      let there = one.mercator(
        at: MapScreen.Point(x: Double(one.columns) / 2 + Double(columns), y: Double(one.rows) / 2 + Double(rows)))
      // On a small world that many columns are more than half a turn.
      guard one.columnsPerWorld > 1000, (0...1).contains(there.y) else { continue }
      let other = MapFrame(centre: there, zoom: one.zoom, up: one.up, columns: one.columns, rows: one.rows)
      // Turned grids have a seam at the antimeridian.
      if other.moved(since: one) == nil, one.up != .north { continue }
      let moved = try #require(other.moved(since: one))
      #expect(moved.columns == -columns && moved.rows == -rows)
      let seen = MapScreen.Point(x: 3.25, y: 2.5)
      let again = other.point(of: one.mercator(at: seen))
      #expect(abs(again.x - seen.x - Double(moved.columns)) < 1e-3)
      #expect(abs(again.y - seen.y - Double(moved.rows)) < 1e-3)
    }
  }

  @Test("however little the middle moves, the ground moves by whole cells")
  func wholeCells() {
    var chance = SeededGenerator(seed: 30)
    for _ in 0..<500 {
      let middle = MercatorPoint(x: 0.1 + chance.uniform() * 0.8, y: 0.1 + chance.uniform() * 0.8)
      let one = frame(&chance, around: middle.coordinate)
      let cell = 1 / one.columnsPerWorld
      let there = MercatorPoint(
        x: one.centre.x + (chance.uniform() - 0.5) * 5 * cell, y: one.centre.y + (chance.uniform() - 0.5) * 5 * cell)
      let other = MapFrame(centre: there, zoom: one.zoom, up: one.up, columns: one.columns, rows: one.rows)
      let moved = other.moved(since: one)
      #expect(moved != nil && abs(moved?.columns ?? 9) <= 5 && abs(moved?.rows ?? 9) <= 3)
    }
  }

  @Test("another scale, direction or size is no movement")
  func noMovement() {
    let frame = MapFrame(centre: MercatorPoint(home), zoom: 15, columns: 80, rows: 24)
    func other(zoom: Double = 15, up: Double = 0, columns: Int = 80, rows: Int = 24) -> (Int, Int)? {
      MapFrame(
        centre: MercatorPoint(home), zoom: zoom, up: Bearing(degrees: up), columns: columns, rows: rows
      ).moved(since: frame)
    }
    #expect(other()?.0 == 0 && other()?.1 == 0)
    #expect(other(zoom: 15.25) == nil && other(up: 15) == nil && other(columns: 81) == nil && other(rows: 23) == nil)
  }

  @Test("so many metres are so many columns, at every latitude", arguments: [0.0, 30, -48, 60, 75, 85])
  func metres(latitude: Double) {
    let middle = Coordinate(clampingLatitude: latitude, wrappingLongitude: 179.9999)
    for zoom in [12.0, 14.25, 16.5, 18] {
      let frame = MapFrame(centre: MercatorPoint(middle), zoom: zoom, columns: 80, rows: 24)
      let centre = frame.point(of: middle)
      let east = frame.point(of: middle.offset(by: 30 * frame.metresPerColumn, toward: Bearing(degrees: 90)))
      let north = frame.point(of: middle.offset(by: 20 * frame.metresPerColumn, toward: .north))
      // An ellipsoid is not a sphere: seven in a thousand.
      #expect(abs(east.x - centre.x - 30) < 0.3)
      #expect(abs(centre.y - north.y - 10) < 0.15)
    }
  }

  @Test("up is where it is said to be", arguments: stride(from: 0.0, to: 360, by: 15).map(\.self))
  func up(degrees: Double) {
    let up = Bearing(degrees: degrees)
    let frame = MapFrame(centre: MercatorPoint(home), zoom: 16, up: up, columns: 80, rows: 24)
    let (here, ahead) = (frame.point(of: home), frame.point(of: place("", 50, toward: degrees).position))
    #expect(abs(ahead.x - here.x) < 0.2 && ahead.y < here.y - 5)
    #expect(frame.direction(up) == .north)
    #expect(frame.direction(Bearing(degrees: degrees + 90)) == Bearing(degrees: 90))
  }

  @Test("a town is drawn from tiles that have all its streets, a country from those of its scale")
  func town() {
    func zoom(at zoom: Double, deepest: Int, columns: Int = 200) -> Int? {
      MapFrame(centre: MercatorPoint(x: 0.53, y: 0.36), zoom: zoom, columns: columns, rows: 60)
        .tiles(zooms: 0...deepest, deepest: deepest, atMost: 40).first?.zoom
    }
    #expect([12.9, 13, 13.9, 14, 14.9, 15].map { zoom(at: $0, deepest: 14) } == [11, 14, 14, 14, 14, 14])
    #expect([12.9, 13, 14, 15.5].map { zoom(at: $0, deepest: 16) } == [11, 14, 15, 16])
    #expect(zoom(at: 13, deepest: 14, columns: 1000) == 13, "these would be too many")
  }

  @Test("the tiles are those under the cells, and no others", arguments: [26, 27] as [UInt64])
  func tiles(seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      let frame = frame(&chance, around: anywhere(&chance))
      let deepest = Int.random(in: 0...20, using: &chance)
      let tiles = frame.tiles(zooms: 0...deepest)
      #expect(tiles.count <= MapFrame.mostTiles && Set(tiles).count == tiles.count)
      guard let zoom = tiles.first?.zoom else { continue }
      #expect(tiles.allSatisfy { $0.zoom == zoom } && zoom <= max(0, min(deepest, frame.tileZoom)))
      var under: Set<TileID> = []
      for row in 0..<frame.rows {
        for column in 0..<frame.columns {
          let spot = frame.mercator(at: MapScreen.Point(x: Double(column) + 0.5, y: Double(row) + 0.5))
          if (0..<1).contains(spot.y) { under.insert(TileID(at: spot, zoom: zoom)) }
        }
      }
      #expect(under.isSubset(of: tiles))
      // A tile of which no cell's middle is seen has a corner at the edge.
      for tile in Set(tiles).subtracting(under) {
        let near = (0...16).contains { step in
          [(0, step), (16, step), (step, 0), (step, 16)].contains { x, y in
            let point = frame.point(
              of: MercatorPoint(
                x: tile.origin.x + Double(x) / 16 * tile.side, y: tile.origin.y + Double(y) / 16 * tile.side))
            let margin = tile.side * frame.columnsPerWorld / 16 + 1
            return (-margin...Double(frame.columns) + margin).contains(point.x)
              && (-margin...Double(frame.rows) + margin).contains(point.y)
          }
        }
        #expect(near)
      }
    }
  }

  @Test("tiles that there are only of one zoom are bounded too, the nearest first")
  func boundedTiles() {
    let far = MapFrame(centre: MercatorPoint(home), zoom: 3, columns: 200, rows: 60)
    let tiles = far.tiles(zooms: 14...14)
    #expect(tiles.count == 64)
    // The middle may be the corner of four tiles.
    let first = tiles.first.map { ($0.origin.x - far.centre.x, $0.origin.y - far.centre.y, $0.side * 1.001) }
    #expect(first.map { (-$0.2...0.001 * $0.2).contains($0.0) && (-$0.2...0.001 * $0.2).contains($0.1) } == true)
    #expect(far.tiles(zooms: 14...14, atMost: 0).isEmpty)
    let huge = MapFrame(centre: MercatorPoint(home), zoom: 16, columns: 10_000, rows: 10_000)
    #expect((1...64).contains(huge.tiles(zooms: 0...14).count))
    let pole = MapFrame(centre: MercatorPoint(x: 0.5, y: -0.9), zoom: 16, columns: 80, rows: 24)
    #expect(pole.tiles(zooms: 0...14).isEmpty)
  }

  @Test("a map of the world is drawn once for each turn that shows")
  func turns() {
    let world = geometry(
      tile(0, 0, 0), isArea: true,
      [
        [Corner(x: 0, y: 0), Corner(x: 4096, y: 0), Corner(x: 4096, y: 4096), Corner(x: 0, y: 4096)]
      ])
    let middle = MercatorPoint(x: 0.5, y: 0.5)
    #expect(MapFrame(centre: middle, zoom: 1, columns: 100, rows: 10).affines(for: world).count == 1)
    #expect(MapFrame(centre: middle, zoom: 1, columns: 400, rows: 10).affines(for: world).count == 3)
    let seam = MapFrame(centre: MercatorPoint(x: 0.999, y: 0.5), zoom: 4, columns: 100, rows: 10)
    #expect(seam.affines(for: world).count == 2)
    let tiny = geometry(tile(14, 0, 8192), [[Corner(x: 0, y: 0), Corner(x: 4096, y: 4096)]])
    #expect(MapFrame(centre: middle, zoom: 14, columns: 100, rows: 10).affines(for: tiny).isEmpty)
    let near = MapFrame(centre: MercatorPoint(x: 0.999_99, y: 0.5), zoom: 14, columns: 100, rows: 50)
    #expect(near.affines(for: tiny) == [near.affine(for: tiny)])
    #expect(abs(near.affine(for: tiny).point(Corner(x: 0, y: 0)).x - 50) < 60)
  }

  @Test("nonsense makes some frame")
  func nonsense() {
    let wild = [Double.nan, .infinity, -.infinity, 1e300, -1e300]
    for value in wild {
      let frame = MapFrame(
        centre: MercatorPoint(x: value, y: value), zoom: value, columns: .max, rows: .min)
      #expect(frame.columnsPerWorld >= 256 && frame.rows == 0)
      _ = frame.moved(since: MapFrame(centre: MercatorPoint(home), zoom: 5, columns: 10, rows: 10))
      _ = frame.tiles(zooms: 0...14)
    }
  }
}

@Suite("The camera")
struct MapCameraTests {
  @Test("what lies under the pointer stays there when the wheel turns")
  func zoomAbout() throws {
    var chance = SeededGenerator(seed: 28)
    for _ in 0..<300 {
      var camera = MapCamera(zoom: 3 + chance.uniform() * 14)
      camera.turn(steps: Int.random(in: 0..<24, using: &chance))
      camera.show(MercatorPoint(x: chance.uniform(), y: 0.3 + chance.uniform() * 0.4))
      func frame() -> MapFrame {
        let centre = camera.centre.map { MercatorPoint($0) } ?? MercatorPoint(x: 0, y: 0)
        return MapFrame(centre: centre, zoom: camera.zoom, up: camera.up, columns: 80, rows: 24)
      }
      let spot = MapScreen.Point(x: chance.uniform() * 80, y: chance.uniform() * 24)
      let before = frame()
      let place = before.mercator(at: spot)
      guard (0.2...0.8).contains(place.y) else { continue }
      camera.zoom(by: 0.25, about: spot, of: before)
      let after = frame().point(of: place)
      // Half a cell of the grid, before and after.
      #expect(abs(after.x - spot.x) < 1.2 && abs(after.y - spot.y) < 1.2)
      #expect(!camera.isFollowing)
      let start = camera.centre
      for _ in 0..<6 { camera.zoom(by: 0.25, about: spot, of: frame()) }
      #expect(abs(frame().point(of: place).x - spot.x) < 4.5)
      for _ in 0..<6 { camera.zoom(by: -0.25, about: spot, of: frame()) }
      #expect(try #require(start).distance(to: #require(camera.centre)) < 0.01 * before.metresPerColumn)
    }
  }

  @Test("a map that turns with the player turns by whole steps, late, and not for a tremble")
  func turning() {
    var camera = MapCamera()
    camera.look(along: Bearing(degrees: 90))
    #expect(camera.up == .north)
    camera.switchTurning()
    let looks: [(Double, Double)] = [(10, 0), (12, 15), (5, 15), (3, 0), (350, 0), (348, 345), (100, 105), (110, 105)]
    for (look, up) in looks {
      camera.look(along: Bearing(degrees: look))
      #expect(camera.up == Bearing(degrees: up), "\(look)")
    }
    camera.look(along: nil)
    #expect(camera.up == Bearing(degrees: 105))
    var chance = SeededGenerator(seed: 29)
    for _ in 0..<200 {
      camera.look(along: Bearing(degrees: 200 + (chance.uniform() - 0.5) * 6))
    }
    let settled = camera.up
    for _ in 0..<200 {
      camera.look(along: Bearing(degrees: 200 + (chance.uniform() - 0.5) * 6))
      #expect(camera.up == settled)
    }
    camera.switchTurning()
    #expect(camera.up == .north && !camera.turnsWithPlayer)
  }

  @Test("a box is seen whole, and hardly from nearer", arguments: [31, 32] as [UInt64])
  func showBox(seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let corner = Coordinate(
        clampingLatitude: chance.uniform() * 120 - 60, wrappingLongitude: chance.uniform() * 360)
      let places = (0..<5).map { _ in
        corner.offset(by: chance.uniform() * 20_000, toward: Bearing(degrees: chance.uniform() * 360))
      }
      guard let box = BoundingBox(around: places) else { continue }
      var camera = MapCamera()
      camera.turn(steps: Int.random(in: 0..<24, using: &chance))
      camera.show(box, columns: 80, rows: 24)
      let centre = camera.centre.map { MercatorPoint($0) } ?? MercatorPoint(x: 0, y: 0)
      let frame = MapFrame(centre: centre, zoom: camera.zoom, up: camera.up, columns: 80, rows: 24)
      for place in places { #expect(frame.contains(frame.point(of: place))) }
      let nearer = MapFrame(centre: centre, zoom: camera.zoom + 1.5, up: camera.up, columns: 80, rows: 24)
      let corners = [(box.south, box.west), (box.south, box.east), (box.north, box.west), (box.north, box.east)]
      #expect(
        corners.contains {
          !nearer.contains(nearer.point(of: Coordinate(clampingLatitude: $0.0, wrappingLongitude: $0.1)))
        })
    }
  }

  @Test("panning ends where web maps end")
  func ends() {
    var camera = MapCamera(zoom: 2)
    camera.show(MercatorPoint(x: 0.5, y: 0.5))
    for _ in 0..<500 { camera.pan(columns: 3, rows: -9, from: nil) }
    #expect(camera.centre.map { (85...85.06).contains($0.latitude) } == true)
    #expect(camera.centre.map { abs($0.longitude) <= 180 } == true)
  }
}
