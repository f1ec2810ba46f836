package import Geodesy
internal import Numbers
package import Places
internal import Simulation
internal import Views

/// Makes hunts out of the places and streets of a region.
///
/// ```swift
/// let maker = HuntMaker(places: places, streets: streets, mourning: words)
/// let plan = try maker.plan(HuntWish(from: here, length: 3000))
/// let hunt = HuntWriter(texts).hunt(plan, id: "helsinki-1", at: "Helsinki", horizons: horizons, licence: "ODbL")
/// ```
package struct HuntMaker: Sendable {
  /// Metres to the next way from which on a start is refused.
  private static let startReach = 1000.0
  /// Parts of the wished length that are tried in turn.
  private static let shares = [1.0, 0.75, 0.5]

  private let places: [PointOfInterest]
  private let streets: StreetPlan
  private let mourning: MourningWords

  /// Takes what there is.
  ///
  /// - Parameters:
  ///   - places: those within ``HuntWish/length`` of the start, in any order.
  ///   - streets: the ways around there.
  ///   - mourning: by which words places of the dead are known.
  package init(places: [PointOfInterest], streets: StreetPlan, mourning: MourningWords) {
    (self.places, self.streets, self.mourning) = (places, streets, mourning)
  }

  /// Chooses stages and their order.
  package func plan(_ wish: HuntWish) throws(HuntMakingError) -> HuntPlan {
    let walkable = streets.ways.filter { $0.kind != .motorway && !(wish.avoidsSteps && $0.kind == .steps) }
    guard let network = WayNetwork(StreetPlan(ways: walkable), around: wish.start) else { throw .noWays }
    let lengths = network.lengths
    let enough = min(3 * wish.length, lengths.values.max() ?? 0)
    func isLarge(_ edge: Int) -> Bool {
      lengths[network.components[Int(network.edges[edge].start)], default: 0] >= enough
    }
    guard let start = network.spot(near: wish.start, within: Self.startReach, where: isLarge) else { throw .noWays }
    let component = network.components[Int(network.edges[start.edge].start)]
    var end = start
    if let goal = wish.end {
      let spot = network.spot(near: goal, within: Self.startReach) {
        network.components[Int(network.edges[$0].start)] == component
      }
      guard let spot else { throw .noWayToEnd }
      end = spot
    }
    let names = StreetNames(streets, around: wish.start)
    let search = SightSearch(
      network: network, component: component, streets: names, theme: wish.theme, mourning: mourning)
    let sights = search.sights(of: places)
    for share in Self.shares {
      var wish = wish
      wish.length *= share
      if share < 1 { wish.count = max(HuntWish.counts.lowerBound, Int((Double(wish.count) * share).rounded())) }
      guard wish.length >= HuntWish.lengths.lowerBound else { break }
      let corners = search.corners(around: wish.start, within: wish.length / 2)
      let tour = Tour(network, from: start, to: end, sights + corners, wish)
      if let plan = tour.plan(names, neighbours: sights, isShorter: share < 1) { return plan }
    }
    let count = sights.count { $0.tier == .sight }
    throw .tooFew(count, nearest: better(than: wish.start))
  }

  /// The nearest place with enough sights around; `nil` if there is none, or it is here.
  private func better(than start: Coordinate) -> Coordinate? {
    SightDensity(places).places { $0.count >= Self.enough }
      .map { (metres: $0.position.distance(to: start), place: $0) }
      .filter { $0.metres > SightDensity.side }
      .min { ($0.metres, $0.place.id) < ($1.metres, $1.place.id) }?.place.position
  }

  /// Sights around a place that make it worth proposing.
  private static let enough = 5

  /// Where a hunt is most worth its while: at the most important place of the part with the most to see; `nil` if there
  /// is nothing to see.
  package static func bestStart(among places: [PointOfInterest]) -> Coordinate? {
    var most = 0.0
    let density = SightDensity(places)
    _ = density.places { part in
      most = max(most, part.worth)
      return false
    }
    return density.places { $0.worth == most }
      .min { ($1.importance, $0.id) < ($0.importance, $1.id) }?.position
  }
}

