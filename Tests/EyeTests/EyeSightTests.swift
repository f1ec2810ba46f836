import Eye
import Geodesy
import HuntDomain
import Nearby
import Numbers
import Places
import Testing
import Views

/// What the eye shows of a moment.
private func see(
  _ nearby: NearbySnapshot, on geometries: [MapGeometry], roles: [String: PlaceRole] = [:], time: Timestamp? = nil,
  columns: Int, rows: Int, with eye: inout EyeUseCase
) throws -> EyeScreen {
  eye.look(around: nearby.quality.fix, geometries: geometries)
  let screen = eye.screen(for: nearby, roles: roles, time: time, columns: columns, rows: rows)
  return try #require(screen)
}

@Suite("What the eye sees")
struct EyeSightTests {
  private func nearby(_ places: [PointOfInterest], heading: Double?, uncertainty: Double = 5) -> NearbySnapshot {
    var service = NearbyPOIService()
    service.receive(places, at: .zero)
    service.receive(.fix(Fix(position: home, time: .zero)), at: .zero)
    if let heading {
      service.receive(
        Heading(bearing: Bearing(degrees: heading), source: .compass, uncertainty: uncertainty), at: .zero)
    }
    return service.snapshot(at: .zero)
  }

  private func place(_ id: String, _ metres: Double, _ degrees: Double, kind: String? = nil) -> PointOfInterest {
    PointOfInterest(
      id: id, name: id, position: home.offset(by: metres, toward: Bearing(degrees: degrees)), kind: kind)
  }

  @Test("a place behind a house is hidden by it, and by its name; one beside it is not")
  func hidden() throws {
    let house = shape(.building, east: 20...40, north: -15...15, name: "Town Hall")
    let map = BaseMap(shapes: [house].compactMap(\.self), attribution: "")
    var eye = EyeUseCase()
    let screen = try see(
      nearby(
        [place("behind", 80, 90), place("beside", 80, 0), place("before", 10, 90), place("inside", 30, 90)], heading: 90
      ),
      on: map.geometries, columns: 80, rows: 24, with: &eye)
    let hidden = Dictionary(uniqueKeysWithValues: screen.sights.map { ($0.id, $0.hiddenBy) })
    #expect(hidden == ["behind": "Town Hall", "beside": nil, "before": nil, "inside": nil])
  }

  /// Three high towers and a low house 300 m to the east, behind a pavilion that begins `metres` from the player.
  private func waterfront(_ metres: Double) throws -> [MapGeometry] {
    try buildings(
      [("Pavilion", metres...metres + 25, -80...80, 8), ("Boathouse", 280...290, 85...95, 10)]
        + [-60.0, 0, 60].map { ("Tower", 300...330, $0 - 12...$0 + 12, 193) })
  }

  private let waterfrontPlaces = [("south", 315.0, -60.0), ("middle", 315, 0), ("north", 315, 60), ("boats", 285, 90)]
    .map { name, east, north in
      PointOfInterest(
        id: name, name: name, position: TangentPlane(at: home).coordinate(at: .init(east: east, north: north)))
    }

  private func hidden(_ metres: Double, heading: Double) throws -> (by: [String: String?], glass: Float) {
    var eye = EyeUseCase()
    let screen = try see(
      nearby(waterfrontPlaces, heading: heading), on: try waterfront(metres), columns: 80, rows: 24, with: &eye)
    return (Dictionary(uniqueKeysWithValues: screen.sights.map { ($0.id, $0.hiddenBy) }), screen.glass)
  }

  @Test("a building at which one stands hides nothing that its outline does not hide", arguments: [0.3, 2, 5.5])
  func atTheWall(metres: Double) throws {
    let seen = try hidden(metres, heading: 90)
    #expect(seen.glass == 6)
    #expect(seen.by == ["south": nil, "middle": nil, "north": nil, "boats": nil])
  }

  @Test("towers rise above a pavilion that hides a house as low as itself; without a glass wall too")
  func roofs() throws {
    let seen = try hidden(20, heading: 90)
    #expect(seen.glass == 0)
    #expect(seen.by == ["south": nil, "middle": nil, "north": nil, "boats": "Pavilion"])
  }

  @Test("a wall that one looks along is of stone, and hides what lies behind it")
  func alongTheWall() throws {
    let seen = try hidden(2, heading: 0)
    #expect(seen.glass == 0)
    #expect(seen.by["boats"] == "Pavilion")
  }

