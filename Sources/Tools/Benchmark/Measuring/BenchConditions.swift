import CommandKit
import Glibc

/// The paths of the programs and files to measure.
struct BenchConditions {
  /// The folder with our own programs.
  let programs: String
  /// The folder that holds `Maps` and `Traces`.
  let root: String
  /// The folder with the peers' programs, if any.
  let peers: String?
  /// A Python that has the peers of that language, if any.
  let python: String?
  /// Fewer rounds and smaller inputs: enough to see that the answers are right.
  let isQuick: Bool

  /// Fills in what the command line leaves open: from the environment, or beside this program.
  init(programs: String?, root: String?, peers: String?, python: String?, isQuick: Bool) {
    let home = Self.folder(of: Self.thisProgram)
    self.programs = programs ?? home
    self.root = root ?? Self.root(above: home)
    self.peers = peers ?? Self.environment("TROVE_PEERS")
    self.python = python ?? Self.environment("TROVE_PEERS_PYTHON")
    self.isQuick = isQuick
  }

  /// The game.
  var trove: String { "\(programs)/trove" }
  /// This very program, for measuring it alone.
  static let thisProgram = Environment.program
  /// The bundled hunt.
  var hunt: String { "\(root)/Maps/null-island-hunt.geojson" }

  /// A checkout of ascii-city, if there is one.
  var asciiCity: String? { Self.environment("TROVE_ASCII_CITY") }

  /// The vector tiles of a city, beside the package.
  var city: String { "\(shared)/tiles/pmtiles/protomaps(vector)ODbL_firenze.pmtiles" }

  /// Extracts of OpenStreetMap, beside the package, the smallest first.
  var extracts: [String] {
    ["monaco-latest", "Helsinki", "sf-downtown"].map { "\(shared)/osm/\($0).osm.pbf" }
  }

  /// The data of others, which are no part of the package.
  private var shared: String { (Self.environment("TROVE_SHARED") ?? "\(root)/../shared") + "/data" }

  /// The path of a peer's program, if it is there.
  func peer(_ name: String) -> String? {
    peers.map { "\($0)/\(name)" }.flatMap { access($0, X_OK) == 0 ? $0 : nil }
  }

  /// The nearest folder above the program with the bundled maps, or else the working folder.
  private static func root(above folder: String) -> String {
    var folder = folder
    while !folder.isEmpty {
      if access(folder + "/Maps/null-island-hunt.geojson", R_OK) == 0 { return folder }
      folder = Self.folder(of: folder)
    }
    return "."
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  private static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}
