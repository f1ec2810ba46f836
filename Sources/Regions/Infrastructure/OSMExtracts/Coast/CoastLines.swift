/// The coastline of an extract, joined: lines that end somewhere, and rings.
struct CoastLines {
  /// Lines of two points at least.
  private(set) var lines: [[CoastPoint]] = []
  /// Closed, without their first point again.
  private(set) var rings: [[CoastPoint]] = []
  /// Where lines begin and end.
  private(set) var ends: [CoastPoint] = []

  /// Joins lines where one ends at the place at which exactly one other begins.
  init(joining pieces: [[FixedPlace]], _ work: CoastWork) throws(SeaDoubt) {
    var open: [[CoastPoint]] = []
    for piece in pieces {
      let points = try Self.distinct(piece, work)
      if points.count == 1 { ends.append(points[0]) }
      guard points.count > 1 else { continue }
      if points.first == points.last { rings.append(Array(points.dropLast())) } else { open.append(points) }
    }
    let next = Self.successors(of: open)
    var isFirst = [Bool](repeating: true, count: open.count)
    for index in next.compactMap({ $0 }) { isFirst[index] = false }
    var isDone = [Bool](repeating: false, count: open.count)
    // Lines with a beginning first; what is left goes in circles.
    for start in open.indices.filter({ isFirst[$0] }) + open.indices.filter({ !isFirst[$0] }) where !isDone[start] {
      var (line, index) = ([CoastPoint](), Optional(start))
      while let current = index, !isDone[current] {
        isDone[current] = true
        line += open[current].dropFirst(line.isEmpty ? 0 : 1)
        index = next[current]
      }
      if line.first == line.last { rings.append(Array(line.dropLast())) } else { lines.append(line) }
    }
    ends += lines.flatMap { [$0.first, $0.last].compactMap { $0 } }
  }

  private static func distinct(_ piece: [FixedPlace], _ work: CoastWork) throws(SeaDoubt) -> [CoastPoint] {
    var points: [CoastPoint] = []
    for place in piece {
      try work.step()
      let point = CoastPoint(place)
      if points.last != point { points.append(point) }
    }
    return points
  }

  /// The line that goes on where each ends; none where several do, or several end there.
  private static func successors(of lines: [[CoastPoint]]) -> [Int?] {
    let starts = Dictionary(grouping: lines.indices) { lines[$0][0] }
    let ends = Dictionary(grouping: lines.indices) { lines[$0][lines[$0].count - 1] }
    return lines.map { line in
      let place = line[line.count - 1]
      guard let begin = starts[place], begin.count == 1, ends[place]?.count == 1 else { return nil }
      return begin[0]
    }
  }

  /// The largest part of each side that is cut off where lines end within the frame.
  private static let margin = 8

  /// The frame without the margins in which lines end.
  ///
  /// Extracts follow the outline of a country, or lack the nodes outside of the box: there lines end a little before the
  /// box does. The nearest side moves inward behind each end. An end farther inside is a gap.
  func frame(within box: CoastFrame) throws(SeaDoubt) -> CoastFrame {
    var frame = box
    /// How far a point is from a side, by the length across.
    func shares(_ point: CoastPoint) -> [Double] {
      let (width, height) = (Double(box.width), Double(box.height))
      return [
        Double(box.north - point.y) / height, Double(box.east - point.x) / width,
        Double(point.y - box.south) / height, Double(point.x - box.west) / width,
      ]
    }
    let inside = ends.filter(box.contains).map { (end: $0, shares: shares($0)) }
    for (end, shares) in inside.sorted(by: { ($0.shares.min() ?? 0) < ($1.shares.min() ?? 0) }) {
      guard frame.contains(end) else { continue }
      guard let least = shares.min(), least <= 1 / Double(Self.margin) else { throw .openEnd(at: end.place) }
      switch shares.firstIndex(of: least) {
      case 0: frame.north = end.y - 1
      case 1: frame.east = end.x - 1
      case 2: frame.south = end.y + 1
      default: frame.west = end.x + 1
      }
    }
    return frame
  }
}