/// How many sights there are in each part of an area.
private struct SightDensity {
  /// What a square and those around it have.
  struct Part {
    var count = 0
    /// The sum of what the sights are worth, each up to a bound: one palace does not make a walk.
    var worth = 0.0
  }

  /// Metres of the sides of the squares.
  static let side = 500.0
  private static let mostWorth = 4.0

  private var squares: [SIMD2<Int>: Part] = [:]
  private var sights: [(square: SIMD2<Int>, place: PointOfInterest)] = []

  init(_ places: [PointOfInterest]) {
    let found = places.filter(Self.isSight)
    guard let first = found.first?.position else { return }
    let plane = TangentPlane(at: first)
    for place in found {
      guard let point = plane.point(of: place.position) else { continue }
      let square = SIMD2(Int((point.east / Self.side).rounded(.down)), Int((point.north / Self.side).rounded(.down)))
      squares[square, default: Part()].count += 1
      squares[square, default: Part()].worth += min(Self.mostWorth, place.importance)
      sights.append((square, place))
    }
  }

  /// Peaks are seldom near a way.
  private static func isSight(_ place: PointOfInterest) -> Bool {
    guard let (kind, tier) = SightKind.of(place), tier == .sight, kind != "peak" else { return false }
    return place.importance >= SightSearch.leastImportance
  }

  /// The sights of the parts that `takes` accepts, in any order.
  func places(where takes: (Part) -> Bool) -> [PointOfInterest] {
    sights.filter { sight in
      var sum = Part()
      for east in -1...1 {
        for north in -1...1 {
          guard let part = squares[sight.square &+ SIMD2(east, north)] else { continue }
          sum.count += part.count
          sum.worth += part.worth
        }
      }
      return takes(sum)
    }
    .map(\.place)
  }
}

/// Why no hunt is made.
package enum HuntMakingError: Error, Hashable, Sendable {
  /// There are no ways to walk on around the start.
  case noWays
  /// The end is not reached from the start.
  case noWayToEnd
  /// There is too little to see: this number of sights; and a place nearby with more, if there is one.
  case tooFew(Int, nearest: Coordinate?)

  /// Why, as a sentence, and what to ask for instead; `start` is where the walk was to begin.
  package func sentence(from start: Coordinate) -> String {
    switch self {
    case .noWays: return "There are no ways to walk on within 1 km of \(start): begin elsewhere with --at."
    case .noWayToEnd: return "There is no way on foot from the start to the place of --to."
    case .tooFew(let count, let nearest):
      let found = count == 0 ? "nothing to see" : count == 1 ? "one sight" : "\(count) sights"
      let advice = nearest.map { place in
        let far = Wording.distance(start.distance(to: place))
        return "There is more \(far) to the \(start.bearing(to: place).compassPoint): --at \(place)"
      }
      return "Not enough for a hunt of that length: \(found) within reach. "
        + (advice ?? "Ask for another length or place.")
    }
  }
}

extension HuntMaker {
  /// Kinds of settlements, and metres from their middle within which a walk is in them; the largest first.
  private static let settlements = [("city", 12_000.0), ("town", 5000), ("village", 3000), ("hamlet", 1500)]

  /// The name of the settlement at a place; `nil` if none is known.
  package func town(at place: Coordinate) -> String? {
    for (kind, reach) in Self.settlements {
      let near = places.filter { $0.tags["place"] == kind && $0.tags["name"] != nil }
        .map { (metres: $0.position.distance(to: place), name: $0.name, id: $0.id) }
        .filter { $0.metres <= reach }
      if let nearest = near.min(by: { ($0.metres, $0.id) < ($1.metres, $1.id) }) { return nearest.name }
    }
    return nil
  }
}
