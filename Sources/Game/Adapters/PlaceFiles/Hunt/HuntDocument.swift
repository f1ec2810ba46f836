package import GeoFormats
package import HuntDomain

/// A hunt file as a value that can be edited.
///
/// Edits keep everything else byte for byte: features that are no treasures, unknown members, white space. Every value
/// is a complete GeoJSON text; one without treasures is no ``Hunt`` yet, but can be written.
package struct HuntDocument: Hashable, Sendable {
  /// The GeoJSON text, a FeatureCollection; ends with a line break.
  var bytes: [UInt8]

  /// A new hunt without treasures; texts that are empty are left out.
  package init(
    title: String, author: String = "", licence: String = "", summary: String = "", id: String? = nil,
    order: Hunt.Order = .sequence
  ) {
    let texts: [(String, String?)] = [
      ("title", title), ("id", id), ("author", author), ("licence", licence), ("summary", summary),
      ("order", order.rawValue),
    ]
    var members = [
      JSONContent.Member("type", "hunt"), JSONContent.Member("version", .number(Double(HuntFile.version))),
    ]
    members += texts.compactMap { key, text in
      text.flatMap { $0.isEmpty ? nil : JSONContent.Member(key, .string($0)) }
    }
    bytes = Array(
      """
      {
        "type": "FeatureCollection",
        "trove": {
          \(members.map(\.text).joined(separator: ",\n    "))
        },
        "features": []
      }

      """.utf8)
  }

  /// Reads the file at `path`.
  ///
  /// Throws: when it cannot be read, is no FeatureCollection, or is of a later version than this program writes.
  package init(path: String) throws(FileProblem) {
    let bytes: [UInt8]
    do { bytes = try FileBytes.contents(of: path, limit: JSONDocument.sizeLimit) } catch {
      throw FileProblem(file: path, "cannot be read: \(error)", isMissing: true)
    }
    try self.init(bytes, name: path)
  }

  /// Reads a text; errors name the file as `name`.
  package init(_ bytes: [UInt8], name: String) throws(FileProblem) {
    var log = DiagnosticLog()
    let document: GeoJSONDocument
    do { document = try GeoJSONDocument(bytes, log: &log) } catch { throw FileProblem(file: name, error) }
    guard document.root["type"]?.rawString == "FeatureCollection" else {
      throw FileProblem(file: name, "a hunt that can be changed is a FeatureCollection")
    }
    do throws(NoHunt) {
      let reader = try HuntReader(document, log: log)
      if reader.sealed != nil, let line = reader.about[.sealed]?.line {
        throw NoHunt(line: line, message: "this hunt is sealed: change the file that it was sealed from")
      }
    } catch {
      throw FileProblem(file: name, line: error.line, error.message)
    }
    self.bytes = bytes.last == UInt8(ascii: "\n") ? bytes : bytes + [UInt8(ascii: "\n")]
  }

  /// The text of the file; ends with a line break.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The treasures in the order in which they are to be found: by their `order`, then as the file lists them.
  package var ids: [String] { stages.map(\.treasure.id) }

  /// The hunt, read as ``HuntFile`` reads it, and every complaint about the file; no hunt while there is no treasure,
  /// which is complained about as an error.
  package func hunt() -> (hunt: Hunt?, diagnostics: [Diagnostic]) {
    var log = DiagnosticLog()
    // What is no GeoJSON never came in.
    guard let document = try? GeoJSONDocument(bytes, log: &log) else { return (nil, []) }
    let report = HuntReport(document, path: nil, log)
    return (report.hunt, report.diagnostics)
  }

  /// The complaints that ``hunt()`` has about this document and not about an earlier one, in the order of the file.
  ///
  /// Complaints are compared by their words, because lines move when a file is edited, and equal ones are counted: of
  /// three where there was one, the last two are new.
  package func complaints(since earlier: HuntDocument) -> [Diagnostic] {
    var known = earlier.hunt().diagnostics.reduce(into: [:]) { counts, complaint in
      counts[complaint.message, default: 0] += 1
    }
    return hunt().diagnostics.filter { complaint in
      guard let count = known[complaint.message], count > 0 else { return true }
      known[complaint.message] = count - 1
      return false
    }
  }

  /// The text of a member of the collection's `trove`, such as `title`; `nil` if it is no text.
  ///
  /// Also available without a treasure, while ``hunt()`` is still `nil`.
  package func text(of member: String) -> String? {
    (try? JSONDocument(bytes))?.root["trove"]?[named: member]?.text()
  }

  // MARK: - The hunt

  /// Sets a member of the collection's `trove` (`title`, `order`, `goal` ...); `nil` removes it.
  ///
  /// Returns `false`, without any change, if the value is nested too deep for a file.
  @discardableResult package mutating func set(_ member: String, _ value: JSONContent?) -> Bool {
    edit { editor in
      guard let about = Self.about(&editor, isNeeded: value != nil) else { return }
      editor.set(member, to: value, inObjectAt: about)
      if value != nil, HuntKeys.About(rawValue: member).map(HuntKeys.About.new.contains) == true {
        Self.raiseVersion(&editor)
      }
    }
  }

  // MARK: - Treasures

  /// Adds a treasure as the last one; returns `false`, without any change, if its id is taken or empty.
  ///
  /// Positions are written with seven decimals (a centimetre), times to the millisecond.
  @discardableResult package mutating func add(_ treasure: Treasure) -> Bool {
    let stages = stages
    guard !treasure.id.isEmpty, !stages.contains(where: { $0.treasure.id == treasure.id }) else { return false }
    let last = stages.map(\.turn).max() ?? 0
    let content = TreasureContent(treasure).feature(order: stages.contains(where: \.isNumbered) ? last + 1 : nil)
    return edit { editor in
      guard let features = editor.document.root["features"]?.range.lowerBound else { return }
      editor.append(content.text, toArrayAt: features, space: ("\n    ", "\n  "))
      if TreasureContent(treasure).isNew { Self.raiseVersion(&editor) }
    }
  }

  /// Writes what differs between the treasure as it is read and as it is given; everything else about its feature
  /// stays.
  ///
  /// Returns `false`, without any change, if there is no treasure of this id, its new id is taken, or a file could not
  /// hold the change. References to the old id stay as they are.
  @discardableResult package mutating func replace(_ id: String, with treasure: Treasure) -> Bool {
    let stages = stages
    guard let stage = stages.first(where: { $0.treasure.id == id }), !treasure.id.isEmpty,
      id == treasure.id || !stages.contains(where: { $0.treasure.id == treasure.id })
    else { return false }
    let (old, new) = (TreasureContent(stage.treasure), TreasureContent(treasure))
    let feature = stage.feature.value.range.lowerBound
    return edit { editor in
      if old.geometry != new.geometry { editor.set("geometry", to: new.geometry, inObjectAt: feature) }
      for (before, after) in zip(old.parts, new.parts) where before != after {
        for key in after.keys {
          let value = after.members.first { $0.key == key.rawValue }?.value
          Self.setProperty(key.rawValue, to: value, inFeatureAt: feature, &editor)
        }
      }
      if new.isNew { Self.raiseVersion(&editor) }
    }
  }

  /// Sets one of the feature's properties (`hint`, `question` ...); `nil` removes it.
  ///
  /// Returns `false`, without any change, if there is no treasure of this id or the value is nested too deep. Use it
  /// for members that ``replace(_:with:)`` does not cover.
  @discardableResult package mutating func set(_ member: String, of id: String, _ value: JSONContent?) -> Bool {
    guard let stage = stages.first(where: { $0.treasure.id == id }) else { return false }
    return edit { editor in
      Self.setProperty(member, to: value, inFeatureAt: stage.feature.value.range.lowerBound, &editor)
      if value != nil, HuntKeys.Stage(rawValue: member).map(HuntKeys.Stage.new.contains) == true {
        Self.raiseVersion(&editor)
      }
    }
  }

  /// Removes a treasure with its whole feature; returns `false` if there is none of this id.
  @discardableResult package mutating func remove(_ id: String) -> Bool {
    guard let place = placeInFile(of: id) else { return false }
    return edit { editor in
      guard let features = editor.document.root["features"]?.range.lowerBound else { return }
      editor.remove(element: place, fromArrayAt: features)
    }
  }

  /// Moves a treasure to position `index`, from 0 (clamped to the valid range); returns `false` if there is none of
  /// this id.
  ///
  /// Moves its feature; in a file that numbers its treasures by `order`, numbers them anew instead.
  @discardableResult package mutating func move(_ id: String, to index: Int) -> Bool {
    var stages = stages
    guard let from = stages.firstIndex(where: { $0.treasure.id == id }) else { return false }
    let to = min(stages.count - 1, max(0, index))
    if stages.contains(where: \.isNumbered) {
      stages.insert(stages.remove(at: from), at: to)
      return number(stages)
    }
    guard let start = placeInFile(of: id), let end = placeInFile(of: stages[to].treasure.id) else { return false }
    return edit { editor in
      guard let features = editor.document.root["features"]?.range.lowerBound else { return }
      editor.move(element: start, to: end, inArrayAt: features)
    }
  }

  // MARK: - Writing

  /// Writes the text to a file, wholly or not at all: into a new file beside it, which then takes its name.
  ///
  /// A file that is there keeps its permissions; a symbolic link keeps pointing to it.
  package func write(to path: String) throws(FileProblem) {
    do { try AtomicFile.write(Array(text.utf8), to: path) } catch {
      throw FileProblem(file: path, "cannot be written: \(error)")
    }
  }
}

