import ArgumentParser
import CommandKit
import FoundationEssentials
import GeoFormats
import Glibc
import Nearby
import PlaceCatalog
import PlaceFiles
import PlaceServices
import WebFetch

/// The sources of places that the command line can name: a file, an imported region, or the address of a service.
enum PlaceSources {
  static let help = """
    Places: a file (\(FileFormat.list(of: .places)), or what trove import reads), the name of an imported region, or the \
    address of a service (OGC API Features, Overpass).
    """

  /// Opens one; warnings are printed.
  static func open(_ name: String) throws(CommandFailure) -> any PointOfInterestSource {
    if isAddress(name) { return try service(name) }
    if !Files.isThere(name), let region = RegionName(name) {
      let catalog = try Catalog.own()
      if catalog.has(region) { return try Catalog.orFail { () throws(CatalogProblem) in try catalog.open(region) } }
      throw Catalog.nothing(called: name)
    }
    if case .foreign(let format) = FileFormat(path: name), format.isImported { return try region(of: name) }
    return try Files.placeFile(name)
  }

  /// The places of a file that is imported, into a region for this run of the program.
  private static func region(of path: String) throws(CommandFailure) -> any PointOfInterestSource {
    let name = "trove-places-\(getpid())-\(UInt32.random(in: 0...(.max)))"
    let folder = FileManager.default.temporaryDirectory.path + "/" + name
    // What is open stays readable.
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try Catalog.orFail { () throws(CatalogProblem) in
      let catalog = PlaceCatalog(folder: CatalogFolder(folder), languages: Environment.languages)
      let importer = try catalog.importer(files: [path], name: RegionName("places"))
      let summary = try ImportRun.run(importer)
      for warning in summary.warnings { Output.error(warning) }
      return try catalog.open(importer.region)
    }
  }

  /// Whether a name is the address of a service.
  static func isAddress(_ name: String) -> Bool { WebAddress.isMeant(by: name) }

  private static func service(_ address: String) throws(CommandFailure) -> PlaceService {
    do throws(PlacesUnavailable) {
      return try PlaceService(address, languages: Environment.languages, client: client)
    } catch {
      throw CommandFailure(error.description, .usage)
    }
  }

  /// One client for the whole program, because rate limits apply to the program as a whole.
  private static let client: WebClient = {
    let start = ContinuousClock.now
    return WebClient(
      transport: CurlTransport(
        agent: "trove/\(troveVersion) (a treasure hunt in the terminal)",
        issuers: .init(environment: Environment.variables)),
      cache: Environment.folders.cache.map { WebCache(folder: $0 + "/places") },
      time: .init(
        date: { Int64(time(nil)) }, now: { start.duration(to: .now) }, sleep: { try? await Task.sleep(for: $0) }))
  }()
}
