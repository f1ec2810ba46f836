package import Geodesy
package import Places
internal import Streets
internal import Views

/// Makes hunts out of the places and streets of a region.
///
/// ```swift
/// let maker = HuntMaker(places: places, mourning: words)
/// for attempt in maker.attempts(at: wish, isAnywhere: false) {
///   let ground = try maker.ground(for: attempt, streets: streets)
///   guard let plan = ground.plan(attempt) else { continue }
///   return HuntWriter(texts).hunt(plan, id: "helsinki-1", at: "Helsinki", surroundings: surroundings, licence: "ODbL")
/// }
/// ```
package struct HuntMaker: Sendable {
  /// Metres to the next way from which on a start is refused.
  private static let startReach = 1000.0
  /// Metres of connected ways that are enough for a short hunt.
  private static let village = 500.0
  /// Metres that a hunt may be moved to where there is more to see.
  package static let moving = 2000.0

  private let places: [PointOfInterest]
  private let mourning: MourningWords

  /// Takes what there is.
  ///
  /// - Parameters:
  ///   - places: those around the start, in any order; beyond ``moving`` they are for advice only.
  ///   - mourning: by which words places of the dead are known.
  package init(places: [PointOfInterest], mourning: MourningWords) { (self.places, self.mourning) = (places, mourning) }

  /// What a hunt can be made of around the start of an attempt; of the last resort also on ways that lead nowhere else.
  ///
  /// - Parameter streets: the ways around there.
  package func ground(for attempt: HuntAttempt, streets: StreetPlan) throws(HuntMakingError) -> HuntGround {
    let wish = attempt.wish
    let walkable = streets.ways.filter { $0.kind != .motorway && !(wish.avoidsSteps && $0.kind == .steps) }
    guard let network = WayNetwork(StreetPlan(ways: walkable), around: wish.start) else { throw .noWays }
    let lengths = network.lengths
    let enough = min(attempt.isLastResort ? Self.village : 3 * wish.length, lengths.values.max() ?? 0)
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
    let near = places.filter { place in
      [wish.start, wish.end ?? wish.start].contains { $0.distance(to: place.position) <= wish.length }
    }
    return HuntGround(network: network, start: start, end: end, names: names, search: search, places: near)
  }

  /// How many sights lie within ``moving`` of a place.
  package func sights(around place: Coordinate) -> Int {
    places.count { Self.isSight($0) && $0.position.distance(to: place) <= Self.moving }
  }

  /// Peaks are seldom near a way.
  static func isSight(_ place: PointOfInterest) -> Bool {
    guard let (kind, tier) = SightKind.of(place), tier == .sight, kind != "peak" else { return false }
    return place.importance >= SightSearch.leastImportance
  }

  /// The places to begin at that are worth most, the best first; far enough from each other to give other hunts.
  package func starts(for wish: HuntWish, most: Int) -> [Coordinate] {
    HuntStarts(places.filter(Self.isSight), for: wish).best(most)
  }
}

/// Why no hunt is made.
package enum HuntMakingError: Error, Hashable, Sendable {
  /// There are no ways to walk on around the start.
  case noWays
  /// The end is not reached from the start.
  case noWayToEnd
  /// There is too little to see: this number of sights within ``HuntMaker/moving``, whether one can walk between them or
  /// not; and the nearest place at which a hunt comes out, if there is one.
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
        // Without a blank, so that a shell takes it for one word.
        let words = "\(place)".replacing(", ", with: ",")
        return "There is a hunt \(far) to the \(start.bearing(to: place).compassPoint): --at \(words)"
      }
      let apart = count < HuntWish.fewest ? "" : ", but no three that one can walk between"
      return "Not enough for a hunt: \(found) within 2 km\(apart). " + (advice ?? "Ask for another place.")
    }
  }
}

extension HuntMaker {
  /// Kinds of settlements, and of parts of towns, and metres from their middle within which a walk is in them; those that
  /// name a hunt best first.
  private static let (settlements, quarters) = (
    [("city", 12_000.0), ("town", 5000), ("village", 3000), ("hamlet", 1500)],
    [("suburb", 2000.0), ("quarter", 1500), ("neighbourhood", 1000)]
  )
  /// Metres around a place in which addresses say in which town it is.
  private static let addresses = 1500.0

  /// The name of the settlement at a place, as places or addresses have it, or of its quarter; `nil` if none is known.
  package func town(at place: Coordinate) -> String? {
    if let town = settlement(at: place, Self.settlements) { return town }
    let cities = places.filter { $0.tags["addr:city"] != nil && $0.position.distance(to: place) <= Self.addresses }
    let counts = Dictionary(grouping: cities.compactMap { $0.tags["addr:city"] }) { $0 }.mapValues(\.count)
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? settlement(at: place, Self.quarters)
  }

  private func settlement(at place: Coordinate, _ kinds: [(kind: String, reach: Double)]) -> String? {
    for (kind, reach) in kinds {
      let near = places.filter { $0.tags["place"] == kind && $0.tags["name"] != nil }
        .map { (metres: $0.position.distance(to: place), name: $0.name, id: $0.id) }
        .filter { $0.metres <= reach }
      if let nearest = near.min(by: { ($0.metres, $0.id) < ($1.metres, $1.id) }) { return nearest.name }
    }
    return nil
  }
}
