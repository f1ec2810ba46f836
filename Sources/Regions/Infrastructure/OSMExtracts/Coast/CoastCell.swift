/// The coastline within a frame: lines that cross it, and rings that lie inside of it.
///
/// Everything is exact. Along the border and along each row, land and water alternate; where they do not, the coastline
/// contradicts itself and ``SeaDoubt`` is thrown.
struct CoastCell {
  /// A crossing of a row with a segment.
  private struct Crossing {
    let x: CoastFraction
    let segment: Int
  }

  /// A crossing of the border with a line.
  private struct BorderEvent {
    let spot: CoastBorderSpot
    let line: Int
    let isEntry: Bool
  }

  let frame: CoastFrame
  /// Begin and end with a point outside.
  let lines: [[CoastPoint]]
  /// Closed, without their first point again.
  let rings: [[CoastPoint]]
  /// What the frame is filled with where no line crosses its border: sea or land.
  private let isFilled: Bool
  /// Of the lines, then of the rings.
  private let segments: [CoastSegment]
  /// The line or the ring of each segment; rings count on from lines.
  private let owners: [Int]
  private let events: [BorderEvent]
  /// Which segments a row may cross; `nil` for all.
  private var rows: CoastRows?
  private let work: CoastWork

  /// The coastline of a whole extract in its frame; lines end outside.
  ///
  /// Where no line crosses the border, the outermost ring tells what is around it.
  init(_ frame: CoastFrame, lines: [[CoastPoint]], rings: [[CoastPoint]], _ work: CoastWork) throws(SeaDoubt) {
    let land = try CoastCell(frame, lines: lines, rings: rings, isFilled: false, work)
    guard land.events.isEmpty, let top = land.outermostTop else {
      self = land
      return
    }
    let isIsland = try land.crossings(of: top).first.map { !land.segments[$0.segment].isRising } ?? false
    self = isIsland ? try CoastCell(frame, lines: lines, rings: rings, isFilled: true, work) : land
  }

  private init(
    _ frame: CoastFrame, lines: [[CoastPoint]], rings: [[CoastPoint]], isFilled: Bool, _ work: CoastWork
  ) throws(SeaDoubt) {
    (self.frame, self.isFilled, self.work) = (frame, isFilled, work)
    var (pieces, whole) = ([[CoastPoint]](), [[CoastPoint]]())
    for line in lines { pieces += try frame.pieces(of: line, work) }
    for ring in rings {
      if let outside = ring.firstIndex(where: { !frame.contains($0) }) {
        pieces += try frame.pieces(of: Array(ring[outside...] + ring[...outside]), work)
      } else {
        whole.append(ring)
      }
    }
    (self.lines, self.rings) = (pieces, whole)
    var (segments, owners) = ([CoastSegment](), [Int]())
    for (owner, line) in (pieces + whole.map { $0 + $0.prefix(1) }).enumerated() {
      for (start, end) in zip(line, line.dropFirst()) {
        try work.step()
        segments.append(CoastSegment(start: start, end: end))
        owners.append(owner)
      }
    }
    (self.segments, self.owners) = (segments, owners)
    events = pieces.enumerated().flatMap { line, points in
      let last = points.count - 1
      return [
        BorderEvent(
          spot: frame.exit(of: CoastSegment(start: points[1], end: points[0])), line: line, isEntry: true),
        BorderEvent(
          spot: frame.exit(of: CoastSegment(start: points[last - 1], end: points[last])), line: line, isEntry: false),
      ]
    }.sorted { $0.spot < $1.spot }
    for (event, next) in zip(events, events.dropFirst() + events.prefix(1)) {
      // Behind an exit there is water, clockwise, as far as the next entry.
      guard event.isEntry != next.isEntry, event.spot != next.spot else {
        throw .contradiction(at: pieces[event.line][1].place)
      }
    }
  }

  /// How many segments it has.
  var count: Int { segments.count }
  /// Whether no coastline is in it.
  var isEmpty: Bool { segments.isEmpty }

  /// Its part in a part of the frame.
  func part(_ smaller: CoastFrame) throws(SeaDoubt) -> CoastCell {
    let part = try CoastCell(smaller, lines: lines, rings: rings, isFilled: false, work)
    guard part.events.isEmpty, try isSea(right: smaller.west, row: smaller.south + 2) else { return part }
    return try CoastCell(smaller, lines: lines, rings: rings, isFilled: true, work)
  }

  /// The same cell, in which the crossings of a row are found without looking at all segments.
  var withRows: CoastCell {
    var result = self
    result.rows = CoastRows(segments, in: frame)
    return result
  }

