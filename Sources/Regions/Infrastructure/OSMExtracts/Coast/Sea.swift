/// The sea of an extract: polygons along its coastline, closed along the box that it was cut along.
///
/// A coastline has land on its left and water on its right. If it contradicts itself, breaks off, or has houses where
/// water would be, there is no sea, but a ``SeaDoubt``: a map without the sea is better than a town under water.
package struct Sea: Hashable, Sendable {
  /// A point, in degrees.
  package struct Point: Hashable, Sendable {
    /// In `-180...180`.
    package let longitude: Double
    /// In `-90...90`.
    package let latitude: Double

    /// Creates a point.
    package init(longitude: Double, latitude: Double) { (self.longitude, self.latitude) = (longitude, latitude) }
  }

  /// A part of the sea, with the islands in it as holes; rings do not repeat their first point.
  package struct Polygon: Hashable, Sendable {
    /// Clockwise, as seen with the north up.
    package let outline: [Point]
    /// Counter-clockwise.
    package var holes: [[Point]] = []

    /// Creates a part of the sea.
    package init(outline: [Point], holes: [[Point]] = []) { (self.outline, self.holes) = (outline, holes) }
  }

  /// Its parts, which share at most sides: a long coastline is cut into pieces, so that programs can draw it fast.
  package let polygons: [Polygon]

  /// Finds the sea of an extract; it has none if its file has no coastline, or none in its box.
  ///
  /// - Parameter goesOn: asked several times a second whether the sea is still wanted; if not, ``SeaDoubt/cancelled`` is
  ///   thrown.
  package init(_ coast: OSMCoast, goesOn: () -> Bool = { true }) throws(SeaDoubt) {
    try self.init(coast, mostSegments: 2000, goesOn: goesOn)
  }

  /// Finds the sea of an extract in pieces with fewer segments, and with fewer steps between questions, for tests with
  /// small coasts.
  init(
    _ coast: OSMCoast, mostSegments: Int, pause: Int = CoastWork.pause, goesOn: () -> Bool = { true }
  ) throws(SeaDoubt) {
    polygons = try withoutActuallyEscaping(goesOn) { goesOn throws(SeaDoubt) in
      try Self.polygons(of: coast, mostSegments, CoastWork(pause: pause, goesOn))
    }
  }

  private static func polygons(
    of coast: OSMCoast, _ mostSegments: Int, _ work: CoastWork
  ) throws(SeaDoubt) -> [Polygon] {
    guard !coast.isTooLong else { throw .tooLong }
    guard !coast.lines.isEmpty else { return [] }
    guard let box = coast.box else { throw .noBox }
    let joined = try CoastLines(joining: coast.lines, work)
    let frame = try joined.frame(within: CoastFrame(box))
    let whole = try CoastCell(frame, lines: joined.lines, rings: joined.rings, work)
    // Islands, or nothing, do not tell what is around them where a line is known to be missing.
    if whole.lines.isEmpty, let end = joined.ends.first(where: CoastFrame(box).contains) {
      throw .openEnd(at: end.place)
    }
    guard !whole.isEmpty else { return [] }
    var filling = Filling(mostSegments: mostSegments, budget: 16 * whole.count + 1_000_000)
    try filling.fill(whole, landmarks: coast.landmarks.lazy.map(CoastPoint.init).filter(frame.contains))
    try filling.judge(frame)
    return filling.polygons
  }

  /// Collects the sea of parts of the frame that are simple enough.
  private struct Filling {
    /// The houses and streets that may always be in the sea: on stilts and piers, or by mistake.
    private static let fewHouses = 5
    /// The part of the houses and streets on as much land that may be in the sea.
    private static let mostHouses = 0.2

    let mostSegments: Int
    /// Segments that are gone through; a hostile coastline is in all parts at once.
    var budget: Int
    var polygons: [Polygon] = []
    var area = 0.0
    var wet = 0
    var landmarks = 0

    mutating func fill(_ cell: CoastCell, landmarks: [CoastPoint]) throws(SeaDoubt) {
      budget -= cell.count
      guard budget > 0 else { throw .tangled }
      if cell.count > mostSegments {
        guard cell.frame.isSplittable else { throw .tangled }
        for part in cell.frame.parts {
          try fill(try cell.part(part), landmarks: landmarks.filter(part.contains))
        }
        return
      }
      let cell = cell.withRows
      try cell.check()
      let polygons = try cell.polygons()
      self.polygons += polygons
      area += polygons.reduce(0) { $0 + $1.area }
      self.landmarks += landmarks.count
      guard !polygons.isEmpty else { return }
      for landmark in landmarks where try cell.isSea(landmark) { wet += 1 }
    }

    /// Refuses a sea in which about as many houses stand as on as much land.
    func judge(_ frame: CoastFrame) throws(SeaDoubt) {
      let land = Double(frame.width) / 2e7 * Double(frame.height) / 2e7 - area
      guard wet > Self.fewHouses else { return }
      guard Double(wet) * land <= Self.mostHouses * Double(landmarks - wet) * area else {
        throw .built(wet: wet, of: landmarks)
      }
    }
  }
}

extension Sea.Polygon {
  /// In square degrees.
  fileprivate var area: Double { holes.reduce(Self.area(of: outline)) { $0 - Self.area(of: $1) } }

  private static func area(of ring: [Sea.Point]) -> Double {
    guard let origin = ring.first else { return 0 }
    let doubled = zip(ring, ring.dropFirst() + ring.prefix(1)).reduce(0) { sum, side in
      sum + (side.0.longitude - origin.longitude) * (side.1.latitude - origin.latitude)
        - (side.1.longitude - origin.longitude) * (side.0.latitude - origin.latitude)
    }
    return abs(doubled) / 2
  }
}

/// Why it is not known where the sea of an extract is.
package enum SeaDoubt: Error, Hashable, CustomStringConvertible {
  /// The file does not say which box it was cut along.
  case noBox
  /// The coastline has more points than are kept.
  case tooLong
  /// The coastline ends within the box, far from its sides.
  case openEnd(at: FixedPlace?)
  /// The coastline crosses itself, or is there twice.
  case crossing(at: FixedPlace?)
  /// Land and water are on the same side of the coastline, by two pieces of it.
  case contradiction(at: FixedPlace?)
  /// The coastline has too many long lines in one place.
  case tangled
  /// Of so many houses and streets more would stand in the water than a coast has.
  case built(wet: Int, of: Int)
  /// The caller does not want it any more.
  case cancelled

  package var description: String {
    switch self {
    case .noBox: "the file does not name the box that it was cut along"
    case .tooLong: "its coastline has too many points"
    case .openEnd(let place): "its coastline breaks off\(Self.words(place))"
    case .crossing(let place): "its coastline crosses itself\(Self.words(place))"
    case .contradiction(let place): "its coastline has land and water on the same side\(Self.words(place))"
    case .tangled: "its coastline has too many long lines in one place"
    case .built(let wet, let all): "\(wet) of \(all) houses and streets would be under water"
    case .cancelled: "it was cancelled"
    }
  }

  private static func words(_ place: FixedPlace?) -> String {
    guard let place else { return "" }
    func degrees(_ units: Int32) -> String {
      let hundredThousandths = (abs(Int(units)) + 50) / 100
      let digits = String(100_000 + hundredThousandths % 100_000).dropFirst()
      return "\(units < 0 ? "-" : "")\(hundredThousandths / 100_000).\(digits)"
    }
    return " near \(degrees(place.latitude)), \(degrees(place.longitude))"
  }
}
