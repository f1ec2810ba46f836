internal import Geodesy
internal import Views

/// Bridges, and areas that stand above the ground: where their decks lie, and the walls at their sides.
///
/// The eye's ground is flat. A bridge over water, or over nothing that the map knows, lies on it, with parapets where
/// one could fall. One over streets, paths or rails stands at the height of its layer, so that it is seen from below,
/// unless one stands on it. The pieces of a bridge, which maps cut at tiles and where a property changes, lie alike.
struct Decks {
  private struct Deck {
    let kind: GroundKind
    let rise: MapGeometry.Rise
    let isArea: Bool
    /// The middle lines of a bridge, or the rings of an area.
    let lines: [[SIMD2<Double>]]
    /// Which edges of each ring, from a corner to the next, are no sides: there another piece of the deck begins.
    var seams: [[Bool]]
    var below = Below()
    /// Whether the middle of the surroundings lies on it.
    var isStoodOn = false

    /// The deck of a bridge as an area, whose ways are drawn as lines as well.
    var isSurface: Bool { isArea && rise.isBridge }
    /// Metres from a line to the side.
    var half: Double { isArea ? 0 : Decks.width(of: kind) / 2 }
    /// The pieces of all lines.
    var pieces: [(from: SIMD2<Double>, to: SIMD2<Double>)] {
      lines.flatMap {
        zip($0, $0.dropFirst()).map { ($0, $1) } + (isArea ? [($0.last ?? .zero, $0.first ?? .zero)] : [])
      }
    }
  }

  /// What lies below a deck: how many looks found water, how many there were, and how many found a way at its left side,
  /// and at its right one.
  private struct Below {
    var (water, all, left, right) = (0, 0, 0, 0)

    static func += (below: inout Below, other: Below) {
      below.water += other.water
      below.all += other.all
      below.left += other.left
      below.right += other.right
    }

    var isWater: Bool { 2 * water > all }
    /// Whether ways lead from one side to the other.
    ///
    /// In the middle the bridge itself may be painted, by another layer of the map that has the names of streets and
    /// does not know of bridges.
    var hasWays: Bool { left > 0 && right > 0 }
  }

  private enum Place {
    case onGround
    /// On the ground, with ways below: one stands on it.
    case underFoot
    case raised
  }

  /// Metres that a deck is wider than its way with kerbs.
  private static let margin = 2.0
  /// Metres beside a deck of which one still stands on it, as positions and maps are not exact.
  private static let besides = 4.0
  /// Metres between two looks at what lies below a line, and at what lies beside a deck.
  private static let (step, piece) = (1.0, 2.0)
  /// Metres beyond the side of a deck where the ground tells whether a way leads below it.
  private static let beside = 0.5
  /// Metres beyond the side of a deck where the ground decides whether there is a parapet: more than a coarse texel, and
  /// more than there is between the two carriageways of a bridge, which are wider than usual ones.
  private static let (beyond, farBeyond) = (1.5, 4.0)
  /// Metres from the middle within which a raised deck has no walls: nothing blocks the view of who goes below it.
  private static let clearance = Surroundings.slack + 5
  /// Metres that the ends of two pieces of one bridge may be apart.
  private static let gap = 0.5

  private var decks: [Deck] = []
  /// The walls at the sides of the decks.
  private(set) var walls: [Wall] = []

  /// Metres of a bridge from side to side.
  static func width(of kind: GroundKind) -> Double { wayWidth(kind) + margin }

  /// Metres of a way with its kerbs.
  private static func wayWidth(_ kind: GroundKind) -> Double {
    SurroundingsBuilder.kerb(of: kind) ?? EyeGround.ribbon(kind)?.width ?? 0
  }

  /// Whether a shape is a bridge, or an area that stands above the ground.
  static func contain(_ shape: MapGeometry.Shape) -> Bool {
    guard shape.rise != nil, shape.kind != .building else { return false }
    return shape.isArea ? shape.kind.surface != nil : EyeGround.ribbon(shape.kind) != nil
  }

  /// Takes a shape, when water is painted on the ground, and no way.
  ///
  /// - Parameter cuts: of an area, the edges of each ring where a tile was cut.
  mutating func take(
    _ shape: MapGeometry.Shape, _ lines: [[SIMD2<Double>]], cuts: [[Bool]], above ground: GroundRaster
  ) {
    guard let rise = shape.rise else { return }
    var deck = Deck(kind: shape.kind, rise: rise, isArea: shape.isArea, lines: lines, seams: cuts)
    look(forWaterBelow: &deck, ground)
    deck.isStoodOn = isMiddle(on: deck)
    decks.append(deck)
  }

