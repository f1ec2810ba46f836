package import Geodesy

extension MapGeometry {
  /// Makes a sheet: takes shapes in any order, cuts them to the tile's square, and drops what vanishes.
  ///
  /// ```swift
  /// var builder = MapGeometry.Builder(tile: tile, extent: 4096)
  /// builder.add(.road, isArea: false, name: "Via Roma", points: corners, ends: [corners.count])
  /// let sheet = builder.build()
  /// ```
  package struct Builder: Sendable {
    /// Units that a tile may have along a side.
    package static let extents: ClosedRange<Int32> = 1...65_536
    /// Corners that a tile's sheet has at most; shapes that do not fit are left out.
    package static let mostPoints = 250_000
    /// Units along the longer side of a map that is no tile: 60 cm where that is the whole world.
    package static let unitsOfMap = 67_108_864.0
    /// Coordinates in units beyond which nothing lies; differences of two of them can be multiplied.
    private static let farthest: Int32 = 1 << 29

    private let tile: TileID?
    private let origin: MercatorPoint
    private let unit: Double
    private let side: Int32?
    /// How far the map reaches from its origin to the east, in worlds.
    private let width: Double
    private var cutter: GeometryClipper
    private var shapes: [Shape] = []
    private var labels: [Label] = []
    private var names: [String] = []
    private var indices: [String: Int] = [:]

    /// A sheet for a tile whose sides are `extent` units long, in ``extents``; others count as the nearest of those.
    package init(tile: TileID, extent: Int32) {
      let side = Self.extents.clamp(extent)
      self.tile = tile
      self.side = side
      origin = tile.origin
      unit = tile.side / Double(side)
      width = tile.side
      cutter = GeometryClipper(side: side)
    }

    /// A sheet for a map as a whole, which lies in `box`; it may cross the antimeridian.
    package init(around box: BoundingBox) {
      let box = box.uncrossedIfWide
      let west = MercatorPoint(Coordinate(clampingLatitude: box.north, wrappingLongitude: box.west))
      let east = MercatorPoint(Coordinate(clampingLatitude: box.south, wrappingLongitude: box.east))
      (tile, side, origin) = (nil, nil, west)
      width = box.west <= box.east ? east.x - west.x : east.x + 1 - west.x
      // A map of a single place has units too: of 0.6 micrometres.
      unit = max(width, east.y - west.y, 1e-6) / Self.unitsOfMap
      cutter = GeometryClipper(side: nil)
    }

    /// The tile `tile` of a sheet whose names it shares.
    fileprivate init(tile: TileID, of geometry: MapGeometry, extent: Int32) {
      self.init(tile: tile, extent: extent)
      names = geometry.names
    }

    /// Corners taken so far.
    package var pointCount: Int { cutter.points.count }

    /// Takes a line or an area.
    ///
    /// - Parameters:
    ///   - name: sanitised text; `nil` for none.
    ///   - rise: how high a building, a deck or a bridge stands; `nil` if that is not known.
    ///   - points: the corners of all its rings or rows of points, one after the other, in units.
    ///   - ends: where each of them ends in `points`, not counting the corner at that place.
    package mutating func add(
      _ kind: GroundKind, isArea: Bool, name: String? = nil, rise: Rise? = nil, points: [Point], ends: [Int]
    ) {
      let named = name.flatMap { $0.isEmpty ? nil : $0 }
      guard let (parts, box) = cut(isArea: isArea, points, ends) else { return }
      shapes.append(
        Shape(kind: kind, isArea: isArea, parts: parts, name: named.map { index(of: $0) }, rise: rise, box: box))
    }

    /// Adds a shape with its rings or lines given as coordinates.
    package mutating func add(
      _ kind: GroundKind, isArea: Bool, name: String? = nil, rise: Rise? = nil, rings: [[Coordinate]]
    ) {
      var (points, ends) = ([Point](), [Int]())
      for ring in rings {
        for place in ring { points.append(point(of: place)) }
        ends.append(points.count)
      }
      add(kind, isArea: isArea, name: name, rise: rise, points: points, ends: ends)
    }

    /// Takes a name that stands at a point; one outside of the tile's square is another tile's.
    package mutating func label(_ kind: NameKind, name: String, at point: Point, rank: Int) {
      guard !name.isEmpty, owns(point) else { return }
      labels.append(Label(kind: kind, name: index(of: name), at: point, rank: rank))
    }

    /// Adds a label at a coordinate.
    package mutating func label(_ kind: NameKind, name: String, at place: Coordinate, rank: Int) {
      label(kind, name: name, at: point(of: place), rank: rank)
    }

    /// The sheet, its shapes in the order of drawing; those of one kind as they were taken.
    package func build() -> MapGeometry {
      let sorted = Self.byRank(shapes)
      let labels = labels.enumerated()
        .sorted {
          ($0.element.kind.importance, $0.element.rank, $0.offset)
            < ($1.element.kind.importance, $1.element.rank, $1.offset)
        }
        .map(\.element)
      var box = sorted.first?.box ?? labels.first.map { Box($0.at) } ?? Box(left: 0, top: 0, right: 0, bottom: 0)
      for shape in sorted { box.take(shape.box) }
      for label in labels { box.take(Box(label.at)) }
      return MapGeometry(
        tile: tile, origin: origin, unit: unit, side: side, box: box, points: cutter.points, parts: cutter.parts,
        shapes: sorted, labels: labels, names: names)
    }
  }
}