  /// The row just below the highest point of all rings.
  private var outermostTop: Int? { rings.joined().lazy.map(\.y).max().map { $0 - 1 } }
}

// MARK: - Rows

extension CoastCell {
  /// Whether a point is sea.
  func isSea(_ point: CoastPoint) throws(SeaDoubt) -> Bool { try isSea(right: point.x, row: point.y | 1) }

  /// Whether there is sea on a row, just right of an `x` that is not on the coastline.
  private func isSea(right x: Int, row: Int) throws(SeaDoubt) -> Bool {
    let before = try checkedCrossings(of: row).last { $0.x < CoastFraction(x) }
    return before.map { segments[$0.segment].isRising } ?? isSeaAtWest(row: row)
  }

  /// Whether there is sea where a row begins.
  private func isSeaAtWest(row: Int) -> Bool { nextEntry(row: row) != nil || events.isEmpty && isFilled }

  /// The line that enters next, clockwise from the beginning of a row; `nil` if that is on land.
  private func nextEntry(row: Int) -> Int? {
    let spot = CoastBorderSpot(side: 3, offset: CoastFraction(row))
    guard let next = events.first(where: { $0.spot > spot }) ?? events.first, next.isEntry else { return nil }
    return next.line
  }

  /// Where a row crosses the coastline, from west to east.
  private func crossings(of row: Int) throws(SeaDoubt) -> [Crossing] {
    let (west, east) = (CoastFraction(frame.west), CoastFraction(frame.east))
    var crossings: [Crossing] = []
    func take(_ index: Int) throws(SeaDoubt) {
      try work.step()
      guard segments[index].crosses(row: row), case let x = segments[index].x(at: row), west < x, x < east else {
        return
      }
      crossings.append(Crossing(x: x, segment: index))
    }
    if let rows {
      for index in rows.segments(near: row) { try take(index) }
    } else {
      for index in segments.indices { try take(index) }
    }
    return crossings.sorted { $0.x < $1.x }
  }

  /// The crossings of a row, which have to alternate: into the sea, out of it.
  private func checkedCrossings(of row: Int) throws(SeaDoubt) -> [Crossing] {
    let crossings = try crossings(of: row)
    var isSea = isSeaAtWest(row: row)
    for crossing in crossings {
      let segment = segments[crossing.segment]
      guard segment.isRising != isSea else { throw .contradiction(at: segment.start.place) }
      isSea.toggle()
    }
    return crossings
  }

  /// Checks that the coastline does not cross itself; of long segments it takes time with the square of their number.
  func check() throws(SeaDoubt) {
    let sorted = segments.sorted { $0.west < $1.west }
    for (index, segment) in sorted.enumerated() {
      // Those behind begin at the same place or farther east; only as far as this one goes they can meet it.
      for other in sorted[(index + 1)...] {
        try work.step()
        guard other.west <= segment.east else { break }
        if segment.meets(other) { throw .crossing(at: segment.start.place) }
      }
    }
    // Lines that touch in a point may cross there.
    var seen: Set<CoastPoint> = []
    for point in lines.joined() + Array(rings.joined()) where !seen.insert(point).inserted && frame.contains(point) {
      for row in [point.y - 1, point.y + 1] { _ = try checkedCrossings(of: row) }
    }
  }
}

/// The segments of a cell by bands of rows, for many questions about single rows.
private struct CoastRows {
  private static let count = 64

  private let south: Int
  /// Rows of one band.
  private let height: Int
  private var bands = [[Int]](repeating: [], count: count)

  init(_ segments: [CoastSegment], in frame: CoastFrame) {
    (south, height) = (frame.south, frame.height / Self.count + 1)
    for (index, segment) in segments.enumerated() where segment.south < frame.north && segment.north > frame.south {
      for band in band(of: segment.south)...band(of: segment.north) { bands[band].append(index) }
    }
  }

  /// The numbers of all segments that may cross a row.
  func segments(near row: Int) -> [Int] { bands[band(of: row)] }

  private func band(of row: Int) -> Int { max(0, min(Self.count - 1, (row - south) / height)) }
}

// MARK: - Polygons

