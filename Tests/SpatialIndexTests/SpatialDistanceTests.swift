import ChanceTesting
import Glibc
import SpatialIndex
import Testing

@Suite("Distances on the sphere")
struct SpatialDistanceTests {
  private static let radius = 6_371_008.8

  @Test("known ones: a degree of the equator, to a pole, to the other end of the globe")
  func known() {
    let origin = SpatialPoint(latitude: 0, longitude: 0)
    #expect(abs(origin.metres(to: .init(latitude: 0, longitude: 1)) - Self.radius * .pi / 180) < 1e-8)
    #expect(abs(origin.metres(to: .init(latitude: 90, longitude: 123)) - Self.radius * .pi / 2) < 1e-8)
    #expect(abs(origin.metres(to: .init(latitude: 0, longitude: 180)) - Self.radius * .pi) < 1e-8)
    #expect(abs(origin.metres(to: .init(latitude: 0, longitude: -180)) - Self.radius * .pi) < 1e-8)
    #expect(origin.metres(to: origin) == 0)
    #expect(SpatialPoint(latitude: 7, longitude: 180).metres(to: .init(latitude: 7, longitude: -180)) == 0)
  }

  @Test("by another formula, near and far, to 20 nanometres")
  func other() {
    var chance = Chance(seed: 7)
    for _ in 0..<3000 {
      let from = Shape.allCases.randomElement(using: &chance)!.point(&chance)
      for shape in Shape.allCases {
        let to = shape.point(&chance).kept
        let (own, truth) = (from.metres(to: to), BruteForce.metres(from, to))
        #expect(abs(own - truth) < 2e-8, "\(from) to \(to): \(own), not \(truth)")
      }
    }
  }

  @Test("a centimetre is told from another at every distance, at the other end of the globe too")
  func monotone() {
    let here = SpatialPoint(latitude: 10, longitude: 20)
    for step in [0, 1e-6, 0.001, 3.5, 3.6, 60, 89, 91, 150, 179.99, 179.9999990] {
      let near = SpatialPoint(latitude: 10, longitude: step - 160 + 180).metres(to: here)
      let far = SpatialPoint(latitude: 10, longitude: step - 160 + 180.0000001).metres(to: here)
      #expect(far > near || step > 170, "\(step)")
    }
    let end = SpatialPoint(latitude: -10, longitude: -160)
    let beside = SpatialPoint(latitude: -9.9999999, longitude: -160)
    #expect(abs(here.metres(to: end) - here.metres(to: beside) - Self.radius * .pi / 180 * 1e-7) < 1e-8)
  }

  @Test("from no place there is no distance")
  func nowhere() {
    let place = SpatialPoint(latitude: 0, longitude: 0)
    for (latitude, longitude) in [(Double.nan, 0), (0, .nan), (90.0000001, 0), (0, -180.0000001), (0, .infinity)] {
      let nowhere = SpatialPoint(latitude: latitude, longitude: longitude)
      #expect(!nowhere.isPlace && nowhere.metres(to: place).isNaN && place.metres(to: nowhere).isNaN)
    }
  }
}
