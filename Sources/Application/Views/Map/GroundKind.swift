/// What a line or an area of a map is; the order is the order of drawing, from the bottom up.
///
/// The names of the cases are the words of map files (`"kind": "park"`) and of style tables.
package enum GroundKind: Int, Hashable, Sendable, CaseIterable {
  case land, settlement, farmland, meadow, park, wood, beach, ice, square, water, building
  case cliff, wall, stream, pier, boundary, ferry, path, rail, service, street, road, highway

  /// The place in the order of drawing, from 0.
  package var rank: Int { rawValue }

  /// By the words of files.
  package static let words = Dictionary(uniqueKeysWithValues: allCases.map { ("\($0)", $0) })
}

/// What a name on a map stands for; the most important first, who gets room before the others.
///
/// The names of the cases are the words of map files and of style tables.
package enum NameKind: Int, Hashable, Sendable, CaseIterable {
  case country, region, city, town, village, suburb, island, water, street, park, peak, sight

  /// The place in the order of importance, from 0 for what matters most.
  package var importance: Int { rawValue }

  /// By the words of files.
  package static let words = Dictionary(uniqueKeysWithValues: allCases.map { ("\($0)", $0) })
}
