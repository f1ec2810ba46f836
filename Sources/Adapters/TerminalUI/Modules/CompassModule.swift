internal import HuntDomain
internal import Nearby
package import TextCanvas
internal import Views

/// Makes a compass.
package struct CompassBuilder: Hashable, Sendable {
  /// The sensor's name in the line about it.
  package var source = "GPS"
  /// The characters that the terminal's font has.
  package var glyphs = GlyphLevel.braille

  /// Creates a builder with the usual settings.
  package init() {}

  /// Builds a compass that has received no event.
  package func build() -> CompassModule { CompassModule(source: source, glyphs: glyphs) }
}

/// The compass alone: what lies ahead, where the target is, and how far.
package struct CompassModule: ScreenModule {
  /// The degrees by which an arrow key turns the player.
  private static let turn = 15.0

  private var service = NearbyPOIService()
  private var target: String?
  private var radar = RadarRange.automatic
  private let compass = CompassUseCase()
  private let source: String
  private let glyphs: GlyphLevel

  fileprivate init(source: String, glyphs: GlyphLevel) { (self.source, self.glyphs) = (source, glyphs) }

  /// Handles an event: arrows turn the player by 15 degrees, `x` returns to the sensor's heading, `z` chooses the
  /// range of the radar.
  package mutating func receive(_ event: ScreenEvent, at now: Duration) {
    switch event {
    case .location(let update): service.receive(update, at: now)
    case .heading(let heading): service.receive(heading, at: now)
    case .places(let places): service.receive(places, at: now)
    case .target(let id): target = id
    case .key(.left): service.turn(by: -Self.turn, at: now)
    case .key(.right): service.turn(by: Self.turn, at: now)
    case .key(.character("x")): service.releaseHeading(at: now)
    case .key(.character("z")): radar = radar.next
    case .key: break
    }
  }

  /// Draws the field of view, the tape and the radar on the whole of the canvas.
  package func draw(on canvas: inout Canvas, at now: Duration) {
    drawCompass(screen(at: now), on: &canvas, glyphs: glyphs)
  }

  /// The target, its distance, and where to turn; without a target the sensor's state and the heading.
  package func line(at now: Duration) -> String {
    let screen = screen(at: now)
    guard let target = screen.target else { return "\(screen.gps), \(screen.heading)" }
    return "\(target.label): \(target.distance) \(target.wind), \(target.cue)"
  }

  private func screen(at now: Duration) -> CompassScreen {
    let roles = target.map { [$0: PlaceRole.target] } ?? [:]
    return compass.screen(for: service.snapshot(at: now), source: source, roles: roles, target: target, radar: radar)
  }
}
