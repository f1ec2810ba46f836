import Geodesy
import Numbers
import PlaceSamples
import Places
import Testing
import Views

@Suite("Sheets are cut to their tile")
struct GeometryClipTests {
  private let world = tile(0, 0, 0)

  /// Twice the area that a closed way winds around within the square, counted row by row.
  ///
  /// That has nothing in common with cutting, and is exact for the eight winds.
  private func doubleAreaByRows(_ ring: [Corner], side: Int32) -> Int64 {
    func inside(_ x: Int32) -> Int64 { Int64(max(0, min(side, x))) }
    var sum: Int64 = 0
    for (start, end) in zip(ring, ring.dropFirst() + ring.prefix(1)) where start.y != end.y {
      let (step, slope) = (start.y < end.y ? Int32(1) : -1, (end.x - start.x) / abs(end.y - start.y))
      for count in 0..<abs(end.y - start.y) {
        let y = start.y + count * step
        guard (0..<side).contains(min(y, y + step)) else { continue }
        sum += Int64(step) * (inside(start.x + count * slope) + inside(start.x + (count + 1) * slope))
      }
    }
    return sum
  }

  @Test("an area keeps exactly the area that it has in the square", arguments: [1, 2, 3] as [UInt64])
  func exactArea(seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    var kept = 0
    for _ in 0..<700 {
      let side = Int32.random(in: 1...64, using: &chance)
      let ring = octagonalRing(&chance, around: side)
      let cut = geometry(world, extent: side, kind: .park, isArea: true, [ring])
      let rings = cut.shapes.flatMap(cut.rings)
      #expect(rings.reduce(0) { $0 + doubleArea($1) } == doubleAreaByRows(ring, side: side))
      #expect(cut.points.allSatisfy { (0...side).contains($0.x) && (0...side).contains($0.y) })
      #expect(rings.allSatisfy { $0.count >= 3 && $0.first != $0.last })
      #expect(rings.allSatisfy { ring in zip(ring, ring.dropFirst()).allSatisfy { $0 != $1 } })
      kept += rings.count
    }
    #expect(kept > 200)
  }

  @Test("any area keeps its area but for the rounding of its crossings", arguments: [4, 5] as [UInt64])
  func roundedArea(seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    let side: Int32 = 4096
    for _ in 0..<500 {
      let ring = anyRing(&chance, around: side)
      let cut = geometry(world, kind: .park, isArea: true, [ring])
      let area = cut.shapes.flatMap(cut.rings).reduce(0) { $0 + Double(doubleArea($1)) } / 2
      var exact = 0.0
      // A thousand rows: each adds the winding width within the square.
      for row in 0..<1024 {
        let y = (Double(row) + 0.5) * 4
        for (start, end) in zip(ring, ring.dropFirst() + ring.prefix(1))
        where (Double(start.y) < y) != (Double(end.y) < y) {
          let part = (y - Double(start.y)) / Double(end.y - start.y)
          let x = Double(start.x) + part * Double(end.x - start.x)
          exact += (start.y < end.y ? 4 : -4) * max(0, min(Double(side), x))
        }
      }
      #expect(abs(area - exact) <= Double(side) * Double(ring.count) * 2)
    }
  }

