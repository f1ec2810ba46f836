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

  /// The same for rings that lie somewhere in longer lists; `ends` counts from the first of `dots`.
  package mutating func polygon(
    dots: UnsafeBufferPointer<Dot>, ends: UnsafeBufferPointer<Int>, texture: Texture? = nil, ink: UInt8 = 0
  ) {
    scan(dots, ends, .cover(RasterCell.Fill(texture, ink: ink)))
  }

  /// Fills the inside of rings, each closed by itself.
  package mutating func polygon(_ rings: [[Dot]], texture: Texture? = .solid, ink: UInt8 = 0) {
    var ends: [Int] = []
    var end = 0
    for ring in rings {
      end += ring.count
      ends.append(end)
    }
    polygon(dots: Array(rings.joined()), ends: ends, texture: texture, ink: ink)
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