extension MapGeometry.Builder {
  /// The corner at a place, on whichever turn of the world lies in the map or nearest to it.
  private func point(of place: Coordinate) -> MapGeometry.Point {
    let mercator = MercatorPoint(place)
    var east = mercator.x - origin.x
    if east < 0 { east += 1 }
    // West of the map, rather than a world east of it.
    if east > width, east - width > 1 - east { east -= 1 }
    func units(_ worlds: Double) -> Int32 {
      Int32(max(-Double(Self.farthest), min(Double(Self.farthest), (worlds / unit).rounded())))
    }
    return MapGeometry.Point(x: units(east), y: units(mercator.y - origin.y))
  }

  /// Whether a point is this tile's rather than its neighbour's to the east or south.
  private func owns(_ point: MapGeometry.Point) -> Bool {
    guard let side else { return true }
    return (0..<side).contains(point.x) && (0..<side).contains(point.y)
  }

  private mutating func index(of name: String) -> Int {
    if let known = indices[name] { return known }
    names.append(name)
    indices[name] = names.count - 1
    return names.count - 1
  }

  /// Cuts all parts of a shape; `nil` if none of it is left, or no room for it.
  private mutating func cut(
    isArea: Bool, _ points: [MapGeometry.Point], _ ends: [Int]
  ) -> (parts: Range<Int>, box: MapGeometry.Box)? {
    guard side == nil || cutter.points.count + points.count <= Self.mostPoints,
      points.count <= Int(Self.farthest)
    else { return nil }
    let first = cutter.parts.count
    var start = 0
    for end in ends where end > start && end <= points.count {
      if isArea { cutter.ring(points, start..<end) } else { cutter.line(points, start..<end) }
      start = end
    }
    let parts = first..<cutter.parts.count
    return cutter.box(of: parts).map { (parts, $0) }
  }

  /// Counting instead of comparing, as there are few kinds and many shapes.
  private static func byRank(_ shapes: [MapGeometry.Shape]) -> [MapGeometry.Shape] {
    var starts = [Int](repeating: 0, count: GroundKind.allCases.count + 1)
    for shape in shapes { starts[shape.kind.rank + 1] += 1 }
    for rank in starts.indices.dropFirst() { starts[rank] += starts[rank - 1] }
    var order = [Int](repeating: 0, count: shapes.count)
    for (index, shape) in shapes.enumerated() {
      order[starts[shape.kind.rank]] = index
      starts[shape.kind.rank] += 1
    }
    return order.map { shapes[$0] }
  }
}

