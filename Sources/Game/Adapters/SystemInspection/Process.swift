/// A running process, as `/proc` shows it to every user.
struct Process: Hashable, Sendable {
  let id: String
  /// The first fifteen letters of its program's name.
  let name: String
  /// The effective user.
  let user: UInt32
  /// The effective group and all others.
  let groups: Set<UInt32>
  /// The number or name behind `-S`, where there is one.
  let port: String?

  /// Programs that are of interest are asked more closely; of the others the name is enough.
  static func all(in folders: SystemFolders) -> [Process] {
    folders.names(in: "/proc").filter { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }.compactMap { id in
      guard let name = folders.text(of: "/proc/\(id)/comm") else { return nil }
      return Process(id, name: String(name.prefix { $0 != "\n" }), folders)
    }
  }

  private init(_ id: String, name: String, _ folders: SystemFolders) {
    self.id = id
    self.name = name
    guard name == "gpsd" else {
      (user, groups, port) = (0, [], nil)
      return
    }
    let status = folders.text(of: "/proc/\(id)/status") ?? ""
    // The fields are real, effective, saved and file system: take the effective one.
    user = Self.numbers(behind: "Uid:", in: status).dropFirst().first ?? 0
    groups = Set(
      Self.numbers(behind: "Gid:", in: status).dropFirst().prefix(1) + Self.numbers(behind: "Groups:", in: status))
    port = Self.port(in: folders.text(of: "/proc/\(id)/cmdline") ?? "")
  }

  private static func numbers(behind key: String, in status: String) -> [UInt32] {
    let line = status.split(separator: "\n").first { $0.hasPrefix(key) } ?? ""
    return line.dropFirst(key.count).split(whereSeparator: \.isWhitespace).compactMap { UInt32($0) }
  }

  /// Reads `-S 2948` and `-S2948`; words are divided by zeros.
  private static func port(in commandLine: String) -> String? {
    let words = commandLine.split(separator: "\0")
    guard let place = words.firstIndex(where: { $0.hasPrefix("-S") }) else { return nil }
    let port = words[place].count > 2 ? words[place].dropFirst(2) : words.dropFirst(place + 1).first ?? ""
    return port.isEmpty ? nil : String(port)
  }
}

/// Which processes have which device file open; for an ordinary user only their own processes, for root all.
struct Holders {
  private var namesByPath: [String: Set<String>] = [:]

  init(of paths: Set<String>, among processes: [Process], _ folders: SystemFolders) {
    guard !paths.isEmpty else { return }
    for process in processes {
      for descriptor in folders.names(in: "/proc/\(process.id)/fd") {
        guard let path = folders.link(at: "/proc/\(process.id)/fd/\(descriptor)"), paths.contains(path) else {
          continue
        }
        namesByPath[path, default: []].insert(process.name)
      }
    }
  }

  func names(_ path: String) -> [String] { namesByPath[path, default: []].sorted() }
}
