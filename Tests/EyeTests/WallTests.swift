import Eye
import Geodesy
import Numbers
import Testing
import Views

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
    var obstacles: [(place: Double, wall: Wall)] = []
    var own: [(place: Double, wall: Wall)] = []
    // A building does not hide what lies inside of it.
    let around = Set(town.buildings.indices.filter { contains(to, town.walls.walls[town.buildings[$0].walls]) })
    for wall in town.walls.walls {
      let isOwn = wall.building.map { around.contains($0) } ?? false
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
        isNear || part < margin || part > 1 - margin || !isOwn && abs(crossing - Double(wall.top)) < margin
      {
        return nil
      }
      guard facing > 0, (0...1).contains(part), place > 0, place * length < length - 0.5 else { continue }
      if isOwn { own.append((place, wall)) } else { obstacles.append((place, wall)) }
    }
    func isHidden(_ height: Double, at end: Double) -> Bool {
      obstacles.contains { place, wall in
        let crossing = 4 + (height - 4) * place / end
        return place < end && crossing >= Double(wall.foot) && crossing <= Double(wall.top)
      }
    }
    guard isHidden(height, at: 1) else { return false }
    // A place in a house is seen where the roof of that house rises above what hides it.
    let first =
      obstacles.filter { place, wall in
        (Double(wall.foot)...Double(wall.top)).contains(4 + (height - 4) * place)
      }
      .map(\.place).min() ?? 0
    return !own.contains { $0.place > first && !isHidden(Double($0.wall.top) - 0.5, at: $0.place) }
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
