extension Raster {
  /// Fills the inside of rings, each closed by itself, that lie one behind the other in `dots`.
  ///
  /// `ends` says for each ring where the next one begins. Inside is what an odd number of rings surrounds, so a ring
  /// within a ring is a hole; a dot belongs to it if its centre does, so areas side by side share none and leave no
  /// gap. A ring with a point that cannot be drawn, or of less than three points, is left out, and so is everything
  /// from an end on that lies before its beginning or beyond the dots. Without a texture only the colour behind the area is seen.
  package mutating func polygon(dots: [Dot], ends: [Int], texture: Texture? = nil, ink: UInt8 = 0) {
    dots.withUnsafeBufferPointer { dots in
      ends.withUnsafeBufferPointer { polygon(dots: dots, ends: $0, texture: texture, ink: ink) }
    }
  }

  /// Fills a polygon whose rings are a part of longer lists; `ends` counts from the first of `dots`.
  package mutating func polygon(
    dots: UnsafeBufferPointer<Dot>, ends: UnsafeBufferPointer<Int>, texture: Texture? = nil, ink: UInt8 = 0
  ) {
    scan(dots, ends, .cover(RasterCell.Fill(texture, ink: ink)))
  }

  /// Does what `action` says with the dots inside of rings.
  mutating func scan(
    _ dots: UnsafeBufferPointer<Dot>, _ ends: UnsafeBufferPointer<Int>, _ action: Scan.Action
  ) {
    guard !reach.isEmpty else { return }
    let words = (2 * size.columns + 63) / 64
    if crossings.isEmpty { crossings = Array(repeating: 0, count: words * 4 * size.rows) }
    let (columns, reach) = (size.columns, reach)
    Self.withBoth(&cells, &crossings) { cells, crossings in
      var scan = Scan(crossings: crossings, words: words, reach)
      scan.note(dots, ends)
      scan.fill(cells, columns: columns, action)
    }
  }

  private static func withBoth(
    _ cells: inout [RasterCell], _ crossings: inout [UInt64],
    _ body: (UnsafeMutablePointer<RasterCell>, UnsafeMutablePointer<UInt64>) -> Void
  ) {
    cells.withUnsafeMutableBufferPointer { cells in
      crossings.withUnsafeMutableBufferPointer { crossings in
        if let cells = cells.baseAddress, let crossings = crossings.baseAddress { body(cells, crossings) }
      }
    }
  }
}

/// The filling of one polygon, row of dots by row of dots.
///
/// Every edge notes where each row of dots passes it, as a bit that is turned over: an even number of edges at one dot
/// is none. Nothing is sorted, and a row is filled 64 dots at a time by adding up its bits from the left.
struct Scan {
  /// What happens to the dots inside.
  enum Action {
    case cover(RasterCell.Fill)
    /// Lines are taken away.
    case wipe
  }

  /// `words` for each row of dots, all zero before and after.
  private let crossings: UnsafeMutablePointer<UInt64>
  private let words: Int
  private let reach: Raster.Reach
  /// The rows and columns of dots that edges have touched; the last column may lie beyond the reach.
  private var rows: (first: Int, last: Int)
  private var columns: (first: Int, last: Int)

  init(crossings: UnsafeMutablePointer<UInt64>, words: Int, _ reach: Raster.Reach) {
    self.crossings = crossings
    self.words = words
    self.reach = reach
    rows = (reach.bottom, reach.top - 1)
    columns = (reach.right, reach.left - 1)
  }

  // MARK: - Edges

  /// Notes the edges of all rings that can be drawn.
  mutating func note(_ dots: UnsafeBufferPointer<Dot>, _ ends: UnsafeBufferPointer<Int>) {
    var start = 0
    for end in ends {
      guard start <= end, end <= dots.count else { return }
      let ring = UnsafeBufferPointer(rebasing: dots[start..<end])
      start = end
      guard ring.count > 2, ring.allSatisfy(\.isUsable) else { continue }
      var previous = FixedDot(ring[ring.count - 1])
      for dot in ring {
        let next = FixedDot(dot)
        note(previous, next)
        previous = next
      }
    }
  }

  private mutating func note(_ start: FixedDot, _ end: FixedDot) {
    let (upper, lower) = start.y < end.y ? (start, end) : (end, start)
    // An edge owns its upper end and not its lower one, so that a corner counts once.
    let first = max(reach.top, Self.next(upper.y))
    let stop = min(reach.bottom, Self.next(lower.y))
    guard first < stop else { return }
    guard Self.next(min(upper.x, lower.x)) < reach.right else {
      // To the right of everything that can be painted it changes nothing.
      columns.last = reach.right
      return
    }
    rows = (min(rows.first, first), max(rows.last, stop - 1))
    var line = ExactLine(
      along: upper.y, across: upper.x, run: lower.y - upper.y, rise: lower.x - upper.x, first: first, rounding: .up)
    var row = crossings + first * words
    for _ in first..<stop {
      let column = max(reach.left, line.place)
      if column < reach.right {
        row[column >> 6] ^= 1 << UInt64(truncatingIfNeeded: column & 63)
        columns.first = min(columns.first, column)
      }
      columns.last = max(columns.last, column)
      row += words
      line.advance()
    }
  }

