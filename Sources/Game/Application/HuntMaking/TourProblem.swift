/// Which sights to walk to, and in which order: an orienteering problem with a wished length (Tsiligirides, 1984; Golden,
/// Levy and Vohra, 1987).
///
/// Places are numbers: 0 is the start, 1 and up the sights, and the last one the end, which of a round is the start again.
package struct TourProblem: Sendable {
  /// What a sight is in this problem.
  package struct Stop: Sendable {
    /// What it adds to a tour, more than 0.
    package let score: Double
    /// Equal for sights of one kind, of which the second adds less.
    package let kind: Int
    /// Whether it is a filler, of which a tour has few.
    package let isFiller: Bool
    /// Whether a tour may have as many of its kind as it likes: that is what it is about.
    package let isRepeatable: Bool

    /// Creates a stop.
    package init(score: Double, kind: Int, isFiller: Bool = false, isRepeatable: Bool = false) {
      (self.score, self.kind, self.isFiller, self.isRepeatable) = (score, kind, isFiller, isRepeatable)
    }
  }

  /// The part of the score that each further sight of one kind keeps.
  private static let variety = 0.8
  /// What each sight costs that makes a kind more than a third of a tour, or the third of its kind in a row: more than a
  /// missing one.
  private static let priceOfMonotony = 8.0
  /// What walking every metre twice would cost.
  private static let priceOfRepeats = 15.0
  /// Parts of the wished length from which on a metre more or less costs something, and from which on much.
  private static let tolerances = (free: 0.04, dear: 0.09)
  /// What these metres cost.
  private static let priceOfMetres = (some: 0.02, much: 0.1)
  /// Fillers that a tour may have.
  private static let mostFillers = 3

  /// The sights, from number 1 on.
  package let stops: [Stop]
  /// Metres between any two places, in rows; infinite for those that are not reached.
  package let metres: [Double]
  /// The stretches of the way between any two places.
  package let stretches: [[Int32]]
  /// Metres of each stretch.
  let stretchLengths: [Double]
  /// Of any two places whether both cannot be in one tour.
  package let isTooNear: [Bool]
  /// Metres of the whole tour that are wished.
  let length: Double
  /// Sights that are wished.
  package let count: Int
  /// What each missing sight costs.
  let priceOfMissing: Double

  /// Creates a problem; the arrays of pairs have a row for each place, from the start to the end.
  package init(
    stops: [Stop], metres: [Double], stretches: [[Int32]], stretchLengths: [Double], isTooNear: [Bool], length: Double,
    count: Int, priceOfMissing: Double
  ) {
    (self.stops, self.metres, self.stretches, self.stretchLengths) = (stops, metres, stretches, stretchLengths)
    (self.isTooNear, self.length, self.count, self.priceOfMissing) = (isTooNear, length, count, priceOfMissing)
  }

  /// The problem with only some of its sights.
  ///
  /// - Parameter sights: the numbers of the sights to keep, from 1; in the result they are numbered in this order.
  func only(_ sights: [Int]) -> TourProblem {
    let kept = [0] + sights + [end]
    func pairs<Value>(_ all: [Value]) -> [Value] { kept.flatMap { one in kept.map { all[one * places + $0] } } }
    return TourProblem(
      stops: sights.map { stops[$0 - 1] }, metres: pairs(metres), stretches: pairs(stretches),
      stretchLengths: stretchLengths, isTooNear: pairs(isTooNear), length: length, count: count,
      priceOfMissing: priceOfMissing)
  }

  /// The number of places, with start and end.
  var places: Int { stops.count + 2 }
  /// The number of the end.
  var end: Int { stops.count + 1 }

  func metres(_ one: Int, _ other: Int) -> Double { metres[one * places + other] }

  /// The metres of a tour, from the start to the end.
  package func length(of tour: [Int]) -> Double {
    var (sum, last) = (0.0, 0)
    for place in tour {
      sum += metres(last, place)
      last = place
    }
    return sum + metres(last, end)
  }

  /// Whether a place may be added to a tour.
  package func allows(_ place: Int, in tour: [Int], but gone: Int = 0) -> Bool {
    if isTooNear[place] || isTooNear[end * places + place] { return false }
    let stop = stops[place - 1]
    var fillers = stop.isFiller ? 1 : 0
    var alike = 1
    for other in tour where other != gone {
      if other == place || isTooNear[other * places + place] { return false }
      if stops[other - 1].isFiller { fillers += 1 }
      if stops[other - 1].kind == stop.kind { alike += 1 }
    }
    return fillers <= Self.mostFillers && (stop.isRepeatable || alike <= Self.most(of: count))
  }

  /// Where a place lengthens a tour least: by how much, and before which position.
  func insertion(of place: Int, into tour: [Int]) -> (metres: Double, position: Int) {
    var best = (metres: Double.infinity, position: 0)
    for position in 0...tour.count {
      let (before, after) = (position == 0 ? 0 : tour[position - 1], position == tour.count ? end : tour[position])
      let more = metres(before, place) + metres(place, after) - metres(before, after)
      if more < best.metres { best = (more, position) }
    }
    return best
  }

  /// How good a tour is, walking twice left aside: never less than with it.
  func bound(_ tour: [Int]) -> Double {
    var sum = 0.0
    for (position, place) in tour.enumerated() {
      let stop = stops[place - 1]
      var score = stop.score
      // The better one of a kind counts whole.
      for (other, rival) in tour.enumerated() where other != position && stops[rival - 1].kind == stop.kind {
        let better = stops[rival - 1].score
        if better > stop.score || better == stop.score && other < position { score *= Self.variety }
      }
      sum += score
    }
    let off = abs(length(of: tour) - length)
    guard off.isFinite else { return -.infinity }
    sum -= Self.priceOfMetres.some * max(0, off - Self.tolerances.free * length)
    sum -= Self.priceOfMetres.much * max(0, off - Self.tolerances.dear * length)
    return sum - priceOfMissing * Double(abs(tour.count - count)) - Self.priceOfMonotony * Double(monotony(tour))
  }

  /// How many sights of one kind a tour of so many may have.
  static func most(of count: Int) -> Int { max(1, count / 3) }

  /// Whether a tour has more of one kind than a third, or than two in a row.
  func isMonotonous(_ tour: [Int]) -> Bool { monotony(tour) > 0 }

  /// How many sights of a tour are too much of one kind.
  private func monotony(_ tour: [Int]) -> Int {
    var (excess, run) = (0, 0)
    let most = Self.most(of: tour.count)
    for (position, place) in tour.enumerated() {
      let stop = stops[place - 1]
      guard !stop.isRepeatable else {
        run = 0
        continue
      }
      run = position > 0 && stops[tour[position - 1] - 1].kind == stop.kind ? run + 1 : 1
      let earlier = tour[..<position].count { stops[$0 - 1].kind == stop.kind }
      if earlier >= most || run > 2 { excess += 1 }
    }
    return excess
  }

  /// The part of a tour's metres that is walked a second time, in `0 ... 1`.
  ///
  /// - Parameter walked: a zero for each stretch; left as it was.
  func repeats(_ tour: [Int], _ walked: inout [UInt8]) -> Double {
    var (all, twice, last) = (0.0, 0.0, 0)
    func each(_ visit: (Int) -> Void) {
      last = 0
      for place in tour + [end] {
        for stretch in stretches[last * places + place] { visit(Int(stretch)) }
        last = place
      }
    }
    each { stretch in
      all += stretchLengths[stretch]
      if walked[stretch] > 0 { twice += stretchLengths[stretch] }
      walked[stretch] = 1
    }
    each { walked[$0] = 0 }
    return all > 0 ? twice / all : 0
  }

  /// A zero for each stretch, as ``worth(_:_:)`` takes them.
  var unwalked: [UInt8] { [UInt8](repeating: 0, count: stretchLengths.count) }

  /// How good a tour is.
  package func worth(_ tour: [Int], _ walked: inout [UInt8]) -> Double {
    bound(tour) - Self.priceOfRepeats * repeats(tour, &walked)
  }
}
