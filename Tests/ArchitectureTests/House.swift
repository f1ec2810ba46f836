/// The rooms of the house, the arrows that may leave each, and what each may bring from outside.
///
/// This is the dependency rule itself: whoever wants another arrow argues for it here.
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
    let inward: Set = ["HuntDomain", "Places", "Geodesy"]
    let system: Set = ["Glibc", "Synchronization"]
    func room(_ path: String, _ arrows: Set<String>, _ outside: Set<String> = []) -> Room {
      Room(path: "Sources/\(path)", arrows: arrows, outside: outside)
    }
    func adapter(_ name: String, _ own: Set<String> = []) -> Room {
      room("Adapters/\(name)", inward.union(own), system.union(["FoundationEssentials"]))
    }
    return House(rooms: [
      "Numbers": room("Domain/Numbers", []),
      "Geodesy": room("Domain/Geodesy", ["CGeographic", "Numbers"], ["Glibc"]),
      "Places": room("Domain/Places", ["Geodesy"]),
      "HuntDomain": room("Domain/HuntDomain", ["Places", "Geodesy", "Numbers"]),
      "Simulation": room("Domain/Simulation", inward.union(["Numbers"])),
      "Nearby": room("Application/Nearby", inward.union(["SpatialIndex"])),
      "Views": room("Application/Views", inward.union(["Nearby"])),
      "Game": room("Application/Game", inward.union(["Views", "Nearby", "Numbers"])),
      "Editor": room("Application/Editor", inward.union(["Game", "Views", "Nearby"])),
      "Viewer": room("Application/Viewer", inward.union(["Game", "Views", "Nearby", "Numbers"])),
      "Trials": room("Application/Trials", inward.union(["Views", "Nearby", "Numbers", "Simulation"])),
      "Doctor": room("Application/Doctor", ["Views"]),
      "SystemKit": room("Infrastructure/SystemKit", [], ["Glibc"]),
      "GeoFormats": room("Infrastructure/GeoFormats", ["Geodesy", "CExpat", "Numbers", "SystemKit"], system),
      "TextCanvas": room("Infrastructure/TextCanvas", [], system),
      "TroveSimulation": room(
        "Library/TroveSimulation", ["Simulation", "HuntDomain", "Geodesy", "GeoFormats", "SystemKit"]),
      "FrameSequences": room("Infrastructure/FrameSequences", ["TextCanvas", "Numbers"]),
      "SpatialIndex": room("Infrastructure/SpatialIndex", ["CSpatialKernel"], system),
      "OSMExtracts": room("Infrastructure/OSMExtracts", ["COsmium", "Geodesy", "SystemKit"], system),
      "WebFetch": room("Infrastructure/WebFetch", ["CCurl", "Numbers", "SystemKit"], system),
      "Database": room("Infrastructure/Database", ["CSQLite"], system),
      "Sealing": room("Infrastructure/Sealing", ["CSodium"]),
      "VectorTiles": room(
        "Infrastructure/VectorTiles", ["Geodesy", "CDeflate", "CZlib", "Database", "SystemKit"], system),
      "GPSDLocation": adapter("GPSDLocation", ["Nearby", "Doctor", "GeoFormats", "SystemKit", "CGPS"]),
      "TraceLocation": adapter("TraceLocation", ["Nearby", "Game", "GeoFormats"]),
      "WalkerLocation": adapter("WalkerLocation", ["Nearby", "Simulation", "SystemKit"]),
      "ReceiverFeed": adapter("ReceiverFeed", ["Nearby", "GeoFormats", "Numbers", "SystemKit"]),
      "SystemInspection": adapter("SystemInspection", ["Doctor"]),
      "PlaceFiles": adapter(
        "PlaceFiles", ["Nearby", "Views", "Editor", "GeoFormats", "Numbers", "Sealing", "SystemKit"]),
      "PlaceCatalog": adapter(
        "PlaceCatalog", ["Nearby", "GeoFormats", "Numbers", "Database", "SpatialIndex", "OSMExtracts", "SystemKit"]),
      "PlaceServices": adapter("PlaceServices", ["Nearby", "GeoFormats", "WebFetch"]),
      "SavedGames": adapter("SavedGames", ["Game", "Database", "Numbers", "SystemKit"]),
      "EventTracker": adapter("EventTracker", ["Game", "GeoFormats", "SystemKit"]),
      "MapTiles": adapter("MapTiles", ["Views", "GeoFormats", "VectorTiles"]),
      "TerminalUI": adapter(
        "TerminalUI", ["Nearby", "Views", "Game", "Editor", "Viewer", "Trials", "TextCanvas", "SystemKit"]),
      "PlainUI": adapter("PlainUI", ["Nearby", "Views", "Game", "Trials", "GeoFormats", "Numbers"]),
      "Announcing": adapter("Announcing", ["SystemKit"]),
      "SessionLogs": adapter(
        "SessionLogs", ["Nearby", "Views", "Game", "GeoFormats", "Sealing", "SystemKit"]),
      "HuntTesting": room(
        "Testing", inward.union(["Nearby", "Numbers", "Simulation", "TextCanvas", "SystemKit"]), system),
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

  private static let modifiers: Set = ["public", "package", "internal", "fileprivate", "private"]
}
