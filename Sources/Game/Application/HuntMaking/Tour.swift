internal import Geodesy
internal import Numbers
internal import Places
internal import Streets

/// A walk in the making: the sights that it can lead to, as a problem for the search.
struct Tour {
  /// The part of the length within whose straight distance from the start stages of a round are.
  private static let roundReach = 0.42
  /// The part of the length that the straight distances from the start to a stage and on to the end of a line may have.
  private static let lineReach = 0.95
  /// Sights among which the search chooses: at least, and for each stage.
  private static let pool = (least: 36, perStage: 3)
  /// Fillers among them at most, where there are few sights.
  private static let mostFillers = 12
  /// Metres between two stages, so that no step finds two, between a filler and anything else, and between a stage and the
  /// start or the end, which lie outside of all zones.
  static let spacing = (sights: 80.0, fillers: 150.0, start: 45.0)
  /// Metres from a stage to the junction that a question about its streets means.
  private static let cornerReach = 30.0
  /// The part of the length by which a walk may be longer or shorter.
  private static let tolerance = 0.1
  /// How much chance may change scores, as a standard deviation, and how likely it leaves out a stage of the best tour:
  /// that gives other hunts with other seeds.
  private static let (noise, absence) = (0.25, 0.3)
  /// The best sights, which chance never leaves out; two stages at least are left to it.
  private static let great = 2
  /// How often it leaves stages out until another tour is found, and the part of its scores that this may be worse.
  private static let (tries, loss) = (4, 0.3)

  private let attempt: HuntAttempt
  private let start: NetworkSpot
  private let sights: [Sight]
  private var wish: HuntWish { attempt.wish }
  private let problem: TourProblem

  /// Chooses the sights within reach, and measures the walks between them.
  ///
  /// - Parameters:
  ///   - candidates: the best first.
  init(
    _ network: WayNetwork, from start: NetworkSpot, to end: NetworkSpot, _ candidates: [Sight],
    _ attempt: HuntAttempt
  ) {
    (self.attempt, self.start) = (attempt, start)
    let (wish, isVaried) = (attempt.wish, attempt.isVaried)
    var chance = SeededGenerator(seed: wish.seed)
    let scored = candidates.map { (sight: $0, score: $0.score * max(0.2, 1 + Self.noise * chance.bell())) }
    func isInReach(_ sight: Sight) -> Bool {
      let (there, back) = (
        sight.spot.position.distance(to: start.position), sight.spot.position.distance(to: end.position)
      )
      guard there >= Self.spacing.start, back >= Self.spacing.start else { return false }
      return wish.end == nil ? there <= Self.roundReach * wish.length : there + back <= Self.lineReach * wish.length
    }
    let near = scored.filter { isInReach($0.sight) }.sorted {
      ($1.score, $0.sight.place.id) < ($0.score, $1.sight.place.id)
    }
    let real = near.filter { $0.sight.tier != .filler }
    // Of each kind some to choose from, and not so many that there is no room for others.
    var kinds: [String: Int] = [:]
    let varied = real.filter { scored in
      let kind = SightKind.family(scored.sight.kind)
      kinds[kind, default: 0] += 1
      return !isVaried || SightKind.isWished(kind, for: wish.theme)
        || kinds[kind] ?? 0 <= Self.pool.perStage * TourProblem.most(of: wish.count)
    }
    var chosen = Array(varied.prefix(max(Self.pool.least, Self.pool.perStage * wish.count)))
    let isThin = chosen.count < wish.count + 2
    if isThin {
      var fillers: [(sight: Sight, score: Double)] = []
      for filler in near where filler.sight.tier == .filler && fillers.count < Self.mostFillers {
        let isFree = (fillers + chosen).allSatisfy {
          $0.sight.spot.position.distance(to: filler.sight.spot.position) >= Self.spacing.fillers
        }
        if isFree { fillers.append(filler) }
      }
      chosen += fillers
    }
    sights = chosen.map(\.sight)
    problem = Self.problem(
      network, [start] + sights.map(\.spot) + [end], chosen, wish, isThin: isThin, isVaried: isVaried)
  }

