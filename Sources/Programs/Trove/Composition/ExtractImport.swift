import CommandKit
import GeoFormats
import PlaceCatalog
import SystemKit

/// An extract that is imported while the player waits for a game, on a thread of its own.
struct ExtractImport {
  /// What the path of a hunt begins with that is to be made of an extract.
  static let mark = "extract:"

  /// How an import goes on.
  struct News: Sendable {
    /// The file that is imported.
    let file: String
    let state: State

    enum State: Sendable {
      /// How far it is, as text for the player.
      case running(String)
      case done(RegionName)
      /// Why there is no region, as text for the player.
      case failed(String)
    }
  }

  /// The file of the extract.
  let file: String

  /// The import that the path of a hunt stands for; `nil` if that is another hunt.
  init?(path: String) {
    guard path.hasPrefix(Self.mark) else { return nil }
    file = path.dropFirst(Self.mark.count).expandingHome
  }

  /// Begins; says how far it is about once a second, and at last how it has ended.
  func start(_ tell: @escaping @Sendable (News) -> Void) {
    let file = file
    let isStarted = SystemThread.start {
      do throws(CommandFailure) {
        tell(News(file: file, state: .done(try Self.run(file) { tell(News(file: file, state: .running($0))) })))
      } catch { tell(News(file: file, state: .failed(error.message))) }
    }
    if !isStarted { tell(News(file: file, state: .failed("There is no room to import it."))) }
  }

  private static func run(_ file: String, _ tell: (String) -> Void) throws(CommandFailure) -> RegionName {
    var latest = ContinuousClock.now
    let catalog = try Catalog.own()
    return try Catalog.orFail { () throws(CatalogProblem) in
      let importer = try catalog.importer(files: [file])
      let summary = try importer.run(
        now: .now,
        progress: { progress in
          if ContinuousClock.now - latest >= .seconds(1) {
            latest = .now
            tell("\(Int(progress.fraction * 100)) %: \(ImportRun.words(progress))")
          }
          return true
        }, makeMap: ImportRun.mapMaking(of: [file]))
      return summary.region.name
    }
  }
}
