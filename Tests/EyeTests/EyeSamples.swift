import Eye
import Geodesy
import Numbers
import Testing
import Views

/// Somewhere away from the equator, the poles and the antimeridian.
let home = Coordinate(clampingLatitude: 47.1, wrappingLongitude: 9.5)

/// A rectangle on the ground, in metres from ``home``.
func shape(
  _ kind: GroundKind, east: ClosedRange<Double>, north: ClosedRange<Double>, name: String? = nil, turned: Bool = false
) -> BaseMap.Shape? {
  let corners = [
    (east.lowerBound, north.lowerBound), (east.upperBound, north.lowerBound), (east.upperBound, north.upperBound),
    (east.lowerBound, north.upperBound),
  ]
  let plane = TangentPlane(at: home)
  let ring = corners.map { plane.coordinate(at: .init(east: $0.0, north: $0.1)) }
  return BaseMap.Shape(kind: kind, name: name, parts: [turned ? ring.reversed() : ring], isArea: true)
}

/// What stands around ``home`` among these shapes.
func surroundings(_ shapes: [BaseMap.Shape?], route: [Coordinate] = []) -> Surroundings {
  let map = BaseMap(shapes: shapes.compactMap(\.self), attribution: "")
  return Surroundings(around: home, geometries: map.geometries, route: route)
}

/// Buildings of known heights, in metres from ``home``.
func buildings(
  _ list: [(name: String, east: ClosedRange<Double>, north: ClosedRange<Double>, height: Double)]
) throws -> [MapGeometry] {
  let plane = TangentPlane(at: home)
  let rings = list.map { building in
    [
      (building.east.lowerBound, building.north.lowerBound), (building.east.upperBound, building.north.lowerBound),
      (building.east.upperBound, building.north.upperBound), (building.east.lowerBound, building.north.upperBound),
    ]
    .map { plane.coordinate(at: .init(east: $0.0, north: $0.1)) }
  }
  var builder = MapGeometry.Builder(around: try #require(BoundingBox(around: rings.flatMap { $0 })))
  for (building, ring) in zip(list, rings) {
    builder.add(
      .building, isArea: true, name: building.name, rise: MapGeometry.Rise(foot: nil, top: building.height),
      rings: [ring])
  }
  return [builder.build()]
}

/// A town of houses at random places, which may overlap, with rings in both directions.
func town(_ chance: inout SeededGenerator, houses: Int) -> Surroundings {
  surroundings(
    (0..<houses).map { _ in
      let (east, north) = (chance.uniform() * 600 - 300, chance.uniform() * 600 - 300)
      let (width, depth) = (3 + chance.uniform() * 30, 3 + chance.uniform() * 30)
      return shape(
        .building, east: east...east + width, north: north...north + depth, turned: chance.uniform() < 0.5)
    })
}
