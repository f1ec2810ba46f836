/// The rooms of the house, the arrows that may leave each, and what each may bring from outside.
///
/// This is the dependency rule itself: whoever wants another arrow argues for it here, and then names it in
/// `Package.swift`, which has the same arrows.
struct House {
  struct Room {
    let path: String
    /// Modules of the house that it may import.
    let arrows: Set<String>
    /// Modules from outside that it may import.
    let outside: Set<String>
  }

  let rooms: [String: Room]

  static let trove: House = {
    let system: Set = ["Glibc", "Synchronization"]
    func room(_ path: String, _ arrows: Set<String>, _ outside: Set<String> = []) -> Room {
      Room(path: "Sources/\(path)", arrows: arrows, outside: outside)
    }
    func adapter(_ name: String, _ arrows: Set<String>) -> Room {
      room("Adapters/\(name)", arrows, system.union(["FoundationEssentials"]))
    }
    return House(rooms: [
      "Numbers": room("Domain/Numbers", []),
      "Geodesy": room("Domain/Geodesy", ["CGeographic", "Numbers"], ["Glibc"]),
      "Places": room("Domain/Places", ["Geodesy"]),
      "HuntDomain": room("Domain/HuntDomain", ["Places", "Geodesy", "Numbers"]),
      "EventDomain": room("Domain/EventDomain", ["HuntDomain", "Geodesy"]),
      // A lock makes functions of libnova's, whose memory all threads share.
      "Sky": room("Domain/Sky", ["HuntDomain", "Geodesy", "CNova"], ["Synchronization"]),
      "HuntInspection": room("Domain/HuntInspection", ["HuntDomain", "Places", "Geodesy"]),
      "Streets": room("Domain/Streets", ["Places", "Geodesy"]),
      "Simulation": room("Domain/Simulation", ["Streets", "HuntDomain", "Places", "Geodesy", "Numbers"]),
      "Nearby": room("Application/Nearby", ["HuntDomain", "Places", "Geodesy", "SpatialIndex"]),
      "Views": room("Application/Views", ["Nearby", "HuntDomain", "Places", "Geodesy"]),
      // It remembers what it made last, for all copies of a game.
      "Eye": room(
        "Application/Eye", ["Views", "Nearby", "HuntDomain", "Places", "Geodesy", "Numbers", "Sky"],
        ["Synchronization"]),
      "Game": room(
        "Application/Game",
        ["Views", "Eye", "Nearby", "EventDomain", "HuntDomain", "Places", "Geodesy", "Numbers", "Sky"]),
      "Editor": room("Application/Editor", ["Game", "Views", "Nearby", "HuntDomain", "Places", "Geodesy"]),
      "HuntMaking": room(
        "Application/HuntMaking",
        ["HuntInspection", "Views", "HuntDomain", "Places", "Geodesy", "Numbers", "Simulation", "Streets"]),
      "Viewer": room("Application/Viewer", ["Game", "Views", "Nearby", "HuntDomain", "Places", "Geodesy", "Numbers"]),
      "Trials": room(
        "Application/Trials",
        ["Views", "Nearby", "HuntDomain", "Places", "Geodesy", "Numbers", "Simulation", "Streets"]),
      "Doctor": room("Application/Doctor", ["Views"]),
      "Events": room("Application/Events", ["EventDomain", "HuntDomain"]),
      "Room": room("Application/Room", ["Views", "EventDomain", "HuntDomain", "Places", "Geodesy"]),
      "SystemKit": room("Infrastructure/SystemKit", [], ["Glibc"]),
      "GeoFormats": room(
        "Infrastructure/GeoFormats", ["Geodesy", "CExpat", "CZlib", "CBZip2", "Numbers", "SystemKit"], system),
      "TextCanvas": room("Infrastructure/TextCanvas", [], system),
      "TroveSimulation": room(
        "Library/TroveSimulation", ["Simulation", "HuntDomain", "Geodesy", "GeoFormats", "SystemKit"]),
      "FrameSequences": room("Infrastructure/FrameSequences", ["TextCanvas", "Numbers"]),
      "SpatialIndex": room("Infrastructure/SpatialIndex", ["CSpatialKernel"], system),
      "OSMExtracts": room("Infrastructure/OSMExtracts", ["COsmium", "Geodesy", "SystemKit"], system),
      "WebFetch": room("Infrastructure/WebFetch", ["CCurl", "Numbers", "SystemKit"], system),
      "Database": room("Infrastructure/Database", ["CSQLite"], system),
      "Sealing": room("Infrastructure/Sealing", ["CSodium"]),
      "NATSClient": room(
        "Infrastructure/NATSClient", ["CNATS", "Numbers", "Sealing", "SystemKit"],
        system.union(["FoundationEssentials"])),
      "NATSCrowd": room("Infrastructure/NATSCrowd", ["CTLS", "Sealing"], system.union(["FoundationEssentials"])),
      "WebServer": room("Infrastructure/WebServer", ["CMicroHTTP", "SystemKit"], ["Glibc"]),
      "VectorTiles": room(
        "Infrastructure/VectorTiles", ["Geodesy", "CDeflate", "CZlib", "Database", "SystemKit"], system),
      "GPSDLocation": adapter(
        "GPSDLocation", ["Nearby", "Doctor", "HuntDomain", "Geodesy", "GeoFormats", "CGPS", "SystemKit"]),
      "TraceLocation": adapter("TraceLocation", ["Nearby", "Game", "HuntDomain", "Geodesy", "GeoFormats"]),
      "WalkerLocation": adapter(
        "WalkerLocation", ["Nearby", "HuntDomain", "Geodesy", "Simulation", "Streets", "SystemKit"]),
      "ReceiverFeed": adapter(
        "ReceiverFeed", ["Nearby", "HuntDomain", "Geodesy", "Numbers", "GeoFormats", "SystemKit"]),
      "SystemInspection": adapter("SystemInspection", ["Doctor"]),
      "PlaceFiles": adapter(
        "PlaceFiles",
        [
          "Nearby", "Views", "Editor", "HuntMaking", "HuntInspection", "HuntDomain", "Places", "Geodesy", "GeoFormats",
          "Numbers",
          "Sealing", "SystemKit",
        ]),
      "PlaceCatalog": adapter(
        "PlaceCatalog",
        [
          "Nearby", "HuntDomain", "Places", "Geodesy", "GeoFormats", "Database", "Numbers", "SpatialIndex",
          "OSMExtracts", "SystemKit",
        ]),
      "PlaceServices": adapter("PlaceServices", ["Nearby", "Places", "Geodesy", "GeoFormats", "WebFetch"]),
      "SavedGames": adapter("SavedGames", ["Game", "HuntDomain", "Database", "Numbers", "SystemKit"]),
      "EventTracker": adapter("EventTracker", ["Game", "HuntDomain", "Geodesy", "GeoFormats", "SystemKit"]),
      "MapTiles": adapter(
        "MapTiles",
        ["Views", "Places", "Geodesy", "Streets", "GeoFormats", "SystemKit", "VectorTiles"]),
      "TerminalUI": adapter(
        "TerminalUI",
        [
          "Nearby", "Views", "Eye", "Game", "Editor", "Viewer", "Room", "Trials", "HuntDomain", "Places", "Geodesy",
          "Sky", "TextCanvas", "SystemKit",
        ]),
      "PlainUI": adapter(
        "PlainUI",
        [
          "Nearby", "Views", "Eye", "Game", "Room", "EventDomain", "Trials", "HuntDomain", "Places", "Geodesy", "Sky",
          "GeoFormats", "Numbers",
        ]),
      "Announcing": adapter("Announcing", ["SystemKit"]),
      "NATSEvents": adapter(
        "NATSEvents",
        [
          "Events", "EventDomain", "HuntDomain", "Nearby", "Geodesy", "GeoFormats", "NATSClient", "NATSCrowd",
          "Sealing", "SystemKit",
        ]),
      "LocalEvents": adapter(
        "LocalEvents", ["Events", "EventDomain", "HuntDomain", "Geodesy", "Database", "SystemKit"]),
      "SpectatorPage": adapter(
        "SpectatorPage",
        ["Room", "Views", "EventDomain", "HuntDomain", "Geodesy", "GeoFormats", "WebServer", "SystemKit"]),
      "TileMaking": adapter("TileMaking", ["GeoFormats", "OSMExtracts", "SystemKit"]),
      "SessionLogs": adapter(
        "SessionLogs",
        [
          "Nearby", "Views", "Eye", "Game", "Events", "EventDomain", "HuntDomain", "Places", "Geodesy", "GeoFormats",
          "Sealing", "SystemKit",
        ]),
      "HuntTesting": room(
        "Testing",
        [
          "Nearby", "Events", "EventDomain", "HuntDomain", "Places", "Geodesy", "Numbers", "Simulation", "Streets",
          "SystemKit",
        ], system),
    ])
  }()
}

