/// A module as `Package.swift` declares it.
struct Module: Hashable {
  /// The folder, `Sources/PRODUCT/RING/NAME`; programs and tools have no ring.
  let path: String
  /// The modules of the package that it imports.
  let imports: Set<String>

  var name: String { String(path.split(separator: "/").last ?? "") }
  var product: String { String(path.split(separator: "/").dropFirst().first ?? "") }
  /// `nil` in programs and tools.
  var ring: String? { path.split(separator: "/").count == 4 ? String(path.split(separator: "/")[2]) : nil }

  /// The modules that the text of a `Package.swift` declares.
  static func all(in package: String) -> [Self] {
    package.matches(of: /module\(\s*"([^"]*)"(?:,\s*\[([^\]]*)\])?(?:,\s*embeds: \[[^\]]*\])?\s*\)/).map { match in
      let imports = (match.2 ?? "").split { !$0.isLetter && !$0.isNumber }.map(String.init)
      return Self(path: "Sources/\(match.1)", imports: Set(imports))
    }
  }
}

/// What a module may import, by the product and the ring that it lies in.
///
/// An import that the rules forbid needs an exception in this file, with its reason.
struct ModuleRules {
  /// The products that each product knows.
  let products: [String: Set<String>]
  /// The rings that each ring knows.
  let rings: [String: Set<String>]
  /// The modules from outside of the package that each ring may import.
  let outside: [String: Set<String>]
  /// What a module may import besides: libraries of C and of the system.
  let libraries: [String: Set<String>]
  /// Modules of a product that another product may know although it does not know the product.
  let shared: [String: Set<String>]
  /// Adapters that another adapter builds on.
  let foundations: [String: Set<String>]

  static let trove: Self = {
    let system: Set = ["Glibc", "Synchronization"]
    return Self(
      products: [
        "Kit": ["Kit"], "Game": ["Kit", "Game"], "Regions": ["Kit", "Game", "Regions"],
        "Events": ["Kit", "Game", "Events"], "Programs": ["Kit", "Game", "Regions", "Events", "Programs"],
        "Tools": ["Kit", "Game", "Regions", "Events", "Programs", "Tools"],
      ],
      rings: [
        "Domain": ["Domain"], "Application": ["Domain", "Application"], "Infrastructure": ["Domain", "Infrastructure"],
        // Never one adapter on another.
        "Adapters": ["Domain", "Application", "Infrastructure"],
      ],
      outside: ["Infrastructure": system, "Adapters": system.union(["FoundationEssentials"])],
      libraries: [
        "Geodesy": ["CGeographic", "Glibc"],
        "SpatialIndex": ["CSpatialKernel", "Glibc"],
        // A lock makes functions of libnova's, whose memory all threads share; and the eye remembers what it made last.
        "Eye": ["CNova", "Synchronization"],
        "GeoFormats": ["CExpat", "CZlib", "CBZip2"],
        "VectorTiles": ["CDeflate", "CZlib"],
        "OSMExtracts": ["COsmium"],
        "WebFetch": ["CCurl"],
        "Database": ["CSQLite"],
        "Sealing": ["CSodium"],
        "GPSDLocation": ["CGPS"],
        "NATSClient": ["CNATS", "FoundationEssentials"],
        "SpectatorPage": ["CMicroHTTP"],
        "CommandKit": system.union(["ArgumentParser", "FoundationEssentials"]),
        "HuntTesting": system,
      ],
      // What an event says to its players, and what they say to it; nothing of those who host it.
      shared: ["Game": ["EventDomain", "Events"]],
      // The organiser's half builds on the players', and the room is drawn with what draws the game.
      foundations: ["EventHost": ["NATSEvents"], "RoomUI": ["TerminalUI"]])
  }()

  /// What a module declares and must not import, one line for each.
  func forbidden(in modules: [Module]) -> [String] {
    let known = Dictionary(modules.map { ($0.name, $0) }) { first, _ in first }
    return modules.flatMap { module in
      module.imports.sorted().compactMap { name in
        guard let other = known[name], !allows(module, to: other) else { return nil }
        return "\(module.path) must not import \(other.path)"
      }
    }
  }

  private func allows(_ module: Module, to other: Module) -> Bool {
    if shared[module.product, default: []].contains(other.name) { return true }
    if foundations[module.name, default: []].contains(other.name) { return true }
    guard products[module.product, default: []].contains(other.product) else { return false }
    guard let ring = module.ring else { return true }
    guard let inner = other.ring, rings[ring, default: []].contains(inner) else { return false }
    // Infrastructure knows nothing of hunts.
    return ring != "Infrastructure" || other.product == "Kit" || other.ring == ring
  }
}

/// An import that the rules forbid, or a module without anything in it.
struct Violation: Hashable, CustomStringConvertible {
  let file: String
  let line: Int
  let problem: String

  var description: String { "\(file):\(line): \(problem)" }
}

extension ModuleRules {
  /// Checks source files, given by their paths below the package and their texts, against what their modules declare.
  func violations(of modules: [Module], in files: [(path: String, text: String)]) -> [Violation] {
    modules.sorted { $0.path < $1.path }.flatMap { module -> [Violation] in
      let own = files.filter { $0.path.hasPrefix(module.path + "/") && $0.path.hasSuffix(".swift") }
      if own.isEmpty { return [Violation(file: module.path, line: 1, problem: "\(module.name) is empty")] }
      let allowed = module.imports.union(libraries[module.name, default: []])
        .union(module.ring.flatMap { outside[$0] } ?? [])
      return own.flatMap { file in
        Self.imports(in: file.text).compactMap { line, name in
          allowed.contains(name)
            ? nil : Violation(file: file.path, line: line, problem: "\(module.name) must not import \(name)")
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
