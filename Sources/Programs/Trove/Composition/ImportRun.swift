import CommandKit
import GeoFormats
import PlaceCatalog
import TileMaking

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

  /// How far an import is, in words.
  static func words(_ progress: ImportProgress) -> String {
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

  // MARK: - The map

  /// What makes the map of files; `nil` for lists of places, which have no streets to make a map of.
  static func mapMaking(of files: [String]) -> PlaceImport.MapMaking? {
    guard files.contains(where: Tilemaker.reads) else { return nil }
    return { makeMap($0, $1, $2, $3) }
  }

  /// Makes the map of a region.
  private static func makeMap(
    _ files: [String], _ output: String, _ scratch: String, _ progress: (Double) -> Bool
  ) -> PlaceImport.MapOutcome {
    let extracts = files.filter(Tilemaker.reads)
    guard let tables = Installation.find(environment: Environment.variables)?.mapTables else {
      return .failed(
        "There is no map: the tables to make it by are not there. Name the folder that has Maps in TROVE_DATA.")
    }
    do throws(TilemakerError) {
      let lacks = try Tilemaker(tables: tables, environment: Environment.variables)
        .make(of: extracts, at: output, scratch: scratch, progress: progress)
      return .made(warnings: lacks)
    } catch .notInstalled {
      return .failed("There is no map: \(TilemakerError.notInstalled). Import the region again then.")
    } catch {
      return .failed("There is no map: \(error).")
    }
  }
}
