package import Geodesy
package import VectorTiles
package import Views

extension MapGeometry {
  /// Builds the geometry of a tile, by the table of its schema.
  package init(_ tile: VectorTile, at id: TileID, by table: StyleTable) {
    var maker = TileDecoder(tile, at: id, by: table)
    for layer in tile.layers { maker.take(layer) }
    self = maker.builder.build()
  }
}

/// Takes one layer of a tile after the other.
private struct TileDecoder {
  /// The rank of a feature without one: it comes last.
  private static let lastRank = 1_000_000

  var builder: MapGeometry.Builder
  private let table: StyleTable
  private let zoom: Int
  private let extent: Int32
  /// Kept between features, so that not every one needs new memory.
  private var points: [MapGeometry.Point] = []
  private var ends: [Int] = []

  init(_ tile: VectorTile, at id: TileID, by table: StyleTable) {
    self.table = table
    zoom = id.zoom
    // Layers may have different units; the geometry uses the finest.
    let finest = tile.layers.filter { table.rules[$0.name] != nil }.map(\.extent).max() ?? 4096
    extent = MapGeometry.Builder.extents.contains(finest) ? finest : MapGeometry.Builder.extents.upperBound
    builder = MapGeometry.Builder(tile: id, extent: extent)
    guard let ground = table.ground else { return }
    let corners = [(0, 0), (extent, 0), (extent, extent), (0, extent)].map { MapGeometry.Point(x: $0.0, y: $0.1) }
    builder.add(ground, isArea: true, points: corners, ends: [4])
  }

  mutating func take(_ layer: VectorTileLayer) {
    guard var ready = LayerRules(table, for: layer, zoom: zoom) else { return }
    for feature in layer.features {
      guard let (rule, name) = ready.verdict(on: feature) else { continue }
      let rank = rule.label == nil ? nil : ready.rank(rule, feature)
      switch feature.kind {
      case .unknown: break
      case .point: take(points: feature, of: layer, rule, name, rank)
      case .line: take(line: feature, of: layer, rule, name, rank, ready.rise(rule, feature))
      case .area: take(area: feature, of: layer, rule, name, rank, ready.rise(rule, feature))
      }
    }
  }

  private mutating func take(
    points feature: VectorTileFeature, of layer: VectorTileLayer, _ rule: StyleRule, _ name: String?, _ rank: Double?
  ) {
    guard let label = rule.label, let name else { return }
    for part in layer.parts[feature.parts] {
      for point in layer.points[part.points] {
        builder.label(label, name: name, at: scaled(point, layer), rank: Self.whole(rank))
      }
    }
  }

  private mutating func take(
    line feature: VectorTileFeature, of layer: VectorTileLayer, _ rule: StyleRule, _ name: String?, _ rank: Double?,
    _ rise: MapGeometry.Rise?
  ) {
    if let label = rule.label, let name {
      let longest = layer.parts[feature.parts].max { $0.points.count < $1.points.count }
      if let points = longest?.points {
        let middle = layer.points[(points.lowerBound + points.upperBound) / 2]
        builder.label(label, name: name, at: scaled(middle, layer), rank: Self.whole(rank))
      }
    }
    guard let kind = rule.kind else { return }
    startShape()
    for part in layer.parts[feature.parts] { append(part, of: layer) }
    builder.add(kind, isArea: false, name: name, rise: rise, points: points, ends: ends)
  }

  /// Every outer ring with its holes is an area of its own, which is left out where it is not in view.
  private mutating func take(
    area feature: VectorTileFeature, of layer: VectorTileLayer, _ rule: StyleRule, _ name: String?, _ rank: Double?,
    _ rise: MapGeometry.Rise?
  ) {
    var largest: (spot: MapGeometry.Point, size: Double)?
    var index = feature.parts.lowerBound
    while index < feature.parts.upperBound {
      startShape()
      repeat {
        append(layer.parts[index], of: layer)
        index += 1
      } while index < feature.parts.upperBound && !layer.parts[index].isOuter
      if let kind = rule.kind {
        builder.add(
          kind, isArea: true, name: rule.label == nil ? name : nil, rise: rise, points: points, ends: ends)
      }
      guard rule.label != nil, name != nil else { continue }
      if let found = InnerPoint.of(points, ends: ends), found.size > largest?.size ?? 0 { largest = found }
    }
    guard let label = rule.label, let name, let largest else { return }
    // The larger an area is, the more important is its name.
    let sized = rank ?? Double(Self.lastRank) / (1 + largest.size.squareRoot())
    builder.label(label, name: name, at: largest.spot, rank: Self.whole(sized))
  }

