/// What the inks of a raster look like: one table for the lines, one for the areas.
///
/// The number of a line's ink is also its rank: where lines of several inks meet in a cell, the highest is seen. An
/// ink without an entry is plain.
package struct InkTable: Hashable, Sendable {
  /// How an area looks.
  package struct AreaLook: Hashable, Sendable {
    /// The style of its texture.
    package var style: Style
    /// The colour behind every cell that it covers at least half; without one, what was drawn before shows through.
    package var background: Colour?

    /// Creates a look.
    package init(_ style: Style = .plain, background: Colour? = nil) {
      self.style = style
      self.background = background
    }
  }

  /// The style of the lines of each ink; one without a background of its own stands on the area's.
  package var lines: [Style]
  /// The look of the areas of each ink.
  package var areas: [AreaLook]

  /// Creates a table.
  package init(lines: [Style], areas: [AreaLook]) {
    self.lines = lines
    self.areas = areas
  }

  func line(_ ink: UInt8) -> Style { Int(ink) < lines.count ? lines[Int(ink)] : .plain }
  func area(_ ink: UInt8) -> AreaLook { Int(ink) < areas.count ? areas[Int(ink)] : AreaLook() }
}
