package import Geodesy
package import VectorTiles
package import Views

extension MapSheet {
  /// Lays a tile out as a sheet, by the table of its schema.
  package init(_ tile: VectorTile, at id: TileID, by table: StyleTable) {
    var maker = SheetMaker(tile, at: id, by: table)
    for layer in tile.layers { maker.take(layer) }
    self = maker.builder.build()
  }
}

/// Takes one layer of a tile after the other.
private struct SheetMaker {
  /// What comes last where a feature says nothing of its rank.
  private static let lastRank = 1_000_000

  var builder: MapSheet.Builder
  private let table: StyleTable
  private let zoom: Int
  private let extent: Int32
  /// Kept between features, so that not every one needs new memory.
  private var points: [MapSheet.Point] = []
  private var ends: [Int] = []

  init(_ tile: VectorTile, at id: TileID, by table: StyleTable) {
    self.table = table
    zoom = id.zoom
    // Layers may have different units; the finest is that of the sheet.
    let finest = tile.layers.filter { table.rules[$0.name] != nil }.map(\.extent).max() ?? 4096
    extent = MapSheet.Builder.extents.contains(finest) ? finest : MapSheet.Builder.extents.upperBound
    builder = MapSheet.Builder(tile: id, extent: extent)
    guard let ground = table.ground else { return }
    let corners = [(0, 0), (extent, 0), (extent, extent), (0, extent)].map { MapSheet.Point(x: $0.0, y: $0.1) }
    builder.add(ground, isArea: true, points: corners, ends: [4])
  }

  mutating func take(_ layer: VectorTileLayer) {
    guard let rules = table.rules[layer.name],
      var ready = LayerRules(rules, names: table.names, for: layer, zoom: zoom)
    else { return }
    for feature in layer.features {
      guard let (rule, name) = ready.verdict(on: feature) else { continue }
      let rank = rule.label == nil ? nil : ready.rank(rule, feature)
      switch feature.kind {
      case .unknown: break
      case .point: take(points: feature, of: layer, rule, name, rank)
      case .line: take(line: feature, of: layer, rule, name, rank)
      case .area: take(area: feature, of: layer, rule, name, rank)
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
    line feature: VectorTileFeature, of layer: VectorTileLayer, _ rule: StyleRule, _ name: String?, _ rank: Double?
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
    builder.add(kind, isArea: false, name: name, points: points, ends: ends)
  }

  /// Every outer ring with its holes is an area of its own, which is left out where it is not in view.
  private mutating func take(
    area feature: VectorTileFeature, of layer: VectorTileLayer, _ rule: StyleRule, _ name: String?, _ rank: Double?
  ) {
    var largest: (spot: MapSheet.Point, size: Double)?
    var index = feature.parts.lowerBound
    while index < feature.parts.upperBound {
      startShape()
      repeat {
        append(layer.parts[index], of: layer)
        index += 1
      } while index < feature.parts.upperBound && !layer.parts[index].isOuter
      if let kind = rule.kind {
        builder.add(kind, isArea: true, name: rule.label == nil ? name : nil, points: points, ends: ends)
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
      for index in part.points { points.append(MapSheet.Point(x: layer.points[index].x, y: layer.points[index].y)) }
    } else {
      for index in part.points { points.append(scaled(layer.points[index], layer)) }
    }
    ends.append(points.count)
  }

  /// A point in units of the sheet.
  private func scaled(_ point: VectorTilePoint, _ layer: VectorTileLayer) -> MapSheet.Point {
    guard layer.extent != extent else { return MapSheet.Point(x: point.x, y: point.y) }
    func unit(_ value: Int32) -> Int32 { Int32(clamping: Int64(value) * Int64(extent) / Int64(max(1, layer.extent))) }
    return MapSheet.Point(x: unit(point.x), y: unit(point.y))
  }

  private static func whole(_ rank: Double?) -> Int {
    guard let rank, rank.isFinite else { return lastRank }
    return Int(max(-1_000_000, min(Double(lastRank), rank.rounded())))
  }
}
