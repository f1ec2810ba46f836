import Geodesy
import Numbers
import Testing

@testable import PlaceServices

@Suite("Cells of the grid")
struct GridCellTests {
  private static let centres: [(Double, Double)] =
    [
      (0, 0), (48, 11), (-33, 151), (60, 179.9999), (-17, -180), (0, 180), (89.9999, 5), (90, 0), (-90, 0),
      (-89.99, -180),
    ]

  @Test("cover every point of the circle", arguments: [1, 300, 5000, 200_000, 3_000_000], centres)
  func covering(radius: Double, centre: (Double, Double)) throws {
    var chance = SeededGenerator(seed: 7)
    let centre = Coordinate(clampingLatitude: centre.0, wrappingLongitude: centre.1)
    let cells = try #require(GridCell.covering(centre, radius: radius))
    #expect(cells.first?.box.contains(centre) == true)
    #expect(Set(cells).count == cells.count)
    for step in 0..<100 {
      // The rim above all.
      let metres = radius * (step < 50 ? 1 : chance.uniform())
      let point = centre.offset(by: metres, toward: Bearing(degrees: chance.uniform() * 360))
      #expect(cells.contains { $0.box.contains(point) }, "\(point) is in none of \(cells)")
    }
  }

  @Test("are four at most where rows are cut, and no larger than the circle asks for")
  func few() throws {
    var chance = SeededGenerator(seed: 3)
    for _ in 0..<2000 {
      let centre = Coordinate(
        clampingLatitude: chance.uniform() * 160 - 80, wrappingLongitude: chance.uniform() * 360 - 180)
      let radius = 300 + chance.uniform() * 20_000
      let cells = try #require(GridCell.covering(centre, radius: radius))
      #expect(cells.count <= 4, "\(centre) \(radius)")
      for quarter in 0..<4 {
        let rim = centre.offset(by: radius, toward: Bearing(degrees: Double(quarter) * 90))
        #expect(cells.contains { $0.box.contains(rim) }, "\(rim) is in none of \(cells)")
      }
      let height = cells[0].box.north - cells[0].box.south
      #expect(height * 111_000 < 5 * max(radius, 305))
    }
  }

  @Test("of a row lie side by side round the globe, none across the antimeridian, none narrower than high")
  func rows() {
    for zoom in [0, 1, 5, 14] {
      let rows = 1 << zoom
      for row in Set([0, 1, rows / 3, rows / 2, rows - 1]).filter({ $0 < rows }) {
        let count = GridCell.columns(of: row, zoom)
        let boxes = [0, count / 2, count - 1].map { GridCell(zoom: zoom, row: row, column: $0).box }
        #expect(boxes[0].west == -180 && boxes[2].east == 180)
        #expect(boxes.allSatisfy { $0.west < $0.east || count == 1 })
        #expect(360 / Double(count) >= boxes[0].north - boxes[0].south - 1e-12)
      }
    }
  }

  @Test("a walk through a cell stays in it, and crosses into few")
  func walk() throws {
    let start = try #require(Coordinate(latitude: 48.1, longitude: 11.5))
    let seen = try (0..<200).reduce(into: Set<GridCell>()) { seen, step in
      let here = start.offset(by: Double(step) * 10, toward: Bearing(degrees: 30))
      seen.formUnion(try #require(GridCell.covering(here, radius: 300)))
    }
    // Two kilometres through cells of 1.2 and more.
    #expect((2...9).contains(seen.count), "\(seen.count)")
  }

  @Test("a circle round the whole globe has none")
  func everything() throws {
    let centre = try #require(Coordinate(latitude: 1, longitude: 1))
    #expect(GridCell.covering(centre, radius: 15_000_000) == nil)
    #expect(GridCell.covering(centre, radius: .infinity) == nil)
  }
}
