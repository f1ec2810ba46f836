/// What a place is to a walker; every word of OpenStreetMap's vocabulary falls into one of them.
package enum PlaceCategory: String, CaseIterable, Hashable, Sendable {
  case food, lodging, sight, culture, worship, nature, water, shop, transport, health, service, sport, town, other

  /// The word for it, in small letters.
  package var word: String { self == .food ? "food and drink" : rawValue }

  /// One sign of 7-bit ASCII that no other category has.
  package var sign: Character {
    switch self {
    case .food: "F"
    case .lodging: "L"
    case .sight: "S"
    case .culture: "C"
    case .worship: "+"
    case .nature: "^"
    case .water: "~"
    case .shop: "$"
    case .transport: "T"
    case .health: "H"
    case .service: "I"
    case .sport: "P"
    case .town: "O"
    case .other: "."
    }
  }
}
