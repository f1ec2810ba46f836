package import GeoFormats
internal import Geodesy
package import HuntDomain
internal import Places

/// Parts of a hunt as the format writes them.
extension JSONContent {
  /// A time in which something can be found, as the member `window` writes it.
  package init(_ window: TimeWindow) {
    self = .members(("from", window.from.map { .string("\($0)") }), ("to", window.to.map { .string("\($0)") }))
  }

  /// A time, as the members whose names end in `_s` write it: seconds, to the millisecond.
  package init(_ time: Duration) {
    let (seconds, attoseconds) = time.components
    self = .decimal(Double(seconds) + Double(attoseconds / 1_000_000_000_000_000) / 1000, places: 3)
  }

  init(_ hint: Hint) {
    self = .members(
      ("text", .string(hint.text)), ("price", hint.price == 0 ? nil : .number(Double(hint.price))),
      ("after_s", hint.after == .zero ? nil : JSONContent(hint.after)))
  }

  init(_ visibility: Visibility) {
    switch visibility {
    case .always: self = "always"
    case .whenOpen: self = "open"
    case .near(let metres): self = ["near_m": .number(metres)]
    case .revealed(let requirement): self = ["revealed": JSONContent(requirement)]
    }
  }

  init(_ projection: Projection) {
    switch projection {
    case .offset(let from, let bearing, let distance):
      self = .members(
        ("from", from.map(JSONContent.string)), ("bearing_deg", .string(bearing.text)),
        ("distance_m", .string(distance.text)))
    case .coordinates(let latitude, let longitude):
      self = ["latitude": .string(latitude.text), "longitude": .string(longitude.text)]
    }
  }

  init(_ question: Question) {
    let price: JSONContent? = question.price == 0 ? nil : .number(Double(question.price))
    let name = question.name.map(JSONContent.string)
    switch question.rule {
    case .text(let texts):
      self = .members(
        ("prompt", .string(question.prompt)), ("text", .list(texts.map(JSONContent.string))), ("name", name),
        ("price", price))
    case .number(let number, let tolerance):
      self = .members(
        ("prompt", .string(question.prompt)), ("number", .number(number)),
        ("tolerance", tolerance == 0 ? nil : .number(tolerance)), ("name", name), ("price", price))
    case .choice(let options, let right):
      let numbers = right.sorted().map { JSONContent.number(Double($0) + 1) }
      self = .members(
        ("prompt", .string(question.prompt)), ("options", .list(options.map(JSONContent.string))),
        ("right", right == Set(options.indices) ? nil : .list(numbers)), ("name", name), ("price", price))
    // A sealed hunt is never edited: the file is written once.
    case .sealed: self = .members(("prompt", .string(question.prompt)), ("name", name), ("price", price))
    }
  }

  init(_ listing: CacheListing) {
    self = .members(
      ("code", .string(listing.code)), ("owner", listing.owner.map(JSONContent.string)),
      ("type", listing.type.map(JSONContent.string)), ("size", listing.size.map(JSONContent.string)),
      ("difficulty", listing.difficulty.map(JSONContent.number)), ("terrain", listing.terrain.map(JSONContent.number)),
      ("description", listing.description.isEmpty ? nil : .list(listing.description.map(JSONContent.string))),
      ("encoded_hint", listing.encodedHint.map(JSONContent.string)),
      ("logs", listing.logs.isEmpty ? nil : .list(listing.logs.map { JSONContent($0) })))
  }

  private init(_ log: CacheListing.Log) {
    self = .members(
      ("date", log.date.map { .string("\($0)") }), ("kind", .string(log.kind)), ("finder", .string(log.finder)),
      ("text", .string(log.text)))
  }

  /// An object of the members that there are.
  private static func members(_ members: (String, JSONContent?)...) -> JSONContent {
    .object(members.compactMap { key, value in value.map { Member(key, $0) } })
  }
}

/// A treasure as the format writes it, in parts that are written together or not at all.
struct TreasureContent {
  typealias Key = HuntKeys.Stage

  /// Members that form one unit: if one changes, all of them are written again.
  struct Part: Hashable {
    let keys: [Key]
    let members: [JSONContent.Member]