extension BoundingBox {
  /// The box, widened to all longitudes if it crosses the antimeridian and is at least half a world wide.
  ///
  /// Shapes of such a map are split there (RFC 7946, 3.1.9), and a box of no width is the whole world's.
  fileprivate var uncrossedIfWide: BoundingBox {
    let width = east + 360 - west
    guard west > east, width >= 180 || width == 0 else { return self }
    return BoundingBox(
      southWest: Coordinate(clampingLatitude: south, wrappingLongitude: -180),
      northEast: Coordinate(clampingLatitude: north, wrappingLongitude: 180))
  }
}

// MARK: - Parts of a sheet

extension MapGeometry {
  /// Zooms that a part may be deeper than its sheet.
  package static let deepestPart = 10

  /// The part of a tile's sheet in a deeper tile's square, with smaller units; `nil` if that square does not lie in the
  /// sheet's, or is more than ``deepestPart`` zooms deeper.
  package func part(_ tile: TileID) -> MapGeometry? {
    guard let own = self.tile, let side, (0...Self.deepestPart).contains(tile.zoom - own.zoom) else { return nil }
    let depth = tile.zoom - own.zoom
    guard tile.x >> depth == own.x, tile.y >> depth == own.y else { return nil }
    if depth == 0 { return self }
    let west = Int32(tile.x - own.x << depth) * side
    let north = Int32(tile.y - own.y << depth) * side
    var builder = Builder(tile: tile, of: self, extent: side)
    for shape in shapes where shape.box.mayTouch(side: side, west: west, north: north, depth: depth) {
      builder.take(shape, of: self, west: west, north: north, depth: depth)
    }
    for label in labels {
      builder.take(label, at: Point(x: label.at.x << depth &- west, y: label.at.y << depth &- north))
    }
    return builder.build()
  }
}

extension MapGeometry.Builder {
  /// Takes a shape of the sheet above, whose name keeps its number.
  fileprivate mutating func take(
    _ shape: MapGeometry.Shape, of geometry: MapGeometry, west: Int32, north: Int32, depth: Int
  ) {
    var (points, ends) = ([MapGeometry.Point](), [Int]())
    for part in geometry.parts[shape.parts] {
      for point in geometry.points[Int(part.lowerBound)..<Int(part.upperBound)] {
        points.append(MapGeometry.Point(x: point.x << depth &- west, y: point.y << depth &- north))
      }
      ends.append(points.count)
    }
    guard let (parts, box) = cut(isArea: shape.isArea, points, ends) else { return }
    shapes.append(
      MapGeometry.Shape(
        kind: shape.kind, isArea: shape.isArea, parts: parts, name: shape.name, rise: shape.rise, box: box))
  }

  fileprivate mutating func take(_ label: MapGeometry.Label, at point: MapGeometry.Point) {
    guard owns(point) else { return }
    labels.append(MapGeometry.Label(kind: label.kind, name: label.name, at: point, rank: label.rank))
  }
}

extension MapGeometry.Box {
  /// The box of one point.
  fileprivate init(_ point: MapGeometry.Point) {
    self.init(left: point.x, top: point.y, right: point.x, bottom: point.y)
  }

  /// Grows until `other` lies in it.
  fileprivate mutating func take(_ other: MapGeometry.Box) {
    (left, top) = (min(left, other.left), min(top, other.top))
    (right, bottom) = (max(right, other.right), max(bottom, other.bottom))
  }

  /// Whether any of the box lies in the square of a part.
  fileprivate func mayTouch(side: Int32, west: Int32, north: Int32, depth: Int) -> Bool {
    right << depth >= west && left << depth <= west + side && bottom << depth >= north
      && top << depth <= north + side
  }
}
