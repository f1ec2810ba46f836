import Eye
import Geodesy
import HuntDomain
import Nearby
import Numbers
import Places
import Sky
import Testing
import Views

/// Somewhere away from the equator, the poles and the antimeridian.
private let home = Coordinate(clampingLatitude: 47.1, wrappingLongitude: 9.5)

private func shape(
  _ kind: GroundKind, east: ClosedRange<Double>, north: ClosedRange<Double>, name: String? = nil, turned: Bool = false
) -> BaseMap.Shape? {
  let corners = [
    (east.lowerBound, north.lowerBound), (east.upperBound, north.lowerBound), (east.upperBound, north.upperBound),
    (east.lowerBound, north.upperBound),
  ]
  let plane = TangentPlane(at: home)
  let ring = corners.map { plane.coordinate(at: .init(east: $0.0, north: $0.1)) }
  return BaseMap.Shape(kind: kind, name: name, parts: [turned ? ring.reversed() : ring], isArea: true)
}

private func surroundings(_ shapes: [BaseMap.Shape?], way: [Coordinate] = []) -> Surroundings {
  let map = BaseMap(shapes: shapes.compactMap(\.self), attribution: "")
  return Surroundings(around: home, geometries: map.geometries, way: way)
}

/// A town of houses at random places, which may overlap, with rings in both directions.
private func town(_ chance: inout SeededGenerator, houses: Int) -> Surroundings {
  surroundings(
    (0..<houses).map { _ in
      let (east, north) = (chance.uniform() * 600 - 300, chance.uniform() * 600 - 300)
      let (width, depth) = (3 + chance.uniform() * 30, 3 + chance.uniform() * 30)
      return shape(
        .building, east: east...east + width, north: north...north + depth, turned: chance.uniform() < 0.5)
    })
}

@Suite("The camera of the eye")
struct EyeCameraTests {
  @Test("shows 10,000 random places where geodesics say they are, to half a column and half a row")
  func truth() {
    var chance = SeededGenerator(seed: 21)
    for _ in 0..<10_000 {
      let position = Coordinate(
        clampingLatitude: chance.uniform() * 160 - 80, wrappingLongitude: chance.uniform() * 360 - 180)
      let place = position.offset(by: 1 + chance.uniform() * 3000, toward: Bearing(degrees: chance.uniform() * 360))
      let wanted = Bearing(degrees: chance.uniform() * 360)
      let camera = EyeCamera(
        heading: wanted, pitch: chance.uniform() * 60 - 30, fieldOfView: 30 + chance.uniform() * 330,
        columns: Int.random(in: 40...300, using: &chance), rows: Int.random(in: 12...100, using: &chance))
      // Solved by other means than the service's: on a plane that touches the Earth at the player.
      guard let point = TangentPlane(at: position).point(of: place) else {
        Issue.record("\(position) \(place)")
        return
      }
      let bearing = Bearing(degrees: Angle.degrees(opposite: point.east, adjacent: point.north))
      let distance = (point.east * point.east + point.north * point.north).squareRoot()
      let column = camera.column(of: position.bearing(to: place))
      let row = camera.row(height: EyeUseCase.sightHeight, distance: position.distance(to: place))
      let turn = camera.heading.turn(to: bearing)
      guard abs(camera.heading.turn(to: wanted)) <= camera.degreesPerColumn / 2 + 1e-9,
        abs((column - Double(camera.columns) / 2) * camera.degreesPerColumn - turn) <= camera.degreesPerColumn / 2,
        abs(camera.bearing(at: column).turn(to: bearing)) <= camera.degreesPerColumn / 2,
        abs(camera.horizon - row - (1.7 - 4) / distance * camera.rowsPerSlope) <= 0.5
      else {
        Issue.record("\(camera) \(position) \(place)")
        return
      }
    }
  }

  @Test("turns by whole columns, and knows by how many")
  func turning() {
    let camera = EyeCamera(heading: Bearing(degrees: 100), columns: 120, rows: 40)
    #expect(camera.degreesPerColumn == 0.625)
    let turned = EyeCamera(heading: Bearing(degrees: 101.25), columns: 120, rows: 40)
    #expect(turned.columnsMoved(since: camera) == -2)
    #expect(camera.bearing(at: 62) == turned.bearing(at: 60))
    #expect(EyeCamera(heading: .north, columns: 80, rows: 40).columnsMoved(since: camera) == nil)
  }

