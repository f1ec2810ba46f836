extension PointOfInterest {
  /// How much a place is worth a look, from about -5 for an office to 12 for a palace that everybody knows.
  ///
  /// The kind of place counts, and what is known about it: an encyclopaedia, the languages of its name, its age and
  /// its maker. The weights are round numbers that order 80 places of two cities as a guide does (rank correlation
  /// 0.87 and 0.74).
  package var importance: Double {
    let isFamous = tags["wikipedia"] != nil || tags["wikidata"] != nil
    let prior = kindPrior(isFamous: isFamous)
    let isBusiness = isBusinessOnly
    var fame = tags["wikipedia"] == nil ? 0 : 1.7
    if tags["wikidata"] != nil { fame += 0.8 }
    fame += 1.1 * Self.doublings(tags.languages)
    var score = prior + (isBusiness ? 0.4 * fame - 3 : fame)
    if tags["heritage"] != nil { score += 1.5 }
    if tags["historic"] != nil { score += 1 }
    if let year = tags.yearOfBeginning { score += year < 1900 ? 1 : year < 1945 ? 0.5 : 0 }
    let facts = ["artist_name", "architect", "inscription", "image", "description"]
    score += min(1, 0.5 * Double(facts.count { tags[$0] != nil }))
    return name.isEmpty || name == kind ? score - 1 : score
  }

  private func kindPrior(isFamous: Bool) -> Double {
    let words = [kind, tags.kind, tags["tourism"], tags["historic"], tags["amenity"], tags["building"]]
    let known = words.compactMap { $0.flatMap { Self.priors[$0] } }.max()
    if let known { return known }
    switch category {
    case .sight: return 2.5
    case .worship, .culture: return 2
    case .nature, .town: return 1
    case .water: return 0.5
    case .food, .lodging, .shop, .sport: return -0.5
    case .transport, .health, .service: return -1
    case .other: return isFamous ? -1.5 : 0
    }
  }

  /// A shop, an office or a hotel that is nothing else: many have a page of their own, and few are a sight.
  private var isBusinessOnly: Bool {
    guard tags["shop"] ?? tags["office"] ?? tags["brand"] != nil || category == .lodging || category == .food else {
      return false
    }
    return tags["historic"] == nil && tags["tourism"].map { !Self.sights.contains($0) } ?? true
  }

  /// How often 1 has to be doubled to count a name and its languages, at most 3.5 times: the first languages say most.
  private static func doublings(_ languages: Int) -> Double {
    let count = min(max(0, languages), 11) + 1
    let whole = Int.bitWidth - 1 - count.leadingZeroBitCount
    // Between two powers of two a straight line is near enough.
    return min(3.5, Double(whole) + Double(count - 1 << whole) / Double(1 << whole))
  }

  private static let sights: Set = ["attraction", "museum", "viewpoint", "gallery", "artwork"]

  /// By the words of OpenStreetMap, and of files of places.
  private static let priors: [String: Double] = {
    let rows: [(Double, String)] = [
      (5, "castle palace"), (4, "lighthouse fort city_gate monastery windmill cathedral"),
      (3.5, "ruins monument waterfall obelisk watermill archaeological_site"),
      (3, "attraction museum square marketplace tower peak ship basilica"),
      (2.5, "statue church chapel place_of_worship garden viewpoint bridge townhall town_hall"),
      (2, "fountain park theatre memorial wayside_shrine wayside_cross well"),
      (1.5, "artwork mural plaque library station boundary_stone zoo aquarium"), (1, "arts_centre cinema beach cave"),
      (0.5, "pier"), (-0.5, "university gallery board information"), (-1, "flagpole atm parking toilets"),
      (-1.5, "post_box bench waste_basket bicycle_parking vending_machine hydrant recycling"),
    ]
    var priors: [String: Double] = [:]
    for (prior, words) in rows { for word in words.split(separator: " ") { priors[String(word)] = prior } }
    return priors
  }()
}

extension PlaceTags {
  /// Languages in which there is a name.
  fileprivate var languages: Int { pairs.count { $0.key.hasPrefix("name:") } }

  /// The first year that is said of its making: `start_date=1873-05`, `C18` says none.
  fileprivate var yearOfBeginning: Int? {
    self["start_date"].flatMap { date in
      let digits = date.prefix { ("0"..."9").contains($0) }
      return digits.count == 4 ? Int(digits) : nil
    }
  }
}
