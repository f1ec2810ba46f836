internal import Geodesy

/// Finds what stands in a region twice: one thing that was mapped as a point and as an outline, or by two hands.
enum Doubles {
  /// Something that may be a double of others with the same name.
  struct Candidate {
    /// What the caller knows it by.
    var id: Int64
    var position: Coordinate
    /// What it is: a bank and its cash machine have one name, and are two.
    var kind: String?
    /// Whether the position stands for something large.
    var isArea: Bool
  }

  /// Metres between two mapped places that are one.
  static let reach = 8.0
  /// Metres between a point and the middle of the outline that it stands in.
  static let outlineReach = 60.0

  /// Which of the candidates, all with one name, are one thing with another: the double, and what it is a double of.
  ///
  /// The point stays and the outline goes, because mappers put the point where the door is; otherwise the first stays.
  /// Nothing that goes takes another with it, so that no chain of places becomes one.
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

  /// A cube of space as wide as the farthest doubles are apart: whoever is near lies in it or in one beside it, at
  /// the poles and the antimeridian as anywhere.
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
