internal import TextCanvas
internal import Views

/// Paints the ground of a map: one pass over all geometries, from the bottom up, into one raster.
///
/// Kinds are painted one after the other across all geometries, so that a road of one tile is not under the park of the
/// next. The result does not depend on the window: a ground painted in pieces looks the same.
struct MapPainter: ~Copyable {
  /// The width in dots from which on a road is drawn to scale.
  private static let leastRibbon = 4.0
  /// Dots around a window within which lines may still show in it.
  private static let margin = 4.0
  /// The widest a road is drawn, in dots: closer up it would fill the view.
  private static let mostRibbon = 400.0

  /// The zoom from which buildings have outlines: at lower zooms the lines would cover a town.
  private static let housesZoom = 16.25

  private let look: MapLook
  private let geometries: [ProjectedGeometry]
  private let isSeaCharted: Bool
  private let zoom: Double
  private let dotsPerMetre: Double
  private var dots = DotList()
  private var ends: [Int] = []

  /// Prepares painting a ground.
  init(_ ground: MapScreen.Ground, look: MapLook) {
    self.look = look
    geometries = ProjectedGeometry.all(ground)
    isSeaCharted = ground.isSeaCharted
    zoom = ground.frame.zoom
    let metres = ground.frame.metresPerColumn
    dotsPerMetre = metres > 0 && metres.isFinite ? 2 / metres : 0
  }

  /// Paints what lies in the raster's window, which must be empty.
  mutating func paint(on raster: inout Raster) {
    guard raster.window.size.columns > 0, raster.window.size.rows > 0 else { return }
    let boxes = geometries.map { $0.box(of: raster.window, margin: Self.margin + widest / 2) }
    if isSeaCharted { paintSea(on: &raster) }
    for (rank, kind) in look.kinds.enumerated() where zoom >= kind.fromZoom {
      let width = min(Self.mostRibbon, kind.width * dotsPerMetre)
      for (geometry, box) in zip(geometries, boxes) {
        paint(geometry.shapes(rank: rank), of: geometry, in: box, kind, rank: rank, width, on: &raster)
      }
      guard width >= Self.leastRibbon else { continue }
      // Where roads of one kind meet, no edge runs across.
      for (geometry, box) in zip(geometries, boxes) {
        pave(geometry.shapes(rank: rank), of: geometry, in: box, kind, width, on: &raster)
      }
    }
  }

  /// Dots of the widest road of all.
  private var widest: Double {
    min(Self.mostRibbon, look.kinds.reduce(0) { max($0, $1.width) } * dotsPerMetre)
  }

  /// Fills the window with sea, over which land is painted.
  private mutating func paintSea(on raster: inout Raster) {
    let (width, height) = (Double(raster.dots.width), Double(raster.dots.height))
    let screen = [Dot(x: -1, y: -1), Dot(x: width, y: -1), Dot(x: width, y: height), Dot(x: -1, y: height)]
    raster.polygon(dots: screen, ends: [4], texture: look.sea.texture, ink: look.sea.ink)
  }

  private mutating func paint(
    _ shapes: Range<Int>, of geometry: ProjectedGeometry, in box: MapGeometry.Box, _ kind: MapLook.Kind, rank: Int,
    _ width: Double, on raster: inout Raster
  ) {
    let isFilled = kind.texture != nil || kind.isOpaque || rank == GroundKind.land.rank && isSeaCharted
    let isOutlined = kind.isOutlined && !(isFilled && rank == GroundKind.building.rank && zoom < Self.housesZoom)
    geometry.geometry.points.withUnsafeBufferPointer { points in
      for index in shapes {
        let shape = geometry.geometry.shapes[index]
        guard shape.box.overlaps(box) else { continue }
        if shape.isArea {
          if isFilled { fill(shape, of: geometry, points, kind, on: &raster) }
          if isOutlined { outline(shape, of: geometry, points, kind, on: &raster) }
        } else if width >= Self.leastRibbon {
          eachPart(of: shape, geometry, points) { raster.ribbonEdges(Array($0), width: width, ink: kind.ink) }
        } else {
          eachPart(of: shape, geometry, points) { raster.polyline($0, ink: kind.ink) }
        }
      }
    }
  }

  /// Fills what lies between the edges of the roads.
  private mutating func pave(
    _ shapes: Range<Int>, of geometry: ProjectedGeometry, in box: MapGeometry.Box, _ kind: MapLook.Kind,
    _ width: Double,
    on raster: inout Raster
  ) {
    geometry.geometry.points.withUnsafeBufferPointer { points in
      for index in shapes {
        let shape = geometry.geometry.shapes[index]
        guard !shape.isArea, shape.box.overlaps(box) else { continue }
        eachPart(of: shape, geometry, points) { raster.ribbonFill(Array($0), width: width, ink: kind.ink) }
      }
    }
  }

  private mutating func eachPart(
    of shape: MapGeometry.Shape, _ geometry: ProjectedGeometry, _ points: UnsafeBufferPointer<MapGeometry.Point>,
    _ draw: (UnsafeBufferPointer<Dot>) -> Void
  ) {
    for part in shape.parts {
      guard let corners = geometry.corners(part, points) else { return }
      dots.removeAll()
      geometry.add(corners, to: &dots)
      draw(dots.all)
    }
  }

  private mutating func fill(
    _ shape: MapGeometry.Shape, of geometry: ProjectedGeometry, _ points: UnsafeBufferPointer<MapGeometry.Point>,
    _ kind: MapLook.Kind, on raster: inout Raster
  ) {
    dots.removeAll()
    ends.removeAll(keepingCapacity: true)
    for part in shape.parts {
      guard let corners = geometry.corners(part, points) else { break }
      geometry.add(corners, to: &dots)
      ends.append(dots.count)
    }
    ends.withUnsafeBufferPointer { raster.polygon(dots: dots.all, ends: $0, texture: kind.texture, ink: kind.ink) }
  }

  private mutating func outline(
    _ shape: MapGeometry.Shape, of geometry: ProjectedGeometry, _ points: UnsafeBufferPointer<MapGeometry.Point>,
    _ kind: MapLook.Kind, on raster: inout Raster
  ) {
    let isCut = geometry.isCut(shape.box)
    for part in shape.parts {
      guard let corners = geometry.corners(part, points) else { return }
      if isCut {
        geometry.outlines(of: corners, &dots) { raster.polyline($0, ink: kind.ink) }
      } else {
        dots.removeAll()
        geometry.add(corners, to: &dots)
        dots.close()
        raster.polyline(dots.all, ink: kind.ink)
      }
    }
  }
}

extension MapGeometry.Box {
  /// Whether two boxes share anything.
  @inline(__always)
  fileprivate func overlaps(_ other: MapGeometry.Box) -> Bool {
    left <= other.right && right >= other.left && top <= other.bottom && bottom >= other.top
  }
}
