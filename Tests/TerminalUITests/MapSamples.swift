import Editor
import Geodesy
import HuntDomain
import Nearby
import Places
import TextCanvas
import Views

@testable import TerminalUI

/// A small made city of four tiles: a river with bridges, streets that do not run along the axes, blocks of houses,
/// a park, a wood, a railway.
///
/// It is laid out in units of a square of 8192, whose middle is ``City/middle``, and is about 1.6 km wide.
enum City {
  /// The four tiles, in the order of reading.
  static let geometries = tiles.map { tile in
    var builder = MapGeometry.Builder(tile: tile, extent: 4096)
    let (west, north) = (Int32(tile.x - tiles[0].x) * 4096, Int32(tile.y - tiles[0].y) * 4096)
    func moved(_ points: [(Int, Int)]) -> [MapGeometry.Point] {
      points.map { MapGeometry.Point(x: Int32($0.0) - west, y: Int32($0.1) - north) }
    }
    for area in areas {
      builder.add(area.kind, isArea: true, name: area.name, points: moved(area.points), ends: [area.points.count])
    }
    for line in lines {
      builder.add(line.kind, isArea: false, name: line.name, points: moved(line.points), ends: [line.points.count])
    }
    for label in labels {
      builder.label(label.kind, name: label.name, at: moved([label.at])[0], rank: label.rank)
    }
    return builder.build()
  }

  /// Where the four tiles meet.
  static let middle = tiles[3].origin.coordinate

  /// A ground of all four, so many cells large.
  static func ground(_ columns: Int, _ rows: Int, zoom: Double = 16, up: Bearing = .north) -> MapScreen.Ground {
    let frame = MapFrame(centre: MercatorPoint(middle), zoom: zoom, up: up, columns: columns, rows: rows)
    return MapScreen.Ground(geometries: geometries, frame: frame)
  }

  private static let tiles: [TileID] = {
    // Somewhere in the north of Italy.
    let (x, y) = (17_340, 11_800)
    return [(0, 0), (1, 0), (0, 1), (1, 1)].compactMap { TileID(zoom: 15, x: x + $0.0, y: y + $0.1) }
  }()

  private struct Shape {
    let kind: GroundKind
    var name: String?
    let points: [(Int, Int)]
  }

  private struct Label {
    let kind: NameKind
    let name: String
    let at: (Int, Int)
    var rank = 1
  }

  /// A grid that is turned a little, as grown streets are.
  private static func turned(_ x: Int, _ y: Int) -> (Int, Int) {
    (4096 + (x - 4096) - (y - 4096) / 9, 4096 + (y - 4096) + (x - 4096) / 9)
  }

  private static let river = [
    (-200, 4800), (900, 4650), (2100, 4750), (3300, 4500), (4500, 4400), (5900, 4600), (7200, 4450), (8400, 4200),
  ]

  private static let areas: [Shape] = {
    var areas = [
      Shape(kind: .land, points: [(-100, -100), (8292, -100), (8292, 8292), (-100, 8292)]),
      Shape(kind: .water, name: nil, points: river + river.reversed().map { ($0.0, $0.1 + 330) }),
      Shape(kind: .park, name: "Giardino di Boboli", points: [(2300, 5500), (3900, 5300), (4000, 6500), (2500, 6700)]),
      Shape(kind: .wood, points: [(5300, 5400), (6900, 5300), (7000, 6500), (5200, 6600)]),
      Shape(kind: .square, points: [turned(3650, 3230), turned(4000, 3230), turned(4000, 3520), turned(3650, 3520)]),
    ]
    for column in 0..<18 {
      for row in 0..<10 where !(column == 8 && row == 7) {
        let (x, y) = (80 + column * 450, 70 + row * 440)
        let (wide, high) = (250 + (column * 31 + row * 17) % 110, 230 + (row * 47 + column * 29) % 120)
        areas.append(
          Shape(
            kind: .building,
            points: [turned(x, y), turned(x + wide, y), turned(x + wide, y + high), turned(x, y + high)]))
      }
    }
    return areas
  }()

