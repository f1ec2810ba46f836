import Foundation
import Testing

/// The folders of one module and which of them use declarations of others.
///
/// A use is a name that another folder declares at the top level of a file, or as a member of an extension of a type
/// that lies elsewhere. The names are all that is known: one that several folders declare tells nothing.
struct FolderGraph {
  /// For each folder the folders that it uses, each with a name as evidence; the module's own folder is called `.`.
  let uses: [String: [String: String]]

  /// Reads the files of a module, given by their paths below it and their words.
  init(_ files: [(path: String, words: SwiftWords)]) {
    let names = FolderNames(files.map { (Self.folder(of: $0.path), $0.words) })
    var uses: [String: [String: String]] = [:]
    for file in files {
      let folder = Self.folder(of: file.path)
      uses[folder, default: [:]].merge(names.used(in: file.words, of: folder)) { min($0, $1) }
    }
    self.uses = uses
  }

  /// The uses that lie on a cycle, as `A uses B (name)`; empty where there is none.
  var cycles: [String] {
    uses.sorted { $0.key < $1.key }.flatMap { folder, targets in
      targets.sorted { $0.key < $1.key }.compactMap { target, name in
        reaches(folder, from: target) ? "\(folder) uses \(target) (\(name))" : nil
      }
    }
  }

