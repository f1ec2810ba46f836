internal import Geodesy
internal import Places
internal import Streets

/// A place that can be a stage: something to be seen from a way that everybody may walk.
struct Sight {
  /// The place; a street corner has a made-up one, with its streets' names as tags.
  let place: PointOfInterest
  /// A kind of ``SightKind``.
  let kind: String
  let tier: SightKind.Tier
  /// Whether it reminds of the dead or of violence: nothing is asked there, and no line smiles.
  var isMourning = false
  /// How much it is worth, more than 0.
  let score: Double
  /// Where on the ways the player stands when it is found.
  let spot: NetworkSpot
  /// The name of the street at which it stands; `nil` if that has none.
  let street: String?
}

/// Chooses the sights of a region.
struct SightSearch {
  /// Metres between a place and the way on which it is found: a point, and a building or a square, of which only a point
  /// inside is known.
  private static let reach = (point: 30.0, area: 60.0)
  /// Metres to the street whose name is taken for that of a place.
  private static let streetReach = 40.0
  /// The importance from which on a place is worth a walk (``PointOfInterest/importance``).
  static let leastImportance = 1.0

  /// Kinds that need a name.
  private static let houses: Set<String> = ["church", "temple", "mosque", "synagogue", "building", "attraction"]

  let network: WayNetwork
  /// The part of the network on which the walk is.
  let component: UInt32
  let streets: StreetNames
  let theme: HuntWish.Theme?
  let mourning: MourningWords

  /// The places that can be stages, the best first; of two of one name, or of one subject, the better.
  func sights(of places: [PointOfInterest]) -> [Sight] {
    let found = places.compactMap { sight($0) }
      .sorted { ($1.score, $0.place.id) < ($0.score, $1.place.id) }
    var known: Set<String> = []
    return found.filter { sight in
      let keys = ["wikidata", "name"].compactMap { key in sight.place.tags[key].map { "\(key) \($0)" } }
      let isNew = known.isDisjoint(with: keys)
      known.formUnion(keys)
      return isNew
    }
  }

  private func sight(_ place: PointOfInterest) -> Sight? {
    guard let (sort, tier) = SightKind.of(place), Self.isPublic(place.tags), !Self.isPast(place.tags),
      !Self.isInside(place.tags), Self.isFitting(place.tags), tier != .food || theme == .food
    else { return nil }
    let isMourning = mourning.mourns(place.tags)
    let kind = isMourning ? SightKind.mourned(sort) : sort
    // Benches and bars are nothing to be quiet at.
    guard !isMourning || tier == .sight else { return nil }
    let named = place.tags.hasName
    // A house that the map does not name is hard to tell from others, and an attraction may be anything.
    guard named || tier != .food && !Self.houses.contains(kind) else { return nil }
    let worth: Double
    switch tier {
    case .sight:
      worth = place.importance
      guard worth >= Self.leastImportance else { return nil }
    case .food: worth = 2 + max(0, place.importance + 2) / 4
    case .filler: worth = named ? 0.5 : 0.2
    }
    guard let spot = spot(of: place) else { return nil }
    let street = place.tags["addr:street"] ?? streets.nearest(to: spot.position, within: Self.streetReach)
    return Sight(
      place: place, kind: kind, tier: tier, isMourning: isMourning,
      score: max(0.05, worth * SightKind.factor(kind, for: theme)), spot: spot, street: street)
  }

  /// Where it is found: on its own street, if that is named, or else on the nearest way that is no driveway.
  private func spot(of place: PointOfInterest) -> NetworkSpot? {
    let isArea = place.tags["building"] != nil || ["square", "park", "garden"].contains(place.kind)
    let reach = isArea ? Self.reach.area : Self.reach.point
    return network.spot(near: place.position, within: reach) { edge in
      network.edges[edge].kind != .service && network.components[Int(network.edges[edge].start)] == component
    }
  }

  /// Street corners, as places of last resort: where two streets with names meet, each pair once, in a fixed order.
  func corners(around centre: Coordinate, within metres: Double) -> [Sight] {
    streets.corners.compactMap { corner in
      guard corner.position.distance(to: centre) <= metres,
        let spot = network.spot(
          near: corner.position, within: 1,
          where: { network.components[Int(network.edges[$0].start)] == component })
      else { return nil }
      let place = PointOfInterest(
        id: "corner \(corner.first) \(corner.second)", name: "", position: corner.position, kind: SightKind.corner)
      return Sight(
        place: place, kind: SightKind.corner, tier: .filler, score: 0.05, spot: spot, street: corner.first)
    }
  }
}

// MARK: - What is no stage

extension SightSearch {
  private static let closed: Set<String> = [
    "private", "no", "customers", "permit", "residents", "military", "delivery", "employees", "staff",
  ]

  /// Whether everybody may go there, as far as the tags say.
  static func isPublic(_ tags: PlaceTags) -> Bool {
    !closed.contains(tags["access"] ?? "") && !closed.contains(tags["foot"] ?? "")
      && tags["garden:type"] != "residential" && tags["leisure"] != "swimming_pool"
  }

  /// Whether it is there no longer, or not yet.
  static func isPast(_ tags: PlaceTags) -> Bool {
    ["disused", "abandoned", "demolished", "razed", "removed", "proposed"].contains { tags[$0] == "yes" }
      || tags["construction"] != nil || tags["end_date"] != nil
  }

  /// Whether it is inside of a building or below the ground.
  static func isInside(_ tags: PlaceTags) -> Bool {
    if let indoor = tags["indoor"], indoor != "no" { return true }
    if ["indoor", "underground", "roof", "rooftop", "overhead", "underwater"].contains(tags["location"] ?? "") {
      return true
    }
    if let layer = tags["layer"], layer.hasPrefix("-") { return true }
    if tags["station"] == "subway" || tags["subway"] == "yes" || tags["underground"] == "yes" { return true }
    if tags["railway"] == "station" {
      // Whose lines run below the ground, by their names in many cities.
      let network = (tags["network"] ?? "").lowercased()
      if ["subway", "metro", "métro", "underground", "u-bahn", "tunnelbana", "subte"].contains(where: network.contains)
      {
        return true
      }
    }
    guard let level = tags["level"] else { return false }
    // A list of storeys is all right if the ground is one of them.
    return !level.split(separator: ";").contains { $0 == "0" || $0 == " 0" }
  }

  private static let unfit: [String: Set<String>] = [
    "amenity": [
      "grave_yard", "school", "kindergarten", "hospital", "clinic", "prison", "nursing_home", "crematorium", "mortuary",
      "childcare", "social_facility", "police", "brothel", "stripclub", "embassy", "swingerclub", "refugee_site",
    ],
    "landuse": ["cemetery", "military", "industrial", "construction", "quarry", "landfill"],
    "memorial": ["grave", "ghost_bike", "stolperstein", "graveyard"],
    "memorial:type": ["stolperstein", "ghost_bike"],
    "historic": ["tomb", "gallows", "bunker", "grave", "pillory"],
    "office": ["diplomatic"],
    "building": ["hospital", "school", "kindergarten", "prison"],
  ]

  /// Whether a hunt there offends nobody.
  static func isFitting(_ tags: PlaceTags) -> Bool {
    tags["military"] == nil && tags["cemetery"] == nil && tags["diplomatic"] == nil && tags["aeroway"] == nil
      && unfit.allSatisfy { key, values in !values.contains(tags[key] ?? "") }
  }
}
