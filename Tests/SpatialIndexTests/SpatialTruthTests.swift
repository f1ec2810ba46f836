import CSpatialKernel
import ChanceTesting
import SpatialIndex
import Testing

/// One by one, because the instructions that are used are chosen for all.
@Suite("Answers are those of brute force", .serialized)
struct SpatialTruthTests {
  /// Plain, AVX2, AVX-512; those that this processor lacks are one that it has.
  static let levels: [Int32] = [0, 1, 2]
  /// Around what a leaf, a node of leaves and two levels of nodes hold.
  static let counts = [0, 1, 2, 16, 17, 257, 700]

  @Test("the nearest, bit for bit", arguments: levels, Shape.allCases)
  func nearest(_ level: Int32, _ shape: Shape) {
    useLevel(level)
    for count in Self.counts {
      let points = shape.points(count)
      let index = SpatialIndex(points)
      for place in shape.places(points) {
        let truth = BruteForce.hits(points, from: place)
        for k in [1, 3, 10, 16, 17, 40, 699, 1000] {
          #expect(index.nearest(k, to: place) == Array(truth.prefix(k)), "\(count) points, \(k) from \(place)")
        }
      }
    }
  }

  @Test("all within a radius, and those exactly as far", arguments: levels, Shape.allCases)
  func within(_ level: Int32, _ shape: Shape) throws {
    useLevel(level)
    for count in Self.counts {
      let points = shape.points(count)
      let index = SpatialIndex(points)
      for place in shape.places(points) {
        let truth = BruteForce.hits(points, from: place)
        var radii = [0, 0.005, 1, 500, 20_000, 10_010_000, 20_015_000, 30_000_000, .infinity]
        for part in [0.1, 0.5, 0.99] where !truth.isEmpty {
          let border = truth[Int(Double(truth.count - 1) * part)].metres
          radii += [border, border.nextDown, border.nextUp]
        }
        for radius in radii {
          let hits = index.within(metres: radius, of: place)
          #expect(hits == truth.filter { $0.metres <= radius }, "\(count) points, \(radius) m from \(place)")
        }
      }
    }
  }

  @Test("all in a box, on its borders too", arguments: levels, Shape.allCases)
  func inBox(_ level: Int32, _ shape: Shape) throws {
    useLevel(level)
    for count in Self.counts {
      let points = shape.points(count)
      let index = SpatialIndex(points)
      var chance = Chance(seed: 3)
      let places = shape.places(points).map(\.kept)
      for place in places {
        let other = places[Int(chance.next() % UInt64(places.count))]
        let sides = (
          min(place.latitude, other.latitude), place.longitude, max(place.latitude, other.latitude), other.longitude
        )
        for sides in [
          sides, (sides.0.nextUp, min(sides.1.nextUp, 180), sides.2.nextDown, max(sides.3.nextDown, -180)),
          (sides.0, sides.3, 90, sides.1),
          (-90, sides.1, sides.2, sides.3), (-90, -180, 90, 180), (-90, -20, 90, -19), (-1, 180, 90, 180),
          (-90, -180, 80, -180), (place.latitude, place.longitude, place.latitude, place.longitude),
        ] {
          let found = index.inBox(south: sides.0, west: sides.1, north: sides.2, east: sides.3)
          #expect(
            found.sorted() == BruteForce.inBox(points, sides.0, sides.1, sides.2, sides.3), "\(count) points, \(sides)")
        }
      }
    }
  }

  private func useLevel(_ level: Int32) { #expect(trove_spatial_limit_level(level) <= level) }
}
