package import Geodesy

/// The screen's rectangle laid on the world: where places lie in cells, and what lies under a cell.
///
/// The scale is that of web maps: at zoom z a column is two of the 256 * 2^z pixels around the world, and a row is
/// twice as high as a column is wide. The world lies on a grid of whole cells, so that a map that moves, moves by whole
/// cells and what was drawn of it stays right.
package struct MapFrame: Hashable, Sendable {
  /// Columns around the world at zoom 0: 256 pixels of a web map's only tile, two to a column.
  package static let columnsPerWorldAtZoom0 = 128.0

  /// The point in the middle of the screen.
  package let centre: MercatorPoint
  /// As on web maps; may be a fraction.
  package let zoom: Double
  /// Columns around the world: a whole number, so that the grid has no seam.
  package let columnsPerWorld: Double
  /// The bearing that points up on the screen; north unless the map turns with the player.
  package let up: Bearing
  /// The screen's size in cells; never negative.
  package let columns, rows: Int
  /// Of ``up``.
  let sine, cosine: Double

  /// Lays a screen on the world so that `centre` is in its middle, as near as the grid allows: half a cell.
  package init(centre: MercatorPoint, zoom: Double, up: Bearing = .north, columns: Int, rows: Int) {
    self.zoom = MapCamera.zooms.clamp(zoom.isFinite ? zoom : MapCamera.zooms.lowerBound)
    self.up = up
    (self.columns, self.rows) = (Self.sizes.clamp(columns), Self.sizes.clamp(rows))
    columnsPerWorld = (Self.columnsPerWorldAtZoom0 * Angle.powerOfTwo(self.zoom)).rounded()
    (sine, cosine) = Angle.sineAndCosine(degrees: up.degrees)
    self.centre = Self.snapped(
      centre, scale: columnsPerWorld, sine: sine, cosine: cosine, columns: self.columns, rows: self.rows)
  }

  /// Cells that a screen may have along a side.
  private static let sizes = 0...20_000

  /// The point for which the edges of cells lie on the world's grid.
  private static func snapped(
    _ centre: MercatorPoint, scale: Double, sine: Double, cosine: Double, columns: Int, rows: Int
  ) -> MercatorPoint {
    let east = (centre.x.isFinite ? centre.x - centre.x.rounded(.down) : 0.5) * scale
    let south = (centre.y.isFinite ? max(-2, min(3, centre.y)) : 0.5) * scale
    func snap(_ middle: Double, _ count: Int) -> Double {
      let half = Double(count) / 2
      // What is between two cells but for rounding belongs to the second, whichever way it was rounded.
      return (middle - half + 0.5 + 0.0001).rounded(.down) + half
    }
    let across = snap(east * cosine + south * sine, columns)
    let down = 2 * snap((south * cosine - east * sine) / 2, rows)
    return MercatorPoint(x: (across * cosine - down * sine) / scale, y: (across * sine + down * cosine) / scale)
  }

  // MARK: - Places and cells

  /// Where a point of the world lies, on the turn of the world that is nearest to the middle.
  package func point(of place: MercatorPoint) -> MapScreen.Point { point(onThisTurn: place.nearest(to: centre)) }

  /// Where a point of the world lies, on the turn of the world that it is given on.
  func point(onThisTurn place: MercatorPoint) -> MapScreen.Point {
    let (east, south) = ((place.x - centre.x) * columnsPerWorld, (place.y - centre.y) * columnsPerWorld)
    return MapScreen.Point(
      x: Double(columns) / 2 + east * cosine + south * sine,
      y: Double(rows) / 2 + (south * cosine - east * sine) / 2)
  }

  /// Where a place lies; it may be outside of the screen.
  package func point(of place: Coordinate) -> MapScreen.Point { point(of: MercatorPoint(place)) }

  /// The point of the world at a spot of the screen; it may lie on another turn of the world.
  package func mercator(at point: MapScreen.Point) -> MercatorPoint {
    let (across, down) = (point.x - Double(columns) / 2, (point.y - Double(rows) / 2) * 2)
    return MercatorPoint(
      x: centre.x + (across * cosine - down * sine) / columnsPerWorld,
      y: centre.y + (across * sine + down * cosine) / columnsPerWorld)
  }

  /// The place at a spot of the screen.
  package func coordinate(at point: MapScreen.Point) -> Coordinate { mercator(at: point).coordinate }

  /// Whether a spot is on the screen.
  package func contains(_ point: MapScreen.Point) -> Bool {
    (0..<Double(columns)).contains(point.x) && (0..<Double(rows)).contains(point.y)
  }

  /// Metres on the ground that a column spans, at the latitude of the middle.
  package var metresPerColumn: Double { centre.metresPerWorld / columnsPerWorld }

  /// The width of `metres` in columns, at the latitude of a place.
  package func columns(metres: Double, at place: MercatorPoint) -> Double {
    metres * columnsPerWorld / place.metresPerWorld
  }

  /// A bearing as a direction on the screen: 0 is up.
  package func direction(_ bearing: Bearing) -> Bearing { Bearing(degrees: bearing.degrees - up.degrees) }

  /// The cells by which the content of `before` has moved right and down; `nil` if more than the centre has changed.
  package func moved(since before: MapFrame) -> (columns: Int, rows: Int)? {
    guard columnsPerWorld == before.columnsPerWorld, up == before.up, columns == before.columns, rows == before.rows
    else { return nil }
    let point = point(of: before.centre)
    let (across, down) = (point.x - Double(columns) / 2, point.y - Double(rows) / 2)
    guard abs(across - across.rounded()) < 0.001, abs(down - down.rounded()) < 0.001, abs(across) < 1e9,
      abs(down) < 1e9
    else { return nil }
    return (Int(across.rounded()), Int(down.rounded()))
  }
}