  private static func problem(
    _ network: WayNetwork, _ spots: [NetworkSpot], _ chosen: [(sight: Sight, score: Double)],
    _ wish: HuntWish, isThin: Bool, isVaried: Bool
  ) -> TourProblem {
    let count = spots.count
    var metres = [Double](repeating: .infinity, count: count * count)
    var stretches = [[Int32]](repeating: [], count: count * count)
    var (numbers, lengths) = ([UInt32: Int32](), [Double]())
    for (from, spot) in spots.enumerated() {
      metres[from * count + from] = 0
      let walks = network.walks(from: spot, to: Array(spots[(from + 1)...]), within: wish.length)
      for (offset, walk) in walks.enumerated() {
        guard let walk else { continue }
        let to = from + 1 + offset
        let line = walk.edges.map { edge -> Int32 in
          if let number = numbers[edge] { return number }
          numbers[edge] = Int32(lengths.count)
          lengths.append(network.segment(Int(edge)).length)
          return Int32(lengths.count - 1)
        }
        // There and back are the same way.
        metres[from * count + to] = walk.metres
        metres[to * count + from] = walk.metres
        stretches[from * count + to] = line
        stretches[to * count + from] = line
      }
    }
    var isTooNear = [Bool](repeating: false, count: count * count)
    for one in spots.indices {
      for other in spots.indices where one != other {
        let bothStages = one > 0 && other > 0 && one < count - 1 && other < count - 1
        isTooNear[one * count + other] =
          bothStages && spots[one].position.distance(to: spots[other].position) < Self.spacing.sights
      }
    }
    var kinds: [String: Int] = [:]
    let stops = chosen.map { sight, score in
      let family = SightKind.family(sight.kind)
      let kind = kinds[family] ?? kinds.count
      kinds[family] = kind
      return TourProblem.Stop(
        score: score, kind: kind, isFiller: sight.tier == .filler,
        isRepeatable: !isVaried || SightKind.isWished(sight.kind, for: wish.theme))
    }
    return TourProblem(
      stops: stops, metres: metres, stretches: stretches, stretchLengths: lengths, isTooNear: isTooNear,
      length: wish.length, count: wish.count, priceOfMissing: isThin ? 1 : 4)
  }

  /// The walk that the search finds; `nil` if that has too few stages or is not as long as it should be.
  ///
  /// - Parameter neighbours: sights that texts may name beside the stages.
  func plan(_ names: StreetNames, neighbours: [Sight]) -> HuntPlan? {
    guard !sights.isEmpty else { return nil }
    var search = TourSearch(problem, seed: wish.seed)
    var tour = search.run()
    guard isGood(tour) else { return nil }
    if wish.seed != HuntWish.usualSeed, let other = another(than: tour) { tour = other }
    let length = problem.length(of: tour)
    let stages = tour.map { sights[$0 - 1] }
    return HuntPlan(
      wish: wish, start: start, stages: stages, length: length,
      startStreet: names.nearest(to: start.position, within: 60),
      streets: stages.map { names.corner(at: $0.spot.position, within: Self.cornerReach) },
      commonWords: names.commonWords, neighbours: neighbours)
  }

  /// A tour without some stages of the best one, by chance, that is nearly as good: with as many stages if one is found,
  /// or else with one fewer if that is still most of what was wished; `nil` if there is none.
  private func another(than best: [Int]) -> [Int]? {
    var (chance, walked) = (SeededGenerator(seed: ~wish.seed), problem.unwalked)
    let least = problem.worth(best, &walked) - Self.loss * best.reduce(0) { $0 + problem.stops[$1 - 1].score }
    let order = sights.indices.sorted { sights[$0].score > sights[$1].score }.map { $0 + 1 }
    let greatest = order.prefix(max(0, min(Self.great, best.count - 2)))
    let fewest = min(best.count, max(best.count - 1, 2 * wish.count / 3))
    var shorter: [Int]?
    for _ in 0..<Self.tries {
      let gone = best.filter { !greatest.contains($0) && chance.uniform() < Self.absence }
      let kept = order.filter { !gone.contains($0) }
      var search = TourSearch(problem.only(kept), seed: wish.seed)
      let tour = search.run().map { kept[$0 - 1] }
      guard tour.count >= fewest, Set(tour) != Set(best), isGood(tour), problem.worth(tour, &walked) >= least else {
        continue
      }
      if tour.count >= best.count { return tour }
      shorter = shorter ?? tour
    }
    return shorter
  }

  /// Whether a tour has enough stages, of several kinds, and is as long as it should be.
  private func isGood(_ tour: [Int]) -> Bool {
    let length = problem.length(of: tour)
    let off = Self.tolerance * wish.length
    return tour.count >= min(attempt.fewest, wish.count) && length <= wish.length + off
      && (attempt.isLastResort || length >= wish.length - off) && !problem.isMonotonous(tour)
      && tour.contains { sights[$0 - 1].tier != .filler }
  }
}
