import ArgumentParser
import PlaceCatalog

/// The player's own imported regions.
enum Catalog {
  /// The catalog of `TROVE_REGIONS`, or else the one among the user's data.
  ///
  /// Throws: an exit code, after it has been said why, where there is no home to keep anything in.
  static func own() throws -> PlaceCatalog {
    let usual = Environment.folders.data.map { $0 + "/places" }
    guard let folder = Environment.folder("TROVE_REGIONS", or: usual) else {
      throw Failure.say("There is no home to keep places in; name a folder in TROVE_REGIONS.", Failure.cannotMake)
    }
    return PlaceCatalog(folder: CatalogFolder(folder), languages: Environment.languages)
  }

  /// Does something with the catalog; ends the program with the right code where that fails.
  static func orFail<Value>(_ body: () throws(CatalogProblem) -> Value) throws -> Value {
    do { return try body() } catch { throw failure(error) }
  }

  /// Says what is wrong, and gives the code to end with.
  static func failure(_ problem: CatalogProblem) -> ExitCode {
    let code: ExitCode =
      switch problem.kind {
      case .usage: ExitCode(64)
      case .badSource, .damaged, .newer: Failure.badData
      case .missing: Failure.noSuchFile
      case .diskFull, .unwritable: Failure.cannotMake
      case .busy: Failure.tryLater
      case .cancelled: ExitCode(130)
      case .other: Failure.outputFailed
      }
    return Failure.say(problem.description, code)
  }
}

/// The name of a region as an argument.
extension RegionName: ExpressibleByArgument {
  /// The name as somebody typed it.
  public init?(argument: String) { self.init(argument) }
}
