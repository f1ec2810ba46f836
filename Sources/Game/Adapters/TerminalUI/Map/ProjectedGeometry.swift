internal import TextCanvas
internal import Views

/// One geometry on the screen: converts its units to dots, and dots to units for clipping.
struct ProjectedGeometry {
  let geometry: MapGeometry
  /// Dots: `x' = xx * x + xy * y + x0`, and the same for y.
  private let xx, xy, x0: Double
  private let yx, yy, y0: Double
  /// Units within which two corners in a row are as good as one: half a dot.
  private let nearness: UInt32
  /// The shapes of each kind, by its rank.
  private let ranges: [Range<Int>]

  /// The copies of each geometry that may be visible; a map of the whole world repeats it.
  static func all(_ ground: MapScreen.Ground) -> [ProjectedGeometry] {
    ground.geometries.flatMap { geometry in
      ground.frame.affines(for: geometry).compactMap { ProjectedGeometry(geometry, $0) }
    }
  }

  /// `nil` if a unit of the geometry has no length in the frame, or no finite one.
  init?(_ geometry: MapGeometry, _ affine: MapFrame.Affine) {
    self.geometry = geometry
    // Two dots to a column, four to a row, counted from the middle of the first.
    (xx, xy, x0) = (affine.xx * 2, affine.xy * 2, affine.x0 * 2 - 0.5)
    (yx, yy, y0) = (affine.yx * 4, affine.yy * 4, affine.y0 * 4 - 0.5)
    let area = abs(xx * yy - xy * yx)
    guard area > 0, area.isFinite, abs(x0) < 1e15, abs(y0) < 1e15 else { return nil }
    nearness = UInt32(min(1e6, 0.5 / area.squareRoot()))
    ranges = Self.ranges(of: geometry)
  }

  private static func ranges(of geometry: MapGeometry) -> [Range<Int>] {
    var ranges = [Range<Int>](repeating: 0..<0, count: GroundKind.allCases.count)
    var start = 0
    while start < geometry.shapes.count {
      let kind = geometry.shapes[start].kind
      var end = start + 1
      while end < geometry.shapes.count, geometry.shapes[end].kind == kind { end += 1 }
      ranges[kind.rank] = start..<end
      start = end
    }
    return ranges
  }

  /// The indices of the geometry's shapes of a rank.
  func shapes(rank: Int) -> Range<Int> { ranges[rank] }

  /// The box in units that holds everything that may show in a window, with a margin of `margin` dots.
  func box(of window: Area, margin: Double) -> MapGeometry.Box {
    let (left, right) = (Double(2 * window.column) - margin, Double(2 * window.endColumn) + margin)
    let (top, bottom) = (Double(4 * window.row) - margin, Double(4 * window.endRow) + margin)
    let area = xx * yy - xy * yx
    var (low, high) = (SIMD2(repeating: Double.infinity), SIMD2(repeating: -Double.infinity))
    for (x, y) in [(left, top), (right, top), (left, bottom), (right, bottom)] {
      let corner = SIMD2(yy * (x - x0) - xy * (y - y0), xx * (y - y0) - yx * (x - x0)) / area
      (low, high) = (pointwiseMin(low, corner), pointwiseMax(high, corner))
    }
    func units(_ value: Double) -> Int32 { Int32(max(-2e9, min(2e9, value.rounded(.down)))) }
    return MapGeometry.Box(left: units(low.x), top: units(low.y), right: units(high.x + 1), bottom: units(high.y + 1))
  }

  /// Converts a corner from units to dots.
  @inline(__always)
  private func dot(_ point: MapGeometry.Point) -> Dot {
    let (x, y) = (Double(point.x), Double(point.y))
    return Dot(x: xx * x + xy * y + x0, y: yx * x + yy * y + y0)
  }

  /// The corners of a part of the geometry, unless its indices are invalid.
  @inline(__always)
  func corners(_ part: Int, _ points: UnsafeBufferPointer<MapGeometry.Point>) -> UnsafeBufferPointer<MapGeometry.Point>?
  {
    guard geometry.parts.indices.contains(part) else { return nil }
    let range = geometry.parts[part]
    guard range.lowerBound >= 0, range.upperBound <= points.count else { return nil }
    return UnsafeBufferPointer(rebasing: points[Int(range.lowerBound)..<Int(range.upperBound)])
  }

  /// Adds the dots of a row of corners to `dots`, without those that change nothing.
  @inline(__always)
  func add(_ corners: UnsafeBufferPointer<MapGeometry.Point>, to dots: inout DotList) {
    guard var kept = corners.first else { return }
    dots.makeRoom(for: corners.count)
    dots.append(dot(kept))
    let last = corners.count - 1
    let side = geometry.side ?? .min
    for index in 1..<max(1, corners.count) {
      let corner = corners[index]
      // Points on the border of a tile are kept, or neighbouring tiles would not meet.
      if index < last, (corner.x &- kept.x).magnitude <= nearness, (corner.y &- kept.y).magnitude <= nearness,
        corner.x != 0, corner.y != 0, corner.x != side, corner.y != side
      {
        continue
      }
      dots.append(dot(corner))
      kept = corner
    }
  }

  /// Whether a shape touches the border of its tile, where some of its edges may come from clipping.
  func isCut(_ box: MapGeometry.Box) -> Bool {
    guard let side = geometry.side else { return false }
    return box.left <= 0 || box.top <= 0 || box.right >= side || box.bottom >= side
  }

  /// Calls `draw` with each run of a ring that is an outline and not an edge made by clipping.
  func outlines(
    of ring: UnsafeBufferPointer<MapGeometry.Point>, _ dots: inout DotList, _ draw: (UnsafeBufferPointer<Dot>) -> Void
  ) {
    guard let side = geometry.side, let last = ring.last else { return }
    dots.removeAll()
    dots.makeRoom(for: ring.count + 1)
    dots.append(dot(last))
    var previous = last
    for corner in ring {
      let isBorder =
        corner.x == previous.x && (corner.x == 0 || corner.x == side)
        || corner.y == previous.y && (corner.y == 0 || corner.y == side)
      if isBorder {
        draw(dots.all)
        dots.removeAll()
      }
      dots.append(dot(corner))
      previous = corner
    }
    draw(dots.all)
  }
}

/// Dots in a row, in memory that is used again and again.
struct DotList: ~Copyable {
  private var memory: UnsafeMutableBufferPointer<Dot>
  private(set) var count = 0

  init() { memory = .allocate(capacity: 1024) }

  deinit { memory.deallocate() }

  /// All dots; valid until the next change.
  var all: UnsafeBufferPointer<Dot> { UnsafeBufferPointer(rebasing: memory[..<count]) }

  mutating func removeAll() { count = 0 }

  /// Reserves memory for `more` further dots.
  mutating func makeRoom(for more: Int) {
    guard count + more > memory.count else { return }
    let larger = UnsafeMutableBufferPointer<Dot>.allocate(capacity: max(2 * memory.count, count + more))
    _ = larger.update(fromContentsOf: memory[..<count])
    memory.deallocate()
    memory = larger
  }

  /// Goes back to the first.
  mutating func close() {
    guard count > 0 else { return }
    makeRoom(for: 1)
    append(memory[0])
  }

  /// Appends a dot; the caller has reserved the memory.
  @inline(__always)
  mutating func append(_ dot: Dot) {
    memory.baseAddress.unsafelyUnwrapped.advanced(by: count).initialize(to: dot)
    count += 1
  }
}
