internal import Geodesy
internal import Numbers
internal import Views

/// Gathers what sheets of a map show within reach of a place.
struct SurroundingsBuilder {
  /// The outline of a building.
  struct Footprint {
    let name: String?
    let rise: MapGeometry.Rise?
    /// Walls of each ring, the outside on the right hand.
    let rings: [[(from: SIMD2<Float>, to: SIMD2<Float>)]]
    /// Square metres.
    let area: Double
    /// Metres from the middle to the nearest corner.
    let distance: Double
    let seed: UInt64
  }

  private(set) var footprints: [Footprint] = []
  private(set) var fences: [(from: SIMD2<Float>, to: SIMD2<Float>)] = []
  private(set) var decks = Decks()
  private(set) var ground: GroundRaster
  /// What there was no time for.
  private(set) var leftOut = Surroundings.LeftOut()
  private var hasWood = false
  /// Square metres of all footprints.
  private(set) var builtArea = 0.0
  /// What land is covered with where it is not all grass.
  private var land: [[UInt8]]?
  private let plane: TangentPlane
  private let origin: MercatorPoint
  /// Metres a world's side east and south, at the middle.
  private let scale: SIMD2<Double>

  init(around plane: TangentPlane, isSeaCharted: Bool, isMapped: Bool) {
    self.plane = plane
    origin = MercatorPoint(plane.origin)
    // Mercator's world is not quite the ellipsoid: the scale at the middle is measured.
    let step = 1e-6
    let east = plane.point(of: MercatorPoint(x: origin.x + step, y: origin.y).coordinate)
    let south = plane.point(of: MercatorPoint(x: origin.x, y: origin.y + step).coordinate)
    scale = SIMD2((east?.east ?? 0) / step, (south?.north ?? 0) / step)
    let place = SIMD2(origin.x, origin.y) * scale
    ground = GroundRaster(
      isSeaCharted ? .water : isMapped ? .earth : .unknown,
      phase: SIMD2(
        Float(place.x.truncatingRemainder(dividingBy: 1000)), Float(place.y.truncatingRemainder(dividingBy: 1000))))
  }

  /// Takes the shapes of sheets in the order of drawing: those that there is time for, the nearest first.
  mutating func take(_ geometries: [MapGeometry]) {
    let sheets = geometries.map { Sheet($0, around: origin, scale) }
    let choice = SurroundingsChoice(sheets)
    leftOut = choice.leftOut
    survey(sheets, choice)
    for (sheet, isChosen) in zip(sheets, choice.isChosen) { take(sheet, isChosen) }
    decks.lay(on: &ground)
  }

  /// Notes where houses stand, which decides what land is like between them.
  private mutating func survey(_ sheets: [Sheet], _ choice: SurroundingsChoice) {
    var builtUp = BuiltUp()
    for (sheet, isChosen) in zip(sheets, choice.isChosen) {
      for (index, shape) in sheet.geometry.shapes.enumerated()
      where isChosen[index] && shape.isArea && shape.kind == .building {
        let sizes = sheet.rings(of: shape).map { abs(Self.signedArea($0)) }
        let box = sheet.box(of: shape)
        builtUp.add(
          area: (sizes.first ?? 0) - sizes.dropFirst().reduce(0, +), low: pointwiseMin(box.low, box.high),
          high: pointwiseMax(box.low, box.high))
      }
    }
    builtUp.mix()
    land = builtUp.isCountry ? nil : GroundRaster.pattern { builtUp.line(north: $0) }
  }

  private mutating func take(_ sheet: Sheet, _ isChosen: [Bool]) {
    let shapes = sheet.geometry.shapes
    let kerb = shapes.firstIndex { EyeGround.ribbon($0.kind)?.ground == .street && !$0.isArea }
    let way = shapes.firstIndex { $0.kind.rank >= GroundKind.path.rank } ?? shapes.count
    for (index, shape) in shapes.enumerated() {
      if index == way { takeDecks(sheet, isChosen) }
      // All kerbs before the first carriageway: at a crossing none lies on the other.
      if index == kerb { paintKerbs(sheet, isChosen) }
      guard isChosen[index], !Decks.contain(shape) else { continue }
      let rings = sheet.rings(of: shape)
      if shape.isArea {
        if let surface = shape.kind.surface {
          // What is said to be grass stays grass: of land nothing is said.
          ground.paint(EyeGround(surface), rings: rings, as: shape.kind == .land ? land : nil)
        }
        hasWood = hasWood || shape.kind == .wood
        if shape.kind == .building { take(building: shape, of: sheet.geometry, rings) }
      } else if shape.kind == .wall {
        for ring in rings { take(fence: ring) }
      } else if let (kind, width) = EyeGround.ribbon(shape.kind) {
        for ring in rings { ground.paint(kind, line: ring, width: width) }
      }
    }
    if way == shapes.count { takeDecks(sheet, isChosen) }
  }

