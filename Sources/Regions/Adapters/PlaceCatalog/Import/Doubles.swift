internal import Geodesy

/// Finds duplicates in a region: one object mapped as a point and as an outline, or by two mappers.
enum Doubles {
  /// Something that may be a double of others with the same name.
  struct Candidate {
    /// The caller's id for it.
    var id: Int64
    var position: Coordinate
    /// The kind of place: a bank and its cash machine share a name but are two places.
    var kind: String?
    /// Whether the position stands for something large.
    var isArea: Bool
  }

  /// Metres between two mapped places that are one.
  static let reach = 8.0
  /// Metres between a point and the middle of the outline that it stands in.
  static let outlineReach = 60.0

  /// Finds duplicates among candidates of one name: pairs of the duplicate and the place it duplicates.
  ///
  /// Of a point and an outline the point is kept, because mappers put it at the door; otherwise the first is kept. A
  /// place that is dropped causes no other to be dropped, so a chain of places does not collapse into one.
  static func find(_ candidates: [Candidate]) -> [(double: Int64, of: Int64)] {
    guard candidates.count > 1 else { return [] }
    let sorted = candidates.sorted { key($0) < key($1) }
    var cells: [Cell: [Int]] = [:]
    for (index, candidate) in sorted.enumerated() { cells[Cell(candidate.position), default: []].append(index) }
    var gone = [Bool](repeating: false, count: sorted.count)
    var doubles: [(double: Int64, of: Int64)] = []
    for (index, keeper) in sorted.enumerated() where !gone[index] {
      for cell in Cell(keeper.position).neighbours {
        for other in cells[cell] ?? [] where other > index && !gone[other] && areOne(keeper, sorted[other]) {
          gone[other] = true
          doubles.append((double: sorted[other].id, of: keeper.id))
        }
      }
    }
    return doubles
  }

  /// Points before outlines, and in the order of their ids.
  private static func key(_ candidate: Candidate) -> (Int, Int64) { (candidate.isArea ? 1 : 0, candidate.id) }

  /// A cube of space whose edge is the largest distance between duplicates: two duplicates lie in the same cube or in
  /// adjacent ones, at the poles and at the antimeridian too.
  private struct Cell: Hashable {
    var x, y, z: Int32

    init(_ position: Coordinate) {
      let point = Geocentric(position)
      x = Int32((point.x / outlineReach).rounded(.down))
      y = Int32((point.y / outlineReach).rounded(.down))
      z = Int32((point.z / outlineReach).rounded(.down))
    }

    private init(_ x: Int32, _ y: Int32, _ z: Int32) { (self.x, self.y, self.z) = (x, y, z) }

    var neighbours: [Cell] {
      (-1...1).flatMap { dx in (-1...1).flatMap { dy in (-1...1).map { dz in Cell(x + dx, y + dy, z + dz) } } }
    }
  }

  private static func areOne(_ left: Candidate, _ right: Candidate) -> Bool {
    guard left.kind == right.kind else { return false }
    let limit = left.isArea != right.isArea ? outlineReach : reach
    return left.position.distance(to: right.position) <= limit
  }
}
