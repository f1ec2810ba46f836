internal import Places

/// The kinds of stages that the texts of hunts have lines for, and which tags make a place one of them.
enum SightKind {
  /// How well a kind fits into a hunt.
  enum Tier: Int {
    /// Worth a walk, if it is important enough.
    case sight
    /// For places where sights are few: on every corner, but findable.
    case filler
    /// Only for a hunt about food: what it is today may be something else tomorrow.
    case food
  }

  /// One row of the table: the kind, and the tags that say so.
  private struct Row {
    let kind: String
    let key: String
    let values: Set<String>
    let tier: Tier

    init(_ kind: String, _ key: String, _ values: String, _ tier: Tier = .sight) {
      (self.kind, self.key, self.tier) = (kind, key, tier)
      self.values = Set(values.split(separator: " ").map(String.init))
    }
  }

  /// The first row that fits counts: what a walker sees first.
  private static let rows: [Row] = [
    Row("lighthouse", "man_made", "lighthouse"), Row("windmill", "man_made", "windmill"),
    Row("watermill", "man_made", "watermill"), Row("obelisk", "man_made", "obelisk"),
    Row("castle", "historic", "castle"), Row("palace", "building", "palace"), Row("palace", "castle_type", "palace"),
    Row("fort", "historic", "fort"), Row("gate", "historic", "city_gate"), Row("citywall", "historic", "citywalls"),
    Row("ruins", "historic", "ruins"), Row("archaeology", "historic", "archaeological_site"),
    Row("monastery", "historic", "monastery"), Row("monastery", "amenity", "monastery"),
    Row("cathedral", "building", "cathedral"), Row("chapel", "building", "chapel"),
    Row("chapel", "historic", "chapel"), Row("church", "historic", "church"),
    Row("shrine", "historic", "wayside_shrine"), Row("cross", "historic", "wayside_cross"),
    Row("cross", "man_made", "cross"), Row("stone", "historic", "boundary_stone"),
    Row("milestone", "historic", "milestone"), Row("ship", "historic", "ship"),
    Row("mural", "artwork_type", "mural"), Row("bust", "artwork_type", "bust"), Row("bust", "memorial", "bust"),
    Row("statue", "artwork_type", "statue"), Row("statue", "memorial", "statue"),
    Row("sculpture", "artwork_type", "sculpture"), Row("plaque", "memorial", "plaque"),
    Row("obelisk", "memorial", "obelisk"), Row("column", "memorial", "column"),
    Row("fountain", "amenity", "fountain"), Row("museum", "tourism", "museum"), Row("gallery", "tourism", "gallery"),
    Row("theatre", "amenity", "theatre"), Row("cinema", "amenity", "cinema"), Row("library", "amenity", "library"),
    Row("townhall", "amenity", "townhall"), Row("market", "amenity", "marketplace"),
    Row("zoo", "tourism", "zoo aquarium"), Row("viewpoint", "tourism", "viewpoint"),
    Row("monument", "historic", "monument"), Row("memorial", "historic", "memorial"),
    Row("artwork", "tourism", "artwork"), Row("tower", "man_made", "tower observatory"),
    Row("tower", "historic", "tower"), Row("station", "railway", "station"), Row("square", "place", "square"),
    Row("garden", "leisure", "garden"), Row("park", "leisure", "park"), Row("bandstand", "amenity", "bandstand"),
    Row("peak", "natural", "peak volcano"), Row("tree", "natural", "tree"), Row("rock", "natural", "rock stone"),
    Row("cave", "natural", "cave_entrance"), Row("spring", "natural", "spring hot_spring"),
    Row("waterfall", "waterway", "waterfall"), Row("beach", "natural", "beach"), Row("pier", "man_made", "pier"),
    Row("harbour", "leisure", "marina"), Row("bridge", "man_made", "bridge"), Row("well", "man_made", "water_well"),
    Row("clock", "amenity", "clock"), Row("attraction", "tourism", "attraction"),
    Row("building", "historic", "building house manor yes"),
    Row("cafe", "amenity", "cafe ice_cream", .food), Row("pub", "amenity", "pub bar biergarten", .food),
    Row("restaurant", "amenity", "restaurant", .food), Row("bakery", "shop", "bakery", .food),
    Row("board", "tourism", "information", .filler), Row("drinkingwater", "amenity", "drinking_water", .filler),
    Row("playground", "leisure", "playground", .filler), Row("bench", "amenity", "bench", .filler),
    Row("stop", "highway", "bus_stop", .filler), Row("stop", "railway", "tram_stop", .filler),
  ]

