import ArgumentParser
import CommandKit
import GeoFormats
import Geodesy
internal import HuntDomain
import Nearby
import Numbers
import PlaceCatalog
import Places
import PlainUI
import Views

/// `trove places`: which regions there are, and what is in a source of places.
struct PlacesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "places", abstract: "Lists the regions that were imported, or the places of a source.",
    discussion: """
      Examples:
      trove places cafes.geojson
      trove places krems --at 48.4105,15.6103 --only food

      Without a source: the regions, with how many places each has, when it was imported, and from what. With one: its \
      places. With --json one object a line; of places: id, name, lat, lon, kind, category and tags.

      Exit codes: 0 well; 64 wrong usage; 65 bad data; 66 no such file or region; 69 a service gives no answer.
      """)

  @Argument(help: ArgumentHelp(PlaceSources.help, valueName: "source"), completion: .file())
  var source: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Only places around here, nearest first.", valueName: "lat,lon"),
    transform: CoordinateArgument.read)
  var at: Coordinate?

  @Option(help: ArgumentHelp("Only places within so many metres of --at.", valueName: "metres"))
  var within: Double?

  @OptionGroup var kinds: KindOptions

  @Option(help: ArgumentHelp("At most so many places.", valueName: "n"))
  var limit: Int?

  @Flag(help: "One JSON object a line.")
  var json = false

  func validate() throws {
    guard within == nil || at != nil else { throw ValidationError("--within needs --at.") }
    guard within.map({ $0 >= 0 }) ?? true, limit.map({ $0 >= 0 }) ?? true else {
      throw ValidationError("--within and --limit cannot be negative.")
    }
  }

  func run() async throws {
    guard let source else { return try RegionsCommand.list(json: json) }
    let wanted = try kinds.categories()
    let middle = at ?? Coordinate(clampingLatitude: 0, wrappingLongitude: 0)
    let known = await KnownPlaces(of: [try PlaceSources.open(source)], near: middle, within: within ?? .infinity)
    var places = try known.places().filter { wanted?.contains($0.category) ?? true }
    if let at = at {
      let far = places.map { (place: $0, metres: at.distance(to: $0.position)) }
      places = far.filter { $0.metres <= within ?? .infinity }.sorted {
        ($0.metres, $0.place.id) < ($1.metres, $1.place.id)
      }
      .map(\.place)
    }
    let lines = places.prefix(limit ?? .max).map { json ? JSONLines.line(for: $0) : Self.line(for: $0) }
    Output.write(lines.map { $0 + "\n" }.joined())
    for credit in known.pool.attribution where !json { Output.error("Places: \(credit)") }
  }

  private static func line(for place: PointOfInterest) -> String {
    "\(Wording.titled(place))  \(CoordinateNotation.decimal.text(of: place.position))"
  }
}

/// `trove regions`: which regions there are.
struct RegionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "regions", abstract: "Lists the regions that were imported.",
    discussion: """
      Examples:
      trove regions

      Each with its places, whether it has a map, its size on the disk, when it was imported, and from what. With --json \
      one object a line: region, places, map (true or false), imported, bytes, south, west, north and east.

      Exit codes: 0 well; 64 wrong usage; 74 the folder of the regions cannot be read.
      """)

  @Flag(help: "One JSON object a line.")
  var json = false

  func run() throws { try Self.list(json: json) }

  /// Writes the list.
  static func list(json: Bool) throws {
    let regions = try Catalog.orFail(Catalog.own().regions)
    guard !regions.isEmpty || json else {
      return Output.write("No region was imported yet: trove import FILE makes one of an extract.\n")
    }
    for region in regions {
      switch region.state {
      case .success(let summary): Output.write((json ? summary.json(region) : summary.line(region)) + "\n")
      case .failure(let problem): Output.error(problem.description)
      }
    }
  }
}

extension RegionSummary {
  /// `helsinki  12345 places and a map, imported 2026-11-22, 4.2 MB, from helsinki.osm.pbf`.
  fileprivate func line(_ entry: PlaceCatalog.Entry) -> String {
    let files = sources.map { $0.path.split(separator: "/").last.map(String.init) ?? $0.path }.joined(separator: ", ")
    let what = ImportRun.counted(count) + (entry.map == nil ? "" : " and a map")
    let tenths = (entry.size + 50_000) / 100_000
    let size = "\(tenths / 10).\(tenths % 10) MB"
    return "\(name)  \(what), imported \(imported.description.prefix(10)), \(size), from \(files)"
  }

  fileprivate func json(_ entry: PlaceCatalog.Entry) -> String {
    var line = JSONText()
    line.add("region", name.text)
    line.add("places", count)
    line.add("map", entry.map != nil)
    line.add("imported", imported.description)
    line.add("bytes", Int(entry.size))
    if let box {
      line.add("south", box.south, decimals: 7)
      line.add("west", box.west, decimals: 7)
      line.add("north", box.north, decimals: 7)
      line.add("east", box.east, decimals: 7)
    }
    return line.text
  }
}
