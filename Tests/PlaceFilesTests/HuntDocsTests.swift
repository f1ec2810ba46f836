import Foundation
import GeoFormats
import HuntDomain
import PlaceFiles
import ProcessTesting
import Testing

/// What the documentation of the hunt format says, taken from its text.
private struct HuntDocs {
  let text: String

  init() throws { text = try String(contentsOf: HuntDocs.folder.appending(path: "hunts.md"), encoding: .utf8) }

  static let folder = SharedFiles.package.appending(path: "docs")

  /// The names in the first columns of the tables whose first column is called `member` or `property`.
  var members: Set<String> {
    var names: Set<String> = []
    var isTable = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let first = line.split(separator: "|").first.map { $0.trimmingCharacters(in: .whitespaces) } ?? ""
      if !line.hasPrefix("|") { isTable = false }
      if line.hasPrefix("| member |") || line.hasPrefix("| property |") { isTable = true }
      guard isTable, first.hasPrefix("`") else { continue }
      names.formUnion(first.split(separator: ",").map { $0.trimmingCharacters(in: ["`", " "]) })
    }
    return names
  }

  /// The examples: whole hunts, features, and single members.
  var examples: [String] {
    text.components(separatedBy: "```json\n").dropFirst().flatMap { part -> [String] in
      let block = part.components(separatedBy: "```")[0]
      guard block.hasPrefix("\"") else { return [block] }
      // A member begins at the margin; what is indented, or closes, belongs to it.
      return block.split(separator: "\n").reduce(into: []) { members, line in
        if line.hasPrefix("\"") { members.append(String(line)) } else { members[members.count - 1] += "\n" + line }
      }
    }
  }

  /// An example as a whole hunt, with everything in it that the examples refer to.
  static func hunt(_ example: String) -> String {
    if example.hasPrefix(#"{"type": "FeatureCollection""#) { return example }
    var trove = #""trove": {"type": "hunt", "version": 2, "title": "T", "items": [{"id": "key"}, {"id": "map"}]}"#
    func feature(_ properties: String) -> String {
      #"{"type": "Feature", "properties": {\#(properties)}, "geometry": {"type": "Point", "coordinates": [11.5, 48]}}"#
    }
    let asked = [("well", "A"), ("gate", "B"), ("tower", "W")].map { id, name in
      feature(#""id": "\#(id)", "question": {"prompt": "?", "number": 1, "name": "\#(name)"}"#)
    }
    var features = asked + [feature(#""id": "fork", "question": {"prompt": "?", "options": ["l", "r"]}"#)]
    if !example.contains(#""id": "oak""#) { features.append(feature(#""id": "oak""#)) }
    if example.hasPrefix("{") {
      features.append(example)
    } else if example.hasPrefix("\"trove\"") {
      trove = example
    } else {
      // The answer of the example may have the name of another.
      features.append(feature(#""id": "example", "# + example.replacing(#""name": "W""#, with: #""name": "W2""#)))
    }
    return #"{"type": "FeatureCollection", \#(trove), "features": [\#(features.joined(separator: ",\n"))]}"#
  }
}

@Suite("The documentation of the hunt format")
struct HuntDocsTests {
  private static let schema = HuntDocs.folder.appending(path: "hunt.schema.json")

  /// The members that the schema names, by object.
  private func schemaMembers() throws -> [String: Set<String>] {
    let root = try #require(JSONSerialization.jsonObject(with: Data(contentsOf: Self.schema)) as? [String: Any])
    let definitions = try #require(root["$defs"] as? [String: Any])
    func members(_ value: Any?) -> Set<String> {
      guard let object = value as? [String: Any] else { return [] }
      let own = (object["properties"] as? [String: Any]).map { Set($0.keys) } ?? []
      return (object["anyOf"] as? [Any] ?? []).reduce(own) { $0.union(members($1)) }
    }
    return definitions.mapValues { members($0) }
  }

  @Test("the schema names the members that the reader knows, object by object, and no others")
  func schema() throws {
    let members = try schemaMembers()
    for (object, names) in HuntKeys.all { #expect(members[object] == names, "\(object)") }
    let others = Set(members.keys).subtracting(HuntKeys.all.keys)
    #expect(others == ["feature", "position", "point", "polygon", "time", "formula", "base64"])
  }

  @Test("the page has a row for every member that the reader knows, and no others")
  func page() throws {
    let known = HuntKeys.all.values.reduce(into: Set<String>()) { $0.formUnion($1) }
    #expect(try HuntDocs().members == known)
  }

  @Test("the examples of every member have every one, and nothing to complain about")
  func everyMember() throws {
    var text = ""
    for name in ["every-member.geojson", "sealed.geojson"] {
      let path = HuntDocs.folder.appending(path: name).path
      #expect(try HuntFile(path: path).warnings == [])
      text += try String(contentsOfFile: path, encoding: .utf8)
    }
    for name in HuntKeys.all.values.joined() { #expect(text.contains("\"\(name)\":"), "\(name)") }
  }

  @Test(
    "every example of the page is read without a complaint",
    .enabled(if: (try? Formula("A + 1")) != nil, "formulas know no answers"))
  func examples() throws {
    let examples = try HuntDocs().examples
    #expect(examples.count >= 18)
    for example in examples {
      let text = HuntDocs.hunt(example)
      #expect(throws: Never.self, "\(example)") {
        let file = try HuntFile(Array(text.utf8), path: "example")
        #expect(file.warnings == [], "\(example)")
      }
    }
  }

  private func complaints(_ files: [String]) async throws -> String {
    try await JSONSchema.complaints(aboutFiles: files, by: Self.schema.path)
  }

  @Test(
    "bundled hunts, the examples and whatever is written are valid by the schema, which a stock validator reads",
    .enabled(if: JSONSchema.hasValidator, "python3 has no module jsonschema"))
  func validation() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "hunts-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let maps = SharedFiles.package.appending(path: "Maps")
    var files = try FileManager.default.contentsOfDirectory(atPath: maps.path).filter { $0.hasSuffix("-hunt.geojson") }
      .map { maps.appending(path: $0).path }
    #expect(files.count >= 2)
    files += ["every-member.geojson", "sealed.geojson"].map { HuntDocs.folder.appending(path: $0).path }
    let examples = try HuntDocs().examples.map(HuntDocs.hunt)
    let written = (0..<40 as Range<UInt64>).map { seed in
      var samples = HuntSamples(seed: seed)
      return HuntDocument(samples.hunt()).text
    }
    for (index, text) in (examples + written).enumerated() {
      let file = folder.appending(path: "\(index).geojson")
      try text.write(to: file, atomically: false, encoding: .utf8)
      files.append(file.path)
    }
    #expect(try await complaints(files) == "")
  }

  @Test(
    "what is wrong by the page is wrong by the schema",
    .enabled(if: JSONSchema.hasValidator, "python3 has no module jsonschema"))
  func invalid() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "hunts-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let wrong = [
      #""radius_m": 0"#, #""points": 1.5"#, #""sound": "boom""#, #""visibility": "never""#, #""requires": {}"#,
      #""requires": {"found": "a", "holds": "b"}"#, #""requires": {"not": "a"}"#,
      #""requires": {"found": "a", "unless": "b"}"#, #""requires": {"any": ["a", {"expired": "b"}]}"#,
      #""requires": {"all": [7]}"#, #""question": {"prompt": "?"}"#,
      #""question": {"prompt": "?", "text": "x", "number": 1}"#, #""window": {"from": "tomorrow"}"#,
      #""projection": {"bearing_deg": 1}"#, #""hints": [{"price": 2}]"#, #""listing": {"owner": "x"}"#,
    ]
    var files: [String] = []
    for (index, member) in wrong.enumerated() {
      let file = folder.appending(path: "\(index).geojson")
      try HuntDocs.hunt(member).write(to: file, atomically: false, encoding: .utf8)
      files.append(file.path)
    }
    let output = try await complaints(files)
    for (file, member) in zip(files, wrong) { #expect(output.contains(file), "\(member)") }
  }
}
