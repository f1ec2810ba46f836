import ChanceTesting
import Testing

@testable import OSMExtracts

/// Points inside areas, against brute force.
@Suite struct PoleTests {
  private static func random(_ chance: inout Chance, _ range: ClosedRange<Double>) -> Double {
    .random(in: range, using: &chance)
  }

  /// A ring around a centre with a spike here and a bay there; never crosses itself.
  private static func star(_ chance: inout Chance, _ x: Double, _ y: Double, _ size: Double) -> [LocalPlane.Point] {
    let count = chance.integer(in: 4...24)
    let ring = (0..<count).map { index in
      let angle = Double(index) / Double(count) * 2 * .pi
      let radius = size * random(&chance, 0.15...1)
      return LocalPlane.Point(x: x + radius * cosine(angle), y: y + radius * cosine(angle - .pi / 2))
    }
    return ring + ring.prefix(1)
  }

  /// The cosine by its series; good to 1e-9 here.
  private static func cosine(_ angle: Double) -> Double {
    let turned = angle.remainder(dividingBy: 2 * .pi)
    var (term, sum) = (1.0, 1.0)
    for step in 1...16 {
      term *= -turned * turned / Double((2 * step - 1) * 2 * step)
      sum += term
    }
    return sum
  }

  @Test("The pole lies inside, and nowhere is much more room")
  func pole() throws {
    var chance = Chance(seed: 8)
    for round in 0..<40 {
      var edges = Edges()
      edges.append(Self.star(&chance, 0, 0, 1))
      if round.isMultiple(of: 2) { edges.append(Self.star(&chance, 0, 0, 0.14)) }
      if round.isMultiple(of: 3) { edges.append(Self.star(&chance, 3, 1, 0.8)) }
      let pole = try #require(Pole.find(edges))
      let box = try #require(edges.box)
      var best = 0.0
      for column in 0...50 {
        for row in 0...50 {
          let point = LocalPlane.Point(
            x: box.low.x + box.width * Double(column) / 50, y: box.low.y + box.height * Double(row) / 50)
          best = max(best, edges.clearance(point))
        }
      }
      #expect(edges.contain(pole))
      #expect(edges.clearance(pole) >= best - min(box.width, box.height) / 50)
    }
  }

  @Test("What has no inside has no pole")
  func nothing() {
    var line = Edges()
    line.append([.init(x: 0, y: 0), .init(x: 1, y: 1), .init(x: 0, y: 0)])
    #expect(Pole.find(line) == nil)
    #expect(Pole.find(Edges()) == nil)
    var flat = Edges()
    flat.append([.init(x: 0, y: 0), .init(x: 1, y: 0), .init(x: 2, y: 0), .init(x: 0, y: 0)])
    #expect(Pole.find(flat) == nil)
  }

  @Test("Clearance and inside agree, also of areas with holes")
  func clearance() {
    var chance = Chance(seed: 9)
    for _ in 0..<20 {
      var edges = Edges()
      edges.append(Self.star(&chance, 0, 0, 1))
      edges.append(Self.star(&chance, 0, 0, 0.1))
      for _ in 0..<50 {
        let point = LocalPlane.Point(x: Self.random(&chance, -1...1), y: Self.random(&chance, -1...1))
        #expect((edges.clearance(point) > 0) == edges.contain(point))
      }
    }
  }
}
