import Eye
import Geodesy
import Testing
import Views

@Suite("Surroundings of the eye")
struct SurroundingsTests {
  @Test("heights are those of the map; what is not said, or only a placeholder, is estimated and marked")
  func heights() throws {
    let plane = TangentPlane(at: home)
    func ring(_ east: Double) -> [[Coordinate]] {
      [[(0.0, 0.0), (10, 0), (10, 10), (0, 10)].map { plane.coordinate(at: .init(east: east + $0.0, north: $0.1)) }]
    }
    let box = try #require(BoundingBox(around: [ring(20), ring(90)].joined().joined()))
    var builder = MapGeometry.Builder(around: box)
    let said: [(Double, Double?, Double?)] = [
      (20, nil, 12.5), (35, nil, 3.66), (50, 2, 9), (65, nil, nil), (80, nil, 5000),
    ]
    for (east, foot, top) in said {
      builder.add(
        .building, isArea: true, name: "\(Int(east))", rise: MapGeometry.Rise(foot: foot, top: top), rings: ring(east))
    }
    let town = Surroundings(around: home, geometries: [builder.build()])
    let found = Dictionary(uniqueKeysWithValues: town.buildings.map { ($0.name ?? "", $0) })
    #expect(found["20"]?.height == 12.5 && found["20"]?.isHeightKnown == true)
    #expect(found["50"]?.height == 9 && found["50"]?.isHeightKnown == true)
    for name in ["35", "65", "80"] {
      let building = try #require(found[name])
      #expect(!building.isHeightKnown && (2...60).contains(building.height))
    }
    #expect(Set(town.walls.walls.map(\.foot)) == [0, 2])
  }

  @Test("a tower is higher than a house, and a house has always the same height")
  func estimates() {
    let shapes = [
      shape(.building, east: 20...30, north: 0...10, name: "Torre di Prova"),
      shape(.building, east: 50...60, north: 0...10, name: "Bakery"),
    ]
    let (one, other) = (surroundings(shapes), surroundings(shapes.reversed()))
    let heights = Dictionary(uniqueKeysWithValues: one.buildings.map { ($0.name, $0.height) })
    #expect((heights["Torre di Prova"] ?? 0) > (heights["Bakery"] ?? 0) + 10)
    #expect(heights == Dictionary(uniqueKeysWithValues: other.buildings.map { ($0.name, $0.height) }))
  }

  @Test("the ground is what the map draws there, near and far")
  func ground() {
    let town = surroundings([
      shape(.land, east: -900...900, north: -900...900), shape(.square, east: 10...30, north: 10...30),
      shape(.water, east: 200...300, north: -50...50), shape(.building, east: -30...(-10), north: -30...(-10)),
    ])
    func ground(_ east: Double, _ north: Double) -> EyeGround { town.ground.ground(east: east, north: north) }
    #expect(ground(0, 0) == .grass)
    #expect(ground(10.2, 10.2) == .paving && ground(29.8, 29.8) == .paving)
    #expect(ground(9.8, 20) == .grass && ground(20, 30.2) == .grass)
    #expect(ground(250, 0) == .water && ground(198, 0) == .grass)
    #expect(ground(-20, -20) == .floor)
    // Beyond what is painted: land, as far as anybody knows.
    #expect(ground(5000, 0) == .earth && ground(.nan, .infinity) == .earth)
  }

  @Test("land between the houses of a town is pavement; a park there, the country around, and a farm's yard are green")
  func pavement() {
    var shapes = [
      shape(.land, east: -900...900, north: -900...900), shape(.park, east: 10...30, north: 10...30),
      shape(.building, east: -390...(-370), north: -390...(-370)),
    ]
    for row in -5...5 {
      for column in -5...5 where ![0, 1].contains(row) || ![0, 1].contains(column) {
        let (east, north) = (Double(column) * 20, Double(row) * 20)
        shapes.append(shape(.building, east: east...east + 12, north: north...north + 12))
      }
    }
    let town = surroundings(shapes)
    func ground(_ east: Double, _ north: Double) -> EyeGround { town.ground.ground(east: east, north: north) }
    #expect(ground(56, 56) == .earth && ground(-44, 16) == .earth && ground(5, -24) == .earth)
    #expect(ground(20, 20) == .grass)
    #expect(ground(300, 0) == .grass && ground(0, -300) == .grass && ground(-365, -365) == .grass)
  }

  @Test("the way is painted in dashes")
  func way() {
    let town = surroundings(
      [shape(.land, east: -900...900, north: -900...900)], route: [home, home.offset(by: 40, toward: .north)])
    let dashes = stride(from: 0.1, to: 39, by: 0.2).map { town.ground.ground(east: 0, north: $0) == .route }
    let share = Double(dashes.count { $0 }) / Double(dashes.count)
    #expect((0.35...0.65).contains(share))
    #expect(zip(dashes, dashes.dropFirst()).count { $0 != $1 } >= 20)
  }

  @Test("a long route is painted where the player is, however far it began")
  func longRoute() {
    let far = home.offset(by: 5000, toward: .north)
    let town = surroundings([shape(.land, east: -900...900, north: -900...900)], route: [far, home])
    #expect(stride(from: 1, to: 39, by: 0.2).contains { town.ground.ground(east: 0, north: $0) == .route })
  }

  @Test("who is said to be in a house stands before it, as far as the error of the position allows")
  func stand() {
    let town = surroundings([
      shape(.land, east: -900...900, north: -900...900), shape(.building, east: -4...20, north: -30...30),
    ])
    let stand = town.stand(near: .zero, accuracy: 8)
    #expect(stand.x < -4 && stand.x > -9.1)
    #expect(town.stand(near: .zero, accuracy: 1) == .zero)
    #expect(town.stand(near: SIMD2(-10, 0), accuracy: 8) == SIMD2(-10, 0))
    #expect(town.stand(near: .zero, accuracy: .nan) == .zero)
  }

  @Test("without a map there is only the ground")
  func unmapped() {
    let nothing = Surroundings(around: home, geometries: [])
    #expect(!nothing.isMapped && nothing.walls.walls.isEmpty && nothing.trees.isEmpty)
    #expect(nothing.ground.ground(east: 1, north: 1) == .unknown)
  }

  @Test("trees stand in woods only, and do not move when the player does")
  func trees() {
    let shapes = [shape(.land, east: -900...900, north: -900...900), shape(.wood, east: 20...120, north: -60...60)]
    let map = BaseMap(shapes: shapes.compactMap(\.self), attribution: "")
    let here = Surroundings(around: home, geometries: map.geometries)
    let place = home.offset(by: 15, toward: .north)
    let there = Surroundings(around: place, geometries: map.geometries)
    #expect(here.trees.count > 100)
    #expect(here.trees.allSatisfy { $0.place.x > 19 && $0.place.x < 121 })
    let moved = there.trees.map { $0.place + SIMD2(0, 15) }
    let same = here.trees.count { tree in
      moved.contains { ($0 - tree.place).max() < 0.1 && ($0 - tree.place).min() > -0.1 }
    }
    #expect(same > here.trees.count * 9 / 10)
  }
}
