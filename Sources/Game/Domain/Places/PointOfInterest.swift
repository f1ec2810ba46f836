package import Geodesy

/// A place with a name and a position, from any source.
package struct PointOfInterest: Hashable, Sendable, Identifiable {
  /// Unique within its source.
  package let id: String
  /// Printable text; sanitised where it came in.
  package let name: String
  /// Where the place is; of an area, a point that stands for it.
  package let position: Coordinate
  /// The kind of place in its source's own word (`well`, `church`); `nil` if the source gives none.
  package let kind: String?
  /// Further properties as OpenStreetMap tags; empty if the source has none.
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
