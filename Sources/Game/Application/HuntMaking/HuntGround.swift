internal import Geodesy
internal import Places
internal import Streets

/// The ways and sights around a start, of which hunts of several lengths can be planned.
package struct HuntGround: Sendable {
  private let network: WayNetwork
  private let start, end: NetworkSpot
  private let names: StreetNames
  private let search: SightSearch
  private let sights: [Sight]

  init(
    network: WayNetwork, start: NetworkSpot, end: NetworkSpot, names: StreetNames, search: SightSearch,
    places: [PointOfInterest]
  ) {
    (self.network, self.start, self.end, self.names, self.search) = (network, start, end, names, search)
    sights = search.sights(of: places)
  }

  /// Chooses stages and their order; `nil` if there is too little for a hunt of that size.
  package func plan(_ attempt: HuntAttempt) -> HuntPlan? {
    let wish = attempt.wish
    let corners = search.corners(around: wish.start, within: wish.length / 2)
    // A street corner is a better goal than a bus stop.
    let candidates = corners.isEmpty ? sights : sights.filter { $0.kind != SightKind.stop } + corners
    let tour = Tour(network, from: start, to: end, candidates, attempt)
    return tour.plan(names, neighbours: sights)
  }
}

/// A wish that is tried: as it was said, or with less.
package struct HuntAttempt: Hashable, Sendable {
  /// What is asked for.
  package var wish: HuntWish
  /// Stages that there have to be, of those that are wished.
  package var fewest = HuntWish.fewest
  /// Whether the walk may be much shorter than asked for.
  package var isLastResort = false
  /// Whether a third of its stages at most are of one kind.
  package var isVaried = true
}

extension HuntMaker {
  /// Parts of the wished length that are tried where the player is, and where the hunt is moved to.
  private static let (shares, movedShares) = ([1, 0.75, 0.5, 0.35, 0.25, 0.17], [1, 0.5, 0.25, 0.17])
  /// Starts that are tried beside the wished one, and in the whole region.
  private static let (mostMoved, mostStarts) = (24, 24)
  /// Starts of which one with half of the wished stages at least is preferred.
  private static let mostFull = 2

  /// What to try, one after the other, until a hunt comes out: less where the player is, and then elsewhere nearby; if
  /// they may begin anywhere, elsewhere before less.
  ///
  /// - Parameters:
  ///   - wish: what is wished; its start is only the last that is tried if `isAnywhere`.
  ///   - isAnywhere: whether the hunt may begin anywhere.
  package func attempts(at wish: HuntWish, isAnywhere: Bool) -> [HuntAttempt] {
    if isAnywhere {
      let starts = starts(for: wish, most: Self.mostStarts)
      // A good start is no use if there is no walk from sight to sight.
      let full = starts.prefix(Self.mostFull).map {
        HuntAttempt(wish: wish.moved(to: $0), fewest: max(HuntWish.fewest, wish.count / 2))
      }
      return full + Self.shares.flatMap { share in starts.compactMap { Self.attempt(wish, share, at: $0) } }
        + Self.lastResorts(wish, at: starts + [wish.start])
    }
    let here = Self.shares.compactMap { Self.attempt(wish, $0, at: wish.start) }
    // An end that was wished says where the hunt is.
    guard wish.end == nil else { return here }
    let near = starts(for: wish, most: .max).filter { $0.distance(to: wish.start) <= Self.moving }.prefix(
      Self.mostMoved)
    return here + Self.movedShares.flatMap { share in near.compactMap { Self.attempt(wish, share, at: $0) } }
      + Self.lastResorts(wish, at: [wish.start] + near)
  }

  /// What to try for advice: beyond ``moving``, the nearest first.
  package func advised(for wish: HuntWish) -> [HuntAttempt] {
    starts(for: wish, most: .max).filter { $0.distance(to: wish.start) > Self.moving }
      .sorted { $0.distance(to: wish.start) < $1.distance(to: wish.start) }.prefix(Self.mostMoved)
      .flatMap { start in
        Self.shares.compactMap { Self.attempt(wish, $0, at: start) }
          + Self.lastResorts(wish, at: [start])
      }
  }

  /// Metres of walks that are long enough for a few sights, where what was wished is not.
  private static let longEnough = [1000.0, 2000]

  /// Whatever leads to a few sights: at most as long as wished, or else as long as it has to be; of one kind only where
  /// there are no others.
  private static func lastResorts(_ wish: HuntWish, at starts: [Coordinate]) -> [HuntAttempt] {
    let lengths = [wish.length] + longEnough.filter { $0 > wish.length }
    return [true, false].flatMap { isVaried in
      lengths.flatMap { length in
        starts.map { start in
          var other = wish.moved(to: start)
          other.length = length
          return HuntAttempt(wish: other, isLastResort: true, isVaried: isVaried)
        }
      }
    }
  }

