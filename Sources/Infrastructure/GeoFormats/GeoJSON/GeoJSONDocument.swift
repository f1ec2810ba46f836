package import Geodesy

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

/// Something with a geometry and properties.
package struct GeoJSONFeature: Sendable {
  /// The `id` as text, also when the file has a number; sanitised.
  package let id: String?
  /// The geometry; `nil` for a feature without a location (`"geometry": null`).
  package let geometry: GeoJSONGeometry?
  /// The `properties`: an object, or `nil`.
  package let properties: JSONValue?
  /// The feature itself, with its foreign members.
  package let value: JSONValue

  /// The line on which the feature begins, from 1.
  package var line: Int { value.line }

  /// The property `name` when it is a string with something in it; sanitised and bounded.
  package var name: String? {
    guard let name = properties?["name"]?.text(limit: SafeText.nameLimit), !name.isEmpty else { return nil }
    return name
  }
}

/// A geometry of RFC 7946.
///
/// Altitudes are checked and left out.
package enum GeoJSONGeometry: Hashable, Sendable {
  case point(Coordinate)
  case multiPoint([Coordinate])
  /// Two or more positions.
  case lineString([Coordinate])
  case multiLineString([[Coordinate]])
  /// One or more rings, each closed: four or more positions, the last as the first.
  case polygon([[Coordinate]])
  case multiPolygon([[[Coordinate]]])
  case collection([GeoJSONGeometry])

  /// Every position, in the order of the file; the last of a ring, which repeats the first, included.
  package var coordinates: [Coordinate] {
    switch self {
    case .point(let position): [position]
    case .multiPoint(let positions), .lineString(let positions): positions
    case .multiLineString(let lines), .polygon(let lines): lines.flatMap { $0 }
    case .multiPolygon(let polygons): polygons.flatMap { $0.flatMap { $0 } }
    case .collection(let parts): parts.flatMap(\.coordinates)
    }
  }
}
