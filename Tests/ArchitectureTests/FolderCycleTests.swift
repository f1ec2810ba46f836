import Foundation
import Testing

/// The folders of one module and which of them use types of others.
///
/// A use is a name that another folder declares at the top level of a file.
///
/// Comments and string literals do not count, nor does a name that is declared more than once.
struct FolderGraph {
  /// For each folder the folders that it uses, each with a type as evidence; the module's own folder is called `.`.
  let uses: [String: [String: String]]

  /// Reads the files of a module, given by their paths below it and their texts.
  init(_ files: [(path: String, text: String)]) {
    let sources = files.map { (folder: Self.folder(of: $0.path), text: Self.code(of: $0.text)) }
    var homes: [String: Set<String>] = [:]
    for source in sources {
      for name in Self.declarations(in: source.text) { homes[name, default: []].insert(source.folder) }
    }
    var uses: [String: [String: String]] = [:]
    for source in sources {
      uses[source.folder, default: [:]].merge([:]) { first, _ in first }
      for word in Self.words(in: source.text) {
        guard let home = homes[word], home.count == 1, let folder = home.first, folder != source.folder else {
          continue
        }
        uses[source.folder, default: [:]][folder] = word
      }
    }
    self.uses = uses
  }

  /// The uses that lie on a cycle, as `A uses B (Type)`; empty where there is none.
  var cycles: [String] {
    uses.sorted { $0.key < $1.key }.flatMap { folder, targets in
      targets.sorted { $0.key < $1.key }.compactMap { target, type in
        reaches(folder, from: target) ? "\(folder) uses \(target) (\(type))" : nil
      }
    }
  }

  private func reaches(_ goal: String, from start: String) -> Bool {
    var (seen, open): (Set<String>, [String]) = ([start], [start])
    while let folder = open.popLast() {
      if folder == goal { return true }
      for next in uses[folder, default: [:]].keys where seen.insert(next).inserted { open.append(next) }
    }
    return false
  }

  private static func folder(of path: String) -> String {
    let parts = path.split(separator: "/")
    return parts.count > 1 ? String(parts[0]) : "."
  }

  /// A text without comments and string literals.
  private static func code(of text: String) -> String {
    text.replacing(/\/\/[^\n]*/, with: "").replacing(/(?s)""".*?"""/, with: "").replacing(/"(\\.|[^"\\\n])*"/, with: "")
  }

  private static func words(in text: String) -> Set<String> {
    Set(text.matches(of: /\b[A-Z]\w+/).map { String($0.output) })
  }

  /// Types that are declared at the beginning of a line and are not private.
  private static func declarations(in text: String) -> Set<String> {
    let pattern =
      /(?m)^(?:(?:package|public|internal|indirect|final) )*(?:struct|enum|class|actor|protocol|typealias) (\w+)/
    return Set(text.matches(of: pattern).map { String($0.output.1) })
  }
}

@Suite("The folders of a module")
struct FolderCycleTests {
  private static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static let modules = House.trove.rooms.values.map(\.path).sorted() + ["Sources/App", "Sources/Benchmark"]

  @Test("do not use each other in a cycle", arguments: modules)
  func noCycles(module: String) throws {
    let folder = Self.package.appending(path: module)
    let walk = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    let files = try walk.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.map { file in
      (path: String(file.path.dropFirst(folder.path.count + 1)), text: try String(contentsOf: file, encoding: .utf8))
    }
    let cycles = FolderGraph(files).cycles
    #expect(cycles.isEmpty, "\n\(cycles.joined(separator: "\n"))")
  }

  @Test("a cycle over three folders is found, and names in comments and strings are none")
  func threeFolders() {
    let graph = FolderGraph([
      ("A/One.swift", "struct One { let two: Two }"), ("B/Two.swift", "package struct Two { let three: Three }"),
      ("C/Three.swift", "final class Three { let one: One? }"), ("Four.swift", "// One\nlet text = \"Three\""),
    ])
    #expect(graph.cycles == ["A uses B (Two)", "B uses C (Three)", "C uses A (One)"])
    #expect(graph.uses["."] == [:])
  }

  @Test("folders in a row are no cycle")
  func row() {
    let graph = FolderGraph([
      ("Main.swift", "let one: One"), ("A/One.swift", "struct One { let two: Two }"), ("B/Two.swift", "struct Two {}"),
    ])
    #expect(graph.cycles == [])
  }
}
