import GeoFormats
import PlaceCatalog

/// An import that a person waits for.
enum ImportRun {
  /// Imports with a bar that shows how far it is; Ctrl-C cancels.
  static func run(
    _ importer: PlaceImport, makeMap: PlaceImport.MapMaking? = nil
  ) throws(CatalogProblem) -> ImportSummary {
    var bar = ProgressBar()
    defer { bar.end() }
    return try StopSignals.noting { () throws(CatalogProblem) in
      try importer.run(
        now: .now,
        progress: { progress in
          bar.show(progress.fraction, Self.words(progress))
          return StopSignals.signalled == nil
        }, makeMap: makeMap)
    }
  }

  private static func words(_ progress: ImportProgress) -> String {
    let count = counted(progress.count)
    switch progress.phase {
    case .reading: return "\(count), reading \(SafeText.clean(progress.file ?? "", limit: 40))"
    case .sorting: return "\(count), looking for doubles"
    case .writing: return "\(count), writing"
    case .indexing: return "\(count), making the index"
    case .mapping: return "\(count), making the map"
    }
  }

  /// `1 place`, `12 places`.
  static func counted(_ places: Int) -> String { places == 1 ? "1 place" : "\(places) places" }
}
