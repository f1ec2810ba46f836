internal import GeoFormats

/// A hunt file to which parts are added that were sealed.
struct HuntMerger {
  private let root: JSONValue
  /// The features as they are written, and where each treasure is among them.
  private var features: [String] = []
  private var places: [String: Int] = [:]
  /// The items, and the members of the collection's `trove` that a part brings along.
  private var items: [String]
  private var members: [String: String] = [:]

  /// Splits a file into its parts; `nil` if it is no feature collection.
  init?(_ root: JSONValue) {
    var log = DiagnosticLog()
    guard let document = try? JSONDocument(Array(root.bytes)), document.root["features"]?.isArray == true,
      let read = try? GeoJSONDocument(document, log: &log)
    else { return nil }
    self.root = document.root
    items = Self.texts(document.root["trove"]?["items"])
    // Features that the reader rejects are kept unchanged.
    let ids = Dictionary(read.features.map { ($0.value.range.lowerBound, $0.identifier) }) { first, _ in first }
    for value in Self.elements(document.root["features"]) {
      add(Self.text(value), id: ids[value.range.lowerBound] ?? nil)
    }
  }

  /// Adds a part: features, of which one with a known id takes the other's place, and members of `trove`.
  mutating func add(_ part: GeoJSONDocument) {
    for feature in part.features { add(Self.text(feature.value), id: feature.identifier) }
    let about = part.root["trove"]
    items += Self.texts(about?["items"])
    for key in [HuntKeys.About.goal, .message] {
      if let value = about?[named: key.rawValue] { members[key.rawValue] = Self.text(value) }
    }
  }

  private mutating func add(_ text: String, id: String?) {
    if let place = id.flatMap({ places[$0] }) { return features[place] = text }
    if let id { places[id] = features.count }
    features.append(text)
  }

  /// The merged file; `nil` if the parts do not form one.
  var bytes: [UInt8]? {
    guard let document = try? JSONDocument(Array(root.bytes)) else { return nil }
    var editor = JSONEditor(document)
    let start = document.root.range.lowerBound
    editor.set("features", toText: Self.list(features), inObjectAt: start)
    if let about = editor.document.root["trove"]?.range.lowerBound {
      if !items.isEmpty { editor.set(HuntKeys.About.items.rawValue, toText: Self.list(items), inObjectAt: about) }
      for (key, text) in members.sorted(by: { $0.key < $1.key }) { editor.set(key, toText: text, inObjectAt: about) }
    }
    return editor.isRefused ? nil : editor.bytes
  }

  // MARK: - Texts

  static func text(_ value: JSONValue) -> String { String(decoding: value.bytes, as: UTF8.self) }

  static func list(_ texts: [String]) -> String {
    texts.isEmpty ? "[]" : "[\n    " + texts.joined(separator: ",\n    ") + "\n  ]"
  }

  /// The elements of a list; none where there is none.
  static func elements(_ list: JSONValue?) -> [JSONValue] {
    guard let list, list.isArray else { return [] }
    return Array(list.elements)
  }

  private static func texts(_ list: JSONValue?) -> [String] { elements(list).map(text) }
}
