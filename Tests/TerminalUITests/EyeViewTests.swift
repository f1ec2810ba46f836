import Eye
import Geodesy
import Glibc
import HuntDomain
import HuntTesting
import Nearby
import Numbers
import Places
import Testing
import TextCanvas
import Views

@testable import TerminalUI

private let corner = Coordinate(clampingLatitude: 47.1, wrappingLongitude: 9.5)

/// A street to the north between houses, a square, water, and a wood behind.
private let street: [MapGeometry] = {
  let plane = TangentPlane(at: corner)
  func ring(_ east: ClosedRange<Double>, _ north: ClosedRange<Double>) -> [[Coordinate]] {
    let corners = [
      (east.lowerBound, north.lowerBound), (east.upperBound, north.lowerBound), (east.upperBound, north.upperBound),
      (east.lowerBound, north.upperBound),
    ]
    return [corners.map { plane.coordinate(at: .init(east: $0.0, north: $0.1)) }]
  }
  var shapes: [BaseMap.Shape?] = [
    BaseMap.Shape(kind: .land, parts: ring(-900...900, -900...900), isArea: true),
    BaseMap.Shape(kind: .square, parts: ring(-12...12, 60...90), isArea: true),
    BaseMap.Shape(kind: .water, parts: ring(-300...(-60), -300...300), isArea: true),
    BaseMap.Shape(kind: .wood, parts: ring(-80...80, 140...200), isArea: true),
    BaseMap.Shape(kind: .building, name: "Town Hall", parts: ring(-14...14, 95...112), isArea: true),
    BaseMap.Shape(
      kind: .street,
      parts: [[corner.offset(by: 300, toward: Bearing(degrees: 180)), corner.offset(by: 60, toward: .north)]],
      isArea: false),
  ]
  for number in 0..<4 {
    let north = Double(number) * 15 + 3
    for east in [-19.0, 6] {
      shapes.append(BaseMap.Shape(kind: .building, parts: ring(east...east + 13, north...north + 13), isArea: true))
    }
  }
  return BaseMap(shapes: shapes.compactMap(\.self), attribution: "").geometries
}()

