import Geodesy
import Numbers
import Places
import Simulation
import Streets

/// Where the plans lie, in metres east and north of the station.
let ground = TangentPlane(at: station)

func place(_ east: Double, _ north: Double) -> Coordinate { ground.coordinate(at: .init(east: east, north: north)) }

func way(_ points: [(Double, Double)], altitudes: [Double]? = nil) -> Way {
  way(.footway, points, altitudes: altitudes)
}

func way(_ kind: Way.Kind, _ points: [(Double, Double)], altitudes: [Double]? = nil) -> Way {
  Way(kind, points.map { place($0.0, $0.1) }, altitudes: altitudes)
}

extension WalkingGround {
  /// The ground of a plan around the station.
  static func of(_ ways: [Way], _ barriers: [Barrier] = []) throws -> WalkingGround {
    .network(try join(ways, barriers))
  }
}

/// A ring around a rectangle.
func ring(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> [Coordinate] {
  [(west, south), (east, south), (east, north), (west, north)].map { place($0.0, $0.1) }
}

struct NoNetwork: Error {}

/// The network of a plan around the station.
func join(_ ways: [Way], _ barriers: [Barrier] = []) throws -> WayNetwork {
  guard let network = WayNetwork(StreetPlan(ways: ways, barriers: barriers), around: station) else { throw NoNetwork() }
  return network
}

/// A town of blocks of houses on a grid of streets; between the houses lie yards, some of which one gets out of only
/// around a corner.
struct Town {
  static let block = 80.0
  private(set) var ways: [Way] = []
  private(set) var houses: [[(Double, Double)]] = []
  let size: Int

  init(size: Int, seed: UInt64) {
    self.size = size
    var chance = SeededGenerator(seed: seed)
    let side = Double(size) * Self.block
    for line in 0...size {
      let at = Double(line) * Self.block
      // A vertex at each crossing, and at some places between.
      let stops = (0...(4 * size)).map { Double($0) * Self.block / 4 }.filter { $0 <= side }
      ways.append(way(line.isMultiple(of: 3) ? .road : .street, stops.map { (at, $0) }))
      ways.append(way(line.isMultiple(of: 3) ? .road : .street, stops.map { ($0, at) }))
    }
    for column in 0..<size {
      for row in 0..<size {
        let (x, y) = (Double(column) * Self.block, Double(row) * Self.block)
        houses += chance.uniform() < 0.5 ? Self.yard(x, y, &chance) : Self.row(x, y, &chance)
      }
    }
  }

  /// A house around a yard, with one narrow gap.
  private static func yard(_ x: Double, _ y: Double, _ chance: inout SeededGenerator) -> [[(Double, Double)]] {
    let gap = 20 + chance.uniform() * 36
    return [
      [
        (8, 8), (gap, 8), (gap, 20), (20, 20), (20, 60), (60, 60), (60, 20), (gap + 4, 20), (gap + 4, 8), (72, 8),
        (72, 72), (8, 72),
      ].map { (x + $0.0, y + $0.1) }
    ]
  }

  /// Houses that touch each other, and some that do not.
  private static func row(_ x: Double, _ y: Double, _ chance: inout SeededGenerator) -> [[(Double, Double)]] {
    (0..<4).map { number in
      let (left, depth) = (x + 8 + 16 * Double(number), 20 + chance.uniform() * 44)
      let right = left + (chance.uniform() < 0.7 ? 16 : 12)
      return [(left, y + 8), (right, y + 8), (right, y + depth), (left, y + depth)]
    }
  }

  var barriers: [Barrier] { houses.map { Barrier(.building, [$0.map { place($0.0, $0.1) }]) } }

  /// A place outside of all houses.
  func outside(_ chance: inout SeededGenerator) -> (Double, Double) {
    let side = Double(size) * Self.block
    while true {
      let spot = (chance.uniform() * side, chance.uniform() * side)
      if !houses.contains(where: { contains($0, spot) }) { return spot }
    }
  }
}

/// Whether a point lies in a ring, by the angles under which it sees the ring's edges.
func contains(_ ring: [(Double, Double)], _ spot: (Double, Double)) -> Bool {
  var turn = 0.0
  for (one, other) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
    let (a, b) = ((one.0 - spot.0, one.1 - spot.1), (other.0 - spot.0, other.1 - spot.1))
    turn += Angle.degrees(opposite: a.0 * b.1 - a.1 * b.0, adjacent: a.0 * b.0 + a.1 * b.1)
  }
  return abs(turn) > 180
}