  /// Paints all decks on the ground, on which everything else is painted already, and puts up their walls.
  mutating func lay(on ground: inout GroundRaster) {
    guard !decks.isEmpty else { return }
    for index in decks.indices { look(forWaysBelow: &decks[index], ground) }
    findSeams()
    let places = places()
    for (deck, place) in zip(decks, places) where deck.isArea { paint(area: deck, place, on: &ground) }
    for (deck, place) in zip(decks, places) where !deck.isArea && place != .raised {
      for line in deck.lines { ground.paint(.bridge, line: line, width: 2 * deck.half, isFlat: true) }
    }
    // Now what is no deck beside a deck is beyond the bridge.
    for (deck, place) in zip(decks, places) { putUpWalls(of: deck, place, ground) }
    paintWays(places, on: &ground)
  }

  // MARK: - Where they lie

  private func look(forWaterBelow deck: inout Deck, _ ground: GroundRaster) {
    if deck.isArea {
      deck.below += below(area: deck.lines, ground)
      return
    }
    for (from, to) in deck.pieces {
      Self.forEachStep(from, to) { point, _ in
        deck.below.all += 1
        if ground.ground(east: point.x, north: point.y) == .water { deck.below.water += 1 }
      }
    }
  }

  private func look(forWaysBelow deck: inout Deck, _ ground: GroundRaster) {
    guard !deck.isArea else { return }
    for line in deck.lines {
      let length = zip(line, line.dropFirst()).reduce(0) { $0 + Self.length($1.1 - $1.0) }
      // At its ends the way goes on, on the ground.
      let cap = deck.half + Self.beyond
      var passed = 0.0
      for (from, to) in zip(line, line.dropFirst()) {
        let own = Self.length(to - from)
        let side = SIMD2((to - from).y, -(to - from).x) * ((deck.half + Self.beside) / max(1e-9, own))
        Self.forEachStep(from, to) { point, metres in
          guard passed + metres > cap, passed + metres < length - cap else { return }
          if ground.ground(east: point.x - side.x, north: point.y - side.y).isWay { deck.below.left += 1 }
          if ground.ground(east: point.x + side.x, north: point.y + side.y).isWay { deck.below.right += 1 }
        }
        passed += own
      }
    }
  }

  /// Calls `body` with the points along a piece of a line, and with their metres from its beginning.
  private static func forEachStep(
    _ from: SIMD2<Double>, _ to: SIMD2<Double>, _ body: (_ point: SIMD2<Double>, _ metres: Double) -> Void
  ) {
    guard let (first, last) = stretch(from, to, reach: GroundRaster.reach) else { return }
    let along = (to - from) / length(to - from)
    for metres in stride(from: first, to: last, by: step) { body(from + along * metres, metres) }
  }

  /// Looks along a few lines from west to east.
  private func below(area rings: [[SIMD2<Double>]], _ ground: GroundRaster) -> Below {
    let (rows, columns) = (12, 8)
    let norths = rings.joined().map(\.y)
    let (low, high) = (max(-Surroundings.reach, norths.min() ?? 0), min(Surroundings.reach, norths.max() ?? 0))
    var below = Below()
    for row in 0..<rows where low < high {
      let north = low + (high - low) * (Double(row) + 0.5) / Double(rows)
      for (start, end) in EvenOdd.stretches(Self.crossings(rings, north)) {
        for column in 0..<columns {
          let east = start + (end - start) * (Double(column) + 0.5) / Double(columns)
          below.all += 1
          if ground.ground(east: east, north: north) == .water { below.water += 1 }
        }
      }
    }
    return below
  }

  private func isMiddle(on deck: Deck) -> Bool {
    let isNear = deck.pieces.contains { from, to in
      let along = to - from
      let square = (along * along).sum()
      let part = square > 0 ? min(1, max(0, -(from * along).sum() / square)) : 0
      return Self.length(from + along * part) < deck.half + Self.besides
    }
    return isNear || deck.isArea && Self.crossings(deck.lines, 0).count { $0 > 0 } % 2 == 1
  }

  private static func crossings(_ rings: [[SIMD2<Double>]], _ north: Double) -> [Double] {
    rings.flatMap { ring in
      ring.indices.compactMap { index in
        let (from, to) = (ring[index], ring[(index + 1) % ring.count])
        return EvenOdd.crossing(north, from: (from.x, from.y), to: (to.x, to.y))
      }
    }
  }

