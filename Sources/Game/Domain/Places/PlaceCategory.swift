/// What a place is to a walker; every word of OpenStreetMap's vocabulary falls into one of them.
package enum PlaceCategory: String, CaseIterable, Hashable, Sendable {
  case food, lodging, sight, culture, worship, nature, water, shop, transport, health, service, sport, town, other

  /// The word for it, in small letters.
  package var word: String { self == .food ? "food and drink" : rawValue }
}
