internal import Geodesy
internal import Views

/// A sheet of a map, as it lies around a place.
struct Sheet {
  let geometry: MapGeometry
  private let offset, unit: SIMD2<Double>

  /// - Parameters:
  ///   - origin: the place.
  ///   - scale: metres a world's side east and south.
  init(_ geometry: MapGeometry, around origin: MercatorPoint, _ scale: SIMD2<Double>) {
    self.geometry = geometry
    let west = MercatorPoint(x: geometry.origin.x, y: geometry.origin.y).nearest(to: origin)
    offset = SIMD2(west.x - origin.x, west.y - origin.y) * scale
    unit = scale * geometry.unit
  }

  /// A corner, in metres east and north of the place.
  func point(_ corner: MapGeometry.Point) -> SIMD2<Double> {
    offset + SIMD2(Double(corner.x), Double(corner.y)) * unit
  }

  /// The corners of each part of a shape.
  func rings(of shape: MapGeometry.Shape) -> [[SIMD2<Double>]] {
    geometry.parts[shape.parts].map { part in
      geometry.points[Int(part.lowerBound)..<Int(part.upperBound)].map(point)
    }
  }

  /// The box around a shape.
  func box(of shape: MapGeometry.Shape) -> (low: SIMD2<Double>, high: SIMD2<Double>) {
    (
      point(.init(x: shape.box.left, y: shape.box.bottom)), point(.init(x: shape.box.right, y: shape.box.top))
    )
  }
}

/// Which shapes of a map surroundings are made from: whatever a map holds, not more than takes a fixed amount of work.
///
/// Work is counted in steps of about 5 ns and not measured, so that the same map always gives the same picture. Areas,
/// lines, and what stands on the ground each have a share of their own, which goes to the nearest shapes; the distance
/// is that to the box around a shape. The first one that there is no room for ends it: what is farther away is left out.
/// A shape that alone takes more than a quarter of a share is left out wherever it is.
struct SurroundingsChoice {
  /// What a shape is made into.
  private enum Share: Int, CaseIterable {
    case areas, lines, buildings

    /// Steps.
    var steps: Int {
      switch self {
      case .areas: 3_000_000
      case .lines: 5_000_000
      case .buildings: 3_000_000
      }
    }

    /// Where it is told what of it is left out.
    var leftOut: WritableKeyPath<Surroundings.LeftOut, Surroundings.LeftOut.Part?> {
      switch self {
      case .areas: \.areas
      case .lines: \.ways
      case .buildings: \.buildings
      }
    }
  }

  private struct Candidate {
    let distance: Float
    let sheet, shape: Int32
  }

  /// Steps of a row of texels between two edges, of a corner, of a wall, of a deck, and of the looks along a metre of it.
  private static let (row, corner, wall, deck, look) = (12, 1, 50, 400, 30)
  /// Texels that are painted in a step.
  private static let texels = 32
  /// Metres between two distances that are sorted only when needed.
  private static let ring: Float = 2

  /// For each sheet, which of its shapes are chosen.
  private(set) var isChosen: [[Bool]]
  private(set) var leftOut = Surroundings.LeftOut()

  init(_ sheets: [Sheet]) {
    isChosen = sheets.map { Array(repeating: false, count: $0.geometry.shapes.count) }
    var candidates: [[Candidate]] = Share.allCases.map { _ in [] }
    for (number, sheet) in sheets.enumerated() {
      for (index, shape) in sheet.geometry.shapes.enumerated() {
        guard let share = Self.share(of: shape), let distance = Self.distance(to: sheet.box(of: shape), share)
        else { continue }
        candidates[share.rawValue].append(
          Candidate(distance: distance, sheet: Int32(number), shape: Int32(index)))
      }
    }
    for share in Share.allCases { choose(candidates[share.rawValue], share, sheets) }
  }

  private mutating func choose(_ candidates: [Candidate], _ share: Share, _ sheets: [Sheet]) {
    var (left, taken, tooLarge) = (share.steps, 0, 0)
    var beyond: Double?
    Self.forEachNearestFirst(candidates) { candidate in
      let sheet = sheets[Int(candidate.sheet)]
      let most = share.steps / 4
      let work = Self.work(on: sheet.geometry.shapes[Int(candidate.shape)], of: sheet, share, most: most)
      if work.steps > most {
        // It has taken the time that was needed to see that.
        left -= work.seen
        tooLarge += 1
      } else if work.steps <= left {
        left -= work.steps
        taken += 1
        isChosen[Int(candidate.sheet)][Int(candidate.shape)] = true
        return true
      } else {
        left = 0
      }
      if left <= 0 { beyond = Double(candidate.distance) }
      return left > 0
    }
    guard taken < candidates.count else { return }
    leftOut[keyPath: share.leftOut] = Surroundings.LeftOut.Part(count: candidates.count - taken, beyond: beyond)
  }

  private static func share(of shape: MapGeometry.Shape) -> Share? {
    if shape.kind == .building || shape.kind == .wall {
      return shape.isArea == (shape.kind == .building) ? .buildings : nil
    }
    if shape.isArea { return shape.kind.surface == nil ? nil : .areas }
    return EyeGround.ribbon(shape.kind) == nil ? nil : .lines
  }

