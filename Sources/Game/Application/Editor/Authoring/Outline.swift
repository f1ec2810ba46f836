package import Geodesy

/// The outline of a zone while the author walks it: corners set by key or recorded on the way, thinned out as they
/// come.
package struct Outline: Hashable, Sendable {
  /// Metres that a way may bend without a corner of its own, where the receiver errs less.
  package static let tolerance = 2.0
  /// Metres between two positions that count as walked.
  package static let spacing = 2.0
  /// Square metres that an outline encloses at least.
  package static let smallest = 1.0
  /// Corners that an outline has at most.
  package static let mostCorners = 1000

  /// The corners so far, in the order in which they were set; the last is not joined to the first yet.
  package private(set) var corners: [Coordinate] = []
  /// Whether the way becomes the outline by itself.
  package private(set) var isWalking = false
  /// The way since the last corner.
  private var way: [Coordinate] = []

  /// An outline without a corner.
  package init() {}

  /// The corners, and the way that is not a corner yet.
  package var line: [Coordinate] { corners + way.suffix(1) }

  // MARK: - Corners

  /// Adds a corner.
  package mutating func add(_ corner: Coordinate) throws(OutlineProblem) {
    guard corners.count < Self.mostCorners else { throw .tooMany }
    if let last = corners.last, last.distance(to: corner) < Self.spacing / 2 { throw .sameCorner }
    if let crossed = crossedSide(to: corner) { throw .crosses(side: crossed) }
    corners.append(corner)
    way = []
  }

  /// Takes the last corner back, and what was walked since.
  package mutating func removeLast() {
    way = []
    isWalking = false
    _ = corners.popLast()
  }

  /// Begins or ends the walking, at a position.
  package mutating func walk(_ isWalking: Bool, from position: Coordinate) throws(OutlineProblem) {
    // The end of a way is a corner, unless it is where the outline began.
    if !isWalking, let first = corners.first, first.distance(to: position) < Self.spacing * 2, corners.count >= 3 {
      (self.isWalking, way) = (false, [])
      return
    }
    self.isWalking = isWalking
    do { try add(position) } catch { if error != .sameCorner { throw error } }
  }

  /// The player has come here; nothing happens unless they are walking the outline.
  ///
  /// A corner comes to be where the way leaves the straight line by more than ``tolerance``, or half of `accuracy`
  /// (metres of the error circle). Throws: where the way crosses the outline; the walking ends there.
  package mutating func pass(_ position: Coordinate, accuracy: Double) throws(OutlineProblem) {
    guard isWalking, let last = corners.last else { return }
    guard (way.last ?? last).distance(to: position) >= Self.spacing else { return }
    if let turn = way.last, isBent(from: last, to: position, by: max(Self.tolerance, accuracy / 2)) {
      do { try add(turn) } catch {
        isWalking = false
        way = []
        throw error
      }
    }
    way.append(position)
  }

  private func isBent(from start: Coordinate, to end: Coordinate, by metres: Double) -> Bool {
    let plane = TangentPlane(at: start)
    guard let end = plane.point(of: end) else { return false }
    return way.lazy.compactMap { plane.point(of: $0) }.contains { Segment(.origin, end).distance(to: $0) > metres }
  }

  /// The ring, when it is closed from the last corner to the first.
  package func closed() throws(OutlineProblem) -> [Coordinate] {
    guard corners.count >= 3 else { throw .tooFew(corners.count) }
    let sides = sides
    let closing = Segment(points[points.count - 1], points[0])
    // The first and the last side share a corner with the closing one.
    if let crossed = sides.indices.dropFirst().dropLast().first(where: { sides[$0].meets(closing) }) {
      throw .crosses(side: crossed + 1)
    }
    guard Ring(points).area >= Self.smallest else { throw .noArea }
    return corners
  }

  // MARK: - Sides

  private var points: [TangentPlane.Point] {
    guard let first = corners.first else { return [] }
    let plane = TangentPlane(at: first)
    return corners.compactMap { plane.point(of: $0) }
  }

  private var sides: [Segment] { zip(points, points.dropFirst()).map { Segment($0, $1) } }

  /// The side, counted from 1, that the next one to `corner` would cross.
  private func crossedSide(to corner: Coordinate) -> Int? {
    guard let first = corners.first, let end = TangentPlane(at: first).point(of: corner), let last = points.last else {
      return nil
    }
    let (sides, next) = (sides, Segment(last, end))
    return sides.indices.dropLast().first { sides[$0].meets(next) }.map { $0 + 1 }
  }
}

/// Why an outline cannot be, or go on, as it is wanted.
package enum OutlineProblem: Error, Hashable, Sendable {
  /// The outline has too few corners for an area.
  case tooFew(Int)
  /// The outline has as many corners as it may have.
  case tooMany
  /// There is a corner already.
  case sameCorner
  /// The line would cross the side from this corner, counted from 1, to the next.
  case crosses(side: Int)
  /// All corners lie on a line.
  case noArea

  /// What is wrong and what helps, for the author.
  package var sentence: String {
    switch self {
    case .tooFew(let count):
      "An outline needs three corners at least, and this one has \(count): go on, c sets the next."
    case .tooMany: "An outline has \(Outline.mostCorners) corners at most: close it."
    case .sameCorner: "There is a corner already where you stand: walk on."
    case .crosses(let side):
      "The line would cross the outline between corners \(side) and \(side + 1): "
        + "go another way, or take corners back with Backspace."
    case .noArea: "The corners lie on one line, which encloses nothing: walk round the zone."
    }
  }
}
