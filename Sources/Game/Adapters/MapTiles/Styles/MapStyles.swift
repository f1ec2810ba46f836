internal import FoundationEssentials
package import GeoFormats
package import Views

/// The schemas and the looks of maps: the tables and palettes of one folder.
package struct MapStyles: Sendable {
  /// One for each schema of tiles, ordered by its name.
  package let tables: [StyleTable]
  /// By their names.
  package let palettes: [String: MapPalette]

  /// Bytes that a style may have.
  private static let sizeLimit = 1 << 20
  /// Files of a folder that are read.
  private static let fileLimit = 200

  /// Reads all files of a folder whose names end in `.json`; one bad file refuses the folder.
  package init(folder: String) throws(MapFileProblem) {
    let listed: [String]
    do { listed = try FileManager.default.contentsOfDirectory(atPath: folder) } catch {
      throw MapFileProblem(file: folder, "no folder of map styles, or it may not be read", isMissing: true)
    }
    let files = listed.filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }.sorted()
    guard files.count <= Self.fileLimit else {
      throw MapFileProblem(file: folder, "more than \(Self.fileLimit) styles")
    }
    var tables: [String: StyleTable] = [:]
    var palettes: [String: MapPalette] = [:]
    for file in files {
      let path = "\(folder)/\(file)"
      let isNew =
        switch try Self.style(path) {
        case .table(let table): tables.updateValue(table, forKey: table.schema) == nil
        case .palette(let palette): palettes.updateValue(palette, forKey: palette.name) == nil
        }
      guard isNew else { throw MapFileProblem(file: path, "another file of the folder has the same name inside") }
    }
    guard !tables.isEmpty, !palettes.isEmpty else {
      throw MapFileProblem(file: folder, "it has no table or no palette: see docs/maps.md", isMissing: true)
    }
    self.tables = tables.values.sorted { $0.schema < $1.schema }
    self.palettes = palettes
  }

  /// The best table for a map with these layers; `nil` if no table has rules for any of them.
  func table(forLayers layers: Set<String>) -> StyleTable? { tables.best(for: layers) }

  /// The content of one style file.
  enum Style {
    case table(StyleTable)
    case palette(MapPalette)
  }

  /// Reads one file.
  static func style(_ path: String) throws(MapFileProblem) -> Style {
    let document: JSONDocument
    do { document = try JSONDocument(try FileBytes.contents(of: path, limit: sizeLimit)) } catch {
      let problem = error as? FormatError
      throw MapFileProblem(
        file: path, line: problem?.line ?? 1, problem?.message ?? "cannot be read: \(error)", isMissing: problem == nil)
    }
    do throws(StyleFault) { return try style(document.root) } catch {
      throw MapFileProblem(file: path, line: error.line, error.message)
    }
  }

  /// Reads the value that a file is.
  static func style(_ root: JSONValue) throws(StyleFault) -> Style {
    guard root.isObject, let about = root["trove"], about.isObject else {
      throw StyleFault(root, "no style: it has no member “trove” that says what it is")
    }
    let known = try StyleObject(about, "“trove”", ["type", "version", "author", "licence", "title"])
    guard known["version"]?.integer == 1 else { throw StyleFault(about, "“version” is not 1") }
    switch try known.word("type") {
    case "map-schema": return .table(try StyleTable(root))
    case "map-palette": return .palette(try MapPalette(root))
    default: throw StyleFault(about, "“type” is neither map-schema nor map-palette")
    }
  }
}

/// Checks a style of maps: a table or a palette.
package struct StyleCheck: Hashable, Sendable {
  /// The number of rules or kinds in it; `nil` if it is refused.
  package let loaded: Int?
  /// Why it is refused; empty if all is well.
  package let diagnostics: [Diagnostic]

  /// The number of bytes read to recognise a style file.
  private static let head = 4096

  /// Reads the file at `path`; `nil` if it is no style.
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
