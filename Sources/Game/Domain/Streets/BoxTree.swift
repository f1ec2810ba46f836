package import Geodesy

/// Boxes of a plane, packed into a tree: which of them meet another one, and which are nearest.
///
/// Built once, along a Hilbert curve (after Kamel and Faloutsos, 1993, "On packing R-trees"), with 16 boxes in each
/// knot; its size depends only on the number of boxes, whatever lies in them.
package struct BoxTree: Sendable {
  /// Boxes of a knot.
  private static let width = 16

  /// Those of the leaves in their order on the curve, then the level above, up to the root.
  private let boxes: [PlaneBox]
  /// Where each level begins in ``boxes``, and where the last one ends.
  private let levels: [Int]
  /// The caller's number of each leaf.
  private let numbers: [UInt32]

  /// Packs boxes, which are numbered from 0.
  package init(_ boxes: [PlaneBox]) {
    let order = Self.order(of: boxes)
    numbers = order
    var (all, levels) = (order.map { boxes[Int($0)] }, [0, order.count])
    all.reserveCapacity(order.count + order.count / (Self.width - 1) + 8)
    while levels[levels.count - 1] - levels[levels.count - 2] > 1 {
      let (first, end) = (levels[levels.count - 2], levels[levels.count - 1])
      for start in stride(from: first, to: end, by: Self.width) {
        var knot = PlaneBox.none
        for child in start..<min(end, start + Self.width) { knot.take(all[child]) }
        all.append(knot)
      }
      levels.append(all.count)
    }
    (self.boxes, self.levels) = (all, levels)
  }

  private static func order(of boxes: [PlaneBox]) -> [UInt32] {
    var all = PlaneBox.none
    for box in boxes { all.take(box) }
    let side = max(Double(all.east) - Double(all.west), Double(all.north) - Double(all.south), 1)
    let scale = 65_535 / side
    let keys = boxes.enumerated().map { number, box in
      let x = ((Double(box.west) + Double(box.east)) / 2 - Double(all.west)) * scale
      let y = ((Double(box.south) + Double(box.north)) / 2 - Double(all.south)) * scale
      return UInt64(hilbert(UInt32(min(65_535, max(0, x))), UInt32(min(65_535, max(0, y))))) << 32 | UInt64(number)
    }
    return keys.sorted().map { UInt32(truncatingIfNeeded: $0) }
  }

  /// How far along the Hilbert curve of 16 levels a cell lies.
  private static func hilbert(_ x: UInt32, _ y: UInt32) -> UInt32 {
    var (x, y, place) = (x, y, UInt32(0))
    var side: UInt32 = 1 << 15
    while side > 0 {
      let (right, up) = (x & side != 0, y & side != 0)
      place += side * side * ((right ? 3 : 0) ^ (up ? 1 : 0))
      if !up {
        if right { (x, y) = (65_535 - x, 65_535 - y) }
        (x, y) = (y, x)
      }
      side >>= 1
    }
    return place
  }

  /// The children of a knot, which lie one level lower.
  private func children(of knot: Int, level: Int) -> Range<Int> {
    let first = levels[level - 1] + (knot - levels[level]) * Self.width
    return first..<min(levels[level], first + Self.width)
  }
}

extension BoxTree {
  /// Calls `visit` with the number of each box that meets `box`, until it returns false; returns whether it never did.
  @discardableResult
  package func forEach(meeting box: PlaneBox, _ visit: (Int) -> Bool) -> Bool {
    search(where: { $0.meets(box) }, visit)
  }

  /// Visits each box that a segment may pass through; returns `false` if `visit` stopped the search.
  @discardableResult
  func forEach(along segment: PlaneSegment, _ visit: (Int) -> Bool) -> Bool {
    let box = PlaneBox(around: segment)
    return search(where: { $0.meets(box) && $0.isCut(by: segment) }, visit)
  }

