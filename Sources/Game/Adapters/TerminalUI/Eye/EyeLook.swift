package import TextCanvas

/// How the eye looks on one terminal.
package struct EyeLook: Hashable, Sendable {
  /// What its picture is made of.
  package let glyphs: EyeGlyphs
  /// How many colours the terminal has.
  package let colours: ColourDepth
  /// The colours of its walls.
  package let palette: EyePalette

  /// Creates a look.
  package init(_ glyphs: EyeGlyphs, colours: ColourDepth = .trueColour, palette: EyePalette = .dark) {
    (self.glyphs, self.colours, self.palette) = (glyphs, colours, palette)
  }
}

/// The colours of the eye's walls, by the palette of the map.
package enum EyePalette: String, Hashable, Sendable, CaseIterable {
  /// Plaster in ochre, rose and terracotta.
  case dark
  /// Pale plaster, for bright terminals.
  case light
  /// Blue and grey, which no kind of colour-blindness takes for the yellow of route, beacon and chest.
  case safe

  /// The palette for a map in the style of that name; ``dark`` for `nil` and for names of players' own styles.
  package init(style: String?) { self = style.flatMap(Self.init) ?? .dark }
}