    init(_ keys: [Key], _ values: [Key: JSONContent]) {
      self.keys = keys
      members = keys.compactMap { key in values[key].map { JSONContent.Member(key.rawValue, $0) } }
    }

    init(_ key: Key, _ value: JSONContent?) { self.init([key], value.map { [key: $0] } ?? [:]) }
  }

  /// Decimals of a position: about a centimetre.
  private static let places = 7

  let geometry: JSONContent
  /// The properties, in the order in which a new feature has them.
  let parts: [Part]

  init(_ treasure: Treasure) {
    geometry = Self.geometry(treasure)
    parts =
      [
        Part(.id, .string(treasure.id)), Part(.name, .string(treasure.place.name)),
        Part(.kind, Self.text(treasure.place.kind)), Self.ground(treasure),
        Part(.points, treasure.points == 1 ? nil : .number(Double(treasure.points))),
        Part(.requires, treasure.requirement.map { JSONContent($0) }),
        Part(.visibility, treasure.visibility == .whenOpen ? nil : JSONContent(treasure.visibility)),
        Self.hints(treasure.hints), Part(.arrival, Self.text(treasure.arrival)),
      ] + Self.rules(treasure)
  }

  private static func rules(_ treasure: Treasure) -> [Part] {
    [
      Part(.question, treasure.question.map { JSONContent($0) }),
      Part(.projection, treasure.projection.map { JSONContent($0) }),
      Part(.limit, treasure.limit.map { JSONContent($0) }), Part(.window, treasure.window.map { JSONContent($0) }),
      Part(.items, treasure.items.isEmpty ? nil : .list(treasure.items.map(JSONContent.string))),
      Part(.message, text(treasure.message)),
      Part(.sound, treasure.sound == .fanfare ? nil : .string(treasure.sound.rawValue)),
      Part(.prize, treasure.prize.map(JSONContent.string)),
      Part(.listing, treasure.listing.map { JSONContent($0) }),
    ]
  }

  /// Whether it needs a newer format than version 1.
  var isNew: Bool {
    let new = Set(Key.new.map(\.rawValue))
    return parts.contains { $0.members.contains { new.contains($0.key) } }
  }

  /// A whole feature.
  func feature(order: Int?) -> JSONContent {
    var members = parts.flatMap(\.members)
    if let order { members.append(JSONContent.Member(Key.order.rawValue, .number(Double(order)))) }
    return ["type": "Feature", "properties": .object(members), "geometry": geometry]
  }

  // MARK: - Where

  private static func ground(_ treasure: Treasure) -> Part {
    let keys: [Key] = [.radius, .at]
    switch treasure.zone {
    case .circle(let radius):
      let (low, high) = (HuntLimits.metres.lowerBound, HuntLimits.metres.upperBound)
      return Part(keys, [.radius: .number(radius.isNaN ? HuntFile.defaultRadius : min(high, max(low, radius)))])
    case .polygon: return Part(keys, [.at: position(treasure.place.position)])
    }
  }

  private static func geometry(_ treasure: Treasure) -> JSONContent {
    switch treasure.zone {
    case .circle: return ["type": "Point", "coordinates": position(treasure.place.position)]
    case .polygon(let rings):
      let closed = rings.map { ring in JSONContent.list((ring + ring.prefix(1)).map(position)) }
      return ["type": "Polygon", "coordinates": .list(closed)]
    }
  }

  private static func position(_ place: Coordinate) -> JSONContent {
    [.decimal(place.longitude, places: places), .decimal(place.latitude, places: places)]
  }

  // MARK: - Texts

  /// Writes hints; a single free hint is plain text, as in version 1.
  private static func hints(_ hints: [Hint]) -> Part {
    let keys: [Key] = [.hint, .hints]
    guard let first = hints.first else { return Part(keys, [:]) }
    if hints == [Hint(first.text)] { return Part(keys, [.hint: .string(first.text)]) }
    return Part(keys, [.hints: .list(hints.map { JSONContent($0) })])
  }

  private static func text(_ text: String?) -> JSONContent? {
    text.flatMap { $0.isEmpty ? nil : .string($0) }
  }
}
