internal import Numbers

/// Finds a good tour: greedy randomised beginnings (GRASP; Campos et al., 2014), each improved by an iterated local search
/// (Vansteenwegen et al., 2009).
///
/// Equal seeds give equal tours, because the search ends after a fixed number of attempts and not after some time.
package struct TourSearch {
  /// Beginnings; the first is greedy without chance.
  private static let starts = 4
  /// Times that a part of the tour is taken out and filled anew, for each beginning.
  private static let kicks = 5
  /// How far the choice of a beginning's next sight goes down from the best one: 0 is greedy, 1 all chance.
  private static let greed = 0.35
  /// Sights that a kick takes out at most; it must be able to empty a small tour.
  private static let mostGone = 4

  private let problem: TourProblem
  private var chance: SeededGenerator
  private var walked: [UInt8]

  /// A search whose choices come from a seed.
  package init(_ problem: TourProblem, seed: UInt64) {
    self.problem = problem
    chance = SeededGenerator(seed: seed)
    walked = problem.unwalked
  }

  /// The best tour that is found, as numbers of places in their order; empty if there is none.
  package mutating func run() -> [Int] {
    var best: (tour: [Int], worth: Double) = ([], -.infinity)
    for start in 0..<Self.starts {
      var (tour, worth) = improved(beginning(greed: start == 0 ? 0 : Self.greed))
      for _ in 0..<Self.kicks {
        let (other, better) = improved(kicked(tour))
        if better > worth { (tour, worth) = (other, better) }
      }
      if worth > best.worth { best = (tour, worth) }
    }
    return best.tour
  }

  private mutating func chosen(_ count: Int) -> Int { Int(chance.uniform() * Double(count)) }

  /// Adds sights that give much for few metres.
  private mutating func beginning(greed: Double) -> [Int] {
    var tour: [Int] = []
    while tour.count < problem.count {
      let length = problem.length(of: tour)
      var choices: [(gain: Double, place: Int, position: Int)] = []
      for place in 1..<problem.end where problem.allows(place, in: tour) {
        let (more, position) = problem.insertion(of: place, into: tour)
        guard length + more <= 1.06 * problem.length else { continue }
        let detour = max(more, 20) + 0.15 * problem.length / Double(problem.count)
        choices.append((problem.stops[place - 1].score / detour, place, position))
      }
      guard let most = choices.map(\.gain).max(), let least = choices.map(\.gain).min() else { break }
      let good = choices.filter { $0.gain >= most - greed * (most - least) }
      let choice = good[chosen(good.count)]
      tour.insert(choice.place, at: choice.position)
    }
    return shortened(tour)
  }

  /// Takes some neighbours out of a tour, and puts others in by chance.
  private mutating func kicked(_ tour: [Int]) -> [Int] {
    var tour = tour
    let gone = tour.isEmpty ? 0 : 1 + chosen(min(Self.mostGone, tour.count))
    let first = chosen(tour.count - gone + 1)
    tour.removeSubrange(first..<first + gone)
    for _ in 0..<gone {
      for _ in 0..<8 {
        let place = 1 + chosen(problem.stops.count)
        guard problem.allows(place, in: tour) else { continue }
        let (more, position) = problem.insertion(of: place, into: tour)
        guard problem.length(of: tour) + more <= 1.08 * problem.length else { continue }
        tour.insert(place, at: position)
        break
      }
    }
    return tour
  }

  // MARK: - Local search

  /// Replaces, adds, drops and turns around as long as that makes the tour better; of all such steps the best each time.
  private mutating func improved(_ tour: [Int]) -> (tour: [Int], worth: Double) {
    var (tour, worth) = (tour, problem.worth(tour, &walked))
    while true {
      var best: (tour: [Int], worth: Double) = (tour, worth)
      each(neighbourOf: tour) { search, other in
        // Most are worse already without counting what is walked twice.
        guard search.problem.bound(other) > best.worth + 1e-9 else { return }
        let value = search.problem.worth(other, &search.walked)
        if value > best.worth + 1e-9 { best = (other, value) }
      }
      let other = shortened(best.tour)
      let value = problem.worth(other, &walked)
      if value > best.worth + 1e-9 { best = (other, value) }
      guard best.worth > worth + 1e-9 else { return (tour, worth) }
      (tour, worth) = best
    }
  }

  private mutating func each(neighbourOf tour: [Int], _ visit: (inout TourSearch, [Int]) -> Void) {
    for position in tour.indices {
      var rest = tour
      let gone = rest.remove(at: position)
      if rest.count + 1 > problem.count { visit(&self, rest) }
      for place in 1..<problem.end where problem.allows(place, in: tour, but: gone) && place != gone {
        visit(&self, with(place, in: rest))
      }
    }
    if tour.count < problem.count {
      for place in 1..<problem.end where problem.allows(place, in: tour) { visit(&self, with(place, in: tour)) }
    }
    for first in tour.indices {
      for last in tour.indices.dropFirst(first + 1) { visit(&self, turned(tour, first, last)) }
    }
  }

  private func with(_ place: Int, in tour: [Int]) -> [Int] {
    var tour = tour
    tour.insert(place, at: problem.insertion(of: place, into: tour).position)
    return tour
  }

  private func turned(_ tour: [Int], _ first: Int, _ last: Int) -> [Int] {
    var tour = tour
    tour[first...last].reverse()
    return tour
  }

  /// Turns parts around (2-opt) and moves single sights (or-opt) as long as that makes the tour shorter.
  private func shortened(_ tour: [Int]) -> [Int] {
    var tour = tour
    var length = problem.length(of: tour)
    var isShorter = true
    while isShorter {
      isShorter = false
      for first in tour.indices {
        for last in tour.indices.dropFirst(first + 1) {
          let other = turned(tour, first, last)
          let metres = problem.length(of: other)
          if metres < length - 1e-6 { (tour, length, isShorter) = (other, metres, true) }
        }
        var rest = tour
        let place = rest.remove(at: first)
        let other = with(place, in: rest)
        let metres = problem.length(of: other)
        if metres < length - 1e-6 { (tour, length, isShorter) = (other, metres, true) }
      }
    }
    return tour
  }
}
