import Foundation
import Testing

/// A page of the documentation, as its Markdown has it.
private struct Page {
  let url: URL
  /// The lines outside of blocks of code.
  let lines: [Substring]

  init(_ url: URL) throws {
    self.url = url
    var isCode = false
    lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
      .filter { line in
        if line.hasPrefix("```") { isCode.toggle() }
        return !isCode && !line.hasPrefix("```")
      }
  }

  /// The targets of the links that stay inside the package.
  var links: [String] {
    lines.flatMap { $0.matches(of: /\]\(([^)\s]+)\)/) }.map { String($0.1) }.filter { !$0.contains("://") }
  }

  /// The names by which links reach the headings: letters and digits, hyphens for spaces.
  var anchors: Set<String> {
    Set(
      lines.filter { $0.hasPrefix("#") }.map { heading in
        heading.drop { $0 == "#" || $0 == " " }.lowercased().filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }
          .replacing(" ", with: "-")
      })
  }

  /// The Swift files that the page names in code, without their folders.
  var swiftFiles: [String] {
    lines.flatMap { $0.matches(of: /`([A-Za-z+]+\.swift)`/) }.map { String($0.1) }
  }
}

/// A Swift file by its lines.
private struct SwiftFile {
  private static let declaring: Set<Substring> = [
    "actor", "class", "enum", "func", "init", "let", "protocol", "struct", "subscript", "typealias", "var",
  ]
  private static let modifiers: Set<Substring> = [
    "convenience", "fileprivate(set)", "final", "indirect", "internal(set)", "mutating", "nonisolated", "nonmutating",
    "override", "package", "private(set)", "public", "static",
  ]
  /// Names that a protocol of the standard library or of Foundation explains.
  private static let explained: Set<Substring> = [
    "advanced", "body", "description", "duration", "encode", "errorDescription", "hash", "id", "minimumResolution",
    "now",
  ]

  /// Without the blanks at their ends.
  private let lines: [String]
  /// Whether each line is one of an attribute, which may have several.
  private let isAttribute: [Bool]

  init(_ url: URL) throws {
    lines = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n")
      .map { $0.trimmingCharacters(in: .whitespaces) }
    var depth = 0
    isAttribute = lines.map { line in
      guard depth > 0 || line.hasPrefix("@") else { return false }
      depth = max(0, depth + line.count { $0 == "(" } - line.count { $0 == ")" })
      return true
    }
  }

  /// The numbers of the lines, from 1, that declare something for other modules and have no docstring above.
  var undocumented: [Int] {
    lines.indices.filter { index in
      Self.needsDocstring(lines[index])
        && lines[..<index].indices.last { !isAttribute[$0] }.map { lines[$0].hasPrefix("///") } != true
    }.map { $0 + 1 }
  }

  private static func needsDocstring(_ line: String) -> Bool {
    let words = line.split(separator: " ").drop { $0.hasPrefix("@") }
    let rest = words.drop { modifiers.contains($0) }
    guard words.prefix(while: { modifiers.contains($0) }).contains(where: { $0 == "package" || $0 == "public" }),
      let keyword = rest.first?.prefix(while: \.isLetter), declaring.contains(keyword)
    else { return false }
    let name = rest.dropFirst().first?.prefix { $0.isLetter || $0.isNumber || $0 == "_" } ?? ""
    let isOperator = keyword == "func" && name.isEmpty
    return !isOperator && !explained.contains(name)
  }
}

@Suite("The documentation")
struct DocumentationTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func pages() throws -> [Page] {
    let docs = root.appending(path: "docs")
    let names = try FileManager.default.contentsOfDirectory(atPath: docs.path).filter { $0.hasSuffix(".md") }.sorted()
    let others = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "Maps/README.md"].map { root.appending(path: $0) }
    return try (others + names.map { docs.appending(path: $0) }).map { try Page($0) }
  }

  @Test("every link inside the package leads to a file, and to a heading where it names one")
  func links() throws {
    for page in try Self.pages() {
      for link in page.links {
        let parts = link.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
        let target =
          parts[0].isEmpty ? page.url : page.url.deletingLastPathComponent().appending(path: parts[0]).standardized
        let name = page.url.lastPathComponent
        guard FileManager.default.fileExists(atPath: target.path) else {
          Issue.record("\(name): \(link): there is no such file")
          continue
        }
        guard parts.count > 1 else { continue }
        #expect(try Page(target).anchors.contains(parts[1]), "\(name): \(link): there is no such heading")
      }
    }
  }

  @Test("every Swift file that a page names is in the package")
  func files() throws {
    let folders = ["Sources", "Tests", "Fuzz", "Examples"]
    let files = Set(
      folders.flatMap { folder in
        FileManager.default.enumerator(at: Self.root.appending(path: folder), includingPropertiesForKeys: nil)?
          .compactMap { ($0 as? URL)?.lastPathComponent } ?? []
      })
    for page in try Self.pages() {
      for name in page.swiftFiles {
        #expect(files.contains(name) || name == "Package.swift", "\(page.url.lastPathComponent): \(name)")
      }
    }
  }

  @Test("the page about the architecture has a row for each module of the package, and for no other")
  func modules() throws {
    let modules = try DependencyRuleTests.modules().map(\.name)
    #expect(modules.count > 20)
    let rows = try Page(Self.root.appending(path: "docs/architecture.md")).lines
      .compactMap { $0.firstMatch(of: /^\| `(\w+)` \|/) }.map { String($0.1) }
    #expect(rows.sorted() == modules.sorted())
  }

  @Test("every declaration that other modules see says what it is")
  func declarations() throws {
    let sources = Self.root.appending(path: "Sources")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
      .filter { $0.hasSuffix(".swift") }.sorted()
    #expect(paths.count > 100)
    let undocumented = try paths.flatMap { path in
      try SwiftFile(sources.appending(path: path)).undocumented.map { "Sources/\(path):\($0)" }
    }
    #expect(undocumented == [])
  }

  @Test("README fits on a few screens")
  func length() throws {
    let text = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 201)
  }
}
