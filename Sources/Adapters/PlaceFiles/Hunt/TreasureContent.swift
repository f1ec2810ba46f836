internal import GeoFormats
internal import Geodesy
internal import HuntDomain

/// A treasure as the format writes it, in parts that are written together or not at all.
struct TreasureContent {
  typealias Key = HuntKeys.Stage

  /// Members that say one thing together: where one changes, all of them are written anew.
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
      Part(.listing, treasure.listing.map { JSONContent($0) }),
    ]
  }

  /// Whether version 1 of the format could not say it.
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

  /// One free hint is a text, as version 1 has it.
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
