import HuntMaking
import Numbers
import Testing

@Suite("The search for a tour")
struct TourSearchTests {
  /// Places at random on a square, joined by straight lines.
  private static func problem(seed: UInt64, places: Int, count: Int) -> TourProblem {
    var chance = SeededGenerator(seed: seed)
    let side = 900.0
    var points = (0..<places).map { _ in (x: chance.uniform() * side, y: chance.uniform() * side) }
    points.insert((side / 2, side / 2), at: 0)
    points.append(points[0])
    let total = points.count
    var (metres, isTooNear) = ([Double](), [Bool]())
    for (one, from) in points.enumerated() {
      for (other, to) in points.enumerated() {
        let distance = ((from.x - to.x) * (from.x - to.x) + (from.y - to.y) * (from.y - to.y)).squareRoot()
        metres.append(distance)
        let areStages = one > 0 && other > 0 && one < total - 1 && other < total - 1
        isTooNear.append(areStages && one != other && distance < 80)
      }
    }
    return TourProblem(
      stops: (0..<places).map { _ in .init(score: 0.5 + 8 * chance.uniform(), kind: Int(chance.uniform() * 4)) },
      metres: metres, stretches: [[Int32]](repeating: [], count: total * total), stretchLengths: [],
      isTooNear: isTooNear, length: 1200 + 400 * Double(seed % 3), count: count, priceOfMissing: 4)
  }

  /// The worth of the best tour of all there are.
  private static func best(_ problem: TourProblem, places: Int) -> Double {
    var (best, none) = (-Double.infinity, [UInt8]())
    func extend(_ tour: [Int]) {
      if !tour.isEmpty { best = max(best, problem.worth(tour, &none)) }
      guard tour.count < problem.count else { return }
      for place in 1...places where problem.allows(place, in: tour) { extend(tour + [place]) }
    }
    extend([])
    return best
  }

  @Test("comes within 1 % of the best tour of 42 small problems on average, and finds it for most")
  func gap() {
    var (gaps, exact) = ([Double](), 0)
    for seed in 1...42 as ClosedRange<UInt64> {
      let places = 7 + Int(seed % 2)
      let problem = Self.problem(seed: seed, places: places, count: 5)
      var (search, none) = (TourSearch(problem, seed: seed), [UInt8]())
      let (found, best) = (problem.worth(search.run(), &none), Self.best(problem, places: places))
      #expect(found <= best + 1e-9)
      gaps.append((best - found) / max(1, abs(best)))
      if best - found < 1e-9 { exact += 1 }
    }
    let mean = gaps.reduce(0, +) / Double(gaps.count)
    #expect(mean < 0.01 && exact >= 32, "mean \(mean), worst \(gaps.max() ?? 0), best found \(exact) times")
  }

  @Test("gives the same tour for the same seed, without two stages too near to each other or more than three fillers")
  func rules() {
    for seed in 1...20 as ClosedRange<UInt64> {
      let plain = Self.problem(seed: seed, places: 25, count: 8)
      let problem = TourProblem(
        stops: plain.stops.map { .init(score: $0.score, kind: $0.kind, isFiller: $0.score < 5) }, metres: plain.metres,
        stretches: plain.stretches, stretchLengths: [], isTooNear: plain.isTooNear, length: 3000, count: 8,
        priceOfMissing: 4)
      var (one, other) = (TourSearch(problem, seed: seed), TourSearch(problem, seed: seed))
      let tour = one.run()
      #expect(tour == other.run() && !tour.isEmpty && Set(tour).count == tour.count)
      #expect(tour.count { problem.stops[$0 - 1].isFiller } <= 3)
      for place in tour {
        for next in tour where next != place { #expect(problem.metres[place * 27 + next] >= 80) }
      }
    }
  }
}
