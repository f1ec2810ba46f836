import Geodesy
import HuntDomain
import Nearby
import PlaceSamples
import Places
import Testing
import Views

@Suite("The map's screen")
struct MapScreenTests {
  private func screen(_ map: MapUseCase, columns: Int = 80, rows: Int = 24, at position: Coordinate = home) -> MapScreen
  {
    map.screen(
      for: NearbyPOIService([], at: position).snapshot(at: .zero), source: "GPS", columns: columns, rows: rows)
  }

  @Test("the scale bar is a round length of at most a third of the width, at every zoom")
  func scale() throws {
    let lengths = try Regex("[125]0* (cm|m|km)")
    for zoom in stride(from: 1.0, through: 21, by: 0.5) {
      let map = MapUseCase(camera: MapCamera(zoom: zoom))
      for columns in [20, 40, 80, 200] {
        let scale = screen(map, columns: columns).scale
        #expect((1...max(7, min(30, columns / 3))).contains(scale.columns), "zoom \(zoom), \(columns) columns")
        #expect(scale.label.wholeMatch(of: lengths) != nil, "\(scale.label)")
      }
    }
  }

  @Test("the bar is as long as it says")
  func scaleIsTrue() throws {
    let map = MapUseCase(camera: MapCamera(zoom: 16))
    let scale = screen(map).scale
    #expect(scale.label == "50 m")
    let there = place("there", 50, toward: 90)
    let shown = map.screen(for: NearbyPOIService([there]).snapshot(at: .zero), source: "GPS", columns: 80, rows: 24)
    let player = try #require(shown.player)
    #expect(abs(try #require(shown.marks.first).at.x - player.at.x - Double(scale.columns)) < 0.6)
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
    let before = try #require(screen(map).player)
    map.camera.pan(columns: 8, rows: -4, from: home)
    #expect(!map.camera.isFollowing)
    let panned = screen(map)
    #expect(!panned.isFollowing)
    #expect(isMoved(try #require(panned.player).at, from: before.at, columns: -8, rows: 4))
    map.camera.pan(columns: -8, rows: 4, from: home)
    #expect(isMoved(try #require(screen(map).player).at, from: before.at, columns: 0, rows: 0))
    map.camera.isFollowing = true
    let back = try #require(screen(map, at: place("x", 500).position).player).at
    #expect(abs(back.x - 40) < 0.501 && abs(back.y - 12) < 0.501)
  }

  @Test("a map that follows lies still while the player walks about its middle, and comes along when they leave")
  func slack() throws {
    var map = MapUseCase(camera: MapCamera(zoom: 16))
    let metres = try metresPerColumn(map)
    func walk(_ columns: Double) throws -> MapScreen.Point {
      let position = place("", columns * metres, toward: 90).position
      map.note(Fix(position: position, time: .zero))
      return try #require(screen(map, at: position).player).at
    }
    let start = try walk(0).x
    #expect(abs(start - 40) < 0.501)
    #expect(abs(try walk(3).x - start - 3) < 0.1)
    #expect(abs(try walk(-7.4).x - start + 7.4) < 0.1)
    let next = try walk(9).x
    #expect(abs(next - 40) < 0.501)
    #expect(abs(try walk(2).x - next + 7) < 0.1)
  }

  @Test("on small screens the player stays away from the edges", arguments: [(20, 4), (8, 30), (1, 1), (3, 2)])
  func slackIsBounded(columns: Int, rows: Int) throws {
    var map = MapUseCase(camera: MapCamera(zoom: 16))
    let metres = try metresPerColumn(map)
    map.note(Fix(position: home, time: .zero))
    for step in 0..<100 {
      let position = place("", Double(step) * metres * 0.3, toward: 45).position
      map.note(Fix(position: position, time: .zero))
      let at = try #require(screen(map, columns: columns, rows: rows, at: position).player).at
      // The grid of whole cells takes half a cell.
      #expect(abs(at.x - Double(columns) / 2) <= max(0.501, Double(columns) * 0.2501))
      #expect(abs(at.y - Double(rows) / 2) <= max(0.501, Double(rows) * 0.2501))
    }
  }

  @Test("panning starts from what is shown, not from the player")
  func panFromShown() throws {
    var map = MapUseCase(camera: MapCamera(zoom: 16))
    map.note(Fix(position: home, time: .zero))
    let away = place("", 5 * (try metresPerColumn(map)), toward: 90).position
    map.note(Fix(position: away, time: .zero))
    let before = try #require(screen(map, at: away).player).at
    map.pan(columns: 8, rows: 0, from: away)
    #expect(isMoved(try #require(screen(map, at: away).player).at, from: before, columns: -8, rows: 0))
    #expect(abs(before.x - 45) < 0.6)
  }

  /// Whether something is that many cells away from where it was, and not a tenth of one more.
  private func isMoved(_ point: MapScreen.Point, from before: MapScreen.Point, columns: Double, rows: Double) -> Bool {
    abs(point.x - before.x - columns) < 0.001 && abs(point.y - before.y - rows) < 0.001
  }

  private func metresPerColumn(_ map: MapUseCase) throws -> Double {
    try #require(map.frame(around: home, columns: 80, rows: 24)).metresPerColumn
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