/// Locates parts of a document in its text.
extension HuntDocument {
  /// The treasures with their features, in the order of the hunt.
  var stages: [TreasureReader.Entry] {
    var log = DiagnosticLog()
    guard let document = try? GeoJSONDocument(bytes, log: &log),
      let reader = try? HuntReader(document, log: log)
    else { return [] }
    return reader.entries
  }

  /// The index of a treasure among the collection's features.
  func placeInFile(of id: String) -> Int? {
    guard let stage = stages.first(where: { $0.treasure.id == id }),
      let features = stage.feature.value.root["features"]
    else { return nil }
    return Array(features.elements).firstIndex { $0.range == stage.feature.value.range }
  }

  /// Lets `change` edit the text; returns `false`, without any change, if any part of the edit was refused.
  mutating func edit(_ change: (inout JSONEditor) -> Void) -> Bool {
    guard let document = try? JSONDocument(bytes) else { return false }
    var editor = JSONEditor(document)
    change(&editor)
    guard !editor.isRefused else { return false }
    bytes = editor.bytes
    return true
  }

  /// The offset of the collection's `trove`; created if needed and absent.
  static func about(_ editor: inout JSONEditor, isNeeded: Bool) -> Int? {
    if let about = editor.document.root["trove"], about.isObject { return about.range.lowerBound }
    guard isNeeded else { return nil }
    let about: JSONContent = ["type": "hunt", "version": .number(Double(HuntFile.version))]
    editor.set("trove", to: about, inObjectAt: editor.document.root.range.lowerBound)
    return editor.document.root["trove"]?.range.lowerBound
  }

