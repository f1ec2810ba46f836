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

  /// Draws a circle without filling it; nothing if the radius is no number or not above 0.
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