  /// A wish with less; `nil` if that is shorter than hunts are.
  private static func attempt(_ wish: HuntWish, _ share: Double, at start: Coordinate) -> HuntAttempt? {
    var less = wish.moved(to: start)
    less.length *= share
    guard less.length >= HuntWish.lengths.lowerBound else { return nil }
    if share < 1 { less.count = min(wish.count, max(HuntWish.fewest, Int((Double(wish.count) * share).rounded()))) }
    return HuntAttempt(wish: less)
  }
}

extension HuntWish {
  /// A wish that differs from this one in its start.
  fileprivate func moved(to start: Coordinate) -> HuntWish {
    var wish = self
    wish.start = start
    return wish
  }
}

/// Where hunts are most worth their while.
struct HuntStarts {
  /// The part of a walk's length within which its sights lie from its start, and metres that this may be.
  private static let (reach, reaches) = (0.35, 175.0...700)
  /// Metres from the start to its best sight, which is a stage and so not at the start.
  private static let offset = 60.0
  /// How many starts lie within the radius of one, in a row.
  private static let closeness = 3.0
  /// The part of the worth of the best start from which on another is as good.
  private static let nearly = 0.6
  /// Sights of one kind that count: many small ones are no great one.
  private static let mostOfKind = 2

  private let sights: [(place: PointOfInterest, kind: String, worth: Double)]
  private let count: Int
  /// The seed of the wish, from 0 for the usual one.
  private let seed: UInt64
  private let radius: Double
  private let plane: TangentPlane?
  private var squares: [SIMD2<Int>: [Int]] = [:]

  init(_ places: [PointOfInterest], for wish: HuntWish) {
    sights = places.compactMap { place in SightKind.of(place).map { (place, $0.kind, place.importance) } }
    count = max(3, wish.count)
    seed = wish.seed &- HuntWish.usualSeed
    radius = min(Self.reaches.upperBound, max(Self.reaches.lowerBound, Self.reach * wish.length))
    plane = places.first.map { TangentPlane(at: $0.position) }
    for (index, sight) in sights.enumerated() {
      if let square = square(of: sight.place.position) { squares[square, default: []].append(index) }
    }
  }

  private func square(of place: Coordinate) -> SIMD2<Int>? {
    plane?.point(of: place).map {
      SIMD2(Int(($0.east / radius).rounded(.down)), Int(($0.north / radius).rounded(.down)))
    }
  }

  /// The best sights around a place, at most as many as a hunt has.
  private func best(around place: Coordinate) -> [Int] {
    guard let square = square(of: place) else { return [] }
    var near: [Int] = []
    for east in -1...1 {
      for north in -1...1 { near += squares[square &+ SIMD2(east, north)] ?? [] }
    }
    near = near.filter { sights[$0].place.position.distance(to: place) <= radius }
      .sorted {
        (sights[$1].worth, sights[$0].place.id) < (sights[$0].worth, sights[$1].place.id)
      }
    var kinds: [String: Int] = [:]
    let varied = near.filter { index in
      kinds[sights[index].kind, default: 0] += 1
      return kinds[sights[index].kind] ?? 0 <= Self.mostOfKind
    }
    return Array(varied.prefix(count))
  }

  /// The best starts, the most worth first; but of those that are worth nearly as much as the best, that which the seed
  /// chooses and then the others after it.
  func best(_ most: Int) -> [Coordinate] {
    let all = sights.indices.map { index in
      let best = best(around: sights[index].place.position)
      return (index: index, best: best, worth: best.reduce(0) { $0 + sights[$1].worth })
    }
    let sorted = all.sorted { ($1.worth, sights[$0.index].place.id) < ($0.worth, sights[$1.index].place.id) }
    var parts: [(middle: Coordinate, best: [Int])] = []
    var nearlyBest = 0
    for part in sorted where parts.count < most {
      let middle = sights[part.index].place.position
      guard parts.allSatisfy({ $0.middle.distance(to: middle) >= radius / Self.closeness }) else { continue }
      parts.append((middle, part.best))
      if part.worth >= Self.nearly * (sorted.first?.worth ?? 0) { nearlyBest = parts.count }
    }
    guard nearlyBest > 0 else { return [] }
    let (round, chosen) = seed.quotientAndRemainder(dividingBy: UInt64(nearlyBest))
    let turned = parts[Int(chosen)..<nearlyBest] + parts[..<Int(chosen)] + parts[nearlyBest...]
    return turned.map { start(beside: $0.middle, $0.best.map { sights[$0].place.position }, round: round) }
  }

  /// A place that is far enough from all sights to be none of them; once the seed has chosen every start, on another side
  /// each time.
  private func start(beside middle: Coordinate, _ sights: [Coordinate], round: UInt64) -> Coordinate {
    let places = stride(from: 0.0, to: 360, by: 30).map { degrees in
      let place = middle.offset(by: Self.offset, toward: Bearing(degrees: degrees))
      return (place: place, room: sights.map { $0.distance(to: place) }.min() ?? 0)
    }
    let free = places.filter { $0.room >= Tour.spacing.start }.sorted { $0.room > $1.room }
    guard !free.isEmpty else { return places.max { $0.room < $1.room }?.place ?? middle }
    return free[Int(round % UInt64(free.count))].place
  }
}
