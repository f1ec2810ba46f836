import Geodesy
import HuntApplication
import HuntDomain
import Testing

@Suite("The map's screen")
struct MapScreenTests {
  private func screen(_ map: MapUseCase, columns: Int = 80, rows: Int = 24, at position: Coordinate = home) -> MapScreen
  {
    map.screen(
      for: NearbyPOIService([], at: position).snapshot(at: .zero), source: "GPS", columns: columns, rows: rows)
  }

  @Test("the scale bar is a round length of at most a third of the width, at every zoom")
  func scale() throws {
    let lengths = try Regex("[125]0* (m|km)")
    for zoom in stride(from: 1.0, through: 21, by: 0.5) {
      let map = MapUseCase(camera: MapCamera(zoom: zoom))
      for columns in [20, 40, 80, 200] {
        let scale = screen(map, columns: columns).scale
        #expect((1...max(7, min(30, columns / 3))).contains(scale.columns), "zoom \(zoom), \(columns) columns")
        let label =
          scale.label == "1.0 km" || scale.label == "2.0 km" || scale.label == "5.0 km"
          ? scale.label.replacing(".0", with: "") : scale.label
        #expect(label.wholeMatch(of: lengths) != nil, "\(label)")
      }
    }
  }

  @Test("the bar is as long as it says")
  func scaleIsTrue() throws {
    let map = MapUseCase(camera: MapCamera(zoom: 16))
    let scale = screen(map).scale
    #expect(scale.label == "100 m")
    #expect(abs(Double(scale.columns) * map.camera.metresPerColumn - 100) < map.camera.metresPerColumn)
    let there = place("there", 100, toward: 90)
    let marks = map.screen(for: NearbyPOIService([there]).snapshot(at: .zero), source: "GPS", columns: 80, rows: 24)
      .marks
    #expect(abs(try #require(marks.first).at.x - 40 - 100 / map.camera.metresPerColumn) < 0.01)
  }

  @Test(
    "zooming ends at both ends", arguments: [(0.0, 1.0), (100, 21), (16.5, 16.5), (-.infinity, 1), (.infinity, 21)])
  func zoomLimits(asked: Double, got: Double) {
    #expect(MapCamera(zoom: asked).zoom == got)
    var camera = MapCamera(zoom: 10)
    camera.zoom(by: asked - 10)
    #expect(camera.zoom == got)
  }

  @Test("panning moves the map, stops following, and follow brings it back")
  func pan() throws {
    var map = MapUseCase(camera: MapCamera(zoom: 16))
    map.camera.pan(columns: 8, rows: -4, from: home)
    #expect(!map.camera.isFollowing)
    let panned = screen(map)
    #expect(!panned.isFollowing)
    #expect(abs(try #require(panned.player).at.x - 32) < 0.01)
    #expect(abs(try #require(panned.player).at.y - 16) < 0.01)
    map.camera.pan(columns: -8, rows: 4, from: home)
    #expect(abs(try #require(screen(map).player).at.x - 40) < 0.01)
    map.camera.isFollowing = true
    #expect(screen(map, at: place("x", 500).position).player?.at == MapScreen.Point(x: 40, y: 12))
  }

  @Test("a map that follows lies still while the player walks about its middle, and comes along when they leave")
  func slack() throws {
    var map = MapUseCase(camera: MapCamera(zoom: 16))
    let metres = map.camera.metresPerColumn
    func walk(_ columns: Double) throws -> MapScreen.Point {
      let position = place("", columns * metres, toward: 90).position
      map.note(Fix(position: position, time: .zero))
      return try #require(screen(map, at: position).player).at
    }
    #expect(abs(try walk(0).x - 40) < 0.01)
    #expect(abs(try walk(3).x - 43) < 0.01)
    #expect(abs(try walk(-7.9).x - 32.1) < 0.01)
    #expect(abs(try walk(8.1).x - 40) < 0.01)
    #expect(abs(try walk(1).x - 32.9) < 0.01)
  }

