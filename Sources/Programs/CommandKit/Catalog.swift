package import ArgumentParser
package import PlaceCatalog

/// The player's own imported regions.
package enum Catalog {
  /// The catalog of `TROVE_REGIONS`, or else the one among the user's data.
  ///
  /// Throws: if there is no home folder to keep them in.
  package static func own() throws(CommandFailure) -> PlaceCatalog {
    let usual = Environment.folders.data.map { $0 + "/places" }
    guard let folder = Environment.folder("TROVE_REGIONS", or: usual) else {
      throw CommandFailure("There is no home to keep places in; name a folder in TROVE_REGIONS.", .cannotCreate)
    }
    return PlaceCatalog(folder: CatalogFolder(folder), languages: Environment.languages)
  }

  /// The same, where it has the region of `--in`.
  package static func own(with region: RegionName) throws(CommandFailure) -> PlaceCatalog {
    let catalog = try own()
    guard catalog.has(region) else {
      throw CommandFailure("--in \(region): there is no region of that name (trove regions lists them).", .noSuchFile)
    }
    return catalog
  }

  /// The failure for what is neither a file nor a region.
  package static func nothing(called name: String) -> CommandFailure {
    CommandFailure(
      "\(name): there is no such file, and no region of that name (trove regions lists them).", .noSuchFile)
  }

  /// What makes a map of a region: the end of a sentence.
  package static let mapAdvice = "trove import makes one of OpenStreetMap's files, by tilemaker."

  /// Does something with the catalog; its problem becomes a failure of the command.
  package static func orFail<Value>(_ body: () throws(CatalogProblem) -> Value) throws(CommandFailure) -> Value {
    do { return try body() } catch { throw CommandFailure(error) }
  }
}

extension CommandFailure {
  /// A problem with the catalog of places.
  package init(_ problem: CatalogProblem) {
    let code: ExitCode =
      switch problem.kind {
      case .usage: .usage
      case .badSource, .damaged, .newer: .badData
      case .missing: .noSuchFile
      case .diskFull, .unwritable: .cannotCreate
      case .busy: .tryLater
      case .cancelled: ExitCode(130)
      case .other: .outputFailed
      }
    self.init(problem.description, code)
  }
}

/// The name of a region as an argument.
extension RegionName: ExpressibleByArgument {
  /// Creates the name from a command-line argument.
  public init?(argument: String) { self.init(argument) }

  /// The imported regions; nothing where they cannot be read.
  package static var defaultCompletionKind: CompletionKind {
    .custom { _, _, _ in ((try? Catalog.own().regions()) ?? []).map(\.name.description) }
  }
}
