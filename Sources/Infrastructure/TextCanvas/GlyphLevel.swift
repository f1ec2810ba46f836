/// What a terminal's font can be trusted to show.
package enum GlyphLevel: String, Hashable, Sendable, CaseIterable {
  /// The 95 printable characters of ASCII.
  case ascii
  /// Also the lines and shades of the old code page 437, as on the Linux console.
  case blocks
  /// Also the braille patterns: 2 x 4 dots a cell.
  case braille
}
