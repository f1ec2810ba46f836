/// How large the parts of a GPX file may be.
///
/// Real files stay far below.
package struct GPXLimits: Hashable, Sendable {
  /// Elements inside one another; more refuse the file.
  package var depth = 256
  /// Points of all kinds together; more refuse the file.
  package var points = Int.max
  /// Bytes of one tag, comment or section; more refuse the file.
  package var token = 64 << 20
  /// Bytes of one text that are kept, before it is cut to a number of characters; more give a warning.
  package var text = 16 << 10
  /// The same for a text of a geocache's listing: descriptions are whole pages.
  package var cacheText = 256 << 10
  /// Metres above or below the sea: from below the deepest sea to the edge of space.
  package var elevation: ClosedRange<Double> = -12_000...100_000
  /// Milliseconds from one point of a track to the next; a longer step is kept, with a warning.
  package var timeStep: Int64 = 366 * 86_400_000

  /// Creates the usual limits.
  package init() {}
}