  @Test("is made of any numbers", arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, 0])
  func hostile(number: Double) {
    let camera = EyeCamera(
      heading: Bearing(degrees: number), pitch: number, fieldOfView: number, columns: Int.max, rows: Int.min)
    #expect(camera.columns == 2048 && camera.rows == 1)
    #expect(EyeCamera.fieldsOfView.contains(camera.fieldOfView) && EyeCamera.pitches.contains(camera.pitch))
  }
}

@Suite("Walls around the eye")
struct WallTests {
  @Test("hide what brute force over all walls says is hidden, for 10,000 pairs of points")
  func hidden() {
    var chance = SeededGenerator(seed: 22)
    let town = town(&chance, houses: 160)
    var (hidden, seen) = (0, 0)
    for _ in 0..<10_000 {
      let eye = SIMD2(Float(chance.uniform() * 400 - 200), Float(chance.uniform() * 400 - 200))
      let point = SIMD2(Float(chance.uniform() * 600 - 300), Float(chance.uniform() * 600 - 300))
      let height = chance.uniform() * 20
      guard let expected = bruteForce(town, eye, point, height) else { continue }
      guard (town.obstacle(from: eye, to: point, height: height) != nil) == expected else {
        Issue.record("\(eye) \(point) \(height): \(expected)")
        return
      }
      if expected { hidden += 1 } else { seen += 1 }
    }
    #expect(hidden > 2000 && seen > 500)
  }

  /// Whether a wall that shows its outside crosses the line of sight; `nil` where it is too close to tell.
  private func bruteForce(_ town: Surroundings, _ eye: SIMD2<Float>, _ point: SIMD2<Float>, _ height: Double) -> Bool? {
    let (from, to) = (SIMD2<Double>(eye), SIMD2<Double>(point))
    let line = to - from
    let length = (line * line).sum().squareRoot()
    var isHidden = false
    // A building does not hide what lies inside of it.
    let around = Set(town.buildings.indices.filter { contains(to, town.walls.walls[town.buildings[$0].walls]) })
    for wall in town.walls.walls where wall.building.map({ !around.contains($0) }) ?? true {
      let (first, second) = (SIMD2<Double>(wall.from), SIMD2<Double>(wall.to))
      let along = second - first
      let outward = SIMD2(along.y, -along.x)
      let facing = ((from - first) * outward).sum()
      let turn = line.x * along.y - line.y * along.x
      if abs(turn) < 1e-6 { continue }
      let off = first - from
      let place = (off.x * along.y - off.y * along.x) / turn
      let part = (off.x * line.y - off.y * line.x) / turn
      let crossing = 4 + (height - 4) * place
      let margin = 0.01
      let isNear = abs(place * length) < 0.2 || abs(place * length - length + 0.5) < margin
      if part > -margin, part < 1 + margin, place > -margin, place < 1 + margin, facing > 0,
        isNear || part < margin || part > 1 - margin || abs(crossing - Double(wall.top)) < margin
      {
        return nil
      }
      guard facing > 0, (0...1).contains(part), place > 0, place * length < length - 0.5 else { continue }
      if crossing >= Double(wall.foot), crossing <= Double(wall.top) { isHidden = true }
    }
    return isHidden
  }

  private func contains(_ point: SIMD2<Double>, _ walls: ArraySlice<Wall>) -> Bool {
    let crossings = walls.filter { wall in
      let (from, to) = (SIMD2<Double>(wall.from), SIMD2<Double>(wall.to))
      guard (from.y < point.y) != (to.y < point.y) else { return false }
      return from.x + (to.x - from.x) * (point.y - from.y) / (to.y - from.y) > point.x
    }
    return crossings.count % 2 == 1
  }

  @Test("are met on their outside first, whichever way the ring of a house runs")
  func outside() {
    var chance = SeededGenerator(seed: 23)
    let house = surroundings([
      shape(.building, east: 20...40, north: -10...10), shape(.building, east: -50...(-20), north: 5...9, turned: true),
    ])
    var hits: [WallHit] = []
    for _ in 0..<2000 {
      let degrees = chance.uniform() * 360
      let (sine, cosine) = Angle.sineAndCosine(degrees: degrees)
      let direction = SIMD2(Float(sine), Float(cosine))
      house.walls.look(from: .zero, toward: direction, reach: 400, into: &hits)
      guard let hit = hits.first else { continue }
      let point = direction * hit.distance
      // The nearer sides of both houses.
      #expect(abs(point.x - 20) < 0.1 || abs(point.x + 20) < 0.1 || abs(point.y - 5) < 0.1)
    }
    house.walls.look(from: .zero, toward: SIMD2(1, 0), reach: 400, into: &hits)
    #expect(hits.count == 1)
  }

