package import TextCanvas
package import Views

/// What is kept from frame to frame of a game: the painted ground of its map, and the eye's signs.
package struct Scenery: Sendable {
  /// The ground of the map.
  package var map: MapGround
  /// The eye, wherever it is drawn.
  var eye: EyeMemory
  /// What the button went down on, on the map.
  private var pressed: String?

  /// Nothing painted yet.
  ///
  /// - Parameters:
  ///   - look: the look of the map's ground.
  ///   - colours: the colours of the terminal, which decide what the eye's picture is made of.
  ///   - style: the name of the map's style; `nil` for the usual one.
  ///   - hasSextants: whether the terminal has characters of two by three blocks.
  package init(
    look: MapLook = .standard, colours: ColourDepth = .sixteen, style: String? = nil, hasSextants: Bool = false
  ) {
    map = MapGround(look: look)
    eye = EyeMemory(colours: colours, palette: EyePalette(style: style), hasSextants: hasSextants)
  }

  /// How far the map or the eye's picture has moved since the last frame, so that the terminal can scroll it; `nil` if
  /// neither has.
  package var scroll: Scroll? { eye.scroll ?? map.scroll }

  /// The id of what was clicked: on its sign in a picture as the button goes down, and on its mark or label on the map
  /// as it comes up, unless it has dragged the map; `nil` for anything else that a mouse does.
  package mutating func clicked(_ pointer: Pointer) -> String? {
    switch pointer {
    case .press(let column, let row):
      pressed = map.id(column: column, row: row)
      return eye.id(column: column, row: row)
    case .release(let column, let row):
      return pressed.take().flatMap { map.id(column: column, row: row) == $0 ? $0 : nil }
    case .drag, .wheel:
      pressed = nil
      return nil
    }
  }

  /// Begins a frame on which neither is drawn yet.
  mutating func begin() {
    map.begin(in: nil)
    eye.begin()
  }
}
