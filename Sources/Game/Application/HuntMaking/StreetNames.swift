internal import Geodesy
internal import HuntDomain
internal import Places

/// The streets of an area by their names.
struct StreetNames {
  /// Where two streets meet.
  struct Corner: Hashable {
    let position: Coordinate
    /// The names of the two, in the order of the alphabet.
    let first, second: String
  }

  /// Where streets of two names meet, each pair once; sorted by the names.
  let corners: [Corner]
  private let plane: TangentPlane
  private let lines: [(segment: PlaneSegment, name: Int)]
  private let names: [String]
  /// Names of ways that are more than lanes.
  private let streets: Set<String>
  /// Where streets, or a street and a lane, of several names meet, each place once.
  private let junctions: [(point: TangentPlane.Point, names: Set<Int>)]

  /// Takes the ways that have names and are no footpaths, as far as signs stand there.
  init(_ plan: StreetPlan, around centre: Coordinate) {
    let plane = TangentPlane(at: centre)
    var (lines, names, numbers) = ([(segment: PlaneSegment, name: Int)](), [String](), [String: Int]())
    var (meetings, streets) = ([Coordinate: Set<Int>](), Set<Int>())
    for way in plan.ways {
      guard let name = way.name, [.street, .road, .service, .footway, .path].contains(way.kind) else { continue }
      let number = numbers[name] ?? names.count
      if number == names.count {
        numbers[name] = number
        names.append(name)
      }
      let points = way.points.compactMap { plane.point(of: $0) }
      guard points.count == way.points.count else { continue }
      for (from, to) in zip(points, points.dropFirst()) where way.kind != .service {
        lines.append((segment: PlaneSegment(start: from, end: to), name: number))
      }
      guard [.street, .road, .service].contains(way.kind) else { continue }
      // A ring is a square or a market: a good answer, but what leads along it is no street to ask from.
      if way.kind != .service, way.points.first != way.points.last { streets.insert(number) }
      for point in way.points { meetings[point, default: []].insert(number) }
    }
    var corners: [[String]: Coordinate] = [:]
    for (point, numbers) in meetings where numbers.count > 1 && numbers.isSubset(of: streets) {
      let pair = Array(numbers.map { names[$0] }.sorted().prefix(2))
      // Of several the one in the north-west, whatever order they come in.
      if let other = corners[pair], (-other.latitude, other.longitude) <= (-point.latitude, point.longitude) {
        continue
      }
      corners[pair] = point
    }
    junctions = meetings.filter { $1.count > 1 }
      .compactMap { place, names in plane.point(of: place).map { (point: $0, names: names) } }
      .sorted { ($0.point.east, $0.point.north) < ($1.point.east, $1.point.north) }
    self.corners = corners.map { Corner(position: $1, first: $0[0], second: $0[1]) }
      .sorted { ($0.first, $0.second) < ($1.first, $1.second) }
    (self.plane, self.lines, self.names, self.streets) = (plane, lines, names, Set(streets.map { names[$0] }))
  }

  /// Folded words that many of the names have, as *lane* or *saint*: they tell nothing of one.
  var commonWords: Set<String> {
    let words = names.flatMap { Set(FoldedText.words(of: $0)) }
    let least = max(4, names.count / 50)
    return Set(Dictionary(grouping: words) { $0 }.filter { $0.value.count >= least }.keys)
  }

  /// The name of the street nearest to a place; `nil` if none is within `metres`.
  func nearest(to place: Coordinate, within metres: Double) -> String? { near(place, within: metres).first }

  /// The street at a place, and all streets and lanes that meet it there, the nearest first; empty if no street does.
  ///
  /// - Parameter metres: how far a junction may be from the place.
  func corner(at place: Coordinate, within metres: Double) -> [String] {
    guard let point = plane.point(of: place) else { return [] }
    let near = junctions.filter { $0.point.distance(to: point) <= metres }
      .sorted { $0.point.distance(to: point) < $1.point.distance(to: point) }
    let own = self.near(place, within: metres).lazy.compactMap { name in
      near.contains { $0.names.contains { self.names[$0] == name } } ? name : nil
    }.first
    guard let own else { return [] }
    var others: [String] = []
    for junction in near where junction.names.contains(where: { names[$0] == own }) {
      others += junction.names.map { names[$0] }.filter { $0 != own && !others.contains($0) }.sorted()
    }
    let real = others.filter(streets.contains)
    return real.isEmpty || !streets.contains(own) ? [] : [own] + real + others.filter { !streets.contains($0) }
  }

  /// The names of the streets within `metres` of a place, the nearest first, each once.
  func near(_ place: Coordinate, within metres: Double) -> [String] {
    guard let point = plane.point(of: place) else { return [] }
    var nearest: [Int: Double] = [:]
    for line in lines {
      // Cheaper than a distance, and true of almost all.
      let (start, end) = (line.segment.start, line.segment.end)
      guard min(start.east, end.east) - metres <= point.east, point.east <= max(start.east, end.east) + metres,
        min(start.north, end.north) - metres <= point.north, point.north <= max(start.north, end.north) + metres
      else { continue }
      let distance = line.segment.distance(to: point)
      if distance <= metres { nearest[line.name] = min(nearest[line.name] ?? .infinity, distance) }
    }
    return nearest.sorted { ($0.value, names[$0.key]) < ($1.value, names[$1.key]) }.map { names[$0.key] }
  }
}