  /// A street corner, which is no place of a region.
  static let corner = "corner"
  /// A stop of buses or trams.
  static let stop = "stop"

  private static let houses = [
    "christian": "church", "muslim": "mosque", "jewish": "synagogue", "buddhist": "temple", "hindu": "temple",
    "shinto": "temple", "taoist": "temple", "sikh": "temple", "jain": "temple",
  ]

  /// The kind of a place; `nil` if it is nothing to look for.
  static func of(_ place: PointOfInterest) -> (kind: String, tier: Tier)? {
    let tags = place.tags
    if tags["memorial"] == "war_memorial" { return ("memorial", .sight) }
    if tags["amenity"] == "place_of_worship" {
      if let kind = row(of: tags)?.kind, ["cathedral", "chapel", "monastery"].contains(kind) { return (kind, .sight) }
      guard tags["denomination"] != "jehovahs_witness" else { return nil }
      return tags["religion"].flatMap { houses[$0] }.map { ($0, .sight) }
    }
    guard let row = row(of: tags) else { return nil }
    // `tourism=information` is also the tag of offices: only boards, maps and guideposts can be read on site.
    if row.kind == "board", !["board", "map", "guidepost"].contains(tags["information"] ?? "") { return nil }
    return (row.kind, row.tier)
  }

  /// What sort of its kind a sight is, as the table of texts may have words for it, what says most first.
  static func sorts(of sight: Sight) -> [String] {
    ["denomination", "cuisine"].compactMap { key in
      sight.place.tags[key].flatMap { $0.split(separator: ";").first.map(String.init) }
    }
  }

  private static func row(of tags: PlaceTags) -> Row? { rows.first { $0.values.contains(tags[$0.key] ?? "") } }

  /// The kind of places of the dead, which have lines of their own that do not smile.
  static let mourning = "mourning"

  /// The kind as which a kind counts in a hunt that has several: players know places of the dead as memorials, too.
  static func family(_ kind: String) -> String { kind == mourning ? "memorial" : kind }

  /// Kinds whose stages are memorials where they remind of the dead; all others keep what they are.
  private static let memorials = words(
    "memorial monument plaque statue bust sculpture artwork mural obelisk column cross stone building attraction")

  /// The kind of a place that reminds of the dead.
  static func mourned(_ kind: String) -> String { memorials.contains(kind) ? mourning : kind }

  private static let members: [HuntWish.Theme: Set<String>] = [
    .history: words(
      "castle palace fort gate tower ruins archaeology citywall monument memorial mourning church chapel cathedral "
        + "monastery mosque temple synagogue shrine cross townhall museum plaque milestone stone bridge lighthouse "
        + "windmill watermill obelisk column building"),
    .art: words("statue bust sculpture artwork mural museum gallery theatre fountain"),
    .nature: words("park garden tree rock cave spring waterfall peak viewpoint beach water"),
    .water: words(
      "fountain well drinkingwater spring waterfall beach pier harbour bridge lighthouse water watermill ship"),
    .food: words("market cafe pub restaurant bakery drinkingwater fountain"),
  ]

  private static func words(_ text: String) -> Set<String> { Set(text.split(separator: " ").map(String.init)) }

  /// Whether a kind is what a theme is about.
  static func isWished(_ kind: String, for theme: HuntWish.Theme?) -> Bool {
    theme.flatMap { members[$0] }?.contains(kind) ?? false
  }

  /// By how much a theme makes a kind more or less welcome.
  static func factor(_ kind: String, for theme: HuntWish.Theme?) -> Double {
    guard let theme, let members = members[theme] else { return 1 }
    return members.contains(kind) ? 2 : 0.3
  }
}
