package import Geodesy
package import Places

/// A question for the nearest places that several sources know together.
///
/// The nearest of one source may all be doubles of another's. So each is asked for more than are wanted, and for more
/// again while too few are left that are certainly the nearest of all sources.
package struct NearestPlaces: Sendable {
  private let count: Int
  private let centre: Coordinate
  private let reach: Double
  private let kinds: Set<PlaceCategory>?

  /// A question for the `count` nearest places within `metres`, of some kinds.
  ///
  /// - Parameter kinds: `nil` for all.
  package init(
    _ count: Int = .max, to centre: Coordinate, within metres: Double = .infinity, of kinds: Set<PlaceCategory>? = nil
  ) {
    (self.count, self.centre, self.reach, self.kinds) = (count, centre, metres, kinds)
  }

  /// Asks all sources at once, and waits for the last answer of each.
  ///
  /// The nearest places of the pool are those that one would find among all places of those kinds, as each source has
  /// them, with doubles removed; it may know more, which are farther away.
  package func pool(of sources: [any PointOfInterestSource]) async -> PlacePool {
    var pool = PlacePool()
    // Doubles are near one another, and doubles of doubles not much farther: what lies deeper inside is settled.
    let rim = sources.count > 1 ? PlacePool.apart * Double(sources.count) : 0
    var most = sources.count > 1 ? Self.more(max(count, Self.least)) : count
    var open = Array(sources.indices)
    while !open.isEmpty {
      var horizons: [Int: Double] = [:]
      for (index, answer) in await answers(of: sources, open, nearest: most, within: reach + rim) {
        pool.receive(answer, from: index, at: .zero)
        horizons[index] = horizon(of: answer, nearest: most)
      }
      let settled = (horizons.values.min() ?? .infinity) - rim
      guard settled < reach, !Task.isCancelled, !holdsEnough(pool, within: settled) else { break }
      // A source that returned fewer places than requested has no more.
      open = open.filter { horizons[$0].map(\.isFinite) ?? false }
      most = Self.more(most)
    }
    return pool
  }

  /// Places that several sources are not asked for less than.
  private static let least = 8

  private static func more(_ count: Int) -> Int { count > .max / 4 ? .max : 4 * count }

  private func answers(
    of sources: [any PointOfInterestSource], _ open: [Int], nearest most: Int, within metres: Double
  ) async -> [(Int, PlacesAnswer)] {
    await withTaskGroup(of: (Int, PlacesAnswer).self) { group in
      for index in open {
        group.addTask {
          var last = PlacesAnswer([])
          for await answer in sources[index].answers(nearest: most, to: centre, within: metres, of: kinds) {
            last = answer
          }
          return (index, last.only(kinds))
        }
      }
      var answers: [(Int, PlacesAnswer)] = []
      for await answer in group { answers.append(answer) }
      return answers
    }
  }

  /// Metres up to which an answer is complete, from a source that was asked for the `most` nearest places.
  private func horizon(of answer: PlacesAnswer, nearest most: Int) -> Double {
    guard answer.places.count >= most else { return .infinity }
    return most > 0 ? answer.places.map { centre.distance(to: $0.position) }.sorted()[most - 1] : 0
  }

  private func holdsEnough(_ pool: PlacePool, within metres: Double) -> Bool {
    guard pool.places.count >= count else { return false }
    return pool.places.count { centre.distance(to: $0.position) <= metres } >= count
  }
}

extension PlacesAnswer {
  /// The answer reduced to places of some kinds; the whole answer if `kinds` is `nil`.
  fileprivate func only(_ kinds: Set<PlaceCategory>?) -> PlacesAnswer {
    guard let kinds else { return self }
    return PlacesAnswer(
      places.filter { kinds.contains($0.category) }, age: age, attribution: attribution, trouble: trouble,
      isAwaitingBetter: isAwaitingBetter, service: service)
  }
}
