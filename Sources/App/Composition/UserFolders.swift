/// Where the program keeps what belongs to the user, as the XDG Base Directory Specification has it.
///
/// Paths count only when they are absolute. Nothing where there is no home either.
struct UserFolders: Hashable {
  /// For what is kept: saved games, regions.
  let data: String?
  /// For what can be had again.
  let cache: String?
  /// For what is worth keeping for a while, and not worth a backup: recorded sessions.
  let state: String?

  /// The folders that variables of the environment name.
  init(environment: [String: String]) {
    data = Self.folder("XDG_DATA_HOME", or: ".local/share", environment)
    cache = Self.folder("XDG_CACHE_HOME", or: ".cache", environment)
    state = Self.folder("XDG_STATE_HOME", or: ".local/state", environment)
  }

  private static func folder(_ name: String, or usual: String, _ environment: [String: String]) -> String? {
    if let path = environment[name], path.hasPrefix("/") { return path + "/trove" }
    return environment["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/\(usual)/trove" : nil }
  }
}
