internal import HuntDomain
internal import Nearby
package import TextCanvas
package import Views

/// Makes a map.
package struct MapBuilder: Sendable {
  /// The base map.
  package var base = BaseMap.empty
  /// The first view of the map; it follows the player by default.
  package var camera = MapCamera()
  /// The sensor's name in the line about it.
  package var source = "GPS"
  /// The characters that the terminal's font has.
  package var glyphs = GlyphLevel.braille
  /// The look of the ground; the host's frame writer needs its colours.
  package var look = MapLook.standard

  /// Creates a builder with the usual settings.
  package init() {}

  /// Builds a map that has received no event.
  package func build() -> MapModule {
    MapModule(map: MapUseCase(base: base, camera: camera), source: source, glyphs: glyphs, look: look)
  }
}

/// The map alone: what lies around the player, seen from above.
package struct MapModule: ScreenModule {
  private var service = NearbyPOIService()
  private var map: MapUseCase
  private var target: String?
  private var ground: MapGround
  private let source: String
  private let glyphs: GlyphLevel

  fileprivate init(map: MapUseCase, source: String, glyphs: GlyphLevel, look: MapLook) {
    (self.map, self.source, self.glyphs) = (map, source, glyphs)
    ground = MapGround(look: look)
  }

  /// Handles an event: arrows move the map, `+` and `-` zoom, `f` follows the player again.
  package mutating func receive(_ event: ScreenEvent, at now: Duration) {
    switch event {
    case .location(let update):
      if case .believed(_, let fix) = service.receive(update, at: now) { map.note(fix) }
    case .heading(let heading): service.receive(heading, at: now)
    case .places(let places): service.receive(places, at: now)
    case .target(let id): target = id
    case .key(let key): press(key, at: now)
    }
  }

  private mutating func press(_ key: Key, at now: Duration) {
    let position = service.snapshot(at: now).position
    switch key {
    case .left: map.pan(columns: -8, rows: 0, from: position)
    case .right: map.pan(columns: 8, rows: 0, from: position)
    case .up: map.pan(columns: 0, rows: -4, from: position)
    case .down: map.pan(columns: 0, rows: 4, from: position)
    case .character("+"): map.camera.zoom(by: 0.5)
    case .character("-"): map.camera.zoom(by: -0.5)
    case .character("f"): map.camera.isFollowing = true
    default: break
    }
  }

  /// Draws the map on the whole of the canvas.
  package mutating func draw(on canvas: inout Canvas, at now: Duration) {
    let screen = screen(columns: canvas.size.columns, rows: canvas.size.rows, at: now)
    drawMap(screen, on: &canvas, glyphs: glyphs, ground: &ground)
  }

  /// The sensor's state, and three places of the list with their distances and directions.
  package func line(at now: Duration) -> String {
    let screen = screen(columns: 80, rows: 24, at: now)
    let places = screen.list.prefix(3).map { "\($0.label) \($0.distance) \($0.direction)" }
    return ([screen.gps] + places).joined(separator: "; ")
  }

  private func screen(columns: Int, rows: Int, at now: Duration) -> MapScreen {
    let roles = target.map { [$0: PlaceRole.target] } ?? [:]
    return map.screen(for: service.snapshot(at: now), source: source, roles: roles, columns: columns, rows: rows)
  }
}