extension CoastCell {
  /// The sea within the frame.
  func polygons() throws(SeaDoubt) -> [Sea.Polygon] {
    var polygons: [Sea.Polygon] = []
    // The polygon that a line or a ring of water bounds; for a ring of land, the one that it is a hole of.
    var owner = [Int?](repeating: nil, count: lines.count + rings.count)
    let next = successors
    for line in lines.indices where owner[line] == nil {
      var (outline, current) = ([Sea.Point](), line)
      while owner[current] == nil {
        owner[current] = polygons.count
        outline += points(of: lines[current])
        outline += corners(from: exit(of: current), to: entry(of: next[current]))
        current = next[current]
      }
      polygons.append(Sea.Polygon(outline: outline))
    }
    if lines.isEmpty, isFilled {
      polygons.append(Sea.Polygon(outline: (0..<4).map { Sea.Point(frame.corner(after: $0)) }))
    }
    // From north to south, and from west to east: what lies around a ring, or beside it in the west, comes first.
    let tops = try rings.indices.map { ring throws(SeaDoubt) in try top(of: ring) }
    for top in tops.sorted(by: { $0.row != $1.row ? $0.row > $1.row : $0.x < $1.x }) {
      let outline = rings[top.ring].map(Sea.Point.init)
      if top.isWater {
        owner[lines.count + top.ring] = polygons.count
        polygons.append(Sea.Polygon(outline: outline))
      } else {
        let around = top.neighbour.map { owner[$0] } ?? nextEntry(row: top.row).map { owner[$0] } ?? 0
        guard let around, polygons.indices.contains(around) else {
          throw .contradiction(at: rings[top.ring][0].place)
        }
        owner[lines.count + top.ring] = around
        polygons[around].holes.append(outline)
      }
    }
    return polygons
  }

  /// Where a ring begins, from the north and from the west.
  private struct Top {
    let ring: Int
    let row: Int
    let x: CoastFraction
    /// Whether the ring has water inside.
    let isWater: Bool
    /// The line or the ring in the west of it, on the same row.
    let neighbour: Int?
  }

  private func top(of ring: Int) throws(SeaDoubt) -> Top {
    let row = (rings[ring].lazy.map(\.y).max() ?? 0) - 1
    let crossings = try checkedCrossings(of: row)
    guard let index = crossings.firstIndex(where: { owners[$0.segment] == lines.count + ring }) else {
      throw .crossing(at: rings[ring][0].place)
    }
    let crossing = crossings[index]
    return Top(
      ring: ring, row: row, x: crossing.x, isWater: segments[crossing.segment].isRising,
      neighbour: index > 0 ? owners[crossings[index - 1].segment] : nil)
  }

  /// The line that goes on with the border of the sea behind each line.
  private var successors: [Int] {
    var result = Array(lines.indices)
    for (event, next) in zip(events, events.dropFirst() + events.prefix(1)) where !event.isEntry {
      result[event.line] = next.line
    }
    return result
  }

  private func entry(of line: Int) -> CoastBorderSpot {
    frame.exit(of: CoastSegment(start: lines[line][1], end: lines[line][0]))
  }

  private func exit(of line: Int) -> CoastBorderSpot {
    let points = lines[line]
    return frame.exit(of: CoastSegment(start: points[points.count - 2], end: points[points.count - 1]))
  }

  /// The points of a line within the frame, with those where it crosses the border.
  private func points(of line: [CoastPoint]) -> [Sea.Point] {
    let inner = line.dropFirst().dropLast().map(Sea.Point.init)
    let (first, last) = (
      frame.exit(of: CoastSegment(start: line[1], end: line[0])),
      frame.exit(of: CoastSegment(start: line[line.count - 2], end: line[line.count - 1]))
    )
    return [Sea.Point(first, of: frame)] + inner + [Sea.Point(last, of: frame)]
  }

  /// The corners of the frame between two points of its border, clockwise.
  private func corners(from start: CoastBorderSpot, to end: CoastBorderSpot) -> [Sea.Point] {
    let sides = end < start ? start.side..<end.side + 4 : start.side..<end.side
    return sides.map { Sea.Point(frame.corner(after: $0 % 4)) }
  }
}

extension Sea.Point {
  fileprivate init(_ point: CoastPoint) { self.init(longitude: Double(point.x) / 2e7, latitude: Double(point.y) / 2e7) }

  fileprivate init(_ spot: CoastBorderSpot, of frame: CoastFrame) {
    let along = (spot.side == 1 || spot.side == 2 ? -spot.offset.value : spot.offset.value) / 2e7
    switch spot.side {
    case 0: self.init(longitude: along, latitude: Double(frame.north) / 2e7)
    case 1: self.init(longitude: Double(frame.east) / 2e7, latitude: along)
    case 2: self.init(longitude: along, latitude: Double(frame.south) / 2e7)
    default: self.init(longitude: Double(frame.west) / 2e7, latitude: along)
    }
  }
}
