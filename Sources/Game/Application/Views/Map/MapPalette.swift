/// How a map's kinds of ground look: a table that is read from a file.
///
/// No kind is told by its colour alone: areas differ in their pattern, lines in how they are drawn.
package struct MapPalette: Hashable, Sendable {
  /// 24 bits of colour.
  package struct Colour: Hashable, Sendable {
    /// The three parts of the colour, from none to full in `0 ... 255`.
    package let red, green, blue: UInt8

    /// Creates a colour from its parts.
    package init(red: UInt8, green: UInt8, blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }
  }

  /// What an area is filled with if there are no colours, and above its colour where there are.
  package enum Pattern: String, Hashable, Sendable, CaseIterable {
    case none, solid, waves, grass, sparse, hatch
  }

  /// The look of one kind of ground.
  package struct Look: Hashable, Sendable {
    /// The colour of a line, and of an area's outline; `nil` for no outline.
    package var line: Colour?
    /// The ground of an area, where the terminal has colours enough.
    package var fill: Colour?
    /// The colour of the pattern's dots.
    package var ink: Colour?
    /// What an area is filled with, so that it can be told without its colour.
    package var pattern: Pattern
    /// How wide a line is on the ground, in metres; where that is wider than some dots it is drawn as two edges.
    package var width: Double
    /// The lowest zoom of a web map at which the kind is drawn.
    package var fromZoom: Double

    /// Creates a look.
    package init(
      line: Colour? = nil, fill: Colour? = nil, ink: Colour? = nil, pattern: Pattern = .none, width: Double = 0,
      fromZoom: Double = 0
    ) {
      (self.line, self.fill, self.ink, self.pattern) = (line, fill, ink, pattern)
      (self.width, self.fromZoom) = (width, fromZoom)
    }
  }

  /// The palette's name in the file: `dark`, `light`, `safe`.
  package var name: String
  /// Kinds that are not in here are drawn with the terminal's own colour.
  package var looks: [GroundKind: Look]
  /// The look of the sea, if the map has coastlines.
  package var sea: Look
  /// Names, by what they stand for; others have the terminal's own colour.
  package var names: [NameKind: Colour]

  /// Creates a palette.
  package init(name: String, looks: [GroundKind: Look], sea: Look = Look(), names: [NameKind: Colour] = [:]) {
    (self.name, self.looks, self.sea, self.names) = (name, looks, sea, names)
  }
}
