import TextCanvas

extension Raster {
  /// Fills the inside of rings, each closed by itself.
  mutating func polygon(_ rings: [[Dot]], texture: Texture? = .solid, ink: UInt8 = 0) {
    var ends: [Int] = []
    var end = 0
    for ring in rings {
      end += ring.count
      ends.append(end)
    }
    polygon(dots: Array(rings.joined()), ends: ends, texture: texture, ink: ink)
  }

  /// Draws a road: both its edges, and between them an area of the ink `fill`.
  mutating func ribbon(_ points: [Dot], width: Double, fill: UInt8, edge: UInt8) {
    ribbonEdges(points, width: width, ink: edge)
    ribbonFill(points, width: width, ink: fill)
  }
}
