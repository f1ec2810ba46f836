extension Raster {
  /// Draws a straight line, both ends included.
  package mutating func line(from start: Dot, to end: Dot, ink: UInt8 = 0) {
    guard start.isUsable, end.isUsable else { return }
    draw(ink: ink) { $0.stroke(from: FixedDot(start), to: FixedDot(end)) }
  }

  /// Draws a line through the points; one that cannot be drawn breaks the line in two.
  package mutating func polyline(_ points: [Dot], ink: UInt8 = 0) {
    points.withUnsafeBufferPointer { polyline($0, ink: ink) }
  }

  /// Draws a line through points that lie in a row somewhere: a part of many lines kept as one list.
  package mutating func polyline(_ points: UnsafeBufferPointer<Dot>, ink: UInt8 = 0) {
    guard points.count > 1 else { return }
    draw(ink: ink) { pen in
      var previous: FixedDot?
      for point in points {
        let next = point.isUsable ? FixedDot(point) : nil
        if let previous, let next { pen.stroke(from: previous, to: next) }
        previous = next
      }
    }
  }

  /// Draws a circle without filling it; does nothing if the radius is not a number above 0.
  package mutating func circle(centre: Dot, radius: Double, ink: UInt8 = 0) {
    guard centre.isUsable, radius > 0, radius <= 1e12 else { return }
    let (width, height) = dots
    draw(ink: ink) { pen in
      // Rows find the steep parts without a gap and columns the flat ones, at a cost that no radius raises.
      for y in Self.whole(from: centre.y - radius, to: centre.y + radius, limit: height) {
        let rise = Double(y) - centre.y
        let reach = max(0, radius * radius - rise * rise).squareRoot()
        for x in [centre.x - reach, centre.x + reach] where x > -0.5 && x < Double(width) - 0.5 {
          pen.dot(Self.nearest(x, width), y, Direction(x: -rise, y: x - centre.x))
        }
      }
      for x in Self.whole(from: centre.x - radius, to: centre.x + radius, limit: width) {
        let run = Double(x) - centre.x
        let reach = max(0, radius * radius - run * run).squareRoot()
        for y in [centre.y - reach, centre.y + reach] where y > -0.5 && y < Double(height) - 0.5 {
          pen.dot(x, Self.nearest(y, height), Direction(x: centre.y - y, y: run))
        }
      }
    }
  }

  /// The whole numbers of `0 ..< limit` that lie in a range.
  private static func whole(from low: Double, to high: Double, limit: Int) -> Range<Int> {
    let first = Int(min(max(0, low.rounded(.up)), Double(limit)))
    let end = Int(min(max(0, high.rounded(.down) + 1), Double(limit)))
    return first..<max(first, end)
  }

  /// The nearest dot of `0 ..< limit`.
  private static func nearest(_ value: Double, _ limit: Int) -> Int {
    min(max(0, Int(value.rounded())), limit - 1)
  }
}

extension Raster {
  /// Draws the two edges of a road, without ends.
  ///
  /// `width` counts in dots; below 3 there is nothing between two edges, so it is a line. Where roads meet, draw the
  /// edges of all of them first and then all that lies between (``ribbonFill(_:width:texture:ink:)``), so that no edge
  /// runs across a junction.
  package mutating func ribbonEdges(_ points: [Dot], width: Double, ink: UInt8) {
    guard width >= Ribbon.least, width <= Ribbon.most else { return polyline(points, ink: ink) }
    for ribbon in Ribbon.all(of: points, halfWidth: width / 2) {
      polyline(ribbon.left, ink: ink)
      polyline(ribbon.right, ink: ink)
    }
  }

  /// Fills what lies between the edges of a road, and takes away the lines in it.
  package mutating func ribbonFill(_ points: [Dot], width: Double, texture: Texture? = nil, ink: UInt8) {
    guard width >= Ribbon.least, width <= Ribbon.most else { return }
    for ribbon in Ribbon.all(of: points, halfWidth: width / 2) {
      scan(pieces: ribbon.pieces, .cover(RasterCell.Fill(texture, ink: ink)))
    }
    // The dots of an edge lie up to half a dot beside it.
    for ribbon in Ribbon.all(of: points, halfWidth: width / 2 - 0.75) { scan(pieces: ribbon.pieces, .wipe) }
  }