/// A street that leads over a river and then below a railway.
private func bridges() throws -> [MapGeometry] {
  let plane = TangentPlane(at: corner)
  func places(_ points: (Double, Double)...) -> [[Coordinate]] {
    [points.map { plane.coordinate(at: .init(east: $0.0, north: $0.1)) }]
  }
  let land = places((-400, -400), (400, -400), (400, 400), (-400, 400))
  var builder = MapGeometry.Builder(around: try #require(BoundingBox(around: land.joined())))
  let bridge = MapGeometry.Rise(bridgeOnLayer: 1)
  builder.add(.land, isArea: true, rings: land)
  builder.add(.water, isArea: true, rings: places((-400, 20), (400, 14), (400, 34), (-400, 40)))
  builder.add(.street, isArea: false, rings: places((0, -300), (0, 12)))
  builder.add(.street, isArea: false, rise: bridge, rings: places((0, 12), (0, 42)))
  builder.add(.street, isArea: false, rings: places((0, 42), (0, 300)))
  builder.add(.rail, isArea: false, rings: places((-300, 90), (-70, 80)))
  builder.add(.rail, isArea: false, rise: bridge, rings: places((-70, 80), (70, 80)))
  builder.add(.rail, isArea: false, rings: places((70, 80), (300, 90)))
  builder.add(.building, isArea: true, name: "Station", rings: places((16, 110), (60, 110), (60, 130), (16, 130)))
  return [builder.build()]
}

private func lying(_ id: String, _ metres: Double, _ degrees: Double, kind: String? = nil) -> PointOfInterest {
  PointOfInterest(
    id: id, name: id, position: corner.offset(by: metres, toward: Bearing(degrees: degrees)), kind: kind)
}

private func screen(
  _ places: [PointOfInterest], heading: Double?, uncertainty: Double = 0, roles: [String: PlaceRole] = [:],
  time: Int64? = nil, found: (Coordinate, Duration)? = nil, map: [MapGeometry] = street, speed: Double? = nil,
  detail: EyeDetail = .full, _ columns: Int, _ rows: Int
) throws -> EyeScreen {
  var service = NearbyPOIService()
  service.receive(places, at: .zero)
  service.receive(.fix(Fix(position: corner, time: .zero, speed: speed, course: speed.map { _ in .north })), at: .zero)
  if let heading {
    service.receive(Heading(bearing: Bearing(degrees: heading), source: .manual, uncertainty: uncertainty), at: .zero)
  }
  var eye = EyeUseCase()
  let nearby = service.snapshot(at: .zero)
  eye.look(around: nearby.quality.fix, geometries: map)
  let screen = eye.screen(
    for: nearby, roles: roles, found: found, time: time.map { Timestamp(milliseconds: $0) }, detail: detail,
    columns: columns, rows: rows - eyeTapeRows)
  return try #require(screen)
}

private let sights = [
  lying("Old Well", 40, 8, kind: "well"), lying("Museum of Clocks", 85, 350, kind: "museum"),
  lying("Bench", 20, 20, kind: "bench"),
  lying("Treasure of the Mayor", 130, 3), lying("Far Castle", 900, 352, kind: "castle"),
]

@Suite("The eye on a canvas")
struct EyeViewTests {
  @Test("is what was looked at and agreed on", arguments: EyeGlyphs.allCases, [(40, 12), (80, 24)])
  func golden(glyphs: EyeGlyphs, size: (Int, Int)) throws {
    let screen = try screen(sights, heading: 0, roles: ["Treasure of the Mayor": .target], size.0, size.1)
    try check(screen, glyphs, size, "eye-street-\(size.0)x\(size.1)-\(glyphs.rawValue)")
  }

  @Test("by night, without a map, and without a heading")
  func others() throws {
    // 2026-06-21 at 23:00 UTC.
    try check(try screen(sights, heading: 0, time: 1_782_082_800_000, 80, 24), .quadrants, (80, 24), "eye-street-night")
    try check(try screen(sights, heading: 0, map: [], 80, 24), .quadrants, (80, 24), "eye-unmapped")
    try check(try screen(sights, heading: nil, 80, 24), .ascii, (80, 24), "eye-circle")
  }

  @Test(
    "a bridge over water has parapets, and one over the street ahead is seen from below",
    arguments: [EyeGlyphs.quadrants, .braille, .ascii])
  func bridged(glyphs: EyeGlyphs) throws {
    let screen = try screen([lying("Far Castle", 300, 2, kind: "castle")], heading: 5, map: try bridges(), 80, 24)
    try check(screen, glyphs, (80, 24), "eye-bridges-\(glyphs.rawValue)")
  }

  private func check(_ screen: EyeScreen, _ glyphs: EyeGlyphs, _ size: (Int, Int), _ name: String) throws {
    var canvas = Canvas(width: size.0, height: size.1)
    var signs = EyeSigns()
    drawEye(screen, on: &canvas, look: EyeLook(glyphs), signs: &signs)
    let mismatch = Golden.mismatch(of: glyphs == .ascii ? canvas.asciiText : canvas.text, with: name)
    #expect(mismatch == nil, "\(mismatch ?? "")")
  }

  @Test("a turn by whole columns moves the picture by whole columns, and changes nothing else in it")
  func turning() throws {
    let (before, after) = (try screen([], heading: 0, 80, 24), try screen([], heading: 0.9375 * 3, 80, 24))
    #expect(after.camera.columnsMoved(since: before.camera) == -3)
    let pictures = [before, after].map { screen in
      var painter = EyePainter(screen, EyeColours(screen, EyeLook(.quadrants)), across: 2, down: 2)
      return painter.paint()
    }
    let width = pictures[0].width
    var kept = 0
    for y in 0..<pictures[0].height {
      for x in 6..<width {
        let same = pictures[0].colours[y * width + x] == pictures[1].colours[y * width + x - 6]
        if same { kept += 1 }
      }
    }
    // Edges at the border of the picture have no neighbour to differ from.
    #expect(kept >= pictures[0].height * (width - 6) - pictures[0].height * 2)
  }

  @Test("a press on a sign means what the sign names, wherever the picture lies; one beside it means nothing")
  func clicks() throws {
    let screen = try screen(sights, heading: 0, 80, 24)
    var memory = EyeMemory(colours: .none)
    var canvas = Canvas(width: 80, height: 24)
    #expect(memory.id(column: 40, row: 8) == nil)
    memory.begin()
    memory.note(screen.camera, in: Area(column: 3, row: 2, columns: 80, rows: 24))
    drawEye(screen, on: &canvas, look: EyeLook(.ascii), signs: &memory.signs)
    // The plate is "[Old Well 40 m]".
    let cells = (0..<24 * 80).map { (column: $0 % 80, row: $0 / 80) }
    let (column, row) = try #require(
      cells.first { canvas[$0.column, $0.row].text == "[" && canvas[$0.column + 1, $0.row].text == "O" })
    #expect(memory.id(column: column + 3, row: row + 2) == "Old Well")
    #expect(memory.id(column: column + 4, row: row + 2) == "Old Well")
    #expect(memory.id(column: column + 2, row: row + 2) == nil)
    #expect(memory.id(column: column + 3, row: row + 40) == nil)
    memory.begin()
    #expect(memory.id(column: column + 3, row: row + 2) == nil, "no picture is shown any more")
  }

  @Test("the terminal can scroll a picture that has only turned, where it was; not one of another pitch or place")
  func scroll() {
    func camera(_ heading: Double, pitch: Double = 0) -> EyeCamera {
      EyeCamera(heading: Bearing(degrees: heading), pitch: pitch, columns: 80, rows: 20)
    }
    let place = Area(column: 0, row: 1, columns: 80, rows: 20)
    var memory = EyeMemory(colours: .none)
    func scroll(_ camera: EyeCamera?, _ place: Area) -> Scroll? {
      memory.begin()
      if let camera { memory.note(camera, in: place) }
      return memory.scroll
    }
    #expect(scroll(camera(0), place) == nil)
    #expect(scroll(camera(0.9375 * 3), place) == Scroll(area: place, columns: -3, rows: 0))
    #expect(scroll(camera(0.9375 * 3), place) == nil)
    #expect(scroll(camera(0, pitch: 5), place) == nil)
    #expect(scroll(camera(9, pitch: 5), Area(column: 1, row: 1, columns: 80, rows: 20)) == nil)
    #expect(scroll(nil, place) == nil)
    #expect(scroll(camera(0), place) == nil)
  }

  @Test("a walker's picture with less detail has no windows, then few colours; one at rest has everything")
  func detail() throws {
    func samples(_ detail: EyeDetail, speed: Double) throws -> EyeSamples {
      let screen = try screen(sights, heading: 0, speed: speed, detail: detail, 80, 24)
      var painter = EyePainter(screen, EyeColours(screen, EyeLook(.quadrants)), across: 2, down: 2)
      return painter.paint()
    }
    let walking = try EyeDetail.allCases.map { try samples($0, speed: 1.4) }
    #expect(walking.map { $0.subjects.contains(.window) } == [false, false, true])
    let counts = walking.map { Set($0.colours).count }
    #expect(counts[0] < counts[1] && counts[1] < counts[2], "\(counts)")
    for detail in EyeDetail.allCases {
      #expect(try samples(detail, speed: 0).colours == samples(.full, speed: 0).colours)
    }
  }

  @Test("a beacon and a chest at any bearing, in the picture and just beside it, are drawn or left out")
  func edges() throws {
    for metres in [3.0, 30, 300] {
      for degrees in stride(from: -50.0, through: 50, by: 0.5) {
        let target = [lying("target", metres, degrees)]
        let screen = try screen(target, heading: 0, roles: ["target": .target], map: [], 40, 12)
        var painter = EyePainter(screen, EyeColours(screen, EyeLook(.quadrants)), across: 2, down: 2)
        #expect(painter.paint().subjects.contains(.beacon) == (abs(degrees) < 37.5) || abs(abs(degrees) - 37.5) < 15)
      }
    }
  }

  @Test("sparks fly apart from what was found, also at one's feet, and none are drawn for what lies behind")
  func burst() throws {
    func cells(_ metres: Double, _ degrees: Double, after age: Duration?) throws -> Set<Int> {
      let place = corner.offset(by: metres, toward: Bearing(degrees: degrees))
      let screen = try screen([], heading: 0, found: age.map { (place, $0) }, map: [], 80, 24)
      var (canvas, signs) = (Canvas(width: 80, height: 24), EyeSigns())
      drawEye(screen, on: &canvas, look: EyeLook(.ascii), signs: &signs)
      return Set((0..<80 * 24).filter { canvas[$0 % 80, $0 / 80].text == "*" })
    }
    #expect(try cells(10, 0, after: nil).isEmpty)
    for metres in [0, 3, 40.0] {
      let widths = try [0, 300, 800].map { age in
        let columns = try cells(metres, 0, after: .milliseconds(age)).map { $0 % 80 }
        return (columns.max() ?? 0) - (columns.min() ?? 0)
      }
      #expect(widths[0] == 0 && widths[0] < widths[1] && widths[1] < widths[2], "\(metres) m: \(widths)")
    }
    #expect(try cells(20, 180, after: .zero).isEmpty)
  }

  @Test("a wall right ahead that would be all of the picture is an outline, and no wall looked along is")
  func blocked() throws {
    // The front of a house 2 m to the north.
    let plane = TangentPlane(at: corner)
    let corners = [(-20.0, 2.0), (20, 2), (20, 22), (-20, 22)].map {
      plane.coordinate(at: .init(east: $0.0, north: $0.1))
    }
    let house = try #require(BaseMap.Shape(kind: .building, parts: [corners], isArea: true))
    let map = BaseMap(shapes: [house], attribution: "").geometries
    func wallPart(_ heading: Double) throws -> Double {
      let screen = try screen([], heading: heading, map: map, 80, 24)
      var painter = EyePainter(screen, EyeColours(screen, EyeLook(.quadrants)), across: 2, down: 2)
      let samples = painter.paint()
      let near = samples.owners.indices.count { samples.owners[$0] >= 0 && samples.depths[$0] < 6 }
      return Double(near) / Double(samples.owners.count)
    }
    #expect(try wallPart(0) < 0.05)
    #expect(try wallPart(80) > 0.15, "along the front")
  }

  @Test("towers stand behind a wall right ahead, as high as they are at any pitch", arguments: [0.0, 20, 40])
  func towers(pitch: Double) throws {
    let plane = TangentPlane(at: corner)
    func ring(_ east: ClosedRange<Double>, _ north: ClosedRange<Double>) -> [Coordinate] {
      [
        (east.lowerBound, north.lowerBound), (east.upperBound, north.lowerBound), (east.upperBound, north.upperBound),
        (east.lowerBound, north.upperBound),
      ]
      .map { plane.coordinate(at: .init(east: $0.0, north: $0.1)) }
    }
    let houses = [(ring(-60...60, 3...20), 8.0)] + [-60.0, 0, 60].map { (ring($0 - 12...$0 + 12, 300...330), 193) }
    var builder = MapGeometry.Builder(around: try #require(BoundingBox(around: houses.flatMap { $0.0 })))
    for (ring, height) in houses {
      builder.add(.building, isArea: true, rise: MapGeometry.Rise(foot: nil, top: height), rings: [ring])
    }
    var service = NearbyPOIService()
    service.receive(.fix(Fix(position: corner, time: .zero)), at: .zero)
    service.receive(Heading(bearing: .north, source: .manual, uncertainty: 0), at: .zero)
    let nearby = service.snapshot(at: .zero)
    var eye = EyeUseCase()
    eye.look(around: nearby.quality.fix, geometries: [builder.build()])
    let screen = try #require(eye.screen(for: nearby, gaze: Gaze(pitch: pitch), columns: 80, rows: 24))
    var painter = EyePainter(screen, EyeColours(screen, EyeLook(.quadrants)), across: 2, down: 2)
    let samples = painter.paint()
    for bearing in [-11.3, 0, 11.3] {
      let x = Int(screen.camera.column(of: Bearing(degrees: bearing)) * 2)
      let tower = (0..<samples.height).filter { abs(samples.depths[$0 * samples.width + x] - 303) < 5 }
      let top = max(0, screen.camera.row(height: 193, distance: 300 / cos(bearing * .pi / 180)) * 2)
      #expect(abs(Double(try #require(tower.first)) - top) <= 2, "\(bearing)°")
    }
  }

  @Test("a line above the last row tells what a crowded map has no room for, cut to the width", arguments: [40, 90])
  func leftOut(columns: Int) throws {
    let plane = TangentPlane(at: corner)
    func square(_ east: Double, _ north: Double) -> [Coordinate] {
      [(0.0, 0.0), (5, 0), (5, 5), (0, 5)].map { plane.coordinate(at: .init(east: east + $0.0, north: north + $0.1)) }
    }
    var chance = SeededGenerator(seed: 3)
    let houses = (0..<20_000).map { _ in square(chance.uniform() * 500 - 250, chance.uniform() * 500 - 250) }
    var builder = MapGeometry.Builder(around: try #require(BoundingBox(around: houses.flatMap { $0 })))
    for house in houses { builder.add(.building, isArea: true, rings: [house]) }
    let screen = try screen([], heading: 0, map: [builder.build()], columns, 24)
    let part = try #require(screen.surroundings.leftOut.buildings)
    let text =
      "\(Wording.grouped(part.count)) buildings farther than \(Wording.distance(part.beyond ?? 0)) are left out"
    #expect(screen.leftOut == text && part.count > 1000)
    var (canvas, signs) = (Canvas(width: columns, height: 24), EyeSigns())
    drawEye(screen, on: &canvas, look: EyeLook(.ascii), signs: &signs)
    let row = canvas.asciiText.split(separator: "\n", omittingEmptySubsequences: false)[22]
    #expect(row.hasPrefix(" \(text.prefix(columns - 4))"))
  }

  @Test("outside of the cone the street lies in mist, and the sky does not")
  func mist() throws {
    let (sure, unsure) = (try screen([], heading: 0, 80, 24), try screen([], heading: 0, uncertainty: 15, 80, 24))
    let pictures = [sure, unsure].map { screen in
      var painter = EyePainter(screen, EyeColours(screen, EyeLook(.quadrants)), across: 2, down: 2)
      return painter.paint()
    }
    let (width, height) = (pictures[0].width, pictures[0].height)
    func isSame(_ x: Int, _ y: Int) -> Bool {
      pictures[0].colours[y * width + x] == pictures[1].colours[y * width + x]
    }
    #expect(isSame(2, 1) && isSame(width / 2, height - 1) && !isSame(2, height - 1) && !isSame(width - 3, height - 1))
  }
}

@Suite("Signs of the eye")
struct EyeSignTests {
  /// Places all around, with names of all lengths.
  private func crowd(_ chance: inout SeededGenerator) -> [PointOfInterest] {
    (0..<Int.random(in: 0...80, using: &chance)).map { number in
      let kinds = ["museum", "bench", "cafe", "castle", "fountain", nil]
      return PointOfInterest(
        id: "p\(number)", name: String(repeating: "Näme ", count: 1 + number % 7),
        position: corner.offset(by: 5 + chance.uniform() * 600, toward: Bearing(degrees: chance.uniform() * 360)),
        kind: kinds.randomElement(using: &chance) ?? nil)
    }
  }

  @Test("never lie over each other, are at most twelve, and stand where they point to")
  func apart() throws {
    var chance = SeededGenerator(seed: 31)
    for _ in 0..<60 {
      let (columns, rows) = (Int.random(in: 40...200, using: &chance), Int.random(in: 12...60, using: &chance))
      let screen = try screen(
        crowd(&chance), heading: chance.uniform() * 360, roles: ["p1": .target], columns, rows)
      var signs = EyeSigns()
      let layout = signs.layOut(screen, rows: rows - 1, Symbols(glyphs: .braille))
      #expect(layout.signs.count <= EyeSigns.most)
      // A wall of plates would hide what they name.
      #expect(layout.signs.count <= max(4, rows / 3))
      #expect(layout.signs.count { $0.sight.hiddenBy != nil && $0.sight.role == .place } <= EyeSigns.mostHidden)
      for (index, sign) in layout.signs.enumerated() {
        #expect(sign.column >= 0 && sign.column + sign.width <= columns && (0..<rows - 1).contains(sign.row))
        #expect((sign.column..<sign.column + sign.width).contains(sign.pole))
        for other in layout.signs[..<index] where other.row == sign.row {
          #expect(other.column + other.width < sign.column || sign.column + sign.width < other.column)
        }
      }
      let seen = screen.sights.filter { (0..<Double(columns)).contains(screen.camera.column(of: $0.bearing)) }
      #expect(layout.signs.count + layout.unsigned == seen.count)
      #expect(layout.signs.first?.sight.id == seen.first?.id || layout.signs.isEmpty || seen.first?.score ?? 0 < 0)
    }
  }

  @Test("bear whole names where there is room, at any distance")
  func wholeNames() throws {
    let name = "Wachauer Passage und Altes Rathaus"
    for metres in [30.0, 100, 235] {
      let place = PointOfInterest(
        id: "p", name: name, position: corner.offset(by: metres, toward: .north), kind: "museum")
      func sign(_ columns: Int, _ others: [PointOfInterest] = []) throws -> EyeSigns.Sign {
        let screen = try screen([place] + others, heading: 0, map: [], columns, 24)
        var signs = EyeSigns()
        let layout = signs.layOut(screen, rows: 22, Symbols(glyphs: .braille))
        return try #require(layout.signs.first { $0.sight.id == "p" })
      }
      #expect(try sign(120).text.contains(name), "alone at \(metres) m")
      #expect(try sign(60).text.contains(name))
      let narrow = try sign(30)
      #expect(narrow.text.contains("…") && narrow.width == 30, "as much as there is room for")
    }
  }

  @Test("say each name of a kind once, and a treasure of that name too")
  func once() throws {
    let places = [(20.0, "museum"), (60, "museum"), (90, "museum"), (120, "park"), (140, nil)].enumerated().map {
      PointOfInterest(
        id: "p\($0)", name: "Old Mill", position: corner.offset(by: $1.0, toward: Bearing(degrees: Double($0) * 5)),
        kind: $1.1)
    }
    let screen = try screen(places, heading: 0, roles: ["p4": .treasure], map: [], 120, 40)
    var signs = EyeSigns()
    let layout = signs.layOut(screen, rows: 39, Symbols(glyphs: .braille))
    #expect(Set(layout.signs.map(\.sight.id)) == ["p0", "p3", "p4"] && layout.unsigned == 2)
  }

  @Test("stay in their rows while the player turns by a degree")
  func stable() throws {
    var chance = SeededGenerator(seed: 32)
    var (jumps, kept) = (0, 0)
    for _ in 0..<20 {
      let places = crowd(&chance)
      var signs = EyeSigns()
      var rows: [String: Int] = [:]
      for degrees in 0..<12 {
        let screen = try screen(places, heading: Double(degrees), map: [], 120, 40)
        let layout = signs.layOut(screen, rows: 39, Symbols(glyphs: .braille))
        for sign in layout.signs {
          if let last = rows[sign.sight.id] { if last == sign.row { kept += 1 } else { jumps += 1 } }
        }
        rows = Dictionary(uniqueKeysWithValues: layout.signs.map { ($0.sight.id, $0.row) })
      }
    }
    #expect(kept > 500 && jumps * 40 <= kept, "\(jumps) jumps, \(kept) kept")
  }
}
