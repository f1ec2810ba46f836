internal import Geodesy
internal import Glibc

/// A cell of a fixed grid on the globe: services are asked for whole cells, so that a walk through one asks once.
///
/// The rows of a zoom are 180° / 2^zoom high. Each row is divided into a power of two columns such that no cell is
/// narrower than it is high; the rows at the poles may be one ring. No cell crosses the antimeridian.
struct GridCell: Hashable, Sendable {
  /// The finest grid: cells of 1.2 km and more.
  static let finest = 14
  /// The smallest radius of curvature of WGS84, along the meridian at the equator, in metres: degrees of it are the
  /// shortest ones.
  private static let smallestRadius = 6_335_439.0
  /// The ratio of a cell's height to the radius: then four cells cover any circle.
  private static let margin = 2.1

  let zoom: Int
  /// From the south pole, in `0 ..< 2^zoom`.
  let row: Int
  /// From 180° W, in `0 ..< columns`.
  let column: Int

  /// The cells that cover a circle, the one with its centre first; `nil` if the circle covers the whole globe.
  static func covering(_ centre: Coordinate, radius metres: Double) -> [GridCell]? {
    let reach = max(1, metres) / smallestRadius * 180 / .pi
    guard reach * margin <= 180 else { return nil }
    let zoom = max(0, min(finest, Int((180 / (reach * margin)).log2Floor)))
    let rows = 1 << zoom
    func row(_ latitude: Double) -> Int { max(0, min(rows - 1, Int((latitude + 90) / 180 * Double(rows)))) }
    let spread = spread(of: reach, at: centre.latitude)
    let touched = (row(max(-90, centre.latitude - reach))...row(min(90, centre.latitude + reach))).flatMap { row in
      columns(of: row, zoom, from: centre.longitude, spread).map { GridCell(zoom: zoom, row: row, column: $0) }
    }
    let home = touched.filter { $0.box.contains(centre) }
    return home + touched.filter { !home.contains($0) }
  }

  /// The longitude that a circle spans to each side, in degrees; 180 if it contains a pole.
  private static func spread(of reach: Double, at latitude: Double) -> Double {
    let ratio = sin(reach * .pi / 180) / cos(latitude * .pi / 180)
    return ratio < 1 ? asin(ratio) * 180 / .pi : 180
  }

  private static func columns(of row: Int, _ zoom: Int, from longitude: Double, _ spread: Double) -> [Int] {
    let count = columns(of: row, zoom)
    guard spread < 180 else { return Array(0..<count) }
    let width = 360 / Double(count)
    let first = Int(((longitude - spread + 180) / width).rounded(.down))
    let last = Int(((longitude + spread + 180) / width).rounded(.down))
    guard last - first < count else { return Array(0..<count) }
    return (first...last).map { ($0 % count + count) % count }
  }

  /// The number of columns of a row.
  static func columns(of row: Int, _ zoom: Int) -> Int {
    let height = 180 / Double(1 << zoom)
    let edges = [Double(row) * height - 90, Double(row + 1) * height - 90]
    let narrow = cos((edges.map(abs).max() ?? 90) * .pi / 180) * 360
    return 1 << max(0, min(zoom + 1, Int((narrow / height).log2Floor)))
  }

  /// The bounds of the cell.
  var box: BoundingBox {
    let height = 180 / Double(1 << zoom)
    let width = 360 / Double(Self.columns(of: row, zoom))
    let (south, west) = (Double(row) * height - 90, Double(column) * width - 180)
    return BoundingBox(
      southWest: Coordinate(clampingLatitude: south, wrappingLongitude: west),
      northEast: Coordinate(clampingLatitude: south + height, wrappingLongitude: min(180, west + width)))
  }
}

extension Double {
  /// The largest whole power of two that is not greater, as its exponent; -1 for what is less than 1.
  fileprivate var log2Floor: Int { self >= 1 ? Int(exponent) : -1 }
}
