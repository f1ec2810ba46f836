internal import Geodesy
internal import Places

/// Which places of a list are one thing to who stands there: shown and told once, by the nearest of them.
///
/// - Of one name and kind, each within 150 m of the next: the pieces of a bridge, the gates of a park. What there are
///   many of in a town, such as shops and stops, within 30 m.
/// - Without a name, but worth a look (an artwork, a fountain), within 15 m of what has a name: it is that.
/// - Of the name of a pinned place, within 30 m of it.
struct SamePlaces: Sendable {
  /// Metres between two pieces of one thing, and of such of which there are many.
  private static let (reach, reachOfMany) = (150.0, PlacePool.apart)
  /// Metres between what has no name and what it is.
  private static let besideReach = 15.0
  fileprivate static let many: Set<PlaceCategory> = [.food, .lodging, .shop, .transport, .health, .service, .sport]
  fileprivate static let sights: Set<PlaceCategory> = [.sight, .culture, .worship]

  /// For each place the number of its thing; negative for what is not shown.
  private let things: [Int]

  /// Finds them; `nil` if each place is a thing of its own.
  ///
  /// - Parameters:
  ///   - points: where each place is.
  ///   - pinned: places that are always shown, by their place in the list.
  init?(_ places: [PointOfInterest], at points: [Geocentric], pinned: Set<Int>) {
    var things = Array(places.indices)
    let isNamed = places.map(\.hasOwnName)
    let others = places.indices.filter { !pinned.contains($0) }
    let namesakes = Dictionary(grouping: others.filter { isNamed[$0] }) { Name(places[$0]) }
    for indices in namesakes.values where indices.count > 1 {
      let isOfMany = Self.many.contains(places[indices[0]].category)
      Self.join(indices, at: points, within: isOfMany ? Self.reachOfMany : Self.reach, &things)
    }
    let byName = pinned.isEmpty ? [:] : Dictionary(grouping: others) { places[$0].name.lowercased() }
    for pin in pinned {
      for index in byName[places[pin].name.lowercased()] ?? []
      where points[index].chord(to: points[pin]) <= Self.reachOfMany { things[index] = -1 }
    }
    var named = Cells(side: Self.besideReach)
    for index in places.indices where isNamed[index] || pinned.contains(index) {
      if pinned.contains(index) || places[index].canHaveParts { named.add(index, at: points[index]) }
    }
    for index in others where places[index].canBePart {
      if !named.near(points[index], within: Self.besideReach, points).isEmpty { things[index] = -1 }
    }
    guard things != Array(places.indices) else { return nil }
    self.things = things
  }

  /// The first of the ways to each thing.
  func once(_ ways: [PlacesAround.Way]) -> [PlacesAround.Way] {
    var seen: Set<Int> = []
    return ways.filter { things[$0.index] >= 0 && seen.insert(things[$0.index]).inserted }
  }

  /// Gives places of one name one number as far as a chain of short ways leads.
  private static func join(
    _ indices: [Int], at points: [Geocentric], within reach: Double, _ things: inout [Int]
  ) {
    func root(_ index: Int) -> Int {
      var index = index
      while things[index] != index { index = things[index] }
      return index
    }
    var cells = Cells(side: reach)
    for index in indices {
      for other in cells.near(points[index], within: reach, points) {
        let (one, two) = (root(index), root(other))
        things[max(one, two)] = min(one, two)
      }
      cells.add(index, at: points[index])
    }
    for index in indices { things[index] = root(index) }
  }

  private struct Name: Hashable {
    let name: String
    let kind: String?

    init(_ place: PointOfInterest) { (name, kind) = (place.name.lowercased(), place.kind) }
  }
}

extension PointOfInterest {
  /// Whether it may be nothing but a part of what has a name beside it, or around it: it has none, and is worth a look.
  package var canBePart: Bool {
    !hasOwnName && (SamePlaces.sights.contains(category) || kind == "fountain")
  }

  /// Whether it may be what ``canBePart`` is a part of: not what is inside of something, as shops are.
  package var canHaveParts: Bool { hasOwnName && !SamePlaces.many.contains(category) }
}

/// Places sorted into cubes of space, which have no seam at a pole or the antimeridian.
private struct Cells {
  private struct Cell: Hashable {
    let x, y, z: Int32
  }

  /// Places that a cube holds at most: a thing of more pieces is none that a map has.
  private static let most = 16

  private let side: Double
  private var places: [Cell: [Int]] = [:]

  /// - Parameter side: metres.
  init(side: Double) { self.side = side }

  mutating func add(_ index: Int, at point: Geocentric) {
    let cell = cell(of: point)
    if places[cell, default: []].count < Self.most { places[cell, default: []].append(index) }
  }

  /// The places within some metres of a point, no more than the side of a cube.
  func near(_ point: Geocentric, within metres: Double, _ points: [Geocentric]) -> [Int] {
    let middle = cell(of: point)
    var found: [Int] = []
    for x in middle.x - 1...middle.x + 1 {
      for y in middle.y - 1...middle.y + 1 {
        for z in middle.z - 1...middle.z + 1 {
          found += (places[Cell(x: x, y: y, z: z)] ?? []).filter { points[$0].chord(to: point) <= metres }
        }
      }
    }
    return found
  }

  private func cell(of point: Geocentric) -> Cell {
    // At most 6.4e6 m from the middle of the Earth, and cubes of metres.
    Cell(
      x: Int32((point.x / side).rounded(.down)), y: Int32((point.y / side).rounded(.down)),
      z: Int32((point.z / side).rounded(.down)))
  }
}