  /// Each piece by itself: where they overlap there is no hole.
  private mutating func scan(pieces: [Dot], _ action: Scan.Action) {
    pieces.withUnsafeBufferPointer { dots in
      withUnsafePointer(to: Ribbon.corners) { corners in
        for first in stride(from: 0, to: dots.count, by: Ribbon.corners) {
          let piece = UnsafeBufferPointer(rebasing: dots[first..<first + Ribbon.corners])
          scan(piece, UnsafeBufferPointer(start: corners, count: 1), action)
        }
      }
    }
  }
}

/// Both sides of a line of some width.
private struct Ribbon {
  /// Dots of width from which on there is something between two edges, and up to which a road is not the whole world.
  static let least = 3.0
  static let most = 1e6
  /// How far a pointed joint may reach, in half widths, before it is cut off.
  private static let mitreLimit = 2.0

  private(set) var left: [Dot] = []
  private(set) var right: [Dot] = []
  /// The corners of a piece for each stretch, and for each joint that is cut off.
  private(set) var pieces: [Dot] = []
  static let corners = 4

  /// The ribbon of each run of points that can be drawn.
  static func all(of points: [Dot], halfWidth: Double) -> [Ribbon] {
    points.split { !$0.isUsable }.compactMap { Ribbon(along: distinct($0), halfWidth) }
  }

  /// Points on one spot have no direction between them.
  private static func distinct(_ points: ArraySlice<Dot>) -> [Dot] {
    var kept: [Dot] = []
    for point in points {
      if let last = kept.last, abs(point.x - last.x) + abs(point.y - last.y) < 1.0 / 64 { continue }
      kept.append(point)
    }
    return kept
  }

  private init?(along points: [Dot], _ halfWidth: Double) {
    guard points.count > 1 else { return nil }
    let sides = zip(points, points.dropFirst()).map { Self.side($0, $1, halfWidth) }
    add(points[0], sides[0])
    for joint in 1..<points.count {
      let (before, after) = (sides[joint - 1], sides[min(joint, sides.count - 1)])
      if let mitre = Self.mitre(before, after, halfWidth) {
        add(points[joint], mitre)
        addPiece()
      } else {
        add(points[joint], before)
        addPiece()
        add(points[joint], after)
        addPiece()
      }
    }
  }

  private mutating func add(_ point: Dot, _ side: Dot) {
    left.append(Dot(x: point.x + side.x, y: point.y + side.y))
    right.append(Dot(x: point.x - side.x, y: point.y - side.y))
  }

  /// Adds the area between the last two pairs of points; at a bevelled joint, two triangles that touch in the joint.
  private mutating func addPiece() {
    let last = left.count - 1
    pieces += [left[last - 1], left[last], right[last], right[last - 1]]
  }

  /// From the line to its left edge.
  private static func side(_ start: Dot, _ end: Dot, _ halfWidth: Double) -> Dot {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let length = max(.leastNormalMagnitude, (dx * dx + dy * dy).squareRoot())
    return Dot(x: dy / length * halfWidth, y: -dx / length * halfWidth)
  }

  /// The offset to the point where the left edges of two segments meet; `nil` if it is too far away.
  private static func mitre(_ before: Dot, _ after: Dot, _ halfWidth: Double) -> Dot? {
    let sum = Dot(x: before.x + after.x, y: before.y + after.y)
    let square = sum.x * sum.x + sum.y * sum.y
    // A mitre as long as the limit makes this the square of half widths that follows.
    guard square * mitreLimit * mitreLimit >= 4 * halfWidth * halfWidth else { return nil }
    let factor = 2 * halfWidth * halfWidth / square
    return Dot(x: sum.x * factor, y: sum.y * factor)
  }
}