  /// A file of version 1 becomes one of version 2 with the first member that version 1 did not have.
  static func raiseVersion(_ editor: inout JSONEditor) {
    guard let about = editor.document.root["trove"], about["version"]?.integer == 1 else { return }
    editor.set("version", to: .number(Double(HuntFile.version)), inObjectAt: about.range.lowerBound)
  }

  static func setProperty(
    _ key: String, to value: JSONContent?, inFeatureAt feature: Int, _ editor: inout JSONEditor
  ) {
    if editor.document.container(at: feature)?["properties"]?.isObject != true {
      guard value != nil else { return }
      editor.set("properties", to: [:], inObjectAt: feature)
    }
    guard let properties = editor.document.container(at: feature)?["properties"]?.range.lowerBound else { return }
    editor.set(key, to: value, inObjectAt: properties)
  }

  /// Numbers the treasures in this order.
  mutating func number(_ stages: [TreasureReader.Entry]) -> Bool {
    // From the end of the file to its beginning, so that no edit moves what comes after it.
    let turns = stages.enumerated().filter { !$1.isNumbered || $1.turn != $0 + 1 }
      .map { (offset: $1.feature.value.range.lowerBound, turn: $0 + 1) }
    return edit { editor in
      for (offset, turn) in turns.sorted(by: { $0.offset > $1.offset }) {
        Self.setProperty(HuntKeys.Stage.order.rawValue, to: .number(Double(turn)), inFeatureAt: offset, &editor)
      }
    }
  }
}
