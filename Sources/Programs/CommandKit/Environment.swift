internal import ArgumentParser
internal import FoundationEssentials
package import Game
internal import Glibc
internal import HuntDomain
internal import PlaceFiles
package import TerminalUI
internal import Views

/// The environment, read once.
package enum Environment {
  /// Its variables.
  package static let variables = ProcessInfo.processInfo.environment

  /// Languages in which names are wanted, the dearest first (`de`): of `LANGUAGE`, or else of the locale.
  package static let languages = Languages.wanted(environment: variables)

  /// The path of this program, without symbolic links; empty where the system does not say it.
  package static let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""

  /// The user's folders.
  package static let folders = UserFolders(environment: variables)

  /// The folder that a variable names, or else the usual one.
  package static func folder(_ variable: String, or usual: String?) -> String? {
    variables[variable].flatMap { $0.isEmpty ? nil : $0 } ?? usual
  }

  /// Whether there is a terminal to draw on, and to read keys from.
  package static var hasTerminal: Bool {
    isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && TerminalCapability(environment: variables).isAddressable
  }

  /// Whether there is one, and the user does not ask for lines instead with `TROVE_PLAIN=1`.
  package static var wantsTerminal: Bool { hasTerminal && variables["TROVE_PLAIN"] != "1" }

  /// Whether the mouse may be taken from the terminal, which then selects no text by itself: unless `TROVE_MOUSE=0`.
  package static var hasMouse: Bool { variables["TROVE_MOUSE"] != "0" }
}

/// The folders for the user's data, as the XDG Base Directory Specification defines them.
///
/// Paths count only when they are absolute. A folder is `nil` if there is no home either.
package struct UserFolders: Hashable {
  /// For lasting data: saved games, regions.
  package let data: String?
  /// For data that can be fetched again.
  package let cache: String?
  /// For data to keep for a while without a backup: recorded sessions.
  package let state: String?
  /// For the user's settings.
  package let config: String?

  /// The folders that variables of the environment name.
  package init(environment: [String: String]) {
    data = Self.folder("XDG_DATA_HOME", or: ".local/share", environment)
    cache = Self.folder("XDG_CACHE_HOME", or: ".cache", environment)
    state = Self.folder("XDG_STATE_HOME", or: ".local/state", environment)
    config = Self.folder("XDG_CONFIG_HOME", or: ".config", environment)
  }

  private static func folder(_ name: String, or usual: String, _ environment: [String: String]) -> String? {
    if let path = environment[name], path.hasPrefix("/") { return path + "/trove" }
    return environment["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/\(usual)/trove" : nil }
  }
}

/// The folder of the bundled hunts, maps and traces.
package struct Installation {
  /// The folder that holds `Maps` and `Traces`.
  package let root: String

  /// Looks beside the program and in the folders above it, then where XDG says that data are.
  package static func find(environment: [String: String]) -> Installation? {
    var folders = environment["TROVE_DATA"].map { [$0] } ?? []
    var folder = Environment.program[...]
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

  /// The hunt that is played by default.
  package var demoHunt: String { "\(root)/\(Self.demo)" }

  /// The folder of the tables by which the map of a region is made; `nil` if there is none.
  package var mapTables: String? {
    let folder = "\(root)/Maps/tilemaker"
    return FileManager.default.fileExists(atPath: folder) ? folder : nil
  }

  /// The table of sentences for made hunts; `nil` if there is none.
  package var huntTexts: String? {
    let path = "\(root)/Maps/hunt-texts.csv"
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }

  /// The words by which places of the dead are known; `nil` if they are not there.
  package var mourningWords: String? {
    let path = "\(root)/Maps/mourning-words.csv"
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }

  /// Every hunt among the maps, the demonstration first.
  ///
  /// - Parameter saved: the progress of saved games, by the hunt's id.
  package func hunts(saved: [String: String]) -> [Offers.Hunt] {
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

extension TerminalCapability.ColourChoice: ExpressibleByArgument {}
