import Geodesy
import Testing

@Suite("The even-odd rule")
struct EvenOddTests {
  private func point(_ east: Double, _ north: Double) -> TangentPlane.Point { .init(east: east, north: north) }

  @Test(
    "a ray to the east crosses an edge that lies east of its point, whichever end of the edge comes first",
    arguments: [(0.0, 5.0, true), (4.9, 5, true), (5.1, 5, false), (0, -0.1, false), (0, 10.1, false)])
  func edge(east: Double, north: Double, crosses: Bool) {
    // From (0, 0) to (10, 10), and so at (5, 5).
    let (low, high) = (point(0, 0), point(10, 10))
    #expect(EvenOdd.crosses(eastOf: point(east, north), from: low, to: high) == crosses)
    #expect(EvenOdd.crosses(eastOf: point(east, north), from: high, to: low) == crosses)
  }

  @Test("a ray through a corner crosses one of the two edges there, and a level edge never")
  func corner() {
    let (west, ray) = (point(0, 0), point(-1, 0))
    #expect(EvenOdd.crosses(eastOf: ray, from: west, to: point(0, 10)))
    #expect(!EvenOdd.crosses(eastOf: ray, from: point(0, -10), to: west))
    #expect(!EvenOdd.crosses(eastOf: ray, from: west, to: point(10, 0)))
  }
}
