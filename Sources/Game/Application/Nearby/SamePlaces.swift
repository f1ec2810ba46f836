internal import Geodesy
internal import Places

/// Which places of a list are one thing to who stands there: shown and told once, by the nearest of them.
///
/// - Of one name and kind, each within 150 m of the next: the pieces of a bridge, the gates of a park. What there are
///   many of in a town, such as shops and stops, within 30 m.
/// - Of one name and of different kinds, within 30 m, unless there are many of one of the kinds: a castle and its museum.
/// - Without a name, but worth a look (an artwork, a fountain), within 15 m of what has a name, or in one building with it:
///   it is that.
/// - Of the name of a pinned place, within 30 m of it.
struct SamePlaces: Sendable {
  /// Metres between two pieces of one thing, and of such of which there are many.
  private static let (reach, reachOfMany) = (150.0, PlacePool.apart)
  /// Metres between what has no name and what it is.
  private static let besideReach = 15.0
  fileprivate static let many: Set<PlaceCategory> = [.food, .lodging, .shop, .transport, .health, .service, .sport]
  /// Metres between what has no name and what has one, in one building.
  private static let roofReach = 150.0
  /// Places on one sheet of a map that are looked for in its buildings; no town has so many without a name.
  private static let mostLooks = 4000
  fileprivate static let sights: Set<PlaceCategory> = [.sight, .culture, .worship]

  /// For each place the number of its thing; negative for what is not shown.
  private var things: [Int]
  /// Whether each place is a thing of its own.
  private(set) var isTrivial = true
  /// What has no name, and may be a part of something.
  private let parts: [Int]
  /// What has a name, and may have parts.
  private let wholes: Cells

  /// Finds them.
  ///
  /// - Parameters:
  ///   - points: where each place is.
  ///   - pinned: places that are always shown, by their place in the list.
  init(_ places: [PointOfInterest], at points: [Geocentric], pinned: Set<Int>) {
    let others = places.indices.filter { !pinned.contains($0) }
    var wholes = Cells(side: Self.roofReach, most: 64)
    for index in places.indices where places[index].canHaveParts { wholes.add(index, at: points[index]) }
    (self.wholes, parts) = (wholes, others.filter { places[$0].canBePart })
    things = Array(places.indices)
    joinNamesakes(among: others.filter { places[$0].hasOwnName }, places, points)
    leaveOutNamesakes(of: pinned, among: others, places, points)
    var named = Cells(side: Self.besideReach)
    for index in places.indices where pinned.contains(index) || places[index].canHaveParts {
      named.add(index, at: points[index])
    }
    for part in parts where !named.near(points[part], within: Self.besideReach, points).isEmpty { things[part] = -1 }
    isTrivial = things == Array(places.indices)
  }

  private mutating func joinNamesakes(among named: [Int], _ places: [PointOfInterest], _ points: [Geocentric]) {
    for indices in Dictionary(grouping: named, by: { Name(places[$0]) }).values where indices.count > 1 {
      let isOfMany = Self.many.contains(places[indices[0]].category)
      join(indices, at: points, within: isOfMany ? Self.reachOfMany : Self.reach)
    }
    let sights = named.filter { places[$0].canHaveParts && places[$0].category != .town }
    for indices in Dictionary(grouping: sights, by: { places[$0].name.lowercased() }).values where indices.count > 1 {
      join(indices, at: points, within: Self.reachOfMany)
    }
    things = things.indices.map(root)
  }

  private mutating func leaveOutNamesakes(
    of pinned: Set<Int>, among others: [Int], _ places: [PointOfInterest], _ points: [Geocentric]
  ) {
    let byName = pinned.isEmpty ? [:] : Dictionary(grouping: others) { places[$0].name.lowercased() }
    for pin in pinned {
      for index in byName[places[pin].name.lowercased()] ?? []
      where points[index].chord(to: points[pin]) <= Self.reachOfMany { things[index] = -1 }
    }
  }

  /// Leaves out what has no name and is in one building with what has one; says whether there is any.
  ///
  /// - Parameter buildings: the numbers of the buildings in which a place lies; `nil` if it is not on the sheet.
  mutating func join(_ points: [Geocentric], insideOf buildings: (Int) -> [Int]?) -> Bool {
    var known: [Int: [Int]] = [:]
    func look(for place: Int) -> [Int] {
      if let known = known[place] { return known }
      guard known.count < Self.mostLooks, let found = buildings(place) else { return [] }
      known[place] = found
      return found
    }
    let inside = parts.filter { part in
      let around = things[part] >= 0 ? look(for: part) : []
      return !around.isEmpty
        && wholes.near(points[part], within: Self.roofReach, points).contains { whole in
          look(for: whole).contains(where: around.contains)
        }
    }
    for part in inside { things[part] = -1 }
    if !inside.isEmpty { isTrivial = false }
    return !inside.isEmpty
  }

  /// The first of the ways to each thing.
  func once(_ ways: [PlacesAround.Way]) -> [PlacesAround.Way] {
    var seen: Set<Int> = []
    return ways.filter { things[$0.index] >= 0 && seen.insert(things[$0.index]).inserted }
  }

  /// Gives places of one name one number as far as a chain of short ways leads.
  private mutating func join(_ indices: [Int], at points: [Geocentric], within reach: Double) {
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

  /// The first of the pieces that a place is joined to.
  private func root(_ index: Int) -> Int {
    var index = index
    while things[index] != index { index = things[index] }
    return index
  }

  private struct Name: Hashable {
    let name: String
    let kind: String?

    init(_ place: PointOfInterest) { (name, kind) = (place.name.lowercased(), place.kind) }
  }
}

extension PointOfInterest {
  /// Whether it may be nothing but a part of what has a name beside it, or around it: it has none, and is worth a look.
  fileprivate var canBePart: Bool {
    !hasOwnName && (SamePlaces.sights.contains(category) || kind == "fountain")
  }

  /// Whether it may be what ``canBePart`` is a part of: not what is inside of something, as shops are.
  fileprivate var canHaveParts: Bool { hasOwnName && !SamePlaces.many.contains(category) }
}

/// Places sorted into cubes of space, which have no seam at a pole or the antimeridian.
private struct Cells {
  private struct Cell: Hashable {
    let x, y, z: Int32
  }

  private let side: Double
  private let most: Int
  private var places: [Cell: [Int]] = [:]

  /// - Parameters:
  ///   - side: metres.
  ///   - most: places that a cube holds at most; a thing of more pieces is none that a map has.
  init(side: Double, most: Int = 16) { (self.side, self.most) = (side, most) }

  mutating func add(_ index: Int, at point: Geocentric) {
    let cell = cell(of: point)
    if places[cell, default: []].count < most { places[cell, default: []].append(index) }
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
