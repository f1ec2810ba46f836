import FoundationEssentials
import Game
import HuntDomain
import PlaceFiles
import SavedGames

/// Where the bundled hunts, maps and traces are.
struct Installation {
  /// The folder that holds `Maps` and `Traces`.
  let root: String

  /// Looks beside the program and in the folders above it, then where XDG says that data are.
  static func find(environment: [String: String]) -> Installation? {
    let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    var folders = environment["TROVE_DATA"].map { [$0] } ?? []
    var folder = program[...]
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      folders.append(String(folder))
    }
    let shared = environment["XDG_DATA_DIRS"] ?? "/usr/local/share:/usr/share"
    folders += [UserFolders(environment: environment).data].compactMap(\.self)
    folders += shared.split(separator: ":").filter { $0.hasPrefix("/") }.map { $0 + "/trove" }
    return folders.first { FileManager.default.fileExists(atPath: $0 + "/" + demo) }.map(Installation.init)
  }

  private static let demo = "Maps/null-island-hunt.geojson"

  /// The hunt that is played when nobody chooses.
  var demoHunt: String { "\(root)/\(Self.demo)" }

  /// Every hunt among the maps, the demonstration first.
  var hunts: [Offers.Hunt] {
    let saved = SavedGames.unfinished()
    let files = (try? FileManager.default.contentsOfDirectory(atPath: root + "/Maps")) ?? []
    let names = files.filter { $0.hasSuffix("-hunt.geojson") }.sorted()
    let isDemo = { (name: String) in demoHunt.hasSuffix("/" + name) }
    return (names.filter(isDemo) + names.filter { !isDemo($0) }).compactMap { name in
      let path = "\(root)/Maps/\(name)"
      guard let file = try? HuntFile(path: path) else { return nil }
      return Offers.Hunt(
        path: path, title: file.hunt.title, detail: file.hunt.summary, hasTrace: file.trace != nil,
        saved: saved[file.hunt.id])
    }
  }
}
