import Glibc
import SpatialIndex

/// Truth without an index: every place is looked at.
struct PlaceTruth {
  private let places: [PlainPlace]
  /// Unit vectors.
  private var x: [Double] = []
  private var y: [Double] = []
  private var z: [Double] = []
  /// The most that another order of operations can change a distance, in metres.
  private static let tolerance = 1e-6
  private static let radius = 6_371_008.8

  init(_ places: [PlainPlace]) {
    self.places = places
    x.reserveCapacity(places.count)
    y.reserveCapacity(places.count)
    z.reserveCapacity(places.count)
    for place in places {
      let vector = Self.vector(place.point)
      x.append(vector.x)
      y.append(vector.y)
      z.append(vector.z)
    }
  }

  private static func vector(_ point: SpatialPoint) -> (x: Double, y: Double, z: Double) {
    let across = Angles.cosine(point.latitude)
    return (across * Angles.cosine(point.longitude), across * Angles.sine(point.longitude), Angles.sine(point.latitude))
  }

  private static func metres(_ square: Double) -> Double { 2 * radius * asin(min(1, square.squareRoot() / 2)) }

  /// Squares of the chords from a place to all others.
  private func squares(from place: SpatialPoint) -> [Double] {
    let here = Self.vector(place)
    return x.indices.map { index in
      let (a, b, c) = (x[index] - here.x, y[index] - here.y, z[index] - here.z)
      return a * a + b * b + c * c
    }
  }

  /// Whether an index gives the right answers from a place.
  func agrees(_ index: SpatialIndex, from place: SpatialPoint) -> Bool {
    let squares = squares(from: place)
    return agreesNearest(index.nearest(PlaceQuery.wanted, to: place), squares)
      && agreesWithin(index.within(metres: PlaceQuery.reach, of: place), squares) && agreesBox(index, place)
  }

  private func agreesNearest(_ hits: [SpatialHit], _ squares: [Double]) -> Bool {
    var least: [Double] = []
    for square in squares where least.count < PlaceQuery.wanted || square < least[least.count - 1] {
      least.insert(square, at: least.firstIndex { square < $0 } ?? least.count)
      if least.count > PlaceQuery.wanted { least.removeLast() }
    }
    return hits.count == least.count && Set(hits.map(\.index)).count == hits.count
      && zip(hits, least).allSatisfy { abs($0.metres - Self.metres($1)) < Self.tolerance }
      && hits.allSatisfy { abs($0.metres - Self.metres(squares[$0.index])) < Self.tolerance }
  }

  private func agreesWithin(_ hits: [SpatialHit], _ squares: [Double]) -> Bool {
    let found = Set(hits.map(\.index))
    let chord = 2 * sin(PlaceQuery.reach / Self.radius / 2)
    return found.count == hits.count
      && squares.indices.allSatisfy { index in
        // Only what is near the border is worth an arc sine.
        guard abs(squares[index] - chord * chord) < 1e-12 else {
          return found.contains(index) == (squares[index] < chord * chord)
        }
        let metres = Self.metres(squares[index])
        return abs(metres - PlaceQuery.reach) < Self.tolerance || found.contains(index) == (metres <= PlaceQuery.reach)
      }
  }

  private func agreesBox(_ index: SpatialIndex, _ place: SpatialPoint) -> Bool {
    var selection = SpatialSelection()
    index.select(around: place, into: &selection)
    let (latitude, longitude) = (Int((place.latitude * 1e7).rounded()), Int((place.longitude * 1e7).rounded()))
    let truth = places.indices.filter { number in
      let other = places[number]
      guard abs(Int(other.latitude) - latitude) <= Int(PlaceQuery.halfHeight) else { return false }
      let east = abs(Int(other.longitude) - longitude)
      return min(east, 3_600_000_000 - east) <= Int(PlaceQuery.halfWidth) || abs(other.latitude) == 900_000_000
    }
    return selection.withNumbers { $0.map { Int($0) } }.sorted() == truth
  }
}
