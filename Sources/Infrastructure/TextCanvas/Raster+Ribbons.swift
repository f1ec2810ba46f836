extension Raster {
  /// Draws a road as wide as it is: both its edges, and between them an area of the ink `fill`.
  ///
  /// `width` counts in dots; below 3 there is nothing between two edges, so it is a line of the ink `edge`. Lines that
  /// were drawn inside before are taken away. Where roads meet, draw the edges of all of them first
  /// (``ribbonEdges(_:width:ink:)``) and then all that lies between (``ribbonFill(_:width:ink:)``), so that no edge
  /// runs across a junction.
  package mutating func ribbon(_ points: [Dot], width: Double, fill: UInt8, edge: UInt8) {
    ribbonEdges(points, width: width, ink: edge)
    ribbonFill(points, width: width, ink: fill)
  }

  /// Draws the two edges of a road, without ends.
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

  /// What lies between the last two pairs of points; at a joint that is cut off two triangles that touch in the joint.
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

  /// To where the left edges of two stretches meet, or nothing where that is too far.
  private static func mitre(_ before: Dot, _ after: Dot, _ halfWidth: Double) -> Dot? {
    let sum = Dot(x: before.x + after.x, y: before.y + after.y)
    let square = sum.x * sum.x + sum.y * sum.y
    // A mitre as long as the limit makes this the square of half widths that follows.
    guard square * mitreLimit * mitreLimit >= 4 * halfWidth * halfWidth else { return nil }
    let factor = 2 * halfWidth * halfWidth / square
    return Dot(x: sum.x * factor, y: sum.y * factor)
  }
}
