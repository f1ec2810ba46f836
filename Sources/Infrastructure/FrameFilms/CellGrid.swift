/// The measures of a picture, in its own units: pixels at its natural size.
///
/// Twice as high as wide, so that the dots of braille lie on one square grid over the whole picture.
enum CellGrid {
  static let width = 8
  static let height = 16
  /// From the top of a row to the line that letters stand on.
  static let baseline = 12
  /// Monospaced fonts advance by 0.6 of their size, so that this one advances by a cell.
  static let fontSize = 13.333
  /// Around the whole.
  static let margin = 8
  /// Diameter of a dot; they are 4 apart.
  static let dot = 2.6
  /// Width of a light line; a heavy one is twice that.
  static let line = 1.4
}
