package import Geodesy

extension MapFrame {
  /// From a sheet's units to cells: `x' = xx * x + xy * y + x0`, `y' = yx * x + yy * y + y0`.
  package struct Affine: Hashable, Sendable {
    /// The row of the matrix that gives columns: factors of `x` and `y`, and the column of the origin.
    package let xx, xy, x0: Double
    /// The row of the matrix that gives rows: factors of `x` and `y`, and the row of the origin.
    package let yx, yy, y0: Double

    /// Where a corner lies on the screen, in cells.
    package func point(_ corner: MapGeometry.Point) -> MapScreen.Point {
      let (x, y) = (Double(corner.x), Double(corner.y))
      return MapScreen.Point(x: xx * x + xy * y + x0, y: yx * x + yy * y + y0)
    }
  }

  /// How a sheet lies on the screen, on the turn of the world on which its middle is nearest to the screen's.
  package func affine(for geometry: MapGeometry) -> Affine {
    affine(origin: geometry.origin, unit: geometry.unit, turns: -(middle(of: geometry) - centre.x).rounded())
  }

  /// The transforms from the sheet to the screen, one for each repetition of the world on which it may show: none if it
  /// lies off the screen, several if the whole world is smaller than the screen.
  package func affines(for geometry: MapGeometry) -> [Affine] {
    let middle = middle(of: geometry) - centre.x
    let half = Double(geometry.box.right - geometry.box.left) / 2 * geometry.unit
    // Half the screen's diagonal: whatever the rotation, nothing farther away shows.
    let (across, down) = (Double(columns), Double(rows) * 2)
    let reach = half + (across * across + down * down).squareRoot() / 2 / columnsPerWorld
    let first = max(-Self.mostTurns, (-reach - middle).rounded(.up))
    let last = min(Self.mostTurns, (reach - middle).rounded(.down))
    guard first <= last else { return [] }
    return stride(from: first, through: last, by: 1).map {
      affine(origin: geometry.origin, unit: geometry.unit, turns: $0)
    }
  }

  /// Turns of the world to each side that are drawn at most.
  private static let mostTurns = 20.0

  /// The middle of what a sheet shows, from west to east.
  private func middle(of geometry: MapGeometry) -> Double {
    geometry.origin.x + (Double(geometry.box.left) + Double(geometry.box.right)) / 2 * geometry.unit
  }

  private func affine(origin: MercatorPoint, unit: Double, turns: Double) -> Affine {
    let scale = unit * columnsPerWorld
    let east = (origin.x + turns - centre.x) * columnsPerWorld
    let south = (origin.y - centre.y) * columnsPerWorld
    return Affine(
      xx: scale * cosine, xy: scale * sine, x0: Double(columns) / 2 + east * cosine + south * sine,
      yx: -scale * sine / 2, yy: scale * cosine / 2, y0: Double(rows) / 2 + (south * cosine - east * sine) / 2)
  }
}

// MARK: - Tiles

extension MapFrame {
  /// Tiles that a screen shows at most.
  package static let mostTiles = 64

  /// The tiles whose detail suits the scale: a dot of the finest raster is a pixel of a web map, and its tiles are
  /// made for twice as many pixels.
  package var tileZoom: Int { Int(zoom.rounded(.down)) - 1 }

  /// The zoom from which on towns are looked at, and how many zooms deeper their tiles may be: those that suit the scale
  /// were made for the whole country, and leave out most streets.
  private static let (townZoom, townDetail) = (13.0, 2)

  /// The tiles that cover the screen, the nearest to the middle first: of the zoom that suits the scale, or the nearest
  /// that there is.
  ///
  /// Where those would be more than `most` it is a zoom with fewer; of the lowest at most `most`.
  ///
  /// - Parameter deepest: the zoom of the tiles that have all streets, which are preferred where a town is looked at.
  package func tiles(zooms: ClosedRange<Int>, deepest: Int? = nil, atMost most: Int = mostTiles) -> [TileID] {
    let zooms = max(0, min(TileID.deepest, zooms.lowerBound))...max(0, min(TileID.deepest, zooms.upperBound))
    guard columns > 0, rows > 0, most > 0 else { return [] }
    var zoom = zooms.clamp(tileZoom)
    if let deepest, self.zoom >= Self.townZoom {
      zoom = max(zoom, min(zoom + Self.townDetail, deepest, zooms.upperBound))
    }
    while zoom > zooms.lowerBound, tiles(zoom: zoom, atMost: most + 1).count > most { zoom -= 1 }
    return tiles(zoom: zoom, atMost: most)
  }

  private func tiles(zoom: Int, atMost most: Int) -> [TileID] {
    let side = Double(1 << zoom)
    let corners = [(0, 0), (columns, 0), (0, rows), (columns, rows)].map {
      mercator(at: MapScreen.Point(x: Double($0.0), y: Double($0.1)))
    }
    // The result has at most `most` tiles, so look no farther than that to each side of the middle.
    let reach = Double(most)
    let (x, y) = ((centre.x * side).rounded(.down), (centre.y * side).rounded(.down))
    func range(_ values: [Double], _ middle: Double, _ limits: ClosedRange<Double>) -> ClosedRange<Int>? {
      let low = max((values.min() ?? 0) * side, middle - reach, limits.lowerBound).rounded(.down)
      let high = min((values.max() ?? 0) * side, middle + reach, limits.upperBound).rounded(.down)
      return low <= high ? Int(low)...Int(high) : nil
    }
    guard let across = range(corners.map(\.x), x, -1e12...1e12), let down = range(corners.map(\.y), y, 0...side - 1)
    else { return [] }
    return nearest(most, across: across, down: down, zoom: zoom)
  }

  private func nearest(_ most: Int, across: ClosedRange<Int>, down: ClosedRange<Int>, zoom: Int) -> [TileID] {
    let side = Double(1 << zoom)
    let (x, y) = (centre.x * side - 0.5, centre.y * side - 0.5)
    var found: [(distance: Double, id: TileID)] = []
    for row in down {
      for column in across where shows(column: column, row: row, side: 1 / side) {
        guard let id = TileID(zoom: zoom, x: column & (1 << zoom - 1), y: row) else { continue }
        found.append(((Double(column) - x) * (Double(column) - x) + (Double(row) - y) * (Double(row) - y), id))
      }
    }
    found.sort { ($0.distance, $0.id.y, $0.id.x) < ($1.distance, $1.id.y, $1.id.x) }
    var seen: Set<TileID> = []
    return Array(found.map(\.id).filter { seen.insert($0).inserted }.prefix(most))
  }

  /// Whether any of a tile's square, on its own turn of the world, is on the screen.
  ///
  /// The square overlaps the box around the screen; where the box around the square, turned as the screen is, overlaps
  /// the screen too, nothing separates the two.
  private func shows(column: Int, row: Int, side: Double) -> Bool {
    let affine = affine(origin: MercatorPoint(x: Double(column) * side, y: Double(row) * side), unit: side, turns: 0)
    let corners = [(0, 0), (1, 0), (0, 1), (1, 1)].map { affine.point(MapGeometry.Point(x: $0.0, y: $0.1)) }
    func overlaps(_ values: [Double], _ length: Int) -> Bool {
      (values.max() ?? 0) > 0 && (values.min() ?? 0) < Double(length)
    }
    return overlaps(corners.map(\.x), columns) && overlaps(corners.map(\.y), rows)
  }
}