  @inline(__always)
  private func search(where fits: (PlaneBox) -> Bool, _ visit: (Int) -> Bool) -> Bool {
    guard let root = boxes.indices.last, fits(boxes[root]) else { return true }
    var open = [(knot: root, level: levels.count - 2)]
    while let (knot, level) = open.popLast() {
      guard level > 0 else {
        guard visit(Int(numbers[knot])) else { return false }
        continue
      }
      for child in children(of: knot, level: level) where fits(boxes[child]) { open.append((child, level - 1)) }
    }
    return true
  }

  /// Calls `visit` with boxes and their distances to a point, the nearest first, until it returns false.
  ///
  /// - Parameter distance: metres from the point to what lies in a box; not less than to the box.
  package func forEach(
    nearest point: TangentPlane.Point, distance: (Int) -> Double, _ visit: (Int, Double) -> Bool
  ) {
    guard let root = boxes.indices.last else { return }
    var queue = CheapestFirst()
    let exact = UInt32(boxes.count)
    // Numbers below `exact` are boxes; the others, what lies in a leaf.
    queue.push(UInt32(root), cost: boxes[root].distance(to: point))
    while let entry = queue.pop() {
      guard entry.number < exact else {
        guard visit(Int(entry.number - exact), entry.cost) else { return }
        continue
      }
      let knot = Int(entry.number)
      if knot < levels[1] {
        let number = numbers[knot]
        queue.push(exact + number, cost: distance(Int(number)))
      } else {
        let level = levels.lastIndex { $0 <= knot } ?? 1
        for child in children(of: knot, level: level) {
          queue.push(UInt32(child), cost: boxes[child].distance(to: point))
        }
      }
    }
  }
}

/// A rectangle of a plane, in metres; single precision, rounded to the outside.
package struct PlaneBox {
  /// Metres from the origin of the plane to the sides.
  package var west, south, east, north: Float

  /// The box that holds nothing.
  static let none = PlaneBox(west: .infinity, south: .infinity, east: -.infinity, north: -.infinity)

  init(west: Float, south: Float, east: Float, north: Float) {
    (self.west, self.south, self.east, self.north) = (west, south, east, north)
  }

  /// The box around points that are not farther than so many metres.
  package init(around point: TangentPlane.Point, metres: Double = 0) {
    west = Float(point.east - metres).nextDown
    south = Float(point.north - metres).nextDown
    east = Float(point.east + metres).nextUp
    north = Float(point.north + metres).nextUp
  }

  init(around segment: PlaneSegment) {
    self = PlaneBox(around: segment.start)
    take(PlaneBox(around: segment.end))
  }

  /// Grows until `other` lies in it.
  package mutating func take(_ other: PlaneBox) {
    (west, south) = (min(west, other.west), min(south, other.south))
    (east, north) = (max(east, other.east), max(north, other.north))
  }

  /// Whether the two have a point in common.
  package func meets(_ other: PlaneBox) -> Bool {
    west <= other.east && other.west <= east && south <= other.north && other.south <= north
  }

  /// Metres to the nearest point of it, hardly too few and never too many.
  package func distance(to point: TangentPlane.Point) -> Double {
    let dx = max(0, Double(west) - point.east, point.east - Double(east))
    let dy = max(0, Double(south) - point.north, point.north - Double(north))
    return (dx * dx + dy * dy).squareRoot()
  }

  /// Whether the line through a segment has parts of the box on both of its sides, or touches it.
  func isCut(by segment: PlaneSegment) -> Bool {
    let (dx, dy) = (segment.end.east - segment.start.east, segment.end.north - segment.start.north)
    let middle = TangentPlane.Point(
      east: (Double(west) + Double(east)) / 2, north: (Double(south) + Double(north)) / 2)
    let side = dx * (middle.north - segment.start.north) - dy * (middle.east - segment.start.east)
    // As far as the corners of the box lie from its middle across the line.
    let reach = abs(dx) * (Double(north) - Double(south)) / 2 + abs(dy) * (Double(east) - Double(west)) / 2
    return abs(side) <= reach * (1 + 1e-9) + 1e-9
  }
}
