import Geodesy
import Numbers
import Testing
import Views

@testable import Eye

@Suite("Bridges and decks of the eye")
struct DeckTests {
  private let plane = TangentPlane(at: home)

  private func places(_ points: [(Double, Double)]) -> [Coordinate] {
    points.map { plane.coordinate(at: .init(east: $0.0, north: $0.1)) }
  }

  private func rectangle(_ east: ClosedRange<Double>, _ north: ClosedRange<Double>) -> [Coordinate] {
    places([
      (east.lowerBound, north.lowerBound), (east.upperBound, north.lowerBound), (east.upperBound, north.upperBound),
      (east.lowerBound, north.upperBound),
    ])
  }

  /// What stands around ``home`` on a meadow with these shapes.
  private func look(_ shapes: (inout MapGeometry.Builder) -> Void) throws -> Surroundings {
    let land = rectangle(-900...900, -900...900)
    var builder = MapGeometry.Builder(around: try #require(BoundingBox(around: land)))
    builder.add(.land, isArea: true, rings: [land])
    shapes(&builder)
    return Surroundings(around: home, geometries: [builder.build()])
  }

  /// A bridge from west to east, 120 m long and some metres north of the middle.
  private func addBridge(
    _ builder: inout MapGeometry.Builder, north: Double, layer: Double? = 1, kind: GroundKind = .street
  ) {
    builder.add(
      kind, isArea: false, rise: MapGeometry.Rise(bridgeOnLayer: layer), rings: [places([(-60, north), (60, north)])])
  }

  private func addStreet(_ builder: inout MapGeometry.Builder, east: Double = 0) {
    builder.add(.street, isArea: false, rings: [places([(east, -200), (east, 200)])])
  }

  /// Where a wall lies nearest to the middle.
  private func distance(_ wall: Wall) -> Float {
    let steps: [Float] = (0...20).map { Float($0) / 20 }
    return steps.map { part in
      let point = wall.from + (wall.to - wall.from) * part
      return (point * point).sum().squareRoot()
    }.min() ?? .infinity
  }

  private func isNear(_ one: Float, _ other: Double) -> Bool { abs(Double(one) - other) < 0.2 }

  @Test(
    "over water a bridge lies on the ground, wider than its street, with parapets at both sides and not at its ends")
  func water() throws {
    let town = try look { builder in
      builder.add(.water, isArea: true, rings: [rectangle(-50...50, -300...300)])
      addBridge(&builder, north: 40)
    }
    func ground(_ east: Double, _ north: Double) -> EyeGround { town.ground.ground(east: east, north: north) }
    #expect(ground(0, 40) == .street && ground(0, 43) == .kerb && ground(0, 44) == .bridge && ground(0, 46) == .water)
    let walls = town.walls.walls
    #expect(walls.allSatisfy { $0.foot == 0 && isNear($0.top, MapGeometry.Rise.parapet) })
    for north in [35.45, 44.55] {
      let side = walls.filter { isNear($0.from.y, north) && isNear($0.to.y, north) }
      #expect(isNear(side.map(\.length).reduce(0, +), 120), "\(north)")
    }
    #expect(walls.allSatisfy { abs($0.to.y - $0.from.y) < 0.1 })
  }

  @Test(
    "over a street a bridge stands at the height of its layer",
    arguments: [(1.0, 4.0, 6.1), (2, 9, 11.1), (nil, 4, 6.1)])
  func street(layer: Double?, foot: Double, top: Double) throws {
    let town = try look { builder in
      addStreet(&builder)
      addBridge(&builder, north: 60, layer: layer, kind: .rail)
    }
    let walls = town.walls.walls
    #expect(!walls.isEmpty && walls.allSatisfy { isNear($0.foot, foot) && isNear($0.top, top) })
    #expect(isNear(walls.map(\.length).reduce(0, +), 240))
    #expect(town.ground.ground(east: 0, north: 60) == .street, "the street leads on below")
    #expect(town.ground.ground(east: 30, north: 60) == .rail)
    #expect(town.obstacle(from: .zero, to: SIMD2(0, 100), height: 1.7) == nil, "one sees below it")
    let slope = ((foot + top) / 2 - EyeCamera.height) / 58
    #expect(town.obstacle(from: .zero, to: SIMD2(0, 120), height: EyeCamera.height + slope * 120) != nil)
  }

  @Test("where nothing leads below, and on layer 0, a bridge lies on the ground")
  func nothingBelow() throws {
    let ravine = try look { addBridge(&$0, north: 60) }
    let underpass = try look { builder in
      addStreet(&builder)
      addBridge(&builder, north: 60, layer: 0)
    }
    for town in [ravine, underpass] {
      #expect(!town.walls.walls.isEmpty && town.walls.walls.allSatisfy { $0.foot == 0 && $0.top < 1.2 })
      #expect(town.ground.ground(east: 30, north: 60) == .street && town.ground.ground(east: 30, north: 64) == .bridge)
    }
    // The street passes where it meets the bridge.
    #expect(underpass.walls.walls.allSatisfy { $0.from.x * $0.to.x > 0 })
    #expect(ravine.walls.walls.contains { $0.from.x * $0.to.x < 0 })
  }

  @Test("the streets at the ends of a bridge, and names drawn along it, do not raise it")
  func ends() throws {
    let town = try look { builder in
      addStreet(&builder, east: -62)
      builder.add(.street, isArea: false, rings: [places([(60, 60), (200, 60)])])
      builder.add(.street, isArea: false, name: "Bridge Street", rings: [places([(-60, 60), (60, 60)])])
      addBridge(&builder, north: 60)
    }
    #expect(!town.walls.walls.isEmpty && town.walls.walls.allSatisfy { $0.foot == 0 })
  }

  @Test("who stands on a raised bridge, or just beside it, has its parapets at the sides", arguments: [0.0, 7])
  func standing(north: Double) throws {
    let town = try look { builder in
      addStreet(&builder)
      addBridge(&builder, north: north)
    }
    let walls = town.walls.walls
    #expect(!walls.isEmpty && walls.allSatisfy { $0.foot == 0 && isNear($0.top, MapGeometry.Rise.parapet) })
    #expect(isNear(walls.map(\.length).reduce(0, +), 240), "also above the street")
    #expect(walls.allSatisfy { isNear(abs($0.from.y - Float(north)), 4.55) })
    let camera = EyeCamera(heading: .north, columns: 80, rows: 24)
    #expect(town.glass(from: .zero, in: camera) == 0)
    #expect(town.obstacle(from: .zero, to: SIMD2(5, 100), height: 1.7) == nil)
  }

  @Test("a raised bridge has no walls where somebody below it may stand")
  func below() throws {
    let town = try look { builder in
      addStreet(&builder)
      addBridge(&builder, north: 15)
    }
    let walls = town.walls.walls
    #expect(!walls.isEmpty && walls.allSatisfy { isNear($0.foot, 4) })
    #expect(walls.allSatisfy { Double(distance($0)) > Surroundings.slack + 3 })
  }

  @Test("the pieces of a bridge lie alike")
  func pieces() throws {
    let town = try look { builder in
      builder.add(.water, isArea: true, rings: [rectangle(-300...0, -300...300)])
      addStreet(&builder, east: 20)
      for piece in [[(-60.0, 60.0), (0, 60)], [(40, 60), (0, 60)]] {
        builder.add(.road, isArea: false, rise: MapGeometry.Rise(bridgeOnLayer: 1), rings: [places(piece)])
      }
    }
    #expect(!town.walls.walls.isEmpty && town.walls.walls.allSatisfy { $0.foot == 0 })
  }

  @Test("between the two carriageways of a bridge there is no parapet")
  func carriageways() throws {
    let town = try look { builder in
      builder.add(.water, isArea: true, rings: [rectangle(-50...50, -300...300)])
      addBridge(&builder, north: 40, kind: .road)
      addBridge(&builder, north: 53, kind: .road)
    }
    let sides = town.walls.walls.map { Double($0.from.y) }
    #expect(Set(sides.map { $0.rounded() }) == [34, 59])
  }

  @Test("an area stands as high as its map says, and is no ground; the deck of a bridge has parapets over water")
  func areas() throws {
    let plaza = try look {
      $0.add(.square, isArea: true, rise: MapGeometry.Rise(foot: 5, top: nil), rings: [rectangle(-20...20, 60...80)])
    }
    #expect(plaza.walls.walls.count == 4)
    #expect(plaza.walls.walls.allSatisfy { $0.foot == 5 && isNear($0.top, 5 + MapGeometry.Rise.parapet) })
    #expect(plaza.ground.ground(east: 0, north: 70) == .grass)
    let deck = try look {
      $0.add(.water, isArea: true, rings: [rectangle(-50...50, -300...300)])
      $0.add(
        .pier, isArea: true, rise: MapGeometry.Rise(bridgeOnLayer: 1), rings: [rectangle(-60...60, 60...80).reversed()])
    }
    #expect(deck.ground.ground(east: 0, north: 70) == .bridge)
    let walls = deck.walls.walls
    #expect(walls.count == 2 && walls.allSatisfy { $0.foot == 0 && abs($0.from.x) < 52 && abs($0.to.x) < 52 })
  }

  /// Metres of all walls, and of those that do not stand on the border of a plaza, which is 40 m wide and 20 m deep.
  private func walls(_ surroundings: Surroundings) -> (all: Double, inside: Double) {
    var (all, inside) = (0.0, 0.0)
    for wall in surroundings.walls.walls {
      let (from, to) = (SIMD2<Double>(wall.from), SIMD2<Double>(wall.to))
      let (middle, length) = ((from + to) / 2, ((to - from) * (to - from)).sum().squareRoot())
      all += length
      if abs(abs(middle.x) - 20) > 0.3, abs(abs(middle.y - 70) - 10) > 0.3 { inside += length }
    }
    return (all, inside)
  }

  @Test("pieces of a deck have no wall between them: areas with an edge in common, and what tiles have cut")
  func seams() throws {
    let rise = MapGeometry.Rise(foot: 5, top: 7)
    let pieces = try look { builder in
      for east in [-20.0...(-5), -5...20] {
        builder.add(.square, isArea: true, rise: rise, rings: [rectangle(east, 60...80)])
      }
    }
    #expect(abs(walls(pieces).all - 120) < 0.5 && walls(pieces).inside == 0)
    let other = try look { builder in
      for (east, top) in [(-20.0...(-5), 7.0), (-5...20, 9)] {
        builder.add(
          .square, isArea: true, rise: MapGeometry.Rise(foot: 5, top: top), rings: [rectangle(east, 60...80)])
      }
    }
    #expect(abs(walls(other).inside - 40) < 0.5)
    // Tiles of some 19 metres.
    var tiles: [MapGeometry] = []
    for corner in places((-5...5).flatMap { x in (0...10).map { (Double(x) * 10, Double($0) * 10) } }) {
      let id = TileID(at: MercatorPoint(corner), zoom: 20)
      guard !tiles.contains(where: { $0.tile == id }) else { continue }
      var builder = MapGeometry.Builder(tile: id, extent: 4096)
      builder.add(.square, isArea: true, rise: rise, rings: [rectangle(-20...20, 60...80)])
      tiles.append(builder.build())
    }
    #expect(tiles.count { !$0.isEmpty } > 2)
    let cut = walls(Surroundings(around: home, geometries: tiles))
    #expect(abs(cut.all - 120) < 1 && cut.inside == 0)
  }

  @Test("of bridges upon bridges the nearest are there, fewer than there would be of streets")
  func budget() throws {
    func kept(_ rise: MapGeometry.Rise?) throws -> (ways: Int, town: Surroundings) {
      var chance = SeededGenerator(seed: 7)
      let town = try look { builder in
        for _ in 0..<20_000 {
          let (east, north) = (chance.uniform() * 600 - 300, chance.uniform() * 600 - 300)
          builder.add(.path, isArea: false, rise: rise, rings: [places([(east, north), (east + 20, north + 3)])])
        }
      }
      return (20_000 - (town.leftOut.ways?.count ?? 0), town)
    }
    let (streets, bridges) = (try kept(nil).ways, try kept(MapGeometry.Rise(bridgeOnLayer: 1)))
    #expect(bridges.ways > 500 && bridges.ways < streets / 2)
    let beyond = try #require(bridges.town.leftOut.ways?.beyond)
    #expect(bridges.town.walls.walls.contains { Double(distance($0)) > beyond - 10 })
  }
}
