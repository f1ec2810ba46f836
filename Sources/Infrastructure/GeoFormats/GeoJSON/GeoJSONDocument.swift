/// A GeoJSON file (RFC 7946): a collection of features, one feature, or a bare geometry, which counts as a feature.
///
/// A feature with a bad geometry is skipped with a warning at its line; a file that is cut off, no JSON or no GeoJSON
/// is refused whole. A bad `bbox` and unknown members do no harm.
package struct GeoJSONDocument: Sendable {
  /// The features in the order of the file.
  package let features: [GeoJSONFeature]
  /// How many of the features are somewhere: one with a geometry of `null` is legal and nowhere.
  package var located: Int { features.count { $0.geometry != nil } }
  /// The outermost object, with its foreign members.
  package let root: JSONValue

  /// Reads a text.
  package init(_ bytes: [UInt8], log: inout DiagnosticLog) throws(FormatError) {
    try self.init(JSONDocument(bytes), log: &log)
  }

  /// Reads the file at `path`.
  package init(path: String, log: inout DiagnosticLog) throws(FormatError) {
    try self.init(JSONDocument(path: path), log: &log)
  }

  /// Reads JSON that has been read already.
  package init(_ document: JSONDocument, log: inout DiagnosticLog) throws(FormatError) {
    root = document.root
    var reader = FeatureReader(log: log)
    defer { log = reader.log }
    features = try reader.read(root)
  }
}