  @Test("on small screens the player stays away from the edges", arguments: [(20, 4), (8, 30), (1, 1), (3, 2)])
  func slackIsBounded(columns: Int, rows: Int) throws {
    var map = MapUseCase(camera: MapCamera(zoom: 16))
    let metres = map.camera.metresPerColumn
    map.note(Fix(position: home, time: .zero))
    for step in 0..<100 {
      let position = place("", Double(step) * metres * 0.3, toward: 45).position
      map.note(Fix(position: position, time: .zero))
      let at = try #require(screen(map, columns: columns, rows: rows, at: position).player).at
      #expect(abs(at.x / Double(columns) - 0.5) <= 0.2501 && abs(at.y / Double(rows) - 0.5) <= 0.2501)
    }
  }

  @Test("panning starts from what is shown, not from the player")
  func panFromShown() throws {
    var map = MapUseCase(camera: MapCamera(zoom: 16))
    map.note(Fix(position: home, time: .zero))
    let away = place("", 5 * map.camera.metresPerColumn, toward: 90).position
    map.note(Fix(position: away, time: .zero))
    map.pan(columns: 8, rows: 0, from: away)
    #expect(abs(try #require(screen(map, at: away).player).at.x - 37) < 0.01)
  }

  @Test("a map nobody has a position for stays where it is")
  func panNowhere() {
    var camera = MapCamera()
    camera.pan(columns: 8, rows: 0, from: nil)
    #expect(camera.centre == nil)
    #expect(camera.isFollowing)
  }

  @Test(
    "sizes from nothing to huge make screens",
    arguments: [(0, 0), (1, 1), (0, 50), (50, 0), (-3, -3), (100_000, 100_000)])
  func sizes(columns: Int, rows: Int) {
    let screen = screen(MapUseCase(), columns: columns, rows: rows)
    #expect(screen.scale.columns > 0)
    #expect((screen.player != nil) == (columns > 0 && rows > 0))
  }

  @Test("shapes in view are there, others are not", arguments: seams)
  func shapes(middle: Coordinate) {
    func shape(_ name: String, _ metres: Double) -> BaseMap.Shape? {
      let corners = [0.0, 120, 240].map {
        place("", 20, toward: $0, from: place("", metres, toward: 45, from: middle).position).position
      }
      return BaseMap.Shape(kind: .wood, name: name, parts: [corners], isArea: true)
    }
    let base = BaseMap(shapes: [shape("here", 10), shape("far", 50_000)].compactMap(\.self), attribution: "nobody")
    let screen = screen(MapUseCase(base: base), at: middle)
    #expect(screen.shapes.map(\.name) == ["here"])
    #expect(screen.shapes.first?.parts.first?.count == 3)
    #expect(screen.attribution == "nobody")
  }

  @Test("a shape needs enough points; those without are left out")
  func poorShapes() {
    #expect(BaseMap.Shape(kind: .path, parts: [[home]], isArea: false) == nil)
    #expect(BaseMap.Shape(kind: .wood, parts: [[home, home]], isArea: true) == nil)
    #expect(BaseMap.Shape(kind: .path, parts: [], isArea: false) == nil)
    #expect(
      BaseMap.Shape(kind: .path, parts: [[home], [home, place("", 5).position]], isArea: false)?.parts.count == 1)
  }

  @Test("the order of drawing is that of the kinds, then that of the list")
  func drawingOrder() {
    let line = [home, place("", 9).position]
    let shapes = [BaseMap.Kind.road, .land, .path, .land].enumerated().compactMap {
      BaseMap.Shape(kind: $1, name: "\($0)", parts: [line], isArea: false)
    }
    #expect(BaseMap(shapes: shapes, attribution: "").shapes.map(\.name) == ["1", "3", "2", "0"])
  }

  @Test("the trail skips trembling, keeps its ends, and stays small")
  func trail() throws {
    var map = MapUseCase()
    for step in 0..<100 { map.note(fix(step.isMultiple(of: 2) ? 0 : 1)) }
    #expect(screen(map).trail.count == 1)
    for step in 0..<20_000 { map.note(fix(Double(step) * 3)) }
    let trail = screen(map).trail
    #expect(trail.count <= 4096)
    #expect(abs(try #require(trail.first).y - 12) < 0.5)
    #expect(trail.map(\.y) == trail.map(\.y).sorted(by: >))
  }
}
