import Geodesy
import PlaceSamples
import Testing
import Views

@Suite("In which building of a map a place lies")
struct BuildingTests {
  private let plane = TangentPlane(at: home)

  private func rectangle(_ east: ClosedRange<Double>, _ north: ClosedRange<Double>) -> [Coordinate] {
    [
      (east.lowerBound, north.lowerBound), (east.upperBound, north.lowerBound), (east.upperBound, north.upperBound),
      (east.lowerBound, north.upperBound),
    ].map { plane.coordinate(at: .init(east: $0.0, north: $0.1)) }
  }

  /// Adds a lake, a house with a yard, and another one.
  private func add(to builder: inout MapGeometry.Builder) {
    builder.add(.water, isArea: true, rings: [rectangle(-90...90, -90...90)])
    builder.add(.building, isArea: true, rings: [rectangle(-40...0, -40...40), rectangle(-30...(-10), -20...20)])
    builder.add(.building, isArea: true, rings: [rectangle(10...50, -40...40)])
  }

  private func found(_ geometry: MapGeometry, _ east: Double, _ north: Double) -> Int? {
    geometry.buildings(at: MercatorPoint(plane.coordinate(at: .init(east: east, north: north))))?.count
  }

  @Test("in a house, but not in its yard, in a lake or between houses; beyond the sheet nothing is known")
  func whole() throws {
    let box = try #require(BoundingBox(around: rectangle(-100...100, -100...100)))
    var builder = MapGeometry.Builder(around: box)
    add(to: &builder)
    let map = builder.build()
    #expect(found(map, -35, 0) == 1 && found(map, 30, 39) == 1)
    #expect(found(map, -20, 0) == 0 && found(map, 5, 0) == 0 && found(map, 60, 0) == 0)
    #expect(found(map, 99, 0) == nil && found(map, 0, 5000) == nil)
    func spot(_ east: Double) -> [Int]? {
      map.buildings(at: MercatorPoint(plane.coordinate(at: .init(east: east, north: 30))))
    }
    #expect(spot(-20) != nil && spot(-20) != spot(30) && spot(-20) == spot(-35))
  }

  @Test("of tiles those of zoom 14 and more know it: others join houses to blocks", arguments: [13, 14, 16])
  func tiles(zoom: Int) {
    var builder = MapGeometry.Builder(tile: TileID(at: MercatorPoint(home), zoom: zoom), extent: 4096)
    add(to: &builder)
    let houses = [-35.0, 30].compactMap { found(builder.build(), $0, 0) }.reduce(0, +)
    #expect(zoom < 14 ? houses == 0 : houses > 0)
  }
}
