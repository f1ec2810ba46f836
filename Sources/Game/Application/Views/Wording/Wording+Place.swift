package import Geodesy
package import Nearby
package import Places

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

extension Wording {
  /// Walking pace in metres per second: 5 km/h.
  package static let walkingPace = 5000.0 / 3600

  /// How long a way takes on foot, along the straight line: `under a minute`, `12 min`, `2 h 05 min`; `far` beyond a
  /// day.
  package static func walk(_ metres: Double) -> String {
    guard metres.isFinite, metres < 1e8 else { return "far" }
    let minutes = Int((max(0, metres) / walkingPace / 60).rounded(.up))
    if minutes <= 1 { return minutes == 0 || metres < walkingPace * 30 ? "under a minute" : "1 min" }
    guard minutes >= 60 else { return "\(minutes) min" }
    return minutes > 24 * 60 ? "far" : "\(minutes / 60) h \(minutes % 60 < 10 ? "0" : "")\(minutes % 60) min"
  }

  /// On which side of the player something lies: `ahead`, `right`, `behind`, `left`.
  package static func side(turn: Double) -> String {
    guard turn.isFinite else { return "behind" }
    return switch Bearing(degrees: turn).degrees {
    case 45..<135: "right"
    case 135...225: "behind"
    case 225.nextUp..<315: "left"
    default: "ahead"
    }
  }

  /// The kind of a place in words: `post office` for `post_office`, and the subtype of a GPX type such as
  /// `Geocache|Unknown Cache`; `nil` if its source gives none.
  package static func kind(of place: PointOfInterest) -> String? {
    place.kind?.split(separator: "|").last.map { String($0).spaced }
  }

  /// The kind of a place to show beside its name; `nil` if it has none or the name is the same, as of a fountain that
  /// is called “fountain”.
  private static func kind(beside place: PointOfInterest) -> String? {
    kind(of: place).flatMap { $0.lowercased() == place.name.spaced.lowercased() ? nil : $0 }
  }

  /// A place in a line of text: `Casino (casino)` is `Casino`, and `Monaco (post_office)` is `Monaco (post office)`.
  package static func titled(_ place: PointOfInterest) -> String {
    place.name + (kind(beside: place).map { " (\($0))" } ?? "")
  }

  /// A place as a list tells it: `180 m north-east, ahead, 3 min; museum`.
  package static func around(_ seen: Sighting) -> String {
    let kind = kind(beside: seen.place).map { "; \($0)" } ?? ""
    guard !seen.isHere else { return "here\(kind)" }
    let side = seen.turn.map { ", \(self.side(turn: $0))" } ?? ""
    return "\(distance(seen.distance)) \(wind(seen.bearing))\(side), \(walk(seen.distance))\(kind)"
  }
}

extension Wording {
  /// The age from which on places may be out of date.
  package static let oldPlaces = Duration.seconds(3600)

  /// What there is to say of the services of places: `places: NAME said nothing for 5 s; places as they were 11 s ago`;
  /// `nil` if all is well.
  package static func state(of pool: PlacePool, at now: Duration) -> String? {
    let troubles = pool.troubles.map { "places: \($0)" }
    let asked = pool.asked.joined(separator: ", ")
    let asking = pool.isAwaitingBetter ? ["asking \(asked.isEmpty ? "" : "\(asked) ")for places …"] : []
    let age = pool.heldAge(at: now) ?? pool.age(at: now).flatMap { $0 >= oldPlaces ? $0 : nil }
    let parts = troubles + asking + (age.map { ["places as they were \(self.age($0)) ago"] } ?? [])
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }
}

extension Sighting {
  /// It is where the player stands: no wind blows from there, and there is nowhere to turn.
  package var isHere: Bool { distance < 0.5 }
}

extension String {
  /// A word of OpenStreetMap as people write it: `drinking_water` is `drinking water`.
  var spaced: String { map { $0 == "_" ? " " : String($0) }.joined() }
}
