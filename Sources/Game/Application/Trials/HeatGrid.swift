package import Geodesy

/// The time that players spent at each place: seconds in the cells of a grid.
package struct HeatGrid: Hashable, Sendable {
  /// Cells along the longer side.
  private static let most = 160.0
  /// Metres around the places that it covers.
  private static let rim = 150.0
  /// Metres of the smallest cell: finer would be noise.
  private static let finest = 4.0

  /// Columns from west to east, rows from north to south.
  package let columns: Int
  /// Cells from north to south.
  package let rows: Int
  /// Metres that a cell is wide and high.
  package let cell: Double
  /// Row by row.
  package private(set) var seconds: [UInt32]
  private let west, north, columnsPerDegree, rowsPerDegree: Double

  /// A grid around some places, none of them beyond the poles.
  package init(around places: [Coordinate]) {
    let middle = places.first ?? Coordinate(clampingLatitude: 0, wrappingLongitude: 0)
    let scale = Self.metresPerDegree(at: middle.latitude)
    // Across the antimeridian the shorter way counts.
    let easts = places.map { ($0.longitude - middle.longitude).remainder(dividingBy: 360) * scale.east }
    let norths = places.map { ($0.latitude - middle.latitude) * scale.north }
    let (left, right) = ((easts.min() ?? 0) - Self.rim, (easts.max() ?? 0) + Self.rim)
    let (bottom, top) = ((norths.min() ?? 0) - Self.rim, (norths.max() ?? 0) + Self.rim)
    cell = max(Self.finest, max(right - left, top - bottom) / Self.most)
    columns = max(1, Int(((right - left) / cell).rounded(.up)))
    rows = max(1, Int(((top - bottom) / cell).rounded(.up)))
    seconds = Array(repeating: 0, count: columns * rows)
    west = middle.longitude + left / scale.east
    north = middle.latitude + top / scale.north
    (columnsPerDegree, rowsPerDegree) = (scale.east / cell, scale.north / cell)
  }

  private static func metresPerDegree(at latitude: Double) -> (east: Double, north: Double) {
    let degree = WGS84.equatorialRadius * .pi / 180
    return (degree * max(0.01, Angle.sineAndCosine(degrees: latitude).cosine), degree)
  }

  /// Where a place lies, in cells from the upper left corner; outside of the grid as well.
  package func point(of place: Coordinate) -> (column: Double, row: Double) {
    var east = place.longitude - west
    if abs(east) > 180 { east = east.remainder(dividingBy: 360) }
    return (east * columnsPerDegree, (north - place.latitude) * rowsPerDegree)
  }

  /// The place of a spot, in cells from the upper left corner.
  private func place(column: Double, row: Double) -> Coordinate {
    Coordinate(
      clampingLatitude: north - row / rowsPerDegree, wrappingLongitude: west + column / columnsPerDegree)
  }

  /// All that the grid covers.
  package var bounds: BoundingBox {
    BoundingBox(
      southWest: place(column: 0, row: Double(rows)), northEast: place(column: Double(columns), row: 0))
  }

  /// Seconds in the cell around a place; none outside of the grid.
  package func seconds(at place: Coordinate) -> UInt32 { cell(at: place).map { seconds[$0] } ?? 0 }

  /// Adds one second to the cell of a place.
  mutating func note(_ place: Coordinate) {
    if let cell = cell(at: place) { seconds[cell] &+= 1 }
  }

  @inline(__always)
  private func cell(at place: Coordinate) -> Int? {
    let (column, row) = point(of: place)
    guard column >= 0, row >= 0, column < Double(columns), row < Double(rows) else { return nil }
    return Int(row) * columns + Int(column)
  }

  /// Adds a grid around the same places.
  mutating func add(_ other: HeatGrid) {
    for index in seconds.indices { seconds[index] &+= other.seconds[index] }
  }
}
