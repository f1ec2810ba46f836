package import Geodesy
package import Nearby
internal import Places

/// One place in detail.
extension Wording {
  /// The rows of a place's page: what and where it is, and then its tags, verbatim.
  package static func details(of seen: Sighting, notation: CoordinateNotation) -> [PageScreen.Row] {
    let place = seen.place
    let side = seen.turn.map { ", \(self.side(turn: $0))" } ?? ""
    let way =
      seen.isHere ? "here" : "\(distance(seen.distance)) \(wind(seen.bearing))\(side), \(walk(seen.distance)) on foot"
    let known: [(String, String?)] =
      [
        ("What", kindAndCategory(of: place)), ("Where", way), ("Position", notation.text(of: place.position)),
        ("Address", address(place.tags)), ("Open", place.tags.openingHours?.separated),
      ] + told.map { ($0.word, first(of: $0.keys, in: place.tags)) } + [("Also called", otherNames(of: place))]
    return known.compactMap { name, value in value.map { PageScreen.Row(name: name, value: $0) } }
  }

  /// What tags tell a walker, and the keys of it; the first that is there counts.
  private static let told: [(word: String, keys: [String])] = [
    ("About", ["description", "inscription", "note"]), ("Food", ["cuisine"]), ("Fee", ["charge", "fee"]),
    ("Entry", ["access"]), ("Wheelchair", ["wheelchair"]), ("Toilets", ["toilets"]), ("Water", ["drinking_water"]),
    ("Phone", ["phone", "contact:phone"]), ("E-mail", ["email", "contact:email"]),
    ("Website", ["website", "contact:website", "url"]), ("Wikipedia", ["wikipedia", "wikidata"]),
    ("Since", ["start_date", "year_of_construction"]), ("Made by", ["artist_name", "architect"]),
    ("Run by", ["operator", "brand"]), ("Height", ["ele", "height"]), ("Species", ["species", "genus"]),
  ]

  private static func first(of keys: [String], in tags: PlaceTags) -> String? {
    keys.lazy.compactMap { tags[$0] }.first?.separated
  }

  private static func kindAndCategory(of place: PointOfInterest) -> String {
    let category = place.category.word
    guard let kind = kind(of: place), kind != category else { return category }
    return "\(kind) (\(category))"
  }

  /// `5 Via Roma, 50123 Firenze`, as much as is known of it.
  private static func address(_ tags: PlaceTags) -> String? {
    if let full = tags["addr:full"] { return full }
    let street = [tags["addr:housenumber"], tags["addr:street"] ?? tags["addr:place"]].compactMap(\.self)
    let town = [tags["addr:postcode"], tags["addr:city"]].compactMap(\.self)
    let parts = [street, town].filter { !$0.isEmpty }.map { $0.joined(separator: " ") }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  private static func otherNames(of place: PointOfInterest) -> String? {
    let names = place.tags.names.filter { $0 != place.name }
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }
}

extension String {
  /// Several values as people separate them: `pizza;ice_cream` is `pizza; ice cream`.
  fileprivate var separated: String {
    split(separator: ";").map { value in String(value.drop { $0 == " " }).spaced }.joined(separator: "; ")
  }
}