  private mutating func startShape() {
    points.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  private mutating func append(_ part: VectorTilePart, of layer: VectorTileLayer) {
    if layer.extent == extent {
      for index in part.points { points.append(MapGeometry.Point(x: layer.points[index].x, y: layer.points[index].y)) }
    } else {
      for index in part.points { points.append(scaled(layer.points[index], layer)) }
    }
    ends.append(points.count)
  }

  /// A point in units of the geometry.
  private func scaled(_ point: VectorTilePoint, _ layer: VectorTileLayer) -> MapGeometry.Point {
    guard layer.extent != extent else { return MapGeometry.Point(x: point.x, y: point.y) }
    func unit(_ value: Int32) -> Int32 { Int32(clamping: Int64(value) * Int64(extent) / Int64(max(1, layer.extent))) }
    return MapGeometry.Point(x: unit(point.x), y: unit(point.y))
  }

  private static func whole(_ rank: Double?) -> Int {
    guard let rank, rank.isFinite else { return lastRank }
    return Int(max(-1_000_000, min(Double(lastRank), rank.rounded())))
  }
}

/// Finds the point where an area's name is placed.
enum InnerPoint {
  /// A point inside an area, and the area's size in square units; `nil` if the area is empty.
  ///
  /// The centroid if it lies inside, or else the middle of the widest segment at its height. `points` are the corners
  /// of the outer ring and then of the holes; `ends` says where each ring ends.
  static func of(_ points: [MapGeometry.Point], ends: [Int]) -> (spot: MapGeometry.Point, size: Double)? {
    guard let end = ends.first, let (x, y, size) = centre(points[..<end]), size > 0 else { return nil }
    let row = y.rounded(.down) + 0.5
    let crossings = crossings(points, ends, row: row)
    guard let widest = EvenOdd.longestStretch(crossings) else { return nil }
    if EvenOdd.stretches(crossings).contains(where: { $0.start <= x && x <= $0.end }) { return (point(x, row), size) }
    return (point((widest.start + widest.end) / 2, row), size)
  }

  private static func point(_ x: Double, _ y: Double) -> MapGeometry.Point {
    func unit(_ value: Double) -> Int32 { Int32(max(-2e9, min(2e9, value.rounded(.down)))) }
    return MapGeometry.Point(x: unit(x), y: unit(y))
  }

  /// The centre of mass of a ring and its size.
  private static func centre(_ ring: ArraySlice<MapGeometry.Point>) -> (x: Double, y: Double, size: Double)? {
    guard let last = ring.last, let first = ring.first else { return nil }
    // From the first corner, so that squares of large coordinates lose nothing.
    let (x0, y0) = (Double(first.x), Double(first.y))
    var (sumX, sumY, twice) = (0.0, 0.0, 0.0)
    var (fromX, fromY) = (Double(last.x) - x0, Double(last.y) - y0)
    for corner in ring {
      let (toX, toY) = (Double(corner.x) - x0, Double(corner.y) - y0)
      let cross = fromX * toY - toX * fromY
      (sumX, sumY, twice) = (sumX + (fromX + toX) * cross, sumY + (fromY + toY) * cross, twice + cross)
      (fromX, fromY) = (toX, toY)
    }
    guard twice != 0 else { return nil }
    return (x0 + sumX / (3 * twice), y0 + sumY / (3 * twice), abs(twice) / 2)
  }

  /// The x coordinates at which the rings cross a row that lies between whole units, so that no corner is on it.
  ///
  /// Multiplies before it divides, unlike ``Geodesy/EvenOdd``: products of whole units are exact.
  private static func crossings(_ points: [MapGeometry.Point], _ ends: [Int], row: Double) -> [Double] {
    var crossings: [Double] = []
    var start = 0
    for end in ends where end > start {
      var from = points[end - 1]
      for to in points[start..<end] {
        let (top, bottom) = (Double(from.y), Double(to.y))
        if (top < row) != (bottom < row) {
          crossings.append(Double(from.x) + (Double(to.x) - Double(from.x)) * (row - top) / (bottom - top))
        }
        from = to
      }
      start = end
    }
    return crossings
  }
}
