/// A square of the Mercator world: at zoom z the world is cut into 2^z columns and as many rows.
///
/// Columns count from 180° W eastwards, rows from the north southwards (XYZ, not TMS).
package struct TileID: Hashable, Sendable {
  /// The deepest zoom that any archive may have; its tiles are 4 cm wide.
  package static let deepest = 30

  /// In `0 ... deepest`.
  package let zoom: Int
  /// In `0 ..< 2^zoom`.
  package let x: Int
  /// In `0 ..< 2^zoom`.
  package let y: Int

  /// Creates the name of a tile; `nil` if there is no such tile.
  package init?(zoom: Int, x: Int, y: Int) {
    guard (0...Self.deepest).contains(zoom) else { return nil }
    let side = 1 << zoom
    guard (0..<side).contains(x), (0..<side).contains(y) else { return nil }
    (self.zoom, self.x, self.y) = (zoom, x, y)
  }

  /// The tile at `zoom` in which a point lies; points beyond the north or south end belong to the last row.
  package init(at point: MercatorPoint, zoom: Int) {
    let zoom = max(0, min(Self.deepest, zoom))
    let side = Double(1 << zoom)
    func index(_ value: Double) -> Int {
      value.isFinite ? Int(min(max(0, (value * side).rounded(.down)), side - 1)) : 0
    }
    self.zoom = zoom
    x = index(point.x - point.x.rounded(.down))
    y = index(point.y)
  }

  /// The tile of the zoom before in which this one lies; `nil` for the whole world.
  package var parent: TileID? { zoom == 0 ? nil : TileID(zoom: zoom - 1, x: x >> 1, y: y >> 1) }

  /// Its north-western corner.
  package var origin: MercatorPoint { MercatorPoint(x: Double(x) * side, y: Double(y) * side) }

  /// How long its sides are, where the world's are 1.
  package var side: Double { 1 / Double(1 << zoom) }
}

extension TileID: CustomStringConvertible {
  /// `14/8704/5971`, as map programs write it.
  package var description: String { "\(zoom)/\(x)/\(y)" }
}
