import ArgumentParser
import CommandKit
import Geodesy
import PlaceCatalog
import Places
import PlainUI
import Views

/// `trove search`: places of imported regions by name.
struct SearchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Finds places of imported regions by their names, in any language, and kinds.",
    discussion: """
      Examples:
      trove search museum --in krems --at 48.4105,15.6103
      trove search "caf mus"

      Beginnings of words are enough, accents and capitals do not matter: trove search "caf mus". The best answers come \
      first; with --at the nearest do, those with the whole words before those with words that only begin so.

      Exit codes: 0 found; 1 nothing found; 64 wrong usage; 65 a region is damaged; 66 no such region.
      """)

  @Argument(help: "What to look for.")
  var text: [String]

  @Option(name: .customLong("in"), help: ArgumentHelp("Only in this region; may be repeated.", valueName: "region"))
  var regions: [RegionName] = []

  @Option(parsing: .unconditional, help: CoordinateArgument.help, transform: CoordinateArgument.read)
  var at: Coordinate?

  @Option(help: ArgumentHelp("Only such places: food,sight, or keys of OpenStreetMap.", valueName: "kinds"))
  var only = ""

  @Option(help: ArgumentHelp("At most so many places.", valueName: "n"))
  var limit = 20

  @Flag(help: "One JSON object a line.")
  var json = false

  func validate() throws {
    guard limit >= 0 else { throw ValidationError("--limit cannot be negative.") }
  }

  func run() async throws {
    let filter = try Catalog.orFail { () throws(CatalogProblem) in try PlaceFilter(only) }
    let catalog = try Catalog.own()
    let hits: [CatalogHit]
    do throws(CatalogProblem) {
      hits = try await catalog.search(
        text.joined(separator: " "), in: regions, near: at, filter, limit: limit)
    } catch { throw CommandFailure(error) }
    Output.write(hits.map { (json ? $0.json : $0.line) + "\n" }.joined())
    if hits.isEmpty { throw CommandFailure("Nothing found.", .failure) }
  }
}

extension CatalogHit {
  fileprivate var line: String {
    let far = metres.map { "  \(Wording.distance($0))" } ?? ""
    return "\(Wording.titled(place))\(far)  \(CoordinateNotation.decimal.text(of: place.position))  [\(region)]"
  }

  fileprivate var json: String { JSONLines.line(for: place, region: region.text, metres: metres) }
}
