import Geodesy
import HuntDomain
import Numbers
import Testing

/// Where flat maps have seams.
private let places = [
  Coordinate(clampingLatitude: 48.137, wrappingLongitude: 11.575),
  Coordinate(clampingLatitude: 90, wrappingLongitude: 0), Coordinate(clampingLatitude: -89.9999, wrappingLongitude: 70),
  Coordinate(clampingLatitude: -17, wrappingLongitude: 180), Coordinate(clampingLatitude: 0, wrappingLongitude: 0),
]

@Suite("Ground of a zone")
struct ZoneGroundTests {
  @Test("in a circle the depth is the radius less the geodesic", arguments: places)
  func circle(place: Coordinate) {
    let ground = ZoneGround(.circle(radius: 20), at: place)
    for metres in [0.0, 5, 20, 33, 500_000] {
      let there = place.offset(by: metres, toward: Bearing(degrees: 77))
      #expect(abs(ground.depth(of: there) - (20 - metres)) < 1e-6)
    }
    #expect(ground.deepest == 20)
  }

  @Test("a circle without a radius holds nothing", arguments: [0, -3, -Double.infinity, .nan])
  func noCircle(radius: Double) {
    #expect(ZoneGround(.circle(radius: radius), at: places[0]).depth(of: places[0]) < 0)
  }

  @Test("in a polygon with holes the depth is the distance to the nearest point of the border", arguments: places)
  func polygon(place: Coordinate) {
    var chance = SeededGenerator(seed: 5)
    for _ in 0..<10 {
      let outline = ring(around: place, 6 + Int(chance.uniform() * 6), metres: 15...40, &chance)
      let hole = ring(around: place, 4, metres: 4...8, &chance)
      let ground = ZoneGround(.polygon(rings: [outline, hole]), at: place)
      let border = points(on: outline) + points(on: hole)
      for _ in 0..<25 {
        let there = place.offset(by: chance.uniform() * 60, toward: Bearing(degrees: chance.uniform() * 360))
        let nearest = border.map { there.distance(to: $0) }.min() ?? 0
        let depth = ground.depth(of: there)
        // The border is known every decimetre.
        #expect(abs(abs(depth) - nearest) < 0.06, "\(depth) for \(nearest)")
        guard abs(depth) > 0.1 else { continue }
        #expect((depth > 0) == (turns(of: outline, around: there) && !turns(of: hole, around: there)))
      }
    }
  }

  @Test("the deepest point of a polygon is found to a few centimetres")
  func deepest() {
    let place = places[0]
    func square(_ metres: Double) -> [Coordinate] {
      (0..<4).map { place.offset(by: metres * 2.0.squareRoot(), toward: Bearing(degrees: 45 + 90 * Double($0))) }
    }
    #expect(abs(ZoneGround(.polygon(rings: [square(20)]), at: place).deepest - 20) < 0.05)
    // Between a square of 20 and a hole of 4 lie corners of 20 - 4 - ..., where three sides are equally far.
    let holed = ZoneGround(.polygon(rings: [square(20), square(4)]), at: place).deepest
    #expect(holed > 8 && holed < 10)
  }

  @Test("an outline that reaches beyond a quarter of the globe cannot be measured")
  func tooLarge() {
    func square(_ metres: Double) -> [Coordinate] {
      (0..<4).map { places[0].offset(by: metres, toward: Bearing(degrees: 90 * Double($0))) }
    }
    #expect(ZoneGround.canMeasure(square(20)) && ZoneGround.canMeasure(square(1_000_000)))
    #expect(!ZoneGround.canMeasure(square(12_000_000)) && !ZoneGround.canMeasure(Array(square(20).prefix(2))))
  }

  @Test("what is no area holds nothing, and nothing breaks it")
  func degenerate() {
    let place = places[0]
    let far = place.offset(by: 19_000_000, toward: .north)
    for rings in [[], [[]], [[place]], [[place, place]], [[], [place, far, place]], [[place, far, far]]] {
      let ground = ZoneGround(.polygon(rings: rings), at: place)
      #expect(!(ground.depth(of: place.offset(by: 3, toward: .north)) > 0))
      #expect(!(ground.depth(of: far) > 0))
    }
    let point = ZoneGround(.polygon(rings: [[place, place, place]]), at: place)
    #expect(!(point.depth(of: place) > 0) && abs(point.depth(of: place.offset(by: 30, toward: .north)) + 30) < 1e-3)
  }

  // MARK: - The long way round

  private func ring(
    around place: Coordinate, _ corners: Int, metres: ClosedRange<Double>, _ chance: inout SeededGenerator
  ) -> [Coordinate] {
    (0..<corners).map { corner in
      place.offset(
        by: metres.lowerBound + chance.uniform() * (metres.upperBound - metres.lowerBound),
        toward: Bearing(degrees: 360 * Double(corner) / Double(corners)))
    }
  }

  /// The border, a place every decimetre.
  private func points(on ring: [Coordinate]) -> [Coordinate] {
    zip(ring, ring.dropFirst() + [ring[0]]).flatMap { from, to in
      let way = from.course(to: to)
      return stride(from: 0, through: way.distance, by: 0.1).map { from.offset(by: $0, toward: way.bearing) }
    }
  }

  /// Whether the bearings of the corners go round once, as seen from a place.
  private func turns(of ring: [Coordinate], around place: Coordinate) -> Bool {
    let bearings = ring.map { place.bearing(to: $0) }
    let sum = zip(bearings, bearings.dropFirst() + [bearings[0]]).reduce(0) { $0 + $1.0.turn(to: $1.1) }
    return abs(sum) > 180
  }
}
