import Geodesy
import Numbers
import Testing

@testable import PlaceCatalog

@Suite("Doubles within a region")
struct DoublesTests {
  private let start = Coordinate(latitude: 60, longitude: 25)!

  private func candidate(
    _ id: Int64, metres: Double, kind: String? = "bar", isArea: Bool = false, from: Coordinate? = nil
  ) -> Doubles.Candidate {
    let position = (from ?? start).offset(by: metres, toward: Bearing(degrees: 70))
    return Doubles.Candidate(id: id, position: position, kind: kind, isArea: isArea)
  }

  private func pairs(_ candidates: Doubles.Candidate...) -> [[Int64]] {
    Doubles.find(candidates).map { [$0.double, $0.of] }.sorted { $0[0] < $1[0] }
  }

  @Test("a point and the outline around it are one, and the point stays")
  func outline() {
    #expect(pairs(candidate(1, metres: 0, isArea: true), candidate(2, metres: 40)) == [[1, 2]])
    #expect(pairs(candidate(1, metres: 0, isArea: true), candidate(2, metres: 80)) == [])
  }

  @Test("two points are one within a few metres, and the first stays")
  func points() {
    #expect(pairs(candidate(1, metres: 0), candidate(2, metres: 5)) == [[2, 1]])
    #expect(pairs(candidate(1, metres: 0), candidate(2, metres: 20)) == [])
    #expect(pairs(candidate(1, metres: 0)) == [])
  }

  @Test("a bank and its cash machine that are called alike stay two, and what nobody says the kind of is one")
  func kinds() {
    #expect(pairs(candidate(1, metres: 0, kind: "bank"), candidate(2, metres: 1, kind: "atm")) == [])
    #expect(pairs(candidate(1, metres: 0, kind: "bank"), candidate(2, metres: 1, kind: nil)) == [])
    #expect(pairs(candidate(1, metres: 0, kind: nil), candidate(2, metres: 1, kind: nil)) == [[2, 1]])
  }

  @Test("a row of places is not drawn together into one")
  func chain() {
    #expect(pairs(candidate(1, metres: 0), candidate(2, metres: 6), candidate(3, metres: 12)) == [[2, 1]])
  }

  @Test("they are found at the antimeridian and at the poles too")
  func seams() {
    for place in [Coordinate(latitude: -17, longitude: 179.99999)!, Coordinate(latitude: 90, longitude: 0)!] {
      #expect(pairs(candidate(1, metres: 0, from: place), candidate(2, metres: 6, from: place)) == [[2, 1]])
    }
  }

  @Test("are those that a comparison of each with each finds")
  func bruteForce() {
    var chance = SeededGenerator(seed: 5)
    for _ in 0..<40 {
      let candidates = (0..<60).map { number in
        candidate(
          Int64(number), metres: .random(in: 0...400, using: &chance),
          kind: [nil, "bar"].randomElement(using: &chance)!,
          isArea: .random(using: &chance))
      }
      var gone: Set<Int64> = []
      let order = candidates.sorted { ($0.isArea ? 1 : 0, $0.id) < ($1.isArea ? 1 : 0, $1.id) }
      for (index, keeper) in order.enumerated() where !gone.contains(keeper.id) {
        for other in order[(index + 1)...] where other.kind == keeper.kind {
          let limit = keeper.isArea == other.isArea ? 8.0 : 60
          if keeper.position.distance(to: other.position) <= limit { gone.insert(other.id) }
        }
      }
      #expect(Set(Doubles.find(candidates.shuffled(using: &chance)).map(\.double)) == gone)
    }
  }
}
