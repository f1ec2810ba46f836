/// OpenStreetMap's words for places, as a table: which keys make a place of something, and which category each value
/// belongs to.
///
/// The keys and values are those that the OpenStreetMap wiki lists as map features.
package enum PlaceVocabulary {
  /// What one key says.
  package struct Entry: Sendable {
    /// `amenity`.
    package let key: String
    /// The category of values that no row names; `nil` if only named values are places.
    let otherwise: PlaceCategory?
    /// Whether something without a name is worth keeping, when no row says otherwise.
    let keepsUnnamed: Bool
    /// The category of a value.
    let categories: [String: PlaceCategory]
    /// Values for which ``keepsUnnamed`` is the other way round.
    let exceptions: Set<String>

    init(
      _ key: String, _ otherwise: PlaceCategory?, unnamed keepsUnnamed: Bool = true, except exceptions: String = "",
      _ rows: [PlaceCategory: String] = [:]
    ) {
      self.key = key
      self.otherwise = otherwise
      self.keepsUnnamed = keepsUnnamed
      self.exceptions = Set(exceptions.split(separator: " ").map(String.init))
      var categories: [String: PlaceCategory] = [:]
      for (category, values) in rows {
        for value in values.split(separator: " ") { categories[String(value)] = category }
      }
      self.categories = categories
    }

    /// The category of a value; `nil` if such a thing is no place.
    func category(of value: String) -> PlaceCategory? { categories[value] ?? otherwise }

    /// Whether a thing without a name is worth keeping.
    package func keepsUnnamed(_ value: String) -> Bool { keepsUnnamed != exceptions.contains(value) }
  }

  /// The table, the key that says most about a thing first.
  package static let table: [Entry] = [
    Entry(
      "amenity", .service,
      except: "parking_space bicycle_parking motorcycle_parking waste_basket waste_disposal vending_machine "
        + "parking_entrance loading_dock trolley_bay smoking_area letter_box parking",
      [
        .food: "restaurant cafe bar pub fast_food biergarten food_court ice_cream canteen",
        .culture: "theatre cinema arts_centre library music_venue public_bookcase planetarium exhibition_centre "
          + "concert_hall events_venue community_centre conference_centre museum",
        .worship: "place_of_worship monastery place_of_mourning",
        .water: "drinking_water fountain water_point watering_place",
        .transport: "parking bicycle_parking bicycle_rental bus_station taxi ferry_terminal fuel charging_station "
          + "car_rental car_sharing boat_rental parking_entrance parking_space motorcycle_parking "
          + "bicycle_repair_station",
        .health: "pharmacy hospital clinic doctors dentist veterinary nursing_home",
        .shop: "marketplace vending_machine",
        .sight: "clock", .sport: "dive_centre", .nature: "hunting_stand grave_yard",
      ]),
    Entry(
      "tourism", .sight,
      [
        .lodging: "hotel hostel guest_house motel apartment chalet camp_site camp_pitch caravan_site alpine_hut "
          + "wilderness_hut",
        .culture: "museum gallery artwork", .service: "information", .nature: "picnic_site zoo aquarium",
      ]),
    Entry("historic", .sight, [.worship: "church chapel monastery"]),
    Entry(
      "shop", .shop, except: "vacant",
      [.food: "bakery pastry coffee deli confectionery", .health: "optician hearing_aids medical_supply chemist"]),
    Entry("healthcare", .health),
    Entry(
      "leisure", .sport, unnamed: false,
      except: "playground bird_hide firepit picnic_table bathing_place fitness_station",
      [
        .nature: "park garden nature_reserve bird_hide firepit common", .water: "swimming_area bathing_place marina",
        .culture: "dance", .service: "picnic_table outdoor_seating",
      ]),
    Entry(
      "natural", .nature, unnamed: false, except: "peak volcano spring hot_spring geyser cave_entrance saddle arch",
      [.water: "spring hot_spring geyser water bay beach strait wetland reef"]),
    Entry("waterway", nil, [.water: "waterfall water_point lock_gate"]),
    Entry(
      "man_made", .other, unnamed: false, except: "lighthouse windmill watermill observatory cross cairn",
      [.sight: "lighthouse windmill watermill tower obelisk observatory bridge cross cairn", .water: "water_well pier"]),
    Entry("railway", nil, [.transport: "station halt tram_stop subway_entrance"]),
    Entry("aerialway", nil, [.transport: "station"]),
    Entry("public_transport", nil, unnamed: false, [.transport: "station"]),
    Entry("aeroway", nil, unnamed: false, [.transport: "aerodrome terminal heliport"]),
    Entry("highway", nil, unnamed: false, except: "bus_stop", [.transport: "bus_stop services rest_area"]),
    Entry("office", .service, unnamed: false),
    Entry("craft", .service, unnamed: false, [.food: "brewery winery distillery"]),
    Entry("emergency", nil, [.health: "defibrillator phone"]),
    Entry(
      "place", nil, unnamed: false,
      [
        .town: "city town village hamlet isolated_dwelling suburb quarter neighbourhood borough square",
        .nature: "island islet locality",
      ]),
  ]

  /// The keys that make a place of something, in the table's order.
  package static let keys: [String] = table.map(\.key)

  /// How early in the table each key stands.
  package static let ranks: [String: Int] = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, $0) })

  /// Values that say hardly more than their key: any other key takes precedence.
  static let weak: Set<String> = ["yes", "attraction", "building", "vacant", "no"]
}
