package import Geodesy

/// What the Overpass API replies to a query with `[out:json]`: elements of OpenStreetMap.
///
/// Elements that are nowhere, and those without tags, which only give others their shape, are left out; a bad element
/// is skipped with a warning at its line. What is no JSON, or cut off, is refused whole.
package struct OverpassDocument: Sendable {
  /// The elements with tags, in the order of the reply.
  package let elements: [OverpassElement]
  /// The moment of OpenStreetMap that the reply shows, as it is written: `2026-11-22T20:28:03Z`; sanitised.
  package let moment: String?
  /// Whose data they are, in the words of the reply; sanitised.
  package let copyright: String?
  /// What the server has to say about the reply, above all errors, which come with status 200; sanitised.
  package let remark: String?

  /// Whether the remark tells of an error: then elements are missing.
  package var isIncomplete: Bool { remark?.lowercased().contains("error") ?? false }

  /// Reads a reply.
  package init(_ bytes: [UInt8], log: inout DiagnosticLog) throws(FormatError) {
    try self.init(JSONDocument(bytes), log: &log)
  }

  /// Reads the file at `path`.
  package init(path: String, log: inout DiagnosticLog) throws(FormatError) {
    try self.init(JSONDocument(path: path), log: &log)
  }

  /// Reads JSON that has been read already.
  package init(_ document: JSONDocument, log: inout DiagnosticLog) throws(FormatError) {
    let root = document.root
    guard Self.isMeant(by: document), let list = root["elements"] else {
      throw FormatError(.notOverpass("the root has no list of elements"), line: root.line)
    }
    var reader = OverpassReader(list, log: log)
    elements = reader.read()
    log = reader.log
    let about = root["osm3s"]
    moment = about?["timestamp_osm_base"]?.text(limit: SafeText.quoteLimit)
    copyright = about?["copyright"]?.text(limit: SafeText.nameLimit)
    remark = root["remark"]?.text(limit: SafeText.nameLimit)
  }

  /// Whether JSON is such a reply, as against GeoJSON.
  package static func isMeant(by document: JSONDocument) -> Bool {
    document.root["elements"]?.isArray == true && document.root["features"] == nil
  }
}

/// One thing of OpenStreetMap, at one position.
package struct OverpassElement: Hashable, Sendable {
  /// What OpenStreetMap calls it.
  package enum Kind: String, Hashable, Sendable { case node, way, relation }

  /// One tag; both parts sanitised and bounded, neither empty.
  package struct Tag: Hashable, Sendable {
    package let key: String
    package let value: String
  }

  package let kind: Kind
  /// Unique among elements of its kind; positive.
  package let id: Int
  /// A node's own; of others what the reply gives as their centre, or else the middle of their box.
  package let position: Coordinate
  /// In the order of the reply; one or more.
  package let tags: [Tag]

  /// The value of a tag.
  package subscript(key: String) -> String? { tags.first { $0.key == key }?.value }
}
