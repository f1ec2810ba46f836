internal import GeoFormats
internal import HuntDomain

/// How a document finds its way in the text.
extension HuntDocument {
  /// The treasures with their features, in the order of the hunt.
  var stages: [TreasureReader.Entry] {
    var log = DiagnosticLog()
    guard let document = try? GeoJSONDocument(bytes, log: &log),
      let reader = try? HuntReader(document, log: log)
    else { return [] }
    return reader.entries
  }

  /// Which element of the features a treasure is.
  func placeInFile(of id: String) -> Int? {
    guard let stage = stages.first(where: { $0.treasure.id == id }),
      let features = stage.feature.value.root["features"]
    else { return nil }
    return Array(features.elements).firstIndex { $0.range == stage.feature.value.range }
  }

  /// Lets `change` edit the text; false, and nothing is changed, when any part of it was refused.
  mutating func edit(_ change: (inout JSONEditor) -> Void) -> Bool {
    guard let document = try? JSONDocument(bytes) else { return false }
    var editor = JSONEditor(document)
    change(&editor)
    guard !editor.isRefused else { return false }
    bytes = editor.bytes
    return true
  }

  /// Where the collection's `trove` begins; made when it is needed and not there.
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