/// An import that the house forbids, or a room without anything in it.
struct Violation: Hashable, CustomStringConvertible {
  let file: String
  let line: Int
  let problem: String

  var description: String { "\(file):\(line): \(problem)" }
}

extension House {
  /// Checks source files, given by their paths below the package and their texts.
  func violations(in files: [(path: String, text: String)]) -> [Violation] {
    rooms.sorted { $0.key < $1.key }.flatMap { name, room -> [Violation] in
      let own = files.filter { $0.path.hasPrefix(room.path + "/") && $0.path.hasSuffix(".swift") }
      if own.isEmpty { return [Violation(file: room.path, line: 1, problem: "the room \(name) is empty")] }
      return own.flatMap { file in
        Self.imports(in: file.text).compactMap { line, module in
          room.arrows.contains(module) || room.outside.contains(module)
            ? nil : Violation(file: file.path, line: line, problem: "\(name) must not import \(module)")
        }
      }
    }
  }

  /// Line and module of every import, whatever stands before the word and behind the module.
  static func imports(in text: String) -> [(line: Int, module: String)] {
    let kinds: Set = ["struct", "class", "enum", "protocol", "func", "let", "var", "typealias"]
    return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line in
      var words = line.split(whereSeparator: \.isWhitespace)[...]
      while let first = words.first, first.hasPrefix("@") || Self.modifiers.contains(String(first)) {
        words.removeFirst()
      }
      guard words.popFirst() == "import" else { return nil }
      if let kind = words.first, kinds.contains(String(kind)) { words.removeFirst() }
      guard let module = words.first?.split(separator: ".").first else { return nil }
      return (index + 1, String(module))
    }
  }

  /// Where the house and the modules of a `Package.swift` differ, one line for each module.
  func differences(from package: String) -> [String] {
    let pattern = /module\(\s*"(\w+)",\s*"([^"]*)"(?:,\s*\[([^\]]*)\])?\s*\)/
    let modules = package.matches(of: pattern).map { match in
      let arrows = (match.3 ?? "").split { !$0.isLetter && !$0.isNumber }.map(String.init)
      return (String(match.1), Room(path: "Sources/\(match.2)", arrows: Set(arrows), outside: []))
    }
    let named = Dictionary(modules) { first, _ in first }
    return Set(named.keys).union(rooms.keys).sorted().compactMap { name in
      guard let module = named[name] else { return "\(name) is not in Package.swift" }
      guard let room = rooms[name] else { return "\(name) is not in House.swift" }
      if module.path != room.path { return "\(name) lies in \(module.path), and in \(room.path) in House.swift" }
      let (added, missing) = (module.arrows.subtracting(room.arrows), room.arrows.subtracting(module.arrows))
      guard !added.isEmpty || !missing.isEmpty else { return nil }
      return "\(name): only in Package.swift \(added.sorted()), only in House.swift \(missing.sorted())"
    }
  }

  private static let modifiers: Set = ["public", "package", "internal", "fileprivate", "private"]
}