  @Test("the target comes first, then what is worth a look; a museum before a bench that is nearer")
  func importance() throws {
    var eye = EyeUseCase()
    let places = [
      place("bench", 20, 0, kind: "bench"), place("museum", 60, 10, kind: "museum"),
      place("far", 900, 20, kind: "bench"),
      place("target", 700, 30),
    ]
    let screen = try see(
      nearby(places, heading: 0), on: [], roles: ["target": .target], columns: 80,
      rows: 24, with: &eye)
    #expect(screen.sights.map(\.id) == ["target", "museum", "bench", "far"])
  }

  @Test("without a heading it is a full circle around north; with an unsure one around that")
  func circle() throws {
    var eye = EyeUseCase()
    func screen(_ heading: Double?, _ uncertainty: Double) throws -> EyeScreen {
      try see(
        nearby([], heading: heading, uncertainty: uncertainty), on: [], columns: 80,
        rows: 24, with: &eye)
    }
    let lost = try screen(nil, 0)
    #expect(!lost.hasHeading && lost.camera.fieldOfView == 360 && lost.camera.heading == .north)
    let sure = try screen(90, 10)
    #expect(sure.camera.fieldOfView == 75 && !sure.isPanorama && (1...20).contains(sure.cone))
    let there = nearby([], heading: nil)
    let heading = Heading(bearing: Bearing(degrees: 90), source: .course, uncertainty: 80)
    let unsure = try see(
      NearbySnapshot(quality: there.quality, age: there.age, heading: heading, sightings: [], placesAge: nil), on: [],
      columns: 80, rows: 24, with: &eye)
    #expect(unsure.camera.fieldOfView == 360 && unsure.isPanorama && unsure.camera.heading == Bearing(degrees: 90))
  }

  @Test("nothing is seen without a position")
  func nowhere() {
    var eye = EyeUseCase()
    let nothing = NearbyPOIService().snapshot(at: .zero)
    eye.look(around: nothing.quality.fix, geometries: [])
    #expect(eye.screen(for: nothing, columns: 80, rows: 24) == nil)
  }

  @Test("it is day, dusk or night as the sun stands, and sun and moon are where they are")
  func light() throws {
    var eye = EyeUseCase()
    func light(_ milliseconds: Int64) throws -> EyeScreen {
      try see(
        nearby([], heading: 0), on: [], time: Timestamp(milliseconds: milliseconds),
        columns: 80, rows: 24, with: &eye)
    }
    // 2026-06-21 at 11:00, 19:20 and 23:00 UTC.
    let (noon, evening, night) = (
      try light(1_782_039_600_000), try light(1_782_069_600_000), try light(1_782_082_800_000)
    )
    #expect(noon.light == .day && evening.light == .dusk && night.light == .night)
    #expect(noon.bodies.contains { $0.body == .sun && $0.elevation > 60 })
    #expect(!night.bodies.contains { $0.body == .sun })
  }

  @Test("a player who hardly moves is not moved, so that walls do not flash")
  func hysteresis() throws {
    let house = shape(.building, east: -4...20, north: -30...30)
    let map = BaseMap(shapes: [house].compactMap(\.self), attribution: "")
    var eye = EyeUseCase()
    func stand(_ east: Double) throws -> SIMD2<Float> {
      var service = NearbyPOIService()
      let position = home.offset(by: abs(east), toward: Bearing(degrees: east < 0 ? 270 : 90))
      service.receive(.fix(Fix(position: position, time: .zero, accuracy: 10)), at: .zero)
      return try see(service.snapshot(at: .zero), on: map.geometries, columns: 80, rows: 24, with: &eye).stand
    }
    let first = try stand(0)
    #expect(try stand(1.5) == first)
    #expect(try stand(-12) != first)
  }

  @Test("the tiles around a place are the deepest of the file, and its own comes first")
  func tiles() {
    let box = BoundingBox(southWest: home, northEast: home)
    let facts = TileSetFacts(zooms: 0...14, bounds: box)
    let tiles = EyeUseCase.tiles(around: home, of: facts)
    #expect(tiles.first == TileID(at: MercatorPoint(home), zoom: 14))
    #expect((1...4).contains(tiles.count) && tiles.allSatisfy { $0.zoom == 14 })
    let deep = TileSetFacts(zooms: 0...30, bounds: box)
    #expect(EyeUseCase.tiles(around: home, of: deep).first == TileID(at: MercatorPoint(home), zoom: 30))
    #expect(EyeUseCase.tiles(around: home, of: deep).count <= 25)
    let date = Coordinate(clampingLatitude: 0, wrappingLongitude: 180)
    #expect(Set(EyeUseCase.tiles(around: date, of: facts).map(\.x)) == [0, 16_383])
  }
}
