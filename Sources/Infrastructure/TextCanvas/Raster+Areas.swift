extension Raster {
  /// Fills the inside of rings, each closed by itself.
  ///
  /// Inside is what an odd number of rings surrounds, so a ring within a ring is a hole. A ring with a point that
  /// cannot be drawn is left out.
  package mutating func polygon(_ rings: [[Dot]], texture: Texture = .solid) {
    let rings = rings.filter { ring in ring.count > 2 && ring.allSatisfy(\.isUsable) }
    guard let box = box(of: rings) else { return }
    scan(rings, box)
    let width = box.columns.count + 1
    for row in box.rows {
      var isInside = false
      let base = (row - box.rows.lowerBound) * width - box.columns.lowerBound
      for column in box.columns {
        if crossings[base + column] { isInside.toggle() }
        if isInside { cells[(row >> 2) * size.columns + column >> 1].cover(column & 1, row & 3, texture) }
      }
    }
  }

  /// The dots that the rings can touch, or nothing if they lie outside.
  private func box(of rings: [[Dot]]) -> (columns: Range<Int>, rows: Range<Int>)? {
    var (left, right) = (Double.infinity, -Double.infinity)
    var (top, bottom) = (Double.infinity, -Double.infinity)
    for ring in rings {
      for point in ring {
        (left, right) = (min(left, point.x), max(right, point.x))
        (top, bottom) = (min(top, point.y), max(bottom, point.y))
      }
    }
    guard left <= right else { return nil }
    let columns = rows(from: left, to: right, limit: dots.width)
    let rows = rows(from: top, to: bottom, limit: dots.height)
    return columns.isEmpty || rows.isEmpty ? nil : (columns, rows)
  }

  /// Notes in `crossings` where each row of dots passes an edge: an even number of them at one dot is none.
  ///
  /// Nothing is sorted and memory depends on the box alone, however many edges there are.
  private mutating func scan(_ rings: [[Dot]], _ box: (columns: Range<Int>, rows: Range<Int>)) {
    let width = box.columns.count + 1
    crossings.removeAll(keepingCapacity: true)
    crossings.append(contentsOf: repeatElement(false, count: width * box.rows.count))
    let (left, right) = (Double(box.columns.lowerBound), Double(box.columns.upperBound))
    for ring in rings {
      var previous = ring[ring.count - 1]
      for point in ring {
        defer { previous = point }
        let (upper, lower) = previous.y < point.y ? (previous, point) : (point, previous)
        guard upper.y < lower.y else { continue }
        let slope = (lower.x - upper.x) / (lower.y - upper.y)
        // An edge owns its upper end and not its lower one, so that a corner counts once.
        let first = max(Double(box.rows.lowerBound), upper.y.rounded(.up))
        let end = min(Double(box.rows.upperBound), lower.y.rounded(.up))
        guard first < end else { continue }
        for row in Int(first)..<Int(end) {
          let x = (upper.x + (Double(row) - upper.y) * slope).rounded(.up)
          let column = Int(min(max(left, x), right)) - box.columns.lowerBound
          crossings[(row - box.rows.lowerBound) * width + column].toggle()
        }
      }
    }
  }
}