  private func places() -> [Place] {
    let bridges = bridges()
    var (below, stoodOn) = ([Int: Below](), Set<Int>())
    for (deck, bridge) in zip(decks, bridges) {
      below[bridge, default: Below()] += deck.below
      if deck.isStoodOn { stoodOn.insert(bridge) }
    }
    return zip(decks, bridges).map { deck, bridge in
      // Of an area the map says the height, and not only the layer.
      let below = below[bridge] ?? Below()
      let isOver = deck.isArea || deck.rise.foot > 0 && below.hasWays && !below.isWater
      guard isOver, !deck.isSurface else { return .onGround }
      return deck.rise.foot > 0 && stoodOn.contains(bridge) ? .underFoot : .raised
    }
  }

  /// For each deck a number that the pieces of one bridge have in common.
  private func bridges() -> [Int] {
    var bridges = Array(decks.indices)
    func first(_ index: Int) -> Int {
      var index = index
      while bridges[index] != index {
        bridges[index] = bridges[bridges[index]]
        index = bridges[index]
      }
      return index
    }
    var ends: [SIMD2<Double>: Int] = [:]
    for (index, deck) in decks.enumerated() where !deck.isArea {
      for end in deck.lines.flatMap({ [$0.first, $0.last] }).compactMap(\.self) {
        // The squares of a metre that may hold the end of another piece.
        for corner in [SIMD2(-1.0, -1), SIMD2(-1, 1), SIMD2(1, -1), SIMD2(1, 1)] {
          if let other = ends[(end + corner * Self.gap).rounded(.down)] { bridges[first(index)] = first(other) }
        }
        ends[end.rounded(.down)] = index
      }
    }
    return decks.indices.map(first)
  }

  // MARK: - Painting

  private func paint(area deck: Deck, _ place: Place, on ground: inout GroundRaster) {
    guard place != .raised || deck.rise.foot == 0, let surface = deck.kind.surface else { return }
    ground.paint(EyeGround(surface), rings: deck.lines, isBelowWays: deck.isSurface && !deck.below.isWater)
  }

  /// Paints the ways on bridges, those of higher layers last; that of a raised one is left of it on the ground below.
  private func paintWays(_ places: [Place], on ground: inout GroundRaster) {
    let lines = decks.indices.filter { !decks[$0].isArea }
    for index in lines where places[index] == .raised {
      guard let (kind, width) = EyeGround.ribbon(decks[index].kind) else { continue }
      for line in decks[index].lines { ground.paint(kind, line: line, width: width, isBelowWays: true) }
    }
    let layers = Dictionary(grouping: lines.filter { places[$0] != .raised }) { decks[$0].rise.foot }
    for (_, layer) in layers.sorted(by: { $0.key < $1.key }) {
      for index in layer {
        guard let width = SurroundingsBuilder.kerb(of: decks[index].kind) else { continue }
        for line in decks[index].lines { ground.paint(.kerb, line: line, width: width, isFlat: true) }
      }
      for index in layer {
        guard let (kind, width) = EyeGround.ribbon(decks[index].kind) else { continue }
        for line in decks[index].lines { ground.paint(kind, line: line, width: width) }
      }
    }
  }

  // MARK: - Walls

  /// An edge of a deck of one height, in decimetres, with the outside at its right hand.
  private struct Edge: Hashable {
    let from, to: SIMD2<Double>
    let rise: MapGeometry.Rise

    var reversed: Edge { Edge(from: to, to: from, rise: rise) }
  }

  /// Finds the edges that two areas of one height have in common, one on each side.
  private mutating func findSeams() {
    let rings = decks.indices.filter { decks[$0].isArea }.flatMap { deck in
      decks[deck].lines.indices.map { (deck: deck, ring: $0, edges: edges(decks[deck], ring: $0)) }
    }
    let all = Set(rings.flatMap(\.edges))
    for (deck, ring, edges) in rings {
      for (corner, edge) in edges.enumerated() where all.contains(edge.reversed) {
        decks[deck].seams[ring][corner] = true
      }
    }
  }

  private func edges(_ deck: Deck, ring index: Int) -> [Edge] {
    let ring = deck.lines[index].map { ($0 * 10).rounded(.toNearestOrEven) }
    let outward = outward(deck, ring: index)
    return ring.indices.map { corner in
      let edge = Edge(from: ring[corner], to: ring[(corner + 1) % ring.count], rise: deck.rise)
      return outward > 0 ? edge : edge.reversed
    }
  }

  /// On which hand of a ring the outside of an area is: 1 the right one, -1 the left one.
  private func outward(_ deck: Deck, ring index: Int) -> Double {
    // Outer rings counterclockwise and holes clockwise have it on the right hand.
    (SurroundingsBuilder.signedArea(deck.lines[index]) > 0) == (index == 0) ? 1 : -1
  }