  @Test("a line keeps exactly what lies in the square, in pieces", arguments: [6, 7] as [UInt64])
  func lines(seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let side = Int32.random(in: 1...64, using: &chance)
      let line = octagonalRing(&chance, around: side)
      let cut = geometry(world, extent: side, [line])
      // Steps of one unit along the line, both ways of which lie in the square, counted twice.
      var (steps, kept) = (0, 0)
      func count(_ line: [Corner], _ total: inout Int) {
        for (start, end) in zip(line, line.dropFirst()) {
          let length = max(abs(end.x - start.x), abs(end.y - start.y))
          for step in 0..<length {
            let (dx, dy) = ((end.x - start.x) / length, (end.y - start.y) / length)
            let points = [step, step + 1].map { (start.x + $0 * dx, start.y + $0 * dy) }
            if points.allSatisfy({ (0...side).contains($0.0) && (0...side).contains($0.1) }) { total += 1 }
          }
        }
      }
      count(line, &steps)
      for piece in cut.shapes.flatMap(cut.rings) { count(piece, &kept) }
      #expect(kept == steps)
      #expect(cut.points.allSatisfy { (0...side).contains($0.x) && (0...side).contains($0.y) })
      #expect(cut.shapes.flatMap(cut.rings).allSatisfy { $0.count >= 2 })
    }
  }

  @Test("where an edge leaves the square does not depend on its direction")
  func direction() {
    var chance = SeededGenerator(seed: 8)
    for _ in 0..<500 {
      let line = anyRing(&chance, around: 4096)
      let (there, back) = (geometry(world, [line]), geometry(world, [line.reversed()]))
      #expect(Set(there.points) == Set(back.points))
    }
  }

  @Test("what vanishes is dropped, and nothing traps on nonsense")
  func nonsense() {
    let far = Corner(x: .max, y: .min)
    let rings: [[Corner]] = [
      [], [far], [far, far], [far, far, far], [Corner(x: 1, y: 1), Corner(x: 5, y: 5), Corner(x: 3, y: 3)],
      [Corner(x: -9, y: -9), Corner(x: -1, y: -9), Corner(x: -1, y: -1)],
      [Corner(x: 4096, y: 0), Corner(x: 5000, y: 0), Corner(x: 4096, y: 4096)],
    ]
    for ring in rings { #expect(geometry(world, isArea: true, [ring]).shapes.isEmpty, "\(ring)") }
    for line in rings.prefix(4) { #expect(geometry(world, [line]).shapes.isEmpty) }
    var builder = MapGeometry.Builder(tile: world, extent: -5)
    let ring = [Corner(x: .min, y: .min), Corner(x: .max, y: .min), Corner(x: .max, y: .max), Corner(x: .min, y: .max)]
    for ends in [[4], [-1, 4], [9], [2, 1, 4], [Int.max], [Int.min], []] {
      builder.add(.water, isArea: true, points: ring, ends: ends)
      builder.add(.road, isArea: false, points: ring, ends: ends)
    }
    let cut = builder.build()
    #expect(cut.shapes.first?.box == MapGeometry.Box(left: 0, top: 0, right: 1, bottom: 1))
    #expect(cut.side == 1)
  }

  @Test("a square inside of a larger area is all of it, and a hole stays a hole")
  func holes() throws {
    func square(_ low: Int32, _ high: Int32) -> [Corner] {
      [Corner(x: low, y: low), Corner(x: high, y: low), Corner(x: high, y: high), Corner(x: low, y: high)]
    }
    let cut = geometry(world, isArea: true, [square(-100, 5000), square(100, 200).reversed(), square(-50, -20)])
    let rings = cut.rings(try #require(cut.shapes.first))
    let areas: [Int64] = [33_554_432, -20_000]
    #expect(rings.map(doubleArea) == areas)
  }

  @Test("shapes are in the order of drawing, those of one kind as they came; names are there once")
  func order() {
    var builder = MapGeometry.Builder(tile: world, extent: 4096)
    let line = [Corner(x: 0, y: 0), Corner(x: 9, y: 9)]
    for (kind, name) in [(GroundKind.road, "b"), (.land, "a"), (.path, "b"), (.land, ""), (.road, "a")] {
      builder.add(kind, isArea: false, name: name, points: line, ends: [2])
    }
    builder.label(.park, name: "a", at: line[0], rank: 1)
    builder.label(.city, name: "c", at: line[1], rank: 9)
    builder.label(.city, name: "d", at: line[1], rank: 2)
    builder.label(.city, name: "beside", at: Corner(x: 4096, y: 0), rank: 2)
    let geometry = builder.build()
    #expect(geometry.shapes.map(\.kind) == [.land, .land, .path, .road, .road])
    #expect(geometry.shapes.map { $0.name.map { geometry.names[$0] } } == ["a", nil, "b", "b", "a"])
    #expect(geometry.labels.map { geometry.names[$0.name] } == ["d", "c", "a"])
    #expect(geometry.names.count == Set(geometry.names).count)
  }

  @Test("a tile with too much on it keeps what it has room for")
  func mostPoints() {
    var builder = MapGeometry.Builder(tile: world, extent: 4096)
    let line = (0..<100_000).map { Corner(x: Int32($0 % 4096), y: Int32($0 / 4096)) }
    for _ in 0..<4 { builder.add(.road, isArea: false, points: line, ends: [line.count]) }
    #expect(builder.build().shapes.count == 2)
    #expect(builder.pointCount <= MapGeometry.Builder.mostPoints)
  }
}

@Suite("Parts of a sheet")
struct SheetPartTests {
  @Test("the four parts of a tile have exactly its area together, in smaller units", arguments: [11, 12] as [UInt64])
  func areas(seed: UInt64) throws {
    var chance = SeededGenerator(seed: seed)
    let own = tile(5, 17, 11)
    for _ in 0..<100 {
      let whole = geometry(own, extent: 64, kind: .park, isArea: true, [octagonalRing(&chance, around: 64)])
      let area = whole.shapes.flatMap(whole.rings).reduce(0) { $0 + doubleArea($1) }
      var sum: Int64 = 0
      for (x, y) in [(34, 22), (35, 22), (34, 23), (35, 23)] {
        let part = try #require(whole.part(tile(6, x, y)))
        #expect(part.points.allSatisfy { (0...64).contains($0.x) && (0...64).contains($0.y) })
        sum += part.shapes.flatMap(part.rings).reduce(0) { $0 + doubleArea($1) }
      }
      #expect(sum == 4 * area)
    }
  }

  @Test("a corner of a part is the same place as in the sheet")
  func places() throws {
    let own = tile(3, 5, 2)
    let line = [Corner(x: 1000, y: 2000), Corner(x: 1010, y: 2010)]
    let whole = geometry(own, name: "Via", [line])
    let place = MercatorPoint(
      x: whole.origin.x + 1000 * whole.unit, y: whole.origin.y + 2000 * whole.unit)
    for zoom in 4...13 {
      let id = TileID(at: place, zoom: zoom)
      let part = try #require(whole.part(id))
      let corner = try #require(part.points.first)
      #expect(abs(part.origin.x + Double(corner.x) * part.unit - place.x) < 1e-12)
      #expect(abs(part.origin.y + Double(corner.y) * part.unit - place.y) < 1e-12)
      #expect(part.shapes.first?.name.map { part.names[$0] } == "Via")
      #expect(part.tile == id)
    }
  }

  @Test("there is no part beside the sheet, above it, far below it, or of a map as a whole")
  func none() {
    let whole = geometry(tile(3, 5, 2), [[Corner(x: 0, y: 0), Corner(x: 9, y: 9)]])
    #expect(whole.part(tile(3, 5, 2)) == whole)
    for id in [tile(3, 5, 3), tile(2, 2, 1), tile(4, 9, 4), tile(14, 5 << 11, 2 << 11)] {
      #expect(whole.part(id) == nil)
    }
    let map = BaseMap(
      shapes: [BaseMap.Shape(kind: .road, parts: [[home, place("", 9).position]], isArea: false)].compactMap(\.self),
      attribution: "")
    #expect(map.geometries.count == 1)
    #expect(map.geometries.allSatisfy { $0.part(tile(0, 0, 0)) == nil })
  }
}

@Suite("Maps as a whole")
struct BaseMapTests {
  private func shape(_ kind: GroundKind, _ places: [(Double, Double)], isArea: Bool = false) -> BaseMap.Shape? {
    BaseMap.Shape(
      kind: kind,
      parts: [places.map { Coordinate(clampingLatitude: $0.0, wrappingLongitude: $0.1) }], isArea: isArea)
  }

  @Test(
    "corners lie where the places lie, to a centimetre in a city and a metre on the Earth",
    arguments: seams.filter { abs($0.latitude) < 85 })
  func places(middle: Coordinate) throws {
    let line = [
      middle, place("", 800, toward: 77, from: middle).position, place("", 500, toward: 300, from: middle).position,
    ]
    let map = BaseMap(
      shapes: [BaseMap.Shape(kind: .road, parts: [line], isArea: false)].compactMap(\.self), attribution: "nobody")
    let geometry = try #require(map.geometries.first)
    let frame = MapFrame(centre: MercatorPoint(middle), zoom: 17, columns: 80, rows: 24)
    let affine = frame.affine(for: geometry)
    for (corner, place) in zip(geometry.points, line) {
      let (there, here) = (affine.point(corner), frame.point(of: place))
      #expect(abs(there.x - here.x) < 0.01 && abs(there.y - here.y) < 0.01)
    }
    #expect(map.attribution == "nobody")
  }

  @Test("a map of the whole world keeps its width, and one across the antimeridian is narrow")
  func width() throws {
    let world = BaseMap(
      shapes: [shape(.land, [(-80, -180), (80, -180), (80, 180), (-80, 180)], isArea: true)].compactMap(\.self),
      attribution: "")
    #expect(
      try abs(Double(#require(world.geometries.first).box.right) * #require(world.geometries.first).unit - 1) < 1e-6)
    #expect(world.bounds?.west == -180 && world.bounds?.east == 180)
    let fiji = BaseMap(
      shapes: [shape(.land, [(-17, 179.5), (-16, 179.5), (-16, -179.5)], isArea: true)].compactMap(\.self),
      attribution: "")
    #expect(
      try abs(Double(#require(fiji.geometries.first).box.right) * #require(fiji.geometries.first).unit - 1 / 360) < 1e-6
    )
    let bounds = try #require(fiji.bounds)
    #expect(abs(bounds.west - 179.5) < 1e-6 && abs(bounds.east + 179.5) < 1e-6)
  }

  @Test("a shape needs enough points; those without are left out")
  func poorShapes() {
    #expect(BaseMap.Shape(kind: .path, parts: [[home]], isArea: false) == nil)
    #expect(BaseMap.Shape(kind: .wood, parts: [[home, home]], isArea: true) == nil)
    #expect(BaseMap.Shape(kind: .path, parts: [], isArea: false) == nil)
    #expect(
      BaseMap.Shape(kind: .path, parts: [[home], [home, place("", 5).position]], isArea: false)?.parts.count == 1)
    #expect(BaseMap(shapes: [], attribution: "") == BaseMap(geometries: [], attribution: "", isSeaCharted: false))
  }

  @Test("shapes that are added lie on top of all others, and only land charts the sea")
  func added() {
    let road = [shape(.road, [(0, 0), (1, 1)])].compactMap(\.self)
    let map = BaseMap(shapes: road, attribution: "a")
    let more = map.under([shape(.boundary, [(0, 0), (0, 1)])].compactMap(\.self))
    #expect(more.geometries.flatMap(\.shapes).map(\.kind) == [.road, .boundary])
    #expect(map.under([]) == map)
    #expect(!map.isSeaCharted)
    let land = BaseMap(
      shapes: [shape(.land, [(0, 0), (1, 1), (1, 0)], isArea: true)].compactMap(\.self), attribution: "")
    #expect(land.isSeaCharted && land.under(road).isSeaCharted)
  }
}
