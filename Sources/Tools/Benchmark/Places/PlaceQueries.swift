import SpatialIndex

/// The queries, the same for every program.
enum PlaceQuery: String, CaseIterable {
  /// The ten nearest.
  case nearest
  /// All within 500 m.
  case within
  /// All in a box of 0.01 by 0.02 degrees.
  case box

  static let wanted = 10
  static let reach = 500.0
  /// Half of a box, in ten-millionths of a degree.
  static let (halfHeight, halfWidth) = (Int32(50_000), Int32(100_000))
}

/// The cost of a query from all places of a set, and sums over its answers, which must agree between programs.
struct PlaceAnswers {
  /// Nanoseconds a query.
  var nanoseconds: Double
  /// Points that were found.
  var count: UInt64 = 0
  /// Millimetres to the last of the nearest, or hashes of the points' numbers.
  var sum: UInt64 = 0
}

/// Our own answers, through the interface that the program has.
struct PlaceQueryRun: ~Copyable {
  private let index: SpatialIndex
  private var selection = SpatialSelection()
  private var hits: [SpatialHit] = []

  init(_ index: SpatialIndex) { self.index = index }

  /// Asks from all places, `rounds` times; the median.
  mutating func ask(_ query: PlaceQuery, from places: [SpatialPoint], rounds: Int) -> PlaceAnswers {
    var times: [Double] = []
    var answers = PlaceAnswers(nanoseconds: 0)
    for _ in 0..<rounds {
      answers = PlaceAnswers(nanoseconds: 0)
      let start = ProcessorTime.now
      for place in places { ask(query, from: place, &answers) }
      times.append((ProcessorTime.now - start) / Double(max(1, places.count)) * 1e9)
    }
    answers.nanoseconds = Sample(times).median
    return answers
  }

  private mutating func ask(_ query: PlaceQuery, from place: SpatialPoint, _ answers: inout PlaceAnswers) {
    switch query {
    case .nearest:
      index.nearest(PlaceQuery.wanted, to: place, into: &hits)
      answers.count += UInt64(hits.count)
      if let last = hits.last { answers.sum &+= UInt64((last.metres * 1000).rounded()) }
    case .within:
      index.select(within: PlaceQuery.reach, of: place, into: &selection)
      answers.add(selection)
    case .box:
      index.select(around: place, into: &selection)
      answers.add(selection)
    }
  }
}

extension PlaceAnswers {
  fileprivate mutating func add(_ selection: borrowing SpatialSelection) {
    count += UInt64(selection.count)
    sum &+= selection.withNumbers { $0.reduce(0) { $0 &+ (UInt64($1) + 1) &* 0x9E37_79B9_7F4A_7C15 } }
  }
}

extension SpatialIndex {
  /// The points of a box around a place.
  func select(around place: SpatialPoint, into selection: inout SpatialSelection) {
    // Whole ten-millionths, so that a border runs where those of the peers do.
    let (latitude, longitude) = ((place.latitude * 1e7).rounded(), (place.longitude * 1e7).rounded())
    let (height, width) = (Double(PlaceQuery.halfHeight), Double(PlaceQuery.halfWidth))
    select(
      south: (latitude - height) / 1e7, west: (longitude - width) / 1e7, north: (latitude + height) / 1e7,
      east: (longitude + width) / 1e7, into: &selection)
  }
}

extension PlainPlace {
  /// The position in degrees.
  var point: SpatialPoint { SpatialPoint(latitude: Double(latitude) / 1e7, longitude: Double(longitude) / 1e7) }
}