  private mutating func takeDecks(_ sheet: Sheet, _ isChosen: [Bool]) {
    for (index, shape) in sheet.geometry.shapes.enumerated() where isChosen[index] && Decks.contain(shape) {
      let cuts = shape.isArea ? shape.parts.map { Self.cuts(sheet.geometry.parts[$0], of: sheet.geometry) } : []
      decks.take(shape, sheet.rings(of: shape), cuts: cuts, above: ground)
    }
  }

  /// Metres of light stone on each side of a carriageway.
  private static let kerbWidth = 0.8

  private mutating func paintKerbs(_ sheet: Sheet, _ isChosen: [Bool]) {
    for (index, shape) in sheet.geometry.shapes.enumerated() where isChosen[index] && !shape.isArea && shape.rise == nil
    {
      guard let width = Self.kerb(of: shape.kind) else { continue }
      for ring in sheet.rings(of: shape) { ground.paint(.kerb, line: ring, width: width) }
    }
  }

  /// Metres of a carriageway with its kerbs; `nil` for what has none.
  static func kerb(of kind: GroundKind) -> Double? {
    guard let (ground, width) = EyeGround.ribbon(kind), ground == .street, width > 3 else { return nil }
    return width + 2 * kerbWidth
  }

  private mutating func take(fence line: [SIMD2<Double>]) {
    for (from, to) in zip(line, line.dropFirst()) where Self.isNear(from) || Self.isNear(to) {
      fences.append((SIMD2<Float>(from), SIMD2<Float>(to)))
    }
  }

  private static func isNear(_ point: SIMD2<Double>) -> Bool {
    (point * point).sum() <= Surroundings.reach * Surroundings.reach
  }

  private mutating func take(
    building shape: MapGeometry.Shape, of geometry: MapGeometry, _ rings: [[SIMD2<Double>]]
  ) {
    let corners = rings.joined()
    guard let nearest = corners.map({ ($0 * $0).sum() }).min(), nearest <= Surroundings.reach * Surroundings.reach,
      let first = geometry.points[Int(geometry.parts[shape.parts.lowerBound].lowerBound)...].first
    else { return }
    var area = 0.0
    var walls: [[(from: SIMD2<Float>, to: SIMD2<Float>)]] = []
    for (index, part) in shape.parts.enumerated() {
      let ring = rings[index]
      let size = Self.signedArea(ring)
      area += index == 0 ? abs(size) : -abs(size)
      // Outer rings counterclockwise and holes clockwise have the outside on the right hand.
      let isTurned = (size < 0) == (index == 0)
      var list: [(from: SIMD2<Float>, to: SIMD2<Float>)] = []
      for (corner, isCut) in Self.cuts(geometry.parts[part], of: geometry).enumerated() where !isCut {
        let (from, to) = (SIMD2<Float>(ring[corner]), SIMD2<Float>(ring[(corner + 1) % ring.count]))
        if from != to { list.append(isTurned ? (to, from) : (from, to)) }
      }
      walls.append(list)
    }
    // A place in the world, and not in a list: a house keeps its look whatever else is loaded.
    let spot = (
      geometry.origin.x + Double(first.x) * geometry.unit, geometry.origin.y + Double(first.y) * geometry.unit
    )
    var seed = SeededGenerator(
      seed: UInt64((spot.0 * 1e8).magnitude.rounded()) << 32 ^ UInt64((spot.1 * 1e8).magnitude.rounded()))
    builtArea += max(0, area)
    footprints.append(
      Footprint(
        name: shape.name.map { geometry.names[$0] }, rise: shape.rise, rings: walls, area: max(0, area),
        distance: nearest.squareRoot(), seed: seed.next()))
  }