  @Test("stand no farther than a look reaches, and the nearest comes first")
  func order() {
    var chance = SeededGenerator(seed: 24)
    let town = town(&chance, houses: 300)
    var hits: [WallHit] = []
    for _ in 0..<500 {
      let (sine, cosine) = Angle.sineAndCosine(degrees: chance.uniform() * 360)
      town.walls.look(from: .zero, toward: SIMD2(Float(sine), Float(cosine)), reach: 150, into: &hits)
      #expect(hits.allSatisfy { $0.distance <= 150 })
      #expect(zip(hits, hits.dropFirst()).allSatisfy { $0.distance <= $1.distance })
    }
  }
}

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

  @Test("the way is painted in dashes")
  func way() {
    let town = surroundings(
      [shape(.land, east: -900...900, north: -900...900)], way: [home, home.offset(by: 40, toward: .north)])
    let dashes = stride(from: 0.1, to: 39, by: 0.2).map { town.ground.ground(east: 0, north: $0) == .way }
    let share = Double(dashes.count { $0 }) / Double(dashes.count)
    #expect((0.35...0.65).contains(share))
    #expect(zip(dashes, dashes.dropFirst()).count { $0 != $1 } >= 20)
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

/// What the eye shows of a moment.
private func see(
  _ nearby: NearbySnapshot, on geometries: [MapGeometry], roles: [String: PlaceRole] = [:], time: Timestamp? = nil,
  columns: Int, rows: Int, with eye: inout EyeUseCase
) throws -> EyeScreen {
  eye.look(around: nearby.quality.fix, geometries: geometries)
  let screen = eye.screen(for: nearby, roles: roles, time: time, columns: columns, rows: rows)
  return try #require(screen)
}

@Suite("What the eye sees")
struct EyeSightTests {
  private func nearby(_ places: [PointOfInterest], heading: Double?, uncertainty: Double = 5) -> NearbySnapshot {
    var service = NearbyPOIService()
    service.receive(places, at: .zero)
    service.receive(.fix(Fix(position: home, time: .zero)), at: .zero)
    if let heading {
      service.receive(
        Heading(bearing: Bearing(degrees: heading), source: .compass, uncertainty: uncertainty), at: .zero)
    }
    return service.snapshot(at: .zero)
  }

  private func place(_ id: String, _ metres: Double, _ degrees: Double, kind: String? = nil) -> PointOfInterest {
    PointOfInterest(
      id: id, name: id, position: home.offset(by: metres, toward: Bearing(degrees: degrees)), kind: kind)
  }

  @Test("a place behind a house is hidden by it, and by its name; one beside it is not")
  func hidden() throws {
    let house = shape(.building, east: 20...40, north: -15...15, name: "Town Hall")
    let map = BaseMap(shapes: [house].compactMap(\.self), attribution: "")
    var eye = EyeUseCase()
    let screen = try see(
      nearby(
        [place("behind", 80, 90), place("beside", 80, 0), place("before", 10, 90), place("inside", 30, 90)], heading: 90
      ),
      on: map.geometries, columns: 80, rows: 24, with: &eye)
    let hidden = Dictionary(uniqueKeysWithValues: screen.sights.map { ($0.id, $0.hiddenBy) })
    #expect(hidden == ["behind": "Town Hall", "beside": nil, "before": nil, "inside": nil])
  }

  @Test("the target comes first, then what is worth a look; a museum before a bench that is nearer")
  func importance() throws {
    var eye = EyeUseCase()
    let places = [
      place("bench", 20, 0, kind: "bench"), place("museum", 60, 10, kind: "museum"),
      place("far", 900, 20, kind: "bench"),
      place("target", 700, 30),
    ]
    let screen = try see(
      nearby(places, heading: 0), on: [], roles: ["target": .target], columns: 80,
      rows: 24, with: &eye)
    #expect(screen.sights.map(\.id) == ["target", "museum", "bench", "far"])
  }

  @Test("without a heading it is a full circle around north; with an unsure one around that")
  func circle() throws {
    var eye = EyeUseCase()
    func screen(_ heading: Double?, _ uncertainty: Double) throws -> EyeScreen {
      try see(
        nearby([], heading: heading, uncertainty: uncertainty), on: [], columns: 80,
        rows: 24, with: &eye)
    }
    let lost = try screen(nil, 0)
    #expect(!lost.hasHeading && lost.camera.fieldOfView == 360 && lost.camera.heading == .north)
    let sure = try screen(90, 10)
    #expect(sure.camera.fieldOfView == 75 && !sure.isPanorama && (1...20).contains(sure.cone))
    let unsure = try screen(90, 42)
    #expect(unsure.camera.fieldOfView == 360 && unsure.isPanorama && unsure.camera.heading == Bearing(degrees: 90))
  }

  @Test("nothing is seen without a position")
  func nowhere() {
    var eye = EyeUseCase()
    let nothing = NearbyPOIService().snapshot(at: .zero)
    eye.look(around: nothing.quality.fix, geometries: [])
    #expect(eye.screen(for: nothing, columns: 80, rows: 24) == nil)
  }

  @Test("it is day, dusk or night as the sun stands, and sun and moon are where they are")
  func light() throws {
    var eye = EyeUseCase()
    func light(_ milliseconds: Int64) throws -> EyeScreen {
      try see(
        nearby([], heading: 0), on: [], time: Timestamp(milliseconds: milliseconds),
        columns: 80, rows: 24, with: &eye)
    }
    // 2026-06-21 at 11:00, 19:20 and 23:00 UTC.
    let (noon, evening, night) = (
      try light(1_782_039_600_000), try light(1_782_069_600_000), try light(1_782_082_800_000)
    )
    #expect(noon.light == .day && evening.light == .dusk && night.light == .night)
    #expect(noon.bodies.contains { $0.body == .sun && $0.elevation > 60 })
    #expect(!night.bodies.contains { $0.body == .sun })
  }

  @Test("a player who hardly moves is not moved, so that walls do not flash")
  func hysteresis() throws {
    let house = shape(.building, east: -4...20, north: -30...30)
    let map = BaseMap(shapes: [house].compactMap(\.self), attribution: "")
    var eye = EyeUseCase()
    func stand(_ east: Double) throws -> SIMD2<Float> {
      var service = NearbyPOIService()
      let position = home.offset(by: abs(east), toward: Bearing(degrees: east < 0 ? 270 : 90))
      service.receive(.fix(Fix(position: position, time: .zero, accuracy: 10)), at: .zero)
      return try see(service.snapshot(at: .zero), on: map.geometries, columns: 80, rows: 24, with: &eye).stand
    }
    let first = try stand(0)
    #expect(try stand(1.5) == first)
    #expect(try stand(-12) != first)
  }

  @Test("the tiles around a place are the deepest of the file, and its own comes first")
  func tiles() {
    let box = BoundingBox(southWest: home, northEast: home)
    let facts = TileSetFacts(zooms: 0...14, bounds: box)
    let tiles = EyeUseCase.tiles(around: home, of: facts)
    #expect(tiles.first == TileID(at: MercatorPoint(home), zoom: 14))
    #expect((1...4).contains(tiles.count) && tiles.allSatisfy { $0.zoom == 14 })
    let deep = TileSetFacts(zooms: 0...30, bounds: box)
    #expect(EyeUseCase.tiles(around: home, of: deep).first == TileID(at: MercatorPoint(home), zoom: 30))
    #expect(EyeUseCase.tiles(around: home, of: deep).count <= 25)
    let date = Coordinate(clampingLatitude: 0, wrappingLongitude: 180)
    #expect(Set(EyeUseCase.tiles(around: date, of: facts).map(\.x)) == [0, 16_383])
  }
}

@Suite("The eye between two fixes")
struct EyeMotionTests {
  /// Prepares the surroundings of each place once.
  private let eye = EyeUseCase()

  /// What is seen so long after a fix.
  private func see(_ fix: Fix, after age: Duration, among shapes: [BaseMap.Shape?] = []) throws -> EyeScreen {
    var eye = eye
    eye.look(around: fix, geometries: BaseMap(shapes: shapes.compactMap(\.self), attribution: "").geometries)
    let nearby = NearbySnapshot(quality: .live(fix), age: age, heading: nil, sightings: [], placesAge: nil)
    return try #require(eye.screen(for: nearby, columns: 40, rows: 12))
  }

  private func walker(_ speed: Double?, _ course: Double? = 0, accuracy: Double? = 5) -> Fix {
    Fix(
      position: home, time: .zero, accuracy: accuracy, speed: speed, course: course.map { Bearing(degrees: $0) })
  }

  private func metres(_ screen: EyeScreen) -> Double {
    let stand = SIMD2<Double>(screen.stand)
    return (stand * stand).sum().squareRoot()
  }

  @Test("the camera goes on as the player went, and comes to rest after two seconds without a fix")
  func goesOn() throws {
    let half = try see(walker(1.4, 90), after: .milliseconds(500))
    #expect(half.isMoving && abs(half.stand.x - 0.7) < 0.001 && abs(half.stand.y) < 0.001)
    let (end, later) = (try see(walker(1.4, 90), after: .seconds(2)), try see(walker(1.4, 90), after: .seconds(3000)))
    #expect(!end.isMoving && abs(end.stand.x - 2.8) < 0.001)
    #expect(later == end)
    #expect(try see(walker(1.4, 90), after: .milliseconds(500)) == half, "the same moment is the same picture")
  }

  @Test("who stands, or does not say where they go, has a picture at rest", arguments: [0, 0.29, nil, Double.nan])
  func rests(speed: Double?) throws {
    #expect(try !see(walker(speed), after: .zero).isMoving && metres(see(walker(speed), after: .seconds(1))) < 0.001)
    #expect(try !see(walker(1.4, nil), after: .zero).isMoving)
  }

  @Test("who says that they stand has a picture at rest, whatever speeds the receiver reports")
  func stands() throws {
    var service = NearbyPOIService()
    service.declareStanding(true)
    var report = walker(0.4)
    for second in 0..<20 {
      report.time = .seconds(second)
      report.position = home.offset(by: Double(second % 3), toward: .north)
      service.receive(.fix(report), at: report.time)
    }
    let average = try #require(service.fix)
    #expect(average.averaged != nil)
    #expect(try !see(average, after: .zero).isMoving)
  }

  @Test("in 2,000 random cases the camera stays in the error circle of the fix, whatever its numbers are")
  func circle() throws {
    var chance = SeededGenerator(seed: 27)
    let numbers: [Double?] = [nil, .nan, .infinity, -1, 0, 1e-300, 0.5, 3, 8, 1e300]
    let ages: [Duration] = [.zero, .milliseconds(1), .seconds(1), .seconds(-5), .seconds(2), .seconds(1_000_000_000)]
    for _ in 0..<2000 {
      let fix = walker(
        numbers.randomElement(using: &chance) ?? chance.uniform() * 40, chance.uniform() * 360,
        accuracy: numbers.randomElement(using: &chance) ?? chance.uniform() * 9)
      let screen = try see(fix, after: ages.randomElement(using: &chance) ?? .seconds(chance.uniform() * 3))
      guard metres(screen) <= (fix.accuracy ?? Fix.assumedAccuracy) + 0.001 else {
        Issue.record("\(fix): \(screen.stand)")
        return
      }
    }
  }

  @Test("the camera stops before a house, stays beside one that it was moved out of, and goes on deep inside of one")
  func houses() throws {
    let house = shape(.building, east: 2...20, north: -30...30)
    let before = try see(walker(6, 90, accuracy: 15), after: .seconds(1), among: [house])
    #expect(!before.isMoving && (1.2...2.1).contains(before.stand.x))
    let around = shape(.building, east: -2...20, north: -30...30)
    let beside = try (
      see(walker(6, 270), after: .zero, among: [around]), see(walker(6, 270), after: .seconds(1), among: [around])
    )
    #expect(!beside.0.isMoving && beside.0.stand == beside.1.stand)
    let hall = shape(.building, east: -40...40, north: -40...40)
    #expect(try abs(see(walker(2, 90), after: .seconds(1), among: [hall]).stand.x - 2) < 0.001)
  }

  @Test("a fix where it was expected leaves the picture where it is, also the fix at which the player stops")
  func noFlash() throws {
    var service = NearbyPOIService()
    var eye = EyeUseCase()
    var stand: SIMD2<Float>?
    for second in 0..<10 {
      let isLast = second == 9
      service.receive(
        .fix(
          Fix(
            position: home.offset(by: 1.4 * Double(second), toward: .north), time: .seconds(second), accuracy: 5,
            speed: isLast ? 0 : 1.4, course: isLast ? nil : .north)), at: .seconds(second))
      eye.look(around: service.fix, geometries: [])
      let now = try #require(eye.screen(for: service.snapshot(at: .seconds(second)), columns: 40, rows: 12))
      if let stand { #expect(abs(now.stand.y - stand.y) < 0.01 && abs(now.stand.x - stand.x) < 0.01) }
      stand = eye.screen(for: service.snapshot(at: .seconds(second + 1)), columns: 40, rows: 12)?.stand
    }
  }
}
