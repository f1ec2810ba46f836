package import Views

/// One rule of a ``StyleTable``: which features of a layer it is for, and what they are on our map.
package struct StyleRule: Hashable, Sendable {
  /// What kind of geometry a feature has.
  package enum Form: String, Hashable, Sendable, CaseIterable {
    case point, line, area
  }

  /// Where it stands in its file, 1-based.
  package let line: Int
  /// Nothing for any geometry.
  package let shape: Form?
  /// All of them have to hold.
  package let conditions: [StyleCondition]
  /// Only features that have a name.
  package let isNamed: Bool
  /// Only in tiles of these zooms.
  package let zooms: ClosedRange<Int>
  /// What a line or an area is; nothing where it is not drawn.
  package let kind: GroundKind?
  /// What the name stands for, where one is to stand at a point; nothing for none.
  package let label: NameKind?
  /// The property that orders labels of one kind, the smaller the more important; nothing where none does.
  package let rank: String?
}

/// What a rule asks of one property.
package struct StyleCondition: Hashable, Sendable {
  /// A value that is asked for.
  package enum Value: Hashable, Sendable {
    case text(String)
    case number(Double)
    case boolean(Bool)
  }

  /// What is asked.
  package enum Test: Hashable, Sendable {
    /// It is one of these; or it is absent, where that is among them.
    case oneOf(Set<Value>, orAbsent: Bool)
    /// It is there, or it is not.
    case present(Bool)
    /// It is a number within these borders.
    case within(ClosedRange<Double>)
  }

  package let property: String
  package let test: Test
}
