/// Width and height of a drawing area, in terminal cells; each in `0 ... 2048`.
///
/// The upper bound keeps a terminal that claims 65,535 columns and rows from costing gigabytes.
package struct CanvasSize: Hashable, Sendable {
  /// The greatest width and height.
  package static let limit = 2048

  package let columns: Int
  package let rows: Int

  /// Creates a size; numbers out of range are cut to it.
  package init(columns: Int, rows: Int) {
    self.columns = min(max(0, columns), Self.limit)
    self.rows = min(max(0, rows), Self.limit)
  }
}
