package import Geodesy

/// A place with a name and a position, from any source.
package struct PointOfInterest: Hashable, Sendable, Identifiable {
  /// Unique within its source.
  package let id: String
  /// Printable text; sanitised where it came in.
  package let name: String
  package let position: Coordinate
  /// What it is, in a word of its source (`well`, `church`); missing when the source does not say.
  package let kind: String?
  /// What else its source says of it, in OpenStreetMap's words; empty for a source that has none.
  package let tags: PlaceTags

  /// Creates a place.
  package init(
    id: String, name: String, position: Coordinate, kind: String? = nil, tags: PlaceTags = PlaceTags()
  ) {
    self.id = id
    self.name = name
    self.position = position
    self.kind = kind
    self.tags = tags
  }
}