  /// The cycles between the folders of a module, and between the folders of each of its folders.
  static func cycles(_ files: [(path: String, words: SwiftWords)], below path: String = "") -> [String] {
    let folders = Dictionary(grouping: files) { folder(of: $0.path) }.filter { $0.key != "." }
    return FolderGraph(files).cycles.map { path + $0 }
      + folders.sorted { $0.key < $1.key }.flatMap { name, files in
        cycles(files.map { (String($0.path.dropFirst(name.count + 1)), $0.words) }, below: "\(path)\(name)/")
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
}

/// What the folders of a module declare for each other.
private struct FolderNames {
  /// The folders that declare a name in each way.
  private typealias Homes = [String: Set<String>]

  /// Types outside of others.
  private var types: Homes = [:]
  /// Constants and variables outside of types.
  private var values: Homes = [:]
  /// Functions outside of types, and those of extensions, which other extensions of the type call by their bare names.
  private var functions: Homes = [:]
  /// Members of extensions of types that lie elsewhere, as `.name`; static ones also as `Type.name`.
  private var members: Homes = [:]

  private static let typeWords: Set = ["struct", "enum", "class", "actor", "protocol", "typealias"]
  private static let declaring: Set = typeWords.union(["func", "var", "let", "case"])
  private static let modifiers: Set = [
    "package", "public", "internal", "final", "indirect", "static", "mutating", "nonmutating", "nonisolated",
  ]

  init(_ files: [(folder: String, words: SwiftWords)]) {
    // Every declaration of a name, also inside of types and functions: a name that two folders declare tells nothing.
    var declared: Homes = [:]
    for (folder, file) in files {
      for line in file.lines {
        for (word, name) in zip(line.words, line.words.dropFirst())
        where Self.declaring.contains(word.text) && name.before == UInt8(ascii: " ") {
          declared[name.text, default: []].insert(folder)
        }
        guard line.indent == 0, let (word, name, _) = Self.declaration(in: line) else { continue }
        if Self.typeWords.contains(word) { types[name, default: []].insert(folder) }
      }
    }
    for (folder, file) in files { read(file, of: folder) }
    let isClear = { (name: String, homes: Set<String>) in homes.count == 1 && declared[name] == homes }
    types = types.filter { $0.value.count == 1 }
    values = values.filter { isClear($0.key, $0.value) }
    functions = functions.filter { isClear($0.key, $0.value) }
    members = members.filter {
      $0.key.hasPrefix(".") ? isClear(String($0.key.dropFirst()), $0.value) : $0.value.count == 1
    }
  }

  private mutating func read(_ file: SwiftWords, of folder: String) {
    /// The type whose extension the lines belong to, if it lies elsewhere.
    var extended: String?
    for line in file.lines {
      if line.indent == 0, !line.words.isEmpty {
        extended = Self.extended(in: line).flatMap { types[$0] == [folder] ? nil : $0 }
      }
      guard let (word, name, isStatic) = Self.declaration(in: line) else { continue }
      switch line.indent {
      case 0 where word == "func": functions[name, default: []].insert(folder)
      case 0 where !Self.typeWords.contains(word): values[name, default: []].insert(folder)
      case 2:
        guard let extended else { continue }
        members["." + name, default: []].insert(folder)
        if isStatic { members["\(extended).\(name)", default: []].insert(folder) }
        if word == "func" { functions[name, default: []].insert(folder) }
      default: break
      }
    }
  }

  /// What a line declares that other files can use; `nil` if it does not.
  private static func declaration(in line: SwiftWords.Line) -> (word: String, name: String, isStatic: Bool)? {
    let rest = line.words.drop { modifiers.contains($0.text) || $0.before == UInt8(ascii: "@") }
    guard let word = rest.first, declaring.contains(word.text), let name = rest.dropFirst().first else { return nil }
    return (word.text, name.text, line.words.contains { $0.text == "static" })
  }

  /// The last part of the name of the type that a line extends.
  private static func extended(in line: SwiftWords.Line) -> String? {
    let rest = line.words.drop { modifiers.contains($0.text) }
    guard rest.first?.text == "extension", let first = rest.dropFirst().first else { return nil }
    return rest.dropFirst(2).prefix { $0.before == UInt8(ascii: ".") }.last?.text ?? first.text
  }

  /// The other folders that a file of `folder` uses, each with a name as evidence.
  func used(in file: SwiftWords, of folder: String) -> [String: String] {
    var uses: [String: String] = [:]
    func note(_ name: String, _ homes: Homes) {
      guard let home = homes[name]?.first, home != folder else { return }
      uses[home] = min(uses[home] ?? name, name)
    }
    for line in file.lines {
      for (index, word) in line.words.enumerated() {
        note(word.text, types)
        if word.before == UInt8(ascii: ".") {
          note("." + word.text, members)
          if index > 0 { note("\(line.words[index - 1].text).\(word.text)", members) }
        } else if word.after == UInt8(ascii: "(") {
          note(word.text, functions)
        } else if word.after != UInt8(ascii: ":") {
          note(word.text, values)
        }
      }
    }
    return uses
  }
}

@Suite("The folders of a module")
struct FolderCycleTests {
  private static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test(
    "do not use each other in a cycle",
    arguments: try DependencyRuleTests.modules().map(\.path).sorted() + DependencyRuleTests.programs)
  func noCycles(module: String) throws {
    let folder = Self.package.appending(path: module)
    let walk = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    let files = try walk.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.map { file in
      (
        path: String(file.path.dropFirst(folder.path.count + 1)),
        words: SwiftWords(try String(contentsOf: file, encoding: .utf8))
      )
    }
    let cycles = FolderGraph.cycles(files)
    #expect(cycles.isEmpty, "\n\(cycles.joined(separator: "\n"))")
  }

  /// The cycles between files of these paths and texts.
  private func cycles(_ files: KeyValuePairs<String, String>) -> [String] {
    FolderGraph.cycles(files.map { ($0.key, SwiftWords($0.value)) })
  }

  @Test("a cycle over three folders is found, and names in comments and strings are none")
  func threeFolders() {
    let files: KeyValuePairs = [
      "A/One.swift": "struct One { let two: Two }", "B/Two.swift": "package struct Two { let three: Three }",
      "C/Three.swift": "final class Three { let one: One? }",
      "Four.swift": "struct Four {} // One\nlet text = \"Three\"",
      "C/Five.swift": "let words = #\"Four \\(Four) \"#\nlet more = \"\"\"\n  Four\n  \"\"\"",
    ]
    #expect(cycles(files) == ["A uses B (Two)", "B uses C (Three)", "C uses A (One)"])
  }

  @Test("folders in a row are no cycle")
  func row() {
    let files: KeyValuePairs = [
      "Main.swift": "let one: One", "A/One.swift": "struct One { let two: Two }", "B/Two.swift": "struct Two {}",
    ]
    #expect(cycles(files) == [])
  }

  @Test("a cycle inside of a folder is found")
  func nested() {
    let files: KeyValuePairs = [
      "Outer/A/One.swift": "struct One { let two: Two }", "Outer/B/Two.swift": "struct Two { let one: One? }",
      "Outer/Three.swift": "struct Three {}",
    ]
    #expect(cycles(files) == ["Outer/A uses B (Two)", "Outer/B uses A (One)"])
  }

  /// What a file of B declares, how a file of A uses it, and the name that tells.
  private static let uses = [
    ("func draw() {}", "let one = draw()", "draw"),
    ("package let width = 3", "let more = width + 1", "width"),
    ("extension Thing {\n  static func read() {}\n}", "let one = Thing.read()", ".read"),
    (
      "extension Thing {\n  package static func all() {}\n}", "enum All { case all }\nlet one = Thing.all()",
      "Thing.all"
    ),
    (
      "extension Thing {\n  mutating func read() {}\n}", "extension Thing { mutating func start() { read() } }",
      "read"
    ),
    ("extension String {\n  var padded: Self { self }\n}", "let text = \"\\(name.padded)\"", ".padded"),
  ]

  @Test("functions, values and members of extensions are uses, also in interpolations", arguments: uses)
  func functions(declaration: String, use: String, name: String) {
    let files: KeyValuePairs = [
      "A/One.swift": "struct Thing {}\n\(use)", "B/Two.swift": "struct Two { let thing: Thing }\n\(declaration)",
    ]
    #expect(cycles(files) == ["A uses B (\(name))", "B uses A (Thing)"])
  }

  @Test("a name that two folders declare tells nothing, nor do a private one, a label and a member of another type")
  func unclear() {
    let files: KeyValuePairs = [
      "A/One.swift": "struct Thing {}\nlet text = draw(two: 1).three + start()",
      "B/Two.swift": "struct Two { let thing: Thing }\nfunc draw() {}\nlet two = 2\nprivate func start() {}",
      "B/Three.swift": "struct Three {\n  let three = 3\n}", "C/Four.swift": "func draw() {}",
    ]
    #expect(cycles(files) == [])
  }
}
