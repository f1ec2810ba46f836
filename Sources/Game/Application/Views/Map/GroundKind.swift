/// What a line or an area of a map is; the order is the order of drawing, from the bottom up.
///
/// The names of the cases are the words of map files (`"kind": "park"`) and of style tables.
package enum GroundKind: Int, Hashable, Sendable, CaseIterable {
  case land, settlement, farmland, meadow, park, wood, beach, ice, square, water, building
  case cliff, wall, stream, pier, boundary, ferry, path, rail, service, street, road, highway

  /// What areas are covered with.
  package enum Surface: Hashable, Sendable, CaseIterable {
    case grass, earth, field, wood, sand, ice, paving, asphalt, water, deck, floor
  }

  /// What is known about a kind: what its areas are covered with, and what names of its areas and lines stand for.
  private var facts: (surface: Surface?, areaName: NameKind?, lineName: NameKind?) {
    switch self {
    case .land: (.grass, .island, nil)
    case .settlement: (.earth, .suburb, nil)
    case .farmland: (.field, .park, nil)
    case .meadow, .park: (.grass, .park, nil)
    case .wood: (.wood, .park, nil)
    case .beach: (.sand, .park, nil)
    case .ice: (.ice, .park, nil)
    case .square, .path, .service: (.paving, .street, .street)
    case .water: (.water, .water, .water)
    case .building: (.floor, .sight, nil)
    case .stream: (.water, nil, .water)
    case .pier: (.deck, .street, .street)
    case .street, .road, .highway: (.asphalt, .street, .street)
    case .cliff, .wall, .boundary, .ferry, .rail: (nil, nil, nil)
    }
  }

  /// What its areas are covered with; `nil` if it has no areas.
  package var surface: Surface? { facts.surface }

  /// What the names of its areas, or of its lines, stand for; `nil` if they are not shown.
  package func nameKind(isArea: Bool) -> NameKind? { isArea ? facts.areaName : facts.lineName }

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

  /// Whether it is the name of something that one can stand before.
  package var isThing: Bool { [.sight, .park, .water, .peak].contains(self) }

  /// By the words of files.
  package static let words = Dictionary(uniqueKeysWithValues: allCases.map { ("\($0)", $0) })
}