  private static let lines: [Shape] = {
    var lines: [Shape] = []
    let across = [
      "Via Alfani", "Via del Proconsolo", "Via della Vigna Nuova", "Via de' Bardi", "Via Dante Alighieri",
      "Borgo Pinti",
      "Corso dei Tintori", "Via Maggio", "Via Roma", "Borgo Ognissanti",
    ]
    for (index, name) in across.enumerated() {
      let y = 20 + index * 440
      lines.append(Shape(kind: index == 5 ? .road : .street, name: name, points: [turned(-600, y), turned(8800, y)]))
    }
    for column in 0..<19 where column != 10 {
      let x = 30 + column * 450
      lines.append(Shape(kind: .street, name: "Vicolo \(column)", points: [turned(x, -600), turned(x, 4330)]))
    }
    let bridge = [turned(4530, -600), turned(4530, 4300), turned(4600, 4900), (4300, 5700), (4400, 8400)]
    lines.append(Shape(kind: .highway, name: "Viale Nuovo", points: bridge))
    lines.append(Shape(kind: .path, name: "Viottolone", points: [(2400, 5600), (3100, 5900), (3900, 6400)]))
    lines.append(Shape(kind: .rail, points: [(-200, 2300), (2500, 1500), (5200, 300), (6200, -200)]))
    lines.append(Shape(kind: .road, name: "Lungarno", points: river.map { ($0.0, $0.1 + 450) }))
    return lines
  }()

  private static let labels = [
    Label(kind: .suburb, name: "San Marco", at: (2900, 2450)), Label(kind: .suburb, name: "Oltrarno", at: (4900, 5300)),
    Label(kind: .water, name: "Arno", at: (2700, 4800)), Label(kind: .sight, name: "Duomo", at: (3830, 3380)),
    Label(kind: .sight, name: "東京庵", at: (4900, 3300)), Label(kind: .sight, name: "בית הכנסת", at: (4800, 2900)),
    Label(kind: .park, name: "Bosco", at: (6100, 5900)),
    Label(kind: .sight, name: "Café Café", at: (3300, 3800), rank: 2),
  ]
}

/// A moment on a map, of a player in the city with all that the game shows.
func cityScreen(_ columns: Int, _ rows: Int, zoom: Double = 16, turns: Int = 0) -> MapScreen {
  func near(_ east: Double, _ north: Double) -> Coordinate {
    TangentPlane(at: City.middle).coordinate(at: .init(east: east, north: north))
  }
  func place(_ name: String, _ east: Double, _ north: Double) -> PointOfInterest {
    PointOfInterest(id: name, name: name, position: near(east, north))
  }
  var service = NearbyPOIService()
  service.receive([place("Old Mill", 160, 90), place("Well", -60, 45), place("Far Tower", 3000, 900)], at: .zero)
  service.receive(.fix(Fix(position: City.middle, time: .zero, accuracy: 25)), at: .zero)
  service.receive(Heading(bearing: Bearing(degrees: 60), source: .compass, uncertainty: 20), at: .zero)
  var map = MapUseCase(
    base: BaseMap(geometries: City.geometries, attribution: "made up, CC0", isSeaCharted: false),
    camera: MapCamera(zoom: zoom))
  if turns != 0 { map.camera.turn(steps: turns) }
  for step in 0..<40 {
    map.note(Fix(position: near(-200 + Double(step) * 5, -60 + Double(step) * 1.5), time: .zero))
  }
  return map.screen(
    for: service.snapshot(at: .zero), source: "GPS",
    roles: ["Old Mill": .target, "Well": .found, "Far Tower": .entered],
    columns: columns, rows: rows)
}

/// A palette with colours behind most kinds and something of every pattern.
let paints = MapPalette(
  name: "test",
  looks: [
    .land: .init(fill: .init(red: 240, green: 238, blue: 230)),
    .park: .init(
      fill: .init(red: 200, green: 230, blue: 180), ink: .init(red: 120, green: 180, blue: 90), pattern: .sparse),
    .wood: .init(
      fill: .init(red: 170, green: 210, blue: 150), ink: .init(red: 70, green: 140, blue: 60), pattern: .grass),
    .water: .init(
      line: .init(red: 80, green: 130, blue: 190), fill: .init(red: 180, green: 215, blue: 240),
      ink: .init(red: 90, green: 150, blue: 210), pattern: .waves),
    .building: .init(
      line: .init(red: 150, green: 140, blue: 120), fill: .init(red: 215, green: 205, blue: 190), fromZoom: 15),
    .street: .init(line: .init(red: 90, green: 90, blue: 90), width: 8),
    .road: .init(line: .init(red: 100, green: 70, blue: 10), width: 12),
    .highway: .init(line: .init(red: 150, green: 40, blue: 0), width: 20),
    .rail: .init(line: .init(red: 60, green: 70, blue: 90), width: 3),
  ],
  sea: .init(fill: .init(red: 160, green: 200, blue: 230), ink: .init(red: 90, green: 150, blue: 210), pattern: .waves),
  names: [.street: .init(red: 40, green: 40, blue: 40), .suburb: .init(red: 60, green: 60, blue: 70)])