  /// Metres to the nearest point of a box; `nil` if that is out of reach.
  private static func distance(to box: (low: SIMD2<Double>, high: SIMD2<Double>), _ share: Share) -> Float? {
    let reach = GroundRaster.reach
    guard box.low.x < reach, box.high.x > -reach, box.low.y < reach, box.high.y > -reach else { return nil }
    let (east, north) = (max(0, box.low.x, -box.high.x), max(0, box.low.y, -box.high.y))
    let distance = (east * east + north * north).squareRoot()
    // On the ground the corners of the square are seen, too.
    return share != .buildings || distance <= Surroundings.reach ? Float(distance) : nil
  }

  /// Hands out candidates, those at one distance in the order of the sheets, until `body` returns `false`.
  private static func forEachNearestFirst(_ candidates: [Candidate], _ body: (Candidate) -> Bool) {
    func ring(_ candidate: Candidate) -> Int { Int(candidate.distance / Self.ring) }
    var ends = [Int](repeating: 0, count: (candidates.map(ring).max() ?? -1) + 2)
    for candidate in candidates { ends[ring(candidate) + 1] += 1 }
    for index in ends.indices.dropFirst() { ends[index] += ends[index - 1] }
    var (order, next) = ([Int32](repeating: 0, count: candidates.count), ends)
    for (index, candidate) in candidates.enumerated() {
      order[next[ring(candidate)]] = Int32(index)
      next[ring(candidate)] += 1
    }
    for (begin, end) in zip(ends, ends.dropFirst()) {
      let sorted = order[begin..<end].sorted { one, other in
        (candidates[Int(one)].distance, one) < (candidates[Int(other)].distance, other)
      }
      for index in sorted where !body(candidates[Int(index)]) { return }
    }
  }

  // MARK: - Work

  /// The steps that a shape takes, or some more than `most`; and those that it took to count them.
  private static func work(
    on shape: MapGeometry.Shape, of sheet: Sheet, _ share: Share, most: Int
  ) -> (steps: Int, seen: Int) {
    let isDeck = shape.rise != nil && share != .buildings
    let width =
      share == .lines
      ? (EyeGround.ribbon(shape.kind)?.width ?? 0) + (SurroundingsBuilder.kerb(of: shape.kind) ?? 0)
        + (isDeck ? Decks.width(of: shape.kind) : 0) : 0
    var (steps, seen) = (share == .lines ? 0 : fill(sheet.box(of: shape)), 0)
    if isDeck { steps += deck }
    for part in sheet.geometry.parts[shape.parts] {
      let points = sheet.geometry.points[Int(part.lowerBound)..<Int(part.upperBound)]
      guard var last = (shape.isArea ? points.last : points.first).map(sheet.point) else { continue }
      for corner in points {
        let next = sheet.point(corner)
        steps += Self.corner + (share == .lines ? strip(last, next, width) : edge(last, next, share))
        if isDeck { steps += sides(last, next) }
        seen += Self.corner
        if steps > most { return (steps, seen) }
        last = next
      }
    }
    return (steps, seen)
  }

  /// A whole number of something; what is none is 0.
  private static func whole(_ number: Double) -> Int { number > 0 ? Int(min(number, 1e6)) : 0 }

  /// The steps that it takes to fill a box on all squares of the ground.
  private static func fill(_ box: (low: SIMD2<Double>, high: SIMD2<Double>)) -> Int {
    GroundRaster.texels.reduce(0) { steps, texel in
      let half = Double(GroundRaster.side) / 2 * texel
      let (across, down) = (
        (min(half, box.high.x) - max(-half, box.low.x)) / texel, (min(half, box.high.y) - max(-half, box.low.y)) / texel
      )
      return steps + whole(across) * whole(down) / texels
    }
  }

  /// The steps for an edge of an area: the rows that it crosses, and a wall.
  private static func edge(_ from: SIMD2<Double>, _ to: SIMD2<Double>, _ share: Share) -> Int {
    let rows = GroundRaster.texels.reduce(0) { rows, texel in
      let half = Double(GroundRaster.side) / 2 * texel
      return rows + whole((min(half, max(from.y, to.y)) - max(-half, min(from.y, to.y))) / texel)
    }
    guard share == .buildings else { return rows * row / 2 }
    let reach = SIMD2(repeating: WallGrid.reach)
    let along = to.clamped(lowerBound: -reach, upperBound: reach) - from.clamped(lowerBound: -reach, upperBound: reach)
    return rows * row / 2 + wall * (1 + whole((abs(along.x) + abs(along.y)) / WallGrid.reach * 8))
  }

  /// The steps for the walls at the sides of a deck, and for what is looked at below it and beside it.
  private static func sides(_ from: SIMD2<Double>, _ to: SIMD2<Double>) -> Int {
    let reach = SIMD2(repeating: WallGrid.reach)
    let along = to.clamped(lowerBound: -reach, upperBound: reach) - from.clamped(lowerBound: -reach, upperBound: reach)
    return 2 * wall + look * whole(abs(along.x) + abs(along.y))
  }

  /// The steps for a piece of a line.
  private static func strip(_ from: SIMD2<Double>, _ to: SIMD2<Double>, _ width: Double) -> Int {
    GroundRaster.texels.reduce(0) { steps, texel in
      let half = Double(GroundRaster.side) / 2 * texel + width
      let (low, high) = (pointwiseMin(from, to), pointwiseMax(from, to))
      guard low.x < half, high.x > -half, low.y < half, high.y > -half else { return steps }
      let (across, down) = (min(half, high.x) - max(-half, low.x), min(half, high.y) - max(-half, low.y))
      // A piece with round ends: no wider than its box.
      let rows = whole((down + width) / texel) + whole(width / texel)
      return steps + (rows + 2) * row + whole((across + down) * width / (texel * texel)) / texels
    }
  }
}