  /// The first dot at or after a coordinate.
  private static func next(_ parts: Int) -> Int { (parts + FixedDot.unit - 1) >> FixedDot.shift }

  // MARK: - Filling

  /// Does what `action` says with the dots inside, and leaves no edge behind.
  func fill(_ cells: UnsafeMutablePointer<RasterCell>, columns count: Int, _ action: Action) {
    guard rows.first <= rows.last, columns.first < reach.right else { return }
    let range = columns.first >> 6...lastColumn >> 6
    for cellRow in rows.first >> 2...rows.last >> 2 {
      let row = crossings + cellRow * 4 * words
      var isInside = SIMD4<UInt64>(repeating: 0)
      for word in range {
        let edges = SIMD4(row[word], row[words + word], row[2 * words + word], row[3 * words + word])
        if edges == .zero, isInside == .zero { continue }
        for line in 0..<4 { row[line * words + word] = 0 }
        let dots = Self.filled(edges, &isInside) & reachable(word)
        change(dots, cells + (cellRow * count + word * 32), action)
      }
    }
  }

  /// The last column that can be inside: an edge beyond the reach leaves everything up to there in doubt.
  private var lastColumn: Int { min(columns.last, reach.right - 1) }

  /// The dots of a word of 64 columns that may be painted.
  private func reachable(_ word: Int) -> UInt64 {
    let room = reach.right - word * 64
    return room >= 64 ? .max : 1 << UInt64(truncatingIfNeeded: max(0, room)) - 1
  }

  /// The dots with an odd number of edges at or before them, four rows at once; `isInside` goes on to the next word.
  @inline(__always)
  private static func filled(_ edges: SIMD4<UInt64>, _ isInside: inout SIMD4<UInt64>) -> SIMD4<UInt64> {
    var dots = edges
    dots ^= dots &<< 1
    dots ^= dots &<< 2
    dots ^= dots &<< 4
    dots ^= dots &<< 8
    dots ^= dots &<< 16
    dots ^= dots &<< 32
    dots ^= isInside
    isInside = 0 &- (dots &>> 63)
    return dots
  }

  /// Changes the 32 cells that a word of four rows covers.
  @inline(__always)
  private func change(_ dots: SIMD4<UInt64>, _ cells: UnsafeMutablePointer<RasterCell>, _ action: Action) {
    var (a, b, c, d) = (dots[0], dots[1], dots[2], dots[3])
    var any = a | b | c | d
    if any == 0 { return }
    let first = any.trailingZeroBitCount >> 1
    var cell = cells + first
    let skipped = UInt64(truncatingIfNeeded: 2 &* first)
    (a, b, c, d, any) = (a &>> skipped, b &>> skipped, c &>> skipped, d &>> skipped, any &>> skipped)
    while any != 0 {
      let rows = UInt8(truncatingIfNeeded: a & 3 | (b & 3) &<< 2 | (c & 3) &<< 4 | (d & 3) &<< 6)
      if rows != 0 {
        switch action {
        case .cover(let fill): cell.pointee.cover(RasterCell.dots(rows), fill)
        case .wipe: cell.pointee.wipe(RasterCell.dots(rows))
        }
      }
      cell += 1
      (a, b, c, d, any) = (a &>> 2, b &>> 2, c &>> 2, d &>> 2, any &>> 2)
    }
  }
}

/// The pattern that an area is filled with.
///
/// It is the same in every cell, so it moves with the ground when a picture is moved by whole cells.
package enum Texture: UInt8, Hashable, Sendable, CaseIterable {
  /// Every dot.
  case solid = 1
  /// Water.
  case waves
  /// Parks and woods.
  case grass
  /// Sand, squares, anything quiet.
  case sparse
  /// Buildings.
  case hatch

  /// The dots that the texture keeps, in the bit order of the braille patterns.
  var pattern: UInt8 {
    switch self {
    case .solid: 0xFF
    case .waves: 0b0001_0010  // the second row from the left and the first: a ripple
    case .grass: 0b0110_0010
    case .sparse: 0b0000_0100
    case .hatch: 0b0110_1010
    }
  }

  /// The character for a whole cell in ASCII.
  var letter: Unicode.Scalar {
    switch self {
    case .solid: "#"
    case .waves: "~"
    case .grass: "\""
    case .sparse: "."
    case .hatch: "%"
    }
  }

  /// The character for a whole cell in the old code page 437.
  var shade: Unicode.Scalar {
    switch self {
    case .solid: "█"
    case .waves: "~"
    case .grass: "░"
    case .sparse: "."
    case .hatch: "▒"
    }
  }
}