  /// Which edges of a ring, from each corner to the next, run along a side of the square that a tile was cut to: there
  /// is no wall.
  private static func cuts(_ ring: Range<Int32>, of geometry: MapGeometry) -> [Bool] {
    ring.map { corner in
      let next = corner + 1 < ring.upperBound ? corner + 1 : ring.lowerBound
      let (from, to) = (geometry.points[Int(corner)], geometry.points[Int(next)])
      guard let side = geometry.side else { return false }
      return from.x == to.x && (from.x == 0 || from.x == side) || from.y == to.y && (from.y == 0 || from.y == side)
    }
  }

  /// The part of the straight line through two points that lies within reach of the middle, in metres from the first
  /// one; `nil` if none does.
  static func chord(_ from: SIMD2<Double>, _ to: SIMD2<Double>, reach: Double) -> ClosedRange<Double>? {
    let along = to - from
    // Metres along the line to its nearest point, and from there to the rim.
    let middle = -(from * along).sum() / (along * along).sum().squareRoot()
    let square = reach * reach - (from * from).sum() + middle * middle
    return square > 0 ? middle - square.squareRoot()...middle + square.squareRoot() : nil
  }

  /// Square metres of a ring, positive if it runs counterclockwise.
  static func signedArea(_ ring: [SIMD2<Double>]) -> Double {
    guard var from = ring.last else { return 0 }
    var twice = 0.0
    for to in ring {
      twice += from.x * to.y - to.x * from.y
      from = to
    }
    return twice / 2
  }

  // MARK: - The route

  /// Metres of a dash, of the gap after it, and its width.
  private static let dash = (length: 1.6, gap: 1.6, width: 0.9)
  /// Dashes that are painted at most.
  private static let mostDashes = 400

  /// Paints the route as dashes.
  mutating func paint(route: [TangentPlane.Point]) {
    let line = route.map { SIMD2($0.east, $0.north) }
    var (next, painted) = (0.0, 0)
    for (from, to) in zip(line, line.dropFirst()) {
      let along = to - from
      let length = (along * along).sum().squareRoot()
      guard length > 0, length < 1e6 else { continue }
      // What is out of reach is passed over.
      guard let chord = Self.chord(from, to, reach: Surroundings.reach) else {
        next = 0
        continue
      }
      next = max(next, chord.lowerBound)
      let last = min(length, chord.upperBound)
      while next < last, painted < Self.mostDashes {
        let end = min(length, next + Self.dash.length)
        ground.paint(
          .route, line: [from + along * (next / length), from + along * (end / length)], width: Self.dash.width)
        next += Self.dash.length + Self.dash.gap
        painted += 1
      }
      next = max(0, next - length)
    }
  }

  // MARK: - Trees

  /// Metres between trees of a wood at most; half of that at least.
  private static let treeSpacing = 8.5
  /// Metres from the middle up to which trees stand.
  private static let treeReach = 240.0

  /// Trees on the ground that is wood: one in each square of a grid that lies on the world, not quite in its middle.
  func trees(_ plane: TangentPlane) -> [Surroundings.Tree] {
    guard hasWood, scale.x > 0 else { return [] }
    // The grid is fixed to the world, so that trees stay where they are when the middle moves.
    var worlds = 1.0
    while worlds * scale.x > Self.treeSpacing { worlds /= 2 }
    let span = (Self.treeReach / (worlds * scale.x)).rounded()
    let (column, row) = ((origin.x / worlds).rounded(), (origin.y / worlds).rounded())
    var trees: [Surroundings.Tree] = []
    for down in stride(from: -span, through: span, by: 1) {
      for across in stride(from: -span, through: span, by: 1) {
        let (x, y) = (column + across, row + down)
        var chance = SeededGenerator(seed: UInt64(bitPattern: Int64(x)) << 32 ^ UInt64(bitPattern: Int64(y)))
        let (shiftX, shiftY, size) = (chance.uniform(), chance.uniform(), chance.uniform())
        let place = SIMD2((x + shiftX * 0.8) * worlds - origin.x, (y + shiftY * 0.8) * worlds - origin.y) * scale
        guard ground.ground(east: place.x, north: place.y) == .wood else { continue }
        trees.append(
          Surroundings.Tree(
            place: SIMD2<Float>(place), height: Float(7 + 6 * size), radius: Float(2 + 1.4 * size)))
      }
    }
    return trees
  }
}
