extension Raster {
  /// Draws a straight line, both ends included.
  package mutating func line(from start: Dot, to end: Dot) {
    guard let (start, end) = clipped(start, end) else { return }
    let direction = Direction(x: end.x - start.x, y: end.y - start.y)
    let last = (x: nearest(end.x, dots.width), y: nearest(end.y, dots.height))
    var (x, y) = (nearest(start.x, dots.width), nearest(start.y, dots.height))
    let (across, down) = (abs(last.x - x), -abs(last.y - y))
    let (stepX, stepY) = (x < last.x ? 1 : -1, y < last.y ? 1 : -1)
    var error = across + down
    while true {  // Bresenham: at most as many turns as the raster has dots on a side
      mark(x, y, direction)
      if x == last.x && y == last.y { return }
      let twice = 2 * error
      if twice >= down {
        error += down
        x += stepX
      }
      if twice <= across {
        error += across
        y += stepY
      }
    }
  }

  /// Draws a line through the points; one that cannot be drawn breaks the line in two.
  package mutating func polyline(_ points: [Dot]) {
    for (start, end) in zip(points, points.dropFirst()) { line(from: start, to: end) }
  }

  /// Draws a circle without filling it; nothing if the radius is no number or not above 0.
  package mutating func circle(centre: Dot, radius: Double) {
    guard centre.isUsable, radius > 0, radius <= 1e12 else { return }
    let (width, height) = dots
    // Rows find the steep parts without a gap and columns the flat ones, at a cost that no radius raises.
    for y in rows(from: centre.y - radius, to: centre.y + radius, limit: height) {
      let rise = Double(y) - centre.y
      let reach = max(0, radius * radius - rise * rise).squareRoot()
      for x in [centre.x - reach, centre.x + reach] where x > -0.5 && x < Double(width) - 0.5 {
        mark(nearest(x, width), y, Direction(x: -rise, y: x - centre.x))
      }
    }
    for x in rows(from: centre.x - radius, to: centre.x + radius, limit: width) {
      let run = Double(x) - centre.x
      let reach = max(0, radius * radius - run * run).squareRoot()
      for y in [centre.y - reach, centre.y + reach] where y > -0.5 && y < Double(height) - 0.5 {
        mark(x, nearest(y, height), Direction(x: centre.y - y, y: run))
      }
    }
  }

  /// The whole numbers of `0 ..< limit` that lie in a range.
  func rows(from low: Double, to high: Double, limit: Int) -> Range<Int> {
    let first = Int(min(max(0, low.rounded(.up)), Double(limit)))
    let end = Int(min(max(0, high.rounded(.down) + 1), Double(limit)))
    return first..<max(first, end)
  }

  /// The nearest dot of `0 ..< limit`.
  private func nearest(_ value: Double, _ limit: Int) -> Int {
    min(max(0, Int(value.rounded())), limit - 1)
  }

  /// The part of a line that lies on the raster (Liang and Barsky), or nothing.
  private func clipped(_ start: Dot, _ end: Dot) -> (Dot, Dot)? {
    guard start.isUsable, end.isUsable, size.columns > 0, size.rows > 0 else { return nil }
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let (right, bottom) = (Double(dots.width) - 0.5, Double(dots.height) - 0.5)
    var (enter, leave) = (0.0, 1.0)
    for (step, room) in [(-dx, start.x + 0.5), (dx, right - start.x), (-dy, start.y + 0.5), (dy, bottom - start.y)] {
      if step == 0 {
        if room < 0 { return nil }
      } else if step < 0 {
        enter = max(enter, room / step)
      } else {
        leave = min(leave, room / step)
      }
    }
    guard enter <= leave else { return nil }
    return (
      Dot(x: start.x + enter * dx, y: start.y + enter * dy), Dot(x: start.x + leave * dx, y: start.y + leave * dy)
    )
  }
}
