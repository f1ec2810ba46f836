package import GeoFormats
internal import Geodesy

extension Dilution {
  /// The dilution that the used satellites give; nothing with fewer than four, or where they stand in one line.
  ///
  /// The roots of the diagonal of (GᵀG)⁻¹, where each row of G is the direction to a satellite and 1 for the clock.
  package init?(of satellites: [SatelliteView]) {
    let rows = satellites.filter(\.isUsed).map { satellite -> [Double] in
      let (up, flat) = Angle.sineAndCosine(degrees: satellite.elevation)
      let (east, north) = Angle.sineAndCosine(degrees: satellite.azimuth)
      return [flat * east, flat * north, up, 1]
    }
    guard rows.count >= 4 else { return nil }
    let normal = (0..<4).map { i in (0..<4).map { j in rows.reduce(0) { $0 + $1[i] * $1[j] } } }
    guard let diagonal = Self.diagonalOfInverse(normal), diagonal.allSatisfy({ $0 > 0 && $0 < 1e4 }) else { return nil }
    let roots = diagonal.map { $0.squareRoot() }
    self.init(east: roots[0], north: roots[1], vertical: roots[2], time: roots[3])
  }

  /// Gauss and Jordan's way, with the largest element of a column first.
  private static func diagonalOfInverse(_ matrix: [[Double]]) -> [Double]? {
    let size = matrix.count
    var rows = matrix.enumerated().map { index, row in row + (0..<size).map { $0 == index ? 1 : 0 } }
    for column in 0..<size {
      guard let pivot = (column..<size).max(by: { abs(rows[$0][column]) < abs(rows[$1][column]) }),
        abs(rows[pivot][column]) > 1e-9
      else { return nil }
      rows.swapAt(column, pivot)
      let scale = rows[column][column]
      rows[column] = rows[column].map { $0 / scale }
      for row in 0..<size where row != column {
        let factor = rows[row][column]
        rows[row] = zip(rows[row], rows[column]).map { $0 - factor * $1 }
      }
    }
    return (0..<size).map { rows[$0][size + $0] }
  }
}