/// Draws strokes into the cells of a raster; valid during one call.
struct Pen {
  private let cells: UnsafeMutablePointer<RasterCell>
  private let columns: Int
  private let reach: Raster.Reach
  private let ink: UInt8
  /// Whether a cell can show the dots of several lines.
  private let isBraille: Bool

  init(
    cells: UnsafeMutablePointer<RasterCell>, of raster: (columns: Int, glyphs: GlyphLevel), _ reach: Raster.Reach,
    ink: UInt8
  ) {
    self.cells = cells
    columns = raster.columns
    isBraille = raster.glyphs == .braille
    self.reach = reach
    self.ink = ink
  }

  /// Draws a straight line, both ends included: one dot for each step along its longer axis.
  func stroke(from start: FixedDot, to end: FixedDot) {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let (along, across) = (reach.left..<reach.right, reach.top..<reach.bottom)
    if isBraille {
      let (cells, columns, ink) = (cells, columns, ink)
      if abs(dx) >= abs(dy) {
        Self.trace(start, end, along, across) { x, y in
          cells[(y >> 2) &* columns &+ x >> 1].mark(RasterCell.bit(x, y), ink: ink)
        }
      } else {
        Self.trace(start.transposed, end.transposed, across, along) { y, x in
          cells[(y >> 2) &* columns &+ x >> 1].mark(RasterCell.bit(x, y), ink: ink)
        }
      }
    } else {
      let direction = Direction(x: Double(dx), y: Double(dy))
      if abs(dx) >= abs(dy) {
        Self.trace(start, end, along, across) { x, y in mark(x, y, direction) }
      } else {
        Self.trace(start.transposed, end.transposed, across, along) { y, x in mark(x, y, direction) }
      }
    }
  }

  /// Calls `mark` with each dot of a line that lies in reach; x is its longer axis.
  @inline(__always)
  private static func trace(
    _ start: FixedDot, _ end: FixedDot, _ along: Range<Int>, _ across: Range<Int>, _ mark: (Int, Int) -> Void
  ) {
    let (start, end) = start.x <= end.x ? (start, end) : (end, start)
    let first = max(FixedDot.dot(start.x), along.lowerBound)
    let last = min(FixedDot.dot(end.x), along.upperBound &- 1)
    // The outermost dots may lie half a dot beyond the ends, so up to one farther across.
    guard first <= last, FixedDot.dot(max(start.y, end.y)) >= across.lowerBound &- 1,
      FixedDot.dot(min(start.y, end.y)) <= across.upperBound
    else { return }
    var line = ExactLine(
      along: start.x, across: start.y, run: max(1, end.x &- start.x), rise: end.y &- start.y, first: first,
      rounding: .nearest)
    var x = first
    while x <= last {
      if across.lowerBound <= line.place, line.place < across.upperBound { mark(x, line.place) }
      line.advance()
      x &+= 1
    }
  }

  /// Sets one dot, which lies in reach, of a line in that direction.
  @inline(__always)
  private func mark(_ x: Int, _ y: Int, _ direction: Direction) {
    let cell = cells + ((y >> 2) &* columns &+ x >> 1)
    if isBraille {
      cell.pointee.mark(RasterCell.bit(x, y), ink: ink)
    } else {
      cell.pointee.mark(RasterCell.bit(x, y), direction, ink: ink)
    }
  }

  /// Sets one dot, if it lies in reach.
  func dot(_ x: Int, _ y: Int, _ direction: Direction) {
    if reach.left <= x, x < reach.right, reach.top <= y, y < reach.bottom { mark(x, y, direction) }
  }
}

extension Raster {
  /// Draws with a pen of that ink; does nothing if no dot can be painted.
  mutating func draw(ink: UInt8, _ draw: (Pen) -> Void) {
    guard !reach.isEmpty else { return }
    let (raster, reach) = ((columns: size.columns, glyphs: glyphs), reach)
    cells.withUnsafeMutableBufferPointer { cells in
      guard let first = cells.baseAddress else { return }
      draw(Pen(cells: first, of: raster, reach, ink: ink))
    }
  }
}
