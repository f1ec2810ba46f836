/// Something with a geometry and properties.
package struct GeoJSONFeature: Sendable {
  /// The `id` as text, also when the file has a number; sanitised.
  package let id: String?
  /// Nothing for a feature that is nowhere (`"geometry": null`).
  package let geometry: GeoJSONGeometry?
  /// The `properties`: an object, or nothing.
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