  private mutating func putUpWalls(of deck: Deck, _ place: Place, _ ground: GroundRaster) {
    let parapet = Float(MapGeometry.Rise.parapet)
    let (foot, top) = place == .raised ? (deck.rise.foot, deck.rise.top ?? deck.rise.foot + parapet) : (0, parapet)
    for (line, outward) in sides(of: deck) {
      for (from, to) in zip(line, line.dropFirst()) where from != to {
        let along = (to - from) / Self.length(to - from)
        let out = SIMD2(along.y, -along.x) * outward
        let runs = Self.runs(from, to) { point in
          place == .raised
            ? foot == 0 || Self.length(point) > Self.clearance : isOpen(point, out, beside: deck, place, ground)
        }
        for run in runs {
          walls.append(
            Wall(from: SIMD2<Float>(run.from), to: SIMD2<Float>(run.to), foot: foot, top: top, building: nil))
        }
      }
    }
  }

  /// The parts of a piece of a line that are within reach and meet a condition, as their middles do.
  private static func runs(
    _ from: SIMD2<Double>, _ to: SIMD2<Double>, where isMet: (SIMD2<Double>) -> Bool
  ) -> [(from: SIMD2<Double>, to: SIMD2<Double>)] {
    guard let (first, last) = stretch(from, to, reach: Surroundings.reach) else { return [] }
    let count = max(1, Int(((last - first) / piece).rounded()))
    func point(_ pieces: Double) -> SIMD2<Double> {
      from + (to - from) / length(to - from) * (first + (last - first) * pieces / Double(count))
    }
    var (runs, start) = ([(from: SIMD2<Double>, to: SIMD2<Double>)](), Int?.none)
    for index in 0...count {
      if index < count, isMet(point(Double(index) + 0.5)) {
        start = start ?? index
      } else if let begin = start {
        runs.append((point(Double(begin)), point(Double(index))))
        start = nil
      }
    }
    return runs
  }

  /// Whether one could fall from a deck at a point of its side.
  private func isOpen(
    _ point: SIMD2<Double>, _ out: SIMD2<Double>, beside deck: Deck, _ place: Place, _ ground: GroundRaster
  ) -> Bool {
    [Self.beyond, Self.farBeyond].allSatisfy { metres in
      let kind = ground.ground(east: point.x + out.x * metres, north: point.y + out.y * metres)
      if deck.isSurface { return kind == .water || metres > Self.beyond }
      guard kind != .bridge, kind != .floor else { return false }
      return place == .underFoot || !kind.isWay && kind != .paving
    }
  }

  /// The lines at the sides of a deck, and on which hand of them is the outside: 1 the right one, -1 the left one.
  private func sides(of deck: Deck) -> [(line: [SIMD2<Double>], outward: Double)] {
    guard deck.isArea else {
      return deck.lines.flatMap { line in
        [1.0, -1].map { (Self.line(line, aside: $0 * deck.half), $0) }
      }
    }
    return deck.lines.enumerated().flatMap { index, ring in
      let outward = outward(deck, ring: index)
      return ring.indices.filter { !deck.seams[index][$0] }.map { corner in
        ([ring[corner], ring[(corner + 1) % ring.count]], outward)
      }
    }
  }

  /// A line some metres to the right of another one, or to the left if they are negative.
  private static func line(_ line: [SIMD2<Double>], aside metres: Double) -> [SIMD2<Double>] {
    let ways = zip(line, line.dropFirst()).map { ($0.1 - $0.0) / max(1e-9, length($0.1 - $0.0)) }
    return line.indices.map { index in
      guard let after = index < ways.count ? ways[index] : ways.last else { return line[index] }
      let along = (index > 0 ? ways[index - 1] : after) + after
      // A mitre, but no spike where the line turns back.
      return line[index] + SIMD2(along.y, -along.x) * (2 * metres / max(1, (along * along).sum()))
    }
  }

  // MARK: - Lines

  private static func length(_ vector: SIMD2<Double>) -> Double { (vector * vector).sum().squareRoot() }

  /// The part of a piece of a line within reach, in metres from its beginning; `nil` if none is.
  private static func stretch(
    _ from: SIMD2<Double>, _ to: SIMD2<Double>, reach: Double
  ) -> (first: Double, last: Double)? {
    let length = length(to - from)
    guard length > 0, length < 1e6, let chord = SurroundingsBuilder.chord(from, to, reach: reach) else { return nil }
    let (first, last) = (max(0, chord.lowerBound), min(length, chord.upperBound))
    return first < last ? (first, last) : nil
  }
}
