/// What the ground colours look like, and what stands for each where a terminal has fewer colours.
///
/// A number without an entry is written as the standard colour. Where a terminal has only 16 colours, a ground colour
/// is written as the nearest of them in front, and as the terminal's own ground behind: of 16 glaring colours none
/// makes a ground that a map can be read on.
package struct ColourTable: Hashable, Sendable {
  /// Of each ground colour, by its number; at most ``Colour/groundLimit`` of them.
  package let colours: [RGB]
  /// The nearest entry of xterm's 256.
  let cube: [UInt8]
  /// The nearest code of the foreground among the 16.
  let sixteen: [UInt8]

  /// A table without ground colours.
  package static let empty = ColourTable([])

  /// Creates a table; what exceeds ``Colour/groundLimit`` is left out.
  package init(_ colours: [RGB]) {
    self.colours = Array(colours.prefix(Colour.groundLimit))
    cube = self.colours.map { UInt8(XtermPalette.nearest(to: $0)) }
    sixteen = self.colours.map { UInt8(XtermPalette.nearestCode(to: $0)) }
  }
}
