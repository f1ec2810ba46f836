package import GeoFormats
internal import Views

/// Checks a style of maps: a table or a palette.
package struct StyleCheck: Hashable, Sendable {
  /// How many rules or kinds it has; nothing when it is refused.
  package let loaded: Int?
  package let diagnostics: [Diagnostic]

  /// Where a style says what it is.
  private static let head = 4096

  /// Reads the file at `path`; nothing where that is no style.
  package init?(path: String) {
    guard path.lowercased().hasSuffix(".json"), PathKind(path) == .file,
      let bytes = try? FileBytes.beginning(of: path, count: Self.head)
    else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.contains("\"map-schema\"") || text.contains("\"map-palette\"") else { return nil }
    do throws(MapFileProblem) {
      switch try MapStyles.style(path) {
      case .table(let table): loaded = table.rules.values.reduce(0) { $0 + $1.count }
      case .palette(let palette): loaded = palette.looks.count
      }
      diagnostics = []
    } catch {
      (loaded, diagnostics) = (nil, [Diagnostic(.error, line: error.line, error.message)])
    }
  }
}
