/// The three kinds of objects that OpenStreetMap knows.
package enum OSMKind: UInt8, Hashable, Sendable {
  case node
  case way
  case relation
}

/// A key and its value, as mappers wrote them; bytes that are no UTF-8 are mended.
package struct OSMTag: Hashable, Sendable {
  package let key: String
  package let value: String

  /// Creates a tag.
  package init(key: String, value: String) { (self.key, self.value) = (key, value) }
}

/// An object that has a place: its tags, and one point that stands for all of it.
package struct OSMElement: Hashable, Sendable {
  /// How the point was found.
  package enum Basis: Hashable, Sendable {
    /// A node lies where it lies.
    case node
    /// The centre of gravity of an area, which lies inside it.
    case centroid
    /// The middle of the widest part of an area, where its centre of gravity lies outside, or it is made of several rings.
    case pole
    /// The point at half the length of a line.
    case halfway
    /// The member of a relation that mappers made its label, or its admin centre.
    case label
    /// The middle of the box around what is known of it.
    case middle
  }

  package let kind: OSMKind
  package let id: Int64
  /// Degrees, in `-90...90`.
  package let latitude: Double
  /// Degrees, in `-180...180`.
  package let longitude: Double
  package let basis: Basis
  /// In the order of the file.
  package let tags: [OSMTag]

  /// Whether it has a name in some language.
  package var isNamed: Bool { tags.contains { $0.key == "name" || $0.key.hasPrefix("name:") } }
}
