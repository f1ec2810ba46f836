import Geodesy
import Glibc
import HuntDomain
import Numbers
import PlaceCatalog
import Places

/// Imports that never end, for tests that cut them off: two lists of places by turns into one region.
///
///     trove-catalog-loop run FOLDER      imports and imports, and says `ack NAME COUNT` once a list is in place
///     trove-catalog-loop show FOLDER     says which list the region holds, `NAME COUNT`, or what is wrong with it
@main
enum CatalogLoop {
  static func main() async {
    let arguments = CommandLine.arguments
    guard arguments.count == 3 else { exit(64) }
    // A file size limit is an error of writing, not an end.
    signal(SIGXFSZ, SIG_IGN)
    let catalog = PlaceCatalog(folder: CatalogFolder(arguments[2] + "/places"))
    switch arguments[1] {
    case "run": run(catalog, arguments[2])
    case "show": await show(catalog)
    default: exit(64)
    }
  }

  /// The two lists: what all their places are called, and how many there are.
  private static let lists = [("heron", 1500), ("osprey", 2300)]
  private static let region = RegionName("loop")

  private static func run(_ catalog: PlaceCatalog, _ folder: String) {
    for (name, count) in lists { write(name, count, to: "\(folder)/\(name).geojson") }
    while true {
      for (name, _) in lists {
        do {
          let summary = try catalog.importer(files: ["\(folder)/\(name).geojson"], name: region).run(
            now: .init(milliseconds: 0))
          say("ack \(name) \(summary.region.count)", on: STDOUT_FILENO)
        } catch {
          say("\(error)", on: STDERR_FILENO)
          usleep(20_000)
        }
      }
    }
  }

  private static func write(_ name: String, _ count: Int, to path: String) {
    guard access(path, F_OK) != 0 else { return }
    let features = (0..<count).map { number in
      """
      {"type":"Feature","geometry":{"type":"Point","coordinates":[\(Double(number % 50) / 100),\(Double(number / 50) / 100)]},\
      "properties":{"name":"\(name) \(number)","tourism":"viewpoint"}}
      """
    }
    let text = "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ",\n"))]}"
    let file = open(path + ".new", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    _ = Array(text.utf8).withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
    close(file)
    rename(path + ".new", path)
  }

  /// Goes through the region in every way there is: all ways must tell of the same list.
  private static func show(_ catalog: PlaceCatalog) async {
    guard let region, catalog.has(region) else { return say("none 0", on: STDOUT_FILENO) }
    do {
      let opened = try catalog.open(region)
      let count = opened.summary.count
      let places = try await opened.places(
        near: Coordinate(clampingLatitude: 0, wrappingLongitude: 0), within: .infinity)
      let names = Set(places.compactMap { $0.name.split(separator: " ").first.map(String.init) })
      guard names.count == 1, let name = names.first else { return say("mixed: \(names)", on: STDOUT_FILENO) }
      let found = try await opened.search(name, limit: count + 1).count
      let near = try await opened.nearest(count + 1, to: Coordinate(clampingLatitude: 1, wrappingLongitude: 1)).count
      let isWhole = places.count == count && found == count && near == count && lists.contains { $0 == (name, count) }
      say(isWhole ? "\(name) \(count)" : "broken: \(name) \(count) \(places.count) \(found) \(near)", on: STDOUT_FILENO)
    } catch {
      say("error: \(error)", on: STDOUT_FILENO)
    }
  }

  /// Says a line at once.
  private static func say(_ line: String, on descriptor: CInt) {
    let bytes = Array((line + "\n").utf8)
    _ = Glibc.write(descriptor, bytes, bytes.count)
  }
}
